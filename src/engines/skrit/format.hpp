// Compiled files (.skc): a unit as bytes and back (docs page, "Compiled files"). Reading trusts nothing:
// sizes are checked before anything is reserved, tables by settle_tables, code by the verifier.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// "SKC" and a byte that no text begins with.
inline constexpr std::uint32_t skc_magic = 0x1A434B53;
inline constexpr std::uint16_t skc_version = 1;

[[nodiscard]] bool is_skc(std::span<const std::byte> bytes) noexcept;
[[nodiscard]] std::vector<std::byte> write_skc(const Unit& unit);
/// Null after reporting.
[[nodiscard]] std::shared_ptr<Unit> read_skc(std::span<const std::byte> bytes, std::string name,
                                             Diagnostics& diagnostics);

} // namespace vellum::skrit
