// One function per table; the first breach ends the check, since later rules build on earlier ones.
#include "engines/skrit/unit/tables.hpp"

#include "base/ascii.hpp"

#include <cmath>
#include <unordered_set>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/isa/operands.hpp"

namespace vellum::skrit {

namespace {

class Checker {
  public:
    Checker(Unit& unit, Diagnostics& diagnostics) : unit_(unit), diagnostics_(diagnostics) {}

    bool run() {
        return types() && strings() && imports() && functions() && variables() && events() && states() &&
               transitions() && others();
    }

  private:
    bool fail(std::string message) {
        diagnostics_.add(codes::skc, std::move(message), Place{unit_.name(), Place::unknown, 0, 0});
        return false;
    }
    bool type_fits(TypeIndex type, bool allow_void) const {
        return type < unit_.types.size() && (allow_void || unit_.types[type].kind != TypeKind::none);
    }
    bool state_fits(std::uint32_t state) const { return state == none || state < unit_.states.size(); }
    bool value_fits(const Constant& value) const {
        if (!type_fits(value.type, true)) return false;
        return unit_.types[value.type].kind != TypeKind::string || unit_.is_string_start(value.bits);
    }
    /// A fragment without parameters that gives a value of that kind.
    bool fragment_fits(std::uint32_t function, FunctionKind kind, TypeKind result) const {
        if (function >= unit_.functions_table.size()) return false;
        const UnitFunction& row = unit_.functions_table[function];
        return row.kind == kind && row.parameters.empty() && unit_.types[row.result].kind == result;
    }
    bool delay_fits(const Delay& delay) const {
        if (delay.unit > TimeUnit::seconds || std::isnan(delay.value)) return false;
        return delay.function == none || fragment_fits(delay.function, FunctionKind::period, TypeKind::real);
    }

    bool types() {
        if (unit_.types.size() < 5 || unit_.types.size() > 0xFFFF)
            return fail("the table of types is too small or too large");
        for (std::size_t i = 0; i < unit_.types.size(); ++i) {
            const UnitType& type = unit_.types[i];
            const auto built_in = static_cast<TypeKind>(i);
            if (i < 5 ? type.kind != built_in || type.name != to_string(built_in)
                      : type.kind > TypeKind::value || !is_named(type.kind))
                return fail("type " + std::to_string(i) + " is not as expected");
        }
        return type_fits(unit_.owner, true) || fail("the owner's type does not exist");
    }
    bool strings() {
        std::uint32_t before = 0;
        for (std::size_t i = 0; i < unit_.string_starts.size(); ++i) {
            const std::uint32_t start = unit_.string_starts[i];
            if (start >= unit_.strings.size() || (i == 0 ? start != 0 : start <= before) ||
                (start != 0 && unit_.strings[start - 1] != '\0'))
                return fail("the constant strings overlap");
            before = start;
        }
        if (unit_.string_starts.empty() != unit_.strings.empty() ||
            (!unit_.strings.empty() && unit_.strings.back() != '\0'))
            return fail("the constant strings do not end properly");
        return true;
    }
    bool imports() {
        if (unit_.imports.size() > 0xFFFF || unit_.upcasts.size() > 0xFFFF) return fail("too many imports");
        for (const Import& import : unit_.imports) {
            bool fine = import.kind <= ImportKind::member && type_fits(import.result, true) &&
                        import.parameters.size() <= 1000;
            for (const UnitParameter& parameter : import.parameters)
                fine = fine && type_fits(parameter.type, parameter.any);
            if (!fine) return fail("import '" + import.name + "' is malformed");
        }
        for (const Upcast& upcast : unit_.upcasts)
            if (!type_fits(upcast.from, true) || !type_fits(upcast.to, true))
                return fail("an upcast has no types");
        return true;
    }
    bool functions() {
        if (unit_.functions_table.size() > 0xFFFF || unit_.states.size() > 0xFFFF)
            return fail("too many functions or states");
        for (const UnitFunction& function : unit_.functions_table) {
            bool fine = function.kind <= FunctionKind::formula && type_fits(function.result, true) &&
                        state_fits(function.state) && function.parameters.size() <= 1000;
            for (const UnitParameter& parameter : function.parameters)
                fine = fine && type_fits(parameter.type, false) && !parameter.any && !parameter.in_out;
            std::uint32_t begin = function.address;
            for (const LocalSymbol& local : function.locals) {
                fine = fine && type_fits(local.type, false) && local.begin >= begin &&
                       local.begin <= local.end && local.end <= function.end;
                begin = local.begin;
            }
            if (!fine) return fail("function '" + function.name + "' is malformed");
        }
        if (unit_.first != none && unit_.first >= unit_.functions_table.size())
            return fail("the first function does not exist");
        if (unit_.mode == UnitMode::formula) {
            if (unit_.functions_table.size() != 1 || unit_.functions_table[0].kind != FunctionKind::formula ||
                unit_.functions_table[0].parameters.size() != unit_.macros.size())
                return fail("a formula must be one function with a parameter for each macro");
            for (const UnitParameter& parameter : unit_.functions_table[0].parameters)
                if (unit_.types[parameter.type].kind != TypeKind::real) return fail("macros must be floats");
        }
        return true;
    }
    bool variables() {
        const StoreSizes* const both[] = {&unit_.instance, &unit_.shared};
        std::size_t wanted = 0;
        for (const StoreSizes* sizes : both) {
            if (sizes->general > slot_index_mask + 1 || sizes->text > slot_index_mask + 1 ||
                sizes->handle > slot_index_mask + 1)
                return fail("a store is too large");
            wanted += std::size_t{sizes->general} + sizes->text + sizes->handle;
        }
        if (wanted != unit_.variables.size())
            return fail("the stores do not match the size of the variables");
        for (const UnitVariable& variable : unit_.variables) {
            bool fine = type_fits(variable.type, false) && state_fits(variable.state) &&
                        value_fits(variable.initial) && variable.initial.type == variable.type;
            const TypeKind kind = fine ? unit_.types[variable.type].kind : TypeKind::none;
            // references begin as null: nothing else is safe
            if (fine && is_reference(kind)) fine = variable.initial.bits == 0;
            if (fine && variable.initialiser != none)
                fine = fragment_fits(variable.initialiser, FunctionKind::initialiser, kind) &&
                       !variable.property;
            if (!fine) return fail("variable '" + variable.name + "' is malformed");
        }
        return true;
    }
    bool filter_fits(std::uint32_t event, const std::vector<Constant>& filter) const {
        if (event >= unit_.events.size() || filter.size() > unit_.events[event].parameters.size())
            return false;
        for (std::size_t i = 0; i < filter.size(); ++i)
            if (!value_fits(filter[i]) || filter[i].type != unit_.events[event].parameters[i]) return false;
        return true;
    }
    bool events() {
        for (const UnitEvent& event : unit_.events) {
            bool fine = type_fits(event.result, true) && event.parameters.size() <= 1000;
            for (const TypeIndex type : event.parameters) fine = fine && type_fits(type, false);
            if (!fine) return fail("event '" + event.name + "' is malformed");
        }
        for (const Handler& handler : unit_.handlers) {
            bool fine = handler.function < unit_.functions_table.size() && state_fits(handler.state) &&
                        filter_fits(handler.event, handler.filter);
            if (fine) {
                const UnitFunction& function = unit_.functions_table[handler.function];
                const UnitEvent& event = unit_.events[handler.event];
                fine = function.state == handler.state &&
                       function.kind == (handler.trigger ? FunctionKind::trigger : FunctionKind::event) &&
                       (handler.filter.empty() || handler.trigger);
                if (!function.parameters.empty()) {
                    fine = fine && !handler.trigger && function.parameters.size() == event.parameters.size();
                    for (std::size_t i = 0; fine && i < event.parameters.size(); ++i)
                        fine = cell_of(unit_.types[function.parameters[i].type].kind) ==
                               cell_of(unit_.types[event.parameters[i]].kind);
                }
            }
            if (!fine) return fail("a handler is malformed");
        }
        return true;
    }
    bool states() {
        std::unordered_set<std::string> names;
        for (State& state : unit_.states) {
            if (!names.insert(lower_case(state.name)).second)
                return fail("state '" + state.name + "' exists twice");
            if (state.polls && !delay_fits(state.poll))
                return fail("the poll period of '" + state.name + "' is malformed");
            state.transitions.clear();
            state.dynamic = false;
        }
        if (unit_.startup != none ? unit_.startup >= unit_.states.size() : !unit_.states.empty())
            return fail("the startup state does not exist");
        return true;
    }
    bool transitions() {
        for (std::uint32_t i = 0; i < unit_.transitions.size(); ++i) {
            const Transition& transition = unit_.transitions[i];
            bool fine = transition.from < unit_.states.size() && transition.to < unit_.states.size() &&
                        !transition.terms.empty() && transition.terms.size() <= 64;
            fine = fine && (transition.handler == none ||
                            fragment_fits(transition.handler, FunctionKind::transition, TypeKind::none));
            for (const Term& term : transition.terms) {
                if (term.condition != none)
                    fine = fine && term.event == none && term.filter.empty() &&
                           fragment_fits(term.condition, FunctionKind::condition, TypeKind::boolean);
                else
                    fine = fine && filter_fits(term.event, term.filter);
            }
            if (!fine) return fail("transition " + std::to_string(i) + " is malformed");
            State& from = unit_.states[transition.from];
            from.transitions.push_back(i);
            for (const Term& term : transition.terms) from.dynamic = from.dynamic || term.condition != none;
        }
        return true;
    }
    bool others() {
        for (const AtFunction& at : unit_.at_functions) {
            const bool fine = at.function < unit_.functions_table.size() &&
                              unit_.functions_table[at.function].kind == FunctionKind::at &&
                              unit_.functions_table[at.function].parameters.empty() &&
                              unit_.functions_table[at.function].state == at.state && state_fits(at.state) &&
                              delay_fits(at.delay);
            if (!fine) return fail("an at function is malformed");
        }
        std::uint32_t address = 0;
        for (const LineEntry& entry : unit_.line_table) {
            if (entry.address < address || (entry.file >= unit_.files.size() && !unit_.files.empty()))
                return fail("the line table is out of order");
            address = entry.address;
        }
        return true;
    }

    Unit& unit_;
    Diagnostics& diagnostics_;
};

} // namespace

bool settle_tables(Unit& unit, Diagnostics& diagnostics) { return Checker(unit, diagnostics).run(); }

} // namespace vellum::skrit
