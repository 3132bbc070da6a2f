// A command as data: its name, words, options and examples in one constant. The parser, the help pages, the
// shell completions, the manual page and the command reference in docs/cli.md are all made from it, so they
// cannot disagree. Nothing here knows how command lines are taken apart (parser.hpp) or what a command does
// (commands/*.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cli/exit_code.hpp"

namespace vellum::cli {

class Session;

/// What may stand as a value: checked by the parser, offered by completions.
enum class ValueKind : std::uint8_t {
    none, ///< a flag takes no value
    text,
    count,  ///< an integer from 0
    real,   ///< a decimal number
    file,   ///< a path that is read or written
    folder, ///< a path of a folder
    engine, ///< the id of an engine
    choice, ///< one of `choices`
    command ///< the name of a command
};

/// One option, as `--name VALUE` or, for flags, `--name`.
struct Option {
    std::string_view name;  ///< With the dashes: "--format".
    char letter = 0;        ///< Short form without its dash, or 0.
    std::string_view value; ///< What the help calls the value; empty for flags.
    std::string_view help;  ///< One sentence or two, without the name.
    ValueKind kind = ValueKind::none;
    std::string_view choices = {}; ///< For ValueKind::choice: "text|json".
    bool repeatable = false;
};

/// A group of options that several commands share.
using OptionGroup = std::span<const Option>;

/// Words that are no options.
struct Positional {
    std::string_view name; ///< "FILE"
    std::string_view help;
    ValueKind kind = ValueKind::file;
    bool required = true;
    bool many = false; ///< Only the last one may be.
    std::string_view choices = {};
};

struct Example {
    std::string_view line;    ///< A whole command line.
    std::string_view meaning; ///< What it does, in a few words.
};

/// One command of `vellum`.
struct Command {
    std::string_view name;
    std::string_view group;       ///< Heading in the overview: "Look", "Change", "Run", "Help".
    std::string_view summary;     ///< One line without a full stop.
    std::string_view description; ///< Paragraphs divided by an empty line.
    std::span<const Positional> positionals;
    std::span<const OptionGroup> options; ///< Own options first.
    std::span<const Example> examples;
    ExitCode (*run)(Session& session) = nullptr;
    bool paged = true; ///< Long output goes through a pager; not where somebody types or waits.
};

/// All commands in the order of the overview; those that engines add come last.
[[nodiscard]] std::span<const Command* const> all_commands();
/// The command with that name, or null.
[[nodiscard]] const Command* find_command(std::string_view name);

/// Calls `visit` for every option of a command, those that all commands have included.
template <class Visit> void for_each_option(const Command& command, Visit&& visit);

// --- Options that several commands share (shared_options.cpp). ---
extern const OptionGroup common_options; ///< --color, --help: every command has them.
extern const OptionGroup engine_options; ///< --engine, --variant, --data
extern const OptionGroup output_options; ///< --force
extern const OptionGroup batch_options;  ///< --jobs, --shard, --messages, --quiet
extern const OptionGroup list_options;   ///< --files-from
extern const OptionGroup names_options;  ///< --names
extern const OptionGroup format_options; ///< --format text|json|jsonl
extern const OptionGroup source_options; ///< --source

template <class Visit> void for_each_option(const Command& command, Visit&& visit) {
    for (const OptionGroup& group : command.options)
        for (const Option& option : group) visit(option);
    for (const Option& option : common_options) visit(option);
}

} // namespace vellum::cli
