// Terminals as Node tells of them.
#include "cli/terminal.hpp"

#include <cerrno>
#include <cstdio>

#include "base/node/ask.hpp"

namespace vellum::cli {

struct Keys::Saved {
    std::string bytes; ///< Come and not yet handed out.
};

void prepare_streams() {}

std::vector<std::string> command_line(int, char**) {
    const auto words = node::ask("words", {});
    return words ? node::texts_of(*words) : std::vector<std::string>();
}

bool is_terminal(std::FILE* stream) {
    return node::ask_number("terminal?", {stream == stdin ? "0" : stream == stdout ? "1" : "2"}) != 0;
}

std::size_t terminal_width() { return static_cast<std::size_t>(node::ask_number("width", {})); }

std::FILE* open_to_append(const std::string& path) {
    const std::uint64_t file = node::ask_number("open to append", {path});
    if (file == 0) errno = EACCES;
    return file == 0 ? nullptr : ::fdopen(static_cast<int>(file), "ab");
}

Keys::Keys() : saved_(std::make_unique<Saved>()) { work_ = node::ask_number("keys", {"1"}) != 0; }

Keys::~Keys() {
    if (work_) static_cast<void>(node::ask_number("keys", {""}));
}

std::optional<char> Keys::next() {
    if (saved_->bytes.empty()) saved_->bytes = node::ask_text("input", {"256"});
    if (saved_->bytes.empty()) return std::nullopt;
    const char byte = saved_->bytes.front();
    saved_->bytes.erase(0, 1);
    return byte;
}

bool Keys::pending() { return node::ask_number("input within", {"0"}) != 0; }

} // namespace vellum::cli
