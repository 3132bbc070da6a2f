// The conversation: who may ask what when, texts that change, and what is wrong with them.
#include "protocol/lsp/server.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/version.hpp"

namespace vellum::protocol::lsp {

namespace {

enum Error : int { parse = -32700, request = -32600, method = -32601, not_initialized = -32002 };

Json object(std::initializer_list<std::pair<std::string_view, Json>> members) {
    Json made = Json::object();
    for (const auto& [key, value] : members) made.set(key, value);
    return made;
}

Json failure(const Json& id, int code, std::string_view message) {
    return object(
        {{"jsonrpc", "2.0"}, {"id", id}, {"error", object({{"code", code}, {"message", message}})}});
}

Json list(std::initializer_list<std::string_view> words) {
    Json made = Json::array();
    for (const std::string_view word : words) made.push_back(word);
    return made;
}

} // namespace

Json position_json(language::Position position) {
    return object({{"line", position.line}, {"character", position.character}});
}

Json range_json(const language::Text& text, language::Span span) {
    return object({{"start", position_json(text.position(span.begin))},
                   {"end", position_json(text.position(span.end))}});
}

language::Position position_from(const Json& json) {
    constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
    return {static_cast<std::uint32_t>(std::min(json["line"].as_uint(), most)),
            static_cast<std::uint32_t>(std::min(json["character"].as_uint(), most))};
}

Server::Server(std::span<const language_type* const> languages, std::shared_ptr<const FileSystem> files)
    : languages_(languages), files_(std::move(files)), documents_(files_->below({}) != nullptr) {
    forget_projects();
}

Json Server::parse_error(std::string_view why) { return failure(nullptr, Error::parse, why); }

std::span<const Server::Request> Server::requests() {
    static constexpr auto all = std::to_array<Request>({
        {"initialize", &Server::initialize},
        {"shutdown", &Server::shutdown},
        {"textDocument/hover", &Server::hover},
        {"textDocument/definition", &Server::definition},
        {"textDocument/declaration", &Server::declaration},
        {"textDocument/references", &Server::references},
        {"textDocument/documentHighlight", &Server::highlights},
        {"textDocument/prepareRename", &Server::prepare_rename},
        {"textDocument/rename", &Server::rename},
        {"textDocument/prepareCallHierarchy", &Server::prepare_calls},
        {"callHierarchy/incomingCalls", &Server::incoming_calls},
        {"callHierarchy/outgoingCalls", &Server::outgoing_calls},
        {"workspace/symbol", &Server::workspace_symbols},
        {"textDocument/documentSymbol", &Server::document_symbols},
        {"textDocument/foldingRange", &Server::folding},
        {"textDocument/semanticTokens/full", &Server::semantic_tokens},
        {"textDocument/semanticTokens/range", &Server::semantic_tokens_range},
        {"textDocument/completion", &Server::completion},
        {"textDocument/signatureHelp", &Server::signature_help},
        {"textDocument/codeAction", &Server::code_actions},
        {"textDocument/formatting", &Server::formatting},
    });
    return all;
}

std::span<const Server::Notice> Server::notices() {
    static constexpr auto all = std::to_array<Notice>({
        {"textDocument/didOpen", &Server::open},
        {"textDocument/didChange", &Server::change},
        {"textDocument/didClose", &Server::close},
        {"workspace/didChangeWorkspaceFolders", &Server::change_folders},
        {"workspace/didChangeConfiguration", &Server::change_settings},
        {"workspace/didChangeWatchedFiles", &Server::change_files},
    });
    return all;
}

std::vector<std::string_view> Server::methods() {
    std::vector<std::string_view> all;
    for (const Request& each : requests()) all.push_back(each.method);
    for (const Notice& each : notices()) all.push_back(each.method);
    return all;
}

void Server::handle(const Json& message, std::vector<Json>& out) {
    const std::string_view name = message["method"].as_string();
    const Json& params = message["params"];
    const Json* const id = message.find("id");
    if (name.empty()) {
        if (id != nullptr && !message.contains("result") && !message.contains("error"))
            out.push_back(failure(*id, Error::request, "a message without a method"));
        return; // an answer: nothing was asked
    }
    if (id == nullptr) return notice(name, params, out);
    if (!initialized_ && name != "initialize")
        return out.push_back(failure(*id, Error::not_initialized, "the first request must be 'initialize'"));
    if (shut_down_) return out.push_back(failure(*id, Error::request, "the server was shut down"));
    for (const Request& each : requests())
        if (each.method == name)
            return out.push_back(
                object({{"jsonrpc", "2.0"}, {"id", *id}, {"result", (this->*each.answer)(params)}}));
    out.push_back(failure(*id, Error::method, "unknown method '" + std::string(name.substr(0, 100)) + "'"));
}

void Server::notice(std::string_view method, const Json& params, std::vector<Json>& out) {
    if (method == "exit") exited_ = true;
    if (!initialized_ || shut_down_) return;
    for (const Notice& each : notices())
        if (each.method == method) (this->*each.take)(params, out);
}

void Server::change_folders(const Json& params, std::vector<Json>&) {
    for (const Json& folder : params["event"]["removed"].elements())
        if (auto path = documents_.path(folder["uri"].as_string())) documents_.remove_folder(*path);
    for (const Json& folder : params["event"]["added"].elements())
        if (auto path = documents_.path(folder["uri"].as_string())) documents_.add_folder(std::move(*path));
}

void Server::change_settings(const Json& params, std::vector<Json>&) {
    take_settings(params["settings"]["vellum"]);
}

void Server::take_settings(const Json& options) {
    const Json* const settings = options.find("settings");
    auto read =
        read_settings(settings == nullptr || settings->is_null() ? std::string() : settings->to_text());
    if (!read) {
        Settings none;
        none.problem = std::move(read.error());
        none.problem->place = {}; // no line of a text that is open
        read = std::move(none);
    }
    if (options.contains("variant") && !read->problem)
        read->problem =
            make_diagnostic(codes::settings_member, "'variant' is no setting any more", {},
                            R"("settings" has an object for each engine: {"ags": {"utf8": true}})");
    settings_ = std::move(*read);
    forget_projects();
}

/// Projects are read again.
void Server::forget_projects() {
    workspace_ = std::make_unique<const Workspace>(files_, settings_);
    all_untold();
}

void Server::change_files(const Json&, std::vector<Json>&) { forget_projects(); }

Json Server::initialize(const Json& params) {
    initialized_ = true;
    if (params["workspaceFolders"].size() != 0) {
        for (const Json& folder : params["workspaceFolders"].elements())
            if (auto path = documents_.path(folder["uri"].as_string()))
                documents_.add_folder(std::move(*path));
    } else if (auto path = documents_.path(params["rootUri"].as_string()))
        documents_.add_folder(std::move(*path));
    take_settings(params["initializationOptions"]);
    const Json yes = true;
    const Json triggers = list({".", ">", ":", "#", "$"});
    Json server = object({
        {"positionEncoding", "utf-16"},
        {"textDocumentSync", object({{"openClose", yes}, {"change", 2}})},
        {"hoverProvider", yes},
        {"definitionProvider", yes},
        {"declarationProvider", yes},
        {"referencesProvider", yes},
        {"documentHighlightProvider", yes},
        {"renameProvider", object({{"prepareProvider", yes}})},
        {"callHierarchyProvider", yes},
        {"workspaceSymbolProvider", yes},
        {"documentSymbolProvider", yes},
        {"foldingRangeProvider", yes},
        {"semanticTokensProvider", object({{"legend", token_legend()}, {"full", yes}, {"range", yes}})},
        {"completionProvider", object({{"triggerCharacters", triggers}})},
        {"signatureHelpProvider", object({{"triggerCharacters", list({"(", ","})}})},
        {"codeActionProvider", object({{"codeActionKinds", list({"quickfix"})}})},
        {"documentFormattingProvider", yes},
        {"workspace",
         object({{"workspaceFolders", object({{"supported", yes}, {"changeNotifications", yes}})}})},
    });
    return object({{"capabilities", std::move(server)},
                   {"serverInfo", object({{"name", "vellum"}, {"version", version_text}})}});
}

Json Server::shutdown(const Json&) {
    shut_down_ = true;
    return nullptr;
}

const language::Language* Server::language_of(std::string_view name, std::string_view text) const {
    for (const language::Language* each : languages_)
        if (each->takes(name, text)) return each;
    return nullptr;
}

std::shared_ptr<const Settings> Server::settings(const Document& document) const {
    if (document.path.empty()) return {std::shared_ptr<const Settings>(), &settings_};
    return workspace_->settings_for({.path = document.path});
}

/// The files that a text may name: those around it, and those that its project adds.
NearbyFiles Server::around(const std::string& path) const {
    if (path.empty()) return {documents_, *workspace_, path, nullptr};
    return {documents_, *workspace_, path, workspace_->files_of({.path = path})};
}

void Server::open(const Json& params, std::vector<Json>&) {
    const Json& item = params["textDocument"];
    Document* const document = documents_.open(std::string(item["uri"].as_string()));
    if (document == nullptr) return;
    document->version = item["version"].as_int();
    document->text = language::Text(std::string(item["text"].as_string()));
    document->language = language_of(document->name(), document->text.bytes());
    if (document->language == nullptr) // a text without a name yet: the editor says what it is to be
        for (const language::Language* each : languages_)
            if (each->id() == item["languageId"].as_string()) document->language = each;
    changed(*document);
}

void Server::change(const Json& params, std::vector<Json>&) {
    Document* const document = documents_.find(params["textDocument"]["uri"].as_string());
    if (document == nullptr) return;
    document->version = params["textDocument"]["version"].as_int();
    for (const Json& each : params["contentChanges"].elements()) {
        const std::string_view text = each["text"].as_string();
        const Json* const range = each.find("range");
        if (range == nullptr) {
            document->text = language::Text(std::string(text));
            continue;
        }
        document->text.replace(position_from((*range)["start"]), position_from((*range)["end"]), text);
    }
    changed(*document);
}

void Server::close(const Json& params, std::vector<Json>& out) {
    const std::string uri(params["textDocument"]["uri"].as_string());
    if (documents_.find(uri) == nullptr) return;
    documents_.close(uri);
    all_untold();
    out.push_back(object({{"jsonrpc", "2.0"},
                          {"method", "textDocument/publishDiagnostics"},
                          {"params", object({{"uri", uri}, {"diagnostics", Json::array()}})}}));
}

void Server::all_untold() {
    for (auto& [uri, document] : documents_.all()) {
        document.told = false;
        document.analysis.reset();
    }
}

/// A text that others include is a change of those, too.
void Server::changed(Document& document) {
    document.told = false;
    document.analysis.reset();
    if (document.language == nullptr || !document.language->shares_names()) return;
    const auto is_it = [&](std::string_view name) {
        return name.substr(name.find_last_of('/') + 1) == document.name();
    };
    for (auto& [uri, other] : documents_.all())
        if (std::ranges::any_of(other.includes, is_it)) {
            other.told = false;
            other.analysis.reset();
        }
}

void Server::idle(std::vector<Json>& out) {
    for (auto& [uri, document] : documents_.all())
        if (!document.told) tell(document, out);
}

void Server::tell(Document& document, std::vector<Json>& out) {
    document.told = true;
    if (document.language == nullptr) return;
    if (document.language->shares_names()) static_cast<void>(analysis(document)); // for what it includes
    const NearbyFiles around = this->around(document.path);
    Diagnostics diagnostics;
    const auto settings = this->settings(document);
    if (settings->problem)
        diagnostics.add(*settings->problem);
    else
        document.language->diagnose({.text = document.text.bytes(),
                                     .name = document.name(),
                                     .engines = settings->load.engines,
                                     .files = document.path.empty() ? nullptr : &around},
                                    diagnostics);
    document.diagnostics = diagnostics.all();
    Json all = Json::array();
    for (const Diagnostic& each : document.diagnostics) all.push_back(diagnostic(document, around, each));
    out.push_back(object(
        {{"jsonrpc", "2.0"},
         {"method", "textDocument/publishDiagnostics"},
         {"params",
          object({{"uri", document.uri}, {"version", document.version}, {"diagnostics", std::move(all)}})}}));
}

language::Span span_of(const language::Text& text, const Place& place) {
    if (place.line == 0) return {};
    const language::Offset at = text.offset_of(place.line, place.column);
    const std::string_view bytes = text.bytes();
    const auto in_word = [&](language::Offset where) {
        if (where >= bytes.size()) return false;
        const char c = bytes[where];
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '$' || static_cast<unsigned char>(c) >= 0x80;
    };
    language::Span span{at, at};
    if (place.column == 0) { // the line without its indentation
        const std::string_view line = text.line(place.line - 1);
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        return {at + static_cast<language::Offset>(first), at + static_cast<language::Offset>(line.size())};
    }
    while (in_word(span.end)) ++span.end;
    if (span.empty() && at < bytes.size() && bytes[at] != '\n' && bytes[at] != '\r') ++span.end;
    return span;
}

Json Server::diagnostic(const Document& document, const NearbyFiles& around, const Diagnostic& one) const {
    const auto elsewhere = [&](const Place& place) {
        return !place.file.empty() && place.file != document.name() && place.file != document.path;
    };
    std::string message = one.message;
    if (!one.hint.empty()) message += "\n" + one.hint;
    language::Span span;
    Json related = Json::array();
    const auto add_related = [&](const Place& place, std::string_view text) {
        const auto path = elsewhere(place) ? around.path(place.file) : document.path;
        if (!path) return;
        const std::uint32_t line = std::max(place.line, 1U) - 1; // 0: the file as a whole
        Json range = elsewhere(place)
                         ? object({{"start", position_json({line, 0})}, {"end", position_json({line, 0})}})
                         : range_json(document.text, span_of(document.text, place));
        related.push_back(
            object({{"location",
                     object({{"uri", elsewhere(place) ? uri_of(*path) : document.uri}, {"range", range}})},
                    {"message", text}}));
    };
    if (elsewhere(one.place)) { // what is wrong in an included text is shown at its top here
        message = one.place.file + ":" + std::to_string(one.place.line) + ": " + message;
        add_related(one.place, one.message);
    } else
        span = span_of(document.text, one.place);
    for (const Related& each : one.related) add_related(each.place, each.message);
    const int severity = one.severity == Severity::error ? 1 : one.severity == Severity::warning ? 2 : 3;
    Json made = object({{"range", range_json(document.text, span)},
                        {"severity", severity},
                        {"code", one.code == nullptr ? std::string_view() : one.code->id},
                        {"source", "vellum"},
                        {"message", message}});
    if (related.size() != 0) made.set("relatedInformation", std::move(related));
    return made;
}

const language::Analysis& Server::analysis(Document& document) {
    if (document.analysis == nullptr) {
        const NearbyFiles around = this->around(document.path);
        document.analysis = std::make_unique<language::Analysis>(
            language::analyse(*document.language, {.text = document.text.bytes(),
                                                   .name = document.name(),
                                                   .engines = settings(document)->load.engines,
                                                   .files = document.path.empty() ? nullptr : &around}));
        document.includes.assign(document.analysis->files.begin() + 1, document.analysis->files.end());
    }
    return *document.analysis;
}

/// Null unless it is open and of a known language.
Document* Server::document(const Json& params) {
    Document* const found = documents_.find(params["textDocument"]["uri"].as_string());
    return found == nullptr || found->language == nullptr ? nullptr : found;
}

Server::Here Server::here(const Json& params) {
    Here here;
    here.document = document(params);
    if (here.document == nullptr) return here;
    here.at = here.document->text.offset(position_from(params["position"]));
    here.analysis = &analysis(*here.document);
    here.use = here.analysis->use_at(here.at);
    return here;
}

} // namespace vellum::protocol::lsp
