// Windows reads ahead by itself within a file and has no wish for the next one.
#include "cli/read_ahead.hpp"

namespace vellum::cli {

void read_ahead(const std::vector<Node>&, std::size_t) {}

} // namespace vellum::cli
