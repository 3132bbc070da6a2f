// `vellum build`: all scripts of a game project at once.
#include <fmt/format.h>

#include <set>

#include "base/escape.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/put_back.hpp"
#include "cli/session.hpp"
#include "workspace/build.hpp"

namespace vellum::cli::build_command {

namespace {

class BuildRun {
  public:
    explicit BuildRun(Session& session) : session_(session), arguments_(session.arguments()) {}

    ExitCode run() {
        const auto words = arguments_.words();
        const auto build = build_project(session_.workspace(), words.empty() ? "." : words.front(),
                                         arguments_.has("--compare"));
        if (!build) return session_.report(build.error());
        const bool json = session_.format() == Format::json;
        for (const ProjectBuild::Entry& entry : build->scripts) {
            code_ = worst(code_, entry.script.bytes.empty() ? ExitCode::findings : ExitCode::ok);
            if (!json) tell(entry);
        }
        if (json) session_.console().document(to_json(*build, false) + "\n");
        if (code_ == ExitCode::ok && arguments_.has("--output")) write(*build);
        if (code_ == ExitCode::ok && arguments_.has("--into")) put_back(*build);
        if (!json && !session_.quiet()) summary(*build);
        return code_;
    }

  private:
    /// A mistake in a header is one of every script that it comes before; it is told once.
    void tell(const ProjectBuild::Entry& entry) {
        for (const Diagnostic& each : entry.script.problems)
            if (told_.insert(format(each)).second) static_cast<void>(session_.report(each));
        if (entry.likeness && !session_.quiet())
            session_.console().out(
                fmt::format("{}: {}\n", escape_control(entry.script.name), to_string(*entry.likeness)));
    }

    void write(const ProjectBuild& build) {
        Destination destination(std::string(arguments_.text("--output")), true);
        for (const ProjectBuild::Entry& entry : build.scripts) {
            const auto path = destination.place(entry.script.file, entry.script.name);
            const auto done = path ? session_.outputs().write_and_compare(*path, entry.script.bytes,
                                                                          destination.old(), true)
                                   : std::unexpected(path.error());
            if (!done) return refuse(done.error());
            ++written_;
        }
    }

    void put_back(const ProjectBuild& build) {
        const auto homes = homes_of(session_.workspace(), build, std::string(arguments_.text("--into")));
        if (!homes) return refuse(homes.error());
        for (const ProjectHome& home : *homes) {
            same_ += home.same;
            if (home.changes.empty()) continue;
            const auto files = home.archive->put_back(home.changes);
            if (!files) return refuse(files.error());
            session_.outputs().protect(home.path);
            if (auto done = write_changed(session_, *files, home.path, true, Old::keep); !done)
                return refuse(done.error());
            put_ += home.changes.size();
            ++changed_;
        }
        put_into_ = true;
    }

    void refuse(const Diagnostic& why) { code_ = worst(code_, session_.report(why)); }

    void summary(const ProjectBuild& build) {
        std::string line =
            fmt::format("{}: editor {}, {} compiled", escape_control(build.project.path), build.version,
                        counted(build.scripts.size() - build.failed(), "script"));
        if (build.failed() != 0) line += fmt::format(", {} with errors", build.failed());
        if (arguments_.has("--compare")) {
            const std::size_t same = build.alike(Likeness::identical),
                              code = build.alike(Likeness::same_code),
                              different = build.alike(Likeness::different);
            line += fmt::format("; of {} compiled before: {} identical, {} same code, {} different",
                                same + code + different, same, code, different);
        }
        if (written_ != 0)
            line += fmt::format("; {} written to {}", written_, escape_control(arguments_.text("--output")));
        if (put_into_)
            line += fmt::format("; {} put into {}, {} the same already", counted(put_, "script"),
                                counted(changed_, "file"), same_);
        session_.console().err(line + "\n");
    }

    Session& session_;
    const Arguments& arguments_;
    std::set<std::string> told_;
    std::size_t written_ = 0, put_ = 0, changed_ = 0, same_ = 0;
    bool put_into_ = false;
    ExitCode code_ = ExitCode::ok;
};

ExitCode run(Session& session) { return BuildRun(session).run(); }

constexpr Positional positionals[] = {
    {"PROJECT", "The folder of the game's project, or the Game.agf in it. Default: the current folder.",
     ValueKind::file, false, false},
};
constexpr Option own[] = {
    {"--output", 'o', "FOLDER", "Write each compiled script into this folder, as NAME.o.", ValueKind::folder},
    {"--into", 0, "COMPILED",
     "Put the compiled scripts into the game: a folder with its rooms (.crm) and main data, or a packed "
     "game. Each "
     "file that changes is kept next to it as FILE.before.",
     ValueKind::file},
    {"--compare", 0, "",
     "Compare each script with the one that the editor compiled, in the rooms and main data of the project's "
     "folder: "
     "identical, the same code with other import numbers, or different."},
    {"--quiet", 'q', "", "Only errors."},
    {"--format", 'f', "FORMAT", "'text' for people, 'json' for one JSON value.", ValueKind::choice,
     "text|json"},
};
const OptionGroup options[] = {own, output_options, ags_source_options};
constexpr Example examples[] = {
    {"vellum build mygame/", "does every script of the game compile?"},
    {"vellum build mygame/ -o build/", "and the compiled scripts in a folder"},
    {"vellum build mygame/ --into mygame/", "and into the rooms of the project"},
};

} // namespace

constinit const Command described{
    "build",
    "Change",
    "Compile all scripts of a game project",
    "Reads the project of an Adventure Game Studio game (Game.agf, editors 3.2 to 3.6.3) and compiles its "
    "scripts as "
    "the editor of that version does: global variables, script modules in their order, dialogs, rooms. The "
    "headers "
    "that the editor generates are generated here too. Without -o and --into nothing is written.\n\nErrors "
    "are "
    "reported at the line of the script; those in dialogs at the line of Game.agf, with the dialog's number "
    "and line. "
    "A plugin whose functions are not known needs a header with them: --header FILE.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::build_command
