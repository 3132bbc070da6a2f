// One line of input with editing and history, for commands that talk with people. The editing itself knows
// no terminal: it takes bytes and says what became of the line. Where input is no terminal, lines are read as
// they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"

namespace vellum::cli {

/// The line being edited.
class LineEditing {
  public:
    enum class Outcome : std::uint8_t {
        going,  ///< more bytes are wanted
        line,   ///< Enter: `text` is the line
        cancel, ///< Ctrl-C on an empty line; on any other it drops what is written
        end     ///< Ctrl-D on an empty line
    };
    /// `history`: earlier lines, oldest first; must outlive the editing.
    explicit LineEditing(const std::vector<std::string>& history)
        : history_(history), shown_(history.size()) {}

    /// One byte as a terminal sends it; arrow keys come as several.
    Outcome feed(char byte);
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// The part of the line around the cursor that fits into so many columns.
    struct View {
        std::string_view text;
        std::size_t behind = 0; ///< Columns from the cursor to the end of the part.
    };
    [[nodiscard]] View view(std::size_t columns) const;

  private:
    void escape(char last);
    void recall(std::ptrdiff_t step);
    void left();
    void right();
    void erase_before();

    const std::vector<std::string>& history_;
    std::size_t shown_; ///< Entry of the history on show; its size: the new line.
    std::string text_, kept_;
    std::size_t cursor_ = 0; ///< In bytes.
    std::string sequence_;   ///< An escape sequence so far.
};

/// Reads lines of standard input.
class LineReader {
  public:
    explicit LineReader(Console& console);
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;
    ~LineReader() = default;

    /// The next line without its end, or nothing at the end of input. `prompt` is shown on terminals only.
    /// Ctrl-C on an empty line comes back as one with `cancelled` set.
    [[nodiscard]] std::optional<std::string> read(std::string_view prompt,
                                                  const std::vector<std::string>& history, bool& cancelled);
    [[nodiscard]] bool terminal() const noexcept { return terminal_; }
    /// True if more input is already there: the rest of a paste, or of a file.
    [[nodiscard]] bool pending() const;

  private:
    [[nodiscard]] std::optional<std::string> read_plain();

    Console& console_;
    bool terminal_ = false;
};

} // namespace vellum::cli
