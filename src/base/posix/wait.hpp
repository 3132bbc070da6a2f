// Waiting for a file descriptor.
#pragma once

#include <chrono>

namespace vellum {

/// Waits at most so long for what `poll` calls `what`. True, too, if the next call will say what is wrong.
[[nodiscard]] bool wait_for(int file, short what, std::chrono::milliseconds most);

} // namespace vellum
