// The uses of a name from an index, as `vellum xref` finds them in the files.
#pragma once

#include <functional>

#include "index/database.hpp"
#include "tools/references.hpp"

namespace vellum::index {

/// Calls `visit` for each use, by script and address. `in`: only in functions with such names; may be null.
/// Numbers in code are not in an index.
[[nodiscard]] Result<void> find_uses(Database& database, const tools::NamePattern& wanted,
                                     const tools::NamePattern* in,
                                     const std::function<void(std::int64_t script, tools::Use&& use)>& visit);

} // namespace vellum::index
