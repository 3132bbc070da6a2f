// Whole scripts, run hard: the samples always, the real ones where VELLUM_CORPUS names their folder. Each
// compiles in open mode, gives the same code back from its listing, runs its startup state, receives every
// event it handles and is saved and restored in between.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "engines/skrit/assembler.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/listing/listing.hpp"
#include "support/skrit_judge.hpp"

namespace vellum {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> scripts(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code missing;
    for (const auto& entry : fs::recursive_directory_iterator(folder, missing))
        if (entry.path().extension() == ".skrit") found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

std::shared_ptr<skrit::Unit> compiled(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const FolderFileSystem files(path.parent_path().string());
    skrit::FileIncludes includes(&files);
    skrit::CompileOptions options;
    options.name = path.string();
    options.includes = &includes;
    options.exports = &skrit::siege_exports();
    skrit::Exports inferred(options.exports);
    options.inferred = &inferred;
    Diagnostics diagnostics;
    return compile_unit(text, options, diagnostics);
}

/// True if the script lived through everything.
void run(const fs::path& path, std::uint64_t& instructions) {
    SCOPED_TRACE(path.string());
    const std::shared_ptr<skrit::Unit> unit = compiled(path);
    ASSERT_NE(unit, nullptr);
    Diagnostics diagnostics;
    const auto assembled = skrit::assemble_unit(skrit::list_unit(*unit, {}), path.string(), diagnostics);
    ASSERT_NE(assembled, nullptr);
    EXPECT_EQ(assembled->bytes, unit->bytes);
    test::SkritJudge judge(unit, 100'000);
    EXPECT_EQ(judge.run(8, 4), "");
    EXPECT_EQ(judge.seen().machines, 1U);
    instructions += judge.seen().instructions;
    test::SkritJudge from_listing(assembled, 100'000);
    EXPECT_EQ(from_listing.run(3, 1), "");
    for (const std::uint64_t every : {1U, 7U, 100U}) EXPECT_EQ(judge.run_paused(4, every), "") << every;
    EXPECT_EQ(judge.run_paused(2, 23, false, true), "");
}

TEST(SkritWholeScripts, AreFoundAgainByNamesWithBackslashes) {
    skrit::CompileOptions options;
    options.name = "Game\\Lamps\\Lamp.skrit";
    options.exports = &skrit::siege_exports();
    Diagnostics diagnostics;
    const auto unit =
        compile_unit("property int lit$ = 3; startup state A$ { event OnUpdate$( float ) { lit$ += 1; } }",
                     options, diagnostics);
    ASSERT_NE(unit, nullptr) << (diagnostics.all().empty() ? std::string()
                                                           : format(diagnostics.all().front()));
    test::SkritJudge judge(unit);
    EXPECT_EQ(judge.run(4, 2), "");
}

TEST(SkritWholeScripts, SamplesRunReceiveTheirEventsAndAreRestored) {
    std::uint64_t instructions = 0;
    const auto all = scripts(fs::path(VELLUM_SOURCE_DIR) / "samples" / "skrit");
    EXPECT_FALSE(all.empty());
    for (const fs::path& path : all) run(path, instructions);
    EXPECT_GT(instructions, 100U);
}

TEST(SkritWholeScripts, RealOnesRunReceiveTheirEventsAndAreRestored) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::uint64_t instructions = 0;
    std::size_t count = 0;
    for (const std::string_view folder : {"components", "jobs", "animation"})
        for (const fs::path& path : scripts(fs::path(corpus) / "skrit" / folder)) {
            if (path.filename() == "ee_indicator_controller.skrit") {
                EXPECT_EQ(compiled(path), nullptr); // the broken one
                continue;
            }
            run(path, instructions);
            ++count;
        }
    EXPECT_GE(count, 49U);
    EXPECT_GT(instructions, 10'000U);
}

TEST(SkritWholeScripts, ConformanceProgramsDoTheSameStepByStepAndRestored) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    if (corpus == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    std::uint64_t instructions = 0;
    std::size_t count = 0;
    for (const fs::path& path : scripts(fs::path(corpus) / "skrit" / "handmade")) {
        if (compiled(path) == nullptr) continue; // the program of compile errors
        run(path, instructions);
        ++count;
    }
    EXPECT_GE(count, 28U);
}

} // namespace
} // namespace vellum
