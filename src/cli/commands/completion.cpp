// `vellum completion`: scripts that let a shell complete commands, options and values. Made from the command
// table; only the names of engines are asked of the program when they are needed, since builds differ in
// them.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/session.hpp"

namespace vellum::cli::completion_command {

namespace {

constexpr std::string_view engines_query =
    "vellum version --color never 2>/dev/null | sed -n 's/^  \\([a-z0-9]*\\)  .*/\\1/p'";

std::string spaced(std::string_view choices) {
    std::string words(choices);
    for (char& c : words)
        if (c == '|') c = ' ';
    return words;
}

std::string command_names() {
    std::string names;
    for (const Command* command : all_commands())
        names += fmt::format("{}{}", names.empty() ? "" : " ", command->name);
    return names;
}

// --- bash ---

std::string bash_values(ValueKind kind, std::string_view choices) {
    switch (kind) {
    case ValueKind::choice: return fmt::format("words='{}'", spaced(choices));
    case ValueKind::engine: return "words=$(_vellum_engines)";
    case ValueKind::command: return fmt::format("words='{}'", command_names());
    case ValueKind::folder: return "kind=folder";
    case ValueKind::file: return "kind=file";
    default: return "kind=none";
    }
}

std::string bash_script() {
    std::string out = "# Completion of vellum for bash. Made by 'vellum completion bash'; do not edit.\n"
                      "_vellum_engines() {\n    " +
                      std::string(engines_query) +
                      "\n}\n\n_vellum() {\n"
                      "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                      "    local command=${COMP_WORDS[1]} words='' kind=file options=''\n"
                      "    COMPREPLY=()\n"
                      "    # bash splits --name=value at the equals sign\n"
                      "    if [[ $current == = ]]; then current=''; fi\n"
                      "    if [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
                      "    if [[ $COMP_CWORD -eq 1 ]]; then\n";
    out += fmt::format("        mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- \"$current\")\n",
                       command_names());
    out += "        return\n    fi\n    case $command in\n";
    for (const Command* command : all_commands()) {
        std::string options;
        for_each_option(*command, [&](const Option& option) {
            options += fmt::format("{}{}", options.empty() ? "" : " ", option.name);
        });
        out += fmt::format("    {})\n        options='{}'\n", command->name, options);
        if (!command->positionals.empty()) {
            const Positional& positional = command->positionals.back();
            if (positional.kind != ValueKind::file)
                out += fmt::format("        {}\n", bash_values(positional.kind, positional.choices));
        } else {
            out += "        kind=none\n";
        }
        out += "        case $previous in\n";
        for_each_option(*command, [&](const Option& option) {
            if (option.kind == ValueKind::none) return;
            std::string names(option.name);
            if (option.letter != 0) names += fmt::format("|-{}", option.letter);
            out += fmt::format("        {}) options='' words='' {} ;;\n", names,
                               bash_values(option.kind, option.choices));
        });
        out += "        esac\n        ;;\n";
    }
    out += "    *) return ;;\n    esac\n"
           "    if [[ $current == -* && -n $options ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
           "    elif [[ -n $words ]]; then\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
           "    elif [[ $kind == file ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
           "    elif [[ $kind == folder ]]; then\n"
           "        compopt -o filenames 2>/dev/null\n"
           "        mapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n"
           "    fi\n}\n"
           "complete -F _vellum vellum\n";
    return out;
}

// --- zsh ---

/// For text inside single quotes in an _arguments specification.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'')
            out += "'\\''";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

std::string zsh_action(ValueKind kind, std::string_view choices) {
    switch (kind) {
    case ValueKind::choice: return "(" + spaced(choices) + ")";
    case ValueKind::engine: return "_vellum_engines";
    case ValueKind::command: return "(" + command_names() + ")";
    case ValueKind::folder: return "_files -/";
    case ValueKind::file: return "_files";
    default: return " ";
    }
}

std::string zsh_script() {
    std::string out = "#compdef vellum\n"
                      "# Completion of vellum for zsh. Made by 'vellum completion zsh'; do not edit.\n"
                      "_vellum_engines() {\n    compadd -- $(" +
                      std::string(engines_query) +
                      ")\n}\n\n_vellum() {\n    local -a commands\n    commands=(\n";
    for (const Command* command : all_commands())
        out += fmt::format("        '{}:{}'\n", command->name, zsh_text(command->summary));
    out += "    )\n    if (( CURRENT == 2 )); then\n        _describe -t commands command commands\n"
           "        compadd -- --help --version\n        return\n    fi\n"
           "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n";
    for (const Command* command : all_commands()) {
        out += fmt::format("    {})\n        _arguments -s \\\n", command->name);
        for_each_option(*command, [&](const Option& option) {
            const std::string help = zsh_text(option.help);
            const std::string value =
                option.kind == ValueKind::none
                    ? std::string()
                    : fmt::format(":{}:{}", zsh_text(option.value), zsh_action(option.kind, option.choices));
            const std::string_view repeat = option.repeatable ? "*" : "";
            out += fmt::format("            '{}{}{}[{}]{}' \\\n", repeat, option.name,
                               value.empty() ? "" : "=", help, value);
            if (option.letter != 0)
                out += fmt::format("            '{}-{}[{}]{}' \\\n", repeat, option.letter, help, value);
        });
        for (const Positional& positional : command->positionals)
            out += fmt::format("            '{}:{}:{}' \\\n", positional.many ? "*" : "",
                               zsh_text(positional.name), zsh_action(positional.kind, positional.choices));
        out += "            && return\n        ;;\n";
    }
    out += "    esac\n}\n\n"
           "# As an autoloaded file the body runs; sourced, it registers itself.\n"
           "if [[ $funcstack[1] == _vellum ]]; then _vellum \"$@\"; else compdef _vellum vellum; fi\n";
    return out;
}

// --- fish ---

std::string fish_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string fish_script() {
    std::string out = "# Completion of vellum for fish. Made by 'vellum completion fish'; do not edit.\n"
                      "function __vellum_engines\n    " +
                      std::string(engines_query) + "\nend\n\n";
    out += "complete -c vellum -n __fish_use_subcommand -f -l help -d 'List the commands'\n"
           "complete -c vellum -n __fish_use_subcommand -f -l version -d 'Show the version'\n";
    for (const Command* command : all_commands())
        out += fmt::format("complete -c vellum -n __fish_use_subcommand -f -a {} -d '{}'\n", command->name,
                           fish_text(command->summary));
    for (const Command* command : all_commands()) {
        const std::string seen =
            fmt::format("complete -c vellum -n '__fish_seen_subcommand_from {}'", command->name);
        out += '\n';
        for_each_option(*command, [&](const Option& option) {
            std::string line = fmt::format("{} -l {}", seen, option.name.substr(2));
            if (option.letter != 0) line += fmt::format(" -s {}", option.letter);
            switch (option.kind) {
            case ValueKind::none: break;
            case ValueKind::choice: line += fmt::format(" -x -a '{}'", spaced(option.choices)); break;
            case ValueKind::engine: line += " -x -a '(__vellum_engines)'"; break;
            case ValueKind::command: line += fmt::format(" -x -a '{}'", command_names()); break;
            case ValueKind::folder: line += " -x -a '(__fish_complete_directories)'"; break;
            case ValueKind::file: line += " -r"; break;
            default: line += " -x"; break;
            }
            out += fmt::format("{} -d '{}'\n", line, fish_text(option.help));
        });
        if (command->positionals.empty()) {
            out += fmt::format("{} -f\n", seen);
        } else if (const Positional& last = command->positionals.back(); last.kind == ValueKind::choice) {
            out += fmt::format("{} -f -a '{}'\n", seen, spaced(last.choices));
        } else if (last.kind == ValueKind::command) {
            out += fmt::format("{} -f -a '{}'\n", seen, command_names());
        }
    }
    return out;
}

ExitCode run(Session& session) {
    const std::string& shell = session.arguments().words().front();
    session.console().out(shell == "bash" ? bash_script() : shell == "zsh" ? zsh_script() : fish_script());
    return ExitCode::ok;
}

constexpr Positional positionals[] = {
    {"SHELL", "bash, zsh or fish.", ValueKind::choice, true, false, "bash|zsh|fish"},
};
constexpr Example examples[] = {
    {"source <(vellum completion bash)", "in ~/.bashrc"},
    {"vellum completion zsh > ~/.zfunc/_vellum", "in a folder of $fpath"},
    {"vellum completion fish > ~/.config/fish/completions/vellum.fish", "for fish"},
};

} // namespace

constinit const Command described{
    "completion",
    "Help",
    "Print a completion script for bash, zsh or fish",
    "An installed Vellum already has these scripts; use this command when you run it from a build folder.",
    positionals,
    {},
    examples,
    run};

} // namespace vellum::cli::completion_command
