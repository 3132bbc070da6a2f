// How files looked when they were last seen: for commands that notice changes by looking again, which works
// the same on every system and in every shared folder.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/disk.hpp"

namespace vellum {
class Engine;
}

namespace vellum::cli {

using Stamps = std::map<std::string, FileStamp>; ///< By path.

/// Scripts below these folders; of what is no folder, such as an archive, the file itself. `engine`: may be
/// null, for any.
[[nodiscard]] Stamps look_at(const std::vector<std::string>& places, const Engine* engine);
/// Looks until nothing changes any more: a file that is being written looks different each time.
[[nodiscard]] Stamps settled(const std::vector<std::string>& places, const Engine* engine, Stamps now,
                             std::chrono::milliseconds interval);

} // namespace vellum::cli
