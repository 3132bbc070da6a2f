// Names of members as files, and what an output may replace.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/safe_path.hpp"
#include "base/source.hpp"
#include "cli/output.hpp"

namespace vellum::cli {
namespace {

namespace fs = std::filesystem;

TEST(SafePath, LeavesNothingDangerousInAName) {
    EXPECT_EQ(safe_path("scripts/room12.o"), "scripts/room12.o");
    EXPECT_EQ(safe_path("Комната 1.o"), "Комната 1.o");
    EXPECT_EQ(safe_path("../../etc/passwd"), "etc/passwd");
    EXPECT_EQ(safe_path("/etc/passwd"), "etc/passwd");
    EXPECT_EQ(safe_path("..\\..\\boot.ini"), "boot.ini");
    EXPECT_EQ(safe_path("C:\\x.o"), "C_/x.o");
    EXPECT_EQ(safe_path(".bashrc"), "_bashrc");
    EXPECT_EQ(safe_path("-rf"), "_-rf");
    EXPECT_EQ(safe_path("~/x"), "_~/x");
    EXPECT_EQ(safe_path("nul"), "_nul");
    EXPECT_EQ(safe_path("Com1.o"), "_Com1.o");
    EXPECT_EQ(safe_path("comic.o"), "comic.o");
    EXPECT_EQ(safe_path("ends. "), "ends");
    EXPECT_EQ(safe_path("a\x1b[31m\nb"), "a_[31m_b");
    EXPECT_EQ(safe_path("a\xC2\x9B\x9B\u202E.o"), "a___.o");
    EXPECT_EQ(safe_path("a!b*?\"<>|"), "a_b______");
    EXPECT_EQ(safe_path("..//.."), "");
    EXPECT_EQ(safe_path(std::string(1000, 'x')).size(), 180U);
}

class OutputsTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("vellum-outputs-" + std::to_string(::getpid()));
        fs::create_directories(folder_);
        std::ofstream(path("input")) << "of the game";
        std::ofstream(path("other")) << "of somebody";
    }
    void TearDown() override { fs::remove_all(folder_); }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
    [[nodiscard]] std::string get(const std::string& name) const {
        std::ifstream file(path(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    fs::path folder_;
};

TEST_F(OutputsTest, AnInputStaysAsItIsUntilItsBackupIsThere) {
    Outputs outputs(false);
    const auto change = [&](std::string_view text) {
        const auto bytes = as_bytes(text);
        return outputs.change_input(path("input"), SpanSource(bytes));
    };
    ASSERT_TRUE(change("changed"));
    EXPECT_EQ(get("input"), "changed");
    EXPECT_EQ(get("input.before"), "of the game");
    EXPECT_FALSE(change("changed again")); // the first backup is kept
    EXPECT_EQ(get("input"), "changed");
    EXPECT_EQ(get("input.before"), "of the game");
}

TEST_F(OutputsTest, NeverReplaceAnInputWhateverItIsCalled) {
    fs::create_symlink("input", path("link"));
    fs::create_hard_link(path("input"), path("hard"));
    fs::create_directory_symlink(".", path("here"));
    for (const bool force : {false, true}) {
        Outputs outputs(force);
        outputs.protect(path("input"));
        for (const char* name : {"input", "link", "hard", "here/input", "./here/link"})
            for (const Old old : {Old::keep, Old::replace}) {
                const auto written = outputs.write_drawing(path(name), "gone", old);
                ASSERT_FALSE(written) << name;
                EXPECT_EQ(written.error().code->id, "cli.output");
            }
        outputs.protect(path("link")); // as an input it stands for the file
    }
    EXPECT_EQ(get("input"), "of the game");
    EXPECT_EQ(get("hard"), "of the game");
}

TEST_F(OutputsTest, ReplaceOtherFilesOnlyWhenAsked) {
    Outputs careful(false), forced(true);
    EXPECT_FALSE(careful.write_drawing(path("other"), "new", Old::keep));
    EXPECT_EQ(get("other"), "of somebody");
    EXPECT_TRUE(careful.write_drawing(path("other"), "new", Old::replace));
    EXPECT_TRUE(forced.write_drawing(path("other"), "newer", Old::keep));
    EXPECT_EQ(get("other"), "newer");
    EXPECT_TRUE(careful.write_drawing(path("fresh"), "\x1b[2J\n\u202E", Old::keep));
    EXPECT_EQ(get("fresh"), "\\x1b[2J\n\\xe2\\x80\\xae");
    fs::create_symlink("nowhere", path("dangling"));
    EXPECT_FALSE(careful.write_drawing(path("dangling"), "new", Old::keep));
    EXPECT_TRUE(careful.write_drawing("/dev/null", "gone", Old::keep));
}

} // namespace
} // namespace vellum::cli
