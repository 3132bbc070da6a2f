// One line of input with editing and history, for commands that talk with people. The editing itself knows
// no terminal: it takes bytes and says what became of the line. Where input is no terminal, lines are read as
// they are.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/console.hpp"

namespace vellum::cli {

/// What the last word of a line may become, in full; asked for when somebody presses Tab.
using Completer = std::function<std::vector<std::string>(std::string_view line)>;
/// Where that word begins: letters, digits, `_`, `$`, `.` and `-` make words.
[[nodiscard]] std::size_t last_word(std::string_view line);
/// Those that begin with the line's last word, without regard to case, sorted, each once.
[[nodiscard]] std::vector<std::string> completions(std::string_view line, std::vector<std::string> names);

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
    explicit LineEditing(const std::vector<std::string>& history, Completer completer = {})
        : history_(history), completer_(std::move(completer)), shown_(history.size()) {}

    /// One byte as a terminal sends it; arrow keys come as several.
    Outcome feed(char byte);
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// Words to choose from, after a Tab that could add nothing; until the next key.
    [[nodiscard]] const std::vector<std::string>& choices() const noexcept { return choices_; }

    /// The line as rows of a terminal.
    struct Layout {
        std::string text;                ///< With the prompt; rows end with "\r\n".
        std::size_t row = 0, column = 0; ///< Of the cursor.
        std::size_t rows = 1;
    };
    /// `prompt` gives way to one of its own while the history is searched. One column stays free for the
    /// cursor behind the last letter. Of more than `most_rows`, those around the cursor.
    [[nodiscard]] Layout layout(std::string_view prompt, std::size_t columns, std::size_t most_rows) const;

  private:
    void insert(std::string_view text);
    void escape(char last);
    void recall(std::ptrdiff_t step);
    void show_entry(std::size_t entry);
    void complete();
    bool search(char byte);
    void find_before(std::size_t entry);
    void left();
    void right();
    void erase_before();

    const std::vector<std::string>& history_;
    Completer completer_;
    std::vector<std::string> choices_;
    bool searching_ = false;
    std::string query_;
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
                                                  const std::vector<std::string>& history, bool& cancelled,
                                                  const Completer& completer = {});
    [[nodiscard]] bool terminal() const noexcept { return terminal_; }
    /// True if more input is already there: the rest of a paste, or of a file.
    [[nodiscard]] bool pending() const;

  private:
    [[nodiscard]] std::optional<std::string> read_plain();

    Console& console_;
    bool terminal_ = false;
};

} // namespace vellum::cli
