// What must hold, for programs that are to stop where it does not: fuzz targets and what they share with
// tests.
#pragma once

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace vellum::test {

/// Ends the program, after saying what does not hold.
inline void demand(bool holds, std::string_view what, std::string_view detail = {}) {
    if (holds) return;
    std::cerr << "does not hold: " << what << '\n' << detail << '\n';
    std::abort();
}

} // namespace vellum::test
