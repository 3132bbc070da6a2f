// Variables by name, also where a scope has more than are looked at together.
#include "unit/debug/session.hpp"

namespace vellum::test {
namespace {

TEST(Names, AreFoundBehindTheFirstPageOfAScope) {
    std::string text;
    for (std::size_t i = 0; i < most_variables + 2; ++i)
        text += "int v" + std::to_string(i) + " = " + std::to_string(i) + ";\n";
    text += "int f() { return v0; }\n";
    DebugSession session({.engine = "ags", .file = "many.asc", .text = text});
    ASSERT_NE(session.debugger, nullptr);
    for (const std::size_t i : {std::size_t{0}, most_variables - 1, most_variables, most_variables + 1}) {
        const auto found = session.debugger->evaluate("v" + std::to_string(i));
        ASSERT_TRUE(found) << i << ": " << found.error().message;
        EXPECT_EQ(found->text, std::to_string(i));
    }
    EXPECT_FALSE(session.debugger->evaluate("v" + std::to_string(most_variables + 2)));
}

TEST(Names, AreCompletedUpToAsManyAsAreWanted) {
    DebugSession session(
        {.engine = "ags", .file = "few.asc", .text = "int va, vb, vc;\nint f() { return va; }\n"});
    ASSERT_NE(session.world, nullptr);
    const debug::FrameNames names(*session.world, 0, 0);
    EXPECT_EQ(names.beginning_with("v", 9), (std::vector<std::string>{"va", "vb", "vc"}));
    EXPECT_EQ(names.beginning_with("v", 2), (std::vector<std::string>{"va", "vb"}));
}

TEST(Names, OfScopesWithNothingInThemAreNotOffered) {
    for (const bool some : {false, true}) {
        DebugSession session({.engine = "ags",
                              .file = "scopes.asc",
                              .text = std::string(some ? "int va;\n" : "") + "int f() { return 1; }\n"});
        ASSERT_NE(session.world, nullptr);
        const auto scopes = session.world->scopes(0, 0, {});
        ASSERT_TRUE(scopes);
        const debug::FrameNames names(*session.world, 0, 0);
        for (const Scope& scope : *scopes)
            EXPECT_EQ(names.beginning_with(scope.name, 9).empty(), scope.count == 0) << scope.name;
    }
}

TEST(Names, OfVectorsHaveThreeParts) {
    DebugSession session({.engine = "pathologic", .file = "way.patho", .text = R"(main task TMain {
    void init() {
        vector way = [1.0, 2.0, 3.0];
        @Trace("here");
        @Trace(way);
    }
}
)"});
    ASSERT_NE(session.debugger, nullptr);
    debug::StopRequest request;
    request.kind = debug::StopKind::native;
    request.what = "Trace";
    ASSERT_TRUE(session.debugger->stops().add(std::move(request)));
    ASSERT_EQ(session.debugger->go_on().reason, debug::Reason::stop);
    for (const auto& [name, value] : {std::pair("way.x", "1.0"), {"way.y", "2.0"}, {"way.z", "3.0"}}) {
        const auto found = session.debugger->evaluate(name);
        ASSERT_TRUE(found) << found.error().message;
        EXPECT_EQ(found->text, value);
    }
    EXPECT_FALSE(session.debugger->evaluate("way.w"));
}

} // namespace
} // namespace vellum::test
