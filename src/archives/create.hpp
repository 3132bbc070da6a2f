// New archives.
#pragma once

#include "vellum/archive.hpp"

namespace vellum::archives {

[[nodiscard]] Result<std::vector<std::byte>> create_lgp(std::span<const Change> members);
[[nodiscard]] Result<std::vector<std::byte>> create_vfs(std::span<const Change> members);
[[nodiscard]] Result<std::vector<std::byte>> create_tank(std::span<const Change> members);

} // namespace vellum::archives
