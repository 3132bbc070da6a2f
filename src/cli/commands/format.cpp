// `vellum format`: source text laid out as the language's own files are.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/source.hpp"
#include "base/text_storage.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output.hpp"
#include "tools/quote.hpp"

namespace vellum::cli::format_command {

namespace {

struct FormatPart : Part {
    std::vector<std::byte> text; ///< As the file stored it.
    bool changed = false, made = false;
};

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    const bool check = arguments.has("--check");
    const bool in_place = arguments.has("--in-place");
    if (check + in_place + arguments.has("--output") > 1)
        return session.usage("--check, --in-place and --output exclude each other.");
    std::vector<Node> inputs;
    const ExitCode gathered = gather_inputs(session, arguments.words(), inputs);
    if (gathered == ExitCode::usage) return gathered;
    std::erase_if(inputs, [](const Node& input) { // of a folder the sources only
        return !input.named && !input.problem && !has_source_ending(input);
    });
    Destination destination(std::string(arguments.text("--output")), inputs.size() > 1);
    if (!check && !in_place && destination.is_standard_output() && inputs.size() > 1)
        return session.usage("standard output takes one result only; use --in-place, --check or -o FOLDER.");
    std::size_t changed = 0;
    const auto work = [&](const Node& input, const tools::OpenedFile& opened, FormatPart& part) {
        Diagnostics diagnostics;
        const std::string name = input.name();
        const auto formatter = opened.engine->require(opened.engine->formatter());
        if (!formatter) return part.report(session.console(), formatter.error());
        auto text = (*formatter)->format(as_text(opened.bytes), {.name = name}, diagnostics);
        tools::quote_lines(diagnostics, name, as_text(opened.bytes), nullptr);
        if (!part.take(session.console(), diagnostics, text)) return;
        part.made = true;
        part.changed = *text != as_text(opened.bytes);
        const auto stored = session.workspace().read(input);
        part.text = stored_as(*text, stored ? text_storage(*stored) : TextStorage::plain);
        if (!part.changed || !check) return;
        part.out = escape_control(name) + "\n";
        part.code = ExitCode::findings;
    };
    ExitCode code = worst(gathered, ExitCode::ok);
    const auto emit = [&](const Node& input, FormatPart& part) {
        if (!part.made || check) return;
        changed += part.changed ? 1 : 0;
        Result<void> written;
        if (in_place) {
            if (part.changed) written = session.outputs().change_input(input.path, SpanSource(part.text));
        } else if (destination.is_standard_output()) {
            session.console().document(as_text(part.text));
        } else if (auto path = destination.place(input.relative, input.name()); !path) {
            written = std::unexpected(std::move(path.error()));
        } else {
            written = session.outputs().write_and_compare(*path, part.text, destination.old());
        }
        if (!written) code = worst(code, session.report(written.error()));
    };
    code = worst(code, run_batch<FormatPart>(session, inputs, work, emit));
    if (in_place && !session.quiet())
        session.console().err(fmt::format("{} changed; the original is next to it as {}\n",
                                          counted(changed, "file"), Outputs::backup_of("NAME")));
    return code;
}

constexpr Positional positionals[] = {
    {"FILE", "Source files, folders, patterns or - for standard input.", ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--check", 0, "", "Write nothing: name the files that would change. Exit code 1 if there are any."},
    {"--in-place", 0, "",
     "Change the files in place. The original of each is kept next to it as FILE.before."},
    {"--output", 'o', "PATH", "Write to this file or into this folder. Default: standard output.",
     ValueKind::file},
};
const OptionGroup options[] = {own, output_options, engine_options, list_options, batch_options};
constexpr Example examples[] = {
    {"vellum format door.skrit", "the text as it should look"},
    {"vellum format --check world/", "which files look different?"},
};

} // namespace

constinit const Command described{
    "format",
    "Change",
    "Format source files in the game's own style",
    "Indents with tabs, puts braces on their own lines and spaces inside parentheses; the wording, comments "
    "and manual alignment stay. Formatting twice is the same as formatting once. For Skrit.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::format_command
