// The managed objects in snapshots: all of them come back, and what makes no sense is refused before it takes
// memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/bytes.hpp"
#include "engines/ags/machine/pool.hpp"
#include "runtime/archive.hpp"

namespace vellum::test {
namespace {

using ags::ObjectKind;
using ags::Pool;

std::vector<std::byte> written(const Pool& pool) {
    SnapshotWriter out("ags", 1, {});
    ArchiveWriter archive(out);
    out.begin("POOL");
    pool.write(archive);
    out.end();
    return *out.take();
}

std::string read(Pool& pool, std::span<const std::byte> bytes) {
    auto in = SnapshotReader::open(bytes, "ags", 1, {});
    if (!in) return in.error().message;
    ArchiveReader archive(*in);
    in->begin("POOL");
    pool.read(archive);
    const auto finished = in->finish();
    return finished ? "read" : finished.error().message;
}

/// One of each kind, and a handle that is free again.
void fill(Pool& pool) {
    const std::uint32_t freed = pool.make_string("gone");
    pool.add_reference(pool.make_string("Roger"));
    static_cast<void>(pool.make_string(std::string_view("a\0b", 3)));
    const std::uint32_t array = pool.make_array(3, 4, true);
    pool.set_element(array, 1, 2);
    pool[pool.make_user(8)].data[3] = std::byte{7};
    pool[pool.host_object(77)].owned_by_host = true;
    ags::Extra& words = *pool.extra(pool.make_extra(ObjectKind::dictionary));
    words.entries = std::map<std::string, std::string, ags::KeyOrder>(ags::KeyOrder{false});
    words.entries = {{"key", "value"}, {"KEY", ""}};
    words.sorted = true;
    ags::Extra& file = *pool.extra(pool.make_extra(ObjectKind::file));
    file.path = "notes.txt";
    file.content = "two\nlines";
    file.position = 4;
    file.open = true;
    pool.release(freed);
}

TEST(AgsPool, comes_back_with_all_objects) {
    Pool pool;
    fill(pool);
    const std::vector<std::byte> bytes = written(pool);
    Pool again;
    ASSERT_EQ(read(again, bytes), "read");
    EXPECT_EQ(written(again), bytes);
    EXPECT_EQ(again.live(), pool.live());
    EXPECT_EQ(again.text(2), "Roger");
    EXPECT_EQ(again[2].references, 1U);
    EXPECT_FALSE(again[2].holds_nul);
    EXPECT_TRUE(again[3].holds_nul);
    EXPECT_TRUE(again[4].managed_elements);
    EXPECT_EQ(load_u32(again[4].data + 4), 2U);
    EXPECT_EQ(again[5].data[3], std::byte{7});
    EXPECT_EQ(again.host_object(77), 6U);
    EXPECT_TRUE(again[6].owned_by_host);
    EXPECT_EQ(again.extra(7)->entries.size(), 2U) << "keys tell large letters from small ones";
    EXPECT_EQ(again.extra(8)->position, 4U);
    EXPECT_EQ(again.make_string("new"), 1U) << "the free handle is the next";
}

TEST(AgsPool, a_restored_one_takes_the_place_of_another) {
    Pool pool;
    fill(pool);
    Pool other;
    static_cast<void>(other.make_string("of another game"));
    other = std::move(pool);
    EXPECT_EQ(other.live(), 7U);
    EXPECT_EQ(other.text(2), "Roger");
}

TEST(AgsPool, each_field_is_saved) {
    const std::function<void(Pool&)> changes[] = {
        [](Pool&) {},
        [](Pool& pool) { pool.add_reference(3); },
        [](Pool& pool) { pool[5].data[0] = std::byte{1}; },
        [](Pool& pool) { pool[5].count = 2; },
        [](Pool& pool) { pool[4].managed_elements = false; },
        [](Pool& pool) { pool[6].owned_by_host = false; },
        [](Pool& pool) { pool[6].host_id = 78; },
        [](Pool& pool) { pool.extra(7)->sorted = false; },
        [](Pool& pool) { pool.extra(7)->entries["key"] = "other"; },
        [](Pool& pool) { pool.extra(8)->path = "other"; },
        [](Pool& pool) { pool.extra(8)->content += "\n"; },
        [](Pool& pool) { pool.extra(8)->position = 5; },
        [](Pool& pool) { pool.extra(8)->open = false; },
        [](Pool& pool) { pool.extra(8)->writing = true; },
        [](Pool& pool) { static_cast<void>(pool.make_string("")); },
        [](Pool& pool) { pool.sweep(); },
    };
    std::vector<std::vector<std::byte>> seen;
    for (const auto& change : changes) {
        Pool pool;
        fill(pool);
        change(pool);
        seen.push_back(written(pool));
        Pool again;
        EXPECT_EQ(read(again, seen.back()), "read");
        EXPECT_EQ(written(again), seen.back());
    }
    std::ranges::sort(seen);
    EXPECT_TRUE(std::ranges::adjacent_find(seen) == seen.end());
}

/// The numbers of an object of that kind and size.
void object(ByteWriter& out, ObjectKind kind, std::uint32_t size, std::uint32_t count = 0) {
    out.u8(static_cast<std::uint8_t>(kind));
    out.u32(size);
    out.u32(0);
    out.u32(count);
    out.u8(0); // managed elements
    out.u8(0); // owned by the host
    out.u64(0);
}

TEST(AgsPool, what_makes_no_sense_is_refused) {
    struct Case {
        std::string_view error;
        std::function<void(ByteWriter&)> write;
    };
    const std::string_view too_much = "the managed objects need more memory than the world has";
    const Case cases[] = {
        {"there are more managed objects than allowed", [](ByteWriter& out) { out.u32(0); }},
        {"the kind of an object is unknown",
         [](ByteWriter& out) {
             out.u32(2);
             out.u8(static_cast<std::uint8_t>(ObjectKind::file) + 1);
         }},
        {"a string is unterminated",
         [](ByteWriter& out) {
             out.u32(2);
             object(out, ObjectKind::string, 0);
         }},
        {"an array's size differs from its elements'",
         [](ByteWriter& out) {
             out.u32(2);
             object(out, ObjectKind::array, 5, 2);
         }},
        {too_much,
         [](ByteWriter& out) {
             out.u32(2);
             object(out, ObjectKind::user, 1U << 20U);
             for (std::uint32_t i = 0; i < 1U << 20U; ++i) out.u8(0);
         }},
        {too_much,
         [](ByteWriter& out) {
             out.u32(2);
             object(out, ObjectKind::file, 0);
             for (int i = 0; i < 4; ++i) out.u8(0);
             out.u64(0);
             out.u32(0);
             out.u32(1U << 20U);
             for (std::uint32_t i = 0; i < 1U << 20U; ++i) out.u8(0);
             out.u32(0);
         }},
        {"a file is read past its end",
         [](ByteWriter& out) {
             out.u32(2);
             object(out, ObjectKind::file, 0);
             for (int i = 0; i < 4; ++i) out.u8(0);
             out.u64(1);
             for (int i = 0; i < 3; ++i) out.u32(0);
         }},
        {"a free handle is missing",
         [](ByteWriter& out) {
             out.u32(2);
             out.u8(0);
             out.u32(0);
             out.u32(0);
         }},
        {"a free handle is in use",
         [](ByteWriter& out) {
             out.u32(3);
             out.u8(0);
             out.u8(0);
             for (const std::uint32_t number : {2U, 1U, 1U, 0U}) out.u32(number);
         }},
    };
    for (const Case& one : cases) {
        SnapshotWriter out("ags", 1, {});
        out.begin("POOL");
        one.write(out.out());
        out.end();
        Pool pool;
        pool.set_limit(100'000);
        EXPECT_EQ(read(pool, *out.take()), one.error);
    }
}

TEST(AgsPool, a_cut_list_is_refused) {
    Pool pool;
    fill(pool);
    SnapshotWriter whole("ags", 1, {});
    ArchiveWriter archive(whole);
    const std::size_t start = whole.out().size();
    pool.write(archive);
    const auto content = whole.out().view().subspan(start);
    for (std::size_t length = 0; length < content.size(); ++length) {
        SnapshotWriter out("ags", 1, {});
        out.begin("POOL");
        out.out().bytes(content.first(length));
        out.end();
        Pool again;
        EXPECT_NE(read(again, *out.take()), "read") << length;
    }
}

} // namespace
} // namespace vellum::test
