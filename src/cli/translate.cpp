// After a program is saved, the bytes are loaded and saved once more: a file that would not come back the
// same is a mistake to be told now, not when the game refuses it.
#include "cli/translate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/text_storage.hpp"
#include "cli/codes.hpp"
#include "cli/output.hpp"
#include "tools/quote.hpp"

namespace vellum::cli {

namespace {

struct TranslatePart : Part {
    std::string note; ///< "quest.bin: 1,234 bytes"
};

bool is_compiled(const tools::OpenedFile& opened) {
    return std::ranges::any_of(opened.scripts, [&](const tools::Script& script) {
        return !script.is_listing && !script.is_source &&
               opened.engine->format().detect(script.bytes, {}) != Confidence::no;
    });
}

/// Nothing is wrong but that others include it.
bool is_library(const Diagnostics& diagnostics) {
    return diagnostics.errors() == 1 && std::ranges::any_of(diagnostics.all(), [](const Diagnostic& one) {
               return one.code == &codes::engine_library;
           });
}

} // namespace

bool is_sound(const Console& console, const Program& program, const std::string& name, std::string_view text,
              Part& part) {
    Diagnostics found;
    program.check(found);
    found.set_file(name);
    tools::quote_lines(found, name, text, nullptr);
    for (const Diagnostic& diagnostic : found.all())
        if (diagnostic.severity != Severity::note) part.report(console, diagnostic);
    if (!found.ok()) part.messages += fmt::format("{}: not written; --unchecked writes it anyway\n", name);
    return found.ok();
}

Result<void> compare_again(const Engine& engine, const std::string& name, const EngineSettings& settings,
                           std::span<const std::byte> bytes) {
    Diagnostics diagnostics;
    const auto again = engine.format().load(bytes, {name, settings}, diagnostics);
    if (!again) return std::unexpected(again.error());
    const auto saved = (*again)->save();
    if (!saved) return std::unexpected(saved.error());
    const std::size_t at = first_difference(bytes, *saved);
    if (at == std::string_view::npos) return {};
    return fail(codes::cli_compare, "the file was made, but loading and saving it gives different bytes",
                {name, at, 0, 0}, "this is a bug in Vellum: please report it with the source file");
}

ExitCode translate_files(Session& session, const Translation& translation) {
    std::vector<Node> inputs;
    const ExitCode gathered = gather_inputs(session, session.arguments().words(), inputs, InArchives::scripts,
                                            translation.listings ? Takes::listings : Takes::sources);
    if (gathered == ExitCode::usage) return gathered;
    const Arguments& arguments = session.arguments();
    const Console& console = session.console();
    Destination destination(std::string(arguments.text("--output")), means_several(inputs));
    const bool to_standard_output = arguments.text("--output") == "-";
    if (to_standard_output && inputs.size() > 1)
        return session.usage("standard output takes one result only; name a folder with -o.");
    const bool beside = destination.is_standard_output() && !to_standard_output;

    const auto work = [&](const Node& input, tools::OpenedFile& opened, TranslatePart& part) {
        if (pass_over(input, part)) return;
        const Engine& engine = *opened.engine;
        const std::string name = input.name();
        if (is_compiled(opened))
            return part.report(console,
                               make_diagnostic(codes::engine_unsupported,
                                               "this is a compiled script, not a text", {.file = name},
                                               "'vellum disasm' and 'vellum decompile' turn it into text"));
        if (!translation.listings && opened.scripts.size() == 1 && opened.scripts.front().is_listing)
            return part.report(console,
                               make_diagnostic(codes::engine_unsupported, "this is a listing, not a source",
                                               {.file = name}, "'vellum asm' assembles it"));
        if (is_binary(as_text(opened.bytes)))
            return part.report(console,
                               make_diagnostic(codes::io_text, "this is not a text", {.file = name}));
        Diagnostics diagnostics;
        auto program = translation.translate(engine, as_text(opened.bytes),
                                             {.name = name,
                                              .engines = opened.load.engines,
                                              .files = opened.load.files.get(),
                                              .explain = translation.explain,
                                              .declarations = opened.load.declarations.get()},
                                             diagnostics);
        if (!program && !input.named && is_library(diagnostics)) {
            part.skipped = true;
            return;
        }
        diagnostics.set_file(name);
        tools::quote_lines(diagnostics, name, as_text(opened.bytes), opened.load.files.get());
        for (const Diagnostic& diagnostic : diagnostics.all()) part.report(console, diagnostic);
        if (!program) {
            if (program.error().place.file.empty()) program.error().place.file = name;
            tools::quote_line(program.error(), name, as_text(opened.bytes), opened.load.files.get());
            if (program.error().code == &codes::engine_unsupported)
                program.error().hint = "'vellum version' says which engines have a compiler";
            if (diagnostics.ok()) part.report(console, program.error());
            return;
        }
        if (!arguments.has("--unchecked") && !is_sound(console, **program, name, as_text(opened.bytes), part))
            return;
        const auto bytes = (*program)->save();
        if (!bytes) return part.report(console, bytes.error());
        if (to_standard_output) {
            part.out.assign(as_text(*bytes));
            part.kind = OutputKind::bytes;
            return;
        }
        std::string path;
        if (beside && input.path == "-")
            return part.report(console,
                               make_diagnostic(codes::cli_output,
                                               "standard input has no name to derive the output's from", {},
                                               "use -o FILE, or -o - for standard output"));
        if (beside && input.archive != nullptr)
            return part.report(console, make_diagnostic(codes::cli_output,
                                                        "it is inside an archive, which is never changed",
                                                        {.file = input.name()}, "use -o FILE or -o FOLDER/"));
        if (beside) {
            path = translation.result_name(input.path, engine);
        } else {
            auto place = destination.place(translation.result_name(input.relative, engine), name);
            if (!place) return part.report(console, place.error());
            path = std::move(*place);
        }
        if (auto done = compare_again(engine, path, opened.load.engines, *bytes); !done)
            return part.report(console, done.error());
        const Old old = beside ? Old::keep : destination.old();
        if (auto done = session.outputs().write_and_compare(path, *bytes, old, destination.is_folder());
            !done)
            return part.report(console, done.error());
        part.note = fmt::format("{}: {}, {} bytes\n", path, translation.verb, grouped(bytes->size()));
    };
    std::size_t passed = 0;
    const auto emit = [&](const Node&, const TranslatePart& part) {
        passed += part.skipped ? 1 : 0;
        if (!session.quiet()) session.console().err(part.note);
    };
    const ExitCode code = worst(gathered, run_batch<TranslatePart>(session, inputs, work, emit));
    if (passed != 0 && !session.quiet()) session.console().err(passed_over(passed) + "\n");
    return code;
}

} // namespace vellum::cli
