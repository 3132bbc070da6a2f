// `vellum patch`: other functions for a script.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/source.hpp"
#include "cli/commands/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/names.hpp"
#include "cli/put_back.hpp"
#include "cli/translate.hpp"
#include "vellum/tools.hpp"
#include "workspace/put_back.hpp"

namespace vellum::cli::patch_command {

namespace {

ExitCode finish(Session& session, const Part& part) {
    session.console().err(part.messages);
    return part.code;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    const std::string output(arguments.text("--output"));
    const std::string with(arguments.text("--with"));
    if (with.empty()) return session.usage("needs --with FILE, the source with the new function.");
    if (output.empty()) return session.usage("needs -o FILE, where the changed script goes.");
    std::vector<Node> inputs;
    if (const ExitCode code = gather_inputs(session, arguments.words(), inputs); code != ExitCode::ok)
        return code;
    if (inputs.size() != 1) return session.usage("changes one script at a time.");
    auto opened = session.workspace().open_whole(inputs.front(), true);
    if (!opened) return session.report(opened.error());
    const bool contained = opened->container != nullptr;
    if (opened->scripts.size() != 1)
        return session.usage("changes one script at a time: name it as FILE!SCRIPT.");
    const auto read = session.read_text(with);
    if (!read) return session.report(read.error());
    const std::string& text = *read;

    Console& console = session.console();
    Part part;
    Diagnostics loading, patching;
    const auto program = tools::load(*opened, opened->scripts.front(), loading);
    if (!program) {
        for (const Diagnostic& diagnostic : loading.all()) part.report(console, diagnostic);
        if (loading.ok()) part.report(console, program.error());
        return finish(session, part);
    }
    Names names;
    if (const ExitCode code = names.read_option(session); code != ExitCode::ok) return code;
    tools::PatchOptions options;
    const auto known = names.of(session.workspace(), *opened);
    options.names = known.get();
    options.functions = arguments.list("--function");
    if (!opened->function.empty()) options.functions.push_back(opened->function);
    options.text = text;
    options.name = with;
    auto patched = tools::patch(**program, options, patching);
    if (!part.take(console, patching, patched)) return finish(session, part);
    if (!arguments.has("--unchecked") && !is_sound(console, *patched->program, output, {}, part))
        return finish(session, part);
    auto bytes = patched->program->save();
    if (!bytes) return session.report(bytes.error());
    if (!contained && output != "-")
        if (auto done = compare_again(*opened->engine, output, opened->load.engines, *bytes); !done)
            return session.report(done.error());
    // Of an archive's member the script alone is wanted as often as the archive: the name says which.
    Node place = inputs.front();
    if (extension_of(output) != extension_of(place.path)) place.archive = nullptr;
    const auto changed = put_back(session.workspace(), place, opened->container.get(),
                                  opened->scripts.front().member, std::move(*bytes));
    if (!changed) return session.report(changed.error());
    const std::vector<archives::ChangedFile>& files = *changed;
    static_cast<void>(finish(session, part));
    if (output == "-") {
        if (files.size() != 1) return session.usage("changes a game of several files: name one with -o.");
        const auto all = read_range(*files.back().bytes, 0, files.back().bytes->size());
        if (!all) return session.report(all.error());
        console.bytes(as_text(*all));
        return part.code;
    }
    if (auto done = write_changed(session, files, output, false, Old::keep); !done)
        return session.report(done.error());
    if (session.quiet()) return part.code;
    for (const std::string& name : patched->replaced)
        console.err(fmt::format("{}: replaced {}\n", output, escape_control(name)));
    for (const std::string& name : patched->left_out)
        console.err(
            fmt::format("{}: left out {}, which is no longer called\n", output, escape_control(name)));
    return part.code;
}

constexpr Positional positionals[] = {
    {"FILE", "A script, a listing or a source, 'container!member', or - for standard input.", ValueKind::file,
     true, false},
};
constexpr Option own[] = {
    {"--function",
     'F',
     "NAME",
     "Replace this function, such as 'TMain.OnUse'. 'vellum decompile' shows the names. Default: every "
     "function in the source.",
     ValueKind::text,
     {},
     true},
    {"--with", 'w', "FILE",
     "Source with the new function: an edited source of the whole script, or the function alone.",
     ValueKind::file},
    {"--output", 'o', "FILE",
     "Write the changed script to this file, or with - to standard output. A container is written whole; so "
     "is an archive around the script if FILE ends as the archive does.",
     ValueKind::file},
    {"--unchecked", 0, "", "Write the result even if 'check' finds errors in it."},
    {"--quiet", 'q', "", "Only errors."},
};
const OptionGroup options[] = {own, names_options, output_options, engine_options};
constexpr Example examples[] = {
    {"vellum patch door.bin --function TMain.OnUse --with door.patho -o new.bin",
     "one function of an edited source"},
    {"vellum patch door.bin --with onuse.patho -o new.bin", "every function in a text"},
};

} // namespace

constinit const Command described{
    "patch",
    "Change",
    "Replace single functions of a script",
    "For engines with a decompiler. The script is decompiled, the new functions replace the old ones, and "
    "the whole is compiled again; every other function must come out with the same instructions, or nothing "
    "is written. Of a function with several heads, such as 'system 2, system 3', only those in the text are "
    "replaced. A function that is no longer called is left out, with a message.\n\nThe new text must use the "
    "names that 'vellum decompile' gives; pass --names if it was decompiled with them.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::patch_command
