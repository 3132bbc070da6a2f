// setstate is found in the code of each fragment and of everything it calls.
#include "vellum/skrit_states.hpp"

#include <algorithm>
#include <set>

#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/listing/documents.hpp"

namespace vellum {

using namespace skrit;

namespace {

class ChartMaker {
  public:
    explicit ChartMaker(const Unit& unit) : unit_(unit) {}

    SkritStateChart make() {
        if (unit_.states.empty()) return {};
        for (std::uint32_t i = 0; i < unit_.states.size(); ++i) {
            const State& state = unit_.states[i];
            SkritState made{state.name, i == unit_.startup, false, {}};
            if (state.polls) made.lines.push_back("poll " + delay_text(state.poll));
            chart_.states.push_back(std::move(made));
        }
        any_ = static_cast<std::uint32_t>(chart_.states.size());
        chart_.states.push_back({"any state", false, true, {}});
        for (const Handler& handler : unit_.handlers)
            fragment(handler.state, handler.function,
                     std::string(handler.trigger ? "trigger " : "event ") + unit_.events[handler.event].name +
                         filter_text(unit_, handler.filter, exports_));
        for (const AtFunction& at : unit_.at_functions)
            fragment(at.state, at.function,
                     unit_.functions_table[at.function].name + " at " + delay_text(at.delay));
        for (const Transition& transition : unit_.transitions) {
            const std::string label = terms_text(unit_, transition, exports_);
            arrow(transition.from, transition.to, label, false);
            if (transition.handler == none) continue;
            for (const std::uint32_t to : targets(transition.handler))
                arrow(transition.from, to, label + " = setstate", true);
        }
        if (unit_.startup != none && !used_any_ && chart_.states.back().lines.empty())
            chart_.states.pop_back();
        return std::move(chart_);
    }

  private:
    void fragment(std::uint32_t state, std::uint32_t function, std::string text) {
        const std::uint32_t from = state == none ? any_ : state;
        for (const std::uint32_t to : targets(function)) arrow(from, to, text, true);
        chart_.states[from].lines.push_back(std::move(text));
    }

    void arrow(std::uint32_t from, std::uint32_t to, const std::string& label, bool setstate) {
        used_any_ = used_any_ || from == any_;
        chart_.changes.push_back({from, to, label, setstate});
    }

    /// States that code of a function or of what it calls names, ascending.
    std::set<std::uint32_t> targets(std::uint32_t function) const {
        std::set<std::uint32_t> found, seen;
        std::vector<std::uint32_t> open{function};
        const isa::Code& code = unit_.instructions;
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (at >= unit_.functions_table.size() || !seen.insert(at).second) continue;
            const UnitFunction& row = unit_.functions_table[at];
            for (auto i = std::max<std::ptrdiff_t>(0, code.at(row.address));
                 i < std::ssize(code.instructions) &&
                 code.instructions[static_cast<std::size_t>(i)].address < row.end;
                 ++i) {
                const isa::Instruction& one = code.instructions[static_cast<std::size_t>(i)];
                if (one.row == static_cast<std::uint16_t>(Op::SETSTATE) &&
                    code.operands(one)[0] < unit_.states.size())
                    found.insert(code.operands(one)[0]);
                if (one.row == static_cast<std::uint16_t>(Op::CALLSKRIT))
                    open.push_back(code.operands(one)[0]);
            }
        }
        return found;
    }

    const Unit& unit_;
    const Exports* exports_ = &siege_exports();
    SkritStateChart chart_;
    std::uint32_t any_ = 0;
    bool used_any_ = false;
};

} // namespace

std::optional<SkritStateChart> skrit_state_chart(const Program& program) {
    const Unit* unit = unit_of(program);
    if (unit == nullptr) return std::nullopt;
    return ChartMaker(*unit).make();
}

} // namespace vellum
