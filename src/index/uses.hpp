// The uses of a name from an index, as `vellum xref` finds them in the files.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "index/database.hpp"
#include "tools/references.hpp"

namespace vellum::index {

/// Calls `visit` for each use, by place and address. `in`: only in functions with such names; may be null.
/// `places`: only there and below; none: everywhere. Numbers in code are not in an index.
[[nodiscard]] Result<void>
find_uses(Database& database, const tools::NamePattern& wanted, const tools::NamePattern* in,
          std::span<const std::string> places,
          const std::function<void(const std::string& place, tools::Use&& use)>& visit);

} // namespace vellum::index
