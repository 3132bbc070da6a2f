// `vellum debug`: looks into a run, forward and back.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/debugger/shell.hpp"
#include "cli/engines/engines.hpp"
#include "cli/line_editor.hpp"
#include "cli/world.hpp"

namespace vellum::cli::debug_command {

namespace {

/// Lines of a file of commands; each is printed as if it had been typed.
bool run_lines(Session& session, DebugShell& shell, std::string_view text) {
    while (!text.empty() && !shell.quits()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue; // repeats nothing here
        session.console().out("(vellum) " + line + "\n");
        if (!shell.execute(line)) return false;
    }
    return true;
}

ExitCode run(Session& session) {
    World world(session);
    if (const ExitCode code = world.open(true); code != ExitCode::ok) return code;
    Run& run = world.run();
    const Arguments& arguments = session.arguments();
    debug::TimelineOptions options;
    if (const auto megabytes = arguments.count("--history"))
        options.memory = std::max<std::uint64_t>(1, std::min<std::uint64_t>(*megabytes, 1U << 20U)) << 20U;
    debug::Debugger debugger(run.scheduler(), run.tape(), run.programs(), options);
    for (debug::Action& action : run.debug_actions()) debugger.timeline().add(std::move(action));
    if (auto begun = debugger.timeline().begin(); !begun) return session.report(begun.error());
    ExitCode code = ExitCode::ok;
    debugger.timeline().on_refusal([&](const debug::Action& action, Diagnostic refusal) {
        run.suggest(refusal, action.event.name);
        code = worst(code, session.report(refusal));
    });
    DebugShell shell(session, debugger, run.programs(), run.seconds());

    for (const std::string& file : arguments.list("--commands")) {
        const auto text = session.read_text(file);
        if (!text) return session.report(text.error());
        if (!run_lines(session, shell, *text)) return ExitCode::findings;
    }
    if (arguments.has("--batch") || shell.quits()) return code;
    LineReader reader(session.console());
    if (reader.terminal()) session.console().out("'help' lists the commands; 'run' starts.\n");
    std::vector<std::string> history;
    while (!shell.quits()) {
        bool cancelled = false;
        auto line = reader.read("(vellum) ", history, cancelled, [&](std::string_view begun) {
            return completions(begun, shell.names(begun));
        });
        if (!line) break;
        if (cancelled) continue;
        if (!reader.terminal()) {
            if (line->empty()) continue;
            session.console().out("(vellum) " + *line + "\n");
        } else if (!line->empty() && (history.empty() || history.back() != *line))
            history.push_back(*line);
        // People go on after a slip of the fingers; a script has gone wrong.
        if (!shell.execute(*line) && !reader.terminal()) code = ExitCode::findings;
    }
    return code;
}

constexpr Positional positionals[] = {
    {"FILE",
     "The scripts of one world: modules first, the main script last; or a record of 'vellum run --record', "
     "which names them.",
     ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--commands",
     'x',
     "FILE",
     "Run the commands in a file first; the first one that fails ends the session.",
     ValueKind::file,
     {},
     true},
    {"--batch", 'b', "", "Exit after the commands of --commands."},
    {"--history", 0, "MB",
     "Memory for reverse execution; with less, older moments take longer to reach. Default: 256.",
     ValueKind::count},
};
const OptionGroup options[] = {
    own, world_options, source_options, content_options, engine_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum debug --source quest.bin --event 2:1", "see what the event does"},
    {"printf 'b Add\\nrun\\nbt\\n' | vellum debug math.o --call 'Add(1,2)'", "commands from elsewhere"},
    {"vellum run quest.bin --record quest.vrec && vellum debug quest.vrec", "examine a recorded run"},
};

} // namespace

constinit const Command described{
    "debug",
    "Run",
    "Stop a run anywhere, look inside, step backwards",
    "Sets up a run as 'vellum run' does, with the same options, and waits for commands: breakpoints, steps, "
    "variables, forwards and backwards. 'help' lists the commands; they are gdb's where gdb has them.\n\nThe "
    "game's answers are recorded, wherever they come from, and replayed when the run goes over the same "
    "ground again. What a host script does on its own between frames is not recorded.",
    positionals,
    options,
    examples,
    run,
    false};

} // namespace vellum::cli::debug_command
