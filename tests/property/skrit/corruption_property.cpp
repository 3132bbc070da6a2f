// Damaged scripts: compiled files, listings and sources with random changes are refused or run inside their
// limits, the same step by step and restored. VELLUM_CORRUPTIONS sets how many are tried (default 500),
// VELLUM_SEED where the series starts; the real scripts join in where VELLUM_CORPUS names their folder.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/listing/listing.hpp"
#include "support/random.hpp"
#include "support/skrit_judge.hpp"

namespace vellum::skrit {
namespace {

using test::Random;
using test::setting;

namespace fs = std::filesystem;

std::vector<std::string> sources() {
    std::vector<fs::path> paths;
    const auto collect = [&](const fs::path& folder) {
        std::error_code missing;
        for (const auto& entry : fs::recursive_directory_iterator(folder, missing))
            if (entry.path().extension() == ".skrit") paths.push_back(entry.path());
    };
    collect(fs::path(VELLUM_SOURCE_DIR) / "samples" / "skrit");
    if (const char* corpus = std::getenv("VELLUM_CORPUS")) collect(fs::path(corpus) / "skrit");
    std::ranges::sort(paths);
    std::vector<std::string> texts;
    for (const fs::path& path : paths) {
        std::ifstream stream(path, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return texts;
}

std::shared_ptr<Unit> compiled(const std::string& text) {
    CompileOptions options;
    options.name = "damaged";
    options.exports = &siege_exports();
    Exports inferred(options.exports);
    options.inferred = &inferred;
    Diagnostics diagnostics;
    return compile_unit(text, options, diagnostics);
}

void damage_bytes(std::string& bytes, Random& random) {
    static constexpr unsigned char numbers[] = {0, 1, 2, 0x3F, 0x40, 0x7F, 0x80, 0xC0, 0xFE, 0xFF};
    for (std::size_t changes = 1 + random.below(4); changes != 0 && !bytes.empty(); --changes) {
        const std::size_t at = random.below(bytes.size());
        switch (random.below(6)) {
        case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
        case 1: bytes[at] = static_cast<char>(random.next()); break;
        case 2: bytes[at] = static_cast<char>(numbers[random.below(std::size(numbers))]); break;
        case 3: bytes[at] = bytes[random.below(bytes.size())]; break;
        case 4: bytes.erase(at, 1 + random.below(4)); break;
        default: bytes.insert(at, 1 + random.below(4), static_cast<char>(random.next())); break;
        }
    }
}

/// Words and lines change places, vanish or come twice: closer to what still compiles than damaged bytes.
void damage_text(std::string& text, Random& random) {
    for (std::size_t changes = 1 + random.below(3); changes != 0 && text.size() > 40; --changes) {
        const auto part = [&](std::size_t longest) {
            const std::size_t at = random.below(text.size());
            return std::pair(at, std::min(text.size() - at, 1 + random.below(longest)));
        };
        const auto [at, size] = part(30);
        switch (random.below(5)) {
        case 0: text.erase(at, size); break;
        case 1: text.insert(random.below(text.size()), text.substr(at, size)); break;
        case 2: text[at] = "0123456789+-*/%;{}()$<>=!&|\"'"[random.below(29)]; break;
        case 3: { // a line moves
            const std::size_t begin = text.rfind('\n', at) + 1;
            const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
            const std::string line = text.substr(begin, end - begin + 1);
            text.erase(begin, line.size());
            const std::size_t to = text.empty() ? 0 : text.rfind('\n', random.below(text.size())) + 1;
            text.insert(to, line);
            break;
        }
        default: { // a number changes
            const std::size_t digit = text.find_first_of("0123456789", at);
            if (digit != std::string::npos) text[digit] = static_cast<char>('0' + random.below(10));
            break;
        }
        }
    }
}

TEST(SkritCorruption, IsRefusedOrRunsInsideItsLimits) {
    const std::vector<std::string> texts = sources();
    ASSERT_FALSE(texts.empty());
    std::vector<std::string> files;
    std::vector<std::string> listings;
    for (const std::string& text : texts)
        if (const auto unit = compiled(text)) {
            const std::vector<std::byte> bytes = write_skc(*unit);
            files.emplace_back(as_text(bytes));
            listings.push_back(list_unit(*unit, {}));
        }
    ASSERT_FALSE(files.empty());
    const std::uint64_t count = setting("VELLUM_CORRUPTIONS", 500);
    Random random(setting("VELLUM_SEED", 1));
    std::uint64_t lived = 0;
    for (std::uint64_t n = 0; n < count; ++n) {
        SCOPED_TRACE("corruption " + std::to_string(n));
        std::shared_ptr<Unit> unit;
        Diagnostics diagnostics;
        switch (n % 3) {
        case 0: {
            std::string bytes = files[random.below(files.size())];
            damage_bytes(bytes, random);
            std::vector<std::byte> data(bytes.size());
            std::ranges::transform(bytes, data.begin(), [](char c) { return static_cast<std::byte>(c); });
            if (data.size() >= 16)
                store_u64(data.data() + data.size() - 8, hash64(std::span(data).first(data.size() - 8)));
            unit = read_skc(data, "damaged", diagnostics);
            if (unit != nullptr) {
                ASSERT_EQ(write_skc(*unit), data);
            }
            break;
        }
        case 1: {
            std::string text = listings[random.below(listings.size())];
            damage_text(text, random);
            unit = assemble_unit(text, "damaged", diagnostics);
            break;
        }
        default: {
            std::string text = texts[random.below(texts.size())];
            damage_text(text, random);
            unit = compiled(text);
            break;
        }
        }
        if (unit == nullptr) continue;
        ++lived;
        test::SkritJudge judge(unit, 3000);
        ASSERT_EQ(judge.run(3, 1), "");
        ASSERT_EQ(judge.run_paused(2, 1 + random.below(20)), "");
        ASSERT_EQ(judge.run_paused(1, 1 + random.below(20), false, true), "");
    }
    EXPECT_GT(lived, count / 50);
    RecordProperty("lived", std::to_string(lived));
}

} // namespace
} // namespace vellum::skrit
