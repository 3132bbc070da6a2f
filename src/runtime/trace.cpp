// The text and JSON tracers; see the header for what their lines look like.
#include "runtime/trace.hpp"

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "isa/code.hpp"
#include "isa/listing.hpp"
#include "isa/symbols.hpp"
#include "runtime/fault_text.hpp"
#include "runtime/inspect.hpp"
#include "runtime/value_text.hpp"
#include "vellum/natives.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

constexpr std::size_t name_column = 10; // where what a line tells begins, if the machine's name allows
constexpr std::size_t depth_column = 52;

std::string_view outcome_text(Outcome outcome) {
    switch (outcome) {
    case Outcome::done: return "done";
    case Outcome::pending: return "pending";
    case Outcome::failed: return "failed";
    }
    return {};
}

void begin_json(JsonWriter& json, std::string_view type, std::uint32_t machine, std::string_view name) {
    json.begin_object();
    json.member("type", type);
    json.member("machine", machine);
    json.member("name", name);
}

void values_member(JsonWriter& json, std::string_view name, std::span<const Value> values) {
    json.list(name, values, [&](const Value& value) { write_json_told(json, value); });
}

} // namespace

StepSources::Place StepSources::of(const Step& step) {
    const Program& program = step.scheduler.program(step.machine);
    // A room's script goes with its room, and another may come to the same place in memory.
    if (program_ != &program || name_ != program.name()) {
        program_ = &program;
        name_ = program.name();
        lines_ = &tables_.try_emplace({&program, name_}, program).first->second;
    }
    // What is traced of a listing are its lines.
    const isa::Code* const code = program.code();
    if (code != nullptr && !code->lines.empty() && program.debug_info() == nullptr) return {{}, nullptr};
    const DebugLine* const line = lines_->at(step.address);
    return {line == nullptr ? std::string_view() : lines_->files()[line->file], line};
}

void LineBuffer::flush() {
    if (out_.size() == 0) return;
    sink_(out_.view());
    out_.clear();
    begin_ = 0;
}

void LineBuffer::end_text(Keep keep) {
    const std::string_view line = out_.view().substr(begin_);
    if (find_control(line, 0, keep).at != std::string_view::npos) {
        const std::string fit = escape_control(line, keep);
        out_.truncate(begin_);
        out_.text(fit);
    }
    end_line();
}

std::string_view MachineNames::name(const Scheduler& scheduler, std::uint32_t machine) {
    if (scheduler_ != &scheduler || machine_ != machine) {
        scheduler_ = &scheduler;
        machine_ = machine;
        name_ = machine < scheduler.machine_count() ? scheduler.machine(machine).name : std::string();
        if (name_.empty()) name_ = "machine " + std::to_string(machine);
    }
    return name_;
}

namespace {

void write_argument(TextWriter& out, const Value& value, const Parameter& parameter, bool answered,
                    const Host* host) {
    const bool is_answer = parameter.direction == Direction::out;
    if (is_answer && (!answered || parameter.name.empty())) out.text("out");
    if (is_answer && !answered && !parameter.name.empty()) out.ch(' ');
    out.text(parameter.name);
    if (is_answer && !answered) return;
    if (!parameter.name.empty())
        out.text(is_answer ? " = " : ": ");
    else if (is_answer)
        out.ch(' ');
    write_plain(out, value, host);
}

/// What is known of each argument: a name may be missing.
void parameters_member(JsonWriter& json, const Signature& signature, std::size_t arguments) {
    json.begin_array("parameters");
    for (std::size_t i = 0; i < arguments; ++i) {
        static const Parameter unknown{{}, Type::none, Direction::in_out};
        const Parameter& parameter = i < signature.parameters.size() ? signature.parameters[i] : unknown;
        json.begin_object();
        if (!parameter.name.empty()) json.member("name", parameter.name);
        json.member("direction", to_string(parameter.direction));
        json.end_object();
    }
    json.end_array();
}

} // namespace

void write_call(TextWriter& out, const NativeStep& step, const Signature* signature, const Host* host) {
    const Call& call = step.call;
    if (call.receiver) {
        write_plain(out, Value(call.receiver), host);
        out.ch('.');
    } else if (!step.key.owner.empty()) {
        write_told(out, step.key.owner);
        out.ch('.');
    }
    write_escaped(out, told_part(step.key.name));
    if (step.key.kind == NativeKind::getter && call.size() == 0) return;
    if (step.key.kind == NativeKind::setter && call.size() == 1) {
        out.text(" = ");
        write_plain(out, call[0], host);
        return;
    }
    out.ch('(');
    for (std::size_t i = 0; i < call.size(); ++i) {
        if (i != 0) out.text(", ");
        if (signature != nullptr && i < signature->parameters.size())
            write_argument(out, call[i], signature->parameters[i], call.outcome == Outcome::done, host);
        else
            write_plain(out, call[i], host);
    }
    out.ch(')');
}

void write_instruction(TextWriter& out, const Step& step) {
    const Program& program = step.scheduler.program(step.machine);
    const isa::Code* code = program.code();
    if (code == nullptr || step.instruction >= code->instructions.size()) return;
    isa::print_instruction(out, *code, step.instruction, isa::symbols_or_none(program.source_symbols()));
}

// --- Text
// ------------------------------------------------------------------------------------------------------------

void TextTracer::begin(const Scheduler& scheduler, std::uint32_t machine) {
    lines_.out().text(names_.name(scheduler, machine));
    lines_.out().pad_to(name_column, 2);
}

void TextTracer::step(const Step& step) {
    end_step();
    if (!lines_.wants_line()) return;
    begin(step.scheduler, step.machine);
    TextWriter& out = lines_.out();
    out.put(Hex{step.address, 4}, "  ");
    write_instruction(out, step);
    out.pad_to(depth_column, 1);
    out.put("; depth ", step.depth);
    if (const auto [file, line] = sources_.of(step); line != nullptr) {
        out.text(", ");
        write_escaped(out, file.substr(file.find_last_of("/\\") + 1)); // the folder is the same on every line
        out.put(':', line->line);
    }
    step_open_ = true;
}

void TextTracer::step_values(const StepValues& values) {
    if (values.taken.empty() && values.given.empty()) return;
    if (!step_open_) { // a native told something in between
        if (!lines_.wants_line()) return;
        begin(values.scheduler, values.machine);
        step_open_ = true;
    }
    TextWriter& out = lines_.out();
    if (!values.taken.empty()) {
        out.text("  (");
        write_plain(out, values.taken, options_.host);
        out.ch(')');
    }
    if (!values.given.empty()) {
        out.text(" = ");
        write_plain(out, values.given, options_.host);
    }
}

void TextTracer::native(const NativeStep& step) {
    end_step();
    if (std::exchange(said_, false) && !options_.all_natives) return;
    if (!lines_.wants_line()) return;
    begin(step.scheduler, step.machine);
    TextWriter& out = lines_.out();
    out.text("      ");
    write_call(out, step, signatures_.of(step), options_.host);
    if (step.call.outcome == Outcome::pending) {
        out.text(" waits");
    } else if (step.call.outcome == Outcome::failed) {
        out.text(" fails: ");
        write_told(out, step.call.error, most_told_note);
    } else if (!step.call.result.is(Type::none)) {
        out.text(" = ");
        write_plain(out, step.call.result, options_.host);
    }
    if (step.stand_in) out.text("  ; stood in");
    lines_.end_text();
}

void TextTracer::event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
                       std::span<const Value> values, std::string_view outcome) {
    end_step();
    names_.forget();
    if (!lines_.wants_line()) return;
    begin(scheduler, machine);
    TextWriter& out = lines_.out();
    out.text("event ");
    write_event(out, name, values, options_.host);
    out.text(": ");
    write_told(out, outcome);
    lines_.end_text();
}

void TextTracer::note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) {
    end_step();
    names_.forget();
    said_ = text.starts_with(script_says);
    if (!lines_.wants_line()) return;
    begin(scheduler, machine);
    write_told(lines_.out(), text, most_told_note);
    lines_.end_text();
}

void TextTracer::fault(const Scheduler& scheduler, const Fault& fault) {
    end_step();
    names_.forget();
    if (!lines_.wants_line()) return;
    lines_.out().text("fault: ");
    write_fault(lines_.out(), fault, &scheduler);
    lines_.end_text(Keep::lines);
}

// --- JSON lines
// ------------------------------------------------------------------------------------------------------

void JsonTracer::step(const Step& step) {
    end_step();
    if (!lines_.wants_line()) return;
    JsonWriter json(lines_.out());
    begin_json(json, "step", step.machine, names_.name(step.scheduler, step.machine));
    json.member("address", step.address);
    json.member("depth", step.depth);
    TextWriter instruction;
    write_instruction(instruction, step);
    json.member("instruction", instruction.view());
    if (const auto [file, line] = sources_.of(step); line != nullptr) {
        json.member("source", file);
        json.member("line", line->line);
    }
    step_open_ = true; // end_step() writes the bracket
}

void JsonTracer::step_values(const StepValues& values) {
    if (values.taken.empty() && values.given.empty()) return;
    if (!step_open_) { // a native told something in between
        if (!lines_.wants_line()) return;
        JsonWriter json(lines_.out());
        begin_json(json, "values", values.machine, names_.name(values.scheduler, values.machine));
        step_open_ = true;
    }
    const auto list = [&](std::string_view name, std::span<const Value> of) {
        lines_.out().text(name);
        JsonWriter json(lines_.out());
        json.begin_array();
        for (const Value& value : of) write_json_told(json, value);
        json.end_array();
    };
    if (!values.taken.empty()) list(",\"taken\":", values.taken);
    if (!values.given.empty()) list(",\"given\":", values.given);
}

void JsonTracer::native(const NativeStep& step) {
    end_step();
    if (!lines_.wants_line()) return;
    JsonWriter json(lines_.out());
    begin_json(json, "native", step.machine, names_.name(step.scheduler, step.machine));
    if (!step.key.owner.empty()) json.member("owner", told_part(step.key.owner));
    json.member("native", told_part(step.key.name));
    if (step.call.receiver) {
        json.key("receiver");
        write_json(json, Value(step.call.receiver));
    }
    json.list("arguments", step.call.arguments,
              [&](const Value* argument) { write_json_told(json, *argument); });
    if (const Signature* known = signatures_.of(step)) parameters_member(json, *known, step.call.size());
    json.key("result");
    write_json_told(json, step.call.result);
    json.member("outcome", outcome_text(step.call.outcome));
    if (!step.call.error.empty()) json.member("error", told_part(step.call.error, most_told_note));
    if (step.call.resumed) json.member("resumed", true);
    if (step.stand_in) json.member("stand_in", true);
    json.end_object();
    lines_.end_line();
}

void JsonTracer::event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
                       std::span<const Value> values, std::string_view outcome) {
    end_step();
    names_.forget();
    if (!lines_.wants_line()) return;
    JsonWriter json(lines_.out());
    begin_json(json, "event", machine, names_.name(scheduler, machine));
    json.member("event", told_part(name));
    values_member(json, "values", values);
    json.member("outcome", told_part(outcome));
    json.end_object();
    lines_.end_line();
}

void JsonTracer::note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) {
    end_step();
    names_.forget();
    if (!lines_.wants_line()) return;
    JsonWriter json(lines_.out());
    begin_json(json, "note", machine, names_.name(scheduler, machine));
    json.member("text", told_part(text, most_told_note));
    if (text.size() > most_told_note) json.member("size", text.size());
    json.end_object();
    lines_.end_line();
}

void JsonTracer::fault(const Scheduler& scheduler, const Fault& fault) {
    end_step();
    names_.forget();
    if (!lines_.wants_line()) return;
    JsonWriter json(lines_.out());
    begin_json(json, "fault", fault.machine, fault.machine_name);
    if (fault.code != nullptr) json.member("code", fault.code->id);
    json.member("message", told_part(fault.message, most_told_note));
    json.begin_array("frames");
    for (std::size_t i = 0; i < fault.frames.size(); ++i) {
        const Frame& frame = fault.frames[i];
        json.begin_object();
        json.member("function", frame.function);
        json.member("address", frame.address);
        if (!frame.source.empty()) json.member("source", frame.source);
        if (frame.line != 0) json.member("line", frame.line);
        if (const auto held = held_variables(scheduler, fault, i); !held.empty()) {
            json.key("variables");
            write_variables(json, held);
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
    lines_.end_line();
}

} // namespace vellum
