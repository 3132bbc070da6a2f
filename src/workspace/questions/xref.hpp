// The search of `xref` in one script.
#pragma once

#include <vector>

#include "tools/references.hpp"
#include "vellum/workspace.hpp"

namespace vellum::questions {

struct HowToSearch {
    const tools::NamePattern* in = nullptr;   ///< Only uses in functions with such names.
    bool listing = false;                     ///< Functions by their names in listings, and no source.
    tools::ClosestName* closest = nullptr;    ///< Shown what is not it.
    tools::ClosestName* closest_in = nullptr; ///< Shown functions that are not it.
};

/// Who uses a name in a loaded script, as its source tells of it.
[[nodiscard]] std::vector<tools::Use> uses_in(const Workspace& workspace, const Node& node,
                                              const tools::OpenedFile& opened, const tools::Script& script,
                                              const ProgramPtr& program, const tools::NamePattern& wanted,
                                              const HowToSearch& how);

} // namespace vellum::questions
