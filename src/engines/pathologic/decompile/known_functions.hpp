// Functions that many scripts of the game share, by what their code says: names for them, their parameters
// and locals, given by somebody who read them.
#pragma once

#include <cstdint>
#include <string_view>

namespace vellum::pathologic::decompile {

/// Names; those of parameters and locals with commas between, in order, empty where nothing is known.
struct KnownFunction {
    std::uint64_t hash = 0;
    std::string_view name, parameters, locals;
};

/// Null if nobody has named it.
[[nodiscard]] const KnownFunction* known_function(std::uint64_t hash);

} // namespace vellum::pathologic::decompile
