// Names that come out of files as names of files.
#pragma once

#include <string>
#include <string_view>

namespace vellum {

/// The name of a container's member as a relative path that is harmless on every system: no way up, no
/// control characters, no names that systems keep for devices or hide, no option of a command line. Empty if
/// nothing of it can stay.
[[nodiscard]] std::string safe_path(std::string_view member);

} // namespace vellum
