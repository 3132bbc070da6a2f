// What a program knows of its source: lines, functions, variables.
#include <gtest/gtest.h>

#include "engines/pathologic/engine.hpp"
#include "vellum/engine.hpp"
#include "vellum/tools.hpp"

namespace vellum::pathologic {
namespace {

constexpr std::string_view text = R"(#include "lib.patho"
object g_door;
main task TMain {
    int m_count;
    void init() {
        for (int i = 0; i < 3; i++) {
            m_count = Twice(i);
        }
        object self;
        @GetMainOutdoorScene(self);
    }
}
)";

ProgramPtr compiled(std::string_view source) {
    MemoryFileSystem files;
    const std::string_view library = "int Twice(int n) {\n    return n * 2;\n}\n";
    const auto* const bytes = reinterpret_cast<const std::byte*>(library.data());
    files.add("lib.patho", {bytes, bytes + library.size()});
    Diagnostics diagnostics;
    auto program = engine().language()->compile(source, {"door.patho", {}, &files}, diagnostics);
    return program ? *program : nullptr;
}

TEST(PathologicDebug, HasLinesAndNames) {
    const ProgramPtr program = compiled(text);
    ASSERT_NE(program, nullptr);
    const DebugInfo* const debug = program->debug_info();
    ASSERT_NE(debug, nullptr);
    EXPECT_EQ(debug->files, (std::vector<std::string>{"door.patho", "lib.patho"}));
    EXPECT_EQ(debug->globals, std::vector<std::string>{"g_door"});
    ASSERT_EQ(debug->groups.size(), 1U);
    EXPECT_EQ(debug->groups[0].name, "TMain");
    EXPECT_EQ(debug->groups[0].variables, std::vector<std::string>{"m_count"});
    ASSERT_EQ(debug->functions.size(), 2U);
    EXPECT_EQ(debug->functions[0].name, "Twice");
    EXPECT_EQ(debug->functions[0].parameters, std::vector<std::string>{"n"});
    EXPECT_TRUE(debug->functions[0].result);
    EXPECT_EQ(debug->functions[1].name, "TMain.init");
    EXPECT_EQ(debug->functions[1].locals, (std::vector<std::string>{"i", "self"}));
    EXPECT_EQ(debug->functions[0].end, debug->functions[1].address);
    EXPECT_EQ(debug->functions[1].end, program->code()->instructions.size());
    // Every instruction has a line, of the text its function stands in.
    for (std::uint32_t i = 0; i < program->code()->instructions.size(); ++i) {
        const DebugLine* const line = debug->line_of(i);
        ASSERT_NE(line, nullptr) << i;
        EXPECT_EQ(line->file, i < debug->functions[1].address ? 1U : 0U) << i;
        EXPECT_GT(line->line, 0U);
    }
    EXPECT_EQ(debug->line_of(debug->functions[1].end), nullptr);
    EXPECT_EQ(debug->function_of(0)->name, "Twice");
    EXPECT_EQ(program->functions()[1].name, "TMain.init");
}

TEST(PathologicDebug, ComesFromDecompilingAndFromTheSource) {
    const ProgramPtr named = compiled(text);
    ASSERT_NE(named, nullptr);
    Diagnostics diagnostics;
    const auto program = engine().format().load(*named->save(), {"door.bin", {}}, diagnostics);
    ASSERT_TRUE(program);
    EXPECT_EQ((*program)->debug_info(), nullptr);
    const auto decompiled = (*program)->decompile({.compiled = true});
    ASSERT_TRUE(decompiled && decompiled->compiled != nullptr);
    ASSERT_NE(decompiled->compiled->debug_info(), nullptr);
    EXPECT_EQ(decompiled->compiled->debug_info()->files, std::vector<std::string>{"door.patho"});
    EXPECT_EQ(*decompiled->compiled->save(), *named->save());
    const auto again = tools::with_source(*program, std::nullopt, nullptr, diagnostics);
    ASSERT_TRUE(again && again->program->debug_info() != nullptr);
    const auto own = tools::with_source(*program, decompiled->text, nullptr, diagnostics);
    ASSERT_TRUE(own && own->program->debug_info() != nullptr);
    const auto other = tools::with_source(*program, "main task T { void init() { } }", nullptr, diagnostics);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code->id, "cli.source");
}

} // namespace
} // namespace vellum::pathologic
