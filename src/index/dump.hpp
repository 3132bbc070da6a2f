// An index as text that depends on its content alone: no numbers of rows, sorted. Two indexes with the same
// content have the same dump, however they were made.
#pragma once

#include <functional>
#include <string_view>

#include "index/database.hpp"

namespace vellum::index {

/// Calls `write` with each line: the table and the values, as a JSON array.
[[nodiscard]] Result<void> dump(Database& database, const std::function<void(std::string_view line)>& write);

} // namespace vellum::index
