// Fuzz target: the language server under hostile messages. The bytes are a conversation, a message a line; a
// line that is no JSON is a text that is opened, changed and asked about at places that its bytes say.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"

namespace {

using namespace vellum;

constexpr std::array names{"a.skrit", "a.patho", "a.asc", "a.ash", "a.wms", "a.vasm", "b.vasm"};
constexpr std::array questions{
    "hover",         "definition",           "declaration",    "references",   "documentHighlight",
    "prepareRename", "prepareCallHierarchy", "documentSymbol", "foldingRange", "semanticTokens/full",
    "completion",    "signatureHelp",        "codeAction",     "formatting",   "rename",
};

Json document(std::string_view uri) {
    Json made = Json::object();
    made.set("uri", uri);
    return made;
}

class Conversation {
  public:
    void send(const Json& message) {
        std::vector<Json> answers;
        server_.handle(message, answers);
        for (const Json& each : answers)
            if (each["jsonrpc"].as_string() != "2.0") std::abort();
    }
    void ask(std::string_view method, Json params) {
        Json message = Json::object();
        message.set("id", 1);
        message.set("method", method);
        message.set("params", std::move(params));
        send(message);
    }
    void tell(std::string_view method, Json params) {
        Json message = Json::object();
        message.set("method", method);
        message.set("params", std::move(params));
        send(message);
    }
    void text(std::string_view text) {
        const auto byte = [&](std::size_t at) {
            return at < text.size() ? static_cast<unsigned char>(text[at]) : std::size_t{0};
        };
        const std::string uri = std::string("untitled:") + names[byte(0) % names.size()];
        Json item = document(uri);
        item.set("text", text.substr(text.empty() ? 0 : 1));
        Json opened = Json::object();
        opened.set("textDocument", item);
        tell("textDocument/didOpen", opened);
        Json start = Json::object();
        start.set("line", byte(1) % 8);
        start.set("character", byte(2) % 40);
        Json range = Json::object();
        range.set("start", start);
        range.set("end", start);
        Json params = Json::object();
        params.set("textDocument", document(uri));
        params.set("position", start);
        params.set("range", range);
        params.set("newName", "renamed");
        for (const std::string_view question : questions)
            ask("textDocument/" + std::string(question), params);
        Json change = Json::object();
        change.set("range", range);
        change.set("text", text.substr(text.size() / 2));
        params.set("contentChanges", Json::array()).push_back(change);
        tell("textDocument/didChange", params);
        std::vector<Json> told;
        server_.idle(told);
    }

  private:
    protocol::lsp::Server server_{languages()};
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t most = 16384;
    if (size > most) return 0;
    std::string_view rest = as_text(std::as_bytes(std::span(data, size)));
    Conversation conversation;
    conversation.ask("initialize", Json::object());
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        if (const auto message = parse_json(line, {.max_depth = 32}))
            conversation.send(*message);
        else { // the rest is a text
            conversation.text(rest);
            break;
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return 0;
}
