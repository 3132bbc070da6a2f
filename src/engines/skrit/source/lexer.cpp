// The scanner proper: names, numbers, literals, comments, punctuation. Texts end with a NUL that std::string
// keeps behind them, so looking one character ahead is always allowed.
#include "engines/skrit/source/lexer.hpp"

#include <array>
#include <bit>
#include <cstring>

#include "base/ascii.hpp"
#include "base/encoding.hpp"
#include "base/number.hpp"
#include "engines/skrit/codes.hpp"
#include "source/raw_block.hpp"

namespace vellum::skrit {

namespace {

enum CharClass : std::uint8_t { other, blank, letter, digit, mark };

constexpr std::array<CharClass, 256> make_classes() {
    std::array<CharClass, 256> table{};
    for (const char c : {' ', '\t', '\v', '\f', '\r', '\n'}) table[static_cast<unsigned char>(c)] = blank;
    for (int c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = letter;
    for (int c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = letter;
    table['_'] = letter;
    for (int c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = digit;
    for (const char c : std::string_view("<>=!~|&+-*/%^?:.,;(){}[]\"'#"))
        table[static_cast<unsigned char>(c)] = mark;
    return table;
}
constexpr std::array<CharClass, 256> classes = make_classes();

constexpr CharClass class_of(char c) noexcept { return classes[static_cast<unsigned char>(c)]; }

/// The lower-case letter, digit or underscore a name's character counts as, 0 for any other.
constexpr std::array<unsigned char, 256> make_name_chars() {
    std::array<unsigned char, 256> table{};
    for (unsigned c = 0; c < 256; ++c)
        if (classes[c] == letter || classes[c] == digit)
            table[c] = static_cast<unsigned char>(lower_ascii(static_cast<char>(c)));
    return table;
}
constexpr std::array<unsigned char, 256> name_chars = make_name_chars();

} // namespace

void Lexer::report(const DiagnosticCode& code, std::size_t at, std::string message, std::string hint) {
    context_.diagnostics.add(code, std::move(message),
                             context_.sources.place(base_ + static_cast<Position>(at)), std::move(hint));
}

void Lexer::token(Tok kind, std::size_t begin, std::uint32_t value) {
    context_.out.tokens.push_back(
        {kind, base_ + static_cast<Position>(begin), static_cast<std::uint32_t>(at_ - begin), value});
}

void Lexer::enter(std::size_t file) {
    stack_.push_back({file, 0});
    switched_ = true;
}

SourceOptions Lexer::run() {
    context_.out.tokens.reserve(context_.sources.file(0).text.size() / 6 + 16);
    enter(0);
    while (!stack_.empty()) {
        const std::size_t level = stack_.size();
        const SourceMap::File& file = context_.sources.file(stack_.back().file);
        text_ = file.text.data();
        size_ = file.text.size();
        base_ = file.base;
        at_ = stack_.back().at;
        if (at_ == 0 && file.text.starts_with("\xEF\xBB\xBF")) at_ = 3;
        switched_ = false;
        read_frame();
        stack_[level - 1].at = at_;
        if (!switched_) {
            while (!open_only_.empty() && open_only_.back().depth == level) {
                context_.diagnostics.add(codes::directive, "#only block is not closed by ]]",
                                         context_.sources.place(open_only_.back().position),
                                         "put ]] after the conditional part");
                open_only_.pop_back();
            }
            if (level == 1) {
                const std::size_t end = size_;
                at_ = end;
                token(Tok::end, end);
            }
            stack_.pop_back();
        }
    }
    return options_;
}

void Lexer::read_frame() {
    while (at_ < size_ && !switched_) {
        const char c = text_[at_];
        switch (class_of(c)) {
        case blank:
            do ++at_;
            while (class_of(text_[at_]) == blank); // the NUL behind the text is none
            break;
        case letter: name(at_); break;
        case digit: number(at_); break;
        case mark: {
            const std::size_t begin = at_;
            if (c == '/' && text_[at_ + 1] == '/') {
                at_ += 2;
                while (at_ < size_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
            } else if (c == '/' && text_[at_ + 1] == '*') {
                if (!block_comment())
                    report(codes::comment, begin, "comment is not closed by */", open_comment);
            } else if (c == '.' && class_of(text_[at_ + 1]) == digit)
                number(begin);
            else if (c == '"')
                string(begin);
            else if (c == '\'')
                fourcc(begin);
            else if (c == '#')
                directive(begin);
            else if (!punctuation(c))
                strange(begin);
            break;
        }
        case other: strange(at_); break;
        }
    }
}

bool Lexer::block_comment() {
    const void* found = nullptr;
    std::size_t from = at_ + 2;
    while (from < size_ && (found = std::memchr(text_ + from, '*', size_ - from)) != nullptr) {
        from = static_cast<std::size_t>(static_cast<const char*>(found) - text_) + 1;
        if (from < size_ && text_[from] == '/') {
            at_ = from + 1;
            return true;
        }
    }
    at_ = size_;
    return false;
}

void Lexer::name(std::size_t begin) {
    std::uint32_t hash = context_.out.names.hash_start();
    std::size_t end = begin;
    while (const unsigned char lower = name_chars[static_cast<unsigned char>(text_[end])]) {
        hash = Interner::hash_step(hash, lower);
        ++end;
    }
    at_ = end;
    const Symbol symbol = context_.out.names.intern({text_ + begin, end - begin}, hash);
    if (text_[end] == '$') {
        while (text_[at_] == '$') ++at_;
        if (at_ - end > 1)
            report(codes::dollar, begin,
                   "'" + std::string(text_ + begin, at_ - begin) + "' has several dollar signs", "use one");
        token(Tok::user, begin, symbol);
    } else if (symbol != word::asm_ || !assembly(begin))
        token(symbol < word::keyword_count ? Tok::keyword : Tok::name, begin, symbol);
}

/// After the word `asm`: its block, if a brace opens.
bool Lexer::assembly(std::size_t begin) {
    std::size_t brace = at_;
    while (class_of(text_[brace]) == blank) ++brace;
    if (text_[brace] != '{') return false;
    const std::string_view all(text_, size_);
    const source::RawBlock block = source::find_raw_block(all, brace + 1);
    const std::string_view rest = trimmed(all.substr(brace + 1, block.line - brace - 1));
    if (!block.closed)
        report(codes::syntax, begin, "the asm block is not closed", "end it with a line that starts with }");
    else if (!rest.empty() && !rest.starts_with(';'))
        report(codes::syntax, brace + 1, "start instructions on the line after the brace",
               "write one instruction on each line");
    at_ = block.past_brace;
    const auto number = static_cast<std::uint32_t>(context_.out.strings.size());
    context_.out.strings.emplace_back(all.substr(block.begin, block.end - block.begin));
    token(Tok::assembly, begin, number);
    return true;
}

namespace {

constexpr std::string_view largest_number = "an int has 32 bits; a float may be larger: 1e12";
constexpr std::string_view close_string = "a string ends with a double quotation mark";

} // namespace

void Lexer::hexadecimal(std::size_t begin) {
    at_ = begin + 2;
    std::uint64_t value = 0;
    std::size_t digits = 0;
    for (; const auto digit = hex_digit(text_[at_]); ++at_, ++digits)
        if (value <= 0xFFFFFFFFU) value = value << 4U | *digit;
    if (digits == 0)
        report(codes::literal, begin, "hexadecimal number without digits",
               "0x is followed by digits and the letters a to f");
    else if (value > 0xFFFFFFFFU)
        report(codes::literal, begin, "number is larger than 32 bits", std::string(largest_number));
    token(Tok::integer, begin, static_cast<std::uint32_t>(value));
}

void Lexer::number(std::size_t begin) {
    if (text_[begin] == '0' && (text_[begin + 1] == 'x' || text_[begin + 1] == 'X')) {
        hexadecimal(begin);
        return;
    }
    std::size_t end = begin;
    bool real = false;
    while (class_of(text_[end]) == digit) ++end;
    if (text_[end] == '.') {
        real = true;
        ++end;
        while (class_of(text_[end]) == digit) ++end;
    }
    if (text_[end] == 'e' || text_[end] == 'E') {
        std::size_t exponent = end + 1;
        if (text_[exponent] == '+' || text_[exponent] == '-') ++exponent;
        if (class_of(text_[exponent]) == digit) {
            real = true;
            end = exponent;
            while (class_of(text_[end]) == digit) ++end;
        }
    }
    const std::string_view digits(text_ + begin, end - begin);
    at_ = end;
    const bool suffix = (text_[end] == 'f' || text_[end] == 'F') && class_of(text_[end + 1]) != letter &&
                        class_of(text_[end + 1]) != digit && text_[end + 1] != '$';
    if (real || suffix) {
        if (suffix) ++at_;
        std::string clean; // read_float wants digits on both sides of the point
        clean.reserve(digits.size() + 2);
        if (digits[0] == '.') clean += '0';
        for (std::size_t i = 0; i < digits.size(); ++i) {
            clean += digits[i];
            if (digits[i] == '.' && (i + 1 == digits.size() || class_of(digits[i + 1]) != digit))
                clean += '0';
        }
        token(Tok::real, begin, std::bit_cast<std::uint32_t>(read_float(clean)));
        return;
    }
    std::uint64_t value = 0;
    for (const char c : digits)
        if (value <= 0xFFFFFFFFU) value = value * 10 + static_cast<unsigned>(c - '0');
    if (value > 0xFFFFFFFFU)
        report(codes::literal, begin, "number is larger than 4294967295", std::string(largest_number));
    if (digits.size() > 1 && digits[0] == '0')
        report(codes::octal, begin,
               "'" + std::string(digits.substr(0, 40)) + "' is decimal " +
                   std::to_string(value & 0xFFFFFFFFU),
               "there are no octal numbers; remove the leading zeros, or write 0x for hexadecimal");
    token(Tok::integer, begin, static_cast<std::uint32_t>(value));
}

bool Lexer::escape(std::string& out, char quote) {
    const std::size_t begin = at_ - 1; // the backslash
    const char c = text_[at_];
    constexpr std::string_view letters = "abvtnfr\"\\'";
    constexpr std::string_view meanings = "\a\b\v\t\n\f\r\"\\'";
    if (at_ >= size_) return false;
    if (const std::size_t found = letters.find(c); found != std::string_view::npos) {
        out += meanings[found];
        ++at_;
        return true;
    }
    if (c == 'x') {
        ++at_;
        unsigned value = 0;
        int digits = 0;
        for (; digits < 2 && hex_digit(text_[at_]); ++digits, ++at_)
            value = value * 16 + *hex_digit(text_[at_]);
        if (digits == 0)
            report(codes::literal, begin, "\\x without hexadecimal digits",
                   "for example \\x41 for A; write a backslash as \\\\");
        out += static_cast<char>(value);
        return true;
    }
    if (quote == '"' && (c == '\n' || c == '\r')) { // the literal goes on in the next line
        at_ += c == '\r' && text_[at_ + 1] == '\n' ? 2 : 1;
        return true;
    }
    const bool octal = c >= '0' && c <= '7';
    report(codes::literal, begin, std::string("unknown escape \\") + (c >= ' ' && c < 0x7F ? c : '?'),
           octal
               ? "there are no octal escapes; write \\x and two hexadecimal digits"
               : "escapes are \\a \\b \\v \\t \\n \\f \\r \\\" \\' \\\\ and \\x with one or two hexadecimal "
                 "digits");
    ++at_;
    return true;
}

void Lexer::string(std::size_t begin) {
    std::string value;
    at_ = begin + 1;
    for (;;) {
        const std::size_t from = at_;
        while (at_ < size_ && text_[at_] != '"' && text_[at_] != '\\' && text_[at_] != '\n' &&
               text_[at_] != '\r')
            ++at_;
        value.append(text_ + from, at_ - from);
        if (at_ >= size_) {
            report(codes::literal, begin, "string is not closed", std::string(close_string));
            break;
        }
        const char c = text_[at_];
        if (c == '"') {
            ++at_;
            break;
        }
        if (c != '\\') {
            report(codes::literal, begin, "newline in string",
                   "close the string on its line, or end the line with a backslash to continue on the next");
            token(Tok::invalid, begin); // what would close the rest of the statement is in it
            return;
        }
        ++at_;
        if (!escape(value, '"')) {
            report(codes::literal, begin, "string is not closed", std::string(close_string));
            break;
        }
    }
    token(Tok::string, begin, static_cast<std::uint32_t>(context_.out.strings.size()));
    context_.out.strings.push_back(std::move(value));
}

void Lexer::fourcc(std::size_t begin) {
    std::string value;
    at_ = begin + 1;
    bool closed = false;
    while (at_ < size_ && text_[at_] != '\n' && text_[at_] != '\r') {
        const char c = text_[at_++];
        if (c == '\'') {
            closed = true;
            break;
        }
        if (c == '\\') {
            if (!escape(value, '\'')) break;
        } else
            value += c;
    }
    if (!closed)
        report(codes::literal, begin, "character code is not closed",
               "a code such as 'Mule' must be on one line; put strings in double quotes");
    else if (value.size() > 4) {
        report(codes::literal, begin, "a character code has at most four characters",
               "put strings in double quotes");
        token(Tok::invalid, begin);
        return;
    }
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < value.size() && i < 4; ++i)
        bits = bits << 8U | static_cast<unsigned char>(value[i]);
    token(Tok::integer, begin, bits);
}

void Lexer::strange(std::size_t begin) {
    const auto byte = static_cast<unsigned char>(text_[begin]);
    const std::string_view rest(text_ + begin, size_ - begin);
    std::string message = "character is not allowed here";
    std::string hint;
    if (byte == 0xA0 || rest.starts_with("\xC2\xA0")) {
        message = "non-breaking space";
        hint = "text copied from a web page? replace it with an ordinary space";
    } else if (byte == 0x93 || byte == 0x94 || rest.starts_with("\xE2\x80\x9C") ||
               rest.starts_with("\xE2\x80\x9D")) {
        message = "typographic quotation mark";
        hint = "put strings between plain \" marks";
    } else if (byte == '$') {
        message = "'$' without a name before it";
        hint = "names that a script defines end with $: name$";
    } else if (byte == '[' || byte == ']') {
        message = std::string("'") + static_cast<char>(byte) + "' has no meaning here";
        hint = "there are no arrays; [[ ]] belongs to #only";
    } else if (byte >= ' ' && byte < 0x7F) {
        message = std::string("'") + static_cast<char>(byte) + "' has no meaning in Skrit";
    } else {
        constexpr std::string_view digits = "0123456789abcdef";
        message = std::string("byte 0x") + digits[byte >> 4U] + digits[byte & 15U] +
                  " is only allowed in strings and comments";
    }
    if (hint.empty()) hint = "remove it; it is only allowed in strings and comments";
    report(codes::character, begin, std::move(message), std::move(hint));
    // one message for a run of such bytes
    while (at_ < size_ && class_of(text_[at_]) == other) ++at_;
    if (at_ == begin) ++at_;
}

bool Lexer::punctuation(char c) {
    const std::size_t begin = at_;
    const char next = text_[at_ + 1];
    const auto one = [&](Tok kind) {
        ++at_;
        token(kind, begin);
        return true;
    };
    const auto two = [&](Tok kind) {
        at_ += 2;
        token(kind, begin);
        return true;
    };
    switch (c) {
    case '<':
        if (next == '=') return two(Tok::less_equal);
        return next == '>' ? two(Tok::not_equal) : one(Tok::less);
    case '>': return next == '=' ? two(Tok::greater_equal) : one(Tok::greater);
    case '=': return next == '=' ? two(Tok::equal) : one(Tok::assign);
    case '!': return next == '=' ? two(Tok::not_equal) : one(Tok::bang);
    case '~': return next == '=' ? two(Tok::approx_equal) : one(Tok::tilde);
    case '|':
        if (next == '|') return two(Tok::or_or);
        return next == '=' ? two(Tok::or_assign) : one(Tok::bar);
    case '&':
        if (next == '&') return two(Tok::and_and);
        return next == '=' ? two(Tok::and_assign) : one(Tok::ampersand);
    case '^': return next == '=' ? two(Tok::xor_assign) : one(Tok::caret);
    case '+': return next == '=' ? two(Tok::plus_assign) : one(Tok::plus);
    case '-':
        if (next == '=') return two(Tok::minus_assign);
        return next == '>' ? two(Tok::arrow) : one(Tok::minus);
    case '*':
        if (next == '*') {
            if (text_[at_ + 2] == '=') {
                at_ += 3;
                token(Tok::star_star_assign, begin);
                return true;
            }
            return two(Tok::star_star);
        }
        return next == '=' ? two(Tok::star_assign) : one(Tok::star);
    case '/': return next == '=' ? two(Tok::slash_assign) : one(Tok::slash);
    case '%': return next == '=' ? two(Tok::percent_assign) : one(Tok::percent);
    case '?': return one(Tok::question);
    case ':': return one(Tok::colon);
    case '.': return one(Tok::dot);
    case ',': return one(Tok::comma);
    case ';': return one(Tok::semicolon);
    case '(': return one(Tok::open_paren);
    case ')': return one(Tok::close_paren);
    case '{': ++braces_; return one(Tok::open_brace);
    case '}':
        if (braces_ != 0) --braces_;
        return one(Tok::close_brace);
    case ']':
        if (next == ']') {
            at_ += 2;
            close_only(begin);
            return true;
        }
        return false;
    default: return false;
    }
}

} // namespace vellum::skrit
