// The states of a skrit as boxes and arrows: the handlers of each state, its transitions, and handlers that
// use setstate. Data to draw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vellum/export.hpp"
#include "vellum/program.hpp"

namespace vellum {

/// A state; the last one may be "any state", where handlers at object level belong.
struct SkritState {
    std::string name;               ///< As declared, or "any state".
    bool startup = false;           ///< Entered first.
    bool any = false;               ///< Not a real state.
    std::vector<std::string> lines; ///< "trigger OnTimer( 1 )", "event OnEnterState", "Step$ at 5 frames".
};

/// A transition from one state to another.
struct SkritStateChange {
    std::uint32_t from = 0, to = 0; ///< Indices of SkritStateChart::states.
    std::string label;              ///< Conditions of the transition, or the handler that uses setstate.
    bool setstate = false;          ///< By setstate in code; otherwise a declared transition.
};

/// Boxes and arrows.
struct SkritStateChart {
    std::vector<SkritState> states;        ///< In order of declaration; empty if the skrit has none.
    std::vector<SkritStateChange> changes; ///< In the order of their sources in the skrit.
};

/// The chart of a skrit; empty if the program is not a skrit. Calls of functions of the skrit are followed,
/// so a setstate in a helper counts for its callers. Constants of published scripts have their names.
[[nodiscard]] VELLUM_API std::optional<SkritStateChart> skrit_state_chart(const Program& program);

} // namespace vellum
