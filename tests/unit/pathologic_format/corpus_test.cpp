// Real scripts, if VELLUM_CORPUS names a folder that has them: each loads, checks clean, comes back byte for
// byte through save and through its listing, and agrees with its reference listing in every character.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/script.hpp"
#include "reference_listing.hpp"

namespace vellum::pathologic {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> scripts(const char* folder) {
    const char* corpus = std::getenv("VELLUM_CORPUS");
    std::vector<fs::path> found;
    if (corpus == nullptr) return found;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(fs::path(corpus) / "pathologic" / folder, missing))
        if (entry.path().extension() == ".bin") found.push_back(entry.path());
    return found;
}

class Corpus : public testing::TestWithParam<const char*> {};

TEST_P(Corpus, AgreesWithItsListingAndComesBack) {
    const std::vector<fs::path> files = scripts(GetParam());
    if (files.empty()) GTEST_SKIP() << "VELLUM_CORPUS has no pathologic/" << GetParam();
    for (const fs::path& path : files) {
        SCOPED_TRACE(path.string());
        const std::string bytes = read_file(path);
        Diagnostics diagnostics;
        LoadOptions options;
        options.name = path.filename().string();
        EXPECT_GE(engine().format().detect(as_bytes(bytes), options.name), Confidence::likely);
        const auto program = engine().format().load(as_bytes(bytes), options, diagnostics);
        ASSERT_TRUE(program.has_value()) << format(program.error());
        const auto& script = static_cast<const Script&>(**program);
        const bool alpha = std::string_view(GetParam()) == "alpha";
        EXPECT_EQ(script.numbering, alpha ? Numbering::alpha : Numbering::hd);

        (*program)->check(diagnostics);
        for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << format(diagnostic);
        EXPECT_TRUE(script.verification().verified);

        EXPECT_TRUE(as_text((*program)->save().value()) == bytes);
        const std::string listing = (*program)->disassemble({});
        EXPECT_EQ(listing.find("\n.pool"), std::string::npos);
        EXPECT_EQ(listing.find("\n.import"), std::string::npos);
        const auto again = engine().format().assemble(listing, options, diagnostics);
        ASSERT_TRUE(again.has_value()) << format(again.error());
        EXPECT_TRUE(as_text((*again)->save().value()) == bytes);

        fs::path reference = path;
        reference.replace_extension(".listing.txt");
        EXPECT_EQ(test::reference_listing(script), read_file(reference));
        if (HasFailure()) return; // one script's differences are enough to read
    }
}

INSTANTIATE_TEST_SUITE_P(Builds, Corpus, testing::Values("HD", "2005", "alpha", "demo_en"),
                         [](const auto& build) { return "build_" + std::string(build.param); });

TEST(CorpusSynthetic, EveryOpcodeComesBack) {
    const std::vector<fs::path> files = scripts("synthetic");
    if (files.empty()) GTEST_SKIP() << "VELLUM_CORPUS has no pathologic/synthetic";
    for (const fs::path& path : files) {
        SCOPED_TRACE(path.string());
        const std::string bytes = read_file(path);
        Diagnostics diagnostics;
        const auto program = engine().format().load(as_bytes(bytes), {}, diagnostics);
        ASSERT_TRUE(program.has_value()) << format(program.error());
        EXPECT_TRUE(as_text((*program)->save().value()) == bytes);
        const auto again = engine().format().assemble((*program)->disassemble({}), {}, diagnostics);
        ASSERT_TRUE(again.has_value()) << format(again.error());
        EXPECT_TRUE(as_text((*again)->save().value()) == bytes);
    }
}

} // namespace
} // namespace vellum::pathologic
