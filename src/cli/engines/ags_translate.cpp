// `vellum translate`: AGS scripts as C++, for ports to systems where no machine code may be made.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "cli/engines/engines.hpp"
#include "cli/output.hpp"
#include "cli/session.hpp"
#include "workspace/questions/translate.hpp"

namespace vellum::cli::translate_command {

namespace {

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    Json values = Json::object();
    for (const auto& [name, texts] :
         {std::pair("programs", arguments.words()), std::pair("setting", arguments.list("--setting"))}) {
        Json& list = values.set(name, Json::array());
        for (const std::string& text : texts) list.push_back(text);
    }
    const auto request = questions::Request::of(questions::translate, std::move(values));
    if (!request) return session.report(request.error());
    std::vector<Diagnostic> problems;
    const auto files = questions::translate_scripts(session.workspace(), *request, problems);
    const bool json = session.format() == Format::json;
    if (!json || !files) static_cast<void>(session.report(problems));
    if (!files) return session.report(files.error());
    if (json) session.console().document(questions::to_json(*files, problems) + "\n");
    if (json && !arguments.has("--output")) return ExitCode::ok;
    std::string folder(arguments.text("--output", "translation"));
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
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--output", 'o', "FOLDER", "Where to write. Default: translation; none with --format json.",
     ValueKind::folder},
    {"--setting", 0, "NAME=VALUE", "A setting that the worlds will have.", ValueKind::text, {}, true},
    {"--format", 'f', "FORMAT", "'text' for people, 'json' for one JSON value with the files.",
     ValueKind::choice, "text|json"},
};
const OptionGroup options[] = {own, output_options, engine_options};
constexpr Example examples[] = {
    {"vellum translate game.ags -o src/scripts", "a game's scripts for a port"},
    {"vellum translate math.o -o src/scripts --force", "one script, again after a change"},
};

} // namespace

constinit const Command described{
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

} // namespace vellum::cli::translate_command
