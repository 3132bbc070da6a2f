// What somebody named and noted, put into trees and texts, and taken out of edited texts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engines/pathologic/decompile/names_file.hpp"

namespace vellum::pathologic::decompile {

/// Gives what is known by these names its name. Where such a name would mean something else, in a script
/// that has more names than the one it is from, it gets a number.
void apply_names(const Script& script, const Names& names, source::Tree& tree);

/// The text of the tree, with the comments in it.
[[nodiscard]] std::string with_comments(const Script& script, const Names& names, const source::Tree& tree,
                                        std::string text);

/// What of a text is not what the decompiler would write, as a file of names; what `known` has beside it
/// stays.
[[nodiscard]] Result<std::string> names_in(const Engine& engine, std::string_view text, std::string name,
                                           std::optional<Numbering> numbering, const Names* known,
                                           Diagnostics& diagnostics);

} // namespace vellum::pathologic::decompile
