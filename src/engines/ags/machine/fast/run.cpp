#include "engines/ags/machine/fast/code.hpp"
namespace vellum::ags {
bool can_run_fast(const Context&) { return false; }
Exit run_fast(Context&, std::uint64_t) { return Exit::faulted; }
void World::prepare_fast() {}
} // namespace vellum::ags
