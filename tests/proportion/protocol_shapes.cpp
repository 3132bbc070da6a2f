// Every request of the language server and of the debug adapter, on texts that are one long line, name one
// thing everywhere, or are called deeply. The lists of both are asked what there is: one without a shape here
// fails the test.
#include <functional>
#include <map>
#include <optional>

#include "engines/languages.hpp"
#include "proportion/shapes.hpp"
#include "protocol/dap/adapter.hpp"
#include "protocol/lsp/server.hpp"

namespace vellum::proportion {

namespace {

using protocol::dap::Adapter;
using protocol::lsp::Server;

std::string number(std::size_t i) { return std::to_string(i); }
Json of(std::string_view text) { return parse_json(text, {.max_bytes = text.size() + 1}).value_or(Json()); }

std::string joined(std::size_t count, const std::function<std::string(std::size_t)>& piece) {
    std::string all;
    for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + piece(i);
    return all;
}

// --- The language server ---

constexpr std::string_view uri = R"("textDocument":{"uri":"file:///x/a.skrit"})";

std::string at(std::size_t character) { return R"({"line":0,"character":)" + number(character) + "}"; }

/// What is asked, of a text of so many bytes: one line.
using Parameters = std::function<std::vector<std::string>(std::size_t size)>;

std::map<std::string_view, Parameters> server_requests() {
    const auto with = [](std::string more) {
        return [more](std::size_t) { return std::vector{"{" + std::string(uri) + more + "}"}; };
    };
    const auto whole = with({});
    const auto places = [](std::string more) { // of a name that is used everywhere
        return [more](std::size_t size) {
            std::vector<std::string> all;
            for (const std::size_t place : {std::size_t{4}, size / 2, size - 2})
                all.push_back("{" + std::string(uri) + R"(,"position":)" + at(place) + more + "}");
            return all;
        };
    };
    const auto range = [](std::string more) {
        return [more](std::size_t size) {
            return std::vector{"{" + std::string(uri) + R"(,"range":{"start":)" + at(0) + R"(,"end":)" +
                               at(size) + "}" + more + "}"};
        };
    };
    const auto item = [](std::size_t) {
        return std::vector<std::string>{
            R"({"item":{"name":"f","uri":"file:///x/a.skrit","data":{"symbol":1}}})"};
    };
    const auto edits = [](std::size_t size) { // here and there in turn
        return std::vector{"{" + std::string(uri) + R"(,"contentChanges":[)" +
                           joined(size / 100,
                                  [&](std::size_t i) {
                                      const std::string place = at(i % 2 == 0 ? i : size - i);
                                      return R"({"range":{"start":)" + place + R"(,"end":)" + place +
                                             R"(},"text":"a "})";
                                  }) +
                           "]}"};
    };
    const auto folders = [](std::size_t size) {
        const std::string all =
            joined(size / 100, [](std::size_t i) { return R"({"uri":"file:///y/)" + number(i) + "\"}"; });
        return std::vector{R"({"event":{"added":[)" + all + R"(],"removed":[)" + all + "]}}"};
    };
    const auto settings = [](std::size_t size) {
        return std::vector{R"({"settings":{"vellum":{"settings":{"ags":{"define":{)" +
                           joined(size / 100, [](std::size_t i) { return "\"v" + number(i) + R"(":"x")"; }) +
                           "}}}}}}"};
    };
    return {
        {"initialize", [](std::size_t) { return std::vector<std::string>{"{}"}; }},
        {"shutdown", [](std::size_t) { return std::vector<std::string>{"{}"}; }},
        {"textDocument/hover", places({})},
        {"textDocument/definition", places({})},
        {"textDocument/declaration", places({})},
        {"textDocument/references", places(R"(,"context":{"includeDeclaration":true})")},
        {"textDocument/documentHighlight", places({})},
        {"textDocument/prepareRename", places({})},
        {"textDocument/rename", places(R"(,"newName":"other")")},
        {"textDocument/prepareCallHierarchy", places({})},
        {"callHierarchy/incomingCalls", item},
        {"callHierarchy/outgoingCalls", item},
        {"workspace/symbol",
         [](std::size_t) { return std::vector<std::string>{R"({"query":"f"})", R"({"query":""})"}; }},
        {"textDocument/documentSymbol", whole},
        {"textDocument/foldingRange", whole},
        {"textDocument/semanticTokens/full", whole},
        {"textDocument/semanticTokens/range", range({})},
        {"textDocument/completion", places({})},
        {"textDocument/signatureHelp", places({})},
        {"textDocument/codeAction", range(R"(,"context":{"diagnostics":[]})")},
        {"textDocument/formatting", with(R"(,"options":{"tabSize":4,"insertSpaces":true})")},
        {"textDocument/didOpen", [](std::size_t) { return std::vector<std::string>{}; }}, // all begin so
        {"textDocument/didChange", edits},
        {"textDocument/didClose", whole},
        {"workspace/didChangeWorkspaceFolders", folders},
        {"workspace/didChangeConfiguration", settings},
        {"workspace/didChangeWatchedFiles", whole},
    };
}

void converse(std::string_view text, std::string_view method, const std::vector<std::string>& parameters) {
    Server server(languages());
    std::vector<Json> out;
    const auto say = [&](std::string_view name, Json params) {
        Json message = Json::object();
        if (!name.contains("did")) message.set("id", 1);
        message.set("method", name);
        message.set("params", std::move(params));
        server.handle(message, out);
        out.clear();
    };
    say("initialize", of(R"({"workspaceFolders":[]})"));
    Json document = Json::object();
    document.set("uri", "file:///x/a.skrit");
    document.set("text", text);
    Json opened = Json::object();
    opened.set("textDocument", std::move(document));
    say("textDocument/didOpen", std::move(opened));
    for (const std::string& each : parameters) say(method, of(each));
    server.idle(out);
}

// --- The debug adapter ---

/// Stands in its deepest function.
class World final : public protocol::dap::Subject {
  public:
    explicit World(std::string_view source) : source_(source) {
        const Engine& engine = *find_engine("pathologic");
        Diagnostics diagnostics;
        program_ = engine.language()->compile(source, {"a.patho", {}}, diagnostics).value_or(nullptr);
        game_.emplace(nullptr, engine.runtime().known_natives());
        tape_.emplace(*game_, log_, engine.runtime().known_natives());
        world_ = std::move(*engine.runtime().instantiate(std::span(&program_, 1), *tape_, {}, diagnostics));
        debugger_.emplace(*world_, &*tape_, std::span(&program_, 1));
        debugger_->timeline().add({debug::Action::Kind::start, 0, {}});
        debugger_->timeline().add({debug::Action::Kind::frame, 0.1F, {}});
        static_cast<void>(debugger_->timeline().begin());
    }
    debug::Debugger& debugger() override { return *debugger_; }
    std::span<const ProgramPtr> programs() const override { return std::span(&program_, 1); }
    debug::SourceFile source(const Program&, const std::string&) override { return {source_, {}}; }

  private:
    std::string source_;
    ProgramPtr program_;
    std::optional<StandInHost> game_;
    HostLog log_;
    std::optional<debug::Tape> tape_;
    std::unique_ptr<Scheduler> world_;
    std::optional<debug::Debugger> debugger_;
};

class Maker final : public protocol::dap::Front {
  public:
    explicit Maker(std::string_view source) : source_(source) {}
    Result<std::shared_ptr<protocol::dap::Subject>> begin(bool, const Json&,
                                                          const protocol::dap::Tell&) override {
        return std::make_shared<World>(source_);
    }

  private:
    std::string_view source_;
};

/// Many functions and variables, and calls inside each other.
std::string deep_script(std::size_t size) {
    const std::size_t count = size / 75;
    std::string text = "main task TMain {\n";
    for (std::size_t i = 0; i < count; ++i)
        text += "    int m_v" + number(i) + ";\n    void F" + number(i) + "() { m_v" + number(i) +
                "++; m_v0++; }\n";
    text += "    void init() {\n";
    for (std::size_t i = 0; i < count; ++i) text += "        F" + number(i) + "();\n";
    text += "        m_v1 = 1; Deep(" + number(count) +
            "); for (;;) { @Hold(); } }\n"
            "    void Deep(int left) { if (left > 0) { Deep(left - 1); } else { Stop(); } }\n"
            "    void Stop() { m_v0 = 7; m_v0 = 8; @Trace(\"deep\"); }\n}\n";
    return text;
}

using Arguments = std::function<std::string(std::size_t size)>;

std::map<std::string_view, Arguments> adapter_requests() {
    const auto nothing = [](std::size_t) { return std::string("{}"); };
    const auto thread = [](std::size_t) { return std::string(R"({"threadId":1})"); };
    const auto constant = [](std::string_view text) {
        return [text](std::size_t) { return std::string(text); };
    };
    const auto many = [](std::string before, std::function<std::string(std::size_t)> one, std::string after) {
        return [=](std::size_t size) {
            return before + joined(std::min<std::size_t>(size / 90, 990), one) + after;
        };
    };
    const std::string source = R"("source":{"name":"a.patho","path":"a.patho"})";
    return {
        {"initialize", nothing},
        {"launch", nothing},
        {"attach", nothing},
        {"configurationDone", nothing},
        {"cancel", constant(R"({"requestId":1})")},
        {"terminate", nothing},
        {"disconnect", nothing},
        {"restart", nothing},
        {"continue", thread},
        {"next", thread},
        {"stepIn", thread},
        {"stepOut", thread},
        {"stepBack", thread},
        {"reverseContinue", thread},
        {"restartFrame", constant(R"({"frameId":1})")},
        {"gotoTargets",
         [=](std::size_t size) { return "{" + source + R"(,"line":)" + number(size / 50) + "}"; }},
        {"goto", constant(R"({"threadId":1,"targetId":0})")},
        {"pause", thread},
        {"time", nothing},
        {"toFrame", constant(R"({"frame":0})")},
        {"lastChange", constant(R"({"expression":"m_v1"})")},
        {"picture", nothing},
        {"standIns", nothing},
        {"setBreakpoints", many(
                               "{" + source + R"(,"breakpoints":[)",
                               [](std::size_t i) { return R"({"line":)" + number(2 * i + 3) + "}"; }, "]}")},
        {"setFunctionBreakpoints", // each looks at all functions, and there may be a thousand
         [](std::size_t) {
             return R"({"breakpoints":[)" +
                    joined(20, [](std::size_t i) { return R"({"name":"F)" + number(i) + "\"}"; }) + "]}";
         }},
        {"setInstructionBreakpoints",
         many(
             R"({"breakpoints":[)",
             [](std::size_t i) { return R"({"instructionReference":")" + number(i) + "\"}"; }, "]}")},
        {"setDataBreakpoints",
         many(
             R"({"breakpoints":[)",
             [](std::size_t i) { return R"({"dataId":"m_v)" + number(i % 20) + "\"}"; }, "]}")},
        {"setExceptionBreakpoints",
         many(
             R"({"filters":[)", [](std::size_t) { return std::string(R"("faults")"); }, "]}")},
        {"dataBreakpointInfo", constant(R"({"name":"m_v1"})")},
        {"breakpointLocations",
         [=](std::size_t size) { return "{" + source + R"(,"line":1,"endLine":)" + number(size) + "}"; }},
        {"threads", nothing},
        {"stackTrace", thread},
        {"scopes", constant(R"({"frameId":1})")},
        {"variables", constant(R"({"variablesReference":1})")},
        {"setVariable", constant(R"({"variablesReference":1,"name":"m_v1","value":"5"})")},
        {"setExpression", constant(R"({"expression":"m_v1","value":"5"})")},
        {"evaluate",
         [](std::size_t size) { return R"({"expression":"0)" + repeated(size / 2, "+m_v1") + "\"}"; }},
        {"completions", constant(R"({"text":"m_v","column":4})")},
        {"exceptionInfo", thread},
        {"disassemble",
         [](std::size_t size) {
             return R"({"memoryReference":"0","instructionCount":)" + number(size) + "}";
         }},
        {"readMemory",
         [](std::size_t size) { return R"({"memoryReference":"memory 0","count":)" + number(size) + "}"; }},
        {"writeMemory",
         [](std::size_t size) {
             return R"({"memoryReference":"memory 0","data":")" + std::string(size / 4 * 4, 'A') + "\"}";
         }},
        {"loadedSources", nothing},
        {"source", [=](std::size_t) { return "{" + source + R"(,"sourceReference":1})"; }},
    };
}

void debug(std::string_view text, std::string_view command, const std::string& arguments) {
    Maker maker(text);
    Adapter adapter(maker, [](const Json&) {}, {});
    std::int64_t sent = 0;
    const auto say = [&](std::string_view name, std::string_view with) {
        Json request = Json::object();
        request.set("seq", ++sent);
        request.set("type", "request");
        request.set("command", name);
        request.set("arguments", of(with));
        adapter.arrived(std::move(request));
        adapter.work();
    };
    say("initialize", "{}");
    if (command == "attach") return say("attach", arguments);
    say("launch", R"({"report":false})");
    say("setFunctionBreakpoints", R"({"breakpoints":[{"name":"Stop"}]})");
    say("configurationDone", "{}");
    say("stackTrace", R"({"threadId":1})");
    say("scopes", R"({"frameId":1})");
    if (command == "goto") say("gotoTargets", R"({"source":{"name":"a.patho","path":"a.patho"},"line":3})");
    say(command, arguments);
}

} // namespace

std::vector<Shape> protocol_shapes() {
    std::vector<Shape> shapes;
    const auto line = [](std::size_t size) {
        return repeated(size, "int f(int a) { return f(a); } ") + "int z;";
    };
    for (const auto& [method, parameters] : server_requests())
        shapes.push_back(
            {name_of_request("Server", method), line,
             [method, parameters](std::string_view text) { converse(text, method, parameters(text.size())); },
             4000, 4000});
    for (const auto& [command, arguments] : adapter_requests())
        shapes.push_back(
            {name_of_request("Adapter", command), deep_script,
             [command, arguments](std::string_view text) { debug(text, command, arguments(text.size())); },
             8000, 4000});
    return shapes;
}

} // namespace vellum::proportion
