// The two streams people see: results on standard output, messages and progress on standard error.
// Decides about colours, keeps a progress line out of the way of what is printed, lets nothing through that
// would steer a terminal but our own colours, also into pipes and files (but for texts that are read again),
// and remembers whether writing failed. Used by the main thread only.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/counted.hpp"
#include "cli/theme.hpp"

namespace vellum::cli {

enum class ColorChoice : std::uint8_t { automatic, always, never };

enum class Stream : std::uint8_t { out, err };

class Console {
  public:
    explicit Console(ColorChoice choice = ColorChoice::automatic);
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;
    ~Console();

    void set_color(ColorChoice choice);
    /// How many messages about one file are printed; 0: all.
    void set_most_messages(std::size_t most) noexcept { most_messages_ = most; }
    [[nodiscard]] std::size_t most_messages() const noexcept { return most_messages_; }
    /// Whether another one is printed behind so many.
    [[nodiscard]] bool prints_message(std::size_t before) const noexcept {
        return most_messages_ == 0 || before < most_messages_;
    }

    /// One write per call: callers put a whole output together first.
    void out(std::string_view text);
    void err(std::string_view text);
    /// Writes to standard output a text that is read again, such as a source: only a terminal gets it
    /// changed.
    void document(std::string_view text);
    /// Writes to standard output what is no text: a compiled file.
    void bytes(std::string_view data);
    /// Writes to standard output what steers the terminal on purpose: the line editor's lines.
    void draw(std::string_view text);

    /// The text with the codes of its style, or as it is where colours are off.
    [[nodiscard]] std::string paint(Stream stream, Style style, std::string_view text) const;
    [[nodiscard]] bool colors(Stream stream) const noexcept {
        return stream == Stream::out ? color_out_ : color_err_;
    }
    /// Columns that tables have: the terminal's, or any number where standard output is none.
    [[nodiscard]] std::size_t width() const;
    [[nodiscard]] bool out_is_terminal() const noexcept { return terminal_out_; }

    /// Whether what is more than the terminal shows at once goes through the pager, if standard output is a
    /// terminal. The first who says so decides: a command that is run by another has no pager of its own.
    void use_pager(bool wanted);

    /// Shows "1,234 of 10,000 files, 2 min left" on a terminal once the work has lasted a moment; at most ten
    /// times a second.
    void progress(std::size_t done, std::size_t total, std::string_view noun);
    void clear_progress();
    void allow_progress(bool allow) { progress_allowed_ = allow; }

    /// Empties the buffers and waits for the pager. False if standard output could not be written completely.
    [[nodiscard]] bool flush();

  private:
    void write(std::FILE* stream, bool colors, std::string_view text);
    void put(std::FILE* stream, std::string_view text);
    /// Keeps text until it is more than a page or there is no more of it.
    void hold(std::string_view text);
    void release();

    using Clock = std::chrono::steady_clock;
    bool terminal_out_;
    bool terminal_err_;
    std::size_t most_messages_ = 20;
    bool color_out_ = false;
    bool color_err_ = false;
    bool failed_ = false;
    bool progress_allowed_ = true;
    bool progress_shown_ = false;
    bool pages_ = false; ///< Long text is for the pager, and nothing was printed yet.
    bool asked_for_pager_ = false;
    std::string held_; ///< Not yet a page.
    std::size_t held_lines_ = 0;
    Clock::time_point held_since_{};
    std::FILE* pager_ = nullptr;
    Clock::time_point started_ = Clock::now();
    Clock::time_point last_progress_{};
};

/// The text as people may have it: control characters, which names in hostile files can hold, as \xNN.
/// Line ends, tabs and, if there are any, the colours of paint() stay.
[[nodiscard]] std::string fit_for_people(std::string_view text, bool colors);

/// "40 s left", "3 min left", "2.5 h left".
[[nodiscard]] std::string time_left(double seconds);

} // namespace vellum::cli
