// What is inside of managed objects, as rows: words of a struct by their offsets, elements of an array,
// entries of a dictionary or set, a file's place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "engines/ags/machine/environment.hpp"
#include "vellum/inspect.hpp"

namespace vellum::ags {

/// The rows of all objects, one behind the other.
class MemberRows {
  public:
    /// Objects that are there. Both must outlive it.
    MemberRows(const Environment& environment, std::span<const std::uint32_t> handles);

    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    /// One of them. Rows are asked for in rising order.
    [[nodiscard]] Variable at(std::size_t row);

  private:
    const Environment& environment_;
    std::span<const std::uint32_t> handles_;
    std::size_t count_ = 0;
    std::size_t object_ = 0; ///< Whose rows were reached,
    std::size_t first_ = 0;  ///< and the number of its first.
    std::optional<std::map<std::string, std::string, KeyOrder>::const_iterator> entry_;
    std::size_t entry_index_ = 0;
};

} // namespace vellum::ags
