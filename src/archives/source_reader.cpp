#include "archives/source_reader.hpp"

#include <algorithm>

#include "archives/codes.hpp"
#include "base/codes.hpp"

namespace vellum::archives {

namespace {

constexpr std::byte zeros[8] = {};
// Who jumps about pays little for each jump, who goes on reads ever more at once.
constexpr std::uint64_t least_block = 256, most_block = 64U << 10U;

} // namespace

std::uint64_t SourceReader::end() {
    if (!error_)
        error_ = make_diagnostic(codes::bytes_truncated, "the archive ends inside its tables",
                                 Place::at_offset(at_));
    return source_.size();
}

const std::byte* SourceReader::next(std::size_t length) {
    if (error_) return zeros;
    if (!lies_inside(at_, length, source_.size())) {
        at_ = end();
        return zeros;
    }
    if (at_ < block_at_ || at_ + length > block_at_ + block_.size()) {
        const bool goes_on = at_ - block_at_ <= block_.size(); // in front of the block it wraps around
        const std::uint64_t block = goes_on ? std::min<std::uint64_t>(4 * block_.size(), most_block) : 0;
        block_.resize(static_cast<std::size_t>(
            std::min(std::max({block, least_block, std::uint64_t{length}}), source_.size() - at_)));
        block_at_ = at_;
        if (auto done = source_.read(at_, block_); !done) {
            error_ = std::move(done.error());
            return zeros;
        }
    }
    const std::byte* found = block_.data() + (at_ - block_at_);
    at_ += length;
    return found;
}

void SourceReader::refuse(std::string why) {
    if (!error_) error_ = make_diagnostic(codes::archive_format, std::move(why), Place::at_offset(at_));
}

std::string SourceReader::text(std::uint64_t length) {
    std::string result;
    if (length > longest_text) {
        refuse("a name in the archive is longer than " + std::to_string(longest_text) + " bytes");
        return result;
    }
    for (std::uint64_t i = 0; i < length && ok(); ++i) result += static_cast<char>(u8());
    return result;
}

std::string SourceReader::cstring() {
    std::string result;
    while (ok()) {
        const char one = static_cast<char>(u8());
        if (one == '\0') break;
        if (result.size() == longest_text) return text(longest_text + 1); // says what is wrong
        result += one;
    }
    return result;
}

} // namespace vellum::archives
