// The types of managed objects as scripts of AGS 4 declare them, those of all scripts of a world together.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engines/ags/format/reflection.hpp"

namespace vellum::ags {

class ObjectTypes {
  public:
    /// Takes the types of a script. What several scripts declare under one name in one file is one type. The
    /// result has the number of each by its id; numbers begin at 1.
    std::map<std::uint32_t, std::uint32_t> add(const Reflection& said);

    /// True if `type` is `base` or inherits from it. False for numbers that are no types.
    [[nodiscard]] bool inherits(std::uint32_t type, std::uint32_t base) const noexcept;
    /// Where objects of the type keep handles: ascending offsets. Empty for what is no type.
    [[nodiscard]] std::span<const std::uint32_t> handles(std::uint32_t type) const noexcept;
    [[nodiscard]] bool is_managed(std::uint32_t type) const noexcept;

  private:
    struct ObjectType {
        std::uint32_t parent = 0;
        bool managed = false;
        std::vector<std::uint32_t> handles;
    };

    std::map<std::pair<std::string, std::string>, std::uint32_t> numbers_; ///< By file and name.
    std::vector<ObjectType> types_{1};
};

} // namespace vellum::ags
