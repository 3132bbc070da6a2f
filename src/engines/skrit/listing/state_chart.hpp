// The states of a skrit as a picture of boxes and arrows: what each state handles, which transitions lead
// where, and which handlers use setstate. Data for whoever draws it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/unit/unit.hpp"

namespace vellum::skrit {

/// A state; the last one may stand for "any state", where handlers at object level belong.
struct ChartState {
    std::string name; ///< As declared, or "any state".
    bool startup = false;
    bool any = false;
    std::vector<std::string> lines; ///< "trigger OnTimer( 1 )", "event OnEnterState", "Step$ at 5 frames".
};

/// A way from one state to another.
struct ChartArrow {
    std::uint32_t from = 0, to = 0; ///< Indices of StateChart::states.
    std::string label;              ///< Conditions of the transition, or the handler that uses setstate.
    bool setstate = false;          ///< By setstate in code; otherwise a declared transition.
};

struct StateChart {
    std::vector<ChartState> states;
    std::vector<ChartArrow> arrows;
};

/// Calls of functions of the skrit are followed, so a setstate in a helper counts for its callers.
/// `exports` name the constants; null: numbers.
[[nodiscard]] StateChart state_chart(const Unit& unit, const Exports* exports = nullptr);

} // namespace vellum::skrit
