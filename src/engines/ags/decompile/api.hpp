// What AGS's own functions, properties and variables are declared as: what a compiled script does not keep of
// them. It is the table of the script API as the script's own editor had it; nothing in it is believed
// without compiling what was made of it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/ags/api/version.hpp"
#include "engines/ags/decompile/place.hpp"

namespace vellum::ags::decompile {

class GameWords;

/// Types of numbers that a game has names for: no declaration has the first one.
inline constexpr std::string_view view_type = "view number", cursor_type = "CursorMode";

/// Likewise of a parameter that is compared with the one in front of it, of whatever type that is.
inline constexpr std::string_view like_before = "=";

/// What callers say of what may be a truth: that it gets 1 and perhaps 0, or that it is a condition.
inline constexpr std::string_view gets_one = "01", is_condition = "if";

/// An enumeration with its words.
struct ApiEnum {
    std::string_view name{};
    std::vector<std::pair<std::string_view, std::int32_t>> words{};
    bool macros = false;     ///< The words are macros, and variables have the type int.
    bool plain_zero = false; ///< People write its 0 as a number.
    std::map<std::int32_t, std::string_view> numbers{}; ///< Of macros, which may be many.

    /// The word for a value, of several the last, which is the plainer: "eKeyReturn", not "eKeyCtrlM"; or
    /// nothing.
    [[nodiscard]] std::string_view word(std::int32_t value) const noexcept;
};

struct ApiParameter {
    std::string_view type{};
    std::string_view name{};                ///< Empty where none would say anything.
    std::optional<std::int32_t> standard{}; ///< What a call may leave out.
};

/// A function or property.
struct ApiEntry {
    std::string_view type{}; ///< Of what it gives.
    std::vector<ApiParameter> parameters{};
    bool variadic = false;
    std::size_t written = 0;     ///< Parameters whose constants calls say even if they could leave them out;
    std::size_t may_written = 0; ///< or do in scripts that pass other constants as often.
    bool paired = false;         ///< They say the last one behind another that they could leave out.
};

/// The API of one version. Entries and enumerations stay where they are as long as it lives.
class Api {
  public:
    /// That of a version; without one everything that any version has, the newest first. `game` (may be
    /// null) has the names of a game and outlives this.
    explicit Api(std::optional<api::Version> version, const GameWords* game = nullptr)
        : version_(version), game_(game) {}

    [[nodiscard]] const std::optional<api::Version>& version() const noexcept { return version_; }

    [[nodiscard]] const ApiEnum* enumeration(std::string_view name);
    /// By owner, which is empty for functions of their own, and the number of parameters that have a type.
    [[nodiscard]] const ApiEntry* function(std::string_view owner, std::string_view name,
                                           std::size_t parameters, bool variadic);
    /// What the game's own scripts declare, see GameExports; null or nothing if they do not.
    [[nodiscard]] const ApiEntry* exported(std::string_view owner, std::string_view name,
                                           std::size_t parameters) const;
    [[nodiscard]] std::string_view exported_variable(std::string_view name) const;
    [[nodiscard]] std::vector<std::pair<CellKey, std::string_view>>
    exported_members(std::string_view owner) const;
    /// True of a struct that only the game's scripts have.
    [[nodiscard]] bool is_struct_of_game(std::string_view type);
    /// Likewise of a property: its reader, or what is known of its writer. Null if nothing is.
    [[nodiscard]] const ApiEntry* exported_property(std::string_view owner, std::string_view name,
                                                    bool indexed);
    /// How many parameters a variadic function names, or nothing if it is none.
    [[nodiscard]] std::optional<std::size_t> fixed_parameters(std::string_view owner, std::string_view name);
    [[nodiscard]] const ApiEntry* property(std::string_view owner, std::string_view name);
    /// What is likely of a game's own property of that name, as others are called; null if nothing is.
    [[nodiscard]] const ApiEnum* likely(std::string_view property);
    /// What the engine calls in scripts by that name with so many parameters.
    [[nodiscard]] const ApiEntry* handler(std::string_view name, std::int32_t parameters);
    /// Type of a variable, or nothing.
    [[nodiscard]] std::string_view variable(std::string_view name);
    /// True if a struct of the API derives from another.
    [[nodiscard]] bool extends(std::string_view name, std::string_view base) const;
    [[nodiscard]] bool is_struct(std::string_view name) const;
    /// Bytes up to the last member that is data, or -1 if it has none.
    [[nodiscard]] std::int32_t size(std::string_view owner);
    /// Name of the data that stands there in a struct, or nothing.
    [[nodiscard]] std::string_view member(std::string_view owner, std::int32_t offset);

  private:
    struct Member {
        std::string_view name;
        std::int32_t offset = 0, end = 0;
    };
    [[nodiscard]] bool has(const api::Row& row) const;
    [[nodiscard]] std::optional<std::int32_t> macro(std::string_view text) const;
    [[nodiscard]] std::optional<std::int32_t> value(std::string_view text);
    [[nodiscard]] std::vector<const api::Row*> rows(std::string_view owner, std::string_view name) const;
    [[nodiscard]] const ApiEntry* entry(const api::Row& row);
    [[nodiscard]] const std::vector<Member>& members(std::string_view owner);

    std::optional<api::Version> version_;
    const GameWords* game_;
    std::map<std::string, std::unique_ptr<ApiEnum>, std::less<>> enums_;
    std::map<const api::Row*, ApiEntry> entries_;
    std::map<std::string, std::vector<Member>, std::less<>> members_;
    std::map<std::string, ApiEntry, std::less<>> properties_; ///< Of the game's scripts.
};

/// The header of the script API as a script has it in front of its own.
class ApiHeader {
  public:
    explicit ApiHeader(const api::Version& version);

    /// How many imports it makes.
    [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }
    /// True if it declares that outside structs.
    [[nodiscard]] bool declares(std::string_view name) const { return names_.contains(name); }
    /// True if an enumeration is in it, and not with that word.
    [[nodiscard]] bool lacks(const ApiEnum& words, std::string_view word) const {
        return declares(words.name) && !declares(word);
    }
    /// True if the word occurs in it: it is read before all names of the script then.
    [[nodiscard]] bool has_word(std::string_view word) const { return words_.contains(word); }
    /// The settings that a script needs to be compiled with it.
    [[nodiscard]] const std::string& settings() const noexcept { return settings_; }

  private:
    std::uint32_t slots_ = 0;
    std::set<std::string_view> names_, words_;
    std::string settings_;
};

/// The API that a script was compiled with, as far as its imports say it.
[[nodiscard]] std::optional<api::Version> api_version(const class Block& block);

} // namespace vellum::ags::decompile
