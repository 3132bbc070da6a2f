// The states of a skrit as a picture of boxes and arrows: what each state handles, which transitions lead
// where, and which handlers use setstate. Data for whoever draws it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vellum/export.hpp"
#include "vellum/program.hpp"

namespace vellum {

/// A state; the last one may stand for "any state", where handlers at object level belong.
struct SkritState {
    std::string name;               ///< As declared, or "any state".
    bool startup = false;           ///< Entered first.
    bool any = false;               ///< No state of its own.
    std::vector<std::string> lines; ///< "trigger OnTimer( 1 )", "event OnEnterState", "Step$ at 5 frames".
};

/// A way from one state to another.
struct SkritStateChange {
    std::uint32_t from = 0, to = 0; ///< Indices of SkritStateChart::states.
    std::string label;              ///< Conditions of the transition, or the handler that uses setstate.
    bool setstate = false;          ///< By setstate in code; otherwise a declared transition.
};

/// Boxes and arrows.
struct SkritStateChart {
    std::vector<SkritState> states;        ///< In order of declaration; empty if the skrit has none.
    std::vector<SkritStateChange> changes; ///< In order of what they come from in the skrit.
};

/// The chart of a skrit; nothing if the program is none. Calls of functions of the skrit are followed, so a
/// setstate in a helper counts for its callers. Constants of published scripts have their names.
[[nodiscard]] VELLUM_API std::optional<SkritStateChart> skrit_state_chart(const Program& program);

} // namespace vellum
