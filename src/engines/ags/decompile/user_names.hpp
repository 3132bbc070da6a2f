// What somebody named and noted, put into texts and taken out of edited ones.
#pragma once

#include <string>

#include "engines/ags/decompile/names_file.hpp"

namespace vellum::ags::decompile {

/// The text with the comments in it. No line is added, because lines are part of the code: a comment stands
/// on its line if nothing else does, and else behind what does.
[[nodiscard]] std::string with_comments(const Block& block, const Names& names, std::string text);

} // namespace vellum::ags::decompile
