// What a name is, where it comes from and where it stands, in the text and in those around it.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/json_writer.hpp"
#include "base/text_storage.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::protocol::lsp {

namespace {

using language::Text;

constexpr std::size_t most_files = 500, most_bytes = std::size_t{16} << 20U, most_answers = 5000;

/// The same for every text that means the same declaration.
std::string identity(std::string_view uri, Span name) {
    return std::string(uri) + "#" + std::to_string(name.begin);
}

/// Reads the texts that analyses refer to, each once.
class Files {
  public:
    Files(const NearbyFiles& around, const std::string& uri, const Text& text, const Analysis& analysis)
        : around_(around), uri_(uri), text_(text), analysis_(analysis) {}

    [[nodiscard]] std::string uri(std::uint32_t file) {
        if (file == 0) return uri_;
        const auto [found, fresh] = uris_.try_emplace(file);
        if (fresh)
            if (const auto path = around_.path(analysis_.files[file])) found->second = uri_of(*path);
        return found->second;
    }
    [[nodiscard]] const Text& text(std::uint32_t file) {
        if (file == 0) return text_;
        const auto [found, fresh] = texts_.try_emplace(file);
        if (fresh)
            if (const auto bytes = around_.read(analysis_.files[file]))
                found->second = Text(std::string(as_text(*bytes)));
        return found->second;
    }

  private:
    const NearbyFiles& around_;
    const std::string& uri_;
    const Text& text_;
    const Analysis& analysis_;
    std::map<std::uint32_t, std::string> uris_;
    std::map<std::uint32_t, Text> texts_;
};

/// Other texts may mean it.
bool is_shared(const Symbol& symbol) {
    return !symbol.places.empty() && (!symbol.owner.empty() || symbol.scope.end == 0xFFFFFFFF);
}

} // namespace

Json documentation(const Symbol& symbol, std::string_view language) {
    std::string text = "```" + std::string(language) + "\n" + symbol.declaration + "\n```";
    if (!symbol.documentation.empty()) text += "\n\n" + symbol.documentation;
    for (const language::Parameter& each : symbol.parameters)
        if (!each.documentation.empty()) text += "\n- `" + each.text + "`: " + each.documentation;
    Json made = Json::object();
    made.set("kind", "markdown");
    made.set("value", std::move(text));
    return made;
}

Json Server::hover(const Json& params) {
    const Here found = here(params);
    if (found.use == nullptr) return nullptr;
    Json made = Json::object();
    made.set("contents", documentation(found.symbol(), found.document->language->id()));
    made.set("range", range_json(found.document->text, found.use->span));
    return made;
}

Json Server::locations(const Here& found, bool definition_only) {
    Json all = Json::array();
    if (found.use == nullptr) return all;
    const NearbyFiles around = this->around(found.document->path);
    Files files(around, found.document->uri, found.document->text, *found.analysis);
    const std::vector<Declared>& places = found.symbol().places;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (definition_only && places.size() > 1 && i == 0) continue; // announced there, defined later
        if (!definition_only && i != 0) break;
        Json location = Json::object();
        location.set("uri", files.uri(places[i].file));
        location.set("range", range_json(files.text(places[i].file), places[i].name));
        all.push_back(std::move(location));
    }
    return all;
}

Json Server::definition(const Json& params) { return locations(here(params), true); }
Json Server::declaration(const Json& params) { return locations(here(params), false); }

void Server::mentions_in(const std::string& uri, const Text& text, const Analysis& analysis,
                         const NearbyFiles& around, const std::vector<std::string>& wanted,
                         std::vector<Mention>& found) const {
    Files files(around, uri, text, analysis);
    std::vector<bool> meant(analysis.symbols.size());
    for (SymbolId id = 0; id < analysis.symbols.size(); ++id)
        for (const Declared& place : analysis.symbols[id].places)
            if (std::ranges::binary_search(wanted, identity(files.uri(place.file), place.name)))
                meant[id] = true;
    for (const language::Use& use : analysis.uses) {
        if (use.symbol >= meant.size() || !meant[use.symbol] || found.size() >= most_answers) continue;
        found.push_back({uri, range_json(text, use.span), use.declares, use.writes, use.span.begin});
    }
}

std::vector<Server::Mention> Server::mentions(const Here& at) {
    std::vector<Mention> found;
    if (at.use == nullptr) return found;
    const NearbyFiles around = this->around(at.document->path);
    const Symbol& symbol = at.symbol();
    if (symbol.places.empty()) { // the language's own: in this text
        for (const language::Use& use : at.analysis->uses)
            if (use.symbol == at.use->symbol)
                found.push_back({at.document->uri, range_json(at.document->text, use.span), use.declares,
                                 use.writes, use.span.begin});
        return found;
    }
    Files files(around, at.document->uri, at.document->text, *at.analysis);
    std::vector<std::string> wanted;
    wanted.reserve(symbol.places.size());
    for (const Declared& place : symbol.places) wanted.push_back(identity(files.uri(place.file), place.name));
    std::ranges::sort(wanted);
    mentions_in(at.document->uri, at.document->text, *at.analysis, around, wanted, found);
    const language_type& language = *at.document->language;
    if (!language.shares_names() || !is_shared(symbol)) return found;
    std::set<std::string> seen{at.document->path};
    const auto look_at = [&](const std::string& path, const std::string& uri, const Text& text) {
        const NearbyFiles inside = this->around(path);
        const std::size_t slash = path.find_last_of('/') + 1;
        const Analysis other = language::analyse(
            language, {.text = text.bytes(), .name = std::string_view(path).substr(slash), .files = &inside});
        mentions_in(uri, text, other, inside, wanted, found);
    };
    for (const auto& [uri, document] : documents_.all())
        if (document.language == &language && !document.path.empty() && seen.insert(document.path).second)
            look_at(document.path, uri, document.text);
    std::size_t files_left = most_files, bytes_left = most_bytes;
    std::vector<std::string> roots = documents_.folders();
    if (roots.empty() && !at.document->path.empty())
        roots.push_back(at.document->path.substr(0, at.document->path.find_last_of('/') + 1));
    for (const std::string& root : roots) {
        const auto folder = workspace_->mount({root.empty() ? "." : root});
        for (const std::string& name : folder->list("")) {
            const std::string path = root + name;
            if (!language.takes(name, {}) || seen.contains(path)) continue;
            const auto bytes = folder->read(name);
            if (!bytes || bytes->size() > bytes_left || files_left == 0) continue;
            seen.insert(path);
            --files_left;
            bytes_left -= bytes->size();
            if (!as_text(*bytes).contains(symbol.name) && !language.lexicon().ignore_case) continue;
            look_at(path, uri_of(path), Text(std::string(as_text(*bytes))));
        }
    }
    return found;
}

Json Server::references(const Json& params) {
    const bool declarations = params["context"]["includeDeclaration"].as_bool(true);
    Json all = Json::array();
    for (const Mention& each : mentions(here(params))) {
        if (each.declares && !declarations) continue;
        Json location = Json::object();
        location.set("uri", each.uri);
        location.set("range", each.range);
        all.push_back(std::move(location));
    }
    return all;
}

Json Server::highlights(const Json& params) {
    const Here found = here(params);
    Json all = Json::array();
    if (found.use == nullptr) return all;
    for (const language::Use& use : found.analysis->uses) {
        if (use.symbol != found.use->symbol) continue;
        Json made = Json::object();
        made.set("range", range_json(found.document->text, use.span));
        made.set("kind", use.writes || use.declares ? 3 : 2);
        all.push_back(std::move(made));
    }
    return all;
}

Json Server::prepare_rename(const Json& params) {
    const Here found = here(params);
    if (found.use == nullptr || found.symbol().places.empty())
        return nullptr; // the language's own names stay
    Json made = Json::object();
    made.set("range", range_json(found.document->text, found.use->span));
    made.set("placeholder", found.document->text.at(found.use->span));
    return made;
}

Json Server::rename(const Json& params) {
    const Here found = here(params);
    if (found.use == nullptr || found.symbol().places.empty()) return nullptr;
    const std::string_view name = params["newName"].as_string();
    const std::vector<language::Token> words = language::scan(name, found.document->language->lexicon());
    const bool quoted = found.symbol().kind == SymbolKind::text;
    if (words.size() != 1 || words[0].span.end != name.size() ||
        words[0].kind != (quoted ? language::TokenKind::text : language::TokenKind::word))
        return nullptr; // it would not be a name
    Json changes = Json::object();
    for (const Mention& each : mentions(found)) {
        Json edit = Json::object();
        edit.set("range", each.range);
        edit.set("newText", name);
        if (Json* const known = changes.find(each.uri))
            known->push_back(std::move(edit));
        else
            changes.set(each.uri, Json::array()).push_back(std::move(edit));
    }
    Json made = Json::object();
    made.set("changes", std::move(changes));
    return made;
}

Json Server::call_item(const Document& document, const Analysis& analysis, SymbolId id) const {
    const Symbol& symbol = analysis.symbol(id);
    const NearbyFiles around = this->around(document.path);
    Files files(around, document.uri, document.text, analysis);
    const Declared place = symbol.places.empty() ? Declared{} : symbol.places.back();
    const Text& text = files.text(place.file);
    Json made = Json::object();
    made.set("name", symbol.name);
    made.set("kind", symbol_kind(symbol.kind));
    made.set("detail", symbol.declaration);
    made.set("uri", files.uri(place.file));
    made.set("range", range_json(text, place.all));
    made.set("selectionRange", range_json(text, place.name));
    Json data = Json::object(); // where it was asked for, so that the language's own are found again
    data.set("uri", document.uri);
    data.set("symbol", id);
    made.set("data", std::move(data));
    return made;
}

Json Server::prepare_calls(const Json& params) {
    const Here found = here(params);
    if (found.use == nullptr || !found.symbol().callable) return nullptr;
    Json all = Json::array();
    all.push_back(call_item(*found.document, *found.analysis, found.use->symbol));
    return all;
}

Server::Here Server::called(const Json& params) {
    Here found;
    const Json& data = params["item"]["data"];
    found.document = documents_.find(data["uri"].as_string());
    if (found.document == nullptr || found.document->language == nullptr) return {};
    found.analysis = &analysis(*found.document);
    const std::uint64_t id = data["symbol"].as_uint(language::no_symbol);
    for (const language::Use& use : found.analysis->uses)
        if (use.symbol == id) found.use = &use;
    return found;
}

Json Server::incoming_calls(const Json& params) {
    const Here found = called(params);
    if (found.use == nullptr) return nullptr;
    std::map<SymbolId, Json> callers;
    const std::vector<SymbolId> around = found.analysis->callers();
    for (std::size_t i = 0; i < around.size(); ++i) {
        const language::Use& use = found.analysis->uses[i];
        if (use.symbol != found.use->symbol || !use.calls) continue;
        const SymbolId function = around[i];
        if (function == language::no_symbol) continue;
        auto [entry, fresh] = callers.try_emplace(function, Json::array());
        entry->second.push_back(range_json(found.document->text, use.span));
    }
    Json all = Json::array();
    for (auto& [function, ranges] : callers) {
        Json made = Json::object();
        made.set("from", call_item(*found.document, *found.analysis, function));
        made.set("fromRanges", std::move(ranges));
        all.push_back(std::move(made));
    }
    return all;
}

Json Server::outgoing_calls(const Json& params) {
    const Here found = called(params);
    if (found.use == nullptr || found.use->symbol >= found.analysis->symbols.size()) return nullptr;
    std::map<SymbolId, Json> callees;
    for (const language::Use& use : found.analysis->uses) {
        if (!use.calls) continue;
        const bool inside = std::ranges::any_of(found.symbol().places, [&](const Declared& place) {
            return place.file == 0 && place.all.begin <= use.span.begin && use.span.end <= place.all.end;
        });
        if (!inside) continue;
        auto [entry, fresh] = callees.try_emplace(use.symbol, Json::array());
        entry->second.push_back(range_json(found.document->text, use.span));
    }
    Json all = Json::array();
    for (auto& [function, ranges] : callees) {
        Json made = Json::object();
        made.set("to", call_item(*found.document, *found.analysis, function));
        made.set("fromRanges", std::move(ranges));
        all.push_back(std::move(made));
    }
    return all;
}

std::vector<std::string> Server::sources_with(std::string_view name) const {
    std::vector<std::string> paths;
    if (name.empty()) return paths; // all there are, at every opening of the editor's list
    for (const std::string& folder : documents_.folders()) {
        const auto project = workspace_->project(folder);
        if (project == nullptr) continue;
        const std::string beside = project->file.substr(0, project->file.find_last_of('/') + 1);
        const auto answer = workspace_->ask(
            "query", json_object([&](JsonWriter& json) {
                json.member("index", beside + "vellum.vdb");
                json.member("sql",
                            "SELECT DISTINCT p.name AS place, ifnull(m.value, '.') AS folder FROM function f "
                            "JOIN script s ON s.id = f.script JOIN place p ON p.script = s.id "
                            "LEFT JOIN meta m ON m.key = 'folder' "
                            "WHERE s.form = 'source' AND instr(lower(f.name), ?1) ORDER BY p.name");
                json.key("arguments");
                json.begin_array();
                json.value(name);
                json.end_array();
                json.member("rows", most_files);
            }));
        const auto rows = answer ? parse_json(*answer) : std::unexpected(answer.error());
        if (!rows) continue;
        // It knows files by the names that they had where it was made, or from the root on.
        for (const Json& row : rows->elements()) {
            std::string place(row["place"].as_string()), home(row["folder"].as_string());
            if (place.starts_with("./")) place.erase(0, 2);
            if (home == ".")
                home = beside;
            else if (!disk::is_absolute(place))
                home = workspace_->files().resolved(disk::is_absolute(home) ? home : beside + home) + "/";
            paths.push_back(disk::is_absolute(place) ? place : home + place);
        }
    }
    return paths;
}

Json Server::workspace_symbols(const Json& params) {
    const std::string wanted = lower_case(params["query"].as_string());
    Json all = Json::array();
    const auto add = [&](const std::string& uri, const Text& text, const Analysis& known) {
        for (const Symbol& symbol : known.symbols) {
            if (symbol.kind == SymbolKind::parameter || !lower_case(symbol.name).contains(wanted)) continue;
            if (!is_shared(symbol) && !symbol.callable) continue;
            for (const Declared& place : symbol.places) {
                if (place.file != 0 || all.size() >= most_answers) continue;
                Json made = Json::object();
                made.set("name", symbol.name);
                made.set("kind", symbol_kind(symbol.kind));
                Json location = Json::object();
                location.set("uri", uri);
                location.set("range", range_json(text, place.name));
                made.set("location", std::move(location));
                all.push_back(std::move(made));
            }
        }
    };
    for (auto& [uri, document] : documents_.all())
        if (document.language != nullptr) add(uri, document.text, analysis(document));
    std::size_t bytes_left = most_bytes;
    for (const std::string& path : sources_with(wanted)) {
        if (documents_.at_path(path) != nullptr) continue;
        auto stored = read_text(workspace_->files(), path, bytes_left);
        if (!stored) continue;
        bytes_left -= std::min(bytes_left, stored->size());
        const Text text{std::move(*stored)};
        const std::string_view name = std::string_view(path).substr(path.find_last_of('/') + 1);
        const language_type* const language = language_of(name, text.bytes());
        if (language == nullptr) continue;
        const NearbyFiles inside = around(path);
        add(uri_of(path), text,
            language::analyse(*language, {.text = text.bytes(), .name = name, .files = &inside}));
    }
    return all;
}

} // namespace vellum::protocol::lsp
