// `vellum disasm`: the listing of a program, as text that `vellum asm` turns into the same file.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "base/escape.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/highlight.hpp"
#include "cli/output.hpp"
#include "tools/labels.hpp"
#include "tools/one_function.hpp"
#include "tools/open.hpp"
#include "workspace/find.hpp"

namespace vellum::cli::disasm_command {

namespace {

ExitCode run(Session& session) {
    std::vector<Node> inputs;
    const ExitCode gathered =
        gather_inputs(session, session.arguments().words(), inputs, InArchives::scripts, Takes::compiled);
    if (gathered == ExitCode::usage) return gathered;
    const Console& console = session.console();
    const Arguments& arguments = session.arguments();
    const ListingOptions options{.addresses = !arguments.has("--no-addresses"),
                                 .bytes = arguments.has("--bytes"),
                                 .comments = !arguments.has("--no-comments"),
                                 .facts = arguments.has("--facts")};
    Destination destination(std::string(arguments.text("--output")), means_several(inputs));
    std::size_t written = 0;
    const std::string only(arguments.text("--function"));
    if (!only.empty() && !destination.is_standard_output())
        return session.usage("--function prints one function and writes no file.");

    const auto work = [&](const Node& input, tools::OpenedFile& opened, Part& part) {
        const bool several = inputs.size() > 1 || opened.scripts.size() > 1;
        for (const tools::Script& script : opened.scripts) {
            Diagnostics diagnostics;
            const auto program = tools::load(opened, script, diagnostics);
            if (!part.take(console, diagnostics, program)) continue;
            if (const std::string& function = opened.function.empty() ? only : opened.function;
                !function.empty()) {
                const auto sourced = session.workspace().source_of(input, opened, script, *program);
                const auto text = tools::listing_of_function(*sourced.program, function);
                if (!text)
                    part.report(console, text.error());
                else
                    part.out += *text;
                continue;
            }
            std::string listing = (*program)->disassemble(options);
            if (!options.addresses) listing = tools::number_labels(listing);
            std::string heading = fmt::format("{}{}, {}\n", tools::engine_mark, opened.engine->id(),
                                              escape_control(script.name));
            if (destination.is_standard_output()) {
                part.kind = OutputKind::document;
                if (console.colors(Stream::out)) {
                    listing = highlight(console, listing, Syntax::listing);
                    heading = highlight(console, heading, Syntax::listing);
                }
                if (part.heading.empty()) {
                    part.heading = std::move(heading);
                    part.out = std::move(listing);
                } else {
                    part.out += '\n';
                    part.out += heading;
                    part.out += listing;
                }
                if (several) part.out += '\n';
                continue;
            }
            listing.insert(0, heading);
            const auto path = destination.place(
                relative_path(input, opened, script) + std::string(tools::listing_extension), script.name);
            if (!path) {
                part.report(console, path.error());
                continue;
            }
            if (auto done = session.outputs().write_and_compare(*path, as_bytes(listing), destination.old(),
                                                                destination.is_folder());
                !done)
                part.report(console, done.error());
        }
    };
    const ExitCode code =
        worst(gathered, run_batch<Part>(session, inputs, work, [&](const Node&, const Part& part) {
                  written += part.code == ExitCode::ok && !part.skipped ? 1 : 0;
              }));
    if (!destination.is_standard_output() && destination.is_folder() && !session.quiet())
        session.console().err(
            fmt::format("{} listed in {}\n", counted(written, "file"), arguments.text("--output")));
    return code;
}

constexpr Positional positionals[] = {
    {"FILE", "Scripts, containers, folders, patterns, 'container!member' or - for standard input.",
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--function", 'F', "NAME", "Only this function, such as 'TMain.OnUse'; for reading, not for 'asm'.",
     ValueKind::text},
    {"--output", 'o', "PATH",
     "Write to this file; for folders, patterns and several inputs, into this folder, as NAME.vasm, keeping "
     "their subfolders.",
     ValueKind::file},
    {"--bytes", 'b', "", "Add a comment to each instruction with its file offset and bytes."},
    {"--no-addresses", 0, "",
     "Leave out addresses and number the labels instead (for comparing two versions)."},
    {"--no-comments", 0, "", "Leave out explanations in comments."},
    {"--facts", 0, "",
     "Also show what the verifier proves: how many of its caller's values a function touches (Pathologic)."},
};
const OptionGroup options[] = {own,          output_options, engine_options, ags_source_options,
                               list_options, batch_options};
constexpr Example examples[] = {
    {"vellum disasm quest.bin | less", "read a script"},
    {"vellum disasm quest.bin -o quest.bin.vasm", "a listing to edit; 'vellum asm' turns it back"},
    {"vellum disasm --jobs 2 scripts/ -o listings/", "every script of a game"},
    {"vellum disasm --bytes 'game.ags!room12'", "one script out of a container, with its bytes"},
};

} // namespace

constinit const Command described{
    "disasm",
    "Change",
    "Print a program as a listing that can be assembled again",
    "The listing holds everything in the file: assembling it unchanged gives the same bytes. Its first line "
    "names the engine, so 'asm', 'check' and 'run' need no --engine.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::disasm_command
