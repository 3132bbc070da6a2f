// The sample scripts: each listing assembles, each source compiles to the file beside it and checks clean.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support.hpp"

namespace vellum::pathologic {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(PathologicSamples, AreWhatTheirSourcesSay) {
    std::size_t seen = 0;
    bool alpha = false;
    for (const auto& entry :
         fs::directory_iterator(fs::path(VELLUM_SOURCE_DIR) / "tests" / "data" / "pathologic")) {
        if (entry.path().extension() != ".vasm") continue;
        SCOPED_TRACE(entry.path().string());
        ++seen;
        const ProgramPtr program = test::assembled(read_file(entry.path()));
        ASSERT_NE(program, nullptr);
        EXPECT_EQ(test::problems(program), "");
        fs::path binary = entry.path();
        const std::string bytes = read_file(binary.replace_extension(".bin"));
        EXPECT_TRUE(as_text(program->save().value()) == bytes);
        Diagnostics diagnostics;
        const auto loaded = engine().format().load(as_bytes(bytes), {}, diagnostics);
        ASSERT_TRUE(loaded.has_value());
        alpha |= test::script_of(*loaded).numbering == Numbering::alpha;
        EXPECT_EQ(test::script_of(*loaded).numbering, test::script_of(program).numbering);
    }
    EXPECT_GE(seen, 5U);
    EXPECT_TRUE(alpha);
}

TEST(PathologicSamples, AreWhatTheirTextsCompileTo) {
    std::size_t seen = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(VELLUM_SOURCE_DIR) / "samples" / "pathologic")) {
        if (entry.path().extension() != ".patho") continue;
        SCOPED_TRACE(entry.path().string());
        ++seen;
        Diagnostics diagnostics;
        const auto program = engine().language()->compile(read_file(entry.path()), {}, diagnostics);
        ASSERT_TRUE(program.has_value());
        EXPECT_TRUE(diagnostics.all().empty());
        fs::path binary = entry.path();
        const std::string bytes = read_file(binary.replace_extension(".bin"));
        EXPECT_TRUE(as_text((*program)->save().value()) == bytes);
    }
    EXPECT_GE(seen, 2U);
}

} // namespace
} // namespace vellum::pathologic
