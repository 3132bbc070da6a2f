// The name table and the spelling of tokens.
#include "engines/skrit/source/token.hpp"

#include "base/ascii.hpp"

namespace vellum::skrit {

namespace {

constexpr std::string_view words[] = {
#define WORD(name, text) text,
    VELLUM_SKRIT_KEYWORDS(WORD) VELLUM_SKRIT_KNOWN_WORDS(WORD)
#undef WORD
};
static_assert(std::size(words) == word::known_count);

bool equal_names(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) // most uses of a name are spelled alike
        if (a[i] != b[i] && lower_ascii(a[i]) != lower_ascii(b[i])) return false;
    return true;
}

} // namespace

Interner::Interner(std::uint32_t start) : start_(start), table_(256, 0) {
    for (const std::string_view text : words) static_cast<void>(intern(text));
}

/// What every table begins with: copied, since hashing the words would take longer than reading a small
/// script.
const Interner& Interner::reserved_words() {
    static const Interner table = [] {
        const char here = 0; // where a stack lies differs from run to run
        return Interner(
            static_cast<std::uint32_t>((reinterpret_cast<std::uintptr_t>(&here) >> 4U) * 0x9E3779B1U) | 1U);
    }();
    return table;
}

Interner::Interner() {
    const Interner& words_only = reserved_words();
    start_ = words_only.start_;
    table_ = words_only.table_;
    entries_.reserve(256);
    entries_ = words_only.entries_;
}

Symbol Interner::intern(std::string_view name) {
    std::uint32_t hash = start_;
    for (const char c : name) hash = hash_step(hash, static_cast<unsigned char>(lower_ascii(c)));
    return intern(name, hash);
}

Symbol Interner::intern(std::string_view name, std::uint32_t hash) {
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = (hash ^ (hash >> 15U)) & mask;; at = (at + 1) & mask) {
        const std::uint32_t stored = table_[at];
        if (stored == 0) {
            const auto symbol = static_cast<Symbol>(entries_.size());
            entries_.push_back({name, hash});
            table_[at] = symbol + 1;
            if (entries_.size() * 2 > table_.size()) grow();
            return symbol;
        }
        const Entry& entry = entries_[stored - 1];
        if (entry.hash == hash && equal_names(entry.text, name)) return stored - 1;
    }
}

void Interner::grow() {
    table_.assign(table_.size() * 2, 0);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        std::size_t at = (entries_[i].hash ^ (entries_[i].hash >> 15U)) & mask;
        while (table_[at] != 0) at = (at + 1) & mask;
        table_[at] = static_cast<std::uint32_t>(i + 1);
    }
}

std::string_view spelling(Tok kind) noexcept {
    constexpr std::string_view punctuation[] = {
        "<",  "<=", ">",  ">=", "==", "!=", "~=", "||",  "&&", "+",  "-",  "*", "/", "%",
        "**", "=",  "+=", "-=", "*=", "/=", "%=", "**=", "|=", "^=", "&=", "|", "^", "&",
        "!",  "~",  "?",  ":",  "->", ".",  ",",  ";",   "(",  ")",  "{",  "}"};
    static_assert(std::size(punctuation) ==
                  static_cast<std::size_t>(Tok::invalid) - static_cast<std::size_t>(Tok::less));
    if (kind < Tok::less || kind >= Tok::invalid) return {};
    return punctuation[static_cast<std::size_t>(kind) - static_cast<std::size_t>(Tok::less)];
}

std::string describe(const Token& token, const SourceMap& sources) {
    if (token.kind == Tok::end) return "end of file";
    const SourceMap::File& file = sources.file(sources.file_of(token.position));
    std::string_view text = std::string_view(file.text).substr(token.position - file.base, token.length);
    if (const std::size_t end = text.find_first_of("\r\n"); end != std::string_view::npos)
        text = text.substr(0, end);
    std::string result = "'" + std::string(text.substr(0, 40));
    if (text.size() > 40) result += "...";
    return result + "'";
}

} // namespace vellum::skrit
