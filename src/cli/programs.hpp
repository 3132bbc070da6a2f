// Other programs that Vellum can make use of where they are installed, and where this one is. src/cli/posix,
// windows and node answer.
#pragma once

#include <string>
#include <string_view>

namespace vellum::cli {

/// True if PATH leads to a program of that name. (POSIX only.)
[[nodiscard]] bool is_program(std::string_view name);

/// The folder of the running program, without links and without a slash at its end; empty if the system does
/// not say.
[[nodiscard]] std::string program_folder();

/// Shows an address in the user's browser and does not wait for it. False if no browser could be started.
[[nodiscard]] bool open_in_browser(const std::string& address);

/// True if the console was opened for this process alone and closes with it: a double click, a file dropped
/// on the program. (Windows only; elsewhere false.)
[[nodiscard]] bool console_closes();

} // namespace vellum::cli
