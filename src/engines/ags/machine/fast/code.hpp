// The fast form of linked scripts and who may run it. See lower.cpp for what it is and run.cpp for how it
// runs.
#pragma once

#include "engines/ags/machine/context.hpp"

namespace vellum::ags {

struct FastCode {};

[[nodiscard]] bool can_run_fast(const Context& context);
[[nodiscard]] Exit run_fast(Context& context, std::uint64_t limit);

/// DYNAMICBOUNDS on an array that exists.
bool check_array_index(Context& context, const Object& array, std::int32_t offset);

} // namespace vellum::ags
