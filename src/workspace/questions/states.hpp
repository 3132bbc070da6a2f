// The states of a skrit as a graph. Every way between states is a box of its own, so that its conditions can
// be read.
#pragma once

#include <string>

#include "tools/graph/graph.hpp"
#include "vellum/skrit_states.hpp"

namespace vellum::questions {

[[nodiscard]] tools::Graph to_graph(const SkritStateChart& chart, const std::string& name);

} // namespace vellum::questions
