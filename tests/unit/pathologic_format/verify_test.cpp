// Every kind of mistake that checking knows, and the facts that machines rely on.
#include <algorithm>

#include "engines/pathologic/codes.hpp"
#include "support.hpp"

namespace vellum::pathologic {
namespace {

using test::assembled;
using test::problems;
using test::script_of;

TEST(PathologicVerify, CleanCodeHasNoProblems) {
    EXPECT_EQ(problems("PushI 1\nTMov S[1], T[0]\nPop 1\nReturn 0"), "");
}

TEST(PathologicVerify, StackOperands) {
    EXPECT_EQ(problems("PushI 1\nMovI S[0], 2\nReturn 1"), "pathologic.stack-operand");
    EXPECT_EQ(problems("PushI 1\nMovI S[2], 2\nReturn 1"), "pathologic.stack-operand");
    EXPECT_EQ(problems("PushI 1\nNeg S[2], 1\nReturn 1"), "pathologic.stack-operand");
    EXPECT_EQ(problems("PushI 1\nAdd2 S[1], T[0], S[3], 0\nReturn 1"), "pathologic.stack-operand");
    EXPECT_EQ(problems("Func Trace/1, S[1]\nReturn 0"), "pathologic.stack-operand");
    EXPECT_EQ(problems("PushI 1\nPopE T[1], y, keep\nReturn 1"), "");
    EXPECT_EQ(problems("PopE T[1], y, keep\nReturn 0"), "pathologic.stack-operand");
}

TEST(PathologicVerify, TaskOperands) {
    EXPECT_EQ(problems("PushT T[1]\nReturn 1"), "");
    EXPECT_EQ(problems("PushT T[2]\nReturn 1"), "pathologic.task-operand");
    EXPECT_EQ(problems("Func Trace/1, T[4294967295]\nReturn 0"), "pathologic.task-operand");
}

TEST(PathologicVerify, FramesAndFlow) {
    EXPECT_EQ(problems("PushI 1\nReturn 0"), "pathologic.frame");
    EXPECT_EQ(problems("PushI 1\nReturn 2"), "isa.stack-underflow");
    EXPECT_EQ(problems("Pop 1\nReturn 0"), "isa.stack-underflow");
    EXPECT_EQ(problems("PushI 1"), "isa.fall-off");
    EXPECT_EQ(problems("Jump 7"), "isa.jump-target");
    EXPECT_EQ(problems("again: PushI 1\nJump again"), "isa.stack-mismatch");
    EXPECT_EQ(problems("PushB true\nJumpB S[1], 99, true, 1\nReturn 0"), "isa.jump-target");
}

TEST(PathologicVerify, AScriptWithoutAStartIsNotVerified) {
    const auto verified = [](std::string_view run) {
        const ProgramPtr program =
            assembled(std::string(run) +
                      "\n.task t, 0\n.event 1, e\ne: Return 0\ns: TaskCall 9\nCall e\nTaskReturn\nReturn 0");
        return script_of(program).verification().verified;
    };
    EXPECT_TRUE(verified(".run t, e"));
    EXPECT_FALSE(verified(".run t, s"));
    EXPECT_FALSE(verified(".run 66, s")); // nobody can come to the mistake: the run can not begin
    EXPECT_FALSE(verified(".run t, 99"));
}

TEST(PathologicVerify, TablesAndOperands) {
    EXPECT_EQ(problems("PushGE G0\nReturn 1"), "pathologic.global");
    EXPECT_EQ(problems("PushS 4\nReturn 1"), "pathologic.string");
    EXPECT_EQ(problems("PushE T[1], 3\nReturn 1"), "pathologic.component");
    EXPECT_EQ(problems("PushV 9\nReturn 1"), "pathologic.variable-type");
    EXPECT_EQ(problems("PushB 2\nReturn 1"), "pathologic.unusual");
    EXPECT_EQ(problems("Func Trace/1, T[0]:2\nReturn 0"), "pathologic.unusual");
    EXPECT_EQ(problems("TaskCall 5\nCall start\nTaskReturn\nReturn 0"), "pathologic.task");
    EXPECT_EQ(problems("TaskCall t\nReturn 0"), "pathologic.task-call");
    EXPECT_EQ(problems("TaskReturn\nReturn 0"), "pathologic.task-call");
    EXPECT_EQ(problems("Jump in\nTaskCall t\nin: Call f\nTaskReturn\nReturn 0\nf: Return 0"),
              "pathologic.task-call");
    EXPECT_EQ(problems(assembled(".import A/0\n.import A/0\n.run t, s\n.task t, 0\ns: Return 0")),
              "pathologic.duplicate");
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 0\n.event 1, s\n.event 1, s\ns: Return 0")),
              "pathologic.duplicate");
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 0\n.event 1, 40\ns: Return 0")), "pathologic.entry");
    EXPECT_EQ(problems(assembled(".run t, 40\n.task t, 0\ns: Return 0")), "pathologic.entry");
    EXPECT_EQ(problems(assembled(".run 3, s\n.task t, 0\ns: Return 0")), "pathologic.task");
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 2\ns: Return 0")), "pathologic.arguments");
    EXPECT_EQ(problems(assembled(".global int a named 3\n.run t, s\n.task t, 0\ns: Return 0")),
              "pathologic.unusual");
}

TEST(PathologicVerify, ArgumentsGoUpTheCallGraph) {
    // g touches two values below its frame, f gives it one of its own: f needs one, and the event has it.
    const ProgramPtr program = assembled(".run t, s\n.task t, 0\n.event 1, f, int\n"
                                         "s: Return 0\n"
                                         "f: PushI 1\nCall g\nReturn 1\n"
                                         "g: PushI 2\nAdd S[2], S[3], 0\nReturn 2\n");
    EXPECT_EQ(problems(program), "");
    const Verification& facts = script_of(program).verification();
    EXPECT_TRUE(facts.verified);
    ASSERT_EQ(facts.functions.size(), 3U);
    EXPECT_EQ(facts.functions[1].kind, EntryKind::task_event);
    EXPECT_EQ(facts.functions[1].arguments, 1U);
    EXPECT_EQ(facts.functions[1].max_depth, 1U);
    EXPECT_EQ(facts.functions[2].arguments, 2U);
    EXPECT_EQ(facts.functions[2].max_depth, 2U);
    EXPECT_EQ(facts.flow.depth[5], 1U);
    // The same event without a value has nothing to give.
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 0\n.event 1, f\ns: Return 0\n"
                                 "f: PushI 1\nCall g\nReturn 1\ng: PushI 2\nAdd S[2], S[3], 0\nReturn 2\n")),
              "pathologic.stack-operand");
}

TEST(PathologicVerify, CodeThatRunsIntoAFunctionNeedsWhatThatNeeds) {
    // g sets a value of its caller and runs into f, which needs nothing; the event may have f, but not g.
    const ProgramPtr program = assembled(".run t, s\n.task t, 0\n.event 1, f\n"
                                         "s: PushI 1\nCall g\nReturn 1\n"
                                         "g: MovI S[1], 5\n"
                                         "f: Return 0\n");
    EXPECT_EQ(problems(program), "");
    const Verification& facts = script_of(program).verification();
    ASSERT_EQ(facts.functions.size(), 3U);
    EXPECT_EQ(facts.functions[1].arguments, 1U);
    EXPECT_EQ(facts.functions[2].arguments, 0U);
    EXPECT_TRUE(facts.verified);
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 0\n.event 1, e\n"
                                 "s: PushI 1\nCall g\nReturn 1\n"
                                 "g: MovI S[1], 5\nReturn 0\n"
                                 "e: Jump g\n")),
              "pathologic.stack-operand");
    // A function begins with an empty frame, whoever runs into it.
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 0\n.event 1, f\n"
                                 "s: PushI 1\nf: Return 0\n")),
              "isa.stack-mismatch");
}

TEST(PathologicVerify, TasksGetTheirParameters) {
    const auto script = [](std::string_view parameters) {
        return ".run t, s\n.task t, 0\n.task u, " + std::string(parameters) +
               ", int\ns: PushV bool, int\nTaskCall u\nCall f\nTaskReturn\nReturn 2\nf: Mov S[1], "
               "S[2]\nPushT T[0]\nReturn 1\n";
    };
    const ProgramPtr good = assembled(script("2"));
    EXPECT_EQ(problems(good), "");
    EXPECT_EQ(script_of(good).verification().functions[1].kind, EntryKind::task_init);
    EXPECT_EQ(script_of(good).verification().functions[1].task, 1U);
    EXPECT_EQ(problems(assembled(script("1"))), "pathologic.arguments");
    EXPECT_EQ(problems(assembled(script("3"))), "pathologic.stack-operand"); // only two values are there
}

TEST(PathologicVerify, CodeOfSeveralTasksIsHeldToTheSmallest) {
    EXPECT_EQ(
        problems(assembled(
            ".run t, s\n.task t, 0, int\n.task u, 0\ns: Call f\nTaskCall u\nCall f\nTaskReturn\nReturn 0\n"
            "f: PushT T[0]\nReturn 1\n")),
        "pathologic.task-operand");
    // A global event may come in any task.
    EXPECT_EQ(problems(assembled(".run t, s\n.task t, 0, int\n.task u, 0\n.global_event 1, f\ns: Return "
                                 "0\nf: PushT T[0]\nReturn 1\n")),
              "pathologic.task-operand");
}

TEST(PathologicVerify, OneBadFunctionSpoilsItsCallersOnly) {
    const ProgramPtr program =
        assembled(".run t, s\n.task t, 0\n.event 1, e\n.event 2, good\n"
                  "s: Return 0\ne: Call bad\nReturn 0\nbad: PushI 1\nReturn 0\ngood: Return 0\n");
    const Verification& facts = script_of(program).verification();
    EXPECT_FALSE(facts.verified);
    ASSERT_EQ(facts.functions.size(), 4U);
    EXPECT_TRUE(facts.functions[0].verified);
    EXPECT_FALSE(facts.functions[1].verified);
    EXPECT_FALSE(facts.functions[2].verified);
    EXPECT_TRUE(facts.functions[3].verified);
}

TEST(PathologicVerify, SharedCodeIsAsDeepForBoth) {
    // `f` jumps into `g`, which is deeper further on; whoever reserves for f must see that.
    const ProgramPtr program = assembled(".run t, s\n.task t, 0\ns: Call f\nCall g\nReturn 0\n"
                                         "f: PushI 1\nJump in\ng: PushI 1\nin: PushI 2\nPushI 3\nReturn 3\n");
    EXPECT_EQ(problems(program), "");
    for (const FunctionFacts& function : script_of(program).verification().functions)
        if (function.address >= 3) {
            EXPECT_EQ(function.max_depth, 3U);
        }
}

TEST(PathologicVerify, ManyCallersAreFast) {
    // A ladder of functions that call each other twice would take forever if every path were followed.
    std::string text = ".run t, s\n.task t, 0\ns: PushI 0\nPushI 0\nCall f0\nReturn 2\n";
    for (int i = 0; i < 3000; ++i) {
        const std::string next = std::to_string(i + 1);
        text += "f" + std::to_string(i) + ": Call f" + next + "\nPushI 1\nCall f" + next + "\nReturn 1\n";
    }
    text += "f3000: Mov S[1], S[2]\nReturn 0\n";
    const ProgramPtr program = assembled(text);
    EXPECT_EQ(problems(program), "");
    EXPECT_EQ(script_of(program).verification().functions[0].arguments, 0U);
    EXPECT_EQ(script_of(program).verification().functions[1].arguments, 2U);
}

TEST(PathologicVerify, EveryCodeIsInTheCatalogue) {
    for (const DiagnosticCode* code : codes::all) {
        EXPECT_TRUE(code->id.starts_with("pathologic.")) << code->id;
        EXPECT_FALSE(code->meaning.empty());
    }
    for (const DiagnosticCode* code : codes::all)
        EXPECT_EQ(std::ranges::count(engine().format().codes(), code), 1) << code->id;
}

} // namespace
} // namespace vellum::pathologic
