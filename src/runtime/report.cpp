// The plain-words account of a run; see the header.
#include "runtime/report.hpp"

#include <algorithm>
#include <utility>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "runtime/fault_text.hpp"
#include "runtime/value_text.hpp"
#include "vellum/scheduler.hpp"

namespace vellum {

namespace {

void counted(TextWriter& out, std::uint64_t count, std::string_view one, std::string_view many) {
    out.put(count, ' ', count == 1 ? one : many);
}

/// The table of a summary: right-aligned counts before names.
void count_column(TextWriter& out, std::uint64_t count) {
    const std::string digits = std::to_string(count);
    out.fill(digits.size() < 8 ? 8 - digits.size() : 0, ' ');
    out.put(digits, "  ");
}

/// Notes say what scripts say. One that could be taken for a line of the report's own is marked.
bool looks_like_report(std::string_view note) {
    constexpr std::string_view beginnings[] = {"> ",    "= ",     "(",      "| ",    "    ",
                                               "asks ", "event ", "host: ", "FAULT "};
    constexpr std::string_view middles[] = {") is done", ") fails: "};
    return std::ranges::any_of(beginnings, [&](std::string_view own) { return note.starts_with(own); }) ||
           std::ranges::any_of(middles, [&](std::string_view own) { return note.contains(own); });
}

} // namespace

ReportObserver::ReportObserver(TextSink sink, const TraceOptions& options)
    : options_(options), lines_(std::move(sink), options.most_lines) {}

ReportObserver::~ReportObserver() { flush(); }

TextWriter& ReportObserver::begin(const Scheduler& scheduler, std::uint32_t machine) {
    line_.clear();
    line_.put(names_.name(scheduler, machine), ": ");
    return line_;
}

void ReportObserver::end(Keep keep) {
    if (find_control(line_.view(), 0, keep).at != std::string_view::npos) {
        const std::string fit = escape_control(line_.view(), keep);
        line_.clear();
        line_.text(fit);
    }
    if (repeats_ != 0 && line_.view() == last_) {
        ++repeats_;
        return;
    }
    tell_last();
    last_.assign(line_.view());
    repeats_ = 1;
}

void ReportObserver::tell_last() {
    if (repeats_ == 0) return;
    if (!lines_.wants_line()) {
        left_out_ += repeats_;
    } else {
        lines_.out().text(last_);
        if (repeats_ > 1) {
            lines_.out().text(" (");
            lines_.out().dec(repeats_);
            lines_.out().text(" times)");
        }
        lines_.end_line();
    }
    repeats_ = 0;
}

void ReportObserver::flush() {
    tell_last();
    lines_.flush();
}

void ReportObserver::say(std::string_view line) {
    line_.clear();
    line_.text(line);
    end();
}

NativeUse& ReportObserver::use_of(const NativeKey& key) {
    constexpr std::size_t most_known = 10'000; // names that are made for each call must not pile up here
    const auto known = known_natives_.find(key.name.data());
    if (known != known_natives_.end() && known->second.name == key.name && known->second.owner == key.owner)
        return natives_[known->second.index];
    std::string name = key.owner.empty() ? std::string() : std::string(told_part(key.owner)) + ".";
    name += escape_control(told_part(key.name));
    const auto [found, is_new] = native_index_.try_emplace(name, natives_.size());
    if (is_new) natives_.push_back({name, 0, 0, 0, false});
    if (known_natives_.size() < most_known || known != known_natives_.end())
        known_natives_.insert_or_assign(
            key.name.data(), KnownNative{std::string(key.owner), std::string(key.name), found->second});
    return natives_[found->second];
}

void ReportObserver::called(const Scheduler&, const NativeKey& key, std::uint64_t calls) {
    use_of(key).calls += calls;
}

void ReportObserver::native(const NativeStep& step) {
    const Call& call = step.call;
    NativeUse& use = use_of(step.key);
    if (call.resumed)
        ++use.polls;
    else
        ++use.calls;
    if (call.outcome == Outcome::failed) ++use.failures;
    use.stand_in = use.stand_in || step.stand_in;
    if (std::exchange(said_, false) && !options_.all_natives) return;
    if (!lines_.is_read() || (call.resumed && call.outcome == Outcome::pending)) return;

    TextWriter& out = begin(step.scheduler, step.machine);
    if (!call.resumed) out.text("asks ");
    write_call(out, step, signatures_.of(step), options_.host);
    switch (call.outcome) {
    case Outcome::pending: out.text(" and waits"); break;
    case Outcome::failed:
        out.text(call.resumed ? " fails: " : ", which fails: ");
        write_told(out, call.error, most_told_note);
        break;
    case Outcome::done:
        if (call.resumed) out.text(" is done");
        if (!call.result.is(Type::none)) {
            out.text(call.resumed ? ", gives " : ", gets ");
            write_plain(out, call.result, options_.host);
        }
        break;
    }
    if (step.stand_in) out.text(" [stood in]");
    end();
}

void ReportObserver::event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
                           std::span<const Value> values, std::string_view outcome) {
    names_.forget();
    const std::string told_name(told_part(name));
    const auto [found, is_new] = event_index_.try_emplace(told_name, events_.size());
    if (is_new) events_.push_back({told_name, {}});
    auto& outcomes = events_[found->second].outcomes;
    const std::string_view told_outcome = told_part(outcome);
    const auto counter = outcomes.find(told_outcome);
    if (counter != outcomes.end())
        ++counter->second;
    else
        outcomes.emplace(told_outcome, 1);
    if (!lines_.is_read()) return;

    TextWriter& out = begin(scheduler, machine);
    out.text("event ");
    write_event(out, name, values, options_.host);
    out.text(": ");
    write_told(out, outcome);
    end();
}

void ReportObserver::note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) {
    names_.forget();
    ++notes_;
    said_ = text.starts_with(script_says);
    if (!lines_.is_read()) return;
    TextWriter& out = begin(scheduler, machine);
    if (looks_like_report(told_part(text, most_told_note))) out.text("| ");
    write_told(out, text, most_told_note);
    end();
}

void ReportObserver::fault(const Scheduler& scheduler, const Fault& fault) {
    names_.forget();
    ++faults_;
    if (!lines_.is_read()) return;
    line_.clear();
    line_.text("FAULT in ");
    write_fault(line_, fault, &scheduler);
    end(Keep::lines);
}

std::string ReportObserver::summary() const {
    TextWriter out;
    std::uint64_t calls = 0;
    std::uint64_t stood_in = 0;
    for (const NativeUse& use : natives_) {
        calls += use.calls;
        if (use.stand_in) ++stood_in;
    }
    std::uint64_t event_count = 0;
    for (const EventUse& use : events_)
        for (const auto& [outcome, count] : use.outcomes) event_count += count;

    counted(out, calls, "call", "calls");
    out.text(" of ");
    counted(out, natives_.size(), "native", "natives");
    if (stood_in != 0) out.put(" (", stood_in, " stood in)");
    out.text(", ");
    counted(out, event_count, "event", "events");
    out.text(", ");
    counted(out, notes_, "note", "notes");
    out.text(", ");
    counted(out, faults_, "fault", "faults");
    out.newline();
    if (left_out_ != 0) {
        counted(out, left_out_, "line was", "lines were");
        out.text(" left out\n");
    }
    if (!natives_.empty()) out.text("natives:\n");
    for (const NativeUse& use : natives_) {
        count_column(out, use.calls);
        write_escaped(out, use.name);
        if (use.polls != 0) {
            out.text(", asked again ");
            counted(out, use.polls, "time", "times");
        }
        if (use.failures != 0) {
            out.text(", failed ");
            counted(out, use.failures, "time", "times");
        }
        if (use.stand_in) out.text(" [stood in]");
        out.newline();
    }
    if (!events_.empty()) out.text("events:\n");
    for (const EventUse& use : events_) {
        for (const auto& [outcome, count] : use.outcomes) {
            count_column(out, count);
            write_escaped(out, use.name);
            out.text(": ");
            write_escaped(out, outcome);
            out.newline();
        }
    }
    return out.take();
}

void ReportObserver::write_summary(JsonWriter& json) const {
    json.begin_object();
    json.objects("natives", natives_, [&](const NativeUse& use) {
        json.member("name", use.name);
        json.member("calls", use.calls);
        json.member("polls", use.polls);
        json.member("failures", use.failures);
        json.member("stand_in", use.stand_in);
    });
    json.objects("events", events_, [&](const EventUse& use) {
        json.member("name", use.name);
        json.begin_object("outcomes");
        for (const auto& [outcome, count] : use.outcomes) json.member(outcome, count);
        json.end_object();
    });
    json.member("notes", notes_);
    json.member("faults", faults_);
    json.end_object();
}

} // namespace vellum
