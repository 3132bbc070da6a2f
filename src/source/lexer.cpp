// The lexer; see the header.
#include "source/lexer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/ascii.hpp"
#include "base/encoding.hpp"
#include "base/number.hpp"
#include "source/raw_block.hpp"

namespace vellum::source {

namespace {

/// What may stand behind a character of class `pair` as a part of the same token.
constexpr std::string_view second_of(char first) {
    switch (first) {
    case '-': return ">-=";
    case '+': return "+=";
    case '*':
    case '/':
    case '%':
    case '=':
    case '!': return "=";
    case '<': return "=<";
    case '>': return "=>";
    case '&': return "&";
    case '|': return "|";
    case ':': return ":";
    default: return {};
    }
}

enum Class : std::uint8_t { other, blank, letter, digit, mark, pair, quote };

constexpr auto classes = [] {
    std::array<Class, 256> made{};
    for (int c = 'a'; c <= 'z'; ++c) made[static_cast<std::size_t>(c)] = letter;
    for (int c = 'A'; c <= 'Z'; ++c) made[static_cast<std::size_t>(c)] = letter;
    for (int c = '0'; c <= '9'; ++c) made[static_cast<std::size_t>(c)] = digit;
    made['_'] = letter;
    made['"'] = quote;
    for (const char c : {' ', '\t', '\n', '\r'}) made[static_cast<unsigned char>(c)] = blank;
    for (const char c : std::string_view("(){}[];,.+-*/%<>=!&|^?:@#"))
        made[static_cast<unsigned char>(c)] = second_of(c).empty() ? mark : pair;
    return made;
}();

Class class_of(char c) { return classes[static_cast<unsigned char>(c)]; }
bool is_letter(char c) { return class_of(c) == letter; }
bool is_digit(char c) { return class_of(c) == digit; }
bool is_part_of_name(char c) { return is_letter(c) || is_digit(c); }

} // namespace

Lexer::Lexer(const Sources& sources, std::uint32_t file, const Dialect& dialect, Diagnostics& diagnostics)
    : text_(sources.text(file)),
      sources_(&sources),
      dialect_(dialect),
      diagnostics_(&diagnostics),
      base_(sources.base(file)) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    scan();
}

void Lexer::skip() {
    behind_ = at_;
    if (token_.kind == TokenKind::string) std::swap(value_, next_value_);
    scan();
}

void Lexer::mistake(std::uint32_t offset, std::string message, std::string hint) {
    diagnostics_->add(*dialect_.syntax, std::move(message), sources_->place(base_ + offset), std::move(hint));
}

void Lexer::skip_blanks() {
    const char* const end = text_.data() + text_.size();
    do {
        const char* next = text_.data() + at_;
        while (next != end && class_of(*next) == blank) ++next;
        at_ = static_cast<std::uint32_t>(next - text_.data());
        if (next == end || *next != '/') return;
    } while (skip_comment());
}

/// At a `/`; false if no comment begins there.
bool Lexer::skip_comment() {
    if (at_ + 1 >= text_.size()) return false;
    std::size_t behind = 0;
    if (text_[at_ + 1] == '/') {
        behind = text_.find('\n', at_);
    } else if (text_[at_ + 1] == '*') {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) mistake(at_, "unterminated comment", "end it with */");
        behind = end == std::string_view::npos ? end : end + 2;
    } else
        return false;
    at_ = static_cast<std::uint32_t>(std::min(behind, text_.size()));
    return true;
}

void Lexer::scan() {
    for (;;) {
        skip_blanks();
        token_ = {};
        token_.offset = base_ + at_;
        if (at_ >= text_.size()) return;
        const char* const begin = text_.data() + at_;
        const char* const end = text_.data() + text_.size();
        const char* last = begin + 1;
        switch (class_of(*begin)) {
        case letter:
            while (last != end && is_part_of_name(*last)) ++last;
            token_.kind = TokenKind::name;
            break;
        case mark:
            if (dialect_.reals && *begin == '.' && last != end && is_digit(*last)) return number();
            token_.kind = TokenKind::punctuation;
            break;
        case pair:
            if (last != end && second_of(*begin).find(*last) != std::string_view::npos) ++last;
            token_.kind = TokenKind::punctuation;
            break;
        case digit: return number();
        case quote: return string();
        case blank:
        case other:
            if (dialect_.single_quotes && *begin == '\'') return string();
            mistake(at_, "unexpected character");
            // The rest of a character of several bytes goes with it.
            do ++at_;
            while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U);
            continue;
        }
        token_.text = std::string_view(begin, static_cast<std::size_t>(last - begin));
        at_ = static_cast<std::uint32_t>(last - text_.data());
        return;
    }
}

void Lexer::number() {
    const char* const begin = text_.data() + at_;
    const char* const end = text_.data() + text_.size();
    const char* last = begin;
    if (end - begin > 2 && begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X')) {
        last = begin + 2;
        const auto read = std::from_chars(last, end, token_.magnitude, 16);
        if (read.ec != std::errc()) mistake(at_, "a hexadecimal number has no digits, or too many");
        last = std::max(read.ptr, last);
        token_.kind = TokenKind::integer;
    } else {
        while (last != end && is_digit(*last)) ++last;
        bool real = false;
        if (dialect_.reals && last != end && *last == '.') {
            real = true;
            ++last;
            while (last != end && is_digit(*last)) ++last;
        }
        if (dialect_.reals && last != end && (*last == 'e' || *last == 'E')) {
            const char* exponent = last + 1;
            if (exponent != end && (*exponent == '+' || *exponent == '-')) ++exponent;
            if (exponent != end && is_digit(*exponent)) {
                real = true;
                while (exponent != end && is_digit(*exponent)) ++exponent;
                last = exponent;
            }
        }
        if (real) {
            const float value = read_float(std::string_view(begin, static_cast<std::size_t>(last - begin)));
            token_.kind = TokenKind::real;
            if (std::isinf(value)) mistake(at_, "the number is too large for a float");
            token_.bits = std::bit_cast<std::uint32_t>(value);
        } else {
            token_.kind = TokenKind::integer;
            if (std::from_chars(begin, last, token_.magnitude).ec != std::errc())
                mistake(at_, "the number is too large");
        }
    }
    if (last != end && is_letter(*last))
        mistake(static_cast<std::uint32_t>(last - text_.data()), "a letter follows a number");
    while (last != end && is_part_of_name(*last)) ++last;
    token_.text = std::string_view(begin, static_cast<std::size_t>(last - begin));
    at_ = static_cast<std::uint32_t>(last - text_.data());
}

/// Behind `\x`, which `at` points to: two digits.
bool Lexer::byte_escape(std::size_t& at) {
    if (at + 2 >= text_.size()) return false;
    const auto high = hex_digit(text_[at + 1]);
    const auto low = hex_digit(text_[at + 2]);
    if (text_[at] != 'x' || !high || !low) return false;
    next_value_ += static_cast<char>(*high * 16 + *low);
    at += 2;
    return true;
}

/// Behind `\u`, which `at` points to: digits in braces.
bool Lexer::character_escape(std::size_t& at) {
    std::uint32_t point = 0;
    std::size_t digits = 0;
    std::size_t k = at + 1;
    const bool open = k < text_.size() && text_[k] == '{';
    if (open)
        for (++k; k < text_.size() && hex_digit(text_[k]) && digits < 7; ++k, ++digits)
            point = point * 16 + *hex_digit(text_[k]);
    if (!open || digits == 0 || k >= text_.size() || text_[k] != '}' || point > 0x10FFFF || point == 0)
        return false;
    append_utf8(next_value_, point);
    at = k;
    return true;
}

void Lexer::string() {
    token_.kind = TokenKind::string;
    next_value_.clear();
    const char close = text_[at_];
    std::size_t i = at_ + 1;
    for (;; ++i) {
        const std::size_t begin = i;
        while (i < text_.size() && text_[i] != close && text_[i] != '\n' && text_[i] != '\\') ++i;
        next_value_.append(text_, begin, i - begin);
        if (i >= text_.size() || text_[i] != '\\') break;
        const auto offset = static_cast<std::uint32_t>(i);
        const char c = ++i < text_.size() ? text_[i] : '\0';
        switch (c) {
        case 'n': next_value_ += '\n'; break;
        case 'r': next_value_ += '\r'; break;
        case 't': next_value_ += '\t'; break;
        case '"':
        case '\\': next_value_ += c; break;
        case 'u':
            if (!dialect_.bytes) {
                if (!character_escape(i))
                    mistake(offset, "this escape is not a valid character", "write it as \\u{20ac}");
                break;
            }
            [[fallthrough]];
        case 'x':
            if (dialect_.bytes && byte_escape(i)) break;
            [[fallthrough]];
        default:
            mistake(offset, "unknown escape",
                    std::string(R"(escapes are \n \r \t \" \\ and )") +
                        (dialect_.bytes ? R"(\xNN)" : R"(\u{20ac})"));
            if (c == '\0' || c == '\n') --i;
        }
    }
    if (i >= text_.size() || text_[i] != close)
        mistake(at_, "unterminated string", "end it with \" on the same line");
    else
        ++i;
    token_.text = text_.substr(at_, i - at_);
    at_ = static_cast<std::uint32_t>(i);
}

std::string_view Lexer::raw_word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_part_of_name(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    skip();
    return word;
}

std::string_view Lexer::raw_block(std::uint32_t& offset) {
    // The token behind `{` was scanned already; its beginning is not.
    const RawBlock block = find_raw_block(text_, behind_);
    offset = base_ + static_cast<std::uint32_t>(block.line);
    if (!block.closed)
        mistake(static_cast<std::uint32_t>(block.begin), "unterminated instructions",
                "end them with a line holding only }");
    at_ = static_cast<std::uint32_t>(block.past_brace);
    if (block.closed) behind_ = at_;
    scan();
    return text_.substr(block.begin, block.end - block.begin);
}

} // namespace vellum::source
