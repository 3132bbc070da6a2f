// The surface has 63 blocks in 7 rows and 6 more that replace some of them as the story goes on; under water
// and in the snow there are fewer, which repeat. The first state of the world is what is shown.
#include "engines/ff7/format/terrain.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "archives/lzss.hpp"
#include "base/bytes.hpp"
#include "engines/ff7/codes.hpp"

namespace vellum::ff7 {

namespace {

constexpr std::size_t block_size = 0xB800, side = 4, meshes = side * side;
constexpr std::size_t most_triangles = 1024; // with 256 vertices there are about 500
constexpr std::size_t largest_mesh = 1U << 15U;
constexpr std::size_t triangle_size = 12, vertex_size = 8;
constexpr std::int32_t world_columns = 36, world_rows = 28; // meshes

struct Layout {
    std::int32_t map;
    MapArea area;
    [[nodiscard]] constexpr std::size_t blocks() const noexcept {
        return static_cast<std::size_t>(area.columns * area.rows) / meshes;
    }
};
constexpr Layout layouts[] = {
    {0, {0, 0, 36, 28, 36, 28}}, {2, {12, 8, 12, 16, 36, 28}}, {3, {0, 0, 8, 8, 16, 12}}};

/// `place` of a world of `size`, in an area that repeats.
std::int32_t repeated(std::int32_t place, std::int32_t first, std::int32_t count, std::int32_t far,
                      std::int32_t size) noexcept {
    if (place >= far) place -= size;
    return first + ((place - first) % count + count) % count;
}

constexpr std::string_view terrains[] = {"grass",
                                         "forest",
                                         "mountain",
                                         "deep sea",
                                         "river crossing",
                                         "river",
                                         "shallows",
                                         "swamp",
                                         "desert",
                                         "wasteland",
                                         "snow",
                                         "riverside",
                                         "cliff",
                                         "Corel bridge",
                                         "Wutai bridge",
                                         "",
                                         "hill side",
                                         "beach",
                                         "submarine pen",
                                         "canyon",
                                         "mountain pass",
                                         "bridge",
                                         "waterfall",
                                         "",
                                         "Gold Saucer desert",
                                         "jungle",
                                         "deep sea",
                                         "Northern Cave",
                                         "desert border",
                                         "bridgehead",
                                         "back entrance",
                                         ""};

constexpr std::string_view regions[] = {"Midgar Area",       "Grasslands Area",  "Junon Area",
                                        "Corel Area",        "Gold Saucer Area", "Gongaga Area",
                                        "Cosmo Area",        "Nibel Area",       "Rocket Launch Pad Area",
                                        "Wutai Area",        "Woodlands Area",   "Icicle Area",
                                        "Mideel Area",       "North Corel Area", "Cactus Island",
                                        "Goblin Island",     "Round Island",     "Sea",
                                        "Bottom of the Sea", "Glacier"};

} // namespace

MapArea MapArea::of(std::int32_t map_number) noexcept {
    for (const Layout& layout : layouts)
        if (layout.map == map_number) return layout.area;
    return {};
}

std::int32_t MapArea::column_at(std::int32_t x) const noexcept {
    return repeated(x, column, columns, far_column, world_columns);
}

std::int32_t MapArea::row_at(std::int32_t z) const noexcept {
    return repeated(z, row, rows, far_row, world_rows);
}

Result<Terrain> Terrain::read(std::vector<std::byte> bytes) {
    const std::size_t blocks = bytes.size() / block_size;
    for (const Layout& layout : layouts)
        if (blocks >= layout.blocks()) {
            Terrain result;
            result.bytes_ = std::move(bytes);
            result.area_ = layout.area;
            return result;
        }
    return fail(codes::data_file, "a terrain has at least " + std::to_string(layouts[2].blocks()) +
                                      " blocks of " + std::to_string(block_size) + " bytes");
}

Result<std::vector<Triangle>> Terrain::mesh(std::uint32_t x, std::uint32_t z) const {
    if (x >= static_cast<std::uint32_t>(world_columns) || z >= static_cast<std::uint32_t>(world_rows))
        return std::vector<Triangle>{};
    const auto column =
                   static_cast<std::size_t>(area_.column_at(static_cast<std::int32_t>(x)) - area_.column),
               row = static_cast<std::size_t>(area_.row_at(static_cast<std::int32_t>(z)) - area_.row);
    const std::size_t block =
        (row / side * (static_cast<std::size_t>(area_.columns) / side) + column / side) * block_size;
    const std::size_t number = row % side * side + column % side;
    const std::size_t offset = load_u32(&bytes_[block + number * 4]) & ~3U;
    if (offset < meshes * 4 || offset >= block_size)
        return fail(codes::data_file, "a mesh is not inside its block", Place::at_offset(block + number * 4));
    const std::span<const std::byte> packed = std::span(bytes_).subspan(block + offset, block_size - offset);
    const std::size_t length = std::min<std::size_t>(load_u32(packed.data()), packed.size() - 4);
    const auto unpacked = archives::unpack_lzss(packed.subspan(4, length), largest_mesh + 1);
    if (!unpacked || unpacked->size() > largest_mesh)
        return fail(codes::data_file,
                    unpacked ? "packed data is longer than " + std::to_string(largest_mesh) + " bytes"
                             : "packed data is cut off",
                    Place::at_offset(block + offset));
    ByteReader reader(*unpacked);
    const std::size_t triangles = reader.u16(), vertices = reader.u16();
    if (triangles > most_triangles)
        return fail(codes::data_file, "a mesh has more than " + std::to_string(most_triangles) + " triangles",
                    Place::at_offset(block + offset));
    if (!reader.has(triangles * triangle_size + vertices * vertex_size))
        return fail(codes::data_file, "a mesh is shorter than its length", Place::at_offset(block + offset));
    const std::byte* const first = unpacked->data() + 4;
    const std::byte* const vertex = first + triangles * triangle_size;
    std::vector<Triangle> result;
    result.reserve(triangles);
    for (std::size_t i = 0; i < triangles; ++i) {
        const std::byte* const from = first + i * triangle_size;
        Triangle one;
        bool whole = true;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::size_t index = load_u8(from + corner);
            if (index >= vertices) {
                whole = false;
                break;
            }
            one.x[corner] = static_cast<std::int16_t>(load_u16(vertex + index * vertex_size));
            one.z[corner] = static_cast<std::int16_t>(load_u16(vertex + index * vertex_size + 4));
        }
        if (!whole) continue;
        one.terrain = load_u8(from + 3) & 0x1FU;
        one.script = static_cast<std::uint8_t>(load_u8(from + 3) >> 5U);
        one.region = load_u16(from + 10) >> 9U & 0x1FU;
        result.push_back(one);
    }
    return result;
}

std::string_view terrain_name(std::uint32_t terrain) noexcept {
    return terrain < std::size(terrains) ? terrains[terrain] : std::string_view{};
}

std::string_view region_name(std::uint32_t region) noexcept {
    return region < std::size(regions) ? regions[region] : std::string_view{};
}

bool is_water(std::uint32_t terrain) noexcept {
    constexpr std::uint32_t water = 1U << 3U | 1U << 5U | 1U << 6U | 1U << 22U | 1U << 26U;
    return terrain < 32 && (water >> terrain & 1U) != 0;
}

} // namespace vellum::ff7
