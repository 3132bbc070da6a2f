// The one file that includes CLI11. Every option is declared to it as a list of texts; numbers, choices and
// required words are checked here afterwards, because CLI11's messages do not say what to try.
#include "cli/parser.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <list>

#include "base/choices.hpp"
#include "base/disk.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

namespace {

std::vector<std::string_view> engine_ids() {
    std::vector<std::string_view> ids;
    for (const Engine* engine : engines()) ids.push_back(engine->id());
    return ids;
}

std::vector<std::string_view> command_names() {
    std::vector<std::string_view> names;
    for (const Command* command : all_commands()) names.push_back(command->name);
    return names;
}

std::string one_of(std::string_view what, std::string_view value,
                   const std::vector<std::string_view>& allowed) {
    return fmt::format("{} cannot be '{}': use one of {}.{}", what, value, fmt::join(allowed, ", "),
                       did_you_mean(value, allowed));
}

/// Empty if the value suits its kind.
std::string check_value(std::string_view what, std::string_view value, ValueKind kind,
                        std::string_view choices) {
    switch (kind) {
    case ValueKind::count:
        if (whole_number<std::uint64_t>(value)) return {};
        return fmt::format("{} needs a whole number, 0 or more, not '{}'.", what, value);
    case ValueKind::real: {
        // A grammar check only; the value is read where it is used.
        std::size_t digits = 0, points = 0;
        for (const char c : value)
            (c == '.' ? points : digits) += (c == '.' || (c >= '0' && c <= '9')) ? 1 : 100;
        if (digits > 0 && digits < 100 && points < 2 && value.front() != '.' && value.back() != '.')
            return {};
        return fmt::format("{} needs a number such as 0.05, not '{}'.", what, value);
    }
    case ValueKind::choice: {
        const auto allowed = split_choices(choices);
        return std::ranges::find(allowed, value) != allowed.end() ? std::string()
                                                                  : one_of(what, value, allowed);
    }
    case ValueKind::engine:
        return find_engine(value) != nullptr ? std::string() : one_of(what, value, engine_ids());
    case ValueKind::command:
        return find_command(value) != nullptr ? std::string() : one_of(what, value, command_names());
    default: return value.empty() ? fmt::format("{} cannot be empty.", what) : std::string();
    }
}

/// Everything behind the parser may take '/' for what divides folders.
void make_portable(std::string& value, ValueKind kind) {
    if (kind == ValueKind::file || kind == ValueKind::folder) value = disk::portable(std::move(value));
}

/// `listed`: --files-from may give the words that are missing.
std::string check_words(const Command& command, std::vector<std::string>& words, bool listed) {
    std::size_t position = 0;
    for (const Positional& positional : command.positionals) {
        const std::size_t left = words.size() - position;
        if (left == 0 && positional.required && !(listed && positional.many))
            return fmt::format("{} is missing: {}", positional.name, positional.help);
        const std::size_t take = positional.many ? left : std::min<std::size_t>(left, 1);
        for (std::size_t i = 0; i < take; ++i) {
            std::string& word = words[position + i];
            make_portable(word, positional.kind);
            std::string wrong = check_value(positional.name, word, positional.kind, positional.choices);
            if (!wrong.empty()) return wrong;
        }
        position += take;
    }
    if (position < words.size())
        return fmt::format("unexpected argument '{}' for 'vellum {}'.", words[position], command.name);
    return {};
}

/// "-1 + #magic", "-Min( 2, 3 )": no option looks so, and the command takes a text.
bool reads_as_text(const Command& command, std::string_view token) {
    if (command.positionals.empty()) return false;
    const Positional& first = command.positionals.front();
    if (first.kind != ValueKind::text || !first.required || token[1] == '-') return false;
    const bool letter = (token[1] >= 'a' && token[1] <= 'z') || (token[1] >= 'A' && token[1] <= 'Z');
    return !letter || token.find_first_of("(#*/+ ") != std::string_view::npos;
}

std::string unknown_option(const Command& command, std::string_view token) {
    std::vector<std::string_view> names;
    for_each_option(command, [&](const Option& option) { names.push_back(option.name); });
    const std::string_view name = token.substr(0, token.find('='));
    return fmt::format("unknown option {}.{}", name, did_you_mean(name, names));
}

} // namespace

std::expected<Arguments, UsageError> parse_arguments(const Command& command,
                                                     const std::vector<std::string>& words) {
    struct Holder {
        const Option* option;
        std::vector<std::string> values;
    };
    std::list<Holder> holders; // CLI11 keeps pointers to the values
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    for_each_option(command, [&](const Option& option) {
        Holder& holder = holders.emplace_back(&option, std::vector<std::string>{});
        std::string names(option.name);
        if (option.letter != 0) names += fmt::format(",-{}", option.letter);
        if (option.kind == ValueKind::none) {
            app.add_flag_callback(names, [&holder] { holder.values.assign(1, "1"); });
        } else {
            app.add_option(names, holder.values)
                ->allow_extra_args(false)
                ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        }
    });

    // What follows `--` are words, whatever they look like.
    const auto divider = std::ranges::find(words, "--");
    // CLI11 would take the next word for the value.
    std::string empty;
    for_each_option(command, [&](const Option& option) {
        if (option.kind != ValueKind::none &&
            std::find(words.begin(), divider, fmt::format("{}=", option.name)) != divider)
            empty = fmt::format("{} cannot be empty.", option.name);
    });
    if (!empty.empty()) return std::unexpected(UsageError{std::move(empty)});
    std::vector<std::string> reversed(std::make_reverse_iterator(divider), words.rend());
    std::vector<std::string> plain;
    try {
        app.parse(std::move(reversed));
    } catch (const CLI::ArgumentMismatch& error) { // "--header: 1 required TEXT missing"
        const std::string_view what = error.what();
        const std::string_view name = what.substr(0, what.find(':'));
        std::string wrong = fmt::format("{} needs a value.", name);
        for_each_option(command, [&](const Option& option) {
            if (option.name == name) wrong = fmt::format("{} needs {}.", name, option.value);
        });
        return std::unexpected(UsageError{std::move(wrong)});
    } catch (const CLI::ParseError& error) {
        return std::unexpected(UsageError{std::string(error.what()) + "."});
    }
    for (const std::string& token : app.remaining()) {
        if (token.size() > 1 && token.front() == '-' && !reads_as_text(command, token))
            return std::unexpected(UsageError{unknown_option(command, token)});
        plain.push_back(token);
    }
    if (divider != words.end()) plain.insert(plain.end(), divider + 1, words.end());

    Arguments arguments(command);
    for (Holder& holder : holders) {
        if (holder.values.empty()) continue;
        if (holder.values.size() > 1 && !holder.option->repeatable && holder.option->kind != ValueKind::none)
            return std::unexpected(
                UsageError{fmt::format("{} can be given only once.", holder.option->name)});
        for (std::string& value : holder.values) {
            make_portable(value, holder.option->kind);
            std::string wrong =
                check_value(holder.option->name, value, holder.option->kind, holder.option->choices);
            if (!wrong.empty()) return std::unexpected(UsageError{std::move(wrong)});
        }
        arguments.set(holder.option->name, std::move(holder.values));
    }
    if (!arguments.has("--help")) {
        const bool listed = arguments.declares("--files-from") && arguments.has("--files-from");
        std::string wrong = check_words(command, plain, listed);
        if (!wrong.empty()) return std::unexpected(UsageError{std::move(wrong)});
    }
    arguments.set_words(std::move(plain));
    return arguments;
}

} // namespace vellum::cli
