#include "engines/ff7/world/map_terrain.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "vellum/ff7.hpp"

namespace vellum::ff7 {

namespace {

/// What is drawn alike. Water is the ground that everything else lies on, except where it is shallow.
struct Look {
    std::string_view name;
    std::uint32_t terrains; ///< A bit for each.
};
constexpr std::uint32_t bits(std::initializer_list<int> list) {
    std::uint32_t made = 0;
    for (const int one : list) made |= 1U << one;
    return made;
}
constexpr Look looks[] = {
    {"green", bits({0, 11, 16, 18, 29, 30})},
    {"forest", bits({1, 25})},
    {"rock", bits({2, 12, 20, 27})},
    {"shallow", bits({4, 5, 6, 22})},
    {"swamp", bits({7})},
    {"sand", bits({8, 17, 19, 24, 28})},
    {"waste", bits({9})},
    {"snow", bits({10})},
    {"bridge", bits({13, 14, 21})},
};

bool inside(const Triangle& triangle, double x, double z) noexcept {
    const auto side = [&](std::size_t a, std::size_t b) {
        return (triangle.x[b] - triangle.x[a]) * (z - triangle.z[a]) -
               (triangle.z[b] - triangle.z[a]) * (x - triangle.x[a]);
    };
    const double one = side(0, 1), two = side(1, 2), three = side(2, 0);
    return (one >= 0 && two >= 0 && three >= 0) || (one <= 0 && two <= 0 && three <= 0);
}

} // namespace

MapTerrain::MapTerrain(const Terrain& terrain)
    : columns_(static_cast<std::uint32_t>(terrain.area().columns) * per_mesh),
      rows_(static_cast<std::uint32_t>(terrain.area().rows) * per_mesh),
      ground_(std::size_t{columns_} * rows_, unknown),
      region_(ground_.size(), unknown) {
    constexpr double step = static_cast<double>(mesh_size) / per_mesh;
    const auto first_x = static_cast<std::uint32_t>(terrain.area().column),
               first_z = static_cast<std::uint32_t>(terrain.area().row);
    for (std::uint32_t mesh_z = 0; mesh_z < rows_ / per_mesh; ++mesh_z)
        for (std::uint32_t mesh_x = 0; mesh_x < columns_ / per_mesh; ++mesh_x) {
            const auto triangles = terrain.mesh(first_x + mesh_x, first_z + mesh_z);
            if (!triangles) continue;
            for (const Triangle& one : *triangles) {
                const auto from = [&](std::int32_t least) {
                    return static_cast<std::uint32_t>(std::clamp<double>(least / step - 0.5, 0, per_mesh));
                };
                const auto [low_x, high_x] = std::minmax({one.x[0], one.x[1], one.x[2]});
                const auto [low_z, high_z] = std::minmax({one.z[0], one.z[1], one.z[2]});
                for (std::uint32_t z = from(low_z); z < per_mesh && (z + 0.5) * step <= high_z; ++z)
                    for (std::uint32_t x = from(low_x); x < per_mesh && (x + 0.5) * step <= high_x; ++x)
                        if (inside(one, (x + 0.5) * step, (z + 0.5) * step)) {
                            const std::size_t place =
                                (std::size_t{mesh_z} * per_mesh + z) * columns_ + mesh_x * per_mesh + x;
                            ground_[place] = one.terrain;
                            region_[place] = one.region;
                        }
            }
        }
}

std::uint8_t MapTerrain::at(std::int64_t x, std::int64_t z) const noexcept {
    if (x < 0 || z < 0 || x >= columns_ || z >= rows_) return unknown;
    return ground_[static_cast<std::size_t>(z) * columns_ + static_cast<std::size_t>(x)];
}

bool MapTerrain::land(std::int64_t x, std::int64_t z) const noexcept {
    const std::uint8_t ground = at(x, z);
    return ground != unknown && !is_water(ground);
}

void MapTerrain::draw(MapCanvas& canvas, double left, double top, double mesh) const {
    const double step = mesh / per_mesh;
    const auto point = [&](char command, double x, double z) {
        canvas.out().ch(command);
        canvas.number(left + x * step);
        canvas.out().ch(' ');
        canvas.number(top + z * step);
    };
    canvas.text("<g shape-rendering=\"crispEdges\">\n");
    for (const Look& look : looks) {
        bool any = false;
        for (std::uint32_t z = 0; z < rows_; ++z)
            for (std::uint32_t x = 0; x < columns_; ++x) {
                const auto alike = [&](std::uint32_t column) {
                    const std::uint8_t ground = at(column, z);
                    return ground < 32 && (look.terrains >> ground & 1U) != 0;
                };
                if (!alike(x)) continue;
                const std::uint32_t begin = x;
                while (x < columns_ && alike(x)) ++x;
                if (!any) {
                    canvas.text("<path class=\"");
                    canvas.text(look.name);
                    canvas.text("\" d=\"");
                    any = true;
                }
                point('M', begin, z);
                canvas.out().ch('h');
                canvas.number((x - begin) * step);
                canvas.out().ch('v');
                canvas.number(step);
                canvas.out().ch('h');
                canvas.number(-((x - begin) * step));
                canvas.out().ch('z');
            }
        if (any) canvas.text("\"/>\n");
    }
    canvas.text("</g>\n<path class=\"coast\" d=\"");
    // Between the middles of four samples the coast cuts off corners, so that it does not run in steps.
    for (std::int64_t z = -1; z < rows_; ++z)
        for (std::int64_t x = -1; x < columns_; ++x) {
            const bool corner[] = {land(x, z), land(x + 1, z), land(x + 1, z + 1), land(x, z + 1)};
            const double sides[4][2] = {{1, 0.5}, {1.5, 1}, {1, 1.5}, {0.5, 1}};
            std::array<std::size_t, 4> cut{};
            std::size_t cuts = 0;
            for (std::size_t i = 0; i < 4; ++i)
                if (corner[i] != corner[(i + 1) % 4]) cut[cuts++] = i;
            for (std::size_t i = 0; i + 1 < cuts; i += 2) {
                const auto px = static_cast<double>(x), pz = static_cast<double>(z);
                point('M', px + sides[cut[i]][0], pz + sides[cut[i]][1]);
                point('L', px + sides[cut[i + 1]][0], pz + sides[cut[i + 1]][1]);
            }
        }
    canvas.text("\"/>\n");
}

void MapTerrain::label_regions(MapCanvas& canvas, double left, double top, double mesh,
                               const Box& bounds) const {
    constexpr std::size_t enough = std::size_t{per_mesh} * per_mesh / 2;
    const double step = mesh / per_mesh;
    struct Sum {
        double x = 0, z = 0;
        std::size_t count = 0;
    };
    std::map<std::uint8_t, Sum> sums;
    for (std::uint32_t z = 0; z < rows_; ++z)
        for (std::uint32_t x = 0; x < columns_; ++x)
            if (land(x, z)) {
                Sum& sum = sums[region_[std::size_t{z} * columns_ + x]];
                sum.x += x;
                sum.z += z;
                ++sum.count;
            }
    for (const auto& [region, sum] : sums) {
        const std::string_view name = region_name(region);
        if (name.empty() || sum.count < enough) continue;
        constexpr double size = 15;
        const double x = left + sum.x / static_cast<double>(sum.count) * step,
                     y = top + sum.z / static_cast<double>(sum.count) * step;
        static_cast<void>(canvas.place_label(x - text_width(name, size) / 2, y, 0, name, size + 1,
                                             "class=\"region\" font-size=\"15\"", bounds));
    }
}

std::string_view terrain_style_light() noexcept {
    return ".green{fill:#c7dfa8}.forest{fill:#93bf86}.rock{fill:#bfae98}.shallow{fill:#bfe0ec}.swamp{fill:#"
           "9cb39a}"
           ".sand{fill:#f0e2b6}.waste{fill:#d5c6ae}.snow{fill:#fbfdff}.bridge{fill:#a8927a}"
           ".coast{fill:none;stroke:#5d7f95;stroke-width:1.2;stroke-linecap:round}"
           ".region{fill:#3d4a3a;fill-opacity:.75;font-style:italic;letter-spacing:.5px}";
}

std::string_view terrain_style_dark() noexcept {
    return ".green{fill:#3c5636}.forest{fill:#2a4430}.rock{fill:#5a5148}.shallow{fill:#2b4d5e}.swamp{fill:#"
           "35463d}"
           ".sand{fill:#6e6341}.waste{fill:#57503f}.snow{fill:#8d99a3}.bridge{fill:#77654f}"
           ".coast{stroke:#88aec4}.region{fill:#e6ead8;fill-opacity:.7}";
}

} // namespace vellum::ff7
