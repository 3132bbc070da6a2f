// `vellum translate`: AGS scripts as C++, for ports to systems where no machine code may be made.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/world.hpp"
#include "vellum/ags_translation.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

namespace {

ExitCode run(Session& session) {
    World world(session);
    if (const ExitCode code = world.open(); code != ExitCode::ok) return code;
    RunOptions options;
    for (const std::string& setting : session.arguments().list("--setting")) {
        const std::size_t sign = setting.find('=');
        if (sign != std::string::npos)
            options.settings.emplace_back(setting.substr(0, sign), setting.substr(sign + 1));
    }
    const auto files = ags::translate(world.run().programs(), options);
    if (!files) return session.report(files.error());
    std::string folder(session.arguments().text("--output", "translation"));
    if (folder.back() != '/') folder += '/';
    Destination destination(folder, true);
    for (const ags::TranslatedFile& file : *files) {
        const Result<std::string> path = destination.place(file.name, file.name);
        if (!path) return session.report(path.error());
        if (auto written = session.outputs().write(*path, as_bytes(file.content), destination.old(), true);
            !written)
            return session.report(written.error());
    }
    session.console().err(fmt::format("{} files written to {}\n", files->size(), folder));
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"FILE", "Scripts or a game of Adventure Game Studio: modules first, the main script last.",
     ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--output", 'o', "FOLDER", "Where to write. Default: translation.", ValueKind::folder},
};
const OptionGroup options[] = {own, world_options, engine_options};
constexpr Example examples[] = {
    {"vellum translate game.ags -o src/scripts", "a game's scripts for a port"},
    {"vellum translate math.o -o src/scripts --force", "one script, again after a change"},
};

} // namespace

constinit const Command translate_command{
    "translate",
    "Change",
    "Translate scripts to C++ source",
    "Writes a C++ file for each script of an AGS game, and translation.hpp, which declares what a program "
    "registers with vellum::ags::add_translation. A world with the setting tier=native then runs the "
    "translated "
    "functions, as fast as machine code and where none may be made; what a script does, counts and reports "
    "stays the same. Functions that were changed since run as ever. Give the settings that the worlds will "
    "have.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli
