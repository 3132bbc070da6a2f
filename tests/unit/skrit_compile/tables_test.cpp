// Every rule of a unit's tables, broken once: the breach is told, and what lies just inside the rule is not
// one.
#include "support.hpp"

#include <cmath>
#include <limits>

#include "engines/skrit/decompile/same_code.hpp"
#include "engines/skrit/isa/operands.hpp"
#include "engines/skrit/unit/tables.hpp"

namespace vellum::skrit::test {
namespace {

constexpr std::string_view text =
    "property int p$ = 1; string s$ = \"text\"; string t$ = \"more\"; shared float f$ = 2.0; bool b$; Crate "
    "crate$;\n"
    "int made$ = Count$( 3 ) + p$;\n"
    "int Count$( int a$ ) { int local$ = a$; int second$ = local$; return second$ + 1; }\n"
    "event OnTimer$( int id$, float late$ ) { }\n"
    "startup state A$ poll( 2 seconds ) {\n"
    "    transition -> B$: OnTimer( 1 ) and if( b$ ) = { p$ = 2; }\n"
    "    trigger OnTimer$( 2 ) { } Step$ at ( 1 seconds ) { } }\n"
    "state B$ { event OnTimer$( int id$, float late$ ) { Report.Generic( s$ ); } }\n";

using Break = void (*)(Unit&);

std::shared_ptr<Unit> fresh() {
    Compiled result = compiled(text);
    EXPECT_TRUE(fine(result));
    return result.unit;
}

/// What the rules say of the unit of `text` after a change; empty if nothing.
std::string told(Break change, std::shared_ptr<Unit> unit = fresh()) {
    change(*unit);
    Diagnostics diagnostics;
    const bool good = settle_tables(*unit, diagnostics);
    EXPECT_EQ(good, diagnostics.ok());
    return good ? "" : diagnostics.all()[0].message;
}

UnitFunction& function(Unit& unit, FunctionKind kind) {
    for (UnitFunction& each : unit.functions_table)
        if (each.kind == kind) return each;
    ADD_FAILURE() << "there is no such function";
    return unit.functions_table[0];
}
std::uint32_t index(Unit& unit, FunctionKind kind) {
    return static_cast<std::uint32_t>(&function(unit, kind) - unit.functions_table.data());
}
UnitVariable& variable(Unit& unit, std::string_view name) {
    for (UnitVariable& each : unit.variables)
        if (same_name(each.name, name)) return each;
    ADD_FAILURE() << "there is no variable " << name;
    return unit.variables[0];
}

TEST(SkritTables, are_in_order_when_they_are_compiled) {
    EXPECT_EQ(told([](Unit&) {}), "");
    const auto unit = fresh();
    ASSERT_EQ(unit->transitions.size(), 1U);
    ASSERT_EQ(unit->transitions[0].terms.size(), 2U);
    ASSERT_EQ(unit->at_functions.size(), 1U);
    ASSERT_GE(unit->handlers.size(), 3U);
    EXPECT_TRUE(unit->states[unit->transitions[0].from].dynamic);
}

TEST(SkritTables, of_types_and_strings) {
    const std::string_view malformed_type = " is not as expected", sizes = "the table of types is too";
    EXPECT_TRUE(told([](Unit& u) { u.types.resize(4); }).starts_with(sizes));
    EXPECT_TRUE(told([](Unit& u) { u.types.resize(0x10000, u.types.back()); }).starts_with(sizes));
    EXPECT_EQ(told([](Unit& u) { u.types.resize(0xFFFF, u.types.back()); }), "");
    EXPECT_TRUE(told([](Unit& u) { u.types[3].name = "integer"; }).ends_with(malformed_type));
    EXPECT_TRUE(told([](Unit& u) { u.types[3].kind = TypeKind::none; }).ends_with(malformed_type));
    EXPECT_TRUE(told([](Unit& u) { u.types.back().kind = TypeKind::integer; }).ends_with(malformed_type));
    EXPECT_TRUE(
        told([](Unit& u) { u.types.back().kind = static_cast<TypeKind>(99); }).ends_with(malformed_type));
    EXPECT_EQ(told([](Unit& u) { u.owner = static_cast<TypeIndex>(u.types.size()); }),
              "the owner's type does not exist");
    const std::string_view overlap = "the constant strings overlap",
                           ends = "the constant strings do not end properly";
    EXPECT_EQ(told([](Unit& u) { u.string_starts[0] = 1; }), overlap);
    EXPECT_EQ(told([](Unit& u) { u.string_starts[1] = u.string_starts[0]; }), overlap);
    EXPECT_EQ(told([](Unit& u) { ++u.string_starts[1]; }), overlap);
    EXPECT_EQ(told([](Unit& u) { u.string_starts.push_back(static_cast<std::uint32_t>(u.strings.size())); }),
              overlap);
    EXPECT_EQ(told([](Unit& u) { u.strings.back() = 'x'; }), ends);
    EXPECT_EQ(told([](Unit& u) { u.string_starts.clear(); }), ends);
}

TEST(SkritTables, of_imports) {
    const auto malformed = [](const std::string& message) { return message.ends_with("is malformed"); };
    EXPECT_EQ(told([](Unit& u) { u.imports.resize(0x10000, u.imports[0]); }), "too many imports");
    EXPECT_EQ(told([](Unit& u) { u.imports.resize(0xFFFF, u.imports[0]); }), "");
    EXPECT_EQ(told([](Unit& u) { u.upcasts.resize(0x10000); }), "too many imports");
    EXPECT_TRUE(malformed(told([](Unit& u) { u.imports[0].kind = static_cast<ImportKind>(7); })));
    EXPECT_TRUE(malformed(told([](Unit& u) { u.imports[0].result = 999; })));
    EXPECT_TRUE(malformed(told([](Unit& u) { u.imports[0].parameters[0].type = 999; })));
    EXPECT_TRUE(malformed(told([](Unit& u) { u.imports[0].parameters[0].type = 0; }))) << "nobody takes void";
    EXPECT_EQ(told([](Unit& u) { u.imports[0].parameters[0] = {0, false, true, {}}; }), "");
    EXPECT_EQ(told([](Unit& u) { u.imports[0].parameters.resize(1000, u.imports[0].parameters[0]); }), "");
    EXPECT_TRUE(
        malformed(told([](Unit& u) { u.imports[0].parameters.resize(1001, u.imports[0].parameters[0]); })));
    EXPECT_EQ(told([](Unit& u) { u.upcasts.push_back({999, 1}); }), "an upcast has no types");
    EXPECT_EQ(told([](Unit& u) { u.upcasts.push_back({1, 999}); }), "an upcast has no types");
}

TEST(SkritTables, of_functions) {
    const auto broken = [](Break change) { return told(change) == "function 'Count$' is malformed"; };
    static constexpr auto count = [](Unit& u) -> UnitFunction& {
        return u.functions_table[u.find_function("Count$")];
    };
    ASSERT_EQ(count(*fresh()).locals.size(), 3U);
    EXPECT_TRUE(broken([](Unit& u) { count(u).kind = static_cast<FunctionKind>(99); }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).result = 999; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).state = static_cast<std::uint32_t>(u.states.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).parameters[0].type = 999; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).parameters[0].type = 0; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).parameters[0].any = true; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).parameters[0].in_out = true; }));
    EXPECT_EQ(told([](Unit& u) { count(u).parameters.resize(1000, count(u).parameters[0]); }), "");
    EXPECT_TRUE(broken([](Unit& u) { count(u).parameters.resize(1001, count(u).parameters[0]); }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).locals[0].type = 0; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).locals[0].begin = count(u).locals[1].begin + 1; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).locals[1].end = count(u).locals[1].begin - 1; }));
    EXPECT_TRUE(broken([](Unit& u) { count(u).locals[1].end = count(u).end + 1; }));
    EXPECT_EQ(told([](Unit& u) { count(u).locals[1].end = count(u).end; }), "");
    EXPECT_EQ(told([](Unit& u) { u.first = static_cast<std::uint32_t>(u.functions_table.size()); }),
              "the first function does not exist");
    EXPECT_EQ(told([](Unit& u) { u.functions_table.resize(0x10000, count(u)); }),
              "too many functions or states");
    EXPECT_EQ(told([](Unit& u) { u.states.resize(0x10000); }), "too many functions or states");
}

TEST(SkritTables, of_formulas) {
    const std::vector<std::string> macros{"level"};
    const auto broken = [&](Break change) { return told(change, formula("#level * 2", &macros).unit); };
    const std::string_view one = "a formula must be one function with a parameter for each macro";
    EXPECT_EQ(broken([](Unit&) {}), "");
    EXPECT_EQ(broken([](Unit& u) { u.functions_table.push_back(u.functions_table[0]); }), one);
    EXPECT_EQ(broken([](Unit& u) { u.functions_table[0].kind = FunctionKind::function; }), one);
    EXPECT_EQ(broken([](Unit& u) { u.macros.clear(); }), one);
    EXPECT_EQ(broken([](Unit& u) { u.functions_table[0].parameters[0].type = 2; }), "macros must be floats");
}

TEST(SkritTables, of_variables) {
    const auto broken = [](Break change) {
        const std::string message = told(change);
        return message.starts_with("variable '") && message.ends_with("' is malformed");
    };
    const std::string_view size = "the stores do not match the size of the variables",
                           large = "a store is too large";
    EXPECT_EQ(told([](Unit& u) { ++u.instance.general; }), size);
    EXPECT_EQ(told([](Unit& u) { --u.instance.text; }), size);
    EXPECT_EQ(told([](Unit& u) { u.instance.general = slot_index_mask + 2; }), large);
    EXPECT_EQ(told([](Unit& u) { u.shared.text = slot_index_mask + 2; }), large);
    EXPECT_EQ(told([](Unit& u) { u.instance.handle = slot_index_mask + 2; }), large);
    EXPECT_EQ(told([](Unit& u) { u.instance.handle = slot_index_mask + 1; }), size);
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "p$").type = 0; }));
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "p$").type = 999; }));
    EXPECT_TRUE(
        broken([](Unit& u) { variable(u, "p$").state = static_cast<std::uint32_t>(u.states.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "p$").initial.type = variable(u, "f$").type; }));
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "s$").initial.bits = 2; })) << "in the middle of a text";
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "crate$").initial.bits = 5; }))
        << "references begin as null";
    EXPECT_TRUE(broken([](Unit& u) {
        variable(u, "made$").initialiser = static_cast<std::uint32_t>(u.functions_table.size());
    }));
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "made$").initialiser = u.find_function("Count$"); }));
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "made$").property = true; }));
    EXPECT_TRUE(broken([](Unit& u) { variable(u, "b$").initialiser = variable(u, "made$").initialiser; }));
    EXPECT_TRUE(broken(
        [](Unit& u) { function(u, FunctionKind::initialiser).parameters.push_back({1, false, false, {}}); }));
}

TEST(SkritTables, of_events_and_handlers) {
    EXPECT_TRUE(told([](Unit& u) { u.events[0].result = 999; }).starts_with("event '"));
    EXPECT_TRUE(told([](Unit& u) { u.events[0].parameters.resize(1001, 2); }).starts_with("event '"));
    EXPECT_FALSE(told([](Unit& u) { u.events[0].parameters.resize(1000, 2); }).starts_with("event '"));
    EXPECT_TRUE(told([](Unit& u) { u.events[0].parameters[0] = 0; }).starts_with("event '"));
    EXPECT_TRUE(told([](Unit& u) { u.events[0].parameters[0] = 999; }).starts_with("event '"));
    const auto broken = [](Break change) { return told(change) == "a handler is malformed"; };
    static constexpr auto handler = [](Unit& u, bool trigger) -> Handler& {
        for (Handler& each : u.handlers)
            if (each.trigger == trigger) return each;
        ADD_FAILURE() << "there is no such handler";
        return u.handlers[0];
    };
    EXPECT_TRUE(broken(
        [](Unit& u) { u.handlers[0].function = static_cast<std::uint32_t>(u.functions_table.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { u.handlers[0].state = static_cast<std::uint32_t>(u.states.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { u.handlers[0].event = static_cast<std::uint32_t>(u.events.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { u.handlers[0].state = u.handlers[0].state == none ? 0 : none; }));
    EXPECT_TRUE(broken([](Unit& u) { handler(u, true).trigger = false; }));
    EXPECT_TRUE(broken([](Unit& u) { handler(u, false).trigger = true; }));
    EXPECT_TRUE(broken([](Unit& u) { handler(u, false).filter = handler(u, true).filter; }));
    EXPECT_TRUE(broken([](Unit& u) { handler(u, true).filter.resize(3, handler(u, true).filter[0]); }));
    EXPECT_TRUE(broken([](Unit& u) { handler(u, true).filter[0].type = 1; }));
    EXPECT_TRUE(broken([](Unit& u) { handler(u, true).filter[0].type = 999; }));
    EXPECT_TRUE(broken([](Unit& u) { function(u, FunctionKind::event).parameters.pop_back(); }));
    EXPECT_TRUE(broken([](Unit& u) {
        std::swap(function(u, FunctionKind::event).parameters[0].type,
                  function(u, FunctionKind::event).parameters[1].type);
    }));
    EXPECT_TRUE(broken([](Unit& u) {
        function(u, FunctionKind::trigger).parameters = function(u, FunctionKind::event).parameters;
    }));
    EXPECT_EQ(told([](Unit& u) { function(u, FunctionKind::event).parameters.clear(); }), "")
        << "those may be left out";
}

TEST(SkritTables, of_states_and_transitions) {
    EXPECT_EQ(told([](Unit& u) { u.states[1].name = "a$"; }), "state 'a$' exists twice");
    EXPECT_EQ(told([](Unit& u) { u.startup = static_cast<std::uint32_t>(u.states.size()); }),
              "the startup state does not exist");
    EXPECT_EQ(told([](Unit& u) { u.startup = none; }), "the startup state does not exist");
    const std::string_view poll = "the poll period of 'A$' is malformed";
    static constexpr auto polls = [](Unit& u) -> Delay& { return u.states[u.startup].poll; };
    EXPECT_EQ(told([](Unit& u) { polls(u).unit = static_cast<TimeUnit>(99); }), poll);
    EXPECT_EQ(told([](Unit& u) { polls(u).value = std::numeric_limits<float>::quiet_NaN(); }), poll);
    EXPECT_EQ(told([](Unit& u) { polls(u).function = 999; }), poll);
    EXPECT_EQ(told([](Unit& u) { polls(u).function = u.find_function("Count$"); }), poll);
    const auto broken = [](Break change) { return told(change) == "transition 0 is malformed"; };
    EXPECT_TRUE(broken([](Unit& u) { u.transitions[0].from = static_cast<std::uint32_t>(u.states.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { u.transitions[0].to = static_cast<std::uint32_t>(u.states.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { u.transitions[0].terms.clear(); }));
    EXPECT_EQ(told([](Unit& u) { u.transitions[0].terms.resize(64, Term(u.transitions[0].terms[0])); }), "");
    EXPECT_TRUE(broken([](Unit& u) { u.transitions[0].terms.resize(65, Term(u.transitions[0].terms[0])); }));
    EXPECT_TRUE(broken([](Unit& u) { u.transitions[0].handler = u.find_function("Count$"); }));
    EXPECT_TRUE(broken([](Unit& u) { u.transitions[0].handler = 999; }));
    static constexpr auto term = [](Unit& u, bool condition) -> Term& {
        for (Term& each : u.transitions[0].terms)
            if ((each.condition != none) == condition) return each;
        ADD_FAILURE() << "there is no such term";
        return u.transitions[0].terms[0];
    };
    EXPECT_TRUE(broken([](Unit& u) { term(u, true).event = 0; }));
    EXPECT_TRUE(broken([](Unit& u) { term(u, true).condition = 999; }));
    EXPECT_TRUE(broken([](Unit& u) { term(u, true).condition = index(u, FunctionKind::initialiser); }));
    EXPECT_TRUE(broken([](Unit& u) { term(u, false).event = static_cast<std::uint32_t>(u.events.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { term(u, false).filter[0].type = 1; }));
}

TEST(SkritTables, of_at_functions_and_lines) {
    const auto broken = [](Break change) { return told(change) == "an at function is malformed"; };
    EXPECT_TRUE(broken(
        [](Unit& u) { u.at_functions[0].function = static_cast<std::uint32_t>(u.functions_table.size()); }));
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].function = u.find_function("Count$"); }));
    for (const FunctionKind kind :
         {FunctionKind::transition, FunctionKind::condition, FunctionKind::trigger}) {
        ASSERT_EQ(function(*fresh(), kind).state, fresh()->at_functions[0].state);
        ASSERT_TRUE(function(*fresh(), kind).parameters.empty());
    }
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].function = index(u, FunctionKind::transition); }));
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].function = index(u, FunctionKind::condition); }));
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].function = index(u, FunctionKind::trigger); }));
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].state = none; }));
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].state = 1 - u.at_functions[0].state; }));
    EXPECT_TRUE(broken([](Unit& u) { u.at_functions[0].delay.unit = static_cast<TimeUnit>(99); }));
    EXPECT_TRUE(
        broken([](Unit& u) { u.at_functions[0].delay.value = std::numeric_limits<float>::quiet_NaN(); }));
    EXPECT_TRUE(
        broken([](Unit& u) { function(u, FunctionKind::at).parameters.push_back({2, false, false, {}}); }));
    const std::string_view order = "the line table is out of order";
    EXPECT_EQ(told([](Unit& u) { u.line_table[0].address = u.line_table.back().address + 1; }), order);
    EXPECT_EQ(told([](Unit& u) { u.line_table[0].file = static_cast<std::uint32_t>(u.files.size()); }),
              order);
    EXPECT_EQ(told([](Unit& u) {
                  u.files.clear();
                  u.line_table[0].file = 7;
              }),
              "");
}

TEST(SkritTables, survive_a_file_with_everything_in_them) {
    const Compiled made = compiled(
        "float rate$ = 2.5;\n"
        "startup state A$ poll( rate$ * 2 ) { Step$ at ( rate$ seconds ) { } Next$ at ( 3 frames ) { } }\n"
        "state B$ poll( 500 msec ) { }\n");
    ASSERT_TRUE(fine(made));
    Diagnostics diagnostics;
    const auto read = read_skc(write_skc(*made.unit), "t.skc", diagnostics);
    ASSERT_NE(read, nullptr) << format_all(diagnostics, "t");
    EXPECT_EQ(write_skc(*read), write_skc(*made.unit));
    const auto same = [](const Delay& a, const Delay& b) {
        return a.unit == b.unit && a.value == b.value && a.function == b.function;
    };
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_TRUE(same(made.unit->states[i].poll, read->states[i].poll)) << i;
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_TRUE(same(made.unit->at_functions[i].delay, read->at_functions[i].delay)) << i;
    EXPECT_NE(read->states[0].poll.function, none);
    EXPECT_NE(read->at_functions[0].delay.function, none);
    EXPECT_EQ(read->states[1].poll.function, none);
}

/// What decides that a decompiled script has come back as it was.
TEST(SkritTables, every_part_that_counts_tells_two_units_apart) {
    const Break changes[] = {
        [](Unit& u) { u.types.emplace_back(); },
        [](Unit& u) { u.imports.pop_back(); },
        [](Unit& u) { u.functions_table[0].name = "Other$"; },
        [](Unit& u) { u.functions_table[0].end += 1; },
        [](Unit& u) { u.functions_table[0].result = 0; },
        [](Unit& u) { u.functions_table[0].state = 0; },
        [](Unit& u) { u.functions_table[0].parameters.clear(); },
        [](Unit& u) { u.functions_table[0].locals[0].slot = 9; },
        [](Unit& u) { u.functions_table[0].locals[0].name = "other$"; },
        [](Unit& u) { u.functions_table[0].locals[0].begin += 1; },
        [](Unit& u) { u.variables[0].shared = true; },
        [](Unit& u) { u.variables[0].property = false; },
        [](Unit& u) { u.variables[0].hidden = true; },
        [](Unit& u) { u.variables[0].slot = 9; },
        [](Unit& u) { u.variables[0].state = 0; },
        [](Unit& u) { u.variables[0].initial.bits = 9; },
        [](Unit& u) { u.variables[0].initialiser = 0; },
        [](Unit& u) { u.variables[0].documentation = "a property's"; },
        [](Unit& u) { u.events[0].name = "OnElse"; },
        [](Unit& u) { u.events[0].parameters.clear(); },
        [](Unit& u) { u.events[0].inferred = true; },
        [](Unit& u) { u.handlers[0].event += 1; },
        [](Unit& u) { u.handlers[0].function += 1; },
        [](Unit& u) { u.handlers[0].state = 1; },
        [](Unit& u) { u.handlers[0].trigger = !u.handlers[0].trigger; },
        [](Unit& u) {
            for (Handler& one : u.handlers) one.filter.clear();
        },
        [](Unit& u) { u.transitions[0].to = 0; },
        [](Unit& u) { u.transitions[0].handler = none; },
        [](Unit& u) { u.transitions[0].terms.pop_back(); },
        [](Unit& u) { u.transitions[0].terms[0].filter.clear(); },
        [](Unit& u) { u.transitions[0].terms[0].event = none; },
        [](Unit& u) { u.transitions[0].terms[1].condition = none; },
        [](Unit& u) { u.at_functions[0].function += 1; },
        [](Unit& u) { u.at_functions[0].state = none; },
        [](Unit& u) { u.at_functions[0].delay.value = 7; },
        [](Unit& u) { u.at_functions[0].delay.unit = TimeUnit::frames; },
        [](Unit& u) { u.at_functions[0].delay.function = 0; },
        [](Unit& u) { u.states[0].name = "Z$"; },
        [](Unit& u) { u.states[0].startup = false; },
        [](Unit& u) { u.states[0].polls = false; },
        [](Unit& u) { u.states[0].poll.value = 7; },
        [](Unit& u) { u.strings[0] = 'T'; },
        [](Unit& u) { u.string_starts.pop_back(); },
        [](Unit& u) { u.startup = 1; },
        [](Unit& u) { u.first = 1; },
        [](Unit& u) { u.owner = 1; },
        [](Unit& u) { u.mode = UnitMode::command; },
        [](Unit& u) { u.stripped = true; },
        [](Unit& u) { u.macros.emplace_back("more"); },
        [](Unit& u) { u.instance.text += 1; },
        [](Unit& u) { u.shared.general += 1; },
        [](Unit& u) { u.bytes[0] ^= std::byte{1}; },
    };
    const std::shared_ptr<Unit> one = fresh();
    EXPECT_EQ(decompile::difference(*one, *fresh()), "");
    for (std::size_t i = 0; i < std::size(changes); ++i) {
        const std::shared_ptr<Unit> other = fresh();
        changes[i](*other);
        EXPECT_NE(decompile::difference(*one, *other), "") << i;
    }
    // Where a script comes from counts for nothing.
    const std::shared_ptr<Unit> elsewhere = fresh();
    elsewhere->source_name = "elsewhere.skrit";
    elsewhere->source_hash += 1;
    elsewhere->line_table.clear();
    elsewhere->functions_table[0].documentation = "a function's";
    EXPECT_EQ(decompile::difference(*one, *elsewhere), "");
}

} // namespace
} // namespace vellum::skrit::test
