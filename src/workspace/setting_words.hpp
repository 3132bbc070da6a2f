// Settings by the words that a command line has for them, without its dashes: plans and launches of a
// debugger say them, too.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "vellum/workspace.hpp"

namespace vellum {

struct SettingWord {
    std::string_view name; ///< "define".
    bool names_file = false;
    /// Of an AGS setting, its row and, for a word without a value, what it says.
    std::string_view row = {}, value = {};

    [[nodiscard]] bool flag() const noexcept { return !value.empty(); }
};

[[nodiscard]] std::span<const SettingWord> setting_words();
/// The word of that name, or null.
[[nodiscard]] const SettingWord* find_setting_word(std::string_view name);
/// Sets it; of those that add, one more. Files that are read now come from `files`.
[[nodiscard]] Result<void> say_setting(Settings& settings, const SettingWord& word, const std::string& text,
                                       const FileSystem& files);

/// Reads what a host exports from the text of a file of that name, on what is `known` (may be null), which it
/// replaces.
[[nodiscard]] Result<void> add_exports(std::shared_ptr<const Declarations>& known, std::string_view text,
                                       const std::string& name);

} // namespace vellum
