// Settings by the words that a command line has for them, without its dashes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "vellum/workspace.hpp"

namespace vellum {

struct SettingWord {
    std::string_view name; ///< "define".
    bool names_file = false;
    bool flag = false; ///< Without a value.
};

[[nodiscard]] std::span<const SettingWord> setting_words();
/// The word of that name, or null.
[[nodiscard]] const SettingWord* find_setting_word(std::string_view name);
/// Sets it; of those that add, one more. Files that are read now come from `files`.
[[nodiscard]] Result<void> set_setting(Settings& settings, const SettingWord& word, const std::string& text,
                                       const FileSystem& files);

} // namespace vellum
