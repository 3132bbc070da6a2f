// Names that are too long to be written wherever something is used: the text would become more than its file
// justifies. What has or uses one stays instructions, which say numbers.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/ags/decompile/block.hpp"

namespace vellum::ags::decompile {

class LongNames {
  public:
    explicit LongNames(const Block& block) : block_(block) {
        for (const Export& each : block.script().scom().exports)
            if (each.kind() == export_data) data_.emplace_back(each.offset(), is_long(each.name));
        std::ranges::sort(data_);
    }

    [[nodiscard]] static bool is_long(std::string_view name) noexcept {
        constexpr std::size_t longest = 512;
        return name.size() > longest;
    }
    /// True if a step names what has such a name.
    [[nodiscard]] bool are_used(const Step& step) const {
        const auto number = static_cast<std::uint32_t>(step.b);
        const std::vector<std::string>& imports = block_.script().scom().imports;
        switch (static_cast<FixupType>(step.fixup)) {
        case FixupType::import: return number < imports.size() && is_long(imports[number]);
        case FixupType::function: {
            const std::uint32_t called = block_.function_at(step.b);
            return called != nowhere && is_long(block_.functions()[called].exported);
        }
        case FixupType::data: { // the last variable that begins there or in front of it
            const auto behind = std::ranges::upper_bound(data_, std::pair(number, true));
            return behind != data_.begin() && std::prev(behind)->second;
        }
        default: return false;
        }
    }

  private:
    const Block& block_;
    std::vector<std::pair<std::uint32_t, bool>> data_; ///< Where exported variables begin, and whose is long.
};

} // namespace vellum::ags::decompile
