// What there is to see while the world stands still: machines, frames, variables, expressions, faults.
// Nothing here runs script code.
#include <algorithm>

#include "base/ascii.hpp"
#include "base/text_writer.hpp"
#include "debug/names.hpp"
#include "language/text.hpp"
#include "protocol/codes.hpp"
#include "protocol/dap/adapter.hpp"

namespace vellum::protocol::dap {

namespace {

constexpr std::size_t most_threads = 200;   ///< Machines that are told of; the one in focus always is.
constexpr std::size_t many_variables = 100; ///< More are shown in pages.
constexpr std::size_t most_looked_at = 1U << 20U;
constexpr std::size_t most_completions = 200;
constexpr std::string_view parts = "xyz";

bool is_word(std::string_view text) {
    const auto letter = [](char c) { return (lower_ascii(c) >= 'a' && lower_ascii(c) <= 'z') || c == '_'; };
    return !text.empty() && letter(text.front()) &&
           std::ranges::all_of(text, [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '$'; });
}

/// "door.states[3]": words, divided by dots and numbers in brackets.
bool is_path(std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(".["), text.size());
        if (!is_word(text.substr(0, end))) return false;
        text.remove_prefix(end);
        while (text.starts_with('[')) {
            const std::size_t close = text.find(']');
            if (close == std::string_view::npos || !debug::number_of(text.substr(1, close - 1))) return false;
            text.remove_prefix(close + 1);
        }
        if (text.empty()) return true;
        if (!text.starts_with('.')) return false;
        text.remove_prefix(1);
    }
    return false;
}

float part_of(Vector3 vector, std::size_t part) {
    return part == 0 ? vector.x : part == 1 ? vector.y : vector.z;
}

std::string shown(const Variable& variable, bool hex) {
    if (!hex || !variable.value.is(Type::integer)) return variable.text;
    TextWriter out;
    out.hex0x(static_cast<std::uint32_t>(variable.value.integer()));
    return out.take();
}

std::unexpected<Diagnostic> no_such(std::string_view what) {
    return fail(codes::protocol_request, "there is no such " + std::string(what));
}

} // namespace

Result<void> Adapter::focus(const Json& arguments) {
    if (arguments.contains("frameId")) {
        const FrameHandle* const frame = frames_.find(arguments["frameId"].as_size());
        if (frame == nullptr || !debugger().select(frame->machine, frame->frame)) return no_such("frame");
        return {};
    }
    if (!arguments.contains("threadId")) return {};
    const std::size_t thread = arguments["threadId"].as_size();
    if (thread - 1 == debugger().machine()) {
        static_cast<void>(debugger().select(thread - 1, 0));
        return {};
    }
    if (thread == 0 || !debugger().select(thread - 1, 0)) return no_such("thread");
    return {};
}

Adapter::Reply Adapter::threads(const Json&) {
    const Scheduler& world = debugger().scheduler();
    Json body;
    Json& list = body.set("threads", Json::array());
    const auto add = [&](std::size_t index, std::string name) {
        Json thread;
        thread.set("id", index + 1);
        thread.set("name", std::move(name));
        list.push_back(std::move(thread));
    };
    for (std::size_t i = 0; i < world.machine_count(); ++i) {
        const bool focused = i == debugger().machine();
        if (!focused && list.size() >= most_threads) continue;
        const MachineInfo info = world.machine(i);
        if (focused || !info.frames.empty() ||
            (info.state != MachineState::finished && info.state != MachineState::idle))
            add(i, info.name);
    }
    if (list.size() == 0) add(debugger().machine(), "world");
    return body;
}

Adapter::Reply Adapter::stack_trace(const Json& arguments) {
    if (auto focused = focus(arguments); !focused) return std::unexpected(focused.error());
    const Scheduler& world = debugger().scheduler();
    const std::size_t machine = debugger().machine();
    const std::vector<Frame> frames =
        machine < world.machine_count() ? world.machine(machine).frames : std::vector<Frame>();
    const std::vector<debug::CodePlace> places = debugger().places(machine);
    const std::size_t first = arguments["startFrame"].as_size(0);
    const std::size_t levels = arguments["levels"].as_size(0);
    const std::size_t last =
        levels == 0 || levels > frames.size() ? frames.size() : std::min(frames.size(), first + levels);
    Json body;
    Json& list = body.set("stackFrames", Json::array());
    for (std::size_t i = first; i < last; ++i) {
        const debug::CodePlace& place = places[i];
        const Sources::Spot spot = sources_->spot(place);
        Json frame;
        frame.set("id", frames_.number({machine, i}));
        frame.set("name", frames[i].function.empty() ? "?" : frames[i].function);
        if (spot.line != 0) frame.set("source", sources_->describe(*spot.source));
        frame.set("line", spot.line == 0 ? 0 : spot.line - 1 + first_line_);
        frame.set("column", spot.column == 0 ? first_column_ : spot.column - 1 + first_column_);
        frame.set("instructionPointerReference", reference(place));
        list.push_back(std::move(frame));
    }
    if (frames.empty() && first == 0) { // so that what is around it can be looked at
        Json frame;
        frame.set("id", frames_.number({machine, 0}));
        frame.set("name", "at rest after frame " + std::to_string(world.frames()));
        frame.set("line", 0);
        frame.set("column", 0);
        frame.set("presentationHint", "subtle");
        list.push_back(std::move(frame));
    }
    body.set("totalFrames", std::max<std::size_t>(frames.size(), 1));
    return body;
}

Adapter::Reply Adapter::scopes(const Json& arguments) {
    const FrameHandle* const frame = frames_.find(arguments["frameId"].as_size());
    if (frame == nullptr) return no_such("frame");
    const Scheduler& world = debugger().scheduler();
    Json body;
    Json& list = body.set("scopes", Json::array());
    const auto add = [&](const std::string& name, std::size_t count) {
        if (count == 0) return;
        Json scope;
        scope.set("name", name);
        if (name == "locals" || name == "registers") scope.set("presentationHint", name);
        if (name == "parameters") scope.set("presentationHint", "arguments");
        scope.set("variablesReference", variables_.number({*frame, name, {}, {}}));
        scope.set(count > many_variables ? "indexedVariables" : "namedVariables", count);
        scope.set("expensive", count > many_variables);
        list.push_back(std::move(scope));
    };
    if (const auto scopes = world.scopes(frame->machine, frame->frame, {0, 0}))
        for (const Scope& one : *scopes) add(one.name, one.count);
    add(std::string(memory_scope), world.memory_blocks().size());
    return body;
}

std::string Adapter::expression_of(const std::string& scope, std::string_view name, std::size_t index) {
    // By name where that can be written: what points somewhere else has other rows behind it.
    if (is_path(name)) return scope + "." + std::string(name);
    return scope + "[" + std::to_string(index) + "]";
}

Json Adapter::describe(const Variable& variable, const FrameHandle& frame, const std::string& scope,
                       std::optional<std::size_t> index, bool hex) {
    Json json;
    json.set("value", shown(variable, hex));
    if (!variable.type.empty()) json.set("type", variable.type);
    std::uint32_t reference = 0;
    if (variable.value.is(Type::vector)) {
        const bool placed = index.has_value();
        reference = variables_.number({frame, placed ? scope : std::string(), index,
                                       placed ? std::nullopt : std::optional<Value>(variable.value)});
        json.set("namedVariables", parts.size());
    }
    json.set("variablesReference", reference);
    return json;
}

Result<Variable> Adapter::variable_at(const FrameHandle& frame, const std::string& scope,
                                      std::size_t index) const {
    auto scopes = debugger().scheduler().scopes(frame.machine, frame.frame, {index, 1});
    if (!scopes) return std::unexpected(scopes.error());
    for (Scope& one : *scopes)
        if (one.name == scope && one.first == index && !one.variables.empty())
            return std::move(one.variables.front());
    return no_such("variable");
}

Result<std::optional<std::size_t>> Adapter::index_of(const VariablesHandle& handle,
                                                     std::string_view name) const {
    for (Page page{0, most_variables}; page.first < most_looked_at; page.first += page.count) {
        const auto scopes = debugger().scheduler().scopes(handle.frame.machine, handle.frame.frame, page);
        if (!scopes) return std::unexpected(scopes.error());
        bool more = false;
        for (const Scope& scope : *scopes) {
            if (scope.name != handle.scope || scope.first != page.first) continue;
            for (std::size_t i = 0; i < scope.variables.size(); ++i)
                if (scope.variables[i].name == name) return scope.first + i;
            more = scope.count > page.first + page.count;
        }
        if (!more) break;
    }
    return std::nullopt;
}

Adapter::Reply Adapter::variables(const Json& arguments) {
    const VariablesHandle* const known = variables_.find(arguments["variablesReference"].as_size());
    if (known == nullptr) return no_such("group of variables");
    const VariablesHandle handle = *known; // more of them are made below
    const bool hex = arguments["format"]["hex"].as_bool();
    Json body;
    Json& list = body.set("variables", Json::array());
    const auto add = [&](std::string_view name, Json json) -> Json& {
        json.set("name", name);
        return list.push_back(std::move(json));
    };
    const Scheduler& world = debugger().scheduler();
    if (handle.index || handle.value) {
        Value value = handle.value.value_or(Value());
        if (handle.index) {
            auto found = variable_at(handle.frame, handle.scope, *handle.index);
            if (!found) return std::unexpected(found.error());
            value = found->value;
        }
        for (std::size_t i = 0; i < parts.size() && value.is(Type::vector); ++i) {
            TextWriter text;
            text.real(part_of(value.vector(), i));
            Json json;
            json.set("value", text.view());
            json.set("type", "float");
            json.set("variablesReference", 0);
            add(parts.substr(i, 1), std::move(json));
        }
        return body;
    }
    if (handle.scope == memory_scope) {
        for (const MemoryBlock& block : world.memory_blocks()) {
            Json json;
            json.set("value", std::to_string(block.size) + " bytes");
            json.set("variablesReference", 0);
            json.set("memoryReference", "memory " + block.name);
            add(block.name, std::move(json));
        }
        return body;
    }
    const std::size_t first = arguments["start"].as_size(0);
    const std::size_t wanted = arguments["count"].as_size(0);
    const Page page{first, wanted == 0 ? most_variables : std::min(wanted, most_variables)};
    const auto scopes = world.scopes(handle.frame.machine, handle.frame.frame, page);
    if (!scopes) return std::unexpected(scopes.error());
    for (const Scope& scope : *scopes) {
        if (scope.name != handle.scope || scope.first != first) continue;
        for (std::size_t i = 0; i < scope.variables.size(); ++i) {
            const Variable& one = scope.variables[i];
            const std::size_t index = scope.first + i;
            Json& json = add(one.name, describe(one, handle.frame, scope.name, index, hex));
            json.set("evaluateName", expression_of(scope.name, one.name, index));
        }
    }
    return body;
}

// --- Changing ---

Adapter::Reply Adapter::changed(const std::function<Result<void>()>& change,
                                const std::function<Result<Variable>()>& now, bool hex) {
    const bool branches = debugger().timeline().here() < debugger().timeline().latest();
    if (auto done = change(); !done) return std::unexpected(done.error());
    if (branches) tell("console", "the recording after this moment is discarded\n");
    if (wants_invalidated_)
        after_.emplace_back([this] {
            Json body;
            body.set("areas", Json::array()).push_back("variables");
            event("invalidated", std::move(body));
        });
    const auto value = now();
    if (!value) return std::unexpected(value.error());
    return describe(*value, {debugger().machine(), debugger().frame()}, {}, {}, hex);
}

Adapter::Reply Adapter::set_variable(const Json& arguments) {
    const VariablesHandle* const known = variables_.find(arguments["variablesReference"].as_size());
    if (known == nullptr) return no_such("group of variables");
    const VariablesHandle handle = *known;
    if (handle.scope.empty() || handle.scope == memory_scope)
        return fail(codes::protocol_request, "this cannot be changed");
    const std::string_view name = arguments["name"].as_string();
    if (!debugger().select(handle.frame.machine, handle.frame.frame)) return no_such("frame");
    const auto wanted = debugger().evaluate(arguments["value"].as_string());
    if (!wanted) return std::unexpected(wanted.error());
    Value value = wanted->value;
    if (handle.index) { // a part of a vector
        const std::size_t index = *handle.index;
        const std::size_t part = name.size() == 1 ? parts.find(name) : std::string_view::npos;
        const auto old = variable_at(handle.frame, handle.scope, index);
        if (part == std::string_view::npos || !old || !old->value.is(Type::vector))
            return no_such("variable");
        if (!value.is(Type::real) && !value.is(Type::integer))
            return fail(codes::protocol_request, "a component of a vector must be a number");
        const float number = value.is(Type::real) ? value.real() : static_cast<float>(value.integer());
        Vector3 all = old->value.vector();
        (part == 0 ? all.x : part == 1 ? all.y : all.z) = number;
        auto done = changed([&] { return debugger().set({handle.scope, index}, Value(all)); },
                            [&]() -> Result<Variable> {
                                TextWriter text;
                                text.real(number);
                                return Variable{std::string(name), "float", Value(number), text.take()};
                            },
                            false);
        return done;
    }
    const auto found = index_of(handle, name);
    if (!found) return std::unexpected(found.error());
    if (!*found) return no_such("variable");
    const std::size_t index = **found;
    return changed([&] { return debugger().set({handle.scope, index}, value); },
                   [&] { return variable_at(handle.frame, handle.scope, index); },
                   arguments["format"]["hex"].as_bool());
}

Adapter::Reply Adapter::set_expression(const Json& arguments) {
    if (auto focused = focus(arguments); !focused) return std::unexpected(focused.error());
    const std::string_view name = arguments["expression"].as_string();
    return changed([&] { return debugger().set(name, arguments["value"].as_string()); },
                   [&] { return debugger().evaluate(name); }, arguments["format"]["hex"].as_bool());
}

// --- Expressions ---

Adapter::Reply Adapter::evaluate(const Json& arguments) {
    if (auto focused = focus(arguments); !focused) return std::unexpected(focused.error());
    const auto value = debugger().evaluate(arguments["expression"].as_string());
    if (!value) return std::unexpected(value.error());
    Json body = describe(*value, {debugger().machine(), debugger().frame()}, {}, {},
                         arguments["format"]["hex"].as_bool());
    body.set("result", body["value"].as_string());
    body.erase("value");
    return body;
}

Adapter::Reply Adapter::completions(const Json& arguments) {
    if (auto focused = focus(arguments); !focused) return std::unexpected(focused.error());
    std::string_view text = arguments["text"].as_string();
    const std::uint32_t column = counted(arguments["column"], first_column_);
    text = text.substr(0, language::Text(std::string(text)).offset({0, std::max(column, 1U) - 1}));
    std::size_t begin = text.size();
    while (begin > 0 && (is_word("a" + std::string(1, text[begin - 1])) || text[begin - 1] == '.')) --begin;
    const debug::FrameNames names(debugger().scheduler(), debugger().machine(), debugger().frame());
    Json body;
    Json& targets = body.set("targets", Json::array());
    for (const std::string& name : names.beginning_with(text.substr(begin), most_completions)) {
        Json target;
        target.set("label", name);
        // What is no word is written in quotes of its own.
        target.set("text", is_word(name) || name.find('.') != std::string::npos ? name : "`" + name + "`");
        target.set("type", "variable");
        target.set("start", language::utf16_length(text.substr(0, begin)) + first_column_);
        target.set("length", text.size() - begin); // of ASCII
        targets.push_back(std::move(target));
    }
    return body;
}

Adapter::Reply Adapter::exception_info(const Json&) {
    Json body;
    if (note_) {
        body.set("exceptionId", "a change of state");
        body.set("description", *note_);
        body.set("breakMode", "always");
        return body;
    }
    if (!fault_) return fail(codes::protocol_request, "the world is not stopped at a fault");
    body.set("exceptionId", fault_->code != nullptr ? fault_->code->id : std::string_view("fault"));
    body.set("description", fault_->message);
    body.set("breakMode", "always");
    Json details;
    details.set("message", fault_->message);
    if (fault_->code != nullptr) details.set("typeName", fault_->code->meaning);
    details.set("stackTrace", format(*fault_));
    body.set("details", std::move(details));
    return body;
}

} // namespace vellum::protocol::dap
