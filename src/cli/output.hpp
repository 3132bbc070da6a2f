// Where results go: standard output, one file, or a folder that mirrors the inputs; and what must not be
// replaced on the way. Every file that a command writes is written through Outputs.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::cli {

/// What becomes of a file that is already there. An input of the command is never replaced, whatever it is
/// called and through however many links.
enum class Old : std::uint8_t {
    keep,   ///< An error, unless the command line has --force.
    replace ///< It was named for that: the result of an earlier run.
};

/// The files of one command: those it reads and those it writes. Safe to use from several threads.
class Outputs {
  public:
    explicit Outputs(bool force) : force_(force) {}

    /// Notes an input; "-" is standard input.
    void protect(const std::string& path);
    /// Whether a file may be written there, for commands that want to know before a long run.
    [[nodiscard]] Result<void> may_write(const std::string& path, Old old);
    /// Writes a whole file. `many`: one of a folder's, which `finish` puts on the disk together: there
    /// a file that has these bytes already counts as written, so that a run that was stopped can be repeated.
    [[nodiscard]] Result<void> write(const std::string& path, std::span<const std::byte> bytes, Old old,
                                     bool many = false);
    /// The same for a drawing, which nothing of Vellum reads: control characters are escaped as on the
    /// console.
    [[nodiscard]] Result<void> write_drawing(const std::string& path, std::string_view text, Old old);
    /// Writes and reads back: equal bytes or a diagnostic that says what differs. For what is read again.
    [[nodiscard]] Result<void> write_and_compare(const std::string& path, std::span<const std::byte> bytes,
                                                 Old old, bool many = false);

    /// The same piece by piece, for what may be longer than memory is large.
    [[nodiscard]] Result<void> write_and_compare(const std::string& path, const ByteSource& bytes, Old old,
                                                 bool many = false);

    /// Changes a file that the command reads, because the user asked for exactly that. What it was is kept
    /// beside it first; an older backup is never replaced, and then nothing is changed.
    [[nodiscard]] Result<void> change_input(const std::string& path, const ByteSource& bytes);
    /// Where `change_input` keeps what a file was.
    [[nodiscard]] static std::string backup_of(const std::string& path) { return path + ".before"; }

  private:
    [[nodiscard]] Result<void> write(const std::string& path, const ByteSource& bytes, Old old, bool many);

    const bool force_;
    std::mutex mutex_;
    std::vector<std::string> inputs_;
    std::size_t identified_ = 0;               ///< So many inputs stand in `known_`.
    std::map<std::string, std::string> known_; ///< Identity and name of inputs.
};

/// Destination of the option -o. Safe to use from several threads.
class Destination {
  public:
    /// `path` as the user gave it, empty or "-" for standard output. It is a folder if it is one already,
    /// ends with a slash, or if there are several results.
    Destination(std::string path, bool several);
    Destination(const Destination&) = delete;
    Destination& operator=(const Destination&) = delete;
    ~Destination(); ///< What was written into a folder is on the disk then.

    [[nodiscard]] bool is_standard_output() const noexcept { return path_.empty(); }
    [[nodiscard]] bool is_folder() const noexcept { return folder_; }
    /// The only input has several results.
    void make_folder() noexcept { folder_ = !path_.empty(); }
    /// A file that was named may be replaced, one in a folder not.
    [[nodiscard]] Old old() const noexcept { return folder_ ? Old::keep : Old::replace; }

    /// Path for a result: the file itself, or `relative` below the folder. Makes folders on the way and
    /// refuses a path that another input of this run was given before.
    [[nodiscard]] Result<std::string> place(const std::string& relative, const std::string& input);

  private:
    std::string path_;
    bool folder_ = false;
    std::mutex mutex_;
    std::map<std::string, std::string> given_; // path -> input
};

/// Offset of the first difference, or npos when equal.
[[nodiscard]] std::size_t first_difference(std::span<const std::byte> a, std::span<const std::byte> b);

} // namespace vellum::cli
