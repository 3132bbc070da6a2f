// Random damage to real files and random scripts: refused or understood, and whatever is understood comes
// back unchanged. VELLUM_CORRUPTIONS sets how many damaged files are tried (default 700), VELLUM_SEED where
// the series starts.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/pathologic_oracle.hpp"
#include "support/random.hpp"

namespace vellum::pathologic {
namespace {

using test::Random;
using test::setting;

namespace fs = std::filesystem;

void collect(const fs::path& folder, std::size_t largest, std::vector<std::string>& files) {
    // Sorted, so that a seed means the same files on every machine.
    std::vector<fs::path> paths;
    std::error_code missing;
    for (const auto& entry : fs::recursive_directory_iterator(folder, missing))
        if (entry.path().extension() == ".bin" && entry.file_size() <= largest) paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const fs::path& path : paths) {
        std::ifstream stream(path, std::ios::binary);
        files.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
}

/// One to four changes of the sorts that damage files: bits, bytes, numbers, cuts, insertions, repeats.
void damage(std::string& bytes, Random& random) {
    static constexpr std::uint32_t numbers[] = {0,    1,      2,          0x7F,       0x80,
                                                0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (std::size_t changes = 1 + random.below(4); changes != 0 && !bytes.empty(); --changes) {
        const std::size_t at = random.below(bytes.size());
        switch (random.below(7)) {
        case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
        case 1: bytes[at] = static_cast<char>(random.next()); break;
        case 2:
            if (bytes.size() - at >= 4)
                store_u32(reinterpret_cast<std::byte*>(bytes.data() + at),
                          numbers[random.below(std::size(numbers))]);
            break;
        case 3:
            if (bytes.size() - at >= 4) {
                auto* place = reinterpret_cast<std::byte*>(bytes.data() + at);
                store_u32(place, load_u32(place) + static_cast<std::uint32_t>(random.below(9)) - 4);
            }
            break;
        case 4: bytes.resize(at); break;
        case 5: bytes.insert(at, 1 + random.below(8), static_cast<char>(random.next())); break;
        default: bytes.erase(at, 1 + random.below(8)); break;
        }
    }
}

TEST(Corruption, IsRefusedOrComesBack) {
    std::vector<std::string> files;
    collect(fs::path(VELLUM_SOURCE_DIR) / "samples" / "pathologic", SIZE_MAX, files);
    ASSERT_GE(files.size(), 5U);
    if (const char* corpus = std::getenv("VELLUM_CORPUS"))
        collect(fs::path(corpus) / "pathologic", 20000, files);
    const std::uint64_t count = setting("VELLUM_CORRUPTIONS", 700);
    Random random(setting("VELLUM_SEED", 1));
    std::uint64_t loaded = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::string bytes = files[random.below(files.size())];
        damage(bytes, random);
        // An exact-size heap block, so that AddressSanitizer sees a read one byte too far.
        const std::vector<std::byte> exact(as_bytes(bytes).begin(), as_bytes(bytes).end());
        loaded += oracle::holds_for_bytes(exact) ? 1 : 0;
    }
    RecordProperty("loaded", static_cast<int>(loaded));
    std::printf("%llu of %llu damaged files were loaded\n", static_cast<unsigned long long>(loaded),
                static_cast<unsigned long long>(count));
    EXPECT_GT(loaded, count / 20) << "the damage is too crude to test what comes after the loader";
    EXPECT_LT(loaded, count);
}

TEST(Corruption, OfListingsIsRefusedOrAssembles) {
    std::vector<std::string> files;
    collect(fs::path(VELLUM_SOURCE_DIR) / "samples" / "pathologic", SIZE_MAX, files);
    Random random(setting("VELLUM_SEED", 1) + 1);
    std::uint64_t assembled = 0;
    const std::uint64_t count = setting("VELLUM_CORRUPTIONS", 700) / 4;
    for (std::uint64_t i = 0; i < count; ++i) {
        Diagnostics diagnostics;
        const auto program =
            engine().format().load(as_bytes(files[random.below(files.size())]), {}, diagnostics);
        ASSERT_TRUE(program.has_value());
        std::string text = (*program)->disassemble({});
        damage(text, random);
        assembled += oracle::holds_for_text(text) ? 1 : 0;
    }
    EXPECT_GT(assembled, 0U);
    EXPECT_LT(assembled, count);
}

TEST(Corruption, OfSourcesIsRefusedOrCompiles) {
    std::vector<std::string> files;
    collect(fs::path(VELLUM_SOURCE_DIR) / "samples" / "pathologic", SIZE_MAX, files);
    Random random(setting("VELLUM_SEED", 1) + 2);
    std::uint64_t compiled = 0;
    const std::uint64_t count = setting("VELLUM_CORRUPTIONS", 700) / 4;
    for (std::uint64_t i = 0; i < count; ++i) {
        Diagnostics diagnostics;
        const auto program =
            engine().format().load(as_bytes(files[random.below(files.size())]), {}, diagnostics);
        ASSERT_TRUE(program.has_value());
        std::string text = (*program)->decompile({})->text;
        damage(text, random);
        compiled += oracle::holds_for_source(text) ? 1 : 0;
    }
    EXPECT_GT(compiled, 0U);
    EXPECT_LT(compiled, count);
}

} // namespace
} // namespace vellum::pathologic
