// The terrain of a world map, wm0.map and its kin: triangles by mesh. Blocks hold 16 meshes each, every mesh
// packed by itself, so that only what is asked for is unpacked.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::ff7 {

struct Triangle {
    std::array<std::int16_t, 3> x{}, z{}; ///< Inside the mesh, 0 to 8192.
    std::uint8_t terrain = 0;             ///< See terrain_name.
    std::uint8_t script = 0;              ///< From 3 on: the mesh's function of that number less 3.
    std::uint8_t region = 0;              ///< See region_name.
};

class Terrain {
  public:
    /// An error if the bytes are no map of this kind.
    [[nodiscard]] static Result<Terrain> read(std::vector<std::byte> bytes);

    [[nodiscard]] std::uint32_t columns() const noexcept { return columns_; } ///< Meshes, at most 36.
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }       ///< At most 28.
    /// Empty outside of the map; an error if the mesh is damaged.
    [[nodiscard]] Result<std::vector<Triangle>> mesh(std::uint32_t x, std::uint32_t z) const;

  private:
    std::vector<std::byte> bytes_;
    std::uint32_t columns_ = 0, rows_ = 0;
};

/// "grass", or empty.
[[nodiscard]] std::string_view terrain_name(std::uint32_t terrain) noexcept;
/// "Junon Area", or empty.
[[nodiscard]] std::string_view region_name(std::uint32_t region) noexcept;
/// Seas, rivers and other water: what a coast runs around.
[[nodiscard]] bool is_water(std::uint32_t terrain) noexcept;

} // namespace vellum::ff7
