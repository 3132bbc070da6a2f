// Builds graphs from programs: the control flow of one function, the calls between all. Everything is read
// off the decoded code and the instruction table's flow column.
#pragma once

#include "tools/graph/graph.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// Basic blocks of the function that begins at its address. With `max_lines` instructions shown per block (0:
/// all).
[[nodiscard]] Graph control_flow(const Program& program, const Function& function, std::size_t max_lines);

/// Which calls are shown.
struct CallsShown {
    std::string from = {};            ///< Only what this function calls, and so on; empty: all.
    std::uint32_t depth = 0xFFFFFFFF; ///< So many calls away from it at most.
};

/// What the options ask for; fails as `draw_graph` does.
[[nodiscard]] Result<Graph> build_graph(const Program& program, const GraphOptions& options,
                                        const CallsShown& calls = {});

/// Functions and the calls between them; with natives, the host functions as well.
[[nodiscard]] Graph call_graph(const Program& program, bool natives);

} // namespace vellum::tools
