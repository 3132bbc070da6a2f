#include "runner/editing.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "base/text_writer.hpp"
#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::cases {

namespace {

using protocol::lsp::Server;

constexpr std::string_view folder = "file:///case/";

std::string place_text(const Json& place) {
    return std::to_string(place["line"].as_int() + 1) + ":" + std::to_string(place["character"].as_int() + 1);
}
std::string range_text(const Json& range) {
    return place_text(range["start"]) + "-" + place_text(range["end"]);
}

/// "12:3"
bool read_place(std::string_view& text, Json& place) {
    std::uint32_t line = 0, column = 0;
    const auto first = std::from_chars(text.data(), text.data() + text.size(), line);
    if (first.ec != std::errc() || first.ptr == text.data() + text.size() || *first.ptr != ':') return false;
    const auto second = std::from_chars(first.ptr + 1, text.data() + text.size(), column);
    if (second.ec != std::errc() || line == 0 || column == 0) return false;
    text.remove_prefix(static_cast<std::size_t>(second.ptr - text.data()));
    place.set("line", line - 1);
    place.set("character", column - 1);
    return true;
}

void line(TextWriter& out, std::string_view text) {
    out.text(text);
    out.newline();
}

} // namespace

struct Editing::Session {
    Server server{languages()};
    std::map<std::string, std::string, std::less<>> texts;
    std::string first;
    int number = 0;

    Json send(std::string_view method, Json params, std::vector<Json>& out, bool request) {
        Json message = Json::object();
        message.set("jsonrpc", "2.0");
        if (request) message.set("id", ++number);
        message.set("method", method);
        message.set("params", std::move(params));
        server.handle(message, out);
        for (const Json& each : out)
            if (const Json* const id = each.find("id"); id != nullptr && id->as_int() == number)
                return each["result"];
        return nullptr;
    }
    Json ask(std::string_view method, Json params) {
        std::vector<Json> out;
        return send(method, std::move(params), out, true);
    }

    [[nodiscard]] static Json document(const std::string& uri) {
        Json made = Json::object();
        made.set("uri", uri);
        return made;
    }
    [[nodiscard]] std::string shown(std::string_view uri) const {
        return std::string(uri.starts_with(folder) ? uri.substr(folder.size()) : uri);
    }

    /// The lines that edits change, each before and after.
    void edits(TextWriter& out, std::string_view uri, const Json& list) {
        language::Text text(texts[std::string(uri)]);
        const language::Text before = text;
        std::vector<std::pair<language::Span, std::string>> changes;
        for (const Json& each : list.elements())
            changes.push_back({{before.offset(protocol::lsp::position_from(each["range"]["start"])),
                                before.offset(protocol::lsp::position_from(each["range"]["end"]))},
                               std::string(each["newText"].as_string())});
        std::ranges::sort(changes, {}, [](const auto& one) { return one.first.begin; });
        for (auto each = changes.rbegin(); each != changes.rend(); ++each)
            text.replace(before.position(each->first.begin), before.position(each->first.end), each->second);
        if (text.lines() != before.lines()) { // whole lines came or went
            for (const auto& [span, by] : changes) line(out, shown(uri) + ": " + by);
            return;
        }
        for (std::uint32_t i = 0; i < text.lines(); ++i)
            if (text.line(i) != before.line(i))
                line(out, shown(uri) + ":" + std::to_string(i + 1) + ": " + std::string(text.line(i)));
    }

    void problems(TextWriter& out) {
        std::vector<Json> told;
        server.idle(told);
        for (const Json& message : told)
            for (const Json& each : message["params"]["diagnostics"].elements()) {
                std::string text(each["message"].as_string());
                std::ranges::replace(text, '\n', '|');
                constexpr std::string_view severities[] = {"", "error", "warning", "note"};
                line(out, shown(message["params"]["uri"].as_string()) + ":" + range_text(each["range"]) +
                              ": " + std::string(severities[each["severity"].as_uint() & 3U]) + ": " + text +
                              " [" + std::string(each["code"].as_string()) + "]");
                for (const Json& more : each["relatedInformation"].elements())
                    line(out, "  " + shown(more["location"]["uri"].as_string()) + ":" +
                                  range_text(more["location"]["range"]) + ": " +
                                  std::string(more["message"].as_string()));
            }
    }
    void outline(TextWriter& out, const Json& list, std::size_t depth) {
        for (const Json& each : list.elements()) {
            line(out, std::string(depth * 2, ' ') + std::string(each["name"].as_string()) + " " +
                          range_text(each["range"]) + " | " + std::string(each["detail"].as_string()));
            outline(out, each["children"], depth + 1);
        }
    }
    void tokens(TextWriter& out, const std::string& uri, const Json& answer) {
        const language::Text text(texts[uri]);
        language::Position at;
        const Json legend = protocol::lsp::token_legend();
        const std::span<const Json> data = answer["data"].elements();
        for (std::size_t i = 0; i + 4 < data.size(); i += 5) {
            const auto lines = static_cast<std::uint32_t>(data[i].as_uint());
            at.character =
                static_cast<std::uint32_t>(data[i + 1].as_uint()) + (lines == 0 ? at.character : 0);
            at.line += lines;
            language::Position end = at;
            end.character += static_cast<std::uint32_t>(data[i + 2].as_uint());
            std::string marks;
            for (std::size_t bit = 0; bit < 3; ++bit)
                if ((data[i + 4].as_uint() >> bit & 1U) != 0)
                    marks += " " + std::string(legend["tokenModifiers"].at(bit).as_string());
            line(out, std::to_string(at.line + 1) + ":" + std::to_string(at.character + 1) + " " +
                          std::string(text.at({text.offset(at), text.offset(end)})) + " " +
                          std::string(legend["tokenTypes"].at(data[i + 3].as_uint()).as_string()) + marks);
        }
    }
    void calls(TextWriter& out, const Json& params) {
        const Json items = ask("textDocument/prepareCallHierarchy", params);
        for (const Json& item : items.elements()) {
            Json about = Json::object();
            about.set("item", item);
            line(out, std::string(item["name"].as_string()));
            const Json callers = ask("callHierarchy/incomingCalls", about);
            for (const Json& each : callers.elements())
                for (const Json& range : each["fromRanges"].elements())
                    line(out, "  called by " + std::string(each["from"]["name"].as_string()) + " " +
                                  range_text(range));
            const Json callees = ask("callHierarchy/outgoingCalls", about);
            for (const Json& each : callees.elements())
                for (const Json& range : each["fromRanges"].elements())
                    line(out,
                         "  calls " + std::string(each["to"]["name"].as_string()) + " " + range_text(range));
        }
    }
    void complete(TextWriter& out, const Json& params, std::string_view more) {
        const Json answer = ask("textDocument/completion", params);
        std::vector<std::string> lines;
        for (const Json& each : answer["items"].elements()) {
            if (!each["label"].as_string().starts_with(more)) continue;
            lines.push_back(std::string(each["sortText"].as_string()) + "\t" +
                            std::string(each["label"].as_string()) + " | " +
                            std::string(each["detail"].as_string()));
        }
        std::ranges::sort(lines);
        constexpr std::size_t most = 30;
        for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
            line(out, lines[i].substr(lines[i].find('\t') + 1));
        if (lines.size() > most) line(out, "and more");
        if (answer["isIncomplete"].as_bool()) line(out, "(not all)");
    }
    void signature(TextWriter& out, const Json& params) {
        const Json answer = ask("textDocument/signatureHelp", params);
        const std::span<const Json> all = answer["signatures"].elements();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool active = i == answer["activeSignature"].as_uint();
            std::string text = std::string(active ? "> " : "  ") + std::string(all[i]["label"].as_string());
            const Json& parameter = all[i]["parameters"].at(answer["activeParameter"].as_uint());
            if (active && !parameter.is_null())
                text += "  <" + std::string(parameter["label"].as_string()) + ">";
            line(out, text);
        }
    }
    /// `rest`: a method, perhaps a place, perhaps more parameters as JSON.
    void raw(std::string_view rest, Json params, TextWriter& out) {
        const std::string_view method = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(method.size() + 1, rest.size()));
        if (Json place = Json::object(); read_place(rest, place)) {
            params.set("position", std::move(place));
            rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
        }
        if (const Result<Json> more = parse_json(rest))
            for (const JsonMember& each : more->members()) params.set(each.key, each.value);
        const Json answer = ask(method, std::move(params));
        if (answer.elements().empty()) return line(out, answer.to_text());
        for (const Json& each : answer.elements()) line(out, each.to_text());
    }
    void perform(std::string_view action, TextWriter& out);
};

void Editing::Session::perform(std::string_view action, TextWriter& out) {
    std::string_view verb = action.substr(0, action.find(' '));
    std::string_view rest = action.substr(std::min(verb.size() + 1, action.size()));
    std::string uri = first;
    if (const std::size_t mark = verb.find('@'); mark != std::string_view::npos) {
        uri = std::string(folder) + std::string(verb.substr(mark + 1));
        verb = verb.substr(0, mark);
    }
    Json params = Json::object();
    params.set("textDocument", document(uri));
    if (verb == "problems") return problems(out);
    if (verb == "outline") return outline(out, ask("textDocument/documentSymbol", params), 0);
    if (verb == "tokens") return tokens(out, uri, ask("textDocument/semanticTokens/full", params));
    if (verb == "format") return edits(out, uri, ask("textDocument/formatting", params));
    if (verb == "folds") {
        const Json answer = ask("textDocument/foldingRange", params);
        for (const Json& each : answer.elements())
            line(out, std::to_string(each["startLine"].as_int() + 1) + "-" +
                          std::to_string(each["endLine"].as_int() + 1) + " " +
                          std::string(each["kind"].as_string()));
        return;
    }
    if (verb == "send") {
        const Result<Json> message = parse_json(rest);
        std::vector<Json> answers;
        if (message) server.handle(*message, answers);
        for (const Json& each : answers) line(out, each.to_text());
        return;
    }
    if (verb == "raw") return raw(rest, std::move(params), out);
    if (verb == "messages") {
        std::vector<Json> told;
        server.idle(told);
        for (const Json& each : told) line(out, each.to_text());
        return;
    }
    Json place = Json::object();
    if (!read_place(rest, place)) return line(out, "a place is LINE:COLUMN");
    if (verb == "type") {
        Json end = place;
        if (rest.starts_with('-')) {
            rest.remove_prefix(1);
            if (!read_place(rest, end)) return line(out, "a place is LINE:COLUMN");
        }
        std::string typed(rest.substr(std::min<std::size_t>(1, rest.size())));
        for (std::size_t at = typed.find("\\n"); at != std::string::npos; at = typed.find("\\n", at))
            typed.replace(at, 2, "\n");
        language::Text text(texts[uri]);
        text.replace(protocol::lsp::position_from(place), protocol::lsp::position_from(end), typed);
        texts[uri] = text.bytes();
        Json range = Json::object();
        range.set("start", place);
        range.set("end", end);
        Json change = Json::object();
        change.set("range", std::move(range));
        change.set("text", typed);
        params.set("contentChanges", Json::array()).push_back(std::move(change));
        std::vector<Json> ignored;
        static_cast<void>(send("textDocument/didChange", std::move(params), ignored, false));
        return;
    }
    params.set("position", place);
    if (verb == "hover") {
        const Json answer = ask("textDocument/hover", params);
        if (answer.is_null()) return line(out, "nothing");
        return line(out, answer["contents"]["value"].as_string());
    }
    if (verb == "complete") return complete(out, params, rest.substr(std::min<std::size_t>(1, rest.size())));
    if (verb == "signature") return signature(out, params);
    if (verb == "calls") return calls(out, params);
    if (verb == "rename") {
        params.set("newName", rest.substr(std::min<std::size_t>(1, rest.size())));
        const Json answer = ask("textDocument/rename", params);
        if (answer.is_null()) return line(out, "refused");
        for (const JsonMember& each : answer["changes"].members()) edits(out, each.key, each.value);
        return;
    }
    if (verb == "actions") {
        Json range = Json::object();
        range.set("start", place);
        range.set("end", place);
        params.set("range", std::move(range));
        const Json answer = ask("textDocument/codeAction", params);
        for (const Json& each : answer.elements()) {
            line(out, each["title"].as_string());
            for (const JsonMember& change : each["edit"]["changes"].members())
                edits(out, change.key, change.value);
        }
        return;
    }
    const std::string method = "textDocument/" + std::string(verb == "uses" ? "documentHighlight" : verb);
    const Json answer = ask(method, params);
    for (const Json& each : answer.elements()) {
        const std::string where = each.contains("uri") ? shown(each["uri"].as_string()) + ":" : std::string();
        line(out, where + range_text(each["range"]) + (each["kind"].as_int() == 3 ? " written" : ""));
    }
}

Editing::Editing(const CaseFile& file) : session_(std::make_unique<Session>()) {
    static_cast<void>(session_->ask("initialize", Json::object()));
    for (const ProgramText& program : file.programs) {
        const std::string uri = std::string(folder) + program.name;
        if (session_->first.empty()) session_->first = uri;
        session_->texts[uri] = program.text;
        Json document = Session::document(uri);
        document.set("version", 1);
        document.set("text", program.text);
        Json params = Json::object();
        params.set("textDocument", std::move(document));
        std::vector<Json> ignored;
        static_cast<void>(session_->send("textDocument/didOpen", std::move(params), ignored, false));
    }
}

Editing::~Editing() = default;

void Editing::perform(std::string_view action, TextWriter& out) { session_->perform(action, out); }

} // namespace vellum::cases
