// The slow paths of ByteReader: searching text ends and wording errors.
// Relies on bytes.hpp. Reads themselves stay inline there; nothing here runs for data that is well formed,
// except cstring().
#include "base/bytes.hpp"

#include "base/codes.hpp"

namespace vellum {

std::string_view ByteReader::cstring() noexcept {
    if (failed_) {
        return {};
    }
    const std::size_t left = remaining();
    const void* terminator = left == 0 ? nullptr : std::memchr(data_ + position_, 0, left);
    if (terminator == nullptr) {
        set_error(Problem::terminator, left, 0);
        return {};
    }
    const auto length =
        static_cast<std::size_t>(static_cast<const std::byte*>(terminator) - (data_ + position_));
    const std::string_view result = as_text(std::span(data_ + position_, length));
    position_ += length + 1;
    return result;
}

void ByteReader::set_error(Problem problem, std::uint64_t wanted, std::uint64_t element) noexcept {
    if (failed_) {
        return;
    }
    failed_ = true;
    problem_ = problem;
    wanted_ = wanted;
    element_ = element;
    error_context_ = context_;
    end_ = position_;
}

Diagnostic ByteReader::error() const {
    const std::uint64_t left = size_ - position_;
    const DiagnosticCode* code = &codes::bytes_truncated;
    std::string message;
    std::string hint;
    switch (problem_) {
    case Problem::none:
    case Problem::read:
        message = "needed " + std::to_string(wanted_) + " more bytes, but only " + std::to_string(left) +
                  " are left";
        hint = "the file may be cut off, or of another kind or version";
        break;
    case Problem::seek:
        message = "offset " + std::to_string(wanted_) + " is past the end at " + std::to_string(size_);
        break;
    case Problem::terminator:
        message = "text has no terminating NUL in the " + std::to_string(left) + " bytes that are left";
        break;
    case Problem::count:
        code = &codes::bytes_limit;
        message = std::to_string(wanted_) + " elements of at least " + std::to_string(element_) +
                  " bytes do not fit in the " + std::to_string(left) + " bytes that are left";
        break;
    }
    if (error_context_ != nullptr) {
        message = std::string("while reading ") + error_context_ + ": " + message;
    }
    return make_diagnostic(*code, std::move(message), Place::at_offset(base_offset_ + position_),
                           std::move(hint));
}

} // namespace vellum
