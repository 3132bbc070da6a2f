// The assembly language: directives, names and mistakes.
#include "support.hpp"

namespace vellum::pathologic {
namespace {

using test::assembled;
using test::script_of;

/// Line and code of the first mistake.
std::string mistake(std::string_view text) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(text, {"x.vasm"}, diagnostics);
    if (program) return "none";
    return std::to_string(program.error().place.line) + " " + std::string(program.error().code->id);
}

TEST(PathologicAssembly, TablesAreFilled) {
    const ProgramPtr program =
        assembled(".numbering alpha\n.global object Owner\n.global cvector\n.run Second, go\n"
                  ".task First, 0\n.task Second, 2, bool, string\n"
                  "    .event OnUse, use, object\n    .event 200, go, int, string, object\n"
                  ".global_event OnUnload, use\n"
                  "use: Return 0\ngo: PushGE Owner\nPopGE G1, keep|64\nReturn 1\n");
    const Script& script = script_of(program);
    EXPECT_EQ(script.numbering, Numbering::alpha);
    ASSERT_EQ(script.globals.size(), 2U);
    EXPECT_EQ(script.globals[0].name, "Owner");
    EXPECT_EQ(script.run_task, 1U);
    EXPECT_EQ(script.run_address, 1U);
    ASSERT_EQ(script.tasks.size(), 2U);
    EXPECT_EQ(script.tasks[1].parameter_count, 2U);
    EXPECT_EQ(script.tasks[1].variables, (std::vector{VariableType::boolean, VariableType::string}));
    ASSERT_EQ(script.tasks[1].events.size(), 2U);
    EXPECT_EQ(script.tasks[1].events[0].id, 0U);
    EXPECT_EQ(script.tasks[1].events[1].address, 1U);
    ASSERT_EQ(script.events.size(), 1U);
    EXPECT_EQ(script.events[0].id, 6U);
    const isa::Code& code = script.instructions;
    EXPECT_EQ(code.values[code.instructions[2].first + 1], 65U); // keep is bit 0
}

TEST(PathologicAssembly, AddressingGoesIntoTheModeByte) {
    const ProgramPtr program =
        assembled(std::string(test::one_task) +
                  "Add T[1], S[2], 3\nAdd2 S[1], T[0], T[1], 2\nNeg T[0], 127\nNot2 S[1], T[0], 1\n"
                  "FuncExist T[0], S[1], T[1], 31\nFuncExist2 S[1], T[0], S[1], T[2], 15\n"
                  "PopE T[1], z, keep\nReturn 0\n");
    const isa::Code& code = script_of(program).instructions;
    const std::uint32_t expected[] = {0x83, 0x62, 0xFF, 0x41, 0xBF, 0x5F, 0x03};
    for (std::size_t i = 0; i < std::size(expected); ++i)
        EXPECT_EQ(code.operands(code.instructions[i]).back(), expected[i]) << i;
}

TEST(PathologicAssembly, ATextThatIsTooMuchIsANumberWhereverItIsUsed) {
    const std::string large(2000, 'x');
    std::string text = ".run t, s\n.task t, 0\ns:\n";
    for (int i = 0; i < 100; ++i) text += "PushS \"" + large + "\"\n";
    const ProgramPtr program = assembled(text + "PushS \"small\"\nReturn 0\n");
    ASSERT_NE(program, nullptr);
    const std::string listing = program->disassemble({});
    EXPECT_LT(listing.size(), 20'000U);
    EXPECT_NE(listing.find("PushS         \"small\""), std::string::npos) << "there is room for this one";
    EXPECT_EQ(as_text(*assembled(listing)->save()), as_text(*program->save()));
}

TEST(PathologicAssembly, MistakesHaveALine) {
    const std::string head = ".run t, s\n.task t, 0\ns:\n";
    EXPECT_EQ(mistake(head + "Return 0"), "none");
    EXPECT_EQ(mistake(head + "Mov S[1]"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "Mov S[1], T[1]"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "MovX 1"), "4 asm.unknown-mnemonic");
    EXPECT_EQ(mistake(head + "Neg S[1], 128"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "Not2 S[1], S[1], 64"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "PushE S[1], w"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "PushV number"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "PushS \"a\\x00b\""), "4 asm.operand");
    EXPECT_EQ(mistake(head + "PushGE Nobody"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "TaskCall Nobody"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "Func Trace, S[1]"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "Jump nowhere"), "4 asm.unknown-name");
    EXPECT_EQ(mistake(head + "Func Trace/1"), "4 asm.operand");
    EXPECT_EQ(mistake(head + "Func 3"), "4 asm.unknown-name");
    EXPECT_EQ(mistake(head + "Return 0\n.numbering alpha"), "5 asm.directive");
    EXPECT_EQ(mistake(head + "PushS \"a\"\n.pool"), "5 asm.directive");
    EXPECT_EQ(mistake(".task t, 0\n.task t, 0\n"), "2 asm.duplicate");
    EXPECT_EQ(mistake(".event 1, s\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".task t\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".task t, 0\n.event OnNothing, s\n"), "2 asm.directive");
    EXPECT_EQ(mistake(".task t, 0\n.event 1\n"), "2 asm.directive");
    EXPECT_EQ(mistake(".global thing\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".global int a named 0\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".import Trace\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".wide \"x\"\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".pool\n.bytes 256\n"), "2 asm.directive");
    EXPECT_EQ(mistake(".numbering beta\n"), "1 asm.directive");
    EXPECT_EQ(mistake(".thing\n"), "1 asm.directive");
    EXPECT_EQ(mistake("Return 0\n"), "0 asm.directive");
    EXPECT_EQ(mistake(".run Nobody, s\n.task t, 0\ns: Return 0\n"), "1 asm.unknown-name");
    EXPECT_EQ(mistake(".run t, s\n.run t, s\n.task t, 0\ns: Return 0\n"), "2 asm.directive");
    EXPECT_EQ(mistake(".empty\nReturn 0\n"), "0 asm.directive");
}

} // namespace
} // namespace vellum::pathologic
