// `vellum asm`: from a listing to a file the game can load.
#include <algorithm>

#include "base/ending.hpp"
#include "cli/commands/commands.hpp"
#include "cli/translate.hpp"
#include "tools/open.hpp"

namespace vellum::cli::asm_command {

namespace {

/// Where listings can be given sources can, too.
bool is_source(const Engine& engine, std::string_view name) {
    return std::ranges::any_of(engine.source_extensions(),
                               [name](std::string_view ending) { return has_ending(name, ending); });
}

/// "quest.bin.vasm" gives "quest.bin"; a name without an ending of ours gets the engine's first.
std::string result_name(const std::string& relative, const Engine& engine) {
    if (is_source(engine, relative))
        return relative.substr(0, relative.rfind('.')) + std::string(engine.format().extensions().front());
    if (!relative.ends_with(tools::listing_extension))
        return relative + std::string(engine.format().extensions().front());
    std::string name = relative.substr(0, relative.size() - tools::listing_extension.size());
    if (extension_of(name).empty()) name += engine.format().extensions().front();
    return name;
}

ExitCode run(Session& session) {
    return translate_files(session,
                           {.verb = "assembled",
                            .translate =
                                [](const Engine& engine, std::string_view text, const LoadOptions& options,
                                   Diagnostics& diagnostics) {
                                    return is_source(engine, options.name)
                                               ? engine.language()->compile(text, options, diagnostics)
                                               : engine.format().assemble(text, options, diagnostics);
                                },
                            .result_name = result_name,
                            .listings = true});
}

constexpr Positional positionals[] = {
    {"FILE", "Listings (.vasm), folders, patterns or - for standard input.", ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--output", 'o', "PATH",
     "Write to this file, into this folder, or with - to standard output. Default: next to the listing, "
     "without .vasm.",
     ValueKind::file},
    {"--unchecked", 0, "", "Write the result even if 'check' finds errors in it."},
};
const OptionGroup options[] = {own, output_options, engine_options, list_options, batch_options};
constexpr Example examples[] = {
    {"vellum asm quest.bin.vasm", "writes quest.bin"},
    {"vellum asm quest.bin.vasm -o patched/quest.bin", "somewhere else"},
    {"vellum disasm quest.bin | vellum asm - -o - | cmp - quest.bin", "the round trip, byte for byte"},
};

} // namespace

constinit const Command described{
    "asm",
    "Change",
    "Assemble listings into files the game loads",
    "Reads the text that 'vellum disasm' prints; sources are compiled instead. All errors in a text are "
    "reported at once, with line and column, together with anything 'vellum check' finds in the result; if "
    "there are any, nothing is written. The result is loaded and saved again before it is written, then read "
    "back and compared.\n\nThe engine is taken from the first line of the listing ('; engine: ID') or from "
    "--engine.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::asm_command
