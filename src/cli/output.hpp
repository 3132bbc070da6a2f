// Where results go: standard output, one file, or a folder that mirrors the inputs.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "cli/session.hpp"

namespace vellum::cli {

/// Destination of the option -o. Safe to use from several threads.
class Destination {
  public:
    /// `path` as the user gave it, empty or "-" for standard output. It is a folder if it is one already,
    /// ends with a slash, or if there are several results.
    Destination(std::string path, bool several);

    [[nodiscard]] bool is_standard_output() const noexcept { return path_.empty(); }
    [[nodiscard]] bool is_folder() const noexcept { return folder_; }

    /// Path for a result: the file itself, or `relative` below the folder. Makes folders on the way and
    /// refuses a path that another input of this run was given before.
    [[nodiscard]] Result<std::string> place(const std::string& relative, const std::string& input);

  private:
    std::string path_;
    bool folder_ = false;
    std::mutex mutex_;
    std::map<std::string, std::string> given_; // path -> input
};

/// Writes atomically and reads back: equal bytes or a diagnostic that says what differs.
[[nodiscard]] Result<void> write_and_compare(const std::string& path, std::span<const std::byte> bytes);

/// Offset of the first difference, or npos when equal.
[[nodiscard]] std::size_t first_difference(std::span<const std::byte> a, std::span<const std::byte> b);

} // namespace vellum::cli
