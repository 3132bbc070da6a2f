// `vellum grep`: a text in the sources of scripts, compiled ones included, and another one in its place.
#include <fmt/format.h>

#include <map>

#include "base/bytes.hpp"
#include "base/code_page.hpp"
#include "base/encoding.hpp"
#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "base/replace_all.hpp"
#include "cli/batch.hpp"
#include "cli/codes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/indexed.hpp"
#include "cli/put_back.hpp"
#include "cli/translate.hpp"
#include "tools/grep.hpp"
#include "tools/texts/decode.hpp"
#include "workspace/put_back.hpp"

namespace vellum::cli::grep_command {

namespace {

struct Hit : tools::LineFound {
    std::string file;
};

struct GrepPart : Part {
    std::vector<Hit> hits;
    std::vector<archives::Change> changed; ///< Without a name: the file itself.
    std::vector<tools::ProgramDiff> diffs;
    std::size_t scripts = 0, places = 0;
};

/// The source of a script, as the bytes that its compiler takes.
struct Source {
    ProgramPtr program; ///< Null for a source that does not compile.
    std::string text;
    std::vector<SourceHeader> headers;
    bool own = false; ///< The script is this text.
};

class Grep {
  public:
    Grep(Session& session, tools::LineTest test, std::string wanted)
        : session_(session), test_(std::move(test)), wanted_(std::move(wanted)) {}

    /// What takes the place of the text; only then anything changes.
    void replace_by(std::string to) { to_ = std::move(to); }
    void search(const Node& input, const tools::OpenedFile& opened, GrepPart& part) const {
        for (const tools::Script& script : opened.scripts) {
            const auto source = source_of(input, opened, script, part);
            if (!source) continue;
            ++part.scripts;
            for (tools::LineFound& line : tools::find_lines(*opened.engine, source->text, test_))
                part.hits.push_back({std::move(line), script.name});
            if (to_) replace(input, opened, script, *source, part);
        }
        if (input.archive != nullptr && opened.container != nullptr && !part.changed.empty())
            put_into_container(input, *opened.container, part);
    }

    /// The same of a file that the index knows, unless there is something to replace.
    [[nodiscard]] bool search_known(Indexed& indexed, const Node& input, GrepPart& part) const {
        const auto scripts = indexed.scripts(input);
        if (!scripts || !std::ranges::all_of(*scripts, &IndexedScript::has_source)) return false;
        for (const IndexedScript& script : *scripts) {
            if (!indexed.may_have(script)) continue;
            for (tools::LineFound& line : tools::find_lines(*script.engine, indexed.source(script), test_))
                part.hits.push_back({std::move(line), script.name});
        }
        if (to_ && !part.hits.empty()) {
            part.hits.clear();
            return false;
        }
        part.scripts = scripts->size();
        return true;
    }

  private:
    [[nodiscard]] std::optional<Source> source_of(const Node& input, const tools::OpenedFile& opened,
                                                  const tools::Script& script, GrepPart& part) const {
        Source source;
        if (script.is_source || script.is_listing) {
            source.text = as_text(script.bytes);
            source.own = true;
            return source;
        }
        Diagnostics said;
        const auto program = tools::load(opened, script, said);
        if (!part.take(session_.console(), said, program)) return std::nullopt;
        const auto names = session_.workspace().names_of(opened, opened.load.names_of(*opened.engine));
        auto made = (*program)->decompile({.names = names.get()});
        if (!made) {
            if (input.named) part.report(session_.console(), made.error());
            return std::nullopt;
        }
        source.program = *program;
        source.text = std::move(made->text);
        source.headers = std::move(made->headers);
        return source;
    }

    /// Text of the user in the encoding of a source.
    [[nodiscard]] static std::optional<std::string> in_encoding_of(std::string_view source,
                                                                   const std::string& text) {
        if (is_valid_utf8(source)) return text;
        return tools::likely_page(source).from_utf8(text);
    }

    void replace(const Node& input, const tools::OpenedFile& opened, const tools::Script& script,
                 const Source& source, GrepPart& part) const {
        const auto from = in_encoding_of(source.text, wanted_), to = in_encoding_of(source.text, *to_);
        if (!from || !to) return;
        auto [text, count] = replace_all(source.text, *from, *to);
        if (count == 0 || text == source.text) return;
        Diagnostics said;
        const LoadOptions options = opened.load.options(script.name);
        ProgramPtr before = source.program;
        if (before == nullptr) {
            Diagnostics unheard; // what was wrong before is not the change's fault
            if (auto loaded = tools::load(opened, script, unheard)) before = *loaded;
        }
        if (script.is_listing || before == nullptr)
            return part.report(session_.console(), make_diagnostic(codes::engine_unsupported,
                                                                   "only sources without errors are changed",
                                                                   {.file = script.name}));
        const auto after = tools::compile_changed(*before, text, source.headers, options, said);
        if (!after || !said.ok()) {
            static_cast<void>(part.take(session_.console(), said, after));
            return;
        }
        if (!is_sound(session_.console(), **after, script.name, text, part)) return;
        if (auto diff =
                tools::diff(*before, **after,
                            {.before_source = source.own ? std::string_view(source.text) : std::string_view(),
                             .after_source = text}))
            part.diffs.push_back(std::move(*diff));
        part.places += count;
        const std::string& member = opened.container != nullptr ? script.member : input.inside;
        if (source.own) {
            part.changed.push_back({member, std::vector(as_bytes(text).begin(), as_bytes(text).end())});
        } else if (auto bytes = (*after)->save()) {
            part.changed.push_back({member, std::move(*bytes)});
        } else {
            part.report(session_.console(), bytes.error());
        }
    }

    /// Makes the changed scripts of a container that lies in an archive one change of the archive.
    void put_into_container(const Node& input, const archives::Archive& container, GrepPart& part) const {
        const auto files = container.put_back(std::exchange(part.changed, {}));
        if (!files) return part.report(session_.console(), files.error());
        auto change = change_in_archive(input, *files);
        if (!change) return part.report(session_.console(), change.error());
        part.changed.push_back(std::move(*change));
    }

    Session& session_;
    tools::LineTest test_;
    std::string wanted_;
    std::optional<std::string> to_;
};

void print(Session& session, const Hit& hit, JsonList& list) {
    Console& console = session.console();
    if (session.format() != Format::text)
        return list.add(json_object([&](JsonWriter& json) {
            json.member("file", hit.file);
            json.member("line", hit.line);
            if (!hit.function.empty()) json.member("function", hit.function);
            json.member("source", hit.text);
        }));
    console.out(fmt::format(
        "{}:{}: {}{}\n", console.paint(Stream::out, Style::strong, escape_control(hit.file)),
        console.paint(Stream::out, Style::number, std::to_string(hit.line)),
        hit.function.empty() ? std::string()
                             : console.paint(Stream::out, Style::faint, escape_control(hit.function) + ": "),
        escape_control(hit.text)));
}

/// Where a changed file goes: in its place, or below the folder of -o.
ExitCode write(Session& session, const std::string& path, std::vector<archives::Change>& changes,
               Destination& destination, const std::string& relative) {
    const bool in_place = session.arguments().has("--in-place");
    std::vector<archives::ChangedFile> files;
    if (changes.front().name.empty()) {
        files.emplace_back(std::move(*changes.front().bytes));
    } else {
        auto changed = put_back(session.workspace(), path, changes);
        if (!changed) return session.report(changed.error());
        files = std::move(*changed);
    }
    std::string target = path;
    if (!in_place) {
        const auto place = destination.place(relative, path);
        if (!place) return session.report(place.error());
        target = *place;
    }
    if (auto done = write_changed(session, files, target, in_place, Old::keep); !done)
        return session.report(done.error());
    return ExitCode::ok;
}

/// The regular expression that finds just this text.
std::string quoted(std::string_view text) {
    constexpr std::string_view special = "\\.+*?()[]{}|^$";
    std::string pattern;
    for (const char c : text) {
        if (special.contains(c)) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<std::string> words = arguments.words();
    const bool replaces = arguments.has("--replace");
    if (words.empty()) return session.usage("needs a TEXT and at least one PLACE, or --index.");
    const std::string wanted = words.front();
    words.erase(words.begin());
    if (wanted.empty()) return session.usage("needs a TEXT that is not empty.");
    if (replaces && (arguments.has("--match") || arguments.has("--ignore-case")))
        return session.usage("--replace replaces exactly TEXT: without --match and --ignore-case.");
    const bool writes = arguments.has("--output") || arguments.has("--in-place");
    if (writes && !replaces) return session.usage("--output and --in-place write what --replace changes.");
    const bool ignore_case = arguments.has("--ignore-case");
    tools::LineTest test;
    if (arguments.has("--match") || ignore_case) { // expressions know the cases of all letters
        const std::string pattern = arguments.has("--match") ? wanted : quoted(wanted);
        auto regex = session.workspace().settings().regular_expressions(pattern, ignore_case);
        if (!regex) return worst(session.report(regex.error()), ExitCode::usage);
        test = std::move(*regex);
    } else {
        test = [wanted](std::string_view line) { return line.contains(wanted); };
    }
    Indexed indexed;
    if (!indexed.open(session, words)) return ExitCode::findings;
    if (words.empty()) return session.usage("needs a TEXT and at least one PLACE, or --index.");
    if (!arguments.has("--match"))
        if (auto done = indexed.find_text(wanted); !done) return session.report(done.error());
    std::vector<Node> inputs;
    const ExitCode gathered = gather_inputs(session, words, inputs, InArchives::scripts, cli::Takes::once);
    if (gathered == ExitCode::usage) return gathered;
    Grep grep(session, std::move(test), wanted);
    if (replaces) grep.replace_by(std::string(arguments.text("--replace")));
    Console& console = session.console();
    JsonList list(session);
    Destination destination(std::string(arguments.text("--output")), true);
    std::map<std::string, std::pair<std::string, std::vector<archives::Change>>> changes; // by file
    std::size_t lines = 0, scripts = 0, files = 0, places = 0;
    const auto work = [&](const Node& input, tools::OpenedFile& opened, GrepPart& part) {
        grep.search(input, opened, part);
        if (replaces && session.format() == Format::text)
            for (const tools::ProgramDiff& diff : part.diffs)
                part.out += escape_control(tools::to_unified(diff), Keep::lines);
    };
    const auto open = [&](const Node& input, GrepPart& part) {
        return indexed.tell(grep.search_known(indexed, input, part)) ? std::nullopt
                                                                     : open_for(session, input, part);
    };
    const auto emit = [&](const Node& input, GrepPart& part) {
        if (part.has_failed() && session.format() != Format::text) list.add(problems_json(input, part));
        scripts += part.scripts;
        lines += part.hits.size();
        files += part.hits.empty() ? 0 : 1;
        places += part.places;
        if (!replaces || session.format() != Format::text)
            for (const Hit& hit : part.hits) print(session, hit, list);
        if (!writes) return;
        for (archives::Change& one : part.changed) {
            auto& file = changes[input.path];
            file.first = input.archive != nullptr ? input.path.substr(input.path.find_last_of('/') + 1)
                                                  : input.relative;
            file.second.push_back(std::move(one));
        }
    };
    ExitCode code = worst(gathered, run_batch<GrepPart>(session, inputs, open, work, emit));
    if (session.format() != Format::text) list.finish();
    for (auto& [path, file] : changes)
        code = worst(code, write(session, path, file.second, destination, file.first));
    if (session.quiet()) return code;
    if (!replaces)
        console.err(fmt::format("{} in {} of {}{}\n", counted(lines, "line"), grouped(files),
                                counted(scripts, "script"), indexed.told()));
    else if (writes)
        console.err(fmt::format("replaced in {}; {} written\n", counted(places, "place"),
                                counted(changes.size(), "file")));
    else
        console.err(fmt::format("{} would be replaced; -o FOLDER or --in-place writes the files\n",
                                counted(places, "place")));
    return code;
}

constexpr Positional positionals[] = {
    {"TEXT", "What to look for in a line of source.", ValueKind::text, true, false},
    {"PLACE", "Scripts, containers, archives, folders or patterns.", ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--match", 'm', "", "TEXT is a regular expression (RE2)."},
    {"--ignore-case", 'i', "", "Ignore case."},
    index_option,
    {"--replace", 'r', "NEW",
     "Put NEW in the place of TEXT, compile the changed sources and print what changes. Nothing is written "
     "without "
     "--output or --in-place.",
     ValueKind::text},
    {"--output", 'o', "FOLDER", "Write the changed scripts and archives into this folder.",
     ValueKind::folder},
    {"--in-place", 0, "",
     "Change the files themselves; each original is kept next to its file as FILE.before."},
};
const OptionGroup options[] = {own,           format_options, output_options,
                               names_options, engine_options, ags_source_options,
                               list_options,  batch_options};
constexpr Example examples[] = {
    {"vellum grep 'SetVariable(\"door' scripts/", "where compiled scripts set such a variable"},
    {"vellum grep --match 'Sleep\\([0-9]' scripts/", "with a regular expression"},
    {"vellum grep lantern --index games.vdb", "in an index: at once"},
    {"vellum grep '\"rain\"' scripts/ --replace '\"snow\"'", "what would change"},
    {"vellum grep '\"rain\"' scripts/ --replace '\"snow\"' -o changed/", "the changed scripts, compiled"},
};

} // namespace

constinit const Command described{"grep",
                                  "Collections",
                                  "Find a text in the source of scripts, or replace it",
                                  "Searches sources as they are and compiled scripts as 'vellum "
                                  "decompile' shows them, and prints file, line and "
                                  "function. With --replace the changed source is compiled and checked, "
                                  "and the rest of a script stays the same, byte "
                                  "for byte.",
                                  positionals,
                                  options,
                                  examples,
                                  run};

} // namespace vellum::cli::grep_command
