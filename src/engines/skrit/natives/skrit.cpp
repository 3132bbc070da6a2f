// Skrit, Help and formulas of ContentDb: scripts that run, examine and explain scripts.
#include "engines/skrit/codes.hpp"
#include "engines/skrit/exports/help.hpp"
#include "engines/skrit/listing/documents.hpp"
#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

namespace {

/// A formula's value; if there is none of that type, what the script gave for that case, or a failure of the
/// call. `convert` gives a value of no type for what does not convert.
using Convert = Value (*)(const Value& value);

void answer(Call& call, const Result<Value>& value, Convert convert) {
    const Value converted = value ? convert(*value) : Value();
    if (!converted.is(Type::none))
        call.result = converted;
    else if (call.size() > 1)
        call.result = call[1];
    else
        call.fail(value ? std::string_view("the formula's value does not convert")
                        : std::string_view(value.error().message));
}

/// What the name stands for among the formulas of the game's content.
Result<Value> general_formula(World& world, const Call& call) {
    if (!world.content_formula) return fail(codes::run_not_found, "there is no content with formulas");
    return world.content_formula(std::string(call[0].text()));
}

Result<Value> formula_text(World& world, const Call& call) {
    return world.formula(std::string(call[0].text()), {});
}

bool is_number(const Value& value) {
    return value.is(Type::boolean) || value.is(Type::integer) || value.is(Type::real);
}

Value to_bool(const Value& value) {
    return is_number(value) ? Value(vellum::detail::to_boolean(value)) : Value();
}
Value to_int(const Value& value) {
    const bool fits =
        !value.is(Type::real) || (value.real() >= -2147483648.0F && value.real() < 2147483648.0F);
    return is_number(value) && fits ? Value(vellum::detail::to_integer(value)) : Value();
}
Value to_float(const Value& value) {
    return is_number(value) ? Value(vellum::detail::to_real(value)) : Value();
}

template <auto find, auto convert> void evaluate(World& world, Call& call) {
    answer(call, find(world, call), convert);
}

void execute(World& world, Call& call) {
    Diagnostics diagnostics;
    const std::uint64_t id = world.create(call[0].text(), 0, diagnostics);
    if (id == 0)
        return call.fail(diagnostics.all().empty() ? "the skrit cannot run"
                                                   : diagnostics.all().front().message);
    if (Object* object = world.find(id)) {
        const std::uint32_t function =
            call.size() > 1 ? object->unit().find_function(call[1].text()) : object->unit().first;
        if (function == none)
            call.fail("there is no such function");
        else if (!object->unit().functions_table[function].parameters.empty())
            call.fail("the function needs arguments");
        else
            static_cast<void>(world.call_function(*object, function, {}, nullptr));
    }
    world.release_object(id);
}

void with_unit(World& world, Call& call, bool command, std::string (*text)(const Unit&)) {
    Diagnostics diagnostics;
    const Result<UnitPtr> unit = command ? world.compile(call[0].text(), UnitMode::command, {}, diagnostics)
                                         : world.find_unit(call[0].text(), diagnostics);
    if (!unit) return call.fail(unit.error().message);
    say(world, text(**unit));
}

constexpr BuiltInRow skrit_rows[] = {
    {"skrit.command/1",
     [](World& world, Call& call) {
         const std::string text(call[0].text());
         const Result<Value> done = world.command(text);
         if (done) return;
         std::string problem = done.error().message;
         if (done.error().place.line != 0)
             problem += ", line " + std::to_string(done.error().place.line) + " of the command";
         if (const std::vector<Frame> frames = running_frames(world); !frames.empty())
             problem += ", in " + place_text(frames.front());
         complain(world, problem);
     }},
    {"skrit.checkcommand/1",
     [](World& world, Call& call) {
         Diagnostics diagnostics;
         call.result = world.check(call[0].text(), UnitMode::command, diagnostics);
     }},
    {"skrit.checkfile/1",
     [](World& world, Call& call) {
         Diagnostics diagnostics;
         call.result = world.find_unit(call[0].text(), diagnostics).has_value();
     }},
    {"skrit.execute/1", execute},
    {"skrit.execute/2", execute},
    {"skrit.disassemble/1", [](World& world, Call& call) { with_unit(world, call, false, list_unit); }},
    {"skrit.disassemblecommand/1", [](World& world, Call& call) { with_unit(world, call, true, list_unit); }},
    {"skrit.dump/1", [](World& world, Call& call) { with_unit(world, call, false, unit_documents); }},
    {"skrit.dumpcommand/1", [](World& world, Call& call) { with_unit(world, call, true, unit_documents); }},
    {"skrit.evalbool/1", evaluate<formula_text, to_bool>},
    {"skrit.evalbool/2", evaluate<formula_text, to_bool>},
    {"skrit.evalint/1", evaluate<formula_text, to_int>},
    {"skrit.evalint/2", evaluate<formula_text, to_int>},
    {"skrit.evalfloat/1", evaluate<formula_text, to_float>},
    {"skrit.evalfloat/2", evaluate<formula_text, to_float>},
    {"contentdb.evalboolformula/1", evaluate<general_formula, to_bool>},
    {"contentdb.evalboolformula/2", evaluate<general_formula, to_bool>},
    {"contentdb.evalintformula/1", evaluate<general_formula, to_int>},
    {"contentdb.evalintformula/2", evaluate<general_formula, to_int>},
    {"contentdb.evalfloatformula/1", evaluate<general_formula, to_float>},
    {"contentdb.evalfloatformula/2", evaluate<general_formula, to_float>},
};

constexpr BuiltInRow help_rows[] = {
    {"help.all/0", [](World& world, Call&) { say(world, help_all(world.declared())); }},
    {"help.classes/0", [](World& world, Call&) { say(world, help_classes(world.declared())); }},
    {"help.enums/0", [](World& world, Call&) { say(world, help_enums(world.declared())); }},
    {"help.globals/0", [](World& world, Call&) { say(world, help_globals(world.declared())); }},
    {"help.class/1",
     [](World& world, Call& call) { say(world, help_class(world.declared(), call[0].text())); }},
    {"help.enum/1",
     [](World& world, Call& call) { say(world, help_enum(world.declared(), call[0].text())); }},
    {"help.global/1",
     [](World& world, Call& call) { say(world, help_global(world.declared(), call[0].text())); }},
};

} // namespace

std::span<const BuiltInRow> skrit_natives() { return skrit_rows; }
std::span<const BuiltInRow> help_natives() { return help_rows; }

} // namespace vellum::skrit
