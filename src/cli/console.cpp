// Terminal output over C streams: big pieces go straight through, small ones are gathered by the stream's
// buffer.
#include "cli/console.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "base/escape.hpp"
#include "cli/pager.hpp"
#include "cli/terminal.hpp"
#include "cli/wrap.hpp"

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
    const auto found = std::ranges::find(theme, style, &StyleCode::style);
    return found == theme.end() ? std::string_view() : found->code;
}

/// The text as the stream may have it.
std::string fit(std::string_view text, bool colors) {
    const bool steers = find_control(text, 0, Keep::lines).at != std::string_view::npos;
    return steers ? fit_for_people(text, colors) : std::string(text);
}

/// Length of the colour code of ours that the text begins with, or 0.
std::size_t color_code(std::string_view text) {
    if (text.starts_with(plain_code)) return plain_code.size();
    for (const StyleCode& each : theme)
        if (text.starts_with(each.code)) return each.code.size();
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

void Console::document(std::string_view text) {
    if (terminal_out_ || color_out_) return out(text);
    if (!text.empty()) bytes(text);
}

void Console::bytes(std::string_view data) {
    clear_progress();
    release();
    put(stdout, data);
}

void Console::err(std::string_view text) {
    if (text.empty()) return;
    clear_progress();
    if (terminal_err_ && (pager_ != nullptr || !held_.empty())) return hold(fit(text, color_err_));
    std::fflush(stdout); // both may go to one place: keep what people see in order
    write(stderr, color_err_, text);
}

void Console::draw(std::string_view text) {
    release();
    put(stdout, text);
}

void Console::write(std::FILE* stream, bool colors, std::string_view text) {
    if (stream == stdout && pages_) return hold(fit(text, colors));
    put(stream, fit(text, colors));
}

void Console::hold(std::string_view text) {
    using namespace std::chrono_literals;
    if (pager_ != nullptr) return put(pager_, text);
    if (held_.empty()) held_since_ = Clock::now();
    held_ += text;
    held_lines_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
    // Slow work is not kept back for long: the pager shows it as it comes.
    if (held_lines_ + 1 < terminal_height() && Clock::now() - held_since_ < 1s) return;
    pager_ = start_pager();
    if (pager_ == nullptr) return release();
    progress_allowed_ = false;
    put(pager_, std::exchange(held_, {}));
}

void Console::release() {
    pages_ = false;
    if (pager_ != nullptr) end_pager(std::exchange(pager_, nullptr));
    put(stdout, std::exchange(held_, {}));
}

void Console::use_pager(bool wanted) {
    if (asked_for_pager_) return;
    asked_for_pager_ = true;
    pages_ = wanted && terminal_out_;
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
    std::string line = fmt::format("\r\x1b[K{} of {} {}", grouped(done), grouped(total), noun);
    const auto spent = std::chrono::duration<double>(now - started_).count();
    if (done != 0 && spent > 2)
        line += ", " + time_left(spent / static_cast<double>(done) * static_cast<double>(total - done));
    std::fwrite(line.data(), 1, line.size(), stderr);
    progress_shown_ = true;
}

std::size_t Console::width() const { return terminal_out_ ? terminal_width() : any_width; }

void Console::clear_progress() {
    if (!progress_shown_) return;
    std::fputs("\r\x1b[K", stderr);
    progress_shown_ = false;
}

bool Console::flush() {
    release();
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

std::string time_left(double seconds) {
    if (seconds < 60) return fmt::format("{:.0f} s left", std::max(1.0, seconds));
    if (seconds < 3600) return fmt::format("{:.0f} min left", seconds / 60);
    return fmt::format("{:.1f} h left", seconds / 3600);
}

} // namespace vellum::cli
