// `vellum xref`: who uses this native, string, global or event, over any number of files.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "base/escape.hpp"
#include "base/json_writer.hpp"
#include "base/suggest.hpp"
#include "cli/batch.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "cli/indexed.hpp"
#include "workspace/find.hpp"
#include "workspace/questions/xref.hpp"

namespace vellum::cli::xref_command {

namespace {

struct Use : tools::Use {
    std::string file;
};

struct XrefPart : Part {
    std::vector<Use> uses;
    std::size_t scripts = 0;
    std::string near;    ///< Of the names that are not it, the one it may be meant to be.
    std::string near_in; ///< The same of --in.
};

/// A name on one line, in quotes if it needs them.
std::string shown(const std::string& kind, const std::string& name) {
    if (kind != "string") return escape_control(name);
    TextWriter writer;
    writer.quoted(name);
    return writer.take();
}

std::string line_of(const Console& console, const Use& use) {
    return fmt::format("{}:{}: {} {}{}{}\n",
                       console.paint(Stream::out, Style::strong, escape_control(use.file)),
                       console.paint(Stream::out, Style::number, fmt::format("{:04x}", use.address)),
                       use.kind, console.paint(Stream::out, Style::name, shown(use.kind, use.name)),
                       use.function.empty() ? "" : "  in " + escape_control(use.function),
                       use.source.empty() ? "" : ": " + escape_control(use.source));
}

struct Count {
    std::size_t uses = 0, files = 0;
    std::string last_file;
};
using Counts = std::map<std::pair<std::string, std::string>, Count>;

void count_use(Counts& counts, const Use& use) {
    Count& count = counts[{use.kind, use.name}];
    ++count.uses;
    if (count.last_file != use.file) ++count.files;
    count.last_file = use.file;
}

void print_counts(Session& session, const Counts& counts, JsonList& list) {
    Console& console = session.console();
    std::vector<const Counts::value_type*> sorted;
    for (const auto& entry : counts) sorted.push_back(&entry);
    std::ranges::sort(sorted, [](const auto* a, const auto* b) {
        if (a->first.first != b->first.first) return a->first.first < b->first.first;
        return a->second.uses != b->second.uses ? a->second.uses > b->second.uses
                                                : a->first.second < b->first.second;
    });
    if (session.format() == Format::text && !sorted.empty())
        console.out(
            console.paint(Stream::out, Style::faint, fmt::format("{:>8} {:>7}  name\n", "uses", "files")));
    for (const auto* entry : sorted) {
        const auto& [key, count] = *entry;
        if (session.format() == Format::text) {
            console.out(fmt::format("{:>8} {:>7}  {} {}\n", grouped(count.uses), grouped(count.files),
                                    console.paint(Stream::out, Style::faint, key.first),
                                    console.paint(Stream::out, Style::name, shown(key.first, key.second))));
            continue;
        }
        list.add(json_object([&](JsonWriter& json) {
            json.member("kind", key.first);
            json.member("name", key.second);
            json.member("uses", count.uses);
            json.member("files", count.files);
        }));
    }
}

void take_nearer(std::string& nearest, const std::string& name, const std::string& wanted) {
    if (nearest.empty() || (!name.empty() && edit_distance(wanted, name) < edit_distance(wanted, nearest)))
        nearest = name;
}

/// What the index has of a file.
bool take_known(Indexed& indexed, const Node& input, XrefPart& part) {
    const auto scripts = indexed.scripts_with_uses(input);
    if (!scripts) return false;
    for (const IndexedScript& script : *scripts) {
        ++part.scripts;
        for (const tools::Use& use : indexed.uses(script)) part.uses.push_back({use, script.name});
    }
    return true;
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<std::string> words = arguments.words();
    const bool listing = arguments.has("--list");
    const bool instructions = arguments.has("--listing") || (listing && !arguments.has("--in"));
    std::string words_front; // NAME as it was written
    if (!listing) {
        if (words.empty())
            return session.usage("needs a NAME and at least one FILE; --list needs only files.");
        words_front = words.front();
        words.erase(words.begin());
    }
    const tools::NameQuery query{.name = words_front,
                                 .kind = std::string(arguments.text("--kind")),
                                 .ignore_case = arguments.has("--ignore-case")};
    tools::NameTest test;
    if (arguments.has("--match") && !listing) {
        auto regex = session.workspace().settings().regular_expressions(words_front, query.ignore_case);
        if (!regex) return worst(session.report(regex.error()), ExitCode::usage);
        test = std::move(*regex);
    }
    const tools::NamePattern wanted(query, std::move(test));
    const std::string within(arguments.text("--in"));
    const tools::NamePattern in({.name = within, .kind = {}, .ignore_case = query.ignore_case});
    Indexed indexed;
    if (!arguments.has("--listing") && wanted.kind() != tools::number_kind) { // which are in no index
        if (!indexed.open(session, words)) return ExitCode::findings;
        if (auto done = indexed.find_uses(wanted, within.empty() ? nullptr : &in); !done)
            return session.report(done.error());
    }
    if (words.empty()) return session.usage("needs a NAME and at least one FILE; --list needs only files.");
    std::vector<Node> inputs;
    const ExitCode gathered = gather_inputs(session, words, inputs, InArchives::scripts, Takes::once);
    if (gathered == ExitCode::usage) return gathered;

    Console& console = session.console();
    const bool text = session.format() == Format::text;
    JsonList list(session);
    Counts counts;
    std::size_t uses = 0, files = 0, scripts = 0;
    std::string near, near_in;

    // Names are compared for "did you mean" while nothing is found.
    std::atomic<bool> uncertain = !listing && !wanted.is_pattern();

    const auto work = [&](const Node& input, tools::OpenedFile& opened, XrefPart& part) {
        tools::ClosestName closest(wanted), closest_in(in);
        for (const tools::Script& script : opened.scripts) {
            Diagnostics diagnostics;
            const auto program = tools::load(opened, script, diagnostics);
            if (!program && !input.named && program.error().code == &codes::engine_library) continue;
            if (!program) {
                part.report(console, program.error());
                continue;
            }
            ++part.scripts;
            const questions::HowToSearch how{.in = within.empty() ? nullptr : &in,
                                             .listing = instructions,
                                             .closest = uncertain ? &closest : nullptr,
                                             .closest_in = within.empty() ? nullptr : &closest_in};
            for (tools::Use& use :
                 questions::uses_in(session.workspace(), input, opened, script, *program, wanted, how))
                part.uses.push_back({std::move(use), script.name});
        }
        part.near = closest.name();
        part.near_in = closest_in.name();
    };
    const auto open = [&](const Node& input, XrefPart& part) {
        return indexed.tell(take_known(indexed, input, part)) ? std::nullopt : open_for(session, input, part);
    };
    const auto emit = [&](const Node& input, const XrefPart& part) {
        if (part.has_failed() && !text) list.add(problems_json(input, part));
        scripts += part.scripts;
        take_nearer(near, part.near, wanted.text());
        take_nearer(near_in, part.near_in, in.text());
        uses += part.uses.size();
        files += part.uses.empty() ? 0 : 1;
        if (!part.uses.empty()) uncertain = false;
        for (const Use& use : part.uses) {
            if (listing)
                count_use(counts, use);
            else if (text)
                console.out(line_of(console, use));
            else
                list.add(tools::to_json(use, use.file));
        }
    };
    const ExitCode code = worst(gathered, run_batch<XrefPart>(session, inputs, open, work, emit));
    if (listing) print_counts(session, counts, list);
    if (!text) list.finish();
    if (!session.quiet()) {
        if (listing)
            console.err(fmt::format("{} in {}{}\n", counted(counts.size(), "name"),
                                    counted(scripts, "script"), indexed.told()));
        else
            console.err(fmt::format("{} in {} of {}{}\n", counted(uses, "use"), grouped(files),
                                    counted(scripts, "script"), indexed.told()));
        if (uses == 0 && !within.empty() && near_in != within && !in.is_pattern())
            console.err(
                fmt::format("    hint: there is no function '{}'.{}\n", escape_control(within),
                            near_in.empty() ? "" : " Did you mean '" + escape_control(near_in) + "'?"));
        else if (uncertain && uses == 0)
            console.err(
                fmt::format("    hint: NAME must match a whole name; --match searches within names.{}\n",
                            near.empty() ? "" : " Did you mean '" + escape_control(near) + "'?"));
    }
    return code;
}

constexpr Positional positionals[] = {
    {"NAME",
     "The whole name to look for, or a pattern with * and ?; or a number such as 1204 or 0x1f, which finds "
     "numbers in the code. Left out with --list.",
     ValueKind::text, true, false},
    {"FILE", "Scripts, containers, folders or patterns.", ValueKind::file, false, true},
};
constexpr Option own[] = {
    {"--kind", 'k', "KIND",
     "Only this kind of name. 'event' is code that names one, 'handler' a script that handles one; "
     "'function' is a call of a script function, 'number' a number in the code.",
     ValueKind::choice, "native|method|string|global|event|handler|import|function|state|number"},
    {"--match", 'm', "",
     "NAME is a regular expression (RE2) that matches part of a name: 'door|gate', '^Get.*Pos'."},
    {"--in", 0, "FUNCTION",
     "Only uses in functions of this name or pattern: with --list, what a function calls and uses.",
     ValueKind::text},
    {"--ignore-case", 'i', "", "Ignore case."},
    {"--listing", 0, "", "Name functions as listings do, without lines of source; faster."},
    index_option,
    {"--list", 'l', "", "List every name with its number of uses and files instead."},
};
const OptionGroup options[] = {own,          format_options, engine_options, ags_source_options,
                               list_options, batch_options};
constexpr Example examples[] = {
    {"vellum xref PlaySound scripts/", "every call of a native, with file, address and function"},
    {"vellum xref --match --kind string 'door|gate' scripts/", "every text that mentions one"},
    {"vellum xref --kind handler OnUse scripts/", "which scripts handle an event"},
    {"vellum xref 1204 scripts/", "where the code uses a number, such as that of a dialogue"},
    {"vellum xref --kind function TMain.Fail quest.bin", "who calls a function"},
    {"vellum xref --list --in TMain.Fail quest.bin", "and what it calls and uses"},
    {"vellum xref PlaySound --index games.vdb", "in an index: at once"},
    {"vellum xref --list --kind native scripts/", "which natives a game's scripts call, most used first"},
};

} // namespace

constinit const Command described{
    "xref",
    "Look",
    "Find who uses a name, a text or a number",
    "Searches the code of every file for uses of natives, texts, globals, events, functions or numbers, and "
    "prints file, address, kind and function of each. The exit code is 0 even if there are none.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::xref_command
