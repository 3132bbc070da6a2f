// The natives that are really implemented, as rows: name, arguments as in table.inc, function. They keep no
// state of their own; random numbers, stand-in objects and variables live in the world.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "vellum/host.hpp"

namespace vellum::pathologic {

class RunningWorld;

struct Implementation {
    NativeKind kind;
    std::string_view name;
    std::string_view arguments; ///< Direction and type letters, see table.inc.
    bool latent;
    void (*invoke)(void* self, Call& call);
    std::string_view documentation;
};

/// All of them: basics, texts, then containers and properties.
[[nodiscard]] std::span<const Implementation> basic_implementations() noexcept;
[[nodiscard]] std::span<const Implementation> object_implementations() noexcept;

/// Both lists, one after the other.
[[nodiscard]] std::vector<Implementation> implementations();

/// The world the call came from; null after failing the call if there is none.
[[nodiscard]] RunningWorld* world_of(Call& call);

} // namespace vellum::pathologic
