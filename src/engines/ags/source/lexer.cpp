// One pass over the bytes by a table of classes. Facts: docs/languages/ags.md, "Words and literals".
#include "engines/ags/source/lexer.hpp"

#include <array>
#include <charconv>
#include <string>

#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::source {

namespace {

enum Class : std::uint8_t {
    blank = 1,
    line_end = 2,
    letter = 4,
    digit = 8,
    hexadecimal = 16,
    takes_equals = 32, ///< "+" goes on with "="
    repeats = 64,      ///< "+" goes on with "+"
};

constexpr std::array<std::uint8_t, 256> classes = [] {
    std::array<std::uint8_t, 256> table{};
    const auto mark = [&](std::string_view bytes, Class as) {
        for (const char each : bytes) table[static_cast<unsigned char>(each)] |= as;
    };
    mark(" \t\v\f", blank);
    mark("\r\n", line_end);
    mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", letter);
    mark("0123456789", digit);
    mark("0123456789abcdefABCDEFxX.", hexadecimal);
    mark("=<>!+-*/&|^", takes_equals);
    mark("&|+-<>.:", repeats);
    for (std::size_t high = 128; high < 256; ++high) table[high] |= letter;
    return table;
}();

std::uint8_t class_of(char byte) noexcept { return classes[static_cast<unsigned char>(byte)]; }

/// What stands for the byte behind a backslash.
char escaped(char byte) noexcept {
    switch (byte) {
    case 'a': return '\a';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return byte;
    }
}

class Lexer {
  public:
    Lexer(std::string_view text, Symbols& symbols, std::vector<std::byte>& strings, LiteralForm form)
        : text_(text), symbols_(symbols), strings_(strings), form_(form) {}

    Tokens run() {
        tokens_.list.reserve(text_.size() / 4 + 16);
        while (at_ < text_.size()) {
            const char first = text_[at_];
            const std::uint8_t kind = class_of(first);
            if ((kind & blank) != 0) {
                ++at_;
            } else if ((kind & line_end) != 0) {
                ++at_;
                if (at_ < text_.size() && text_[at_] == '\n') ++at_;
                ++line_;
            } else {
                token(first, kind);
            }
        }
        tokens_.last_line = line_;
        tokens_.placed = form_.placed;
        return std::move(tokens_);
    }

  private:
    void token(char first, std::uint8_t kind) {
        const std::size_t begin = at_++;
        SymbolId id = no_symbol;
        if ((kind & letter) != 0) {
            skip(letter | digit);
            id = name(text_.substr(begin, at_ - begin));
        } else if (first == '"') {
            find_quote(first);
            id = literal(text_.substr(begin, at_ - begin));
            if (!in_table_ && symbols_[id].name.substr(1).starts_with(section_mark)) {
                push(id, begin);
                line_ = 0; // a section counts its own lines
                return;
            }
        } else if (first == '\'') {
            find_quote(first);
            id = character(text_.substr(begin, at_ - begin));
        } else if ((kind & digit) != 0) {
            if (first == '0')
                skip(hexadecimal);
            else
                while (at_ < text_.size() && ((class_of(text_[at_]) & digit) != 0 || text_[at_] == '.'))
                    ++at_;
            id = number(text_.substr(begin, at_ - begin));
        } else {
            while (at_ < text_.size() && ((text_[at_] == '=' && (kind & takes_equals) != 0) ||
                                          (text_[at_] == first && (kind & repeats) != 0)))
                ++at_;
            id = sign(text_.substr(begin, at_ - begin), begin);
            if (id == no_symbol) return;
        }
        push(id, begin);
    }

    void push(SymbolId id, std::size_t begin) {
        tokens_.list.push_back({id, line_ != marked_ ? line_ : 0, static_cast<std::uint32_t>(begin)});
        marked_ = line_;
        before_ = id;
        before_kind_ = symbols_[id].kind;
    }

    void skip(unsigned wanted) {
        while (at_ < text_.size() && (class_of(text_[at_]) & wanted) != 0) ++at_;
    }

    void find_quote(char quote) {
        while (at_ < text_.size() && text_[at_] != quote) at_ += text_[at_] == '\\' ? 2 : 1;
        at_ = at_ < text_.size() ? at_ + 1 : text_.size();
    }

    [[nodiscard]] bool behind_dot() const noexcept { return before_kind_ == Kind::dot; }

    SymbolId dotted(std::string_view text) {
        buffer_ = '.';
        buffer_ += text;
        return symbols_.add(buffer_);
    }

    SymbolId name(std::string_view text) {
        if (behind_dot()) return dotted(text);
        const SymbolId id = symbols_.add(text);
        if (in_table_) {
            named_ = symbols_[id].kind == Kind::undefined ? id : no_symbol;
            return id;
        }
        if (before_kind_ == Kind::struct_) {
            struct_ = id;
            struct_depth_ = depth_;
            return id;
        }
        if (struct_ == no_symbol || depth_ == struct_depth_ || parentheses_ != 0 || id == struct_) return id;
        switch (symbols_[id].kind) {
        case Kind::undefined:
        case Kind::global:
        case Kind::local:
        case Kind::function:
        case Kind::constant:
        case Kind::member: break;
        default: return id;
        }
        switch (before_kind_) {
        case Kind::attribute:
        case Kind::import:
        case Kind::static_:
        case Kind::protected_:
        case Kind::writeprotected:
        case Kind::semicolon:
        case Kind::open_brace:
        case Kind::open_bracket:
        case Kind::enum_: return id;
        default: return symbols_.add_member(struct_, text);
        }
    }

    SymbolId number(std::string_view text) {
        if (behind_dot()) return dotted(text);
        const SymbolId id = symbols_.add(text);
        symbols_[id].kind = text.contains('.') ? Kind::real : Kind::integer;
        if (in_table_) {
            unsigned byte = 0;
            std::from_chars(text.data(), text.data() + text.size(), byte);
            strings_.push_back(static_cast<std::byte>(byte));
        }
        return id;
    }

    SymbolId sign(std::string_view text, std::size_t begin) {
        if (behind_dot()) return dotted(text);
        SymbolId id = symbols_.add(text);
        if (id == word::star_assign && before_kind_ == Kind::type) {
            push(word::star, begin);
            push(word::assign, begin + 1);
            return no_symbol;
        }
        switch (symbols_[id].kind) {
        case Kind::open_brace:
            in_table_ = depth_ == 0 && opens_table();
            form_.placed = form_.placed || in_table_;
            ++depth_;
            break;
        case Kind::close_brace:
            in_table_ = false;
            named_ = no_symbol;
            if (depth_ > 0) --depth_;
            if (depth_ == 0) struct_ = no_symbol;
            break;
        case Kind::open_parenthesis: ++parentheses_; break;
        case Kind::close_parenthesis:
            if (parentheses_ > 0) --parentheses_;
            break;
        case Kind::semicolon:
            if (depth_ == 0) struct_ = no_symbol;
            break;
        default: break;
        }
        return id;
    }

    /// True behind "texts" where something new begins: it is no struct or enum of that name.
    [[nodiscard]] bool opens_table() const noexcept {
        if (symbols_[before_].name != text_table) return false;
        const std::size_t count = tokens_.list.size();
        if (count < 2) return true;
        const Kind kind = symbols_[tokens_.list[count - 2].symbol].kind;
        return kind == Kind::semicolon || kind == Kind::close_brace || kind == Kind::text;
    }

    SymbolId literal(std::string_view quoted) {
        std::string_view shown = quoted;
        if (quoted.contains('\\')) {
            buffer_ = '"';
            for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
                if (quoted[i] != '\\' || i + 2 >= quoted.size()) {
                    buffer_ += quoted[i];
                    continue;
                }
                ++i;
                if (quoted[i] == '[') buffer_ += '\\';
                buffer_ += escaped(quoted[i]);
            }
            buffer_ += '"';
            shown = buffer_;
        }
        const SymbolId id = symbols_.add(shown);
        Symbol& symbol = symbols_[in_table_ && named_ != no_symbol ? named_ : id];
        named_ = no_symbol;
        symbols_[id].kind = symbol.kind = Kind::text;
        symbol.type = {word::string, 0, 1, 0};
        // A table of texts says where they lie and whether there are any marks.
        if (!in_table_ &&
            (symbol.has(is_placed) || (form_.placed && shown.substr(1).starts_with(section_mark))))
            return id;
        if (in_table_) symbol.flags |= is_placed;
        symbol.offset = static_cast<std::int32_t>(strings_.size());
        const std::size_t end = strings_.size() + (form_.padded && !in_table_ ? quoted : shown).size() - 1;
        for (std::size_t i = 1; i + 1 < shown.size(); ++i)
            strings_.push_back(static_cast<std::byte>(shown[i]));
        strings_.resize(end);
        return id;
    }

    SymbolId character(std::string_view quoted) {
        std::size_t at = 1;
        const bool escape = quoted.size() > 2 && quoted[1] == '\\';
        if (escape) ++at;
        std::int32_t value = quoted.size() > at ? signed_byte(quoted[at]) : 0;
        if (escape)
            value = signed_byte(escaped(quoted[at]));
        else if (form_.utf8 && value < 0)
            value = code_point(quoted.substr(at));
        char digits[16];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        const SymbolId id = symbols_.add({digits, static_cast<std::size_t>(end - digits)});
        if (value >= 0) symbols_[id].kind = Kind::integer;
        return id;
    }

    /// From 128 on bytes count as negative.
    static std::int32_t signed_byte(char letter) noexcept {
        const std::int32_t value = static_cast<unsigned char>(letter);
        return value < 128 ? value : value - 256;
    }

    static std::int32_t code_point(std::string_view bytes) noexcept {
        const auto first = static_cast<unsigned char>(bytes[0]);
        const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
        if (length == 1) return first;
        auto value = static_cast<std::int32_t>(first & (0xFFU >> (length + 1)));
        for (std::size_t i = 1; i < length && i < bytes.size(); ++i)
            value = value << 6 | (static_cast<unsigned char>(bytes[i]) & 0x3F);
        return value;
    }

    std::string_view text_;
    Symbols& symbols_;
    std::vector<std::byte>& strings_;
    LiteralForm form_;
    Tokens tokens_;
    std::size_t at_ = 0;
    std::uint32_t line_ = 0;
    std::uint32_t marked_ = 0;
    SymbolId before_ = no_symbol;
    Kind before_kind_ = Kind::undefined;
    SymbolId struct_ = no_symbol; ///< In whose braces members are renamed.
    std::uint32_t struct_depth_ = 0;
    std::uint32_t depth_ = 0;
    std::uint32_t parentheses_ = 0;
    bool in_table_ = false;      ///< In the braces of a table of texts.
    SymbolId named_ = no_symbol; ///< The name of its next text.
    std::string buffer_;
};

} // namespace

Tokens tokenize(std::string_view text, Symbols& symbols, std::vector<std::byte>& strings, LiteralForm form) {
    return Lexer(text, symbols, strings, form).run();
}

} // namespace vellum::ags::source
