// The console scrolls back, and Windows brings no pager that knows colours.
#include "cli/pager.hpp"

namespace vellum::cli {

std::FILE* start_pager() { return nullptr; }

void end_pager(std::FILE*) {}

std::size_t terminal_height() { return 24; }

} // namespace vellum::cli
