// `vellum decompile`: source text of a program, and how far it goes.
#include <fmt/format.h>

#include "base/bytes.hpp"
#include "base/disk.hpp"
#include "base/ending.hpp"
#include "base/escape.hpp"
#include "base/file.hpp"
#include "base/json_writer.hpp"
#include "base/text_storage.hpp"
#include "cli/batch.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/highlight.hpp"
#include "cli/names.hpp"
#include "cli/output.hpp"
#include "tools/one_function.hpp"
#include "tools/verdict_json.hpp"
#include "vellum/tools.hpp"
#include "workspace/find.hpp"
#include "workspace/questions/decompile.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::cli::decompile_command {

namespace {

void add_names(ChosenNames& sum, const ChosenNames& names) {
    sum.count += names.count;
    sum.made_up += names.made_up;
}

struct DecompilePart : Part {
    std::vector<std::string> values; ///< JSON, one per script.
    std::size_t scripts = 0, listings = 0, functions = 0, kept = 0, passed_over = 0;
    ChosenNames function_names, variable_names;

    void count(const Decompiled& made) {
        ++scripts;
        functions += made.functions.size();
        for (const FunctionVerdict& one : made.functions) kept += one.identical ? 0 : 1;
        if (!made.listing.empty()) ++listings;
        add_names(function_names, made.function_names);
        add_names(variable_names, made.variable_names);
    }
    void add(const DecompilePart& part) {
        scripts += part.scripts;
        listings += part.listings;
        functions += part.functions;
        kept += part.kept;
        passed_over += part.skipped ? 1 : 0;
        add_names(function_names, part.function_names);
        add_names(variable_names, part.variable_names);
    }
};

/// "3 of 12 functions (25 %)"; empty if there are none.
std::string share(const ChosenNames& names, std::string_view noun) {
    if (names.count == 0) return {};
    return fmt::format("{} of {} ({} %)", names.made_up, counted(names.count, noun),
                       (200 * names.made_up + names.count) / (2 * names.count));
}

/// What is no source, a line each.
std::string verdict_lines(const tools::Script& script, const Decompiled& made) {
    std::string lines;
    const std::string file = escape_control(script.name);
    if (!made.listing.empty()) lines += fmt::format("{}: written as a listing: {}\n", file, made.listing);
    for (const FunctionVerdict& one : made.functions)
        if (!one.identical)
            lines += fmt::format("{}: {} (0x{:04x}) left as assembly: {}\n", file, escape_control(one.name),
                                 one.address, one.reason);
    return lines;
}

/// "door.bin" gives "door.patho". Members of containers may have names with dots and no ending.
std::string source_name(const std::string& relative, const Engine& engine) {
    const std::string extension = may_be_script(relative, &engine) ? extension_of(relative) : std::string();
    return relative.substr(0, relative.size() - extension.size()) +
           std::string(engine.source_extensions().front());
}

/// Below the folder of results: scripts of a game stand in a folder of its name, the only one of a room is
/// named after the room.
std::string place_of(const Node& input, const tools::OpenedFile& opened, const tools::Script& script) {
    std::string path = relative_path(input, opened, script);
    if (opened.members.empty() || !path.starts_with(input.relative + "!")) return path;
    if (opened.scripts.size() == 1 && opened.whole) return input.relative;
    const std::string extension = extension_of(input.relative);
    return input.relative.substr(0, input.relative.size() - extension.size()) + "/" +
           path.substr(input.relative.size() + 1);
}

/// Takes names and comments out of edited sources into a file, which may have some already.
ExitCode save_names(Session& session, const std::vector<Node>& inputs, Names& names) {
    const std::string path(session.arguments().text("--save-names"));
    std::string text = names.text();
    if (disk::kind_of(path) != FileKind::none) {
        const auto old = read_file(path, std::uint64_t{1} << 30U);
        if (!old) return session.report(old.error());
        text = stored_text(*old);
        if (const ExitCode code = names.read(session, path, text); code != ExitCode::ok) return code;
    }
    std::size_t sources = 0;
    ExitCode code = ExitCode::ok;
    for (const Node& input : inputs) {
        Part part;
        const auto opened = open_for(session, input, part);
        session.console().err(part.messages);
        code = worst(code, part.code);
        if (!opened) continue;
        questions::Answer said;
        auto made = questions::names_with(session.workspace(), *opened, text, said);
        code = worst(code, session.report(said.problems));
        if (made) {
            ++sources;
            text = std::move(*made);
        } else if (said.problems.empty() &&
                   (input.named || made.error().code != &codes::engine_unsupported)) {
            code = worst(code, session.report(made.error()));
        }
    }
    if (code != ExitCode::ok || sources == 0) return code; // half of them would look like all
    if (auto done = session.outputs().write_and_compare(path, as_bytes(text), Old::replace); !done)
        return session.report(done.error());
    if (!session.quiet())
        session.console().err(fmt::format("{}: names of {}\n", path, counted(sources, "source")));
    return code;
}

/// What one run of the command does with its scripts.
class Run {
  public:
    Run(Session& session, const std::vector<Node>& inputs, const Names& names)
        : session_(session),
          inputs_(inputs),
          names_(names),
          function_(session.arguments().text("--function")),
          verify_(session.arguments().has("--verify")),
          text_(session.format() == Format::text),
          destination_(std::string(session.arguments().text("--output")), means_several(inputs)) {}

    /// Exit code of the whole, if that of gathering the inputs was `gathered`.
    [[nodiscard]] ExitCode all(ExitCode gathered) {
        JsonList list(session_);
        DecompilePart total;
        const auto work = [&](const Node& input, tools::OpenedFile& opened, DecompilePart& part) {
            if (pass_over(input, part)) return;
            const bool several = inputs_.size() > 1 || opened.scripts.size() > 1;
            if (several && inputs_.size() == 1) destination_.make_folder();
            for (const tools::Script& script : opened.scripts)
                decompile(input, opened, script, several, part);
        };
        const auto emit = [&](const Node& input, const DecompilePart& part) {
            if (!text_ && part.has_failed()) list.add(problems_json(input, part));
            for (const std::string& value : part.values) list.add(value);
            total.add(part);
        };
        const ExitCode code = worst(gathered, run_batch<DecompilePart>(session_, inputs_, work, emit));
        if (!text_) list.finish();
        if (!session_.quiet() && function_.empty()) {
            if (verify_ || (!destination_.is_standard_output() && destination_.is_folder())) summary(total);
            if (total.passed_over != 0) session_.console().err(passed_over(total.passed_over) + "\n");
        }
        return code;
    }

  private:
    void decompile(const Node& input, tools::OpenedFile& opened, const tools::Script& script, bool several,
                   DecompilePart& part) {
        Diagnostics diagnostics;
        const auto program = tools::load(opened, script, diagnostics);
        if (!part.take(session_.console(), diagnostics, program)) return;
        const std::string& function = opened.function.empty() ? function_ : opened.function;
        const std::string relative = source_name(place_of(input, opened, script), *opened.engine);
        const bool own_name = destination_.is_standard_output() || destination_.is_folder();
        const auto names = names_.of(session_.workspace(), opened);
        const auto made = (*program)->decompile(
            {.addresses = session_.arguments().has("--addresses"),
             .compiled = !function.empty(),
             .names = names.get(),
             .file = own_name ? relative : std::string(session_.arguments().text("--output"))});
        if (!made) {
            Diagnostic problem = made.error();
            if (problem.place.file.empty()) problem.place.file = script.name;
            part.report(session_.console(), problem);
            return;
        }
        if (!function.empty()) {
            const auto text = tools::source_of_function(**program, *made, function);
            if (!text) return part.report(session_.console(), text.error());
            part.kind = OutputKind::document;
            if (text_)
                part.out += highlight_source(session_.console(), *text, relative);
            else
                part.values.push_back(questions::function_json(script, *opened.engine, "source", *text));
            return;
        }
        part.count(*made);
        if (verify_ && (part.kept != 0 || part.listings != 0))
            part.code = worst(part.code, ExitCode::findings);
        if (!text_) {
            part.values.push_back(questions::decompiled_json(script, *opened.engine, *made,
                                                             !verify_ && destination_.is_standard_output()));
        } else {
            (verify_ ? part.out : part.messages) += verdict_lines(script, *made);
        }
        if (!destination_.is_standard_output())
            write(relative, opened, script, **program, *made, part);
        else if (text_ && !verify_)
            print(relative, script, *made, several, part);
    }

    void print(const std::string& relative, const tools::Script& script, const Decompiled& made, bool several,
               DecompilePart& part) const {
        std::string source;
        for (const SourceHeader& header : made.headers)
            source += fmt::format("// {}\n{}\n", escape_control(header.name), header.text);
        if (several || !made.headers.empty()) source += fmt::format("// {}\n", escape_control(script.name));
        source += made.text;
        if (several) source += '\n';
        part.kind = OutputKind::document;
        part.out += highlight_source(session_.console(), source, relative);
    }

    void write(const std::string& relative, const tools::OpenedFile& opened, const tools::Script& script,
               const Program& program, const Decompiled& made, DecompilePart& part) {
        const auto path = destination_.place(relative, script.name);
        if (!path) return part.report(session_.console(), path.error());
        const std::size_t name = path->find_last_of("/\\") + 1;
        Result<void> done;
        const auto write = [&](const std::string& to, std::string_view source) {
            if (done)
                done = session_.outputs().write_and_compare(to, as_bytes(source), destination_.old(),
                                                            destination_.is_folder());
        };
        write(*path, made.text);
        for (const SourceHeader& header : made.headers)
            write(path->substr(0, name) + header.name, header.text);
        if (done && verify_)
            done = read_back(path->substr(0, name), path->substr(name), opened.load, program);
        if (!done) part.report(session_.console(), done.error());
    }

    /// What lies on the disk is compiled to the script again.
    [[nodiscard]] Result<void> read_back(const std::string& folder, const std::string& name,
                                         const LoadSettings& settings, const Program& program) const {
        const auto language = program.engine().require(program.engine().language());
        if (!language) return std::unexpected(language.error());
        const FolderFileSystem files(folder.empty() ? "." : folder);
        const auto text = files.read(name);
        if (!text) return std::unexpected(text.error());
        Diagnostics diagnostics;
        const auto again = (*language)->compile(as_text(*text),
                                                {.name = name,
                                                 .engines = settings.engines,
                                                 .files = &files,
                                                 .declarations = settings.declarations.get()},
                                                diagnostics);
        if (!again) return std::unexpected(again.error());
        const auto wanted = program.save(), bytes = (*again)->save();
        if (!wanted || !bytes) return std::unexpected(wanted ? bytes.error() : wanted.error());
        const std::size_t at = first_difference(*wanted, *bytes);
        if (at == std::string_view::npos) return {};
        // Skrit's programs keep their source, and so that of another one.
        if (program.debug_info() != nullptr) {
            tools::DiffOptions options;
            options.listing = true;
            const auto diff = tools::diff(program, **again, options);
            if (diff && diff->functions.empty()) return {};
        }
        return fail(codes::cli_compare, "the source was written, but compiling it gives a different script",
                    {folder + name, at, 0, 0}, "this is a bug in Vellum: please report it with the script");
    }

    void summary(const DecompilePart& total) const {
        std::string line =
            fmt::format("{}, {}: ", counted(total.scripts, "script"), counted(total.functions, "function"));
        line += total.kept == 0 && total.listings == 0
                    ? std::string("all identical")
                    : fmt::format("{} left as assembly, {} written as a listing",
                                  counted(total.kept, "function"), counted(total.listings, "script"));
        session_.console().err(line + "\n");
        const std::string of_functions = share(total.function_names, "function");
        const std::string of_variables = share(total.variable_names, "variable");
        const bool both = !of_functions.empty() && !of_variables.empty();
        if (!of_functions.empty() || !of_variables.empty())
            session_.console().err(
                fmt::format("placeholder names: {}{}{}\n", of_functions, both ? ", " : "", of_variables));
    }

    Session& session_;
    const std::vector<Node>& inputs_;
    const Names& names_;
    const std::string function_; ///< The only one that is wanted; empty: all.
    bool verify_, text_;
    Destination destination_;
};

ExitCode run(Session& session) {
    std::vector<Node> inputs;
    const bool saving = !session.arguments().text("--save-names").empty();
    const ExitCode gathered = gather_inputs(session, session.arguments().words(), inputs, InArchives::scripts,
                                            saving ? Takes::all : Takes::compiled);
    if (gathered == ExitCode::usage) return gathered;
    Names names;
    if (const ExitCode code = names.read_option(session); code != ExitCode::ok) return code;
    if (session.arguments().has("--function") &&
        (session.arguments().has("--output") || session.arguments().has("--verify")))
        return session.usage("--function shows one function: leave out --output and --verify.");
    if (!session.arguments().text("--save-names").empty()) return save_names(session, inputs, names);
    return Run(session, inputs, names).all(gathered);
}

constexpr Positional positionals[] = {
    {"FILE", "Scripts, containers, folders, patterns, 'container!member' or - for standard input.",
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--function", 'F', "NAME", "Only this function, such as 'TMain.OnUse', on standard output.",
     ValueKind::text},
    {"--output", 'o', "PATH",
     "Write to this file; for folders, patterns and several inputs, into this folder, keeping their "
     "subfolders.",
     ValueKind::file},
    {"--verify", 0, "",
     "Only list functions that did not become source, and count placeholder names. With -o also write the "
     "files, and compile what was written. Exit code 1 if any function did not become source."},
    {"--save-names", 0, "FILE",
     "Write no source: take the names and comments of edited sources and add them to this file. Entries for "
     "other functions stay.",
     ValueKind::file},
    {"--addresses", 0, "", "Add a comment after each statement with the address of its code."},
};
const OptionGroup options[] = {own,          names_options, output_options, format_options, engine_options,
                               list_options, batch_options};
constexpr Example examples[] = {
    {"vellum decompile quest.bin | less", "read a script as source"},
    {"vellum decompile quest.bin -o quest.patho", "to change it; 'vellum compile' makes the script again"},
    {"vellum decompile scripts/ -o source/", "every script of a game"},
    {"vellum decompile --save-names my.names quest.patho", "keep the names and comments of an edited source"},
    {"vellum decompile --names my.names scripts/ -o source/", "use them for every script"},
    {"vellum decompile --verify scripts/", "does every function come out identical?"},
};

} // namespace

constinit const Command described{
    "decompile",
    "Change",
    "Turn scripts into source text that can be compiled again",
    "Every function is compiled again and compared with the code it came from. A function that has no source "
    "form is left as assembly in an 'asm' block; if that is not enough, the script is written as a listing. "
    "Either way, compiling the unchanged text gives the same file.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::decompile_command
