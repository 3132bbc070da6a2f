// An editor that speaks with a language server; its texts are files of a folder that is not there.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/languages.hpp"
#include "protocol/lsp/server.hpp"
#include "vellum/files.hpp"

namespace vellum::protocol::lsp::test {

class Editor {
  public:
    /// `files`: what is beside the open texts.
    explicit Editor(std::shared_ptr<const FileSystem> files = std::make_shared<const DiskFileSystem>())
        : server_(languages(), std::move(files)) {
        static_cast<void>(ask("initialize", Json::object()));
    }

    void close(const std::string& name) {
        Json params;
        params.set("textDocument", about(name));
        static_cast<void>(send("textDocument/didClose", std::move(params), false));
    }
    void open(const std::string& name, std::string_view text) {
        Json params;
        Json& item = params.set("textDocument", about(name));
        item.set("version", 1);
        item.set("text", text);
        static_cast<void>(send("textDocument/didOpen", std::move(params), false));
    }
    Json ask(std::string_view method, Json params) { return send(method, std::move(params), true); }
    void tell(std::string_view method, Json params) {
        static_cast<void>(send(method, std::move(params), false));
    }
    Json at(std::string_view method, const std::string& name, std::uint32_t line, std::uint32_t character) {
        Json params, place;
        place.set("line", line);
        place.set("character", character);
        params.set("textDocument", about(name));
        params.set("position", std::move(place));
        return ask(method, std::move(params));
    }

  private:
    static Json about(const std::string& name) {
        Json made;
        made.set("uri", name.starts_with("file:") ? name : "file:///nowhere/" + name);
        return made;
    }
    Json send(std::string_view method, Json params, bool asks) {
        Json message;
        if (asks) message.set("id", 1);
        message.set("method", method);
        message.set("params", std::move(params));
        std::vector<Json> out;
        server_.handle(message, out);
        return out.empty() ? Json() : out.back()["result"];
    }
    Server server_;
};

} // namespace vellum::protocol::lsp::test
