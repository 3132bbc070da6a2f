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

/// The meshes that a map's file has; around them they repeat, over all of the world.
struct MapArea {
    std::int32_t column = 0, row = 0;           ///< The first one's.
    std::int32_t columns = 36, rows = 28;       ///< How many there are.
    std::int32_t far_column = 36, far_row = 28; ///< From these on, a place is counted from the world's end.

    /// Of 0 the surface, 2 under water, 3 the snow field.
    [[nodiscard]] static MapArea of(std::int32_t map_number) noexcept;
    /// The mesh of the file that lies at a mesh of the world, in columns and rows of the world.
    [[nodiscard]] std::int32_t column_at(std::int32_t x) const noexcept;
    [[nodiscard]] std::int32_t row_at(std::int32_t z) const noexcept;
};

class Terrain {
  public:
    /// An error if the bytes are no map of this kind.
    [[nodiscard]] static Result<Terrain> read(std::vector<std::byte> bytes);

    [[nodiscard]] const MapArea& area() const noexcept { return area_; }
    /// At that place of the world. Empty outside of the world; an error if the mesh is damaged.
    [[nodiscard]] Result<std::vector<Triangle>> mesh(std::uint32_t x, std::uint32_t z) const;

  private:
    std::vector<std::byte> bytes_;
    MapArea area_;
};

/// "grass", or empty.
[[nodiscard]] std::string_view terrain_name(std::uint32_t terrain) noexcept;
/// "Junon Area", or empty.
[[nodiscard]] std::string_view region_name(std::uint32_t region) noexcept;
/// Seas, rivers and other water: what a coast runs around.
[[nodiscard]] bool is_water(std::uint32_t terrain) noexcept;

} // namespace vellum::ff7
