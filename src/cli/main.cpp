// The program: picks the command, parses its arguments, runs it, and turns whatever happens into an exit
// code.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "base/disk.hpp"
#include "base/suggest.hpp"
#include "base/version.hpp"
#include "cli/commands/commands.hpp"
#include "cli/dispatch.hpp"
#include "cli/file_list.hpp"
#include "cli/parser.hpp"
#include "cli/programs.hpp"
#include "cli/reference.hpp"
#include "cli/session.hpp"
#include "cli/terminal.hpp"

namespace vellum::cli {

namespace {

ColorChoice color_choice(std::string_view text) {
    if (text == "always") return ColorChoice::always;
    return text == "never" ? ColorChoice::never : ColorChoice::automatic;
}

ExitCode unknown_command(Console& console, std::string_view word) {
    std::vector<std::string_view> names;
    for (const Command* command : all_commands()) names.push_back(command->name);
    const bool is_option = word.starts_with("-");
    const std::string what = is_option
                                 ? fmt::format("options come after a command; '{}' does not.", word)
                                 : fmt::format("unknown command '{}'.{}", word, did_you_mean(word, names));
    console.err(fmt::format("{} {}\n  'vellum help' lists the commands.\n",
                            console.paint(Stream::err, Style::error, "vellum:"), what));
    return ExitCode::usage;
}

/// Files and folders without a command, as they come when something is dropped on the program.
bool is_only_places(const std::vector<std::string>& words) {
    return find_command(words.front()) == nullptr && std::ranges::all_of(words, [](const std::string& word) {
               return disk::kind_of(word) != FileKind::none;
           });
}

} // namespace

ExitCode dispatch(Console& console, std::vector<std::string> words) {
    if (words.empty() ? console_closes() : is_only_places(words))
        words.insert(words.begin(), std::string(web_command::described.name));
    if (words.empty()) {
        console.out(welcome_text(console));
        return ExitCode::ok;
    }
    const std::string first = words.front();
    words.erase(words.begin());
    if (first == "--version" || first == "-V") {
        console.out(fmt::format("vellum {}\n", version_text));
        return ExitCode::ok;
    }
    if (first == "--help" || first == "-h") {
        console.out(overview_text(console));
        return ExitCode::ok;
    }
    const Command* command = find_command(first);
    if (command == nullptr) return unknown_command(console, first);
    auto arguments = parse_arguments(*command, words);
    if (!arguments) return Session(console, Arguments(*command)).usage(arguments.error().message);
    console.set_color(color_choice(arguments->text("--color")));
    console.use_pager(command->paged);
    if (arguments->has("--help")) {
        console.out(help_text(console, *command));
        return ExitCode::ok;
    }
    Session session(console, *arguments);
    if (const auto listed = add_listed_words(*arguments); !listed) return session.report(listed.error());
    return command->run(session);
}

namespace {

/// Wherever memory runs out, on whichever thread: that is nobody's mistake, and nothing can go on.
[[noreturn]] void out_of_memory() {
    std::fputs("vellum: not enough memory\n", stderr);
    std::_Exit(static_cast<int>(ExitCode::io));
}

int run(int argc, char** argv) {
    prepare_streams();
    Console console;
    ExitCode code = ExitCode::internal;
    try {
        code = dispatch(console, command_line(argc, argv));
    } catch (const std::exception& error) {
        console.err(fmt::format("vellum: a bug in Vellum: {}\n  please report it with the command line\n",
                                error.what()));
        return static_cast<int>(ExitCode::internal);
    }
    if (!console.flush()) {
        console.err("vellum: standard output could not be written completely\n");
        code = worst(code, ExitCode::io);
    }
    if (console_closes()) { // and with it what was said
        console.err("\nPress Enter to close this window.\n");
        static_cast<void>(std::getchar());
    }
    return static_cast<int>(code);
}

} // namespace

} // namespace vellum::cli

int main(int argc, char** argv) {
#if defined(__GLIBC__)
    // Every file needs a few big buffers. Keeping them instead of giving each back to the system saves its
    // page faults.
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
    std::set_new_handler(vellum::cli::out_of_memory);
    return vellum::cli::run(argc, argv);
}
