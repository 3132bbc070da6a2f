// The table of the API by names: read once, for whoever looks up single declarations.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engines/ags/api/table.hpp"

namespace vellum::ags::api {

class Index {
  public:
    [[nodiscard]] static const Index& all();

    /// Every row in the table's order.
    [[nodiscard]] const std::vector<Row>& rows() const noexcept { return rows_; }
    /// Those of one name, the newest first; the owner is the struct or enumeration around it, or empty.
    [[nodiscard]] std::span<const Row* const> find(std::string_view owner, std::string_view name) const;

  private:
    Index();

    std::vector<Row> rows_;
    std::vector<const Row*> by_name_;
};

/// How many parameters a function names; `variadic` tells if others may follow.
[[nodiscard]] std::size_t count_parameters(const Row& row, bool& variadic) noexcept;

} // namespace vellum::ags::api
