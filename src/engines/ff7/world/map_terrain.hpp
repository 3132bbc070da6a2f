// The ground of the map's picture: what grows where, and the coast, from the triangles of the game's terrain.
// They are looked at in a raster, because a picture of all of them would take megabytes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engines/ff7/format/terrain.hpp"
#include "engines/ff7/world/map_canvas.hpp"

namespace vellum::ff7 {

class MapTerrain {
  public:
    static constexpr std::uint32_t per_mesh = 12; ///< Samples along a mesh.

    explicit MapTerrain(const Terrain& terrain);

    /// Areas and coast; `mesh`: units of a mesh in the picture.
    void draw(MapCanvas& canvas, double left, double top, double mesh) const;
    /// A name for the middle of each region that has enough land.
    void label_regions(MapCanvas& canvas, double left, double top, double mesh, const Box& bounds) const;

  private:
    static constexpr std::uint8_t unknown = 0xFF;
    [[nodiscard]] std::uint8_t at(std::int64_t x, std::int64_t z) const noexcept;
    [[nodiscard]] bool land(std::int64_t x, std::int64_t z) const noexcept;

    std::uint32_t columns_ = 0, rows_ = 0; ///< Of samples.
    std::vector<std::uint8_t> ground_, region_;
};

/// Style rules for the classes that are drawn with.
[[nodiscard]] std::string_view terrain_style_light() noexcept;
[[nodiscard]] std::string_view terrain_style_dark() noexcept;

} // namespace vellum::ff7
