// What may be written here: names, arguments, corrections, and the text laid out anew.
#include <algorithm>
#include <set>

#include "base/ascii.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::protocol::lsp {

namespace {

using language::Offset;

constexpr std::size_t most_proposals = 1000;

/// The number of tokens that begin in front of a place.
std::size_t tokens_before(const Analysis& analysis, Offset at) {
    const auto after = std::ranges::lower_bound(analysis.tokens, at, {},
                                                [](const Token& token) { return token.span.begin; });
    return static_cast<std::size_t>(after - analysis.tokens.begin());
}

bool begins_with(std::string_view name, std::string_view typed) {
    return name.size() >= typed.size() && same_name(name.substr(0, typed.size()), typed);
}

/// Collects what fits to what is typed already, each name once.
class Proposals {
  public:
    Proposals(const Document& document, Span typed)
        : typed_(document.text.at(typed)), range_(range_json(document.text, typed)) {}

    void add(const Symbol& symbol) {
        if (!begins_with(symbol.name, typed_)) return;
        if (list_.size() >= most_proposals) {
            whole_ = false;
            return;
        }
        if (!names_.insert(symbol.name).second) return;
        Json made = Json::object();
        made.set("label", symbol.name);
        made.set("kind", completion_kind(symbol.kind));
        if (!symbol.declaration.empty()) {
            made.set("detail", symbol.declaration);
            if (!symbol.documentation.empty()) {
                Json text = Json::object();
                text.set("kind", "markdown");
                text.set("value", symbol.documentation);
                made.set("documentation", std::move(text));
            }
        }
        // What the text itself declares comes first, then what the language offers.
        made.set("sortText", std::string(symbol.places.empty() ? "2" : "1") + symbol.name);
        Json edit = Json::object();
        edit.set("range", range_);
        edit.set("newText", symbol.name);
        made.set("textEdit", std::move(edit));
        list_.push_back(std::move(made));
    }
    void add_word(std::string_view word) {
        Symbol symbol;
        symbol.name = word;
        symbol.kind = SymbolKind::keyword;
        add(symbol);
    }
    Json take() {
        Json made = Json::object();
        made.set("isIncomplete", !whole_);
        made.set("items", std::move(list_));
        return made;
    }

  private:
    std::string_view typed_;
    Json range_;
    Json list_ = Json::array();
    std::set<std::string> names_;
    bool whole_ = true;
};

Json edit_json(const language::Text& text, Span span, std::string_view by) {
    Json made = Json::object();
    made.set("range", range_json(text, span));
    made.set("newText", by);
    return made;
}

} // namespace

std::string_view proposed_name(const Diagnostic& diagnostic) {
    for (const std::string_view text :
         {std::string_view(diagnostic.hint), std::string_view(diagnostic.message)}) {
        constexpr std::string_view words = "id you mean '";
        const std::size_t at = text.find(words);
        if (at == std::string_view::npos) continue;
        const std::string_view rest = text.substr(at + words.size());
        const std::size_t end = rest.find('\'');
        if (end != std::string_view::npos && end != 0) return rest.substr(0, end);
    }
    return {};
}

Json Server::completion(const Json& params) {
    const Here found = here(params);
    if (found.document == nullptr) return nullptr;
    const Analysis& known = *found.analysis;
    const std::size_t before = tokens_before(known, found.at);
    Span typed{found.at, found.at};
    std::size_t previous = before; // the tokens in front of what is typed
    if (before != 0) {
        const Token& token = known.tokens[before - 1];
        const bool inside = found.at < token.span.end ||
                            (found.at == token.span.end &&
                             (token.kind == TokenKind::comment || token.kind == TokenKind::number));
        if (inside && (token.kind == TokenKind::comment || token.kind == TokenKind::text ||
                       token.kind == TokenKind::number))
            return nullptr;
        if (token.span.touches(found.at) &&
            (token.kind == TokenKind::word || token.kind == TokenKind::keyword)) {
            typed = {token.span.begin, found.at};
            --previous;
        }
    }
    Proposals proposals(*found.document, typed);
    const Offset behind = previous == 0 ? 0 : known.tokens[previous - 1].span.end;
    const auto owner = std::ranges::find(known.owners, behind, [](const auto& one) { return one.first; });
    if (previous != 0 && owner != known.owners.end()) {
        if (owner->second.empty()) return proposals.take();
        for (const std::string& each : known.catalogue->with_bases(owner->second)) {
            for (const Symbol& symbol : known.symbols)
                if (!symbol.owner.empty() && known.catalogue->key(symbol.owner) == each)
                    proposals.add(symbol);
            for (const SymbolId id : known.catalogue->members(each))
                proposals.add(known.catalogue->symbols()[id]);
        }
        return proposals.take();
    }
    for (const Symbol& symbol : known.symbols)
        if (symbol.owner.empty() && symbol.scope.begin <= found.at && found.at <= symbol.scope.end &&
            !symbol.scope.empty())
            proposals.add(symbol);
    for (const std::string_view word : found.document->language->lexicon().keywords) proposals.add_word(word);
    for (const SymbolId id : known.catalogue->members({})) proposals.add(known.catalogue->symbols()[id]);
    return proposals.take();
}

Json Server::signature_help(const Json& params) {
    const Here found = here(params);
    if (found.document == nullptr) return nullptr;
    const Analysis& known = *found.analysis;
    constexpr std::size_t farthest = 2000;
    std::size_t depth = 0, argument = 0;
    const std::size_t from = tokens_before(known, found.at);
    for (std::size_t i = from; i > 0 && from - i < farthest; --i) {
        const Token& token = known.tokens[i - 1];
        if (token.kind == TokenKind::line_end) return nullptr;
        if (token.kind != TokenKind::mark) continue;
        const std::string_view mark = found.document->text.at(token.span);
        if (mark == ";" || mark == "{" || mark == "}") return nullptr;
        if (mark == ")" || mark == "]") ++depth;
        if (mark == "," && depth == 0) ++argument;
        if ((mark == "(" || mark == "[") && depth != 0) {
            --depth;
            continue;
        }
        if (mark == "[") argument = 0; // the index of an array: its own commas are none of ours
        if (mark != "(" || i < 2) continue;
        const language::Use* const use = known.use_at(known.tokens[i - 2].span.begin);
        if (use == nullptr || !known.symbol(use->symbol).callable) return nullptr;
        const Symbol& called = known.symbol(use->symbol);
        std::vector<const Symbol*> overloads;
        std::size_t active = 0;
        if (use->symbol >= known.symbols.size()) {
            for (const SymbolId id : known.catalogue->find(called.owner, called.name))
                if (known.catalogue->symbols()[id].callable)
                    overloads.push_back(&known.catalogue->symbols()[id]);
        } else
            overloads.push_back(&called);
        Json list = Json::array();
        for (std::size_t n = 0; n < overloads.size(); ++n) {
            const Symbol& one = *overloads[n];
            if (overloads[active]->parameters.size() <= argument && one.parameters.size() > argument)
                active = n;
            Json parameters = Json::array();
            for (const language::Parameter& each : one.parameters) {
                Json parameter = Json::object();
                parameter.set("label", each.text);
                if (!each.documentation.empty()) parameter.set("documentation", each.documentation);
                parameters.push_back(std::move(parameter));
            }
            Json signature = Json::object();
            signature.set("label", one.declaration);
            if (!one.documentation.empty()) signature.set("documentation", one.documentation);
            signature.set("parameters", std::move(parameters));
            list.push_back(std::move(signature));
        }
        Json made = Json::object();
        made.set("signatures", std::move(list));
        made.set("activeSignature", active);
        made.set("activeParameter", argument);
        return made;
    }
    return nullptr;
}

Json Server::code_actions(const Json& params) {
    Json all = Json::array();
    Document* const found = document(params);
    if (found == nullptr) return all;
    if (!found->told) { // asked before anything was told
        std::vector<Json> ignored;
        tell(*found, ignored);
        found->told = false;
    }
    const Span wanted{found->text.offset(position_from(params["range"]["start"])),
                      found->text.offset(position_from(params["range"]["end"]))};
    const NearbyFiles around = this->around(found->path);
    for (const Diagnostic& each : found->diagnostics) {
        if (each.place.line == 0 || (!each.place.file.empty() && each.place.file != found->name())) continue;
        Span span = span_of(found->text, each.place);
        if (span.end < wanted.begin || wanted.end < span.begin) continue;
        std::string title, text;
        if (const std::string_view name = proposed_name(each); !name.empty()) {
            title = "Write '" + std::string(name) + "'";
            text = name;
            const std::string_view now = found->text.at(span); // a member's whole name may be proposed
            const std::size_t dot = text.rfind('.');
            if (dot != std::string::npos && !now.contains('.')) text.erase(0, dot + 1);
        } else if (each.message.contains("';' is missing") || each.message.contains("expected ';'")) {
            title = "Insert ';'";
            text = ";";
            span.end = span.begin;
        } else if (each.hint == "use a dot to reach members") {
            title = "Write '.'";
            text = ".";
            span.end = span.begin + 2;
        } else
            continue;
        Json edits = Json::array();
        edits.push_back(edit_json(found->text, span, text));
        Json changes = Json::object();
        changes.set(found->uri, std::move(edits));
        Json edit = Json::object();
        edit.set("changes", std::move(changes));
        Json told = Json::array();
        told.push_back(diagnostic(*found, around, each));
        Json made = Json::object();
        made.set("title", std::move(title));
        made.set("kind", "quickfix");
        made.set("diagnostics", std::move(told));
        made.set("isPreferred", true);
        made.set("edit", std::move(edit));
        all.push_back(std::move(made));
    }
    return all;
}

/// One edit from the first line that differs to the last one, so that cursors elsewhere stay.
Json Server::formatting(const Json& params) {
    Document* const found = document(params);
    if (found == nullptr || !found->language->formats()) return nullptr;
    Diagnostics ignored; // told already
    const auto made = found->language->format({.text = found->text.bytes(), .name = found->name()}, ignored);
    Json edits = Json::array();
    if (!made || *made == found->text.bytes()) return edits;
    const std::string_view before = found->text.bytes(), after = *made;
    const auto same = std::ranges::mismatch(before, after);
    auto begin = static_cast<std::size_t>(same.in1 - before.begin());
    begin = begin == 0 ? 0 : before.find_last_of('\n', begin - 1) + 1;
    std::size_t tail = 0;
    while (tail < before.size() - begin && tail < after.size() - begin &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    while (tail != 0 && before[before.size() - tail - 1] != '\n') --tail;
    edits.push_back(edit_json(found->text,
                              {static_cast<Offset>(begin), static_cast<Offset>(before.size() - tail)},
                              after.substr(begin, after.size() - tail - begin)));
    return edits;
}

} // namespace vellum::protocol::lsp
