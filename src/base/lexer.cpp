// The scanner of listing and assembly texts: from characters to one token at a time.
// Relies on lexer.hpp for the grammar and on number.cpp for reals. Each character is looked at a bounded
// number of times, and every mistake consumes at least one character, so any input ends after linear time.
#include "base/lexer.hpp"

#include <array>
#include <bit>
#include <utility>

#include "base/codes.hpp"
#include "base/encoding.hpp"
#include "base/number.hpp"
#include "base/text_writer.hpp"

namespace vellum {

namespace {

enum CharacterClass : std::uint8_t { starts_name = 1, continues_name = 2, digit = 4, punctuation = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (std::size_t letter = 'a'; letter <= 'z'; ++letter) {
        classes[letter] = starts_name | continues_name;
        classes[letter - 'a' + 'A'] = starts_name | continues_name;
    }
    for (const char sign : std::string_view("_.$@?^")) {
        classes[static_cast<unsigned char>(sign)] = starts_name | continues_name;
    }
    for (std::size_t figure = '0'; figure <= '9'; ++figure) {
        classes[figure] = continues_name | digit;
    }
    for (const char sign : std::string_view(",()[]{}=:+-*/|&!<>#")) {
        classes[static_cast<unsigned char>(sign)] = punctuation;
    }
    return classes;
}
constexpr std::array<std::uint8_t, 256> classes = make_classes();

[[nodiscard]] bool is(char character, CharacterClass wanted) noexcept {
    return (classes[static_cast<unsigned char>(character)] & wanted) != 0;
}

/// The value of a digit in any base up to 16, or 16.
[[nodiscard]] unsigned digit_value(char character) noexcept {
    if (character >= '0' && character <= '9') {
        return static_cast<unsigned>(character - '0');
    }
    if (character >= 'a' && character <= 'f') {
        return static_cast<unsigned>(character - 'a') + 10;
    }
    if (character >= 'A' && character <= 'F') {
        return static_cast<unsigned>(character - 'A') + 10;
    }
    return 16;
}

[[nodiscard]] std::string quote(std::string_view text) {
    constexpr std::size_t longest = 60;
    TextWriter out;
    out.quoted(text.substr(0, longest));
    return out.take();
}

} // namespace

LineLexer::LineLexer(std::string_view source, Diagnostics& diagnostics, LexerOptions options)
    : source_(source), diagnostics_(diagnostics), options_(options) {
    if (source_.starts_with("\xEF\xBB\xBF")) {
        position_ = 3;
        line_start_ = 3;
    }
}

void LineLexer::finish(TokenKind kind) {
    token_.kind = kind;
    token_.text = source_.substr(token_start_, position_ - token_start_);
}

void LineLexer::invalid(std::size_t at, std::string message, std::string hint) {
    finish(TokenKind::invalid);
    diagnostics_.add(codes::text_syntax, std::move(message),
                     Place::at_line(line_, static_cast<std::uint32_t>(at - line_start_ + 1)),
                     std::move(hint));
}

void LineLexer::scan() {
    while (true) {
        while (look() == ' ' || look() == '\t') {
            ++position_;
        }
        token_ = Token{};
        token_.line = line_;
        token_.column = static_cast<std::uint32_t>(position_ - line_start_ + 1);
        token_start_ = position_;
        if (position_ == source_.size()) {
            finish(TokenKind::end);
            return;
        }
        if (look() != ';') {
            break;
        }
        scan_comment();
        if (options_.keep_comments) {
            return;
        }
    }
    const char character = look();
    if (is(character, starts_name)) {
        scan_identifier();
    } else if (is(character, digit) || (character == '-' && is(look(1), digit))) {
        scan_number();
    } else if (character == '"') {
        scan_string();
    } else if (source_.substr(position_, 4) == "-inf" && !is(look(4), continues_name)) {
        position_ += 4;
        finish(TokenKind::real);
        token_.float_bits = 0xFF800000U;
        token_.real_bits = 0xFFF0000000000000U;
    } else if (is(character, punctuation)) {
        ++position_;
        finish(TokenKind::punctuation);
        token_.punctuation = character;
    } else if (character == '\n' || character == '\r') {
        position_ += character == '\r' && look(1) == '\n' ? 2U : 1U;
        finish(TokenKind::newline);
        ++line_;
        line_start_ = position_;
    } else {
        const CodePoint point = decode_utf8(source_, position_);
        const std::size_t length = point.length == 0 ? 1 : point.length;
        position_ += length;
        invalid(token_start_, "unexpected character " + quote(source_.substr(token_start_, length)),
                "put names with other characters in double quotes");
    }
}

void LineLexer::scan_comment() {
    std::size_t end = position_;
    while (end < source_.size() && source_[end] != '\n' && source_[end] != '\r') {
        ++end;
    }
    std::string_view text = source_.substr(position_ + 1, end - position_ - 1);
    position_ = end;
    finish(TokenKind::comment);
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    token_.text = text;
}

void LineLexer::scan_identifier() {
    while (true) {
        if (is(look(), continues_name)) {
            ++position_;
        } else if (look() == ':' && look(1) == ':' && is(look(2), continues_name)) {
            position_ += 3;
        } else {
            break;
        }
    }
    finish(TokenKind::identifier);
    if (token_.text == "inf") {
        token_.kind = TokenKind::real;
        token_.float_bits = 0x7F800000U;
        token_.real_bits = 0x7FF0000000000000U;
    } else if (token_.text == "nan" && source_.substr(position_, 3) == "(0x") {
        scan_nan();
    }
}

void LineLexer::scan_nan() {
    position_ += 3;
    const std::size_t start = position_;
    std::uint64_t bits = 0;
    for (; digit_value(look()) < 16; ++position_) {
        bits = bits << 4U | digit_value(look());
    }
    const std::size_t digits = position_ - start;
    if (digits == 0 || digits > 16 || look() != ')') {
        invalid(start, "expected up to 16 hexadecimal digits and ')' after 'nan(0x'");
        return;
    }
    ++position_;
    // The fraction of a float is the upper part of a double's; the widening below is exact, the narrowing
    // keeps what fits and stays a NaN.
    constexpr unsigned extra_bits = 29;
    token_.wide_nan = digits > 8;
    if (token_.wide_nan) {
        token_.real_bits = bits;
        const auto fraction = static_cast<std::uint32_t>((bits & 0x000FFFFFFFFFFFFFU) >> extra_bits);
        token_.float_bits = static_cast<std::uint32_t>(bits >> 63U) << 31U | 0x7F800000U |
                            (fraction != 0 ? fraction : 0x00400000U);
    } else {
        token_.float_bits = static_cast<std::uint32_t>(bits);
        token_.real_bits = (bits >> 31U) << 63U | 0x7FF0000000000000U | (bits & 0x007FFFFFU) << extra_bits;
    }
    const bool is_nan = token_.wide_nan ? (bits & 0x7FFFFFFFFFFFFFFFU) > 0x7FF0000000000000U
                                        : (bits & 0x7FFFFFFFU) > 0x7F800000U;
    if (!is_nan) {
        invalid(start, "these bits are not a NaN");
        return;
    }
    finish(TokenKind::real);
}

void LineLexer::scan_number() {
    token_.negative = look() == '-';
    if (token_.negative) {
        ++position_;
    }
    if (look() == '0' && (look(1) == 'x' || look(1) == 'X')) {
        scan_radix(4);
        return;
    }
    if (look() == '0' && (look(1) == 'b' || look(1) == 'B')) {
        scan_radix(1);
        return;
    }
    bool fits = true;
    for (; is(look(), digit); ++position_) {
        constexpr std::uint64_t max = ~std::uint64_t{0};
        const std::uint64_t next = digit_value(look());
        fits = fits && (token_.magnitude < max / 10 || (token_.magnitude == max / 10 && next <= max % 10));
        token_.magnitude = token_.magnitude * 10 + next;
    }
    bool real = false;
    if (look() == '.' && is(look(1), digit)) {
        real = true;
        for (++position_; is(look(), digit); ++position_) {
        }
    }
    if (look() == 'e' || look() == 'E') {
        const std::size_t sign = look(1) == '+' || look(1) == '-' ? 1 : 0;
        if (is(look(1 + sign), digit)) {
            real = true;
            for (position_ += 1 + sign; is(look(), digit); ++position_) {
            }
        }
    }
    finish_number(real, fits);
}

void LineLexer::scan_radix(unsigned digit_bits) {
    position_ += 2;
    const std::size_t start = position_;
    bool fits = true;
    for (; digit_value(look()) < 1U << digit_bits; ++position_) {
        fits = fits && token_.magnitude >> (64 - digit_bits) == 0;
        token_.magnitude = token_.magnitude << digit_bits | digit_value(look());
    }
    if (position_ == start) {
        while (is(look(), continues_name)) {
            ++position_;
        }
        invalid(token_start_,
                "expected digits after " + quote(source_.substr(token_start_, start - token_start_)));
        return;
    }
    finish_number(false, fits);
}

void LineLexer::finish_number(bool real, bool fits) {
    const std::size_t end = position_;
    while (is(look(), continues_name)) {
        ++position_;
    }
    if (position_ != end) {
        invalid(token_start_,
                quote(source_.substr(token_start_, position_ - token_start_)) + " is not a number");
        return;
    }
    if (!real) {
        if (!fits || (token_.negative && token_.magnitude > std::uint64_t{1} << 63U)) {
            invalid(token_start_, "the integer does not fit in 64 bits");
            return;
        }
        finish(TokenKind::integer);
        return;
    }
    finish(TokenKind::real);
    token_.negative = false;
    token_.magnitude = 0;
    token_.float_bits = std::bit_cast<std::uint32_t>(read_float(token_.text));
    token_.real_bits = std::bit_cast<std::uint64_t>(read_double(token_.text));
    if ((token_.real_bits & 0x7FFFFFFFFFFFFFFFU) == 0x7FF0000000000000U) {
        invalid(token_start_, "the number is too large");
    }
}

void LineLexer::scan_string() {
    ++position_;
    bool valid = true;
    while (true) {
        const std::size_t start = position_;
        while (position_ < source_.size() && look() != '"' && look() != '\\' && look() != '\n' &&
               look() != '\r') {
            ++position_;
        }
        token_.value.append(source_.substr(start, position_ - start));
        if (position_ == source_.size() || look() == '\n' || look() == '\r') {
            invalid(token_start_, "the string has no closing quote on its line", "write a line break as \\n");
            return;
        }
        if (look() == '"') {
            break;
        }
        valid = scan_escape() && valid;
    }
    ++position_;
    finish(valid ? TokenKind::string : TokenKind::invalid);
}

bool LineLexer::scan_escape() {
    const std::size_t start = position_;
    const char kind = look(1);
    constexpr std::string_view kinds = "nrt\"\\";
    constexpr std::string_view meanings = "\n\r\t\"\\";
    const std::size_t index = kinds.find(kind);
    if (index != std::string_view::npos) {
        position_ += 2;
        token_.value.push_back(meanings[index]);
        return true;
    }
    if (kind == 'x' && digit_value(look(2)) < 16 && digit_value(look(3)) < 16) {
        token_.value.push_back(static_cast<char>(digit_value(look(2)) * 16 + digit_value(look(3))));
        position_ += 4;
        return true;
    }
    // Only the backslash is passed over: what follows may be the end of the string or of the line.
    ++position_;
    invalid(start, "unknown escape in a string", R"(escapes are \n \r \t \" \\ and \xNN)");
    return false;
}

} // namespace vellum
