// Terminal output over C streams: big pieces go straight through, small ones are gathered by the stream's
// buffer.
#include "cli/console.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "base/harmless.hpp"

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace vellum::cli {

namespace {

bool is_terminal(std::FILE* stream) {
#if defined(_WIN32)
    return _isatty(_fileno(stream)) != 0;
#else
    return isatty(fileno(stream)) != 0;
#endif
}

/// Environment wishes after https://no-color.org: set and not empty.
bool color_unwanted() {
    const char* no_color = std::getenv("NO_COLOR");
    if (no_color != nullptr && *no_color != '\0') return true;
    const char* terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) == "dumb";
}

std::string_view code(Style style) {
    switch (style) {
    case Style::strong: return "\x1b[1m";
    case Style::faint: return "\x1b[2m";
    case Style::good: return "\x1b[32m";
    case Style::warning: return "\x1b[33m";
    case Style::error: return "\x1b[1;31m";
    case Style::name: return "\x1b[36m";
    case Style::number: return "\x1b[35m";
    default: return {};
    }
}

/// A byte that may do more than show a character.
bool steers(char c) { return c != '\n' && !is_harmless(c); }

/// Length of the colour code that the text begins with, or 0.
std::size_t color_code(std::string_view text) {
    if (!text.starts_with("\x1b[")) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;", 2);
    return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

} // namespace

Console::Console(ColorChoice choice)
    : terminal_out_(is_terminal(stdout)), terminal_err_(is_terminal(stderr)) {
    std::setvbuf(stdout, nullptr, _IOFBF, std::size_t{1} << 14U);
    set_color(choice);
}

Console::~Console() {
    clear_progress();
    static_cast<void>(flush());
}

void Console::set_color(ColorChoice choice) {
    const bool wanted = choice == ColorChoice::automatic && !color_unwanted();
    color_out_ = choice == ColorChoice::always || (wanted && terminal_out_);
    color_err_ = choice == ColorChoice::always || (wanted && terminal_err_);
}

void Console::out(std::string_view text) {
    if (text.empty()) return;
    clear_progress();
    write(stdout, terminal_out_, text);
}

void Console::err(std::string_view text) {
    if (text.empty()) return;
    clear_progress();
    std::fflush(stdout); // both may go to one place: keep what people see in order
    write(stderr, terminal_err_, text);
}

void Console::draw(std::string_view text) { write(stdout, false, text); }

void Console::write(std::FILE* stream, bool terminal, std::string_view text) {
    std::string fit;
    if (terminal && std::ranges::any_of(text, steers)) text = fit = fit_for_terminal(text);
    const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    if (!written && stream == stdout) failed_ = true;
}

std::string Console::paint(Stream stream, Style style, std::string_view text) const {
    const std::string_view begin = code(style);
    if (!colors(stream) || begin.empty()) return std::string(text);
    return fmt::format("{}{}\x1b[0m", begin, text);
}

void Console::progress(std::size_t done, std::size_t total, std::string_view noun) {
    if (!terminal_err_ || !progress_allowed_ || total < 2) return;
    using namespace std::chrono_literals;
    const auto now = Clock::now();
    if (now - started_ < 500ms || now - last_progress_ < 100ms || done == total) return;
    last_progress_ = now;
    if (terminal_out_) std::fflush(stdout);
    const std::string line = fmt::format("\r\x1b[K{} of {} {}", grouped(done), grouped(total), noun);
    std::fwrite(line.data(), 1, line.size(), stderr);
    progress_shown_ = true;
}

void Console::clear_progress() {
    if (!progress_shown_) return;
    std::fputs("\r\x1b[K", stderr);
    progress_shown_ = false;
}

bool Console::flush() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) failed_ = true;
    return !failed_;
}

std::string fit_for_terminal(std::string_view text) {
    std::string fit;
    fit.reserve(text.size() + 16);
    while (!text.empty()) {
        std::size_t length = color_code(text);
        if (length == 0 && steers(text.front())) {
            fit += harmless(text.substr(0, 1));
            text.remove_prefix(1);
            continue;
        }
        if (length == 0) length = 1;
        fit += text.substr(0, length);
        text.remove_prefix(length);
    }
    return fit;
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

} // namespace vellum::cli
