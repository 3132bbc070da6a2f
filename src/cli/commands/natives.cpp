// `vellum natives`: what the scripts of an engine ask of their host, straight from the engine's rows.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/display_width.hpp"
#include "base/suggest.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session.hpp"
#include "cli/wrap.hpp"
#include "vellum/engine.hpp"
#include "workspace/questions/natives.hpp"

namespace vellum::cli::natives_command {

using questions::answered_by;
using questions::comparable;
using Choice = questions::NativesOf;

namespace {

std::string_view who_answers(const NativeRow& row) {
    return row.implemented ? "Vellum"
           : row.played    ? "Vellum in a game that is played, else the host"
                           : "the host";
}

void print_table(Console& console, const Choice& choice) {
    constexpr std::size_t widest = 60;
    std::size_t width = 0;
    for (const NativeRow& row : choice.rows)
        width = std::max(width, std::min(declaration(row).size(), widest));
    const std::string_view title = choice.engine->title();
    const std::string counts =
        last_column(fmt::format("{} native{}, {} answered by Vellum", choice.rows.size(),
                                choice.rows.size() == 1 ? "" : "s",
                                std::ranges::count(choice.rows, true, &NativeRow::implemented)),
                    display_width(title) + 2, 2, console.width());
    std::string out = console.paint(Stream::out, Style::strong, title);
    out += (counts.starts_with('\n') ? ":" : ": ") + counts + "\n";
    for (const NativeRow& row : choice.rows) {
        std::string line = fmt::format("  {:<8}  {:<6}  ", to_string(row.role), answered_by(row));
        const std::string whole = declaration(row);
        constexpr std::size_t begin = 20;
        const bool fits_line =
            console.width() == any_width || begin + display_width(whole) <= console.width();
        const std::string shown =
            fits_line ? fmt::format("{:<{}}", whole, width) : wrap(whole, begin + 4, begin, console.width());
        const std::size_t used =
            fits_line ? begin + 2 + std::max(width, display_width(whole)) : console.width();
        const std::string meaning = last_column(row.signature.documentation, used, 8, console.width());
        line += console.paint(Stream::out, Style::name, shown) + (meaning.starts_with('\n') ? "" : "  ") +
                meaning;
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    console.out(out);
}

std::string times(std::uint32_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void print_entry(Console& console, const Choice& choice, const NativeRow& row) {
    const Signature& signature = row.signature;
    std::string out = console.paint(Stream::out, Style::strong, declaration(row)) + "\n";
    const auto line = [&](std::string_view label, std::string_view text) {
        out += fmt::format("  {:<12}{}\n", label, last_column(text, 14, 14, console.width()));
    };
    line("what",
         signature.documentation.empty()
             ? row.type_names.empty() ? "not documented: known only by how scripts use it" : "not documented"
             : std::string_view(signature.documentation));
    line("engine", choice.engine->id());
    line("kind",
         fmt::format("{}{}", to_string(row.role), signature.latent ? ", may make its script wait" : ""));
    if (!signature.ended_by.empty()) line("ended by", fmt::format("{}", fmt::join(signature.ended_by, ", ")));
    if (!row.counted) line("parameters", "not known");
    for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
        const Parameter& parameter = signature.parameters[i];
        line(i == 0 ? "parameters" : "",
             fmt::format("{:<7}{}{}{}", to_string(parameter.direction), parameter_type(row, i),
                         parameter.name.empty() ? "" : " ", parameter.name));
    }
    if (signature.variadic)
        line(signature.parameters.empty() ? "parameters" : "", "any number of further ones");
    if (const std::string_view result = result_type(row); !result.empty()) line("result", result);
    line("answered by", who_answers(row));
    if (row.uses != 0)
        line("seen", times(row.uses, row.role == NativeRole::variable ? "use" : "call") + " in " +
                         times(row.scripts, "script"));
    if (!row.source.empty()) line("source", row.source);
    console.out(out);
}

void print_markdown(Console& console, const Choice& choice) {
    const auto own = std::ranges::count(choice.rows, true, &NativeRow::implemented);
    const bool differ = own != 0 && static_cast<std::size_t>(own) != choice.rows.size();
    std::string out = differ ? "| native | kind | answered by | meaning |\n|---|---|---|---|\n"
                             : "| native | kind | meaning |\n|---|---|---|\n";
    for (const NativeRow& row : choice.rows) {
        out += fmt::format("| `{}` | {}{} |", declaration(row), to_string(row.role),
                           row.signature.latent ? ", may wait" : "");
        if (differ) out += fmt::format(" {} |", who_answers(row));
        out += " " + row.signature.documentation + (row.signature.documentation.empty() ? "|\n" : " |\n");
    }
    console.out(out);
}

ExitCode nothing_found(Session& session, const Engine* engine, std::string_view word,
                       std::span<const Choice> all) {
    std::vector<std::string> names; // without case: so are they looked for
    if (engine == nullptr)
        for (const Engine* each : engines()) names.emplace_back(each->id());
    for (const Choice& choice : all)
        for (const NativeRow& row : choice.rows)
            for (const std::string& name : {row.signature.name, full_name(row.signature)})
                names.push_back(name);
    std::vector<std::string> lowered;
    lowered.reserve(names.size());
    for (const std::string& name : names) lowered.push_back(lower_case(name));
    const std::vector<std::string_view> views(lowered.begin(), lowered.end());
    const std::string_view near = nearest(comparable(word), views);
    const auto found = std::ranges::find(views, near);
    return session.usage(fmt::format(
        "{} has no native named '{}'.{}", engine == nullptr ? "any engine" : engine->id(), word,
        near.empty()
            ? std::string()
            : fmt::format(" Did you mean '{}'?", names[static_cast<std::size_t>(found - views.begin())])));
}

ExitCode run(Session& session) {
    const Arguments& arguments = session.arguments();
    std::vector<std::string> words = arguments.words();
    const Engine* engine = nullptr;
    if (!words.empty()) {
        engine = find_engine(words.front());
        if (engine != nullptr) words.erase(words.begin());
    }
    if (words.size() > 1) return session.usage(fmt::format("unknown engine '{}'.", words.front()));
    const std::vector<Choice> all = questions::natives_of(engine, arguments.text("--by"));
    std::vector<Choice> choices = all;
    const bool named = !words.empty() && questions::choose(choices, words.front());
    std::erase_if(choices, [](const Choice& choice) { return choice.rows.empty(); });
    if (choices.empty() && !words.empty()) return nothing_found(session, engine, words.front(), all);

    const std::string_view format = arguments.text("--format", "text");
    if (format == "json" || format == "jsonl") {
        session.console().out(questions::natives_json(choices, format == "jsonl"));
        return ExitCode::ok;
    }
    bool first = true;
    for (const Choice& choice : choices) {
        if (format == "markdown") {
            print_markdown(session.console(), choice);
            continue;
        }
        if (named) {
            for (const NativeRow& row : choice.rows) {
                if (!std::exchange(first, false)) session.console().out("\n");
                print_entry(session.console(), choice, row);
            }
            continue;
        }
        if (!std::exchange(first, false)) session.console().out("\n");
        print_table(session.console(), choice);
    }
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"ENGINE", "Only this engine.", ValueKind::text, false, false},
    {"NAME",
     "A native, with or without its class, to see everything about it; or part of a name, or a pattern.",
     ValueKind::text, false, false},
};
constexpr Option own[] = {
    {"--format", 'f', "FORMAT", "'text', 'json', 'jsonl' (a native a line) or 'markdown' (for documents).",
     ValueKind::choice, "text|json|jsonl|markdown"},
    {"--by", 0, "WHO",
     "Only natives that 'vellum' answers itself, those that it answers in a 'game' that is played, or "
     "those that a 'host' must answer.",
     ValueKind::choice, "vellum|game|host"},
};
const OptionGroup options[] = {own};
constexpr Example examples[] = {
    {"vellum natives pathologic Sleep", "everything about one native"},
    {"vellum natives ags 'Character.*'", "the natives of a class"},
    {"vellum natives --by vellum", "what works without a game, in all engines"},
};

} // namespace

constinit const Command described{
    "natives",
    "Look",
    "List the natives that scripts call",
    "Functions, methods, properties and variables of the game that an engine's scripts use, with their "
    "parameters, types and a description where they are known. Vellum answers some of them itself; a host "
    "answers the others: a game, a host script (--host), or a stand-in that returns defaults.\n\nA parameter "
    "is marked 'out' if the native writes it, 'in_out' if it reads and writes it or the direction is "
    "unknown. A type that is unknown, or can be anything, is 'any'.",
    positionals,
    options,
    examples,
    run};

} // namespace vellum::cli::natives_command
