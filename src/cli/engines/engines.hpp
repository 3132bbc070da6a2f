// Where engines add commands of their own: a file src/cli/engines/<id>.cpp defines the constants, and one
// line in command_table.cpp puts each into the overview. Such a command uses the same helpers as all others.
#pragma once

#include "cli/command.hpp"

namespace vellum::cli {

extern const Command map_command; ///< ff7

} // namespace vellum::cli
