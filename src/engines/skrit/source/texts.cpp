#include "engines/skrit/source/texts.hpp"

#include <string>
#include <unordered_map>
#include <utility>

#include "base/bytes.hpp"
#include "engines/skrit/source/lexer.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t most_places = 8;

/// The tokens of a source. Mistakes in it are not our business.
struct Tokens {
    SourceMap sources;
    TokenList list;

    [[nodiscard]] bool read(std::string_view source) {
        if (!sources.add("source", std::string(source))) return false;
        Diagnostics unused;
        static_cast<void>(Lexer({sources, list, unused, {}, nullptr, false, true}).run());
        return true;
    }
};

std::unexpected<Diagnostic> too_long() {
    return fail(vellum::codes::text_change, "the script is longer than 64 MB");
}

} // namespace

std::string quoted_text(std::string_view text) {
    constexpr std::string_view meanings = "\t\n\r\"\\", letters = "tnr\"\\", digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (const std::size_t found = meanings.find(c); found != std::string_view::npos)
            out.append(1, '\\').append(1, letters[found]);
        else if (byte < ' ')
            out.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 0xFU]);
        else
            out += c;
    }
    return out + "\"";
}

Result<std::vector<GameText>> source_texts(std::string_view source) {
    Tokens tokens;
    if (!tokens.read(source)) return too_long();
    std::vector<GameText> texts;
    std::unordered_map<std::string_view, std::size_t> known;
    std::vector<Symbol> calls; // in whose parentheses a text stands
    constexpr Symbol nothing = 0xFFFFFFFF;
    Symbol function = nothing;
    std::size_t depth = 0;
    Token before;
    const auto name_of = [&](Symbol symbol) {
        return symbol == nothing ? std::string() : std::string(tokens.list.names.text(symbol));
    };
    for (const Token& token : tokens.list.tokens) {
        const bool named = before.kind == Tok::user || before.kind == Tok::name;
        switch (token.kind) {
        case Tok::open_paren:
            calls.push_back(named ? before.value : nothing);
            if (depth == 0 && named) function = before.value;
            break;
        case Tok::close_paren:
            if (!calls.empty()) calls.pop_back();
            break;
        case Tok::open_brace: ++depth; break;
        case Tok::close_brace:
            if (depth != 0 && --depth == 0) function = nothing;
            break;
        case Tok::string: {
            const std::string& text = tokens.list.strings[token.value];
            if (text.empty()) break;
            const auto [entry, added] = known.emplace(text, texts.size());
            if (added) {
                texts.emplace_back().text = text;
                if (!calls.empty()) texts.back().context = "before the call of " + name_of(calls.back());
            }
            GameText& one = texts[entry->second];
            if (one.places.size() < most_places)
                one.places.push_back({depth == 0 ? std::string() : name_of(function), token.position});
            break;
        }
        default: break; // NOLINT: most tokens say nothing about texts
        }
        before = token;
    }
    return texts;
}

Result<std::vector<std::byte>> change_source_texts(std::string_view source,
                                                   std::span<const TextChange> changes) {
    Tokens tokens;
    if (!tokens.read(source)) return too_long();
    std::unordered_map<std::string_view, std::pair<const TextChange*, bool>> wanted;
    for (const TextChange& change : changes)
        if (change.before != change.after) wanted.emplace(change.before, std::pair(&change, false));
    std::string out;
    std::size_t copied = 0;
    for (const Token& token : tokens.list.tokens) {
        if (token.kind != Tok::string) continue;
        const auto found = wanted.find(tokens.list.strings[token.value]);
        if (found == wanted.end()) continue;
        if (found->second.first->after.find('\0') != std::string::npos)
            return fail(vellum::codes::text_change, "a text of a script cannot have a NUL");
        found->second.second = true;
        out += source.substr(copied, token.position - copied);
        out += quoted_text(found->second.first->after);
        copied = token.position + token.length;
    }
    for (const auto& [before, one] : wanted)
        if (!one.second)
            return fail(vellum::codes::text_change, "the script has no text '" + std::string(before) + "'");
    out += source.substr(copied);
    const auto bytes = as_bytes(out);
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

} // namespace vellum::skrit
