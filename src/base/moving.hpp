// A build for tests (VELLUM_MOVE_STACKS, preset "stacks") in which the stacks and pools of the machines move
// whenever something is added, so that a pointer into one that was kept too long is found at once. In every
// other build nothing happens here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

namespace vellum {

#ifdef VELLUM_MOVE_STACKS
inline constexpr bool move_stacks = true;
#else
inline constexpr bool move_stacks = false;
#endif

/// Before something is added to the vector: gives it another place. Very long ones stay, or tests would take
/// hours.
template <class T> void before_push([[maybe_unused]] std::vector<T>& vector) {
    if constexpr (move_stacks) {
        if (vector.size() > 2000) return;
        std::vector<T> moved;
        moved.reserve(std::max(vector.capacity(), vector.size() + 1));
        for (T& element : vector) moved.push_back(std::move(element));
        vector.swap(moved);
    }
}

/// Memory that holds nothing: what stood there before must not be read.
inline void spoil([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
    if constexpr (move_stacks) std::memset(memory, 0xDB, bytes);
}

} // namespace vellum
