// What the systems say differently about terminals, streams and command lines: src/cli/posix and
// src/cli/windows.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vellum::cli {

/// Before anything is read or written: streams carry bytes as they are, terminals take UTF-8 and colours.
void prepare_streams();

/// The words behind the program's name, in UTF-8.
[[nodiscard]] std::vector<std::string> command_line(int argc, char** argv);

[[nodiscard]] bool is_terminal(std::FILE* stream);

/// Columns of the terminal that is written to; 80 where it does not say.
[[nodiscard]] std::size_t terminal_width();

/// Opens a file to write at its end; null with errno.
[[nodiscard]] std::FILE* open_to_append(const std::string& path);

/// Standard input as keys that come one by one, while it lives.
class Keys {
  public:
    Keys();
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;
    ~Keys();

    /// False if the terminal does not offer that.
    [[nodiscard]] bool work() const noexcept { return work_; }
    /// The next byte as terminals send keys: UTF-8 and escape sequences. Nothing at the end.
    [[nodiscard]] std::optional<char> next();

    /// True if more input is already there: the rest of a paste, or of a file that is read without a buffer.
    [[nodiscard]] static bool pending();

  private:
    struct Saved;
    std::unique_ptr<Saved> saved_;
    bool work_ = false;
};

} // namespace vellum::cli
