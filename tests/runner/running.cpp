// Runs of cases; see the header.
#include "runner/running.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/json_writer.hpp"
#include "base/text_writer.hpp"
#include "runner/case_host.hpp"
#include "runner/diff.hpp"
#include "runtime/report.hpp"
#include "runtime/trace.hpp"
#include "runtime/value_text.hpp"
#include "vellum/hosts.hpp"

namespace vellum::cases {

namespace {

/// What drives a world: directly, through a recorder, or with a new world before every frame.
class Driver {
  public:
    virtual ~Driver() = default;
    virtual Scheduler& world() = 0;
    virtual void start() { world().start(); }
    virtual void frame(float seconds) { world().frame(seconds); }
    virtual EventResult send(const Event& event) { return world().send(event); }
    virtual CallResult call(const Event& event) { return world().call(event.name, event.values); }
};

class DirectDriver final : public Driver {
  public:
    explicit DirectDriver(Scheduler& world) : world_(world) {}
    Scheduler& world() override { return world_; }

  private:
    Scheduler& world_;
};

class RecordingDriver final : public Driver {
  public:
    RecordingDriver(Scheduler& world, RecordingHost& recorder) : world_(world), recorder_(recorder) {}
    Scheduler& world() override { return world_; }
    void start() override { recorder_.start(world_); }
    void frame(float seconds) override { recorder_.frame(world_, seconds); }
    EventResult send(const Event& event) override { return recorder_.send(world_, event); }
    CallResult call(const Event& event) override { return recorder_.call(world_, event.name, event.values); }

  private:
    Scheduler& world_;
    RecordingHost& recorder_;
};

/// Makes a new world from a snapshot of the old one before every frame, event and call.
class RestoringDriver : public Driver {
  public:
    RestoringDriver(const Engine& engine, const CaseFile& file, const Programs& programs, Host& host,
                    std::unique_ptr<Scheduler> world, std::string& problem)
        : engine_(engine),
          file_(file),
          programs_(programs),
          host_(host),
          world_(std::move(world)),
          problem_(problem) {}
    Scheduler& world() override { return *world_; }
    void frame(float seconds) override {
        renew();
        world_->frame(seconds);
    }
    EventResult send(const Event& event) override {
        renew();
        return world_->send(event);
    }
    CallResult call(const Event& event) override {
        renew();
        return world_->call(event.name, event.values);
    }

  protected:
    void renew() {
        if (!problem_.empty()) return;
        const auto bytes = world_->snapshot();
        if (!bytes && bytes.error().code == &codes::snapshot_busy && world_->paused()) return;
        if (!bytes) return static_cast<void>(problem_ = format(bytes.error()));
        Diagnostics diagnostics;
        auto next = make_world(engine_, file_, programs_, host_, diagnostics);
        if (!next) return static_cast<void>(problem_ = format(next.error()));
        if (const auto result = (*next)->restore(*bytes); !result)
            return static_cast<void>(problem_ = format(result.error()));
        if (const auto again = (*next)->snapshot(); !again || *again != *bytes) {
            problem_ = "a snapshot of the restored world is another one";
            return;
        }
        if ((*next)->paused() != world_->paused() || (*next)->instructions() != world_->instructions())
            return static_cast<void>(problem_ = "the restored world stands elsewhere");
        if ((*next)->frames() != world_->frames())
            return static_cast<void>(problem_ = "the restored world counts other frames");
        for (std::size_t i = 0; i < world_->machine_count(); ++i)
            if ((*next)->machine(i).instructions != world_->machine(i).instructions)
                return static_cast<void>(problem_ = "a restored machine counts other instructions");
        if (Observer* observer = world_->observer()) (*next)->add_observer(*observer);
        world_ = std::move(*next);
    }
    void complain(std::string problem) {
        if (problem_.empty()) problem_ = std::move(problem);
    }

  private:
    const Engine& engine_;
    const CaseFile& file_;
    const Programs& programs_;
    Host& host_;
    std::unique_ptr<Scheduler> world_;
    std::string& problem_; // empty, or why a snapshot could not be made or restored
};

/// How a run is paused.
struct Pausing {
    std::uint64_t first = 0; ///< Instructions before the first pause; 0: it is not.
    std::uint64_t every = 0; ///< Between two of them; 0: there is only one.
    bool restore = false;    ///< Another world takes over at each.
};

class PausingDriver final : public RestoringDriver {
  public:
    PausingDriver(const Engine& engine, const CaseFile& file, const Programs& programs, Host& host,
                  std::unique_ptr<Scheduler> made, std::string& problem, const Pausing& pausing)
        : RestoringDriver(engine, file, programs, host, std::move(made), problem), pausing_(pausing) {
        if (pausing_.first != 0) world().pause_after(pausing_.first);
    }
    void start() override {
        world().start();
        go_on();
    }
    void frame(float seconds) override {
        world().frame(seconds);
        go_on();
    }
    EventResult send(const Event& event) override {
        EventResult result = world().send(event);
        go_on();
        return result;
    }
    CallResult call(const Event& event) override {
        CallResult result = world().call(event.name, event.values);
        go_on();
        return result;
    }

  private:
    static constexpr std::uint32_t most_pauses = 200, most_looked = 20, most_restored = 10;

    void go_on() {
        while (world().paused()) {
            if (!pausing_.restore && pauses_ < most_looked) look();
            if (pausing_.restore && pauses_ < most_restored) renew();
            if (pausing_.every != 0 && ++pauses_ < most_pauses) world().pause_after(pausing_.every);
            const std::uint64_t before = world().instructions();
            world().resume();
            if (!world().paused()) return;
            // Skrit counts what a native or a text costs, and that not one by one; the toy's natives send
            // events.
            const std::uint64_t wanted = before + pausing_.every;
            const std::string_view engine = world().program(0).engine().id();
            if (engine != "skrit" && engine != "toy" ? world().instructions() != wanted
                                                     : world().instructions() < wanted)
                complain("paused at " + std::to_string(world().instructions()) + ", not at " +
                         std::to_string(wanted));
        }
    }
    void look() {
        for (std::size_t i = 0; i < world().machine_count(); ++i) {
            const MachineInfo info = world().machine(i);
            for (std::size_t frame = 0; frame < std::max<std::size_t>(info.frames.size(), 1); ++frame)
                if (const auto scopes = world().scopes(i, frame, {0, 5}); !scopes)
                    complain(format(scopes.error()));
        }
    }

    Pausing pausing_;
    std::uint32_t pauses_ = 0;
};

/// Start, frames with their events, calls.
template <class Say> void drive(Driver& driver, const CaseFile& file, Say&& say) {
    const auto send_all = [&](std::uint32_t frame) {
        for (const TimedEvent& timed : file.events) {
            if (timed.frame != frame) continue;
            const auto result = driver.send(timed.event);
            if (!result) say("event " + timed.event.name + ": " + format(result.error()));
        }
    };
    driver.start();
    send_all(0);
    for (std::uint32_t frame = 1; frame <= file.frames; ++frame) {
        send_all(frame);
        driver.frame(file.seconds);
    }
    for (const Event& call : file.calls) {
        const auto result = driver.call(call);
        TextWriter line;
        line.text(call.name);
        line.ch('(');
        write_plain(line, call.values);
        line.text(") = ");
        line.text(result ? to_plain(*result) : format(result.error()));
        say(line.take());
    }
}

std::string end_of(const Scheduler& world) {
    constexpr std::size_t most_machines = 20;
    std::string text;
    std::size_t listed = 0;
    for (std::size_t i = 0; i < world.machine_count(); ++i) {
        const MachineInfo info = world.machine(i);
        if (info.state == MachineState::idle) continue;
        if (++listed > most_machines) break;
        text += (text.empty() ? "end: " : ", ") + info.name + " " + std::string(to_string(info.state));
    }
    if (listed > most_machines) text += ", and more";
    return text.empty() ? "end: all idle" : text;
}

/// Runs and reports; `make_driver` gets host and world and returns what drives it.
template <class MakeDriver>
std::string report_of(const CaseFile& file, Host& host, std::unique_ptr<Scheduler> world,
                      MakeDriver&& make_driver, bool summary) {
    std::string text;
    TraceOptions options;
    options.host = &host;
    ReportObserver report([&](std::string_view lines) { text += lines; }, options);
    world->add_observer(report);
    auto driver = make_driver(std::move(world));
    drive(*driver, file, [&](const std::string& line) { report.say(line); });
    report.flush();
    text += end_of(driver->world()) + "\n";
    driver->world().remove_observer(report);
    if (summary) text += report.summary();
    return text;
}

/// A driver that owns its world.
struct OwningDriver final : Driver {
    explicit OwningDriver(std::unique_ptr<Scheduler> owned) : scheduler(std::move(owned)) {}
    Scheduler& world() override { return *scheduler; }
    std::unique_ptr<Scheduler> scheduler;
};

/// The report alone; what was said when the world was made goes to `warnings`.
std::string straight_report(const Engine& engine, const CaseFile& file, const Programs& programs,
                            bool summary, std::string& warnings) {
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    auto world = make_world(engine, file, programs, host.host(), diagnostics);
    if (!world || !diagnostics.ok()) {
        TextWriter out;
        write_failure(out, diagnostics, world ? nullptr : &world.error());
        return out.take();
    }
    for (const Diagnostic& warning : diagnostics.all()) warnings += format(warning) + "\n";
    return report_of(
        file, host.host(), std::move(*world),
        [](std::unique_ptr<Scheduler> owned) { return std::make_unique<OwningDriver>(std::move(owned)); },
        summary);
}

/// "camera.tilt_speed" and its value, for everything in the JSON text; what is 0, false or empty is left out.
std::map<std::string, std::string> values_of(const Result<std::string>& text) {
    std::map<std::string, std::string> values;
    if (!text) {
        values["error"] = format(text.error());
        return values;
    }
    const auto add = [&values](const auto& self, const std::string& name, const Json& json) -> void {
        const std::string dot = name.empty() ? "" : name + ".";
        for (const JsonMember& member : json.members()) self(self, dot + member.key, member.value);
        for (std::size_t i = 0; i < json.elements().size(); ++i)
            self(self, dot + std::to_string(i), json.elements()[i]);
        if (json.is_array() || json.is_object()) return;
        TextWriter out;
        JsonWriter writer(out);
        writer.value(json);
        const std::string value = out.take();
        values[name] = value == "0" || value == "false" || value == "\"\"" ? "" : value;
    };
    const auto json = parse_json(*text);
    add(add, {}, json ? *json : Json(format(json.error())));
    return values;
}

} // namespace

void run(const Engine& engine, const CaseFile& file, const Programs& programs, bool summary,
         TextWriter& out) {
    std::string warnings;
    const std::string report = straight_report(engine, file, programs, summary, warnings);
    out.text(warnings);
    out.text(report);
}

void trace(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out) {
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    auto world = make_world(engine, file, programs, host.host(), diagnostics);
    if (!world || !diagnostics.ok()) return write_failure(out, diagnostics, world ? nullptr : &world.error());
    TraceOptions options;
    options.host = &host.host();
    TextTracer tracer([&](std::string_view lines) { out.text(lines); }, options);
    (*world)->add_observer(tracer);
    DirectDriver driver(**world);
    drive(driver, file, [&](const std::string& line) {
        tracer.flush();
        out.text(line);
        out.newline();
    });
    tracer.flush();
    (*world)->remove_observer(tracer);
    out.text(end_of(**world));
    out.newline();
}

void state(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out) {
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    auto world = make_world(engine, file, programs, host.host(), diagnostics);
    if (!world || !diagnostics.ok()) return write_failure(out, diagnostics, world ? nullptr : &world.error());
    std::map<std::string, std::string> before = values_of((*world)->state_json());
    DirectDriver driver(**world);
    drive(driver, file, [&](const std::string& line) { out.text(line + "\n"); });
    for (const auto& [name, value] : values_of((*world)->state_json()))
        if (before[name] != value) out.text(name + " = " + (value.empty() ? "0" : value) + "\n");
}

void restored(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out) {
    std::string warnings;
    const std::string straight = straight_report(engine, file, programs, false, warnings);
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    auto world = make_world(engine, file, programs, host.host(), diagnostics);
    if (!world || !diagnostics.ok()) return write_failure(out, diagnostics, world ? nullptr : &world.error());
    std::string problem;
    const std::string text = report_of(
        file, host.host(), std::move(*world),
        [&](std::unique_ptr<Scheduler> owned) {
            return std::make_unique<RestoringDriver>(engine, file, programs, host.host(), std::move(owned),
                                                     problem);
        },
        false);
    if (!problem.empty())
        out.text(problem + "\n");
    else if (text != straight)
        out.text("the restored run differs from the straight one:\n" + unified_diff(straight, text));
    else
        out.text("the restored run equals the straight one\n");
}

namespace {

/// What is told once is told again by a world that took over.
std::string without_warnings(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        if (!line.contains(" warning: ")) kept += line;
        text.remove_prefix(line.size());
    }
    return kept;
}

struct Told {
    std::string text;
    std::uint64_t instructions = 0;
    friend bool operator==(const Told&, const Told&) = default;
};

/// What somebody who watches in that way is told of a run, and how it ends.
enum class Seen : std::uint8_t { nothing, natives, steps };
Told told_of(const Engine& engine, const CaseFile& file, const Programs& programs, Seen seen,
             const Pausing& pausing, std::string& problem) {
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    auto world = make_world(engine, file, programs, host.host(), diagnostics);
    if (!world || !diagnostics.ok()) {
        TextWriter out;
        write_failure(out, diagnostics, world ? nullptr : &world.error());
        return {out.take(), 0};
    }
    std::string text;
    TraceOptions report_options;
    report_options.host = &host.host();
    ReportObserver report([&](std::string_view lines) { text += lines; }, report_options);
    TextTracer tracer([&](std::string_view lines) { text += lines; }, report_options);
    if (seen == Seen::natives) (*world)->add_observer(report);
    if (seen == Seen::steps) (*world)->add_observer(tracer);
    PausingDriver driver(engine, file, programs, host.host(), std::move(*world), problem, pausing);
    drive(driver, file, [](const std::string&) {}); // what calls give is lost where they pause
    report.flush();
    tracer.flush();
    driver.world().remove_observer(report);
    driver.world().remove_observer(tracer);
    if (pausing.restore) text = without_warnings(text);
    text += end_of(driver.world()) + "\n" + std::to_string(driver.world().instructions()) + "\n";
    for (const Fault& fault : driver.world().faults())
        if (!pausing.restore) text += format(fault) + "\n"; // a snapshot has none, nor warnings
    for (const auto& [name, value] : values_of(driver.world().state_json()))
        if (!pausing.restore || !name.starts_with("warnings")) text += name + "=" + value + "\n";
    const auto end = driver.world().snapshot();
    text += end ? std::to_string(hash64(*end)) : format(end.error());
    return {text + "\n", driver.world().instructions()};
}

} // namespace

void paused(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out) {
    constexpr std::uint64_t most_single = 15;
    bool is_long = false;
    for (const Seen seen : {Seen::nothing, Seen::natives, Seen::steps}) {
        for (const bool restore : {false, true}) {
            // A loop of a hundred thousand turns says of watched steps what one of ten says.
            if (seen == Seen::steps && is_long) continue;
            std::string problem;
            const Told straight = told_of(engine, file, programs, seen, {0, 0, restore}, problem);
            is_long = is_long || straight.instructions > 50'000;
            std::vector<Pausing> pausings;
            for (const std::uint64_t every : {1U, 3U, 50U}) pausings.push_back({every, every, restore});
            if (seen == Seen::nothing && !restore)
                for (std::uint64_t n = 1; n <= most_single; ++n) pausings.push_back({n, 0, restore});
            for (const Pausing& pausing : pausings) {
                const Told told = told_of(engine, file, programs, seen, pausing, problem);
                if (problem.empty() && told == straight) continue;
                out.text("paused after " + std::to_string(pausing.first) + ", every " +
                         std::to_string(pausing.every) + (restore ? ", restored" : "") + ": " + problem +
                         "\n" + (told == straight ? "" : unified_diff(straight.text, told.text)));
                return;
            }
        }
    }
    out.text("every paused run equals the straight one\n");
}

namespace {

void write_scopes(const Scheduler& world, std::size_t machine, std::size_t frame, TextWriter& out) {
    const Page page{0, 12};
    const auto scopes = world.scopes(machine, frame, page);
    if (!scopes) return out.text(format(scopes.error()) + "\n");
    for (const Scope& scope : *scopes) {
        out.text("  " + scope.name + " (" + std::to_string(scope.count) + ")\n");
        for (const Variable& one : scope.variables)
            out.text("    " + one.name + ": " + one.type + " " + one.text + "\n");
    }
}

} // namespace

void inspect(const Engine& engine, const CaseFile& file, const Programs& programs, std::uint64_t instructions,
             TextWriter& out) {
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    auto made = make_world(engine, file, programs, host.host(), diagnostics);
    if (!made || !diagnostics.ok()) return write_failure(out, diagnostics, made ? nullptr : &made.error());
    Scheduler& world = **made;
    world.pause_after(instructions);
    world.start();
    for (std::uint32_t frame = 1; frame <= file.frames && !world.paused(); ++frame) {
        for (const TimedEvent& timed : file.events)
            if (timed.frame + 1 == frame && !world.paused()) static_cast<void>(world.send(timed.event));
        if (!world.paused()) world.frame(file.seconds);
    }
    out.text((world.paused() ? "paused after " : "not paused, ") + std::to_string(world.instructions()) +
             " instructions\n");
    bool any = false;
    for (std::size_t i = 0; i < world.machine_count(); ++i) {
        const MachineInfo info = world.machine(i);
        for (std::size_t frame = 0; frame < info.frames.size(); ++frame) {
            any = true;
            out.text(info.name + ", " + info.frames[frame].function + ", address ");
            out.hex0x(info.frames[frame].address, 4);
            out.text(", " + place_text(info.frames[frame]) + "\n");
            write_scopes(world, i, frame, out);
        }
    }
    if (!any) write_scopes(world, 0, 0, out);
}

void replayed(const Engine& engine, const CaseFile& file, const Programs& programs, TextWriter& out) {
    Diagnostics diagnostics;
    CaseHost host(engine, file, diagnostics);
    HostLog log;
    RecordingHost recorder(host.host(), log);
    auto world = make_world(engine, file, programs, recorder, diagnostics);
    if (!world || !diagnostics.ok()) return write_failure(out, diagnostics, world ? nullptr : &world.error());
    RecordingDriver driver(**world, recorder);
    drive(driver, file, [](const std::string&) {});
    const auto recorded_end = (*world)->snapshot();

    const auto read_back = HostLog::from_jsonl(log.to_jsonl());
    if (!read_back) return out.text(format(read_back.error()) + "\n");
    ReplayHost replay(*read_back, engine.runtime().known_natives());
    auto second = make_world(engine, file, programs, replay, diagnostics);
    if (!second) return write_failure(out, diagnostics, &second.error());
    if (!replay.run(**second)) return out.text(replay.divergence() + "\n");
    const auto replayed_end = (*second)->snapshot();
    if (!recorded_end)
        out.text(format(recorded_end.error()) + "\n");
    else if (!replayed_end || *replayed_end != *recorded_end)
        out.text("the replayed run ends in another state\n");
    else
        out.text("the replayed run equals the recorded one\n");
}

} // namespace vellum::cases
