// The text as a whole: its outline, what folds, and what each word is.
#include <algorithm>
#include <array>
#include <tuple>

#include "protocol/lsp/server.hpp"

namespace vellum::protocol::lsp {

namespace {

/// What a kind is called in the protocol's lists: numbers there, a name here.
struct KindRow {
    SymbolKind kind;
    int symbol, completion;
    std::string_view token;
};
constexpr auto kinds = std::to_array<KindRow>({
    {SymbolKind::function, 12, 3, "function"},
    {SymbolKind::event, 24, 23, "event"},
    {SymbolKind::state, 5, 7, "class"},
    {SymbolKind::task, 5, 7, "class"},
    {SymbolKind::type, 5, 7, "type"},
    {SymbolKind::constant, 14, 21, "enumMember"},
    {SymbolKind::variable, 13, 6, "variable"},
    {SymbolKind::parameter, 13, 6, "parameter"},
    {SymbolKind::property, 7, 10, "property"},
    {SymbolKind::label, 12, 3, "function"},
    {SymbolKind::text, 15, 12, "string"},
    {SymbolKind::native, 12, 3, "method"},
    {SymbolKind::macro, 14, 21, "macro"},
    {SymbolKind::instruction, 25, 24, "keyword"},
    {SymbolKind::directive, 3, 14, "decorator"},
    {SymbolKind::keyword, 14, 14, "keyword"},
});

constexpr auto token_types = std::to_array<std::string_view>(
    {"type", "class", "enumMember", "event", "function", "method", "macro", "keyword", "variable",
     "parameter", "property", "comment", "string", "number", "decorator"});
constexpr auto modifiers = std::to_array<std::string_view>({"declaration", "modification", "defaultLibrary"});

const KindRow& row_of(SymbolKind kind) { return *std::ranges::find(kinds, kind, &KindRow::kind); }

std::uint32_t token_number(std::string_view name) {
    return static_cast<std::uint32_t>(std::ranges::find(token_types, name) - token_types.begin());
}

std::string_view token_name(TokenKind kind) {
    switch (kind) {
    case TokenKind::comment: return "comment";
    case TokenKind::text: return "string";
    case TokenKind::number: return "number";
    case TokenKind::keyword: return "keyword";
    case TokenKind::word:
    case TokenKind::mark:
    case TokenKind::line_end: break;
    }
    return {};
}

/// Five numbers for each token, those of its place relative to the one before.
class TokenWriter {
  public:
    explicit TokenWriter(const language::Text& text) : text_(text) {}

    void add(Span span, std::uint32_t type, std::uint32_t marks) {
        const std::string_view bytes = text_.bytes().substr(0, span.end); // the rest of the line may be long
        while (span.begin < span.end) { // a token may not go over the end of a line
            const std::size_t line_end =
                std::min<std::size_t>(bytes.find_first_of("\r\n", span.begin), span.end);
            const Span part{span.begin, static_cast<language::Offset>(line_end)};
            if (!part.empty()) write(part, type, marks);
            span.begin = static_cast<language::Offset>(
                std::min<std::size_t>(bytes.find_first_not_of("\r\n", line_end), span.end));
        }
    }
    Json take() {
        Json made = Json::object();
        made.set("data", std::move(data_));
        return made;
    }

  private:
    void write(Span span, std::uint32_t type, std::uint32_t marks) {
        const language::Position at = text_.position(span.begin);
        const bool same = at.line == last_.line;
        data_.push_back(at.line - last_.line);
        data_.push_back(same ? at.character - last_.character : at.character);
        data_.push_back(language::utf16_length(text_.at(span)));
        data_.push_back(type);
        data_.push_back(marks);
        last_ = at;
    }

    const language::Text& text_;
    language::Position last_;
    Json data_ = Json::array();
};

Json tokens_of(const language::Text& text, const Analysis& analysis, Span wanted) {
    TokenWriter out(text);
    auto use = analysis.uses.begin();
    for (const Token& token : analysis.tokens) {
        if (token.span.end <= wanted.begin || token.span.begin >= wanted.end) continue;
        while (use != analysis.uses.end() && use->span.begin < token.span.begin) ++use;
        std::string_view name = token_name(token.kind);
        std::uint32_t marks = 0;
        if (use != analysis.uses.end() && use->span == token.span) {
            const Symbol& symbol = analysis.symbol(use->symbol);
            name = row_of(symbol.kind).token;
            marks = (use->declares ? 1U : 0U) | (use->writes ? 2U : 0U) | (symbol.places.empty() ? 4U : 0U);
            if (symbol.places.empty() && token.kind == TokenKind::keyword) marks = 0;
        }
        if (!name.empty()) out.add(token.span, token_number(name), marks);
    }
    return out.take();
}

} // namespace

int symbol_kind(SymbolKind kind) { return row_of(kind).symbol; }
int completion_kind(SymbolKind kind) { return row_of(kind).completion; }

Json token_legend() {
    Json types = Json::array(), marks = Json::array();
    for (const std::string_view each : token_types) types.push_back(each);
    for (const std::string_view each : modifiers) marks.push_back(each);
    Json made = Json::object();
    made.set("tokenTypes", std::move(types));
    made.set("tokenModifiers", std::move(marks));
    return made;
}

Json Server::semantic_tokens(const Json& params) {
    Document* const found = document(params);
    if (found == nullptr) return nullptr;
    return tokens_of(found->text, analysis(*found), {0, 0xFFFFFFFF});
}

Json Server::semantic_tokens_range(const Json& params) {
    Document* const found = document(params);
    if (found == nullptr) return nullptr;
    return tokens_of(found->text, analysis(*found),
                     {found->text.offset(position_from(params["range"]["start"])),
                      found->text.offset(position_from(params["range"]["end"]))});
}

Json Server::folding(const Json& params) {
    Json all = Json::array();
    Document* const found = document(params);
    if (found == nullptr) return all;
    for (const Span& span : analysis(*found).folds) {
        const std::uint32_t first = found->text.position(span.begin).line;
        const std::uint32_t last = found->text.position(span.end).line;
        if (last <= first) continue;
        Json made = Json::object();
        made.set("startLine", first);
        made.set("endLine", last);
        if (found->text.bytes().substr(span.begin).starts_with(found->language->lexicon().line_comment) ||
            (!found->language->lexicon().block_begin.empty() &&
             found->text.bytes().substr(span.begin).starts_with(found->language->lexicon().block_begin)))
            made.set("kind", "comment");
        all.push_back(std::move(made));
    }
    return all;
}

Json Server::document_symbols(const Json& params) {
    Json all = Json::array();
    Document* const found = document(params);
    if (found == nullptr) return all;
    const Analysis& known = analysis(*found);
    /// One entry of the outline; its children are written when it ends.
    struct Entry {
        Span all, name;
        SymbolId id;
    };
    std::vector<Entry> entries;
    for (SymbolId id = 0; id < known.symbols.size(); ++id) {
        const Symbol& symbol = known.symbols[id];
        const bool local = symbol.kind == SymbolKind::parameter ||
                           (symbol.kind == SymbolKind::variable && symbol.parent != language::no_symbol &&
                            known.symbols[symbol.parent].callable);
        if (local) continue;
        for (const Declared& place : symbol.places)
            if (place.file == 0) entries.push_back({place.all, place.name, id});
    }
    std::ranges::sort(entries, {}, [](const Entry& entry) { // what lies around others first
        return std::tuple(entry.all.begin, ~entry.all.end, entry.name.begin);
    });
    std::vector<std::pair<language::Offset, Json>> open; // those that the next one may lie in
    const auto close = [&](language::Offset begin) {
        while (!open.empty() && open.back().first <= begin) {
            Json done = std::move(open.back().second);
            open.pop_back();
            Json& list = open.empty() ? all
                         : open.back().second.find("children") != nullptr
                             ? *open.back().second.find("children")
                             : open.back().second.set("children", Json::array());
            list.push_back(std::move(done));
        }
    };
    constexpr std::size_t deepest = 50;
    for (const Entry& entry : entries) {
        close(entry.all.begin);
        if (open.size() >= deepest) continue;
        const Symbol& symbol = known.symbols[entry.id];
        Json made = Json::object();
        made.set("name", symbol.name);
        made.set("detail", symbol.declaration);
        made.set("kind", symbol_kind(symbol.kind));
        made.set("range", range_json(found->text, entry.all));
        made.set("selectionRange", range_json(found->text, entry.name));
        open.emplace_back(std::max(entry.all.end, entry.all.begin + 1), std::move(made));
    }
    close(0xFFFFFFFF);
    return all;
}

} // namespace vellum::protocol::lsp
