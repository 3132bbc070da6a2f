// Places in variables and structs, and what declarations that scripts of a game make for each other call
// them: "gPos", "gTable[]", "gPos.4", "gPos.8[3]" an array of three at byte 8, "gItems[].4" in every element
// of an array of structs, "Vec.0" in every struct of a type.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::ags::decompile {

/// How a place in a record is reached.
struct CellKey {
    std::int32_t offset = 0;
    std::int32_t length = -1, size = 0;             ///< Of the outer array.
    std::int32_t inner_length = -1, inner_size = 0; ///< Of an array in its elements.
    bool record = false;                            ///< A whole struct.
    friend auto operator<=>(const CellKey&, const CellKey&) = default;
};

/// Behind the name of an array, and the type of a dynamic one.
inline constexpr std::string_view array_mark = "[]";

/// Of the elements of arrays that scripts declare for each other.
inline constexpr std::int32_t element_bytes = 4;

/// `in_struct`: `of` is a type. Nothing if a declaration cannot say where that is.
[[nodiscard]] std::string place_name(std::string_view of, const CellKey& key, bool in_struct);

/// What stands behind the dot: the place in a struct, or nothing if it is none.
[[nodiscard]] std::optional<CellKey> place_in_struct(std::string_view text);

/// The same place in one element of an array.
[[nodiscard]] inline CellKey in_element(const CellKey& key) noexcept {
    return {.offset = key.offset, .length = key.inner_length, .size = key.inner_size, .record = key.record};
}

} // namespace vellum::ags::decompile
