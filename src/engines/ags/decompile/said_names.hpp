// What a script of AGS 4 calls its variables (format/reflection.hpp), for its source.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engines/ags/decompile/tree.hpp"

namespace vellum::ags::decompile {

struct SaidNames {
    std::map<std::uint32_t, std::string> locals; ///< By local of the tree.
    std::map<std::int32_t, std::string> globals; ///< By where they begin.
};

/// Names that no source could have are left out.
[[nodiscard]] SaidNames said_names(const Block& block, const Tree& tree);

} // namespace vellum::ags::decompile
