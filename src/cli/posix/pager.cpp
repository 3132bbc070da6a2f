#include "cli/pager.hpp"

#include <csignal>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/programs.hpp"

namespace vellum::cli {

std::FILE* start_pager() {
    const char* command = std::getenv("PAGER");
    if (command == nullptr) command = is_program("less") ? "less" : "";
    if (*command == '\0') return nullptr;
    ::setenv("LESS", "FRX", 0); // colours; short texts end by themselves and stay on the screen
    std::FILE* const pager = ::popen(command, "w");
    if (pager != nullptr) std::signal(SIGINT, SIG_IGN);
    return pager;
}

void end_pager(std::FILE* pager) { static_cast<void>(::pclose(pager)); }

std::size_t terminal_height() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row != 0 ? size.ws_row : 24;
}

} // namespace vellum::cli
