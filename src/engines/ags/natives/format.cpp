// Placeholders are read here and every one is printed on its own by the C library, with a specification put
// together from checked parts: nothing a script writes reaches printf unseen.
#include "engines/ags/natives/format.hpp"

#include <algorithm>
#include <cstdio>

#include "engines/ags/codes.hpp"
#include "engines/ags/natives/characters.hpp"

namespace vellum::ags {

namespace {

constexpr int widest = 4096;                     ///< Wider or more precise placeholders are cut to this.
constexpr std::uint64_t placeholder_work = 1024; ///< Printing a number with the C library.
constexpr std::uint64_t real_work = 16;          ///< Each digit behind the point, by long arithmetic.
constexpr std::size_t longest = 1U << 20U; ///< Texts longer than this are an error, not a memory problem.

/// One `%…` placeholder.
struct Placeholder {
    std::string flags;
    int width = -1;
    int precision = -1;
    char letter = '\0';
    std::size_t length = 0; ///< Characters in the format text.
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int read_number(std::string_view text, std::size_t& at) {
    int value = 0;
    for (; at < text.size() && is_digit(text[at]); ++at)
        value = std::min(value * 10 + (text[at] - '0'), widest);
    return value;
}

/// Reads the placeholder at the start of the text (which begins with %).
Placeholder read_placeholder(std::string_view text) {
    Placeholder made;
    std::size_t at = 1;
    for (; at < text.size() && std::string_view("#+- 0").find(text[at]) != std::string_view::npos; ++at)
        if (made.flags.find(text[at]) == std::string::npos) made.flags += text[at];
    if (at < text.size() && is_digit(text[at])) made.width = read_number(text, at);
    if (at < text.size() && text[at] == '.') {
        ++at;
        made.precision = read_number(text, at);
    }
    if (at < text.size()) made.letter = text[at++];
    made.length = at;
    return made;
}

std::string specification(const Placeholder& placeholder, char letter) {
    std::string result = "%" + placeholder.flags;
    if (placeholder.width >= 0) result += std::to_string(placeholder.width);
    if (placeholder.precision >= 0) result += "." + std::to_string(placeholder.precision);
    return result + letter;
}

template <class T> void print(std::string& out, const std::string& specification, T value) {
    char buffer[2 * widest + 400];
#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
    const int written = std::snprintf(buffer, sizeof buffer, specification.c_str(), value);
#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
    if (written > 0) out.append(buffer, std::min(static_cast<std::size_t>(written), sizeof buffer - 1));
}

void print_text(std::string& out, const Placeholder& placeholder, std::string_view text) {
    const std::size_t width = placeholder.width > 0 ? static_cast<std::size_t>(placeholder.width) : 0;
    const std::size_t blanks = width > text.size() ? width - text.size() : 0;
    const bool left = placeholder.flags.find('-') != std::string::npos;
    if (!left) out.append(blanks, ' ');
    out += text;
    if (left) out.append(blanks, ' ');
}

bool print_argument(BuiltinCall& call, const Placeholder& placeholder, Word word, TextBuilder& out) {
    constexpr std::uint64_t longest_number = 400;
    const auto wide = static_cast<std::uint64_t>(std::max({placeholder.width, placeholder.precision, 0}));
    std::string_view text = "(null)";
    if (placeholder.letter == 's') {
        if (!is_null(word) && !call.text(word, text)) return false;
        if (placeholder.precision >= 0)
            text = text.substr(0, static_cast<std::size_t>(placeholder.precision));
        if (!out.make_room(std::max<std::uint64_t>(text.size(), wide))) return false;
        print_text(out.text(), placeholder, text);
        return true;
    }
    if (!out.make_room(longest_number + wide)) return false;
    switch (placeholder.letter) {
    case 'd':
    case 'i': print(out.text(), specification(placeholder, 'd'), signed_of(word)); break;
    case 'u':
    case 'x':
    case 'X':
    case 'o': print(out.text(), specification(placeholder, placeholder.letter), number_of(word)); break;
    case 'c':
        out.text() += encoded(call.environment.text_mode, number_of(word));
        break; // the width does not count
    case 'p':
        // An address would be different in every run; the number part never is.
        print(out.text(), specification(placeholder, 'x'), number_of(word));
        break;
    default:
        call.charge(real_work * static_cast<std::uint64_t>(std::max(placeholder.precision, 0)));
        print(out.text(), specification(placeholder, placeholder.letter),
              static_cast<double>(canonical(real_of(word))));
        break;
    }
    return true;
}

} // namespace

std::string number_at(BuiltinCall& call, std::string_view text) {
    constexpr std::size_t longest_number = 1U << 16U;
    std::size_t start = 0;
    while (start < text.size() && (text[start] == ' ' || (text[start] >= '\t' && text[start] <= '\r')))
        ++start;
    std::size_t end = start;
    const auto belongs = [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
               c == '.';
    };
    while (end < text.size() && end - start < longest_number && belongs(text[end])) ++end;
    call.charge(2 * end);
    return std::string(text.substr(start, end - start));
}

bool TextBuilder::make_room(std::uint64_t more) {
    if (more > longest || text_.size() + more > longest) {
        call_.fail(codes::api_error, "String.Format: the text is too long");
        return false;
    }
    if (call_.environment.pool().make_room(text_, text_.size() + more)) return true;
    call_.fail(codes::out_of_memory, "formatting needs more memory than the budget allows");
    return false;
}

bool format_text(BuiltinCall& call, std::string_view format, std::span<const Word> arguments,
                 TextBuilder& out) {
    std::size_t next = 0;
    call.charge(2 * format.size());
    const auto copy = [&](std::string_view part) {
        if (!out.make_room(part.size())) return false;
        out.text() += part;
        return true;
    };
    for (std::size_t at = 0; at < format.size();) {
        const std::size_t percent = std::min(format.find('%', at), format.size());
        if (!copy(format.substr(at, percent - at))) return false;
        at = percent;
        if (at == format.size()) break;
        if (format.substr(at, 2) == "%%") {
            if (!copy("%")) return false;
            at += 2;
            continue;
        }
        const Placeholder placeholder = read_placeholder(format.substr(at));
        const bool known =
            std::string_view("diuxXocsfFeEgGaAp").find(placeholder.letter) != std::string_view::npos &&
            placeholder.letter != '\0';
        // Unknown letters and missing arguments are copied as they stand.
        const std::size_t before = out.text().size();
        const bool printed = known && next < arguments.size()
                                 ? print_argument(call, placeholder, arguments[next++], out)
                                 : copy(format.substr(at, placeholder.length));
        if (!printed) return false;
        at += placeholder.length;
        call.charge(placeholder_work + 2 * (out.text().size() - before));
    }
    return true;
}

} // namespace vellum::ags
