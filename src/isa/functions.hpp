// Which function an address belongs to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "vellum/code.hpp"

namespace vellum::isa {

/// The function that has the address, or null. They are sorted by address.
[[nodiscard]] inline const Function* function_at(std::span<const Function> functions, std::uint32_t address) {
    const auto after = std::ranges::upper_bound(functions, address, {}, &Function::address);
    if (after == functions.begin()) return nullptr;
    const Function& candidate = *std::prev(after);
    return candidate.end != 0 && address >= candidate.end ? nullptr : &candidate;
}

} // namespace vellum::isa
