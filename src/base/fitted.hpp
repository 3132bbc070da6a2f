// Gives back what a vector was given too much. The standard library's shrink_to_fit does nothing where
// exceptions are off.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace vellum {

/// `filled` with its first `size` elements, in a buffer of that size if half of it again would stay unused: a
/// little is not worth the copy.
template <class T> [[nodiscard]] std::vector<T> fitted(std::vector<T>&& filled, std::size_t size) {
    filled.resize(size);
    if (filled.capacity() <= size + size / 2) return std::move(filled);
    return std::vector<T>(filled.begin(), filled.end());
}

} // namespace vellum
