// The properties that a skrit declares, without compiling it: what templates, jobs and chores may set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/source/includes.hpp"
#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit {

/// What a skrit declares; names in lower case and without `$`.
struct DeclaredProperties {
    struct Property {
        std::string name;
        UnitType type;       ///< Void: nothing declares that type.
        std::string initial; ///< Its default, if that is a text.
    };
    std::vector<Property> properties;
    std::vector<std::string> variables; ///< That are no properties.
    std::string required;               ///< The component that it cannot do without, or empty.
    bool complete = false;              ///< Nothing is missing: no include, and no declaration by a mistake.
};

/// Reads the text and what it includes. `name`: of the file, from which includes are looked for.
[[nodiscard]] DeclaredProperties declared_properties(std::string_view text, const std::string& name,
                                                     IncludeProvider& includes, const Exports& exports);

} // namespace vellum::skrit
