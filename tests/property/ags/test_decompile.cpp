// Random sources and damaged blocks through the decompiler: what comes out is compiled to the same block, be
// it source or a listing. The sources run in both forms alike. VELLUM_DECOMPILED sets how many of each are
// tried, VELLUM_SEED where the series starts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/file.hpp"
#include "engines/ags/format/script.hpp"
#include "source_generator.hpp"
#include "support/ags_decompiling.hpp"
#include "support/ags_oracle.hpp"
#include "support/random.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

TEST(Decompile, RandomSourcesComeBack) {
    const auto count = static_cast<std::uint32_t>(setting("VELLUM_DECOMPILED", 150));
    const auto first = static_cast<std::uint32_t>(setting("VELLUM_SEED", 0));
    std::uint32_t valid = 0;
    std::uint32_t sources = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        Diagnostics diagnostics;
        const auto program =
            ags::engine().compile(SourceGenerator(seed).make(), {"random.asc", {}}, diagnostics);
        if (!program) continue; // a few have what the language refuses, as "-a*-b"
        ++valid;
        constexpr std::uint64_t instructions = 20'000;
        EXPECT_TRUE(ags::oracle::runs_alike(*program, instructions)) << seed;
        const auto made = (*program)->decompile({});
        ASSERT_TRUE(made) << seed;
        bool whole = made->listing.empty();
        for (const FunctionVerdict& each : made->functions) {
            whole = whole && each.identical;
            if (!each.identical)
                GTEST_LOG_(INFO) << "seed " << seed << ", " << each.name << ": " << each.reason;
        }
        sources += whole ? 1 : 0;
        const auto bytes = (*program)->save();
        ASSERT_TRUE(bytes) << seed;
        EXPECT_EQ(compiled_again(*made), *bytes) << "seed " << seed << ": " << made->listing;
    }
    EXPECT_GE(valid, count * 9 / 10);
    EXPECT_GE(sources, valid * 98 / 100);
}

TEST(Decompile, DamagedBlocksGiveSomethingTrue) {
    std::vector<std::vector<std::byte>> seeds;
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(VELLUM_SOURCE_DIR "/samples/ags"))
        if (entry.path().extension() == ".o") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const fs::path& path : paths)
        if (auto bytes = read_file(path.string())) seeds.push_back(std::move(*bytes));
    ASSERT_FALSE(seeds.empty());
    std::mt19937 random(static_cast<std::uint32_t>(setting("VELLUM_SEED", 1)));
    const auto count = setting("VELLUM_DECOMPILED", 150);
    std::uint64_t listings = 0, functions = 0, identical = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::vector<std::byte> bytes = seeds[random() % seeds.size()];
        for (unsigned times = 1 + random() % 4; times > 0; --times) {
            // Words, most of them small: what else stands in code.
            const std::size_t at = random() % bytes.size() / 4 * 4;
            bytes[at] = static_cast<std::byte>(random() % (random() % 3 == 0 ? 256 : 76));
        }
        Diagnostics diagnostics;
        const auto program = ags::engine().load(bytes, {"damaged.o", {}}, diagnostics);
        if (!program || (*program)->code() == nullptr) continue;
        const auto made = (*program)->decompile({});
        ASSERT_TRUE(made) << i;
        EXPECT_EQ(compiled_again(*made), ags::write_scom(static_cast<const ags::Script&>(**program).scom()))
            << i << ": " << made->listing;
        listings += made->listing.empty() ? 0 : 1;
        for (const FunctionVerdict& each : made->functions) {
            ++functions;
            identical += each.identical ? 1 : 0;
        }
    }
    // One function that is damaged costs only itself; what is damaged elsewhere may cost the script.
    EXPECT_LT(listings, count / 2);
    EXPECT_GT(identical, functions / 4);
}

} // namespace
} // namespace vellum::test
