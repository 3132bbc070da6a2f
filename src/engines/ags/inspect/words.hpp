// Words and managed objects as debuggers show them. Reads only.
#pragma once

#include <string>
#include <string_view>

#include "engines/ags/machine/environment.hpp"
#include "vellum/inspect.hpp"

namespace vellum::ags {

/// A variable for a word: its kind and what it means.
[[nodiscard]] Variable shown(const Environment& environment, std::string name, Word word);
/// A word of memory that holds a handle, as the pointer it is; another number as it is.
[[nodiscard]] Word as_pointer(const Environment& environment, Word word);
/// "array", "Dictionary".
[[nodiscard]] std::string_view kind_name(const Object& object);
/// An object's size or text, and how many references it has.
[[nodiscard]] std::string described(const Environment& environment, std::uint32_t handle);
/// "InventoryQuantity[3]".
[[nodiscard]] std::string name_of(const PropertyKey& key);

} // namespace vellum::ags
