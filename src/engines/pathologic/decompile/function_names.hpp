// Names for functions and tasks.
#pragma once

#include <string>
#include <vector>

#include "engines/pathologic/decompile/known_functions.hpp"
#include "engines/pathologic/source/tree.hpp"

namespace vellum::pathologic::decompile {

/// What the rest of the script says about a function.
struct FunctionUse {
    std::uint32_t caller = source::none; ///< The only function that calls it; `several` if there are more.
    std::string_view given_to;           ///< What a native that is given its result calls it.
    static constexpr std::uint32_t several = source::none - 1;
};

/// Gives names to functions and tasks of a tree. By function: true if its name is only its number.
[[nodiscard]] std::vector<bool> name_functions(source::Tree& tree,
                                               const std::vector<const KnownFunction*>& known,
                                               const std::vector<FunctionUse>& uses);

} // namespace vellum::pathologic::decompile
