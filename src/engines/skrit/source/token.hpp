// Tokens of Skrit and the words it reserves (docs/engines/skrit.md, "Words and literals"). Names are interned
// without regard to case: equal names have equal numbers, with and without `$`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/source/source_map.hpp"

namespace vellum::skrit {

/// Number of an interned name. Keywords come first, in the order of the table below.
using Symbol = std::uint32_t;

// The last words are no keywords: they stand at fixed numbers so that the parser finds them without comparing
// text.
// clang-format off: a table, one row of words a line
#define VELLUM_SKRIT_KEYWORDS(WORD) \
    WORD(if_, "if") WORD(else_, "else") WORD(while_, "while") WORD(break_, "break") \
    WORD(continue_, "continue") WORD(forever, "forever") WORD(return_, "return") WORD(sitnspin, "sitnspin") \
    WORD(abort, "abort") WORD(bool_, "bool") WORD(int_, "int") WORD(float_, "float") WORD(string, "string") \
    WORD(void_, "void") WORD(shared, "shared") WORD(property, "property") WORD(hidden, "hidden") \
    WORD(doc, "doc") WORD(true_, "true") WORD(false_, "false") WORD(null, "null") WORD(line, "__LINE__") \
    WORD(name, "__NAME__") WORD(this_, "this") WORD(vm, "vm") WORD(owner, "owner") WORD(event, "event") \
    WORD(trigger, "trigger") WORD(at, "at") WORD(msec, "msec") WORD(frames, "frames") WORD(state, "state") \
    WORD(poll, "poll") WORD(transition, "transition") WORD(and_, "and") WORD(startup, "startup") \
    WORD(setstate, "setstate")
// clang-format on
// clang-format off: a table, one row of words a line
#define VELLUM_SKRIT_KNOWN_WORDS(WORD) \
    WORD(seconds, "seconds") WORD(second, "second") WORD(sec, "sec") WORD(msecs, "msecs") \
    WORD(frame, "frame") WORD(for_, "for") WORD(do_, "do") WORD(switch_, "switch") WORD(case_, "case") \
    WORD(goto_, "goto") WORD(elseif, "elseif") WORD(elif, "elif") WORD(double_, "double") \
    WORD(char_, "char") WORD(unsigned_, "unsigned") WORD(const_, "const") WORD(struct_, "struct") \
    WORD(class_, "class") WORD(function, "function") WORD(include, "include") WORD(option, "option") \
    WORD(only, "only") WORD(asm_, "asm")
// clang-format on

namespace word {
enum : Symbol {
#define WORD(name, text) name,
    VELLUM_SKRIT_KEYWORDS(WORD) keyword_count,
    before_known_words = keyword_count - 1,
    VELLUM_SKRIT_KNOWN_WORDS(WORD) known_count
#undef WORD
};
} // namespace word

enum class Tok : std::uint8_t {
    end,
    user,     ///< name with `$`; value: symbol
    name,     ///< name without; value: symbol
    keyword,  ///< value: symbol below word::keyword_count
    integer,  ///< value: bits; four-character codes too
    real,     ///< value: bits
    string,   ///< value: number of the string
    macro,    ///< `#name` of a formula; value: symbol
    assembly, ///< `asm { ... }`; value: number of the string with its lines
    // punctuation
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    approx_equal,
    or_or,
    and_and,
    plus,
    minus,
    star,
    slash,
    percent,
    star_star,
    assign,
    plus_assign,
    minus_assign,
    star_assign,
    slash_assign,
    percent_assign,
    star_star_assign,
    or_assign,
    xor_assign,
    and_assign,
    bar,
    caret,
    ampersand,
    bang,
    tilde,
    question,
    colon,
    arrow,
    dot,
    comma,
    semicolon,
    open_paren,
    close_paren,
    open_brace,
    close_brace,
    invalid ///< reported by the lexer
};

struct Token {
    Tok kind = Tok::end;
    Position position = 0;
    std::uint32_t length = 0;
    std::uint32_t value = 0;
};

/// Names without regard to case.
class Interner {
  public:
    Interner();
    /// The number of the name; `hash` is that of hash_of.
    Symbol intern(std::string_view name, std::uint32_t hash);
    Symbol intern(std::string_view name);
    /// Spelling when it was first seen. Views stay valid as long as the interned texts.
    [[nodiscard]] std::string_view text(Symbol symbol) const noexcept { return entries_[symbol].text; }
    [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

    /// Where a name's hash begins. It differs from run to run, so that nobody can prepare names that collide;
    /// numbers of names follow from their order alone.
    [[nodiscard]] std::uint32_t hash_start() const noexcept { return start_; }
    [[nodiscard]] static constexpr std::uint32_t hash_step(std::uint32_t hash, unsigned char lower) noexcept {
        return (hash ^ lower) * 0x01000193U;
    }

  private:
    struct Entry {
        std::string_view text;
        std::uint32_t hash = 0;
    };
    explicit Interner(std::uint32_t start);
    static const Interner& reserved_words();
    void grow();
    std::uint32_t start_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> table_; ///< symbol + 1, 0 for free; size is a power of two
};

/// Everything the lexer makes of a compilation's texts.
struct TokenList {
    std::vector<Token> tokens;        ///< Ends with Tok::end.
    std::vector<std::string> strings; ///< Decoded string literals.
    Interner names;
};

/// "'{'", "'setstate'", "'count$'" or "end of file", for messages.
[[nodiscard]] std::string describe(const Token& token, const SourceMap& sources);
/// The characters of a punctuation token.
[[nodiscard]] std::string_view spelling(Tok kind) noexcept;

} // namespace vellum::skrit
