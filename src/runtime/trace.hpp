// Traces of a run: everything the observer hears, a line each, as text for people or as JSON lines for tools.
// Instructions are printed by the listing printer from the program's own decoded code. Tracers only look.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/escape.hpp"
#include "base/text_writer.hpp"
#include "program/lines.hpp"
#include "runtime/call_signatures.hpp"
#include "vellum/observer.hpp"

namespace vellum {

class Program;

/// Takes whole lines, several at once, each with its line end.
using TextSink = std::function<void(std::string_view)>;

/// What traces and reports tell.
struct TraceOptions {
    bool steps = true; ///< Of traces: instructions too, not only natives, events, notes and faults.
    std::uint64_t most_lines = 0; ///< Stop writing after that many lines; 0: never.
    const Host* host = nullptr;   ///< For names of objects; may be null.
    bool all_natives = false;     ///< Also those whose note says what they were given.
};

/// How the note of a native begins that only hands on what the script says: its call adds nothing.
inline constexpr std::string_view script_says = "says: ";

/// Collects lines for a sink and hands them over in large pieces.
class LineBuffer {
  public:
    LineBuffer(TextSink sink, std::uint64_t most_lines) : sink_(std::move(sink)), most_lines_(most_lines) {}
    LineBuffer(const LineBuffer&) = delete;
    LineBuffer& operator=(const LineBuffer&) = delete;
    ~LineBuffer() { flush(); }

    [[nodiscard]] TextWriter& out() noexcept { return out_; }
    /// False if what is written goes nowhere.
    [[nodiscard]] bool is_read() const noexcept { return static_cast<bool>(sink_); }
    /// True if one more line is wanted.
    [[nodiscard]] bool wants_line() const noexcept { return most_lines_ == 0 || lines_ < most_lines_; }
    /// Ends a line for people: what scripts and files put into it stays in it (base/escape.hpp).
    void end_text(Keep keep = Keep::tabs);
    void end_line() {
        out_.newline();
        begin_ = out_.size();
        ++lines_;
        if (out_.size() >= piece) flush();
    }
    void flush();

  private:
    static constexpr std::size_t piece = 64U << 10U;
    TextSink sink_;
    TextWriter out_;
    std::size_t begin_ = 0; ///< Of the line being written.
    std::uint64_t most_lines_;
    std::uint64_t lines_ = 0;
};

/// Remembers the name of the machine that was asked for last: steps come in long runs of one machine.
class MachineNames {
  public:
    [[nodiscard]] std::string_view name(const Scheduler& scheduler, std::uint32_t machine);
    /// Asks anew next time: a machine's slot may have been given to another script.
    void forget() noexcept { scheduler_ = nullptr; }

  private:
    const Scheduler* scheduler_ = nullptr;
    std::uint32_t machine_ = 0;
    std::string name_;
};

/// Which lines steps come from, of programs that know it.
class StepSources {
  public:
    struct Place {
        std::string_view file;
        const DebugLine* line; ///< May be null.
    };
    [[nodiscard]] Place of(const Step& step);

  private:
    const Program* program_ = nullptr; ///< The one that was asked for last.
    std::string name_;                 ///< Its name.
    const LineTable* lines_ = nullptr;
    std::map<std::pair<const Program*, std::string>, LineTable> tables_;
};

/// "irand(1, 6)", "Burah.SetVisible(true)", "door 5.open = true": the call as scripts write it. What is known
/// of its arguments stands with them: "FindActor(actor = Burah, name: "Burah")" has a name after `:` for what
/// goes in and before `=` for an answer, `out` for an answer that has no name or is not there yet.
void write_call(TextWriter& out, const NativeStep& step, const Signature* signature, const Host* host);
/// The instruction of a step, or nothing if the program has no decoded code.
void write_instruction(TextWriter& out, const Step& step);

/// What tracers have in common: a step's line stays open until the next one, as the instruction's values
/// belong to it.
class Tracer : public Observer {
  public:
    explicit Tracer(TextSink sink, const TraceOptions& options = {})
        : options_(options), lines_(std::move(sink), options.most_lines) {}
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;
    [[nodiscard]] bool wants_steps() const override { return options_.steps; }
    void flush() {
        end_step();
        lines_.flush();
    }

  protected:
    ~Tracer() override = default;
    virtual void end_step() = 0;

    TraceOptions options_;
    LineBuffer lines_;
    MachineNames names_;
    StepSources sources_;
    CallSignatures signatures_;
    bool step_open_ = false;
};

///     player    0012  push 5                        ; depth 3
///     player    0013  add                           ; depth 4  (2, 5) = 7
///     player          irand(1, 6) = 4
class TextTracer final : public Tracer {
  public:
    using Tracer::Tracer;
    ~TextTracer() override { end_step(); }
    void step(const Step& step) override;
    void step_values(const StepValues& values) override;
    void native(const NativeStep& step) override;
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override;
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override;
    void fault(const Scheduler& scheduler, const Fault& fault) override;

  private:
    void end_step() override {
        if (std::exchange(step_open_, false)) lines_.end_text();
    }
    void begin(const Scheduler& scheduler, std::uint32_t machine);

    bool said_ = false; ///< By the note before this line.
};

/// One object a line: {"type": "step" | "native" | "event" | "note" | "fault", "machine": …, …}; values as in
/// value_text.hpp. Steps of engines that tell values have "taken" and "given", natives whose arguments are
/// known "parameters".
class JsonTracer final : public Tracer {
  public:
    using Tracer::Tracer;
    ~JsonTracer() override { end_step(); }
    void step(const Step& step) override;
    void step_values(const StepValues& values) override;
    void native(const NativeStep& step) override;
    void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
               std::span<const Value> values, std::string_view outcome) override;
    void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) override;
    void fault(const Scheduler& scheduler, const Fault& fault) override;

  private:
    void end_step() override {
        if (!std::exchange(step_open_, false)) return;
        lines_.out().ch('}');
        lines_.end_line();
    }
};

} // namespace vellum
