// Functions that stay instructions in the source: what the compiler reads in "asm { ... }".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/ags/decompile/block.hpp"

namespace vellum::ags::decompile {

class Assembly {
  public:
    explicit Assembly(const Block& block);

    /// False if the fixups are in an order that no functions give.
    [[nodiscard]] bool possible() const noexcept { return possible_; }
    /// The instruction of a step, with the label in front of it; texts are marks.
    [[nodiscard]] std::string instruction(std::uint32_t function, std::uint32_t index) const;
    /// "order 1, 0;" for a function whose fixups are not in the order of its code, or nothing.
    [[nodiscard]] const std::string& order(std::uint32_t function) const noexcept {
        return orders_[function];
    }

  private:
    [[nodiscard]] std::string literal(const Step& step) const;

    const Block& block_;
    bool possible_ = true;
    std::vector<bool> targets_; ///< Steps that are jumped to within their function.
    std::vector<std::string> orders_;
    std::vector<std::uint32_t> functions_of_; ///< By step.
};

} // namespace vellum::ags::decompile
