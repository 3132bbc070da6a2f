// Random sources and damaged blocks through the decompiler: what comes out is compiled to the same block, be
// it source or a listing. The sources run in both forms alike. VELLUM_DECOMPILED sets how many of each are
// tried, VELLUM_SEED where the series starts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>

#include "base/file.hpp"
#include "engines/ags/format/script.hpp"
#include "source_generator.hpp"
#include "support/ags_decompiling.hpp"
#include "support/ags_oracle.hpp"
#include "support/random.hpp"

namespace vellum::test {
namespace {

namespace fs = std::filesystem;

/// The same script with its texts elsewhere: other bytes between them, some twice, some without any mark of
/// where they are from.
std::vector<std::byte> with_moved_texts(const Program& program, std::mt19937& random) {
    const auto& script = static_cast<const ags::Script&>(program);
    ags::Scom scom = script.scom();
    const std::string_view all = as_text(script.scom().strings);
    std::map<std::uint32_t, std::vector<std::uint32_t>> places; // where each text is now
    std::vector<std::byte> strings;
    const auto add = [&](std::string_view text) {
        strings.insert(strings.end(), as_bytes(text).begin(), as_bytes(text).end());
        strings.push_back(std::byte{0});
    };
    const bool marked = random() % 2 == 0;
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\0', at), all.size());
        const std::string_view text = all.substr(at, end - at);
        if (marked || !text.starts_with("__NEWSCRIPTSTART_"))
            for (unsigned copies = random() % 4 == 0 ? 2 : 1; copies > 0; --copies) {
                places[static_cast<std::uint32_t>(at)].push_back(static_cast<std::uint32_t>(strings.size()));
                add(text);
                if (random() % 3 != 0) continue;
                for (unsigned left = random() % 5; left > 0; --left)
                    strings.push_back(static_cast<std::byte>(random() % 256));
            }
        at = end + 1;
    }
    std::map<std::uint32_t, std::uint32_t> chosen; // in a function: code that was pasted has its texts
    for (std::uint32_t word = 0; word < script.words(); ++word) {
        if (script.entries().contains(word)) chosen.clear();
        if (script.fixup_at(word) != static_cast<std::uint8_t>(ags::FixupType::string)) continue;
        std::byte* const place = scom.code.data() + std::size_t{word} * 4;
        const auto& choices = places[load_u32(place)];
        if (choices.empty()) continue;
        const auto [choice, fresh] = chosen.try_emplace(load_u32(place), choices.front());
        if (fresh) choice->second = choices[random() % choices.size()];
        store_u32(place, choice->second);
    }
    scom.strings = std::move(strings);
    return ags::write_scom(scom);
}

/// Why functions, or all of it, are no source.
std::string reasons(const Decompiled& made) {
    std::string all = made.listing;
    for (const FunctionVerdict& each : made.functions)
        if (!each.identical) all += each.name + ": " + each.reason + "\n";
    return all;
}

/// The same as compilers of 2.x wrote it.
TEST(Decompile, RandomSourcesOfOldCompilersComeBack) {
    const auto count = static_cast<std::uint32_t>(setting("VELLUM_DECOMPILED", 60));
    const auto first = static_cast<std::uint32_t>(setting("VELLUM_SEED", 0));
    std::uint32_t valid = 0, functions = 0, kept = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        const std::string text = "// vellum: version=81, stack-offsets=0, counted-arguments=0, "
                                 "counted-exports=0, counted-imports=0, counted-members=0, "
                                 "folded-negatives=0\n" +
                                 SourceGenerator(seed).make();
        Diagnostics diagnostics;
        const auto program = ags::engine().language()->compile(text, {"random.asc", {}}, diagnostics);
        if (!program) continue;
        ++valid;
        constexpr std::uint64_t instructions = 20'000;
        static_cast<void>(ags::oracle::runs_alike(*program, instructions)); // stops where they differ
        const auto made = (*program)->decompile({});
        ASSERT_TRUE(made) << seed;
        EXPECT_EQ(made->listing, "") << seed;
        for (const FunctionVerdict& each : made->functions) {
            ++functions;
            if (each.identical) continue;
            ++kept;
            GTEST_LOG_(INFO) << "seed " << seed << ", " << each.name << ": " << each.reason;
        }
        EXPECT_EQ(compiled_again(*made), *(*program)->save()) << "seed " << seed;
    }
    EXPECT_GE(valid, count * 9 / 10);
    EXPECT_LE(kept, functions / 50);
}

TEST(Decompile, RandomSourcesComeBack) {
    const auto count = static_cast<std::uint32_t>(setting("VELLUM_DECOMPILED", 150));
    const auto first = static_cast<std::uint32_t>(setting("VELLUM_SEED", 0));
    std::uint32_t valid = 0;
    std::uint32_t sources = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        Diagnostics diagnostics;
        const auto program =
            ags::engine().language()->compile(SourceGenerator(seed).make(), {"random.asc", {}}, diagnostics);
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
        // Where its texts lie costs no function.
        std::mt19937 random(seed);
        const auto moved = with_moved_texts(**program, random);
        const auto other = ags::engine().format().load(moved, {"moved.o", {}}, diagnostics);
        ASSERT_TRUE(other) << seed;
        const auto again = (*other)->decompile({});
        ASSERT_TRUE(again) << seed;
        EXPECT_EQ(whole ? reasons(*again) : "", "") << "seed " << seed;
        EXPECT_EQ(compiled_again(*again), moved) << "seed " << seed << ": " << again->listing;
    }
    EXPECT_GE(valid, count * 9 / 10);
    EXPECT_GE(sources, valid * 98 / 100);
}

/// What other tools may leave in a file and no compiler writes; each costs a line, or the function it is in.
ags::Scom with_oddities(const ags::Script& script, std::mt19937& random) {
    ags::Scom scom = script.scom();
    const auto function = [&] {
        const auto& entries = script.entries();
        return std::next(entries.begin(), static_cast<std::ptrdiff_t>(random() % entries.size()))->first;
    };
    if (random() % 2 == 0) std::ranges::shuffle(scom.fixups, random);
    if (random() % 2 == 0) { // not where an instruction has one, of no known kind, twice
        scom.fixups.push_back({static_cast<std::uint8_t>(ags::FixupType::import), 0});
        scom.fixups.insert(scom.fixups.begin(), {9, -7});
        scom.fixups.push_back(scom.fixups[random() % scom.fixups.size()]);
    }
    const auto is_member = [](const std::string& name) { return name.contains("::"); };
    if (random() % 3 == 0) {
        scom.imports.emplace_back("Unused^3");
        scom.imports.emplace_back("unused");
    }
    if (random() % 3 == 0) {
        std::byte* const opcode = scom.code.data() + std::size_t{function()} * 4;
        store_u32(opcode, load_u32(opcode) | 5U << ags::instance_shift);
    }
    if (random() % 3 == 0) {
        std::string& name = scom.exports[random() % scom.exports.size()].name;
        name.insert(name.find('$') == std::string::npos ? name.size() : name.find('$'), 600, 'x');
    }
    if (random() % 3 == 0 && !scom.imports.empty()) {
        std::string& name = scom.imports[random() % scom.imports.size()];
        if (!name.empty() && !is_member(name)) name.insert(0, 600, 'x');
    }
    if (random() % 3 == 0) { // nothing says that its first function is one
        std::erase_if(scom.exports, [](const ags::Export& each) {
            return each.kind() == ags::export_function && each.offset() == 0;
        });
    }
    if (random() % 3 == 0) { // members of one struct lie apart
        std::vector<std::uint32_t> order(scom.imports.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::shuffle(order, random);
        ags::order_imports(scom, order, script.scom().fixups);
    }
    return scom;
}

TEST(Decompile, OddTablesCostNoScript) {
    const auto count = static_cast<std::uint32_t>(setting("VELLUM_DECOMPILED", 60));
    const auto first = static_cast<std::uint32_t>(setting("VELLUM_SEED", 0));
    std::size_t functions = 0, kept = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        std::mt19937 random(seed);
        Diagnostics diagnostics;
        const auto program =
            ags::engine().language()->compile(SourceGenerator(seed).make(), {"random.asc", {}}, diagnostics);
        if (!program) continue;
        const auto before = (*program)->decompile({});
        ASSERT_TRUE(before) << seed;
        if (!before->listing.empty() || reasons(*before) != "") continue;
        const auto bytes = ags::write_scom(with_oddities(static_cast<const ags::Script&>(**program), random));
        const auto other = ags::engine().format().load(bytes, {"odd.o", {}}, diagnostics);
        ASSERT_TRUE(other) << seed;
        const auto made = (*other)->decompile({});
        ASSERT_TRUE(made) << seed;
        EXPECT_EQ(made->listing, "") << seed;
        EXPECT_EQ(compiled_again(*made), bytes) << seed;
        functions += made->functions.size();
        kept +=
            static_cast<std::size_t>(std::ranges::count(made->functions, false, &FunctionVerdict::identical));
    }
    EXPECT_GT(functions, count);
    EXPECT_LT(kept, functions / 2);
}

TEST(Decompile, LongNamesAreWrittenOnce) {
    const std::string name(20'000, 'x');
    std::string text = "import int " + name + "(int a);\nint f() {\n";
    for (int i = 0; i < 1000; ++i) text += "  " + name + "(" + std::to_string(i) + ");\n";
    Diagnostics diagnostics;
    const auto program = ags::engine().language()->compile(text + "  return 0;\n}\nint g() { return 1; }\n",
                                                           {"long.asc", {}}, diagnostics);
    ASSERT_TRUE(program);
    const auto made = (*program)->decompile({});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->listing, "");
    EXPECT_LT(made->text.size() + made->headers.front().text.size(), 300'000U);
    EXPECT_EQ(compiled_again(*made), *(*program)->save());
    EXPECT_TRUE(made->functions.back().identical);
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
        const auto program = ags::engine().format().load(bytes, {"damaged.o", {}}, diagnostics);
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
