// Rounding that is the same everywhere: some C libraries (MinGW's) add a half and cut off, which makes 1 of
// what lies just below a half.
#pragma once

#include <cmath>

namespace vellum {

/// To the nearest whole number, halves away from zero.
template <class Real> [[nodiscard]] Real round_half_away(Real number) {
    const Real whole = std::trunc(number);
    return std::abs(number - whole) >= Real(0.5) ? whole + std::copysign(Real(1), number) : whole;
}

} // namespace vellum
