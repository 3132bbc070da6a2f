// Faults as text, with what the variables of their frames held where the source has names for them.
#pragma once

#include <cstddef>
#include <vector>

#include "base/text_writer.hpp"
#include "vellum/fault.hpp"
#include "vellum/inspect.hpp"

namespace vellum {

class Scheduler;

/// Parameters and locals of one of the fault's frames, while the world stands where it happened: the first
/// few, of the innermost frames. None where the program has no debug information.
[[nodiscard]] std::vector<Variable> held_variables(const Scheduler& scheduler, const Fault& fault,
                                                   std::size_t frame);
/// What `format` gives, and below each frame what its variables held if there is a scheduler to ask.
void write_fault(TextWriter& out, const Fault& fault, const Scheduler* scheduler);

} // namespace vellum
