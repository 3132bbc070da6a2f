// `vellum check`: everything that is certain about a file without running it.
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/engines/skrit_includes.hpp"
#include "cli/indexed.hpp"
#include "tools/check.hpp"

namespace vellum::cli::check_command {

namespace {

struct CheckPart : Part {
    std::vector<tools::CheckReport> reports; ///< Not yet in words.
    const Engine* engine = nullptr;
    std::vector<std::string> values; ///< JSON, one per script.
    std::vector<Diagnostic> found;   ///< For SARIF.
    std::size_t scripts = 0, bad = 0, errors = 0, warnings = 0, notes = 0;
};

/// What scripts say of another file that they share, such as their project or a header, is said by the first
/// of them; the others are as bad as it is.
class SaidOnce {
  public:
    void take(tools::CheckReport& report) {
        std::string_view name = report.file;
        if (name.starts_with("./")) name.remove_prefix(2); // of what a folder '.' holds
        std::erase_if(report.found, [&](const Diagnostic& each) {
            const Place& place = each.place;
            const bool inside =
                name != place.file && (name.starts_with(place.file) || name.ends_with(place.file));
            if (inside ||
                said_.emplace(place.file, place.offset, place.line, place.column, each.message).second)
                return false;
            --(each.severity == Severity::error     ? report.errors
               : each.severity == Severity::warning ? report.warnings
                                                    : report.notes);
            return true;
        });
    }

  private:
    std::set<std::tuple<std::string, std::uint64_t, std::uint32_t, std::uint32_t, std::string>> said_;
};

struct Options {
    bool text, sarif, notes, strict;
};

void add(const Console& console, const Engine& engine, tools::CheckReport& report, const Options& options,
         SaidOnce& said, CheckPart& part) {
    const bool bad = report.errors != 0 || (options.strict && report.warnings != 0);
    if (options.text || options.sarif) said.take(report); // in JSON each script has its own list
    ++part.scripts;
    part.errors += report.errors;
    part.warnings += report.warnings;
    part.notes += report.notes;
    if (bad) {
        ++part.bad;
        part.code = worst(part.code, ExitCode::findings);
    }
    if (options.text) {
        for (std::size_t i = 0; i < report.found.size() && console.prints_message(i); ++i)
            part.out += describe(console, Stream::out, report.found[i]);
        part.out += more_messages(console, report.file, report.found.size());
        if (report.dropped != 0)
            part.out += fmt::format("{}: {} more were counted but not kept\n", escape_control(report.file),
                                    grouped(report.dropped));
    } else if (options.sarif) {
        std::ranges::move(report.found, std::back_inserter(part.found));
    } else {
        TextWriter writer;
        JsonWriter json(writer);
        tools::write_json(json, engine, report);
        part.values.push_back(writer.take());
    }
}

/// Inputs in which nothing could be checked.
struct Left {
    std::size_t skipped = 0;  ///< Found in a folder, and no engine's.
    std::size_t unopened = 0; ///< Missing, unreadable, empty folders.
};

std::string summary(const Console& console, const CheckPart& total, const Left& left,
                    const std::string& anew) {
    std::string line;
    if (left.unopened != 0 && total.bad == 0) {
        line = console.paint(Stream::err, Style::error, "incomplete") +
               fmt::format(": {}", counted(total.scripts, "script"));
    } else if (total.bad == 0) {
        line = console.paint(Stream::err, Style::good, "ok") +
               fmt::format(": {}", counted(total.scripts, "script"));
    } else {
        line =
            console.paint(Stream::err, Style::error,
                          fmt::format("{} of {} bad", grouped(total.bad), counted(total.scripts, "script")));
    }
    line += fmt::format(", {}, {}", counted(total.errors, "error"), counted(total.warnings, "warning"));
    if (total.notes != 0) line += fmt::format(", {}", counted(total.notes, "note"));
    if (left.unopened != 0) line += fmt::format("; {} not opened", counted(left.unopened, "input"));
    if (left.skipped != 0) line += fmt::format("; {} skipped", counted(left.skipped, "file"));
    return line + anew + "\n";
}

ExitCode run(Session& session) {
    std::vector<std::string> words = session.arguments().words();
    Indexed indexed;
    if (!indexed.open(session, words)) return ExitCode::findings;
    if (words.empty()) return session.usage("FILE is missing.");
    std::vector<Node> inputs;
    const ExitCode gathered = gather_inputs(session, words, inputs);
    if (gathered == ExitCode::usage) return gathered;
    Console& console = session.console();
    const bool sarif = session.arguments().text("--format") == "sarif";
    const bool text = session.format() == Format::text && !sarif;
    const Options options{text, sarif, session.arguments().has("--notes"),
                          session.arguments().has("--strict")};
    JsonList list(session);
    CheckPart total;
    Left left;
    SaidOnce said;

    const auto work = [&](const Node& input, const tools::OpenedFile& opened, CheckPart& part) {
        part.engine = opened.engine;
        part.reports = tools::check(opened, options.notes);
        if (!input.named) std::ranges::for_each(part.reports, tools::allow_library);
        if (!part.reports.empty()) return;
        tools::CheckReport nothing{.file = input.name(), .found = {}}; // a container without a script
        add(console, *opened.engine, nothing, options, said, part);
        part.scripts = 0;
    };
    /// Of a file in which the index knows that nothing is wrong.
    const auto take_known = [&](const Node& input, CheckPart& part) {
        const auto scripts = indexed.good_scripts(input, options.notes);
        if (!scripts) return false;
        part.engine = scripts->front().engine;
        for (const IndexedScript& script : *scripts)
            part.reports.push_back({.file = script.name, .found = {}, .notes = script.notes});
        return true;
    };
    const auto open = [&](const Node& input, CheckPart& part) {
        return indexed.tell(take_known(input, part)) ? std::nullopt : open_for(session, input, part);
    };
    SkritIncludes included(session, inputs, options.notes);
    ExitCode code = gathered;
    const auto collect = [&](CheckPart& part) {
        console.out(part.out);
        code = worst(code, part.code);
        for (const std::string& value : part.values) list.add(value);
        std::ranges::move(part.found, std::back_inserter(total.found));
        total.scripts += part.scripts;
        total.bad += part.bad;
        total.errors += part.errors;
        total.warnings += part.warnings;
        total.notes += part.notes;
    };
    const auto emit = [&](const Node& input, CheckPart& part) {
        part.out.clear(); // it was printed
        for (tools::CheckReport& report : part.reports) {
            if (included.take(input, report)) add(console, *part.engine, report, options, said, part);
        }
        if (!part.problems.empty() && part.scripts == 0) { // not opened; said on standard error already
            if (!text && !sarif) list.add(problems_json(input, part));
            if (part.skipped) {
                ++left.skipped;
                ++total.warnings;
            } else {
                ++left.unopened;
                ++total.errors;
            }
        }
        std::ranges::move(part.problems, std::back_inserter(total.found)); // these stand in no script's list
        collect(part);
    };
    const ExitCode opened = run_batch<CheckPart>(session, inputs, open, work, emit);
    code = worst(code, opened);
    const auto tell = [&](std::vector<tools::CheckReport> reports, bool scripts) {
        for (tools::CheckReport& report : reports) {
            CheckPart part;
            add(console, *find_engine("skrit"), report, options, said, part);
            if (!scripts) part.scripts = 0; // they were counted one by one
            collect(part);
        }
    };
    tell(included.reports(), true);
    tell(check_skrit_mods(session, inputs), false);
    if (options.strict && left.skipped != 0) code = worst(code, ExitCode::findings);
    if (sarif)
        console.out(tools::to_sarif(total.found));
    else if (!text)
        list.finish();
    if (!session.quiet()) console.err(summary(console, total, left, indexed.told()));
    return code;
}

constexpr Positional positionals[] = {
    {"FILE", "Scripts, listings, source files, containers, folders, patterns or - for standard input.",
     ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--format", 'f', "FORMAT",
     "'text' for people, 'json' or 'jsonl' for tools, 'sarif' for code hosts and editors.", ValueKind::choice,
     "text|json|jsonl|sarif"},
    {"--notes", 0, "", "Also show notes: things that are not problems, such as unreachable code."},
    {"--lint", 0, "",
     "Also warn about code that is valid but probably a mistake, such as unreachable states and unused "
     "variables (Skrit)."},
    index_option,
    {"--strict", 0, "", "Warnings count as errors, and so do files in a folder that belong to no engine."},
};
const OptionGroup options[] = {own, engine_options, ags_source_options, list_options, batch_options};
constexpr Example examples[] = {
    {"vellum check quest.bin", "is it valid?"},
    {"vellum check scripts/ && echo all good", "a whole folder; the exit code gives the verdict"},
    {"vellum check --format sarif scripts/ > check.sarif", "for a code host or an editor"},
};

} // namespace

constinit const Command described{
    "check",
    "Look",
    "Find every error in scripts without running them",
    "Loads every file and verifies its instruction operands, jump targets, stack depth, tables and names. "
    "Prints nothing about a valid file.\n\nExit code 1 means that at least one file has an error. With "
    "--engine every file is treated as that engine's; without it the bytes decide or, for a damaged file, "
    "the extension. Files in a folder that belong to no engine are skipped with a warning.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::check_command
