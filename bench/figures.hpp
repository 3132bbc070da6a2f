// What is measured without a contestant: costs of single operations and speeds of tools. A row names a
// function that measures once; the best of all rounds counts. Another engine adds a file and a line in
// main.cpp.
#pragma once

#include <span>
#include <string_view>

namespace vellum::bench {

struct Figure {
    std::string_view engine;
    std::string_view name;
    std::string_view unit;
    std::string_view what;
    bool more_is_better = false;
    double (*measure)() = nullptr; ///< One round; negative if it cannot be measured here.
};

[[nodiscard]] std::span<const Figure> ags_figures();
[[nodiscard]] std::span<const Figure> skrit_figures();
[[nodiscard]] std::span<const Figure> ff7_figures();
[[nodiscard]] std::span<const Figure> tool_figures();
[[nodiscard]] std::span<const Figure> world_figures();
[[nodiscard]] std::span<const Figure> debug_figures();

} // namespace vellum::bench
