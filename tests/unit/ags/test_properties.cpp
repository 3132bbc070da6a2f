// What scripts keep: references and memory it counts for, dropping it, and snapshots that say anything.
#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "engines/ags/machine/pool.hpp"
#include "engines/ags/machine/properties.hpp"
#include "runtime/archive.hpp"

namespace vellum::ags {
namespace {

Word object_word(std::uint32_t handle) { return address_word(Tag::object, handle); }

TEST(Properties, HoldWhatTheyKeep) {
    Pool pool;
    Properties kept;
    const std::uint32_t text = pool.make_string("lamp");
    const std::uint64_t before = pool.bytes();
    ASSERT_TRUE(kept.set(pool, 7, "Text", 0, object_word(text)));
    ASSERT_TRUE(kept.set(pool, 7, "Text", 1, object_word(text)));
    EXPECT_EQ(pool[text].references, 2U);
    EXPECT_EQ(pool.bytes(), before + 2 * (4 + Pool::entry_cost));
    ASSERT_TRUE(kept.set(pool, 7, "Text", 1, integer_word(std::int32_t{5})));
    EXPECT_EQ(pool[text].references, 1U);
    EXPECT_EQ(number_of(*kept.find(7, "Text", 1)), 5U);
    EXPECT_EQ(kept.find(7, "text", 1), nullptr);
    EXPECT_EQ(kept.find(8, "Text", 1), nullptr);
    kept.forget(pool, 7);
    EXPECT_TRUE(kept.all().empty());
    EXPECT_FALSE(pool.exists(text)) << "nobody else held it";
    EXPECT_LT(pool.bytes(), before);
}

TEST(Properties, AreDroppedByNameAndBeginning) {
    Pool pool;
    Properties kept;
    for (const char* name : {"Once a", "Once b", "Onc", "Twice"})
        for (const std::uint64_t object : {0U, 1U})
            ASSERT_TRUE(kept.set(pool, object, name, -3, integer_word(true)));
    kept.erase_prefix(pool, 0, "Once ");
    EXPECT_EQ(kept.all().size(), 6U);
    EXPECT_NE(kept.find(1, "Once a", -3), nullptr);
    kept.erase(pool, 1, "Once a", -3);
    kept.erase(pool, 1, "Once a", -2);
    EXPECT_EQ(kept.all().size(), 5U);
}

TEST(Properties, CountDownToOne) {
    Pool pool;
    Properties kept;
    for (const std::int32_t from : {3, 2, 1, 0, -4})
        ASSERT_TRUE(kept.set(pool, 0, "Timer", from, integer_word(from)));
    ASSERT_TRUE(kept.set(pool, 0, "Timers", 1, integer_word(std::int32_t{9})));
    kept.count_down(0, "Timer");
    const auto at = [&](std::int32_t index) { return signed_of(*kept.find(0, "Timer", index)); };
    EXPECT_EQ(at(3), 2);
    EXPECT_EQ(at(2), 1);
    EXPECT_EQ(at(1), 1);
    EXPECT_EQ(at(0), 0);
    EXPECT_EQ(at(-4), -4);
    EXPECT_EQ(number_of(*kept.find(0, "Timers", 1)), 9U);
}

TEST(Properties, StopAtTheMemoryLimit) {
    Pool pool;
    pool.set_limit(1000);
    Properties kept;
    int made = 0;
    while (made < 100 && kept.set(pool, 1, "x", made, 0)) ++made;
    EXPECT_EQ(made, 6);
    EXPECT_TRUE(kept.set(pool, 1, "x", 0, integer_word(true))) << "what is there may change";
}

/// Reads what `write` wrote into the section, for a pool with one text.
std::string read(auto&& write, Properties& kept, Pool& pool) {
    SnapshotWriter out("ags", 1, {});
    ArchiveWriter archive(out);
    out.begin("KEPT");
    write(archive, out.out());
    out.end();
    const auto bytes = *out.take();
    auto in = SnapshotReader::open(bytes, "ags", 1, {});
    if (!in) return in.error().message;
    ArchiveReader reader(*in);
    in->begin("KEPT");
    kept.read(reader, pool);
    const auto finished = in->finish();
    return finished ? "read" : finished.error().message;
}

TEST(Properties, ComeBack) {
    Pool pool;
    Properties kept;
    const std::uint32_t text = pool.make_string("lamp");
    ASSERT_TRUE(kept.set(pool, 7, "Text", 0, object_word(text)));
    ASSERT_TRUE(kept.set(pool, 0, "GlobalInt", 499, integer_word(std::int32_t{-1})));
    ASSERT_TRUE(kept.set(pool, 7, "Speed", -1, real_word(1.5F)));
    Properties again;
    EXPECT_EQ(read([&](ArchiveWriter& archive, ByteWriter&) { kept.write(archive); }, again, pool), "read");
    EXPECT_EQ(again.all(), kept.all());
}

TEST(Properties, ThatMakeNoSenseAreRefused) {
    const auto one = [](Word value, std::uint32_t count = 1) {
        Pool pool;
        pool.set_limit(10'000);
        static_cast<void>(pool.make_string("lamp"));
        Properties kept;
        return read(
            [&](ArchiveWriter&, ByteWriter& out) {
                out.u32(count);
                for (std::uint32_t i = 0; i < count; ++i) {
                    out.u64(7);
                    out.u32(1);
                    out.u8('x');
                    out.u32(count == 2 ? 0 : i);
                    out.u64(value);
                }
            },
            kept, pool);
    };
    EXPECT_EQ(one(object_word(1)), "read");
    for (const Word bad : {object_word(2), address_word(Tag::object, 1, 4), address_word(Tag::stack, 0),
                           address_word(Tag::data, 0), address_word(Tag::literal, 0),
                           address_word(Tag::variable, 0), address_word(Tag::code, 0), ~Word{0}})
        EXPECT_EQ(one(bad), "a property holds something that does not exist") << bad;
    EXPECT_EQ(one(0, 2), "one of the properties is there twice");
    EXPECT_EQ(one(0, 100), "the properties need more memory than the world has");
}

} // namespace
} // namespace vellum::ags
