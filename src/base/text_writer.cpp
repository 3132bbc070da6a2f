// The less frequent appends of TextWriter: growth, reals, quoting, padding.
// Relies on std::to_chars for the shortest decimal of a real, which libstdc++ 12 and libc++ 19 both have.
#include "base/text_writer.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/display_width.hpp"
#include "base/quoting.hpp"

namespace vellum {

namespace {

constexpr std::size_t first_capacity = 256;

/// Long enough for every shortest float or double: sign, 17 digits, point, exponent.
constexpr std::size_t longest_real = 40;

/// Writes a finite number and returns its length. The buffer has longest_real characters.
template <class Real> std::size_t write_finite(char* at, Real value) {
    char* end = std::to_chars(at, at + longest_real - 2, value).ptr;
    for (const char* look = at; look != end; ++look) {
        if (*look == '.' || *look == 'e') {
            return static_cast<std::size_t>(end - at);
        }
    }
    *end++ = '.';
    *end++ = '0';
    return static_cast<std::size_t>(end - at);
}

} // namespace

void TextWriter::borrow() {
    buffer_ = std::move(*target_);
    target_->clear();
    borrowed_ = true;
    size_ = buffer_.size();
    data_ = buffer_.data();
    capacity_ = size_;
}

void TextWriter::grow(std::size_t count) {
    if (target_ != nullptr && !borrowed_) {
        borrow();
    }
    std::size_t wanted = capacity_ * 2;
    if (wanted < first_capacity) {
        wanted = first_capacity;
    }
    if (wanted < size_ + count) {
        wanted = size_ + count;
    }
    // Unlike resize() this does not fill the new part, which would be written twice otherwise.
    buffer_.resize_and_overwrite(wanted, [](char*, std::size_t length) { return length; });
    data_ = buffer_.data();
    capacity_ = wanted;
}

std::string TextWriter::take() {
    buffer_.resize(size_);
    std::string result = std::move(buffer_);
    buffer_.clear();
    data_ = nullptr;
    size_ = 0;
    capacity_ = 0;
    return result;
}

void TextWriter::flush() {
    if (borrowed_) {
        *target_ = take();
        borrowed_ = false;
    }
}

void TextWriter::real(float value) { real_bits(std::bit_cast<std::uint32_t>(value)); }

void TextWriter::real(double value) { real_bits(std::bit_cast<std::uint64_t>(value)); }

void TextWriter::real_bits(std::uint32_t bits) {
    constexpr std::uint32_t exponent = 0x7F800000U;
    if ((bits & exponent) != exponent) {
        size_ += write_finite(claim(longest_real), std::bit_cast<float>(bits));
    } else if ((bits & 0x007FFFFFU) == 0) {
        text((bits >> 31U) != 0 ? "-inf" : "inf");
    } else {
        text("nan(");
        hex0x(bits, 8);
        ch(')');
    }
}

void TextWriter::real_bits(std::uint64_t bits) {
    constexpr std::uint64_t exponent = 0x7FF0000000000000U;
    if ((bits & exponent) != exponent) {
        size_ += write_finite(claim(longest_real), std::bit_cast<double>(bits));
    } else if ((bits & 0x000FFFFFFFFFFFFFU) == 0) {
        text((bits >> 63U) != 0 ? "-inf" : "inf");
    } else {
        text("nan(");
        hex0x(bits, 16);
        ch(')');
    }
}

void TextWriter::pad_to(std::size_t column, std::size_t at_least) {
    // The search never looks back further than the column: on an endless line it would become quadratic.
    const char* data = buffer_.data();
    std::size_t length = 0;
    while (length < column && length < size_ && data[size_ - 1 - length] != '\n') {
        ++length;
    }
    const std::string_view end(data + size_ - length, length);
    if (bytes_beyond_columns(end) !=
        0) { // the column may be further back: a character has at most four bytes
        const std::string_view near(data, size_);
        const std::size_t from = near.size() - std::min(near.size(), 4 * column);
        const std::size_t line = near.substr(from).rfind('\n');
        length = std::min(
            column, display_width(near.substr(line == std::string_view::npos ? from : from + line + 1)));
    }
    const std::size_t missing = column - length;
    fill(missing < at_least ? at_least : missing, ' ');
}

void TextWriter::quoted(std::string_view utf8) {
    ch('"');
    for (std::size_t at = 0; at < utf8.size();) {
        const Unquotable next = find_unquotable(utf8, at);
        text(utf8.substr(at, next.at - at));
        at = next.at + next.length;
        switch (next.length == 0 ? 0 : next.point) {
        case '\n': text("\\n"); break;
        case '\r': text("\\r"); break;
        case '\t': text("\\t"); break;
        case '"': text("\\\""); break;
        case '\\': text("\\\\"); break;
        default:
            for (const char byte : utf8.substr(next.at, next.length)) {
                text("\\x");
                hex(static_cast<unsigned char>(byte), 2);
            }
        }
    }
    ch('"');
}

} // namespace vellum
