// Taking lines apart, and what makes the world run.
#include "cli/debugger/shell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "cli/codes.hpp"
#include "workspace/run/values.hpp"

namespace vellum::cli {

using debug::CodePlace;
using debug::number_of;
using debug::Reason;
using debug::Report;
using debug::Stop;
using debug::StopKind;
using debug::StopRequest;

namespace {

constexpr DebugShell::Entry no_entry{};

std::string_view first_word(std::string_view text) {
    text = trimmed(text);
    return text.substr(0, text.find_first_of(" \t"));
}
std::string_view behind_word(std::string_view text) {
    text = trimmed(text);
    const std::size_t blank = text.find_first_of(" \t");
    return blank == std::string_view::npos ? std::string_view() : trimmed(text.substr(blank));
}

} // namespace

std::vector<std::string> DebugShell::names(std::string_view line) const {
    std::vector<std::string> names;
    if (line.find(' ') == std::string_view::npos) {
        for (const Entry& each : table()) names.emplace_back(each.name);
        return names;
    }
    for (const ProgramPtr& program : programs_) {
        for (Function& each : program->functions()) names.push_back(std::move(each.name));
        for (Reference& each : program->references())
            if (each.kind == ReferenceKind::native || each.kind == ReferenceKind::handler)
                names.push_back(std::move(each.name));
    }
    return names;
}

const DebugShell::Entry* DebugShell::find(std::string_view word) {
    const Entry* found = nullptr;
    for (const Entry& entry : table()) {
        if (entry.name == word || (!entry.brief.empty() && entry.brief == word)) return &entry;
        if (!entry.name.starts_with(word)) continue;
        if (found != nullptr) found = &no_entry;
        if (found == nullptr) found = &entry;
    }
    return found == &no_entry ? nullptr : found;
}

bool DebugShell::execute(std::string_view line) {
    line = trimmed(line);
    if (line.empty()) line = last_;
    if (line.empty() || line.starts_with('#')) return true;
    // "x/8" and "b*0x10" need no blank.
    std::size_t end = 0;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '/' && line[end] != '*')
        ++end;
    const std::string_view word = line.substr(0, end);
    const Entry* const entry = word.empty() ? nullptr : find(word);
    if (entry == nullptr) {
        std::vector<std::string_view> names;
        for (const Entry& one : table()) names.push_back(one.name);
        return wrong("unknown command '" + std::string(word) + "', or several begin with it." +
                     did_you_mean(word, names) + " 'help' lists them.");
    }
    const std::string arguments(trimmed(line.substr(end)));
    last_ = entry->repeats ? std::string(line) : std::string();
    return (this->*entry->run)(arguments);
}

bool DebugShell::wrong(std::string_view message) {
    say("error: " + std::string(message) + "\n");
    return false;
}

bool DebugShell::wrong(const Diagnostic& diagnostic) {
    std::string text = diagnostic.message;
    if (!diagnostic.hint.empty()) text += " (" + diagnostic.hint + ")";
    return wrong(text);
}

// --- Stops ---

Result<StopRequest> DebugShell::parse_place(std::string_view text) const {
    if (!trimmed(text).empty()) return debug::parse_place(text);
    const auto here = debugger_.place(debugger_.machine(), debugger_.frame());
    if (!here) return fail(codes::cli_value, "nothing is running here: give a place to stop");
    StopRequest request;
    request.number = here->address;
    request.program = here->program;
    return request;
}

/// "PLACE if EXPRESSION" taken apart.
std::pair<std::string_view, std::string> DebugShell::with_condition(std::string_view text) {
    if (const std::size_t at = text.find(" if "); at != std::string_view::npos)
        return {text.substr(0, at), std::string(trimmed(text.substr(at + 4)))};
    if (text.starts_with("if ")) return {{}, std::string(trimmed(text.substr(3)))};
    return {text, {}};
}

bool DebugShell::add_stop(std::string_view arguments, bool once) {
    std::string_view place = arguments;
    std::string log;
    if (const std::size_t at = place.find(" log "); at != std::string_view::npos) {
        log = trimmed(place.substr(at + 5));
        place = place.substr(0, at);
        if (log.size() >= 2 && log.front() == '"' && log.back() == '"') log = log.substr(1, log.size() - 2);
    }
    auto [where, condition] = with_condition(place);
    auto request = parse_place(where);
    if (!request) return wrong(request.error());
    request->condition = std::move(condition);
    request->log = std::move(log);
    request->once = once;
    const auto added = debugger_.stops().add(std::move(*request));
    if (!added) return wrong(added.error());
    say(describe(**added) + "\n");
    return true;
}

bool DebugShell::watch(std::string_view arguments) {
    StopRequest request;
    request.kind = StopKind::watch;
    auto [what, condition] = with_condition(arguments);
    request.what = what;
    request.condition = std::move(condition);
    if (what.starts_with('/')) {
        auto memory = parse_memory(what, StopRequest::most_bytes);
        if (!memory) return wrong(memory.error());
        request.block = std::move(memory->block);
        request.first = memory->first;
        request.bytes = static_cast<std::uint32_t>(memory->count);
        if (request.bytes == 0) return wrong("give a number of bytes");
    }
    const auto added = debugger_.watch(std::move(request));
    if (!added) return wrong(added.error());
    say(describe(**added) + "\n");
    return true;
}

bool DebugShell::delete_(std::string_view arguments) {
    if (trimmed(arguments).empty()) {
        std::vector<std::uint32_t> all;
        for (const auto& one : debugger_.stops().all()) all.push_back(one->number);
        for (const std::uint32_t number : all) debugger_.stops().remove(number);
        return true;
    }
    const auto number = number_of(arguments);
    if (number && debugger_.stops().remove(static_cast<std::uint32_t>(*number))) return true;
    return wrong("there is no breakpoint " + std::string(arguments));
}

bool DebugShell::set_enabled(std::string_view arguments, bool enabled) {
    if (trimmed(arguments).empty()) {
        for (const auto& one : debugger_.stops().all()) one->enabled = enabled;
        return true;
    }
    const auto number = number_of(arguments);
    Stop* const stop = number ? debugger_.stops().find(static_cast<std::uint32_t>(*number)) : nullptr;
    if (stop == nullptr) return wrong("there is no breakpoint " + std::string(arguments));
    stop->enabled = enabled;
    return true;
}

bool DebugShell::ignore(std::string_view arguments) {
    const auto number = number_of(first_word(arguments)), count = number_of(behind_word(arguments));
    Stop* const stop = number ? debugger_.stops().find(static_cast<std::uint32_t>(*number)) : nullptr;
    if (stop == nullptr || !count) return wrong("give a breakpoint and how many hits to ignore");
    stop->request.ignore = stop->hits + *count;
    return true;
}

// --- Running ---

bool DebugShell::told(const Report& report) {
    std::string text;
    for (const std::uint32_t number : report.stops) {
        const bool watch = std::ranges::any_of(
            report.changes, [&](const debug::Change& change) { return change.stop == number; });
        if (!watch) text += fmt::format("breakpoint {}\n", number);
    }
    for (const debug::Change& change : report.changes) {
        text += change.stop != 0 ? fmt::format("watch {}: ", change.stop) : std::string();
        if (change.gone)
            text += fmt::format("{} was {}; its frame has ended\n", change.what, change.before);
        else
            text += fmt::format("{}: {} -> {}\n", change.what, change.before, change.after);
        if (change.by) text += fmt::format("changed by {}\n", words_for(*change.by));
    }
    switch (report.reason) {
    case Reason::fault:
        text += fmt::format("fault: {}\n", report.fault->message);
        if (report.behind)
            text += "it happened inside a call that a native waits for; this is after that call\n";
        break;
    case Reason::rested: break;
    case Reason::end: text += "the run is over: 'frames N' runs more\n"; break;
    case Reason::beginning: text += "this is the start of the run: nothing was found going back\n"; break;
    case Reason::failed: return wrong(report.text);
    case Reason::interrupted: break; // nobody can ask for it here
    case Reason::step:
    case Reason::stop:
    case Reason::watch:
        if (report.behind) text += "it is inside a call that a native waits for; this is after that call\n";
        break;
    }
    if (!report.text.empty()) text += report.text + "\n";
    if (!text.empty()) say(text);
    show_place();
    return true;
}

bool DebugShell::many(std::string_view count, debug::StepKind kind, debug::Granularity granularity,
                      bool back) {
    std::uint64_t times = 1;
    if (!trimmed(count).empty()) {
        const auto number = number_of(count);
        if (!number || *number == 0) return wrong("'" + std::string(count) + "' is not a number of steps");
        times = *number;
    }
    Report report;
    for (; times > 0; --times) {
        report = back ? debugger_.step_back(kind, granularity) : debugger_.step_on(kind, granularity);
        if (report.reason != Reason::step && report.reason != Reason::rested) break;
    }
    return told(report);
}

bool DebugShell::until(std::string_view arguments) {
    auto request = parse_place(arguments);
    if (!request) return wrong(request.error());
    request->once = true;
    const auto added = debugger_.stops().add(std::move(*request));
    if (!added) return wrong(added.error());
    if ((*added)->places.empty()) {
        debugger_.stops().remove((*added)->number);
        return wrong("give an instruction, a line or a function");
    }
    const CodePlace place = (*added)->places.front();
    debugger_.stops().remove((*added)->number);
    return told(debugger_.until(place));
}

bool DebugShell::who(std::string_view arguments) {
    if (arguments.empty()) return wrong("give the variable that changed");
    return told(debugger_.last_change(arguments));
}

bool DebugShell::jump(std::string_view arguments) {
    if (arguments.starts_with('#')) {
        const auto count = number_of(arguments.substr(1));
        if (!count) return wrong("expected a number of instructions after '#'");
        return told(debugger_.go_to_instruction(*count));
    }
    const auto frame = number_of(arguments);
    if (!frame) return wrong("give a frame number or #INSTRUCTION");
    return told(debugger_.go_to_frame(*frame));
}

bool DebugShell::hits(std::string_view arguments) {
    constexpr std::size_t most_listed = 100;
    auto [place, condition] = with_condition(arguments);
    auto request = parse_place(place);
    if (!request) return wrong(request.error());
    request->condition = std::move(condition);
    std::uint64_t count = 0;
    const auto visits = debugger_.visits(std::move(*request), most_listed, count);
    if (!visits) return wrong(visits.error());
    std::string text;
    if (count > visits->size()) text += fmt::format("{} times; the last {}:\n", count, visits->size());
    for (const debug::Visit& one : *visits) {
        const std::string words = words_for(one.place);
        text +=
            fmt::format("#{:<9} frame {:<5} {}: {}\n", one.position.instructions, one.frame,
                        debugger_.scheduler().machine(one.machine).name, words.substr(0, words.find(": ")));
    }
    say(text.empty() ? "the run has not reached it yet\n" : text);
    return true;
}

bool DebugShell::restart(std::string_view) {
    return told(debugger_.go_to(debugger_.timeline().landmarks().front()));
}

// --- Doing something to the world ---

bool DebugShell::event(std::string_view arguments) {
    auto action = runs::parse_event(arguments);
    if (!action) return wrong(action.error());
    const bool branches = debugger_.timeline().here() < debugger_.timeline().latest();
    debugger_.timeline().insert({debug::Action::Kind::send, 0, std::move(action->event)});
    say(branches ? "the event comes next; the recording after this moment is discarded\n"
                 : "the event comes next\n");
    return true;
}

bool DebugShell::call(std::string_view arguments) {
    auto action = runs::parse_call(arguments);
    if (!action) return wrong(action.error());
    const bool branches = debugger_.timeline().here() < debugger_.timeline().latest();
    debugger_.timeline().insert({debug::Action::Kind::call, 0, std::move(action->event)});
    say(branches ? "the call comes next; the recording after this moment is discarded\n"
                 : "the call comes next\n");
    return true;
}

bool DebugShell::frames(std::string_view arguments) {
    const auto count = arguments.empty() ? std::optional<std::uint64_t>(1) : number_of(arguments);
    if (!count || *count > 1'000'000) return wrong("give a number of frames, at most 1,000,000");
    for (std::uint64_t i = 0; i < *count; ++i)
        debugger_.timeline().add({debug::Action::Kind::frame, seconds_, {}});
    return true;
}

bool DebugShell::help(std::string_view arguments) {
    if (!arguments.empty()) {
        const Entry* const entry = find(first_word(arguments));
        if (entry == nullptr) return wrong("unknown command '" + std::string(arguments) + "'");
        std::string text = fmt::format("{} {}", entry->name, entry->arguments);
        while (text.ends_with(' ')) text.pop_back();
        if (!entry->brief.empty()) text += fmt::format("   (short: {})", entry->brief);
        say(text + "\n" + std::string(entry->help) + "\n");
        return true;
    }
    std::string text;
    for (const Entry& entry : table()) {
        const std::string_view help = entry.help.substr(0, entry.help.find(". "));
        text += fmt::format("{:<6} {:<16} {}\n", entry.brief, entry.name,
                            help.ends_with('.') ? help.substr(0, help.size() - 1) : help);
    }
    say(text);
    return true;
}

bool DebugShell::quit(std::string_view) {
    quits_ = true;
    return true;
}

std::span<const DebugShell::Entry> DebugShell::table() {
    using S = DebugShell;
    static constexpr Entry entries[] = {
        {"break", "b", "PLACE [if EXPRESSION] [log TEXT]",
         "Stops at a place: a function, a line (12 or door.skrit:12), *ADDRESS, 'event NAME' (its handlers), "
         "'native NAME' (before its calls), 'answer NAME' (after them), 'state NAME', 'note TEXT'. With "
         "'log' it prints the text, with {expressions} filled in, and continues.",
         &S::break_},
        {"tbreak", "tb", "PLACE [if EXPRESSION]", "The same, for one stop only.", &S::tbreak},
        {"watch", "", "EXPRESSION [if EXPRESSION]",
         "Stops after the instruction that changes a value or, with '/COUNT BLOCK [OFFSET]', any of COUNT "
         "bytes of memory as shown by 'examine'.",
         &S::watch},
        {"delete", "d", "[N]", "Deletes a breakpoint, or all of them.", &S::delete_},
        {"enable", "", "[N]", "Enables a breakpoint, or all of them.", &S::enable},
        {"disable", "", "[N]", "Disables a breakpoint, or all of them.", &S::disable},
        {"ignore", "", "N COUNT", "Ignores the next hits of a breakpoint.", &S::ignore},
        {"continue", "c", "", "Continues until something stops it.", &S::go_on, true},
        {"run", "", "", "The same; the session starts at the beginning.", &S::go_on},
        {"step", "s", "[N]", "Runs to the next line, into calls.", &S::step, true},
        {"next", "n", "[N]", "Runs to the next line of this function, over calls.", &S::next, true},
        {"stepi", "si", "[N]", "Executes one instruction.", &S::stepi, true},
        {"nexti", "ni", "[N]", "Executes one instruction, over calls.", &S::nexti, true},
        {"finish", "fin", "", "Runs until this function returns.", &S::finish},
        {"until", "u", "PLACE", "Runs to a place, or until this function returns.", &S::until},
        {"next-frame", "nf", "", "Runs to the start of the next frame.", &S::next_frame, true},
        {"next-event", "ne", "", "Runs until a handler of an event starts.", &S::next_event, true},
        {"wait", "", "", "Runs until this machine waits.", &S::wait},
        {"reverse-continue", "rc", "", "Runs back to the last stop.", &S::back, true},
        {"reverse-step", "rs", "[N]", "Steps back to the previous line, into calls.", &S::step_back, true},
        {"reverse-next", "rn", "[N]", "Steps back to the previous line, over calls.", &S::next_back, true},
        {"reverse-stepi", "rsi", "[N]", "Steps back one instruction.", &S::stepi_back, true},
        {"reverse-nexti", "rni", "[N]", "Steps back one instruction, over calls.", &S::nexti_back, true},
        {"reverse-finish", "rfin", "", "Runs back to the call of this function.", &S::finish_back},
        {"who", "", "EXPRESSION", "Runs back to just after the last change of a value.", &S::who},
        {"hits", "", "PLACE [if EXPRESSION]",
         "Lists every time the run has reached a place so far. 'jump' with the number shown goes there.",
         &S::hits},
        {"jump", "j", "FRAME or #INSTRUCTION",
         "Goes to the end of a frame, or to an instruction count, backwards or forwards.", &S::jump},
        {"restart", "", "", "Goes back to the start of the run.", &S::restart},
        {"backtrace", "bt", "", "Lists the active calls of this machine.", &S::backtrace},
        {"frame", "f", "[N]", "Selects another call.", &S::frame},
        {"up", "", "", "Selects the caller.", &S::up, true},
        {"down", "", "", "Selects the callee.", &S::down, true},
        {"machine", "m", "N", "Selects another machine.", &S::machine},
        {"print", "p", "EXPRESSION",
         "Prints a value. Names, numbers, + - * / %, comparisons, && || !; a name can begin with a scope: "
         "globals.door, stack[0].",
         &S::print},
        {"set", "", "NAME = EXPRESSION", "Changes a variable; the recording after this moment is discarded.",
         &S::set},
        {"examine", "x", "[/COUNT] BLOCK [OFFSET]",
         "Prints memory that scripts address, in engines that have it.", &S::examine},
        {"info", "i", "[WHAT]", "Shows stops, scopes, machines, functions, source or time.", &S::info},
        {"list", "l", "[LINE]", "Prints the source around here or from a line.", &S::list, true},
        {"disassemble", "disas", "[FUNCTION]", "Prints the instructions of this function or another.",
         &S::disassemble},
        {"layout", "", "[auto, line or both]",
         "Sets what a stop shows: the line with its instruction, or source and instructions side by side. "
         "Default: the latter on terminals of at least 110 columns.",
         &S::layout},
        {"event", "", "EVENT", "Sends an event: 2:1,\"key\".", &S::event},
        {"call", "", "FUNCTION(VALUES)", "Calls a function of the script.", &S::call},
        {"frames", "", "[N]", "Adds frames at the end of the run.", &S::frames},
        {"help", "h", "[COMMAND]", "Describes the commands, or one.", &S::help},
        {"quit", "q", "", "Leaves the debugger.", &S::quit},
    };
    return entries;
}

} // namespace vellum::cli
