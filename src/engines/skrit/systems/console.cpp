// Packing, history and what the console itself can do; commands about objects stand in
// console_commands.cpp.
#include "engines/skrit/systems/console.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

namespace {

constexpr std::size_t most_history = 1000;
constexpr std::size_t most_packed = std::size_t{1} << 20U; // bytes of one command made of many lines

std::string_view first_word(std::string_view& rest) {
    rest = trimmed(rest);
    const std::size_t end = rest.find_first_of(" \t");
    const std::string_view word = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : trimmed(rest.substr(end));
    return word;
}

/// A line of a report that could be taken for one of the console's own, or may become one if it has no end
/// yet.
bool looks_like_console(std::string_view line, bool ended) {
    constexpr std::string_view beginnings[] = {"= ", "> ", "[", "| ", "error: ", "warning: "};
    return std::ranges::any_of(beginnings, [&](std::string_view own) {
        return line.starts_with(own) || (!ended && own.starts_with(line));
    });
}

} // namespace

void OpenBrackets::feed(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const std::string_view two = line.substr(i, 2);
        if (comment_) {
            if (two != "*/") continue;
            comment_ = false;
            ++i;
        } else if (quote_ != 0) {
            if (c == '\\')
                ++i;
            else if (c == quote_)
                quote_ = 0;
        } else if (two == "//") {
            const std::size_t end = line.find('\n', i);
            if (end == std::string_view::npos) return;
            i = end;
        } else if (two == "/*") {
            comment_ = true;
            ++i;
        } else if (c == '"' || c == '\'') {
            quote_ = c;
        } else if (c == '(' || c == '{' || c == '[') {
            ++open_;
        } else if (c == ')' || c == '}' || c == ']') {
            --open_;
        }
    }
}

bool wants_more(std::string_view text) {
    OpenBrackets brackets;
    brackets.feed(text);
    return brackets.wants_more();
}

DevelopmentConsole::DevelopmentConsole(World& world, Output print) : world_(world), print_(std::move(print)) {
    world_.reports.set_default(
        [this](std::string_view stream, std::string_view text) { tell(stream, text); });
    world_.on_fault = [this](const vellum::Fault& fault, const std::string& box) {
        std::string text = "error: " + fault.message;
        if (!fault.frames.empty()) text += " in " + place_text(fault.frames.front());
        complain(text + "\n" + box);
    };
    world_.on_warning = [this](const std::string& text) { say("warning: " + text + "\n"); };
    own_commands();
    object_commands();
    call_commands();
    world_commands();
}

DevelopmentConsole::~DevelopmentConsole() {
    world_.reports.set_default({});
    world_.on_fault = nullptr;
    world_.on_warning = nullptr;
}

std::vector<std::string> DevelopmentConsole::names(std::string_view line) const {
    std::vector<std::string> names;
    const bool command = !line.starts_with('/') && !line.starts_with('#') && open_.empty();
    if (command && line.find_first_of(" \t") == std::string_view::npos) {
        for (const Command& each : commands_) names.push_back(each.name);
        return names;
    }
    const Exports& exports = world_.exports();
    const auto special = [&](std::string_view word, std::string_view owner, std::string_view name) {
        names.push_back(std::string(word.empty() ? owner : word) + "." + std::string(name));
    };
    for (std::uint32_t i = 0; i < exports.function_count(); ++i) {
        const FunctionExport& function = exports.function_at(i);
        if ((function.flags & export_inferred) != 0) continue; // a guess is nothing to offer
        if (function.owner == no_index) {
            names.push_back(function.name);
            continue;
        }
        const std::string& owner = exports.class_at(function.owner).name;
        special(owner == "SkritObject" ? "this" : owner == "SkritMachine" ? "vm" : "", owner, function.name);
    }
    for (std::uint32_t i = 0; i < exports.class_count(); ++i) names.push_back(exports.class_at(i).name);
    for (std::uint32_t i = 0; i < exports.enum_count(); ++i)
        for (const EnumConstant& constant : exports.enum_at(i).constants) names.push_back(constant.name);
    if (const Object* object = world_.find(selected_); object != nullptr) {
        for (const UnitFunction& each : object->unit().functions_table) names.push_back(each.name);
        for (const UnitVariable& each : object->unit().variables) names.push_back(each.name);
        for (const State& each : object->unit().states) names.push_back(each.name);
        for (const UnitEvent& each : object->unit().events) names.push_back(each.name);
    }
    return names;
}

void DevelopmentConsole::tell(std::string_view stream, std::string_view text) {
    const bool generic = same_name(stream, "generic");
    if (!generic && !at_line_start_) {
        say("\n");
        at_line_start_ = true;
    }
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const bool ended = line.size() != text.size();
        if (at_line_start_ && !generic) say("[" + std::string(stream) + "] ");
        if (at_line_start_ && generic && looks_like_console(line, ended)) say("| ");
        at_line_start_ = ended;
        const std::string_view part = text.substr(0, line.size() + (ended ? 1 : 0));
        say(part);
        text.remove_prefix(part.size());
    }
}

void DevelopmentConsole::complain(std::string_view text) {
    failed_ = true;
    if (!at_line_start_) say("\n");
    say(text);
    if (!text.ends_with('\n')) say("\n");
    at_line_start_ = true;
}

/// Whether a pasted line belongs to the skrit before it.
bool DevelopmentConsole::goes_on(std::string_view line) const {
    line = trimmed(line);
    if (line.empty()) return true;
    if (line.starts_with('/')) return line.starts_with("//") || line.starts_with("/*");
    if (line.starts_with('#') || line.starts_with('!')) return false;
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    return std::ranges::none_of(commands_,
                                [&](const Command& command) { return same_name(command.name, word); });
}

bool DevelopmentConsole::enter(std::string_view line, bool more_at_hand) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (complete_ && !goes_on(line)) end();
    complete_ = false;
    if (open_.empty() && trimmed(line).empty()) return false;
    const bool is_skrit = !open_.empty() || trimmed(line).starts_with('/') || trimmed(line).starts_with('#');
    if (open_.empty()) {
        open_ = trimmed(line);
        brackets_ = {};
        brackets_.feed(
            std::string_view(open_).substr(std::min<std::size_t>(1, open_.size()))); // behind / or #
    } else {
        open_ += line;
        brackets_.feed(line);
    }
    if (is_skrit && open_.size() < most_packed) {
        const bool open = brackets_.wants_more();
        complete_ = !open && more_at_hand;
        if (open || complete_) {
            open_ += '\n';
            return true;
        }
    }
    end();
    return false;
}

void DevelopmentConsole::end() {
    const std::string text(trimmed(open_));
    open_.clear();
    complete_ = false;
    if (text.empty()) return;
    if (!text.starts_with('!')) {
        if (history_.size() >= most_history) history_.erase(history_.begin());
        history_.push_back(text);
    }
    perform(text);
    if (!at_line_start_) say("\n");
    at_line_start_ = true;
}

void DevelopmentConsole::perform(const std::string& text) {
    if (text.starts_with('/'))
        skrit(std::string_view(text).substr(1));
    else if (text.starts_with('#'))
        skrit(text);
    else if (text.starts_with('!'))
        recall(std::string_view(text).substr(1));
    else
        host_command(text);
}

void DevelopmentConsole::skrit(std::string_view text) {
    Diagnostics diagnostics;
    if (!world_.check(text, UnitMode::command, diagnostics)) {
        complain(format_all(diagnostics, "command"));
        return;
    }
    for (const Diagnostic& each : diagnostics.all())
        if (each.severity == Severity::warning) say(format(each) + "\n");
    const Result<Value> done = world_.command(text); // what goes wrong was told by on_fault
    if (done && !done->is(Type::none)) {
        if (!at_line_start_) say("\n");
        say("= " + value_text(*done) + "\n");
        at_line_start_ = true;
    } else if (!done)
        failed_ = true;
}

void DevelopmentConsole::add_command(std::string name, std::string help,
                                     std::function<void(std::string_view rest)> run) {
    Command made{std::move(name), std::move(help), std::move(run)};
    const auto place = std::ranges::lower_bound(commands_, made.name, {}, &Command::name);
    if (place != commands_.end() && place->name == made.name)
        *place = std::move(made);
    else
        commands_.insert(place, std::move(made));
}

void DevelopmentConsole::host_command(std::string_view line) {
    std::string_view rest = line;
    const std::string word = lower_case(first_word(rest));
    const auto found = std::ranges::find(commands_, word, &Command::name);
    if (found == commands_.end()) {
        complain("unknown console command '" + word + "'; help lists them, and / runs skrit");
        return;
    }
    const auto run = found->run; // the command may add others
    run(rest);
}

void DevelopmentConsole::recall(std::string_view which) {
    constexpr int deepest = 10;
    const std::string_view number = trimmed(which);
    const std::size_t index = number == "!" ? history_.size() : whole_number<std::size_t>(number).value_or(0);
    std::string entry;
    if (index >= 1 && index <= history_.size()) entry = history_[index - 1];
    if (entry.empty() || recalls_ >= deepest) {
        complain("the history has no such line; history lists it");
        return;
    }
    ++recalls_;
    perform(entry);
    --recalls_;
}

void DevelopmentConsole::report(std::string_view rest) {
    if (trimmed(rest).empty()) {
        for (const std::string& stream : world_.reports.streams()) {
            std::string line = stream + (world_.reports.enabled(stream) ? " ->" : " (off) ->");
            for (const std::string& sink : world_.reports.routes(stream)) line += " " + sink;
            say(line + "\n");
        }
        return;
    }
    const std::string stream(first_word(rest));
    const std::string target(trimmed(rest));
    if (same_name(target, "on") || same_name(target, "off")) {
        world_.reports.enable(stream, same_name(target, "on"));
        return;
    }
    if (same_name(target, "console")) {
        world_.reports.unroute(stream);
        return;
    }
    if (target.empty()) {
        complain("report STREAM FILE, report STREAM console, report STREAM on or off");
        return;
    }
    Result<ReportSink> sink = fail(vellum::codes::engine_unsupported, "reports cannot be saved here");
    if (open_target) sink = open_target(target);
    if (!sink) {
        complain(target + ": " + sink.error().message);
        return;
    }
    world_.reports.add_sink(target, std::move(*sink));
    world_.reports.also(stream, target);
    say(stream + " is written to " + target + " too\n");
}

void DevelopmentConsole::own_commands() {
    add_command("help", "[COMMAND]  Lists or describes the console commands.", [this](std::string_view rest) {
        const std::string wanted = lower_case(trimmed(rest));
        if (wanted.empty())
            say("/TEXT runs TEXT as skrit; its last ; is optional. Open brackets take more lines.\n#X$ { ... "
                "} runs the text as a whole skrit, from its first function. /Help.Classes() lists\nwhat "
                "scripts can use, /Help.Class( \"Report\" ) describes a class. Console commands:\n");
        bool found = false;
        for (const Command& command : commands_)
            if (wanted.empty() || command.name == wanted) {
                say("  " + command.name + " " + command.help + "\n");
                found = true;
            }
        if (!found) complain("unknown console command '" + wanted + "'");
    });
    add_command("history", " Lists the lines entered; !N runs line N again, !! the last one.",
                [this](std::string_view) {
                    for (std::size_t i = 0; i < history_.size(); ++i)
                        say(std::to_string(i + 1) + "  " + history_[i] + "\n");
                });
    add_command("report",
                "[STREAM FILE|console|on|off]  Sets where report streams go; FILE is added to the console.",
                [this](std::string_view rest) { report(rest); });
    add_command("quit", " Ends.", [this](std::string_view) { done_ = true; });
    add_command("exit", " Ends.", [this](std::string_view) { done_ = true; });
}

} // namespace vellum::skrit
