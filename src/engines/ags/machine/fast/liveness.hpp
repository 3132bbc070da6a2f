// Which registers are still needed at each step of a script. Relies on the decoded steps only.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/control_flow.hpp"
#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

/// A set of registers, one bit each by number, and the current source line as one more.
using RegisterSet = std::uint16_t;
[[nodiscard]] constexpr RegisterSet in_set(std::uint32_t number) noexcept {
    return static_cast<RegisterSet>(1U << number);
}
inline constexpr RegisterSet line_bit = 1U << 8U;
/// Registers that no compiled code expects to survive a call.
inline constexpr RegisterSet call_clobbers =
    in_set(reg_mar) | in_set(reg_bx) | in_set(reg_cx) | in_set(reg_dx);

struct Liveness {
    std::vector<RegisterSet> before; ///< Needed when the step begins.
    std::vector<RegisterSet> after;
};

/// Where control goes from each step, calls left aside.
[[nodiscard]] std::vector<analysis::Successors> successors_of(std::span<const Step> steps);

[[nodiscard]] Liveness find_liveness(const Instance& instance);

/// Registers a step reads and writes.
struct StepUse {
    RegisterSet reads = 0;
    RegisterSet writes = 0;
};
[[nodiscard]] StepUse uses_of(const Step& step);

} // namespace vellum::ags
