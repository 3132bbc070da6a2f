// Bytes as JSON carries them (RFC 4648).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum {

[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);
/// Nothing if that is no base64; what fills up the end may be missing.
[[nodiscard]] std::optional<std::vector<std::byte>> from_base64(std::string_view text);

} // namespace vellum
