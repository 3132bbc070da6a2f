// Look-ups in a program's debug information.
#include "vellum/debug_info.hpp"

#include <algorithm>
#include <iterator>

namespace vellum {

const DebugFunction* DebugInfo::function_of(std::uint32_t address) const noexcept {
    const auto after = std::ranges::upper_bound(functions, address, {}, &DebugFunction::address);
    if (after == functions.begin()) return nullptr;
    const DebugFunction& found = *std::prev(after);
    return address < found.end ? &found : nullptr;
}

const DebugLine* DebugInfo::line_of(std::uint32_t address) const noexcept {
    const auto after = std::ranges::upper_bound(lines, address, {}, &DebugLine::address);
    if (after == lines.begin() || function_of(address) == nullptr) return nullptr;
    return &*std::prev(after);
}

} // namespace vellum
