// What the scripts of a game declare for each other: functions with the types of their parameters and
// results, and variables. Compiled scripts keep only names and how many parameters there are; the rest is
// inferred from the script that defines it. Lines of a names file:
//
//     import float Clock::Elapsed(float seconds,Character* who,?)
//     import float gSpeed
//     import float gTable[]
//     import Vec gPlace
//     import float Vec.4
//     import Character* gItems[].8
//
// "?" is what nothing is known of, "=" a parameter that is compared with the one in front of it. Nothing of
// it is believed without compiling what was made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/decompile/api.hpp"
#include "engines/ags/format/script.hpp"

namespace vellum::ags::decompile {

class GameExports {
  public:
    GameExports() = default;
    GameExports(const GameExports&) = delete;
    GameExports& operator=(const GameExports&) = delete;

    /// Adds what stands behind "import"; false if it is no declaration, or the name has one.
    bool add(std::string_view line);
    /// Likewise what the callers of a function, or the users of a variable, say of it: until it is added.
    bool add_asked(std::string_view line);
    /// Takes away what was only asked for, but variables: nothing else says what they are.
    void drop_asked();
    /// Adds what another has and this does not.
    void add(const GameExports& other);

    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
    /// With as many parameters; `owner`: the struct, or empty. It stays where it is. Null if there is none.
    [[nodiscard]] const ApiEntry* function(std::string_view owner, std::string_view name,
                                           std::size_t parameters) const;
    /// The type of a variable, or of what stands at a place (place.hpp), or nothing.
    [[nodiscard]] std::string_view variable(std::string_view name) const;
    /// What stands where in a struct.
    [[nodiscard]] std::vector<std::pair<CellKey, std::string_view>> members(std::string_view type) const;
    /// As lines of a names file.
    [[nodiscard]] std::string lines() const;

  private:
    struct Export {
        std::string line; ///< The entry's words are in it.
        ApiEntry entry{};
        bool function = false;
        bool asked = false;
    };
    bool add(std::string_view line, bool asked);
    [[nodiscard]] static bool read(Export& made, std::string_view& name);

    std::map<std::string, Export, std::less<>> all_; ///< "Clock::Elapsed".
};

class GameWords;

using Scripts = std::vector<std::shared_ptr<const Script>>;

/// The scripts in a game's main data, in link order.
[[nodiscard]] Scripts scripts_in(std::span<const std::byte> main_data);

/// Adds the exports of a game's scripts to `words`: in link order, so that each is read with what those in
/// front of it declare.
void add_exports(GameWords& words, const Scripts& scripts);

} // namespace vellum::ags::decompile
