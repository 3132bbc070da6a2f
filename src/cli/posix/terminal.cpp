#include "cli/terminal.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace vellum::cli {

struct Keys::Saved {
    termios usual{};
};

void prepare_streams() {}

std::vector<std::string> command_line(int argc, char** argv) {
    return {argv + (argc > 0 ? 1 : 0), argv + argc};
}

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) != 0; }

std::size_t terminal_width() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}

std::FILE* open_to_append(const std::string& path) { return std::fopen(path.c_str(), "ab"); }

Keys::Keys() : saved_(std::make_unique<Saved>()) {
    if (::tcgetattr(STDIN_FILENO, &saved_->usual) != 0) return;
    termios raw = saved_->usual;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
    raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    work_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

Keys::~Keys() {
    if (work_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_->usual);
}

std::optional<char> Keys::next() {
    char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) != 1) return std::nullopt;
    return byte;
}

bool Keys::pending() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0;
}

} // namespace vellum::cli
