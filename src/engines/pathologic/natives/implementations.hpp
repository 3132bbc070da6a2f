// The functions behind the natives that need no game; rows.inc says the rest of them. They keep no state of
// their own: random numbers, stand-in objects and variables live in the world.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "vellum/host.hpp"
#include "vellum/natives.hpp"

namespace vellum::pathologic {

class RunningWorld;

struct Implementation {
    NativeKind kind;
    std::string_view name;
    std::int32_t arity; ///< With name and kind, which row it belongs to.
    void (*invoke)(void* self, Call& call);
};

/// All of them: basics, texts, then containers and properties.
[[nodiscard]] std::span<const Implementation> basic_implementations() noexcept;
[[nodiscard]] std::span<const Implementation> object_implementations() noexcept;

/// Both lists, one after the other.
[[nodiscard]] std::vector<Implementation> implementations();

/// All rows, those of natives that only a game has too.
void each_row(const std::function<void(NativeRow&&)>& visit);

/// The world the call came from; null after failing the call if there is none.
[[nodiscard]] RunningWorld* world_of(Call& call);
/// An implementation that is not asked without a world.
template <void (*run)(Call& call, RunningWorld& world)> void in_world(void*, Call& call) {
    if (RunningWorld* world = world_of(call)) run(call, *world);
}

} // namespace vellum::pathologic
