// The script API of Adventure Game Studio as data: every declaration of the header that the editor puts in
// front of scripts, for each of its releases, in order. The table is rows.inc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace vellum::ags::api {

/// A release of the header: its place in releases().
using Release = std::uint8_t;

/// The releases by the editor's version, oldest first: "3.2.0" to "3.6.3.13".
[[nodiscard]] std::span<const std::string_view> releases() noexcept;
[[nodiscard]] Release newest_release() noexcept;
/// The release that an editor has. A version of fewer than four numbers means its last build: "3.6.1"
/// has 3.6.1.30. Versions before the first release have that one; nothing for version 4 and later, and for
/// what is no version.
[[nodiscard]] std::optional<Release> release_for_editor(std::string_view version) noexcept;
/// The newest level of the API that editors with this release know, "v361"; of releases without levels the
/// one that they became.
[[nodiscard]] std::string_view newest_level(Release release) noexcept;

/// The levels of the API, oldest first: "v321" to "v363".
[[nodiscard]] std::span<const std::string_view> levels() noexcept;
/// The level that the options of a compiled game have as a number (options 43 and 44), or nothing.
[[nodiscard]] std::string_view level_of_option(std::int32_t number) noexcept;

enum class RowKind : std::uint8_t {
    macro,       ///< `value` is its text.
    undefine,    ///< Ends a macro.
    enumeration, ///< Its constants follow, then `end`.
    constant,    ///< `value` may be empty: one more than the constant before it, for the first 1.
    structure,   ///< `value` is the struct that it extends; its members follow, then `end`.
    forward,     ///< A struct that is declared later.
    end,         ///< Of an enumeration or a struct, which is its name.
    function,    ///< With parameters; a method in a struct.
    property,
    field, ///< Data of a struct.
    variable,
};

/// What an editor's completion should know.
enum class Hint : std::uint8_t { none = 0, hidden = 1, static_only = 2, not_inherited = 4 };

/// One declaration. Everything refers to the table, which lives for ever.
struct Row {
    RowKind kind = RowKind::macro;
    std::string_view owner{};    ///< The enumeration or struct around it.
    bool in_enumeration = false; ///< Of an `end`.
    std::string_view name{};
    std::string_view words{};      ///< Before the type: "static readonly"; of a struct "builtin managed".
    std::string_view type{};       ///< With '*' and "[]": "Character*".
    std::string_view index{};      ///< "[]" of an indexed property, "[10]" of an array.
    std::string_view parameters{}; ///< Without parentheses, divided by commas: "int x,int y=0,...".
    std::string_view value{};
    std::string_view guards{};  ///< As rows.inc has them, divided by blanks, the outermost first.
    std::uint32_t releases = 0; ///< A bit for each.
    std::uint8_t hints = 0;     ///< Of Hint.

    [[nodiscard]] bool in(Release release) const noexcept { return (releases >> release & 1U) != 0; }
    [[nodiscard]] bool is(Hint hint) const noexcept { return (hints & static_cast<std::uint8_t>(hint)) != 0; }
    [[nodiscard]] bool has_word(std::string_view word) const noexcept;
};

/// Reads the table row by row.
class Rows {
  public:
    /// The next row; false at the end.
    [[nodiscard]] bool next(Row& row);

  private:
    void conditions(std::string_view line);
    void read(std::string_view line, Row& row);
    [[nodiscard]] std::string_view owner() const noexcept;
    void set_owner(std::string_view name) noexcept;

    std::size_t part_ = 0;
    std::string_view rest_{};  ///< Of the table's part.
    std::string_view words_{}; ///< Constants that are left of a line.
    std::string_view guards_{};
    std::array<std::string_view, 32> around_{}; ///< Of each release: the struct or enumeration that is open.
    std::uint32_t releases_ = 0;
    bool started_ = false, in_enumeration_ = false;
};

/// Takes one word off a list, in front of the divider or at its end.
[[nodiscard]] std::string_view take_word(std::string_view& text, char divider = ' ') noexcept;

/// One parameter of a row.
struct Parameter {
    std::string_view type{};  ///< "const string", "int", "..." where others may follow.
    std::string_view name{};  ///< May be empty.
    std::string_view value{}; ///< Its default, or nothing.
    bool array = false;
};
/// Takes the first parameter off a list that is not empty.
[[nodiscard]] Parameter take_parameter(std::string_view& parameters) noexcept;

/// What guards ask for.
struct Conditions {
    std::size_t api = 0;    ///< The project's level: its place in levels().
    std::size_t compat = 0; ///< The oldest level that it keeps compatible with, likewise.
    bool strict = true, strict_strings = true, strict_audio = true;

    /// Conditions of a project of that release with the newest level.
    [[nodiscard]] static Conditions newest(Release release) noexcept;
    [[nodiscard]] bool hold(std::string_view guards) const noexcept;
};

} // namespace vellum::ags::api
