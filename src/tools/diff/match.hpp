// Which function of one program is which of another.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/diff/functions.hpp"

namespace vellum::tools {

struct Matching {
    std::vector<std::uint32_t> after;  ///< By function of the first program; no_function: it has none.
    std::vector<std::uint32_t> before; ///< The other way.
    std::vector<bool> moved; ///< By function of the second program: stands among others than before.
};

/// Names by function. `given`: somebody gave them, so they tell more than what a function does.
[[nodiscard]] Matching match_functions(const FunctionList& before, const FunctionList& after,
                                       const std::vector<std::string>& before_names,
                                       const std::vector<std::string>& after_names, bool given);

/// The two do the same: the same lines, and calls to functions that are each other's.
[[nodiscard]] bool same_function(const FunctionList& before, std::uint32_t a, const FunctionList& after,
                                 std::uint32_t b, const Matching& matching);

/// Lines that both have, in percent of all. Takes as many steps as the two have lines.
[[nodiscard]] unsigned likeness(const FunctionFacts& a, const FunctionFacts& b);

} // namespace vellum::tools
