// `vellum compile`: from source text to a file the game can load, for engines that have a language here.
#include <algorithm>

#include "base/ending.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/translate.hpp"

namespace vellum::cli::compile_command {

namespace {

/// "door.skrit" gives the same name with the engine's ending for compiled files.
std::string result_name(const std::string& relative, const Engine& engine) {
    const std::string extension = extension_of(relative);
    const std::string stem = relative.substr(0, relative.size() - extension.size());
    const auto sources = engine.source_extensions();
    for (const std::string_view candidate : engine.format().extensions())
        if (std::ranges::find(sources, candidate) == sources.end())
            return stem + (candidate == extension ? ".out" : std::string(candidate));
    return stem + ".out";
}

ExitCode run(Session& session) {
    return translate_files(
        session, {.verb = "compiled",
                  .translate = [](const Engine& engine, std::string_view text, const LoadOptions& options,
                                  Diagnostics& diagnostics) -> Result<ProgramPtr> {
                      const auto language = engine.require(engine.language());
                      if (!language) return std::unexpected(language.error());
                      return (*language)->compile(text, options, diagnostics);
                  },
                  .result_name = result_name,
                  .explain = session.arguments().has("--explain")});
}

constexpr Positional positionals[] = {
    {"FILE", "Source files, folders, patterns or - for standard input.", ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--output", 'o', "PATH",
     "Write to this file, into this folder, or with - to standard output. Default: next to the source.",
     ValueKind::file},
    {"--unchecked", 0, "", "Write the result even if 'check' finds errors in it."},
    {"--explain", 0, "", "Also explain code whose meaning may surprise you (FF7)."},
};
const OptionGroup options[] = {own,          output_options, engine_options, ags_source_options,
                               list_options, batch_options};
constexpr Example examples[] = {
    {"vellum compile door.skrit", "writes the compiled file next to it"},
    {"vellum compile scripts/ -o build/", "a whole folder"},
    {"vellum compile island.wms --explain", "with notes on what differs from other languages"},
};

} // namespace

constinit const Command described{
    "compile",
    "Change",
    "Compile source files",
    "Works for the engines that 'vellum version' lists with a compiler. All errors in a file are reported at "
    "once. The result is loaded and saved again before it is written, then read back and compared.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::compile_command
