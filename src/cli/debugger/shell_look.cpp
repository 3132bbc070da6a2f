// What the debugger shows: places, frames, variables, source, instructions, memory.
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/display_width.hpp"
#include "base/file.hpp"
#include "cli/codes.hpp"
#include "cli/debugger/shell.hpp"
#include "debug/source_text.hpp"
#include "isa/functions.hpp"
#include "runtime/value_text.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

using debug::CodePlace;
using debug::number_of;
using debug::Position;
using debug::Stop;
using debug::StopKind;

namespace {

constexpr std::size_t most_shown = 64; ///< Variables of a scope.
constexpr std::uint32_t around = 5;    ///< Lines or instructions on either side.

constexpr std::size_t columns_for_both = 110;

/// A number that somebody typed as a place in a list; one that is too large for any list is past the end of
/// each.
std::size_t place_of(std::uint64_t number) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(number, ~std::size_t{0}));
}

std::string without_tabs(std::string_view text) {
    std::string out;
    for (const char c : text)
        if (c == '\t')
            out += "    ";
        else
            out += c;
    return out;
}

/// As much of a text as fits into that many columns.
std::string_view cut(std::string_view text, std::size_t columns) {
    std::size_t end = std::min(text.size(), 4 * columns);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    while (end > 0 && display_width(text.substr(0, end)) > columns) {
        --end;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    }
    return text.substr(0, end);
}

} // namespace

std::string DebugShell::frame_words(const Frame& frame, const CodePlace& place) const {
    std::string text =
        fmt::format("{} at 0x{:04x}", frame.function.empty() ? "?" : frame.function, frame.address);
    // Without debug information a frame only knows the line that was begun last: the one before, where it
    // stands at the beginning of a line.
    const LineTable& lines = debugger_.lines(*place.program);
    if (const DebugLine* const line = lines.at(frame.address);
        line != nullptr && place.program->debug_info() == nullptr)
        text += fmt::format(" ({}:{})", file_name_of(lines.files()[line->file]), line->line);
    else if (const std::string words = place_text(frame); !words.empty())
        text += fmt::format(" ({})", words);
    return text;
}

std::string DebugShell::words_for(const CodePlace& place) const {
    std::string text = fmt::format("0x{:04x}", place.address);
    if (const auto in = debugger_.stops().function_at(*place.program, place.address))
        text += fmt::format(" in {}", in->name);
    const LineTable& lines = debugger_.lines(*place.program);
    if (const DebugLine* const line = lines.at(place.address))
        text += fmt::format(" ({}:{})", file_name_of(lines.files()[line->file]), line->line);
    if (const std::string code = instruction(place, false); !code.empty()) text += ":" + code.substr(10);
    return text;
}

std::string DebugShell::instruction(const CodePlace& place, bool here) const {
    const isa::Code* const code = place.program->code();
    const std::ptrdiff_t index = code == nullptr ? -1 : code->at(place.address);
    if (index < 0) return {};
    return fmt::format("{} 0x{:04x}  {}", here ? "=>" : "  ", place.address,
                       instruction_text(*place.program, static_cast<std::size_t>(index)));
}

std::string DebugShell::describe(const Stop& stop) const {
    std::string text =
        fmt::format("{} {}: ", stop.request.kind == StopKind::watch ? "watch" : "breakpoint", stop.number);
    switch (stop.request.kind) {
    case StopKind::watch: text += fmt::format("{} = {}", stop.request.what, stop.text); break;
    case StopKind::answer: text += fmt::format("after calls of {}", stop.request.what); break;
    case StopKind::note: text += fmt::format("notes with '{}'", stop.request.what); break;
    case StopKind::native: text += fmt::format("calls of {}, ", stop.request.what); break;
    case StopKind::event: text += fmt::format("event {}, ", stop.request.what); break;
    case StopKind::address:
    case StopKind::function:
    case StopKind::line:
    case StopKind::fault: break;
    }
    if (stop.places.size() == 1) {
        const std::string words = words_for(stop.places.front());
        text += words.substr(0, words.find(": "));
    } else if (!stop.places.empty())
        text += fmt::format("{} places", stop.places.size());
    if (stop.condition) text += " if " + stop.request.condition;
    if (stop.request.once) text += ", once";
    if (!stop.enabled) text += ", disabled";
    if (stop.hits != 0)
        text += fmt::format(", hit {}", stop.hits == 1 ? "once" : fmt::format("{} times", stop.hits));
    return text;
}

void DebugShell::show_place() {
    const Scheduler& world = debugger_.scheduler();
    listed_ = 0;
    const auto place = debugger_.place(debugger_.machine(), debugger_.frame());
    if (!world.paused() || !place) {
        say(fmt::format("at rest after frame {}\n", world.frames()));
        return;
    }
    const MachineInfo info = world.machine(debugger_.machine());
    std::string text =
        fmt::format("{}: {}\n", info.name, frame_words(info.frames[debugger_.frame()], *place));
    if (shows_both()) return say(text + both(*place));
    const LineTable& lines = debugger_.lines(*place->program);
    if (const DebugLine* const line = lines.at(place->address)) {
        const auto& all = source(*place->program, lines.files()[line->file]);
        if (line->line <= all.size()) text += fmt::format("{:>5}  {}\n", line->line, all[line->line - 1]);
    }
    if (const std::string code = instruction(*place, true); !code.empty()) text += code + "\n";
    say(text);
}

bool DebugShell::shows_both() const {
    return layout_ == Layout::both || (layout_ == Layout::automatic && session_.console().out_is_terminal() &&
                                       session_.console().width() >= columns_for_both);
}

std::string DebugShell::both(const CodePlace& place) {
    std::vector<std::string> left, right;
    std::size_t left_here = 0, right_here = 0; // both in one row
    const LineTable& lines = debugger_.lines(*place.program);
    if (const DebugLine* const here = lines.at(place.address)) {
        const auto& all = source(*place.program, lines.files()[here->file]);
        const std::uint32_t first = here->line > around ? here->line - around : 1;
        if (here->line <= all.size()) left_here = here->line - first;
        for (std::uint32_t line = first; line <= all.size() && line <= here->line + around; ++line)
            left.push_back(fmt::format("{} {:>4}  {}", line == here->line ? "=>" : "  ", line,
                                       without_tabs(all[line - 1])));
    }
    if (const auto in = debugger_.stops().function_at(*place.program, place.address)) {
        const auto code = instructions_of(*place.program, *in);
        const auto at = std::ranges::find_if(code, [&](std::size_t i) {
            return place.program->code()->instructions[i].address == place.address;
        });
        const auto index = static_cast<std::size_t>(at - code.begin());
        const std::size_t first = index - std::min(index, std::size_t{around});
        right_here = index - first;
        for (std::size_t i = first; i < code.size() && i <= index + around; ++i)
            right.push_back(instruction({place.program, place.program->code()->instructions[code[i]].address},
                                        i == index));
    }
    if (!left.empty() && !right.empty()) {
        left.insert(left.begin(), right_here - std::min(left_here, right_here), std::string());
        right.insert(right.begin(), left_here - std::min(left_here, right_here), std::string());
    }
    const std::size_t wide = session_.console().out_is_terminal()
                                 ? std::max(session_.console().width(), std::size_t{40})
                                 : columns_for_both;
    const std::size_t half = left.empty() ? 0 : wide / 2;
    std::string text;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
        std::string row(i < left.size() ? cut(left[i], half - 3) : std::string_view());
        if (i < right.size()) {
            if (half != 0) row.append(half - 2 - display_width(row), ' ').append("| ");
            row.append(cut(right[i], wide - half));
        }
        row.resize(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

bool DebugShell::layout(std::string_view arguments) {
    constexpr std::string_view names[] = {"auto", "line", "both"}; // as Layout has them
    const auto* const found = std::ranges::find(names, arguments);
    if (arguments.empty()) {
        say(fmt::format("layout {}\n", names[static_cast<std::size_t>(layout_)]));
        return true;
    }
    if (found == std::end(names)) return wrong("layouts are auto, line and both");
    layout_ = static_cast<Layout>(found - std::begin(names));
    if (debugger_.scheduler().paused()) show_place();
    return true;
}

const std::vector<std::string>& DebugShell::source(const Program& program, const std::string& file) {
    const auto [found, fresh] = sources_.try_emplace({&program, file});
    std::vector<std::string>& lines = found->second;
    if (!fresh) return lines;
    std::string text = debug::find_source(session_.workspace().files(), program, file).text;
    if (text.empty()) text = decompiled_text(program);
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = text.find('\n', at);
        if (end == std::string::npos) end = text.size();
        std::string line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.pop_back();
        lines.push_back(std::move(line));
        at = end + 1;
    }
    return lines;
}

bool DebugShell::backtrace(std::string_view) {
    const Scheduler& world = debugger_.scheduler();
    if (debugger_.machine() >= world.machine_count()) return wrong("no machine exists yet");
    const MachineInfo info = world.machine(debugger_.machine());
    const std::vector<CodePlace> places = debugger_.places(debugger_.machine());
    std::string text;
    for (std::size_t i = 0; i < info.frames.size(); ++i)
        text += fmt::format("{} {}  {}\n", i == debugger_.frame() ? "*" : " ", i,
                            frame_words(info.frames[i], places[i]));
    say(text.empty() ? info.name + " is not running\n" : text);
    return true;
}

bool DebugShell::select(std::size_t machine, std::size_t frame) {
    if (!debugger_.select(machine, frame)) return wrong("there is no such frame");
    show_place();
    return true;
}

bool DebugShell::frame(std::string_view arguments) {
    const auto number =
        arguments.empty() ? std::optional<std::uint64_t>(debugger_.frame()) : number_of(arguments);
    if (!number) return wrong("give a frame number; 'backtrace' lists them");
    return select(debugger_.machine(), place_of(*number));
}

bool DebugShell::down(std::string_view) {
    if (debugger_.frame() == 0) return wrong("this is the innermost frame");
    return select(debugger_.machine(), debugger_.frame() - 1);
}

bool DebugShell::machine(std::string_view arguments) {
    const auto number = number_of(arguments);
    if (!number || !debugger_.select(place_of(*number), 0))
        return wrong("give a machine number; 'info machines' lists them");
    return backtrace({});
}

bool DebugShell::print(std::string_view arguments) {
    const auto value = debugger_.evaluate(arguments);
    if (!value) return wrong(value.error());
    say(fmt::format("{} = {}\n", arguments, value->text));
    return true;
}

bool DebugShell::set(std::string_view arguments) {
    const std::size_t equals = arguments.find('=');
    if (equals == std::string_view::npos) return wrong("use 'set NAME = EXPRESSION'");
    const bool branches = debugger_.timeline().here() < debugger_.timeline().latest();
    const std::string name(trimmed(arguments.substr(0, equals)));
    if (auto done = debugger_.set(name, arguments.substr(equals + 1)); !done) return wrong(done.error());
    if (branches) say("the recording after this moment is discarded\n");
    return print(name);
}

Result<DebugShell::Memory> DebugShell::parse_memory(std::string_view arguments, std::uint64_t most) const {
    Memory wanted;
    if (arguments.starts_with('/')) {
        const std::size_t end = std::min(arguments.find(' '), arguments.size());
        const auto number = number_of(arguments.substr(1, end - 1));
        if (!number || *number > most)
            return fail(codes::cli_value,
                        fmt::format("expected a number of bytes after '/', at most {}", most));
        wanted.count = *number;
        arguments = trimmed(arguments.substr(end));
    }
    const std::vector<MemoryBlock> blocks = debugger_.scheduler().memory_blocks();
    wanted.block = arguments;
    if (const std::size_t blank = wanted.block.find_last_of(' '); blank != std::string::npos)
        if (const auto offset = number_of(wanted.block.substr(blank + 1))) {
            wanted.first = *offset;
            wanted.block = trimmed(std::string_view(wanted.block).substr(0, blank));
        }
    if (std::ranges::find(blocks, wanted.block, &MemoryBlock::name) != blocks.end()) return wanted;
    std::string text = "memory:";
    for (const MemoryBlock& one : blocks) text += fmt::format(" {} ({} bytes)", one.name, one.size);
    return fail(codes::cli_value,
                blocks.empty() ? std::string("scripts of this engine do not address memory") : text);
}

bool DebugShell::examine(std::string_view arguments) {
    const auto wanted = parse_memory(arguments, 65536);
    if (!wanted) return wrong(wanted.error());
    const auto& [block, first, count] = *wanted;
    const Scheduler& world = debugger_.scheduler();
    const auto bytes = world.read_memory(block, first, place_of(count));
    if (!bytes) return wrong(bytes.error());
    std::string text;
    for (std::size_t i = 0; i < bytes->size(); i += 16) {
        text += fmt::format("{:>6x} ", first + i);
        for (std::size_t j = i; j < std::min(i + 16, bytes->size()); ++j)
            text += fmt::format(" {:02x}", std::to_integer<unsigned>((*bytes)[j]));
        text += "\n";
    }
    say(text.empty() ? "nothing is there\n" : text);
    return true;
}

bool DebugShell::info(std::string_view what) {
    const Scheduler& world = debugger_.scheduler();
    std::string text;
    const auto is = [&](std::string_view name) { return !what.empty() && name.starts_with(what); };
    if (is("stops") || is("breakpoints") || is("watches")) {
        for (const auto& one : debugger_.stops().all()) text += describe(*one) + "\n";
        if (text.empty()) text = "no breakpoints\n";
    } else if (is("machines")) {
        for (std::size_t i = 0; i < world.machine_count(); ++i) {
            const MachineInfo info = world.machine(i);
            text +=
                fmt::format("{} {}  {}, {}{}\n", i == debugger_.machine() ? "*" : " ", i, info.name,
                            to_string(info.state),
                            info.frames.empty() ? std::string()
                                                : ", " + frame_words(info.frames[0], *debugger_.place(i, 0)));
        }
    } else if (is("functions")) {
        for (const ProgramPtr& program : programs_)
            for (const Function& one : program->functions())
                text += fmt::format("0x{:04x}  {}\n", one.address, one.name);
    } else if (is("source")) {
        for (const ProgramPtr& program : programs_)
            for (const std::string& file : debugger_.lines(*program).files()) text += file + "\n";
        if (text.empty()) text = "no source: instructions are shown\n";
    } else if (is("time")) {
        const Position here = debugger_.timeline().here(), latest = debugger_.timeline().latest();
        text = fmt::format("frame {}, instruction {}", world.frames(), here.instructions);
        if (here < latest) text += fmt::format(" of {} that were recorded", latest.instructions);
        text += "\n";
    } else {
        const auto scopes = world.scopes(debugger_.machine(), debugger_.frame(), {0, most_shown});
        if (!scopes) return wrong(scopes.error());
        std::string there;
        for (const Scope& scope : *scopes) {
            if (scope.count != 0) there += (there.empty() ? "" : ", ") + scope.name;
            const bool one_of = what.empty() || is("scopes") || scope.name == what;
            if (!one_of || scope.count == 0) continue;
            text += scope.name + ":\n";
            // A bank of thousands of zeros says nothing.
            std::size_t shown = 0;
            for (const Variable& one : scope.variables) {
                const bool dull = scope.count > most_shown && what != scope.name && one.value == Value(0);
                if (dull) continue;
                text += fmt::format("  {} = {}\n", one.name, one.text);
                ++shown;
            }
            if (scope.count > scope.variables.size())
                text += fmt::format("  … {} in all\n", scope.count);
            else if (shown == 0)
                text += "  all 0\n";
        }
        if (text.empty())
            return wrong(there.empty()
                             ? "nothing is here"
                             : "'" + std::string(what) + "': no such scope here; there are " + there);
    }
    say(text);
    return true;
}

bool DebugShell::list(std::string_view arguments) {
    const auto place = debugger_.place(debugger_.machine(), debugger_.frame());
    const Program& program = place ? *place->program : *programs_.back();
    const LineTable& lines = debugger_.lines(program);
    const DebugLine* const here = place ? lines.at(place->address) : nullptr;
    const std::size_t file = here == nullptr ? 0 : here->file;
    if (file >= lines.files().size()) return place ? disassemble({}) : wrong("there is no source");
    const auto& text = source(program, lines.files()[file]);
    if (text.empty()) return place ? disassemble({}) : wrong("the text of the source is not available");
    std::uint64_t first = listed_ != 0          ? listed_
                          : here == nullptr     ? 1
                          : here->line > around ? here->line - around
                                                : 1;
    if (!arguments.empty()) {
        const auto line = number_of(arguments);
        if (!line || *line == 0) return wrong("give a line number");
        first = *line;
    }
    if (first > text.size()) return wrong("the source ends at line " + std::to_string(text.size()));
    std::string out;
    std::uint64_t line = first;
    for (; line <= text.size() && line < first + 2 * around + 1; ++line)
        out += fmt::format("{} {:>4}  {}\n", here != nullptr && here->line == line ? "=>" : "  ", line,
                           text[place_of(line - 1)]);
    listed_ = static_cast<std::uint32_t>(line);
    say(out);
    return true;
}

bool DebugShell::disassemble(std::string_view arguments) {
    const auto place = debugger_.place(debugger_.machine(), debugger_.frame());
    const auto show = [&](const Program& program, const Function& function) {
        std::string out = function.name + ":\n";
        for (const std::size_t i : instructions_of(program, function)) {
            const std::uint32_t address = program.code()->instructions[i].address;
            out += instruction({&program, address},
                               place && place->program == &program && place->address == address) +
                   "\n";
        }
        say(out);
        return true;
    };
    if (!arguments.empty()) {
        for (const ProgramPtr& program : programs_)
            for (const Function& one : program->functions())
                if (isa::is_called(one, arguments))
                    if (const auto whole = debugger_.stops().function_at(*program, one.address))
                        return show(*program, *whole);
        return wrong("there is no function '" + std::string(arguments) + "'; 'info functions' lists them");
    }
    if (!place) return wrong("nothing is running here: name a function");
    const auto in = debugger_.stops().function_at(*place->program, place->address);
    if (!in) return wrong("no function has this address");
    return show(*place->program, *in);
}

} // namespace vellum::cli
