// `vellum console`: the development console of skrit on the terminal, or fed by a file.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/file.hpp"
#include "cli/engines/engines.hpp"
#include "cli/line_editor.hpp"
#include "cli/session.hpp"
#include "cli/terminal.hpp"
#include "runtime/report.hpp"
#include "vellum/hosts.hpp"
#include "vellum/skrit_console.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::cli::console_command {

namespace {

constexpr std::size_t most_kept_lines = 1000;

std::vector<std::string> read_history(const std::string& path) {
    std::vector<std::string> lines;
    const auto bytes = read_file(path);
    if (!bytes) return lines; // the first time there is none
    std::string_view text = as_text(*bytes);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end != 0) lines.emplace_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

Result<void> write_history(Outputs& outputs, const std::string& path, const std::vector<std::string>& lines) {
    std::string text;
    const std::size_t first = lines.size() > most_kept_lines ? lines.size() - most_kept_lines : 0;
    for (std::size_t i = first; i < lines.size(); ++i) text += lines[i] + "\n";
    return outputs.write(path, as_bytes(text), Old::replace);
}

/// The folder that skrits are found in: the current one, or that of the first name if names lead out of it.
/// Names that begin with it are cut.
std::string folder_of(std::vector<std::string>& names) {
    const auto leads_out = [](const std::string& name) {
        return name.starts_with('/') || name.find("..") < name.find('?');
    };
    if (std::ranges::none_of(names, leads_out)) return ".";
    const std::size_t slash = names.front().substr(0, names.front().find('?')).find_last_of('/');
    const std::string folder = slash == std::string::npos ? "." : names.front().substr(0, slash + 1);
    for (std::string& name : names)
        if (name.starts_with(folder)) name.erase(0, folder.size());
    return folder;
}

/// Appends to a file, which is opened now.
Result<SkritConsole::Sink> file_sink(const std::string& path) {
    std::FILE* file = open_to_append(path);
    if (file == nullptr) return fail(codes::io_write, std::strerror(errno), {.file = path});
    const std::shared_ptr<std::FILE> kept(file, [](std::FILE* open) { std::fclose(open); });
    return SkritConsole::Sink([kept](std::string_view, std::string_view text) {
        std::fwrite(text.data(), 1, text.size(), kept.get());
        std::fflush(kept.get()); // whoever reads the file wants to see what was said so far
    });
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    Console& console = session.console();
    SkritContent content;
    SkritOptions options;
    options.open = true;
    options.retail = arguments.has("--retail");
    std::vector<std::string> names = arguments.words();
    const auto folder = session.workspace().mount({folder_of(names)});
    if (const std::vector<std::string>& data = arguments.list("--data"); data.empty()) {
        options.files = folder.get();
    } else {
        if (!content.find_in(session.workspace().mount(data)))
            return session.report(
                make_diagnostic(codes::io_read, "this folder has no files", {.file = data.front()}));
        static_cast<void>(session.report(content.diagnostics().all()));
        options.find = content.finder();
    }
    SkritHost host(true);
    StandInHost stand_in(nullptr, nullptr);
    host.set_fallback(&stand_in);
    constexpr ObjectId owner{0x60};
    options.stand_in = owner;
    SkritEngine engine(host, options);
    Scheduler& world = engine.scheduler();
    ReportObserver calls([&](std::string_view text) { console.out(text); }, {.host = &stand_in});
    if (arguments.has("--calls")) world.add_observer(calls);
    SkritConsole development(engine, [&](std::string_view text) {
        calls.flush();
        console.out(text);
    });

    development.on_target([&](const std::string& path) -> Result<SkritConsole::Sink> {
        if (auto allowed = session.outputs().may_write(path, Old::replace); !allowed)
            return std::unexpected(std::move(allowed.error()));
        return file_sink(path);
    });

    if (arguments.has("--log")) {
        auto log = file_sink(std::string(arguments.text("--log")));
        if (!log) return session.report(log.error());
        engine.keep_log([write = std::move(*log)](std::string_view line) { write("log", line); });
    }

    std::unique_ptr<SkritContent> templates; // read when somebody asks: a game has thousands of files
    development.add_command(
        "clone", "NAME  Creates the components of a game object, for a stand-in owner.",
        [&](std::string_view rest) {
            if (templates == nullptr) {
                templates = std::make_unique<SkritContent>();
                const std::vector<std::string>& data = arguments.list("--data");
                static_cast<void>(templates->add_files(
                    *session.workspace().mount(data.empty() ? std::vector<std::string>{"."} : data)));
                templates->attach(engine);
            }
            for (const auto& [address, text] : templates->template_values(rest))
                engine.stand_in_value(address, text);
            const auto made = templates->make(rest, owner);
            if (!made) return console.out("error: " + made.error().message + "\n");
            console.out(fmt::format("{} of {}\n", counted(made->size(), "component"), rest));
            for (const char* const event : {"OnGoPreload", "OnGoCommitCreation"})
                for (const ObjectId each : *made) engine.send(each, event);
        });

    for (const std::string& name : names) static_cast<void>(development.enter("new " + name));
    if (arguments.has("--template"))
        static_cast<void>(development.enter("clone " + std::string(arguments.text("--template"))));
    for (const std::string& line : arguments.list("--command")) {
        if (development.done()) break;
        static_cast<void>(development.enter(line));
    }
    if (!arguments.has("--command")) {
        LineReader reader(console);
        const std::string path(arguments.text("--history"));
        std::vector<std::string> typed = path.empty() ? std::vector<std::string>() : read_history(path);
        if (reader.terminal() && !session.quiet())
            console.out("/TEXT runs skrit, help lists the console's commands, quit ends.\n");
        bool more = false;
        while (!development.done()) {
            bool cancelled = false;
            const auto line = reader.read(more ? ". " : "> ", typed, cancelled, [&](std::string_view begun) {
                return completions(begun, development.names(begun));
            });
            if (!line) break;
            if (cancelled) {
                if (!more) break;
                development.cancel();
                more = false;
                continue;
            }
            if (!line->empty() && (typed.empty() || typed.back() != *line)) typed.push_back(*line);
            more = development.enter(*line, reader.pending());
            calls.flush();
        }
        if (!path.empty())
            if (auto written = write_history(session.outputs(), path, typed); !written)
                static_cast<void>(session.report(written.error()));
        if (reader.terminal()) {
            development.end();
            world.remove_observer(calls);
            return ExitCode::ok; // mistakes at the keyboard are no result
        }
    }
    development.end();
    world.remove_observer(calls);
    return development.failed() ? ExitCode::findings : ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"NAME", "Skrits to create objects from first, with start-up parameters: 'lamp?power=5'.",
     ValueKind::text, false, true},
};
constexpr Option own[] = {
    {"--command",
     'x',
     "LINE",
     "Enter this line instead of reading standard input.",
     ValueKind::text,
     {},
     true},
    {"--data",
     'd',
     "FOLDER",
     "The game's files: skrits and includes are found by path, below the usual folders and by the naming "
     "keys in art/. Default: the current folder.",
     ValueKind::folder,
     {},
     true},
    {"--template", 0, "NAME",
     "First create the skrit components of this template of --data, as the command clone does: for a "
     "stand-in owner that answers like a game object, with OnGoPreload and OnGoCommitCreation. 'update' then "
     "sends OnGoUpdate.",
     ValueKind::text},
    {"--calls", 0, "", "Also show calls to the game, events and changes of state."},
    {"--retail", 0, "", "As in the retail game: errors are caught and not reported."},
    {"--history", 0, "FILE", "Keep the command history in this file.", ValueKind::file},
    {"--log", 0, "FILE", "Also append errors, warnings and fatal reports to this file, with the time.",
     ValueKind::file},
    {"--quiet", 'q', "", "No greeting."},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum console samples/skrit/lighthouse.skrit", "an object to talk to; help explains how"},
    {"vellum console -x '/Report.GenericF( \"%d\\n\", 6 * 7 )'", "one skrit command"},
    {"vellum console -x '/Help.Class( \"StringTool\" )' | less", "what scripts can use"},
};

} // namespace

constinit const Command described{
    "console",
    "Run",
    "Talk to skrits on the developer console",
    "The console of Dungeon Siege's developers: a line that begins with / is skrit and runs at once, one "
    "that begins with # is a whole skrit, every other line is a console command; 'help' lists them. Pasted "
    "lines, and lines with open brackets or quotes, are joined. The text of all report streams is shown; "
    "'report STREAM FILE' also writes it to a file. Arrow keys recall earlier lines, 'history' lists them, "
    "!N runs one again.\n\nReads standard input if it is not a terminal; exit code 1 then means that a line "
    "failed.",
    positionals,
    options,
    examples,
    run,
    false};

} // namespace vellum::cli::console_command
