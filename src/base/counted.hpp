// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

/// "12,345".
[[nodiscard]] std::string grouped(std::uint64_t number);
/// "1 file", "12,345 files".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view noun);

} // namespace vellum
