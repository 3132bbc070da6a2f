// The values of one command line, by option name, after the parser has checked them.
// Asking for an option that the command does not declare is a mistake of ours and stops a debug build.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace vellum::cli {

class Arguments {
  public:
    explicit Arguments(const Command& command) : command_(&command) {}

    [[nodiscard]] const Command& command() const noexcept { return *command_; }

    /// True if the command has that option at all.
    [[nodiscard]] bool declares(std::string_view option) const;
    /// True if the flag or option was given.
    [[nodiscard]] bool has(std::string_view option) const;
    /// The last value given, or `otherwise`.
    [[nodiscard]] std::string_view text(std::string_view option, std::string_view otherwise = {}) const;
    /// For ValueKind::count.
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view option) const;
    /// For ValueKind::real.
    [[nodiscard]] std::optional<double> real(std::string_view option) const;
    /// All values of a repeatable option, in order.
    [[nodiscard]] const std::vector<std::string>& list(std::string_view option) const;
    /// The words that are no options.
    [[nodiscard]] const std::vector<std::string>& words() const noexcept { return words_; }

    void set(std::string_view option, std::vector<std::string> values) {
        values_[std::string(option)] = std::move(values);
    }
    void set_words(std::vector<std::string> words) { words_ = std::move(words); }

  private:
    const Command* command_;
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
    std::vector<std::string> words_;
};

} // namespace vellum::cli
