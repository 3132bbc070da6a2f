// Host logs as JSON lines: which run it is, one line per native asked for, per object asked about and per
// step of the run, and an end mark with counts, so that a log that was cut off is noticed. Reading checks
// every field, because logs travel in bug reports.
#include <algorithm>
#include <array>
#include <limits>

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "runtime/value_text.hpp"
#include "vellum/hosts.hpp"

namespace vellum {

namespace {

constexpr std::array<std::string_view, 4> kind_names{"function", "method", "getter", "setter"};
constexpr std::array<std::string_view, 5> step_names{"native", "send", "call", "start", "frame"};
constexpr std::array<std::string_view, 3> outcome_names{"done", "pending", "failed"};
constexpr std::array<std::string_view, 3> direction_names{"in", "out", "in_out"};
constexpr std::array<std::string_view, 8> type_names{"none",   "bool",   "int",    "float",
                                                     "vector", "object", "memory", "string"};

/// Texts of scripts need not be UTF-8; as values they stay exact.
void text_member(JsonWriter& out, std::string_view name, std::string_view text) {
    if (text.empty()) return;
    out.key(name);
    write_json(out, Value(text));
}

void values_member(JsonWriter& out, std::string_view name, std::span<const Value> values) {
    if (values.empty()) return;
    out.list(name, values, [&](const Value& value) { write_json(out, value); });
}

void write(JsonWriter& out, const HostLogNative& native) {
    out.begin_object();
    out.member("line", "resolve");
    out.member("kind", kind_names[static_cast<std::size_t>(native.kind)]);
    text_member(out, "owner", native.owner);
    text_member(out, "name", native.name);
    out.member("arity", native.arity);
    out.member("known", native.known);
    if (native.stand_in) out.member("stand_in", true);
    if (native.shared) out.member("shared", true);
    if (native.described) {
        const Signature& signature = native.signature;
        out.begin_object("signature");
        out.member("kind", kind_names[static_cast<std::size_t>(signature.kind)]);
        text_member(out, "owner", signature.owner);
        text_member(out, "name", signature.name);
        out.objects("parameters", signature.parameters, [&](const Parameter& parameter) {
            text_member(out, "name", parameter.name);
            out.member("type", to_string(parameter.type));
            out.member("direction", direction_names[static_cast<std::size_t>(parameter.direction)]);
        });
        out.member("result", to_string(signature.result));
        if (signature.variadic) out.member("variadic", true);
        if (signature.latent) out.member("latent", true);
        text_member(out, "documentation", signature.documentation);
        out.end_object();
    }
    out.end_object();
}

constexpr std::uint64_t log_format = 1;

void write(JsonWriter& out, const HostLogRun& run) {
    out.begin_object();
    out.member("line", "run");
    out.member("format", log_format);
    text_member(out, "engine", run.engine);
    out.objects("programs", run.programs, [&](const HostLogProgram& program) {
        text_member(out, "name", program.name);
        out.member("hash", program.hash);
    });
    out.objects("settings", run.settings, [&](const auto& setting) {
        text_member(out, "name", setting.first);
        text_member(out, "value", setting.second);
    });
    out.begin_object("budget");
    out.member("instructions", run.budget.instructions);
    out.member("memory", run.budget.memory);
    out.member("call_depth", run.budget.call_depth);
    out.end_object();
    if (!run.host_script.empty()) {
        text_member(out, "host_script", run.host_script);
        out.member("host_script_hash", run.host_script_hash);
    }
    if (run.snapshot != 0) out.member("snapshot", run.snapshot);
    out.end_object();
}

void write_end(JsonWriter& out, const HostLog& log) {
    out.begin_object();
    out.member("line", "end");
    out.member("natives", log.natives.size());
    out.member("objects", log.objects.size());
    out.member("steps", log.entries.size());
    out.end_object();
}

void write(JsonWriter& out, const HostLogEntry& entry) {
    out.begin_object();
    out.member("line", step_names[static_cast<std::size_t>(entry.step)]);
    if (entry.depth != 0) out.member("depth", entry.depth);
    if (entry.step == LogStep::native) out.member("kind", kind_names[static_cast<std::size_t>(entry.kind)]);
    text_member(out, "owner", entry.owner);
    text_member(out, "name", entry.name);
    values_member(out, "arguments", entry.arguments);
    if (!entry.memory.empty()) {
        out.objects("memory", entry.memory, [&](const MemoryChange& change) {
            out.member("argument", change.argument);
            out.member("offset", change.offset);
            text_member(out, "bytes", change.bytes);
        });
    }
    values_member(out, "outer", entry.outer_arguments);
    if (!entry.result.is(Type::none)) {
        out.key("result");
        write_json(out, entry.result);
    }
    if (!entry.state.is(Type::none)) {
        out.key("state");
        write_json(out, entry.state);
    }
    if (entry.outcome != Outcome::done)
        out.member("outcome", outcome_names[static_cast<std::size_t>(entry.outcome)]);
    text_member(out, "error", entry.error);
    if (entry.step == LogStep::frame) {
        out.key("seconds");
        write_json(out, Value(entry.seconds));
    }
    if (entry.instructions != 0) out.member("instructions", entry.instructions);
    out.member("input", entry.input_hash);
    out.end_object();
}

/// Reads one line; `ok` turns false at the first field that is not as written.
class LineReader {
  public:
    explicit LineReader(const Json& line) : line_(line) {}

    [[nodiscard]] bool ok() const noexcept { return ok_; }

    template <std::size_t N>
    std::size_t choice(const Json& json, const std::array<std::string_view, N>& names) {
        for (std::size_t i = 0; i < N; ++i)
            if (json.is_string() && json.as_string() == names[i]) return i;
        ok_ = false;
        return 0;
    }
    Value value(const Json& json) {
        auto result = value_from_json(json);
        if (result) return std::move(*result);
        ok_ = false;
        return {};
    }
    std::string text(const Json& json) {
        const Value result = value(json);
        if (!result.is(Type::none) && !result.is(Type::string)) ok_ = false;
        return std::string(result.text());
    }
    std::vector<Value> values(const Json& json) {
        std::vector<Value> result;
        if (!json.is_null() && !json.is_array()) ok_ = false;
        result.reserve(json.size());
        for (const Json& element : json.elements()) result.push_back(value(element));
        return result;
    }
    bool flag(const Json& json) {
        if (!json.is_null() && !json.is_bool()) ok_ = false;
        return json.as_bool();
    }
    std::uint64_t number(const Json& json, std::uint64_t most) {
        if (!json.is_null() && (!json.is_integer() || json.as_uint(most + 1) > most)) ok_ = false;
        return json.as_uint();
    }
    std::uint32_t number32(const Json& json) {
        return static_cast<std::uint32_t>(number(json, std::numeric_limits<std::uint32_t>::max()));
    }

    /// An integer that must be there.
    std::uint64_t exact(const Json& json) {
        if (!json.is_integer() || (json.as_int(0) < 0 && json.as_uint(0) == 0)) ok_ = false;
        return json.as_uint();
    }

    HostLogRun run() {
        HostLogRun result;
        result.engine = text(line_["engine"]);
        if (!line_["programs"].is_array() || !line_["settings"].is_array() || !line_["budget"].is_object())
            ok_ = false;
        for (const Json& element : line_["programs"].elements()) {
            HostLogProgram& program = result.programs.emplace_back();
            program.name = text(element["name"]);
            program.hash = exact(element["hash"]);
        }
        for (const Json& element : line_["settings"].elements()) {
            std::string name = text(element["name"]);
            result.settings.emplace_back(std::move(name), text(element["value"]));
        }
        const Json& budget = line_["budget"];
        result.budget.instructions = exact(budget["instructions"]);
        result.budget.memory = exact(budget["memory"]);
        result.budget.call_depth = number32(budget["call_depth"]);
        result.host_script = text(line_["host_script"]);
        if (line_.contains("host_script_hash")) result.host_script_hash = exact(line_["host_script_hash"]);
        if (line_.contains("snapshot")) result.snapshot = exact(line_["snapshot"]);
        return result;
    }

    /// True if the end mark counts what was read.
    bool ends(const HostLog& log) {
        return exact(line_["natives"]) == log.natives.size() &&
               exact(line_["objects"]) == log.objects.size() && exact(line_["steps"]) == log.entries.size() &&
               ok_;
    }

    HostLogNative native() {
        HostLogNative result;
        result.kind = static_cast<NativeKind>(choice(line_["kind"], kind_names));
        result.owner = text(line_["owner"]);
        result.name = text(line_["name"]);
        const std::int64_t arity = line_["arity"].as_int(-2);
        if (arity < -1 || arity > std::numeric_limits<std::int32_t>::max()) ok_ = false;
        result.arity = static_cast<std::int32_t>(arity);
        result.known = flag(line_["known"]);
        result.stand_in = flag(line_["stand_in"]);
        result.shared = flag(line_["shared"]);
        const Json& json = line_["signature"];
        if (json.is_null()) return result;
        result.described = true;
        Signature& signature = result.signature;
        signature.kind = static_cast<NativeKind>(choice(json["kind"], kind_names));
        signature.owner = text(json["owner"]);
        signature.name = text(json["name"]);
        for (const Json& element : json["parameters"].elements()) {
            Parameter& parameter = signature.parameters.emplace_back();
            parameter.name = text(element["name"]);
            parameter.type = static_cast<Type>(choice(element["type"], type_names));
            parameter.direction = static_cast<Direction>(choice(element["direction"], direction_names));
        }
        signature.result = static_cast<Type>(choice(json["result"], type_names));
        signature.variadic = flag(json["variadic"]);
        signature.latent = flag(json["latent"]);
        signature.documentation = text(json["documentation"]);
        return result;
    }

    HostLogObject object() {
        HostLogObject result;
        result.object = {line_["id"].as_uint()};
        if (!line_["id"].is_integer()) ok_ = false;
        result.name = text(line_["name"]);
        result.class_name = text(line_["class"]);
        return result;
    }

    HostLogEntry entry() {
        HostLogEntry result;
        result.step = static_cast<LogStep>(choice(line_["line"], step_names));
        result.depth = number32(line_["depth"]);
        if (result.step == LogStep::native)
            result.kind = static_cast<NativeKind>(choice(line_["kind"], kind_names));
        result.owner = text(line_["owner"]);
        result.name = text(line_["name"]);
        result.arguments = values(line_["arguments"]);
        for (const Json& element : line_["memory"].elements()) {
            MemoryChange& change = result.memory.emplace_back();
            change.argument = number32(element["argument"]);
            change.offset = number32(element["offset"]);
            change.bytes = text(element["bytes"]);
        }
        result.outer_arguments = values(line_["outer"]);
        result.result = value(line_["result"]);
        result.state = value(line_["state"]);
        if (line_.contains("outcome"))
            result.outcome = static_cast<Outcome>(choice(line_["outcome"], outcome_names));
        result.error = text(line_["error"]);
        const Value seconds = value(line_["seconds"]);
        if (!seconds.is(Type::none) && !seconds.is(Type::real)) ok_ = false;
        result.seconds = seconds.real();
        if (line_.contains("instructions")) result.instructions = exact(line_["instructions"]);
        result.input_hash = exact(line_["input"]);
        return result;
    }

  private:
    const Json& line_;
    bool ok_ = true;
};

} // namespace

std::string HostLog::to_jsonl() const {
    std::string text;
    TextWriter out(text);
    {
        JsonWriter json(out);
        write(json, run);
        out.newline();
    }
    for (const HostLogNative& native : natives) {
        JsonWriter json(out);
        write(json, native);
        out.newline();
    }
    for (const HostLogObject& object : objects) {
        JsonWriter json(out);
        json.begin_object();
        json.member("line", "object");
        json.member("id", object.object.id);
        text_member(json, "name", object.name);
        text_member(json, "class", object.class_name);
        json.end_object();
        out.newline();
    }
    for (const HostLogEntry& entry : entries) {
        JsonWriter json(out);
        write(json, entry);
        out.newline();
    }
    {
        JsonWriter json(out);
        write_end(json, *this);
        out.newline();
    }
    out.flush();
    return text;
}

Result<HostLog> HostLog::from_jsonl(std::string_view text) {
    HostLog log;
    std::uint32_t line_number = 0;
    bool has_run = false;
    bool has_end = false;
    const auto wrong = [&line_number](std::string_view message, std::string_view hint = {}) {
        return fail(codes::host_log, std::string(message), Place::at_line(std::max(line_number, 1U)),
                    std::string(hint));
    };
    while (!text.empty()) {
        ++line_number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto json = parse_json(line);
        if (!json) {
            Diagnostic diagnostic = std::move(json.error());
            diagnostic.place.line = line_number;
            return std::unexpected(std::move(diagnostic));
        }
        if (has_end) return wrong("the record continues after its end mark");
        LineReader reader(*json);
        const std::string_view kind = (*json)["line"].as_string();
        if (!has_run) {
            if (kind != "run")
                return wrong("the record does not begin with a description of its run",
                             "it is damaged or from an older Vellum: record the run again");
            if ((*json)["format"] != Json(log_format))
                return wrong("the record's format is not supported",
                             "this build reads format " + std::to_string(log_format));
            has_run = true;
            log.run = reader.run();
        } else if (kind == "end") {
            has_end = true;
            if (!reader.ends(log))
                return wrong("lines are missing: the record's end counts more or fewer than there are");
        } else if (kind == "resolve") {
            log.natives.push_back(reader.native());
        } else if (kind == "object") {
            log.objects.push_back(reader.object());
        } else {
            const std::uint32_t deepest = log.entries.empty() ? 0 : log.entries.back().depth + 1;
            log.entries.push_back(reader.entry());
            if (log.entries.back().depth > deepest)
                return wrong("the step is deeper than the one before it can hold");
        }
        if (!reader.ok()) return wrong("this is not a line of a record");
    }
    if (!has_run) return wrong("the record is empty");
    if (!has_end)
        return wrong("the record is cut off after this line: its end mark is missing",
                     "recording was interrupted");
    return log;
}

} // namespace vellum
