// Terminal output over C streams: big pieces go straight through, small ones are gathered by the stream's
// buffer.
#include "cli/console.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "cli/terminal.hpp"

namespace vellum::cli {

namespace {

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

constexpr std::string_view plain_code = "\x1b[0m";

/// Length of the colour code of ours that the text begins with, or 0.
std::size_t color_code(std::string_view text) {
    if (text.starts_with(plain_code)) return plain_code.size();
    for (const Style style :
         {Style::strong, Style::faint, Style::good, Style::warning, Style::error, Style::name, Style::number})
        if (text.starts_with(code(style))) return code(style).size();
    return 0;
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
    write(stdout, color_out_, text);
}

void Console::bytes(std::string_view data) {
    clear_progress();
    put(stdout, data);
}

void Console::err(std::string_view text) {
    if (text.empty()) return;
    clear_progress();
    std::fflush(stdout); // both may go to one place: keep what people see in order
    write(stderr, color_err_, text);
}

void Console::draw(std::string_view text) { put(stdout, text); }

void Console::write(std::FILE* stream, bool colors, std::string_view text) {
    if (find_control(text, 0, Keep::lines).at == std::string_view::npos) return put(stream, text);
    put(stream, fit_for_people(text, colors));
}

void Console::put(std::FILE* stream, std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    if (!written && stream == stdout) failed_ = true;
}

std::string Console::paint(Stream stream, Style style, std::string_view text) const {
    const std::string_view begin = code(style);
    if (!colors(stream) || begin.empty()) return std::string(text);
    return fmt::format("{}{}{}", begin, escape_control(text, Keep::lines), plain_code);
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

std::string fit_for_people(std::string_view text, bool colors) {
    std::string fit;
    fit.reserve(text.size() + 16);
    while (!text.empty()) {
        const ControlAt found = find_control(text, 0, Keep::lines);
        fit += text.substr(0, found.at);
        if (found.at == std::string_view::npos) break;
        text.remove_prefix(found.at);
        const std::size_t ours = colors ? color_code(text) : 0;
        const std::size_t length = ours != 0 ? ours : found.length;
        fit += ours != 0 ? std::string(text.substr(0, length)) : escape_control(text.substr(0, length));
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
