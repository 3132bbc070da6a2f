// What a game calls the numbers in its scripts: views, by macros as its editor makes them, and the modes of
// the cursor. It comes from the game's main data, as lines of a names file.
//
//     view 74 VKEEPER
//     cursor 9 eModeSmell
//
// With what its scripts declare for each other.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "engines/ags/decompile/api.hpp"
#include "engines/ags/decompile/game_exports.hpp"
#include "engines/ags/format/main_data.hpp"

namespace vellum::ags::decompile {

class GameWords {
  public:
    GameWords() = default;
    GameWords(const GameWords&) = delete;
    GameWords& operator=(const GameWords&) = delete;

    /// Adds a name; false if it is no name, something is called so already, or the number has one.
    bool add_view(std::int32_t number, std::string_view name) { return add(views_, number, name); }
    bool add_cursor(std::int32_t number, std::string_view name) { return add(cursors_, number, name); }

    /// Adds what another has and this does not.
    void add(const GameWords& other);

    /// Null for what has none.
    [[nodiscard]] const ApiEnum* views() const noexcept { return views_.words.empty() ? nullptr : &views_; }
    [[nodiscard]] const ApiEnum* cursors() const noexcept {
        return cursors_.words.empty() ? nullptr : &cursors_;
    }
    [[nodiscard]] GameExports& exports() noexcept { return exports_; }
    [[nodiscard]] const GameExports& exports() const noexcept { return exports_; }
    /// As lines of a names file.
    [[nodiscard]] std::string lines() const;

  private:
    bool add(ApiEnum& words, std::int32_t number, std::string_view name);

    std::set<std::string, std::less<>> names_; ///< Which stay where they are.
    ApiEnum views_{.name = view_type, .words = {}, .macros = true, .numbers = {}};
    ApiEnum cursors_{.name = cursor_type, .words = {}, .macros = false, .numbers = {}};
    GameExports exports_;
};

/// The names that a game's main data has for its views and cursors.
void add_names(GameWords& words, const MainData& data);

} // namespace vellum::ags::decompile
