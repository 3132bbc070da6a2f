// The runner's own parts would hide every mistake of the cases if they were wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "runner/case_file.hpp"
#include "runner/coverage.hpp"
#include "runner/diff.hpp"
#include "runner/inline_host.hpp"
#include "unit/host/call_helper.hpp"

namespace vellum::cases {
namespace {

TEST(Diff, ShowsChangesWithContext) {
    EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n"), "");
    EXPECT_EQ(unified_diff("a\nb\nc\n", "a\nx\nc\n"), "@@ line 1 @@\n a\n-b\n+x\n c\n");
    EXPECT_EQ(unified_diff("", "new\n"), "@@ line 1 @@\n+new\n");
    EXPECT_EQ(unified_diff("old\n", ""), "@@ line 1 @@\n-old\n");
    EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\nx\n9\n"),
              "@@ line 5 @@\n 5\n 6\n 7\n-8\n+x\n 9\n");
}

TEST(CaseFile, ReadsDirectivesAndKeepsLineNumbers) {
    Diagnostics diagnostics;
    const CaseFile file =
        parse_case(";; A comment.\n;; run: run\n;; run: disasm bytes\n;; settings: a=1 b=two\n"
                   ";; event: 3 On Use(1, (1, 2, 3), \"x\")\n;; event: plain\n;; frames: 7\n"
                   ";; budget: 99\n;; memory: 5000\n;; depth: 6\nPush 1\n;; inside\n;; program: "
                   "second\nHalt\n;; expect:\nout\n",
                   "first", diagnostics);
    EXPECT_TRUE(diagnostics.ok());
    EXPECT_EQ(file.actions, (std::vector<std::string>{"run", "disasm bytes"}));
    ASSERT_EQ(file.settings.size(), 2U);
    EXPECT_EQ(file.settings[1].second, "two");
    ASSERT_EQ(file.events.size(), 2U);
    EXPECT_EQ(file.events[0].frame, 3U);
    EXPECT_EQ(file.events[0].event.name, "On Use");
    EXPECT_EQ(file.events[0].event.values.size(), 3U);
    EXPECT_EQ(file.events[1].event.name, "plain");
    EXPECT_EQ(file.frames, 7U);
    EXPECT_EQ(file.budget, 99U);
    EXPECT_EQ(file.memory, 5000U);
    EXPECT_EQ(file.depth, 6U);
    ASSERT_EQ(file.programs.size(), 2U);
    EXPECT_EQ(file.programs[0].name, "first");
    EXPECT_EQ(file.programs[0].text, "\n\n\n\n\n\n\n\n\n\nPush 1\n;; inside\n");
    EXPECT_EQ(file.programs[1].text, "\n\n\n\n\n\n\n\n\n\n\n\n\nHalt\n");
    EXPECT_EQ(file.expected, "out\n");
    EXPECT_TRUE(file.head.ends_with("Halt\n;; expect:\n"));
}

TEST(CaseFile, MistakesAreErrors) {
    for (const char* text :
         {"Halt\n", ";; run: run\n;; framez: 3\nHalt\n", ";; run: run\n;; frames: many\n",
          ";; run: run\n;; event: a(1\n", ";; run: run\n;; input: tea\n", ";; run: run\n;; settings: x\n"}) {
        Diagnostics diagnostics;
        static_cast<void>(parse_case(text, "x", diagnostics));
        EXPECT_FALSE(diagnostics.ok()) << text;
    }
}

TEST(Coverage, WantsWholeWordsOutsideOfProse) {
    const std::string text =
        ";; Prose: Maths.Sin and ADDREG do not count here, but (ags.divide) does.\n;; run: run\n"
        ";; call: main(Maths.Tan)\n    SUBREG AX, BX\n;; expect:\nmain: asks Maths.Cos(radians: 0.0)\n"
        "FAULT in main: too much [ags.memory-limit]\nMaths.Sinh\n";
    const std::vector<std::string> missing = uncovered(*find_engine("ags"), std::span(&text, 1));
    const auto lists = [&](std::string_view line) { return std::ranges::count(missing, line); };
    EXPECT_EQ(lists("ags native Maths.Sin"), 1);
    EXPECT_EQ(lists("ags native Maths.Cos"), 0);
    EXPECT_EQ(lists("ags native Maths.Tan"), 0);
    EXPECT_EQ(lists("ags native Random"), 1);
    EXPECT_EQ(lists("ags instruction ADDREG"), 1);
    EXPECT_EQ(lists("ags instruction SUBREG"), 0);
    EXPECT_EQ(lists("ags instruction SUB"), 1);
    EXPECT_EQ(lists("ags code ags.divide"), 0);
    EXPECT_EQ(lists("ags code ags.memory-limit"), 0);
    EXPECT_EQ(lists("ags code ags.memory"), 1);
    EXPECT_EQ(std::ranges::count_if(
                  missing, [](const std::string& line) { return line.starts_with("ags native FloatToInt"); }),
              1)
        << "versions of a native are one";
}

TEST(InlineHost, AnswersInTurn) {
    Diagnostics diagnostics;
    InlineHost host;
    host.add("dice=4,5 Actor.Go=wait,true place=[_, (1, 2, 3)] both=7 [8] bad=fail \"why\"", diagnostics);
    ASSERT_TRUE(diagnostics.ok()) << format(diagnostics.all().front());
    test::CallHelper helper({Value(0), Value(Vector3{})});
    EXPECT_EQ(helper(host.resolve(test::key("dice", 2))).result, Value(4));
    EXPECT_EQ(helper(host.resolve(test::key("dice", 2))).result, Value(5));
    EXPECT_EQ(helper(host.resolve(test::key("dice", 2))).result, Value(5));
    EXPECT_FALSE(host.resolve(test::key("Go", 0)));
    EXPECT_EQ(helper(host.resolve(test::method("Actor", "Go", 2))).outcome, Outcome::pending);
    EXPECT_EQ(helper(host.resolve(test::method("Actor", "Go", 2))).result, Value(true));
    helper(host.resolve(test::key("place", 2)));
    EXPECT_EQ(helper.values[1], Value(Vector3{1, 2, 3}));
    EXPECT_EQ(helper(host.resolve(test::key("both", 2))).result, Value(7));
    EXPECT_EQ(helper.values[0], Value(8));
    EXPECT_EQ(helper(host.resolve(test::key("bad", 2))).error, "why");
    for (const char* line : {"dice", "dice=", "=4", "dice=[1", "dice=fail"}) {
        Diagnostics mistakes;
        InlineHost other;
        other.add(line, mistakes);
        EXPECT_FALSE(mistakes.ok()) << line;
    }
}

} // namespace
} // namespace vellum::cases
