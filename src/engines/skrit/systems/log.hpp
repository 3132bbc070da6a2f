// The log of errors, warnings and fatals with the time of each line (docs/engines/skrit.md, "When something
// goes wrong", "The console"). Retail worlds keep no log.
#pragma once

#include <functional>
#include <string>

#include "engines/skrit/world/reports.hpp"

namespace vellum::skrit {

class World;

/// Text of the present time, for lines of a log.
using LogClock = std::function<std::string()>;
/// "2026-11-22 04:05:06" in universal time.
[[nodiscard]] std::string time_of_day();

/// Adds "TIME stream: line" to `to` for every line of the streams error, errorbox, warning and fatal and for
/// every runtime error. Streams go on to where they went before. Does nothing in a retail world.
void keep_log(World& world, std::function<void(std::string_view line)> to, LogClock clock = time_of_day);

} // namespace vellum::skrit
