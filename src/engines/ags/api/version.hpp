// Which release and level of the API a script was compiled with: every declaration of the header left a slot
// among its imports, so that the slots of those that it uses tell them apart.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engines/ags/api/table.hpp"

namespace vellum::ags::api {

struct Version {
    Release release = 0;
    Conditions conditions;
};

/// What is known of a compiled script besides its imports.
struct ScriptTraits {
    std::int32_t block_version = 90;
    /// The last release before the one that added numbers of parameters to imported functions, or the first
    /// after it; nothing if the script imports none.
    std::optional<bool> counts_functions{};
};

/// The version whose header gives all imports that the script uses their slots. Of several the likeliest: one
/// with the newest level and no old switches, then the newest release. Nothing if there is none, or no import
/// is of the API.
[[nodiscard]] std::optional<Version> find_version(std::span<const std::string> imports,
                                                  const ScriptTraits& traits);

} // namespace vellum::ags::api
