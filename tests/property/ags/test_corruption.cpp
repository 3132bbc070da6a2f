// Random damage to real scripts: refused or understood; what is understood comes back unchanged and runs in
// both forms alike. VELLUM_CORRUPTIONS sets how many damaged files are tried (default 700), VELLUM_SEED
// where the series starts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "support/ags_oracle.hpp"
#include "support/ags_packages.hpp"
#include "support/random.hpp"

namespace vellum::ags {
namespace {

namespace fs = std::filesystem;
using test::setting;

void add_folder(std::vector<std::vector<std::byte>>& seeds, const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".o" || entry.path().extension() == ".crm")
            paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths)
        if (auto bytes = read_file(path)) seeds.push_back(std::move(*bytes));
}

std::vector<std::vector<std::byte>> all_seeds() {
    std::vector<std::vector<std::byte>> seeds;
    add_folder(seeds, VELLUM_SOURCE_DIR "/samples/ags");
    if (const char* corpus = std::getenv("VELLUM_CORPUS"))
        for (const char* folder : {"/ags/snippets", "/ags/rooms"})
            add_folder(seeds, std::string(corpus) + folder);
    return seeds;
}

class Damage {
  public:
    explicit Damage(std::uint64_t seed) : random_(static_cast<std::mt19937::result_type>(seed)) {}
    void hurt(std::vector<std::byte>& bytes) {
        for (unsigned times = 1 + pick(3); times > 0; --times) {
            const std::size_t at = pick(static_cast<std::uint32_t>(bytes.size()));
            switch (pick(5)) {
            case 0: bytes[at] = static_cast<std::byte>(pick(256)); break;
            case 1:
                bytes[at] = static_cast<std::byte>(std::to_integer<unsigned>(bytes[at]) + pick(9) - 4);
                break;
            case 2: bytes[at] ^= static_cast<std::byte>(1U << pick(8)); break;
            case 3: // a whole word: an opcode, register or small number
                if ((at & ~std::size_t{3}) + 4 <= bytes.size())
                    store_u32(bytes.data() + (at & ~std::size_t{3}), pick(80));
                break;
            default: // an opcode that names an instance
                if ((at & ~std::size_t{3}) + 4 <= bytes.size())
                    store_u32(bytes.data() + (at & ~std::size_t{3}), pick(75) | pick(1024) << 22U);
                break;
            }
        }
    }
    std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_()) % count; }

  private:
    std::mt19937 random_;
};

TEST(Corruption, ScriptsAreRefusedOrRunAlike) {
    const std::vector<std::vector<std::byte>> seeds = all_seeds();
    ASSERT_GE(seeds.size(), 20U);
    Damage damage(setting("VELLUM_SEED", 1));
    int loaded = 0;
    int fast = 0;
    for (std::uint64_t i = setting("VELLUM_CORRUPTIONS", 700); i > 0; --i) {
        std::vector<std::byte> bytes = seeds[damage.pick(static_cast<std::uint32_t>(seeds.size()))];
        damage.hurt(bytes);
        const ProgramPtr program = oracle::holds_for_bytes(bytes);
        if (program == nullptr) continue;
        ++loaded;
        if (oracle::runs_alike(program, 20000)) ++fast;
    }
    EXPECT_GT(loaded, 0);
    EXPECT_GT(fast, 0);
}

TEST(Corruption, PackagesAreRefusedOrUnderstood) {
    const std::vector<std::vector<std::byte>> seeds = all_seeds();
    Damage damage(setting("VELLUM_SEED", 1) + 1);
    for (std::uint64_t i = setting("VELLUM_CORRUPTIONS", 700) / 2; i > 0; --i) {
        constexpr int versions[] = {6, 10, 11, 20, 21, 30};
        const std::vector<test::PackedFile> files = {
            {"game28.dta", test::game_data({seeds[damage.pick(20)], seeds[damage.pick(20)]})},
            {"room1.crm", test::room_file(33, seeds[damage.pick(20)]),
             static_cast<std::uint8_t>(damage.pick(2))}};
        std::vector<std::byte> bytes = test::package(versions[damage.pick(6)], files, damage.pick(2) * 50);
        // Mostly in the table, where it matters.
        std::vector<std::byte> table(bytes.begin(), bytes.begin() + 150);
        damage.hurt(table);
        std::copy(table.begin(), table.end(), bytes.begin());
        if (damage.pick(4) == 0) damage.hurt(bytes);
        static_cast<void>(oracle::holds_for_bytes(bytes, "game.ags"));
    }
}

TEST(Corruption, SnapshotsAreRefusedOrRestored) {
    const auto bytes = read_file(VELLUM_SOURCE_DIR "/samples/ags/s52_main.o");
    const auto library = read_file(VELLUM_SOURCE_DIR "/samples/ags/s51_lib.o");
    ASSERT_TRUE(bytes && library);
    Diagnostics diagnostics;
    const ProgramPtr programs[] = {*engine().format().load(*library, {}, diagnostics),
                                   *engine().format().load(*bytes, {}, diagnostics)};
    StandInHost host(nullptr, nullptr);
    RunOptions options;
    options.budget.instructions = 60; // stops in the middle of calls
    options.budget.memory = 1U << 20U;
    auto world = engine().runtime().instantiate(programs, host, options, diagnostics);
    ASSERT_TRUE(world);
    ASSERT_TRUE((*world)->send({"main", {}}));
    Damage damage(setting("VELLUM_SEED", 1) + 2);
    int restored = 0;
    for (std::uint64_t i = setting("VELLUM_CORRUPTIONS", 700); i > 0; --i) {
        const auto state = (*world)->snapshot();
        ASSERT_TRUE(state);
        std::vector<std::byte> hurt = *state;
        const bool sealed = i % 4 != 0;
        damage.hurt(hurt);
        if (sealed) // the checksum would catch it: what lies behind it is to be tried
            store_u64(hurt.data() + hurt.size() - 8, hash64(std::span(hurt).first(hurt.size() - 8)));
        else if (hurt != *state)
            EXPECT_FALSE((*world)->restore(hurt));
        if ((*world)->restore(hurt)) {
            ++restored;
            (*world)->frame(0.0F);
            (*world)->frame(0.0F);
        } else { // nothing has changed
            const auto again = (*world)->snapshot();
            ASSERT_TRUE(again);
            EXPECT_EQ(*again, *state);
        }
        ASSERT_TRUE((*world)->restore(*state));
        static_cast<void>((*world)->take_faults());
    }
    EXPECT_GT(restored, 0);
}

} // namespace
} // namespace vellum::ags
