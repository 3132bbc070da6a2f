// Archives with random damage: read in part or refused, never more. VELLUM_CORRUPTIONS sets how many are
// tried (default 1,500), VELLUM_SEED where the series starts.
#include <gtest/gtest.h>

#include "support/archive_oracle.hpp"
#include "support/random.hpp"

namespace vellum {
namespace {

using test::bytes_of;

struct Sound {
    std::vector<std::byte> bytes;
    std::size_t tables = 0; ///< Where they stand, if not at the beginning or the end.
};

std::vector<Sound> sound() {
    const std::vector<std::byte> long_one(3000, std::byte{'x'});
    const std::vector<std::byte> disc = test::made_disc({{"", "SYSTEM.CNF", bytes_of("BOOT")}}, "WORLD",
                                                        {{"", "WM0.EV", long_one}, {"", "MES", {}}});
    const std::vector<std::byte> raw = test::raw_disc(disc);
    return {{test::made_lgp({{"", "wm0.ev", long_one},
                             {"", "mes", bytes_of("texts")},
                             {"magic", "a_1.x", bytes_of("first")},
                             {"battle", "a_1.x", bytes_of("second")}})},
            {test::made_vfs({{"", "a.bin", bytes_of("AAA")}, {"", "b.bin", long_one}}, "UI",
                            {{"", "x.tex", bytes_of("xx")}})},
            {test::made_tank("a.skrit", "x")},
            {test::made_tank("longer name.skrit", as_text(long_one))},
            {*archives::create("tank", std::vector<archives::Change>{{"a/b/c.skrit", long_one},
                                                                     {"a/d.gas", bytes_of("[d]{}")},
                                                                     {"e.skrit", bytes_of("e")}})},
            {test::made_zip({{"", "a.skrit", bytes_of("x")}, {"", "world/b.skrit", long_one}})},
            {disc, std::size_t{18} * 2048},
            {disc, std::size_t{19} * 2048},
            {raw, std::size_t{19} * 2352 + 24},
            {test::made_txz(300)}};
}

void damage(std::vector<std::byte>& bytes, std::size_t tables, test::Random& random) {
    static constexpr std::uint32_t numbers[] = {0, 1, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    // Tables stand at the beginning, or, in tanks, at the end.
    const auto place = [&](std::size_t room) {
        const std::size_t near = std::min<std::size_t>(bytes.size() - room, 300);
        if (tables != 0 && tables + 300 < bytes.size()) return tables + random.below(200);
        switch (random.below(3)) {
        case 0: return random.below(near + 1);
        case 1: return bytes.size() - room - random.below(near + 1);
        default: return random.below(bytes.size() - room + 1);
        }
    };
    for (std::size_t changes = 1 + random.below(3); changes != 0 && bytes.size() > 8; --changes) {
        switch (random.below(5)) {
        case 0: bytes[place(1)] = static_cast<std::byte>(random.next()); break;
        case 1: store_u32(&bytes[place(4)], numbers[random.below(std::size(numbers))]); break;
        case 2: {
            std::byte* at = &bytes[place(4)];
            store_u32(at, load_u32(at) + static_cast<std::uint32_t>(random.below(65)) - 32);
            break;
        }
        case 3: bytes.resize(place(1)); break;
        default:
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(place(1)), 1 + random.below(8),
                         static_cast<std::byte>(random.next()));
        }
    }
}

TEST(DamagedArchives, are_read_in_part_or_refused) {
    const auto files = sound();
    const std::uint64_t count = test::setting("VELLUM_CORRUPTIONS", 1500);
    test::Random random(test::setting("VELLUM_SEED", 1));
    std::uint64_t opened = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Sound& one = files[random.below(files.size())];
        std::vector<std::byte> bytes = one.bytes;
        damage(bytes, one.tables, random);
        opened += test::archive_holds(bytes) ? 1 : 0;
    }
    EXPECT_GT(opened, count / 4);
    EXPECT_LT(opened, count);
}

} // namespace
} // namespace vellum
