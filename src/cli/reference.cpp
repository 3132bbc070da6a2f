// Plain text with a fixed width of 80 for the terminal, so that help looks the same everywhere and can be
// tested.
#include "cli/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/wrap.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

namespace {

constexpr std::size_t width = 80;

std::string wrapped(std::string_view text, std::size_t indent, std::size_t first_column) {
    return wrap(text, indent, first_column, width);
}

std::string usage_line(const Command& command) {
    std::string line = fmt::format("vellum {}", command.name);
    bool has_options = false;
    for_each_option(command, [&](const Option&) { has_options = true; });
    if (has_options) line += " [OPTIONS]";
    for (const Positional& positional : command.positionals) {
        const std::string name = fmt::format("{}{}", positional.name, positional.many ? "..." : "");
        line += positional.required ? " " + name : " [" + name + "]";
    }
    return line;
}

std::string option_name(const Option& option) {
    std::string name = option.letter != 0 ? fmt::format("-{}, ", option.letter) : std::string("    ");
    name += option.name;
    if (!option.value.empty()) name += fmt::format(" {}", option.value);
    return name;
}

std::string option_help(const Option& option) {
    std::string help(option.help);
    if (option.repeatable) help += " May be given several times.";
    return help;
}

/// A term in one column and its explanation in the next.
std::string entry(const Console& console, std::string_view term, std::string_view help, std::size_t column) {
    std::string out = "  " + console.paint(Stream::out, Style::name, term);
    if (term.size() + 4 > column)
        out += '\n' + std::string(column, ' ');
    else
        out += std::string(column - 2 - term.size(), ' ');
    return out + wrapped(help, column, column) + '\n';
}

std::string heading(const Console& console, std::string_view text) {
    return console.paint(Stream::out, Style::strong, text) + "\n";
}

std::vector<std::string_view> groups() {
    std::vector<std::string_view> names;
    for (const Command* command : all_commands())
        if (std::ranges::find(names, command->group) == names.end()) names.push_back(command->group);
    return names;
}

std::string engine_list() {
    std::string names;
    for (const Engine* engine : engines())
        names += fmt::format("{}{}", names.empty() ? "" : ", ", engine->id());
    return names;
}

struct ExitMeaning {
    int code;
    std::string_view meaning;
};
constexpr ExitMeaning exit_meanings[] = {
    {0, "Done; no errors in the input."},      {1, "The input has errors, or a script faulted."},
    {2, "The command line has an error."},     {3, "A file could not be read or written."},
    {4, "A bug in Vellum; please report it."},
};

/// scdoc's own signs, as plain characters.
std::string escaped_scdoc(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += '\n';
            continue;
        }
        if (std::string_view("\\_*<#[|").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

} // namespace

std::string welcome_text(const Console& console) {
    const auto example = [&](std::string_view line, std::string_view meaning) {
        return fmt::format("  {}\n      {}\n", console.paint(Stream::out, Style::name, line), meaning);
    };
    std::string out = console.paint(Stream::out, Style::strong, "Vellum") +
                      " brings the scripts of classic games back to life: read them, change\nthem, and run "
                      "them without the game.\n\n";
    out += example("vellum web GAME", "look around in a game's folder, in your browser");
    out += example("vellum decompile quest.bin -o quest.patho", "its source, to read and change");
    out +=
        example("vellum compile quest.patho -o quest.bin", "and back again; without a change, byte for byte");
    out += example("vellum run quest.bin --frames 200", "run it, and see what it calls in its game");
    out += example("vellum xref PlaySound GAME", "which scripts of the whole game use this?");
    out +=
        "\nEngines: " + (engine_list().empty() ? std::string("none in this build") : engine_list()) + ".\n";
    out += "'vellum help' lists all commands; 'vellum COMMAND --help' describes one, with examples.\n";
    return out;
}

std::string overview_text(const Console& console) {
    std::string out = "Usage: vellum COMMAND [OPTIONS] [FILE...]\n\n";
    for (const std::string_view group : groups()) {
        out += heading(console, group);
        for (const Command* command : all_commands())
            if (command->group == group) out += entry(console, command->name, command->summary, 15);
        out += '\n';
    }
    out += wrapped("Files may be scripts, listings, folders, 'patterns*', 'container!member' or - for "
                   "standard input; the engine is detected from the bytes (" +
                       engine_list() + ").",
                   0, 0) +
           "\n\n";
    out += heading(console, "Exit codes");
    for (const auto& [code, meaning] : exit_meanings) out += fmt::format("  {}  {}\n", code, meaning);
    out += "\n'vellum COMMAND --help' describes a command and shows examples.\n";
    return out;
}

std::string help_text(const Console& console, const Command& command) {
    std::string out = heading(console, fmt::format("vellum {}: {}", command.name, command.summary)) + "\n";
    out += "Usage: " + usage_line(command) + "\n\n";
    out += wrapped(command.description, 0, 0) + "\n\n";
    if (!command.positionals.empty()) {
        for (const Positional& positional : command.positionals)
            out += entry(console, positional.name, positional.help, 14);
        out += '\n';
    }
    out += heading(console, "Options");
    for_each_option(command, [&](const Option& option) {
        out += entry(console, option_name(option), option_help(option), 28);
    });
    if (!command.examples.empty()) {
        out += '\n' + heading(console, "Examples");
        for (const Example& example : command.examples)
            out += fmt::format("  {}\n      {}\n", console.paint(Stream::out, Style::name, example.line),
                               example.meaning);
    }
    return out;
}

std::string reference_markdown() {
    std::string out;
    for (const Command* command : all_commands()) {
        out += fmt::format("### vellum {}\n\n{}.\n\n```\n{}\n```\n\n{}\n\n", command->name, command->summary,
                           usage_line(*command), command->description);
        if (!command->positionals.empty() || !command->options.empty()) {
            out += "| word or option | meaning |\n|---|---|\n";
            const auto cell = [](std::string_view text) {
                std::string escaped;
                for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
                return escaped;
            };
            for (const Positional& positional : command->positionals)
                out += fmt::format("| `{}` | {} |\n", positional.name, cell(positional.help));
            for (const OptionGroup& group : command->options)
                for (const Option& option : group) {
                    std::string name =
                        fmt::format("`{}{}{}`", option.name, option.value.empty() ? "" : " ", option.value);
                    if (option.letter != 0) name += fmt::format(", `-{}`", option.letter);
                    out += fmt::format("| {} | {} |\n", name, cell(option_help(option)));
                }
            out += '\n';
        }
        if (!command->examples.empty()) {
            out += "```sh\n";
            for (const Example& example : command->examples)
                out += fmt::format("{}  # {}\n", example.line, example.meaning);
            out += "```\n\n";
        }
    }
    return out;
}

namespace {

std::string manual_option(const Option& option) {
    std::string name = fmt::format("*{}*", escaped_scdoc(option.name));
    if (option.letter != 0) name = fmt::format("*-{}*, {}", option.letter, name);
    if (!option.value.empty()) name += fmt::format(" _{}_", escaped_scdoc(option.value));
    return fmt::format("{}\n\t{}\n\n", name, escaped_scdoc(option_help(option)));
}

/// What all pages end with. `also`: other pages than this one and vellum(1).
std::string manual_end(const std::string& also) {
    std::string out = "# EXIT STATUS\n\n";
    for (const auto& [code, meaning] : exit_meanings) out += fmt::format("*{}*\n\t{}\n\n", code, meaning);
    out += "# ENVIRONMENT\n\n*NO\\_COLOR*\n\tIf set and not empty, *--color auto* means "
           "*never*.\n\n*PAGER*\n\tThe pager for output longer than the terminal; *less* if it is not set, "
           "none if it is empty.\n\n";
    return out + "# SEE ALSO\n\n" + also + "\n";
}

} // namespace

std::string manual_scdoc() {
    std::string out = "vellum(1) \"\" \"Vellum\"\n\n# NAME\n\nvellum - read, change and run the scripts of "
                      "classic games\n\n";
    out += "# SYNOPSIS\n\n*vellum* _COMMAND_ [_OPTIONS_] [_FILE_...]\n\n# DESCRIPTION\n\n";
    out += "Vellum loads, checks, lists, assembles and runs the compiled scripts of classic games without "
           "the games. Files may be scripts, listings, folders, patterns, _container!member_ or - for "
           "standard input. The engine of a file is detected from its bytes unless *--engine* names "
           "it.\n\nEach command has a page of its own, such as *vellum-info*(1).\n\n# COMMANDS\n\n";
    std::string also;
    for (const Command* command : all_commands()) {
        out += fmt::format("*vellum {}*\n\t{}.\n\n", command->name, escaped_scdoc(command->summary));
        also += fmt::format("{}*vellum-{}*(1)", also.empty() ? "" : ", ", command->name);
    }
    out += "# OPTIONS OF ALL COMMANDS\n\n";
    for (const Option& option : common_options) out += manual_option(option);
    return out + manual_end(also);
}

std::string manual_scdoc(const Command& command) {
    std::string out = fmt::format("vellum-{}(1) \"\" \"Vellum\"\n\n# NAME\n\nvellum-{} - {}\n\n",
                                  command.name, command.name, escaped_scdoc(command.summary));
    out += fmt::format("# SYNOPSIS\n\n*{}*\n\n# DESCRIPTION\n\n{}\n\n# OPTIONS\n\n",
                       escaped_scdoc(usage_line(command)), escaped_scdoc(command.description));
    for (const Positional& positional : command.positionals)
        out += fmt::format("_{}_\n\t{}\n\n", escaped_scdoc(positional.name), escaped_scdoc(positional.help));
    for_each_option(command, [&](const Option& option) { out += manual_option(option); });
    if (!command.examples.empty()) out += "# EXAMPLES\n\n";
    for (const Example& example : command.examples)
        out += fmt::format("*{}*\n\t{}\n\n", escaped_scdoc(example.line), escaped_scdoc(example.meaning));
    std::string also = "*vellum*(1)";
    for (const Command* other : all_commands())
        if (other->group == command.group && other != &command)
            also += fmt::format(", *vellum-{}*(1)", other->name);
    return out + manual_end(also);
}

} // namespace vellum::cli
