// Scripts that the original compiler and interpreter were asked about must print the same here, in both
// forms: the ones in samples/ags, and all of the corpus where there is one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/file.hpp"
#include "support/ags_oracle.hpp"
#include "support/corpus.hpp"
#include "vm_host.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

const char* const tiers[] = {"fast", "precise"};

std::vector<std::string> split(const std::string& text, char by) {
    std::vector<std::string> parts;
    std::stringstream stream(text);
    for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
    return parts;
}

/// Runs objects of a folder, separated by colons, and compares with the expected output.
void expect_output(const std::string& folder, const std::string& objects, const std::string& function,
                   const std::string& expected) {
    std::vector<std::vector<std::byte>> files;
    for (const std::string& object : split(objects, ':')) {
        auto bytes = read_file(folder + object);
        ASSERT_TRUE(bytes) << object;
        files.push_back(std::move(*bytes));
    }
    for (const char* tier : tiers)
        EXPECT_EQ(run_snippet(files, split(objects, ':'), function, {{{"tier", tier}}, {}}), expected)
            << objects << ", " << tier;
}

TEST(Snippets, SamplesPrintWhatTheOriginalPrinted) {
    const std::string folder = VELLUM_SOURCE_DIR "/samples/ags/";
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        constexpr std::string_view ending = ".expected.txt";
        if (!name.ends_with(ending)) continue;
        const std::string script = name.substr(0, name.size() - ending.size());
        // The two-script pair is linked library first.
        const std::string objects = (script == "s52_main" ? "s51_lib.o:" : "") + script + ".o";
        expect_output(folder, objects, "main", content(entry.path().string()));
        ++count;
    }
    EXPECT_GE(count, 20);
}

TEST(Snippets, CorpusPrintsWhatTheOriginalPrinted) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    const std::string folder = std::string(corpus()) + "/ags/snippets/";
    std::ifstream manifest(folder + "manifest.csv");
    std::string line;
    std::getline(manifest, line);
    int count = 0;
    while (std::getline(manifest, line)) {
        const std::vector<std::string> columns = split(line, ',');
        if (columns.size() < 8 || columns[7].empty()) continue;
        expect_output(folder, columns[5], columns[6], content(folder + columns[7]));
        ++count;
    }
    EXPECT_EQ(count, 79);
}

/// Every script and room of a folder goes round, links leniently and runs everything it exports within a
/// budget, in both forms alike. Gives how many there were.
int every_block_holds(const std::string& folder) {
    int blocks = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string ending = entry.path().extension().string();
        if (ending != ".o" && ending != ".crm") continue;
        const auto bytes = read_file(entry.path().string());
        EXPECT_TRUE(bytes) << entry.path();
        if (!bytes) continue;
        const ProgramPtr program = ags::oracle::holds_for_bytes(*bytes, entry.path().string());
        EXPECT_NE(program, nullptr) << entry.path();
        if (program == nullptr) continue;
        Diagnostics diagnostics;
        program->check(diagnostics);
        EXPECT_TRUE(diagnostics.ok()) << entry.path();
        EXPECT_TRUE(ags::oracle::runs_alike(program, 200000))
            << entry.path() << ": compiled scripts always have a fast form";
        ++blocks;
    }
    return blocks;
}

TEST(Blocks, OfTheSamplesGoRoundLinkLenientlyAndRunAlike) {
    EXPECT_GE(every_block_holds(VELLUM_SOURCE_DIR "/samples/ags"), 20);
}

TEST(Blocks, OfTheCorpusGoRoundLinkLenientlyAndRunAlike) {
    if (corpus() == nullptr) GTEST_SKIP() << "VELLUM_CORPUS is not set";
    EXPECT_EQ(every_block_holds(std::string(corpus()) + "/ags/snippets") +
                  every_block_holds(std::string(corpus()) + "/ags/rooms"),
              100);
}

} // namespace
} // namespace vellum::test
