// Nests the statements of a body: conditions, loops, what leaves them; labels for the jumps that are left.
#pragma once

#include <string>
#include <vector>

#include "engines/ff7/decompile/statements.hpp"

namespace vellum::ff7::decompile {

/// The block that the statements are; the last must be a RETURN, which is not in it. None, and why, if it is
/// nested too deeply.
[[nodiscard]] source::NodeId nest(const std::vector<Flat>& list, source::Tree& tree, std::string& why);

} // namespace vellum::ff7::decompile
