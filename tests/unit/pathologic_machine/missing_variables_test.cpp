// An instruction whose variable is not there ends the run with a fault that says which one it was, wherever
// in the instruction it stands.
#include <gtest/gtest.h>

#include "support/pathologic_driver.hpp"

namespace vellum::test {
namespace {

/// What the fault of one instruction says is missing. Behind a call of a native of each name, so that imports
/// have numbers above 0; the task has one variable, the stack two more.
std::string missing(const std::string& instruction) {
    std::string error;
    const ProgramPtr program =
        assemble_pathologic(".numbering hd\n.global int Health\n.run Main, start\n.task Main, 0, "
                            "int\nstart:\n PushV object, cvector\n"
                            " Func self/1, S[2]\n Func two/2, T[0], T[0]\n " +
                                instruction + "\n Return 2\n",
                            &error);
    EXPECT_NE(program, nullptr) << instruction << ": " << error;
    if (program == nullptr) return {};
    std::string told[2];
    for (const bool checked : {false, true}) {
        Library own("own");
        own.variadic("two", [](Call&) {});
        HostChain chain;
        chain.push_back(own);
        chain.push_back(pathologic::known_natives());
        pathologic::WorldOptions options;
        options.checked = checked;
        const auto world = pathologic::make_world(chain, options);
        EXPECT_TRUE(world->add(program, "test").has_value());
        world->start();
        world->frame(0.1F);
        EXPECT_EQ(world->faults().size(), 1U) << instruction;
        if (world->faults().empty()) return {};
        EXPECT_EQ(world->faults()[0].code->id, "pathologic.fault-operand") << instruction;
        std::string& text = told[checked ? 1 : 0];
        text = world->faults()[0].message;
        const std::string_view begin = "the instruction needs ",
                               end = ", which is not on the stack of 3 variables";
        EXPECT_TRUE(text.starts_with(begin) && text.ends_with(end)) << instruction << ": " << text;
        text = text.substr(begin.size(), text.size() - begin.size() - end.size());
    }
    EXPECT_EQ(told[0], told[1]) << instruction;
    return told[0];
}

TEST(PathologicMissing, variables_of_natives_and_methods) {
    EXPECT_EQ(missing("Func two/2, T[9], S[1]"), "T[9]");
    EXPECT_EQ(missing("Func two/2, S[9], T[0]"), "S[9]");
    EXPECT_EQ(missing("Func two/2, T[0], S[9]"), "S[9]");
    EXPECT_EQ(missing("Func two/2, S[1], T[9]"), "T[9]");
    EXPECT_EQ(missing("Func two/2, T[9], S[9]"), "T[9]") << "the first";
    EXPECT_EQ(missing("Func self/1, S[9]"), "S[9]");
    EXPECT_EQ(missing("Func self/1, T[9]"), "T[9]");
    for (const char* const method : {"get", "SetScriptProperty", "GetScriptProperty", "HasScriptProperty"})
        for (const char* const which : {"S[9]", "T[9]"}) {
            const std::string call = "ObjFunc S[2], " + std::string(method) + ", ";
            EXPECT_EQ(missing(call + which + ", T[0]"), which) << method;
            EXPECT_EQ(missing(call + "T[0], " + which), which) << method;
        }
    EXPECT_EQ(missing("ObjFunc S[9], Walk"), "S[9]");
    EXPECT_EQ(missing("TObjFunc T[9], Walk"), "T[9]");
}

TEST(PathologicMissing, variables_of_operators_and_moves) {
    EXPECT_EQ(missing("Mov S[9], S[1]"), "S[9]");
    EXPECT_EQ(missing("Mov S[1], S[9]"), "S[9]");
    EXPECT_EQ(missing("TMov S[9], T[0]"), "S[9]");
    EXPECT_EQ(missing("TMov S[1], T[9]"), "T[9]");
    EXPECT_EQ(missing("MovT T[9], S[1]"), "T[9]");
    EXPECT_EQ(missing("MovI S[9], 1"), "S[9]");
    EXPECT_EQ(missing("TMovI T[9], 1"), "T[9]");
    EXPECT_EQ(missing("Push S[9]"), "S[9]");
    EXPECT_EQ(missing("PushT T[9]"), "T[9]");
    EXPECT_EQ(missing("SetNull S[9]"), "S[9]");
    EXPECT_EQ(missing("SetNullT T[9]"), "T[9]");
    EXPECT_EQ(missing("Neg T[9], 0"), "T[9]");
    EXPECT_EQ(missing("Neg S[9], 0"), "S[9]");
    EXPECT_EQ(missing("Add T[0], S[9], 0"), "S[9]");
    EXPECT_EQ(missing("Add S[9], T[0], 0"), "S[9]");
    EXPECT_EQ(missing("Add T[0], T[9], 0"), "T[9]");
    EXPECT_EQ(missing("Add2 T[0], T[0], S[9], 0"), "S[9]");
    EXPECT_EQ(missing("Add2 T[0], T[0], T[9], 0"), "T[9]");
    EXPECT_EQ(missing("JumpB S[9], start, true, 0"), "S[9]");
    EXPECT_EQ(missing("PushE S[9], x"), "S[9]");
    EXPECT_EQ(missing("PushE T[9], x"), "T[9]");
    EXPECT_EQ(missing("PopE S[9], x, pop"), "S[9]");
    EXPECT_EQ(missing("PopE T[9], x, pop"), "T[9]");
}

TEST(PathologicMissing, values_to_pop_have_no_name) {
    EXPECT_EQ(missing("Pop 9"), "a variable");
    EXPECT_EQ(missing("JumpB S[1], start, false, 9"), "a variable");
    EXPECT_EQ(missing("Add T[0], T[0], 9"), "a variable");
    EXPECT_EQ(missing("Add2 T[0], T[0], T[0], 9"), "a variable");
}

TEST(PathologicComponents, are_those_of_the_variable_that_is_named) {
    const ProgramPtr program = assemble_pathologic(
        ".numbering hd\n.run Main, start\n.task Main, 0, cvector, cvector\nstart:\n"
        " TMovV T[0], (1.0, 2.0, 3.0)\n TMovV T[1], (4.0, 5.0, 6.0)\n PushVec (7.0, 8.0, 9.0)\n"
        " PushE T[0], 0\n Func see/1, S[1]\n Pop 1\n PushE T[1], 1\n Func see/1, S[1]\n Pop 1\n"
        " PushE S[1], 2\n Func see/1, S[1]\n Pop 1\n"
        " PushF 0.5\n PopE T[1], 0, pop\n PushF 0.25\n PopE S[2], 1, keep\n Pop 1\n"
        " PushE T[1], 0\n Func see/1, S[1]\n Pop 1\n PushE S[1], 1\n Func see/1, S[1]\n Pop 1\n"
        " PushE S[1], 0\n Func see/1, S[1]\n Return 2\n");
    ASSERT_NE(program, nullptr);
    for (const bool checked : {false, true}) {
        std::vector<float> seen;
        Library own("own");
        own.variadic("see", [&](Call& call) { seen.push_back(call[0].real()); });
        pathologic::WorldOptions options;
        options.checked = checked;
        const auto world = pathologic::make_world(own, options);
        ASSERT_TRUE(world->add(program, "test").has_value());
        world->start();
        world->frame(0.1F);
        ASSERT_TRUE(world->faults().empty()) << format(world->faults().front());
        EXPECT_EQ(seen, (std::vector<float>{1.0F, 5.0F, 9.0F, 0.5F, 0.25F, 7.0F})) << checked;
    }
}

} // namespace
} // namespace vellum::test
