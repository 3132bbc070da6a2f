// `vellum info`: what a file is and what is in it.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "base/disk.hpp"
#include "base/display_width.hpp"
#include "base/escape.hpp"
#include "base/hash.hpp"
#include "cli/answer.hpp"
#include "cli/commands/commands.hpp"
#include "cli/engines/engines.hpp"
#include "tools/game.hpp"
#include "workspace/questions/info.hpp"

namespace vellum::cli::info_command {

namespace {

void print_facts(const Console& console, std::span<const Fact> facts, std::string& out) {
    std::size_t width = 6;
    for (const Fact& fact : facts) width = std::max(width, display_width(fact.name));
    constexpr std::size_t columns = 80;
    for (const Fact& fact : facts) {
        // What would not fit beside the longest name stands beside its own.
        const bool fits = width + 4 + display_width(fact.value) <= columns;
        const std::string padded = fmt::format("  {:<{}}  ", escape_control(fact.name), fits ? width : 0);
        out += console.paint(Stream::out, Style::faint, padded) + escape_control(fact.value) + "\n";
    }
}

void print_functions(const Console& console, const Program& program, std::string& out) {
    const auto functions = program.functions();
    if (functions.empty()) return;
    std::size_t width = 0;
    for (const Function& function : functions)
        width = std::max(width, std::min<std::size_t>(display_width(function.name), 48));
    out += console.paint(Stream::out, Style::faint, "  functions") + "\n";
    for (const Function& function : functions) {
        out += console.paint(Stream::out, Style::number, fmt::format("    {:04x}", function.address));
        out += "  " + console.paint(Stream::out, Style::name,
                                    fmt::format("{:<{}}", escape_control(function.name), width));
        out += "  " + escape_control(function.kind);
        if (function.parameters >= 0)
            out += fmt::format(", {} parameter{}", function.parameters, function.parameters == 1 ? "" : "s");
        out += '\n';
    }
}

void print_members(const Console& console, const tools::OpenedFile& opened, std::string& out) {
    std::size_t width = 0;
    for (const archives::Member& member : opened.members)
        width = std::max(width, std::min<std::size_t>(display_width(member.name), 48));
    out += console.paint(Stream::out, Style::faint,
                         fmt::format("  {}", counted(opened.members.size(), "member"))) +
           "\n";
    for (const archives::Member& member : opened.members)
        out += fmt::format("    {:<{}}  {:<8} {:>10} bytes at 0x{:x}\n", escape_control(member.name), width,
                           escape_control(member.kind), grouped(member.size), member.offset);
}

void print_game(Console& console, const std::string& folder, const tools::Game& game) {
    const auto line = [&](std::string_view name, const std::string& value) {
        console.out(console.paint(Stream::out, Style::faint, fmt::format("  {:<8}  ", name)) +
                    escape_control(value) + "\n");
    };
    console.out(console.paint(Stream::out, Style::strong, escape_control(folder)) + "\n");
    line("game", game.title);
    line("engine", std::string(game.engine->title()));
    line("version", game.version.empty() ? "not known" : game.version);
    line("language", game.language.empty() ? "not known" : game.language);
    line("scripts", grouped(game.script_count()) +
                        (game.hidden == 0 ? std::string()
                                          : fmt::format(", and {} hidden by others", grouped(game.hidden))));
    for (const tools::GamePlace& place : game.places)
        line("in", fmt::format("{}  {}, {}", place.path, place.format, counted(place.scripts, "script")));
}

/// Tells of the games among the words and gives what else there is.
std::vector<std::string> tell_games(Session& session, JsonList& list, ExitCode& code) {
    std::vector<std::string> others;
    for (const std::string& word : session.arguments().words()) {
        std::vector<Diagnostic> problems;
        std::optional<tools::Game> game;
        if (disk::kind_of(word) == FileKind::folder) game = session.workspace().game(word, true, problems);
        if (!game) {
            others.push_back(word);
            continue;
        }
        code = worst(code, session.report(problems));
        if (session.format() == Format::text)
            print_game(session.console(), word, *game);
        else
            list.add(questions::game_json(word, *game));
    }
    return others;
}

ExitCode run(Session& session) {
    JsonList list(session);
    ExitCode told = ExitCode::ok;
    const std::vector<std::string> words = tell_games(session, list, told);
    std::vector<Node> inputs;
    const ExitCode gathered = worst(told, gather_inputs(session, words, inputs));
    if (gathered == ExitCode::usage) return gathered;
    const Console& console = session.console();
    const bool text = session.format() == Format::text;
    const bool functions = session.arguments().has("--functions");

    const SourceView view = session.source_view(functions ? SourceView::if_possible : SourceView::none);
    if (!text) {
        Json parameters = Json::object();
        if (view != SourceView::none) parameters.set("source", true);
        const ExitCode code =
            worst(gathered, print_answer(session, questions::info, inputs, list, std::move(parameters)));
        list.finish();
        return code;
    }
    const auto work = [&](const Node& input, tools::OpenedFile& opened, Part& part) {
        if (!opened.members.empty()) {
            part.out += console.paint(Stream::out, Style::strong, escape_control(input.name())) + "\n";
            part.out += fmt::format("  {}, a container of {} bytes\n", opened.engine->title(),
                                    grouped(opened.size()));
            print_facts(console, opened.container->facts(), part.out);
            print_members(console, opened, part.out);
        }
        for (const tools::Script& script : opened.scripts) {
            if (script.member.empty() && !opened.members.empty()) continue; // sources, told as members
            Diagnostics diagnostics;
            const auto program = session.workspace().load(input, opened, script, view, diagnostics);
            if (!part.take(console, diagnostics, program)) continue;
            if (!part.out.empty()) part.out += '\n';
            part.out += console.paint(Stream::out, Style::strong, escape_control(script.name)) + "\n";
            const std::string engine =
                fmt::format("{}, {} bytes", opened.engine->title(), grouped(script.bytes.size()));
            std::vector<Fact> facts{{"engine", engine}, {"sha256", sha256_hex(script.bytes)}};
            std::ranges::move((*program)->facts(), std::back_inserter(facts));
            print_facts(console, facts, part.out);
            if (functions) print_functions(console, **program, part.out);
        }
        if (!part.out.empty()) part.out += '\n';
    };
    return worst(gathered, run_batch<Part>(session, inputs, work, [](const Node&, const Part&) {}));
}

constexpr Positional positionals[] = {
    {"FILE",
     "Scripts, listings, containers, folders, patterns, 'container!member' or - for standard input; or the "
     "folder of an installed game.",
     ValueKind::file, true, true},
};
constexpr Option own[] = {
    {"--functions", 0, "", "Also list every function, with address and kind."},
};
const OptionGroup options[] = {
    own, source_options, format_options, engine_options, ags_source_options, list_options, batch_options};
constexpr Example examples[] = {
    {"vellum info quest.bin", "what it is, its tasks, events, natives and strings in numbers"},
    {"vellum info --functions quest.bin", "and the address of each function"},
    {"vellum info \"C:/Games/Pathologic\"", "which game it is, and where its scripts are"},
    {"vellum info --format jsonl scripts/ > facts.jsonl", "a whole folder for other tools"},
};

} // namespace

constinit const Command described{
    "info",
    "Look",
    "Show what a file is and what is in it",
    "Finds the engine of each file and describes the file. A container (a room, a packed game) is listed "
    "with its members, then every script inside. For the folder of an installed game it prints the game, "
    "version and language, and where and how many its scripts are.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::info_command
