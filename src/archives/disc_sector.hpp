// The checks of a raw disc sector, as burners and consoles compute them. Facts: docs/archives.md, "Discs".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::archives {

namespace sector {

inline constexpr std::size_t cooked_size = 2048; ///< Of data alone, as ISO 9660 counts.
inline constexpr std::size_t raw_size = 2352;
inline constexpr std::size_t headed_size = 2336; ///< Raw without sync and address.
inline constexpr std::size_t mode_at = 15;       ///< In a raw sector.
inline constexpr std::size_t submode_at = 18;    ///< Of mode 2.
inline constexpr std::size_t data_at = 24;       ///< Of mode 2, form 1.
inline constexpr std::uint8_t form_2 = 0x20;     ///< Bit of the submode: movies and sounds, without checks.

} // namespace sector

/// Writes EDC and ECC of a raw sector of mode 2, form 1.
void write_sector_checks(std::span<std::byte, sector::raw_size> raw);

} // namespace vellum::archives
