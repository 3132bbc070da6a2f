// The tree as text: what the parser reads back to the same tree.
#pragma once

#include <span>
#include <string>

#include "engines/ff7/source/tree.hpp"

namespace vellum::ff7 {
struct GameData;
}

namespace vellum::ff7::source {

struct PrintOptions {
    bool addresses = false;         ///< Behind each statement, in a comment, where its code begins.
    const GameData* data = nullptr; ///< For comments; may be null.
};

/// Places with a name are printed by it and declared in front.
[[nodiscard]] std::string print(const Tree& tree, std::span<const Declaration> names,
                                const PrintOptions& options);

} // namespace vellum::ff7::source
