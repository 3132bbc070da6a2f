// The snapshot container: what was written comes back, and no bytes do harm.
#include "runtime/snapshot.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/codes.hpp"
#include "base/hash.hpp"
#include "runtime/archive.hpp"

namespace vellum {
namespace {

constexpr std::array<std::uint64_t, 2> programs{11, 22};

std::vector<Value> samples() {
    return {Value(),
            Value(true),
            Value(-5),
            Value(canonical(std::bit_cast<float>(0x7FA00001U))),
            Value(Vector3{1, -0.0F, 3}),
            Value(ObjectId{0x123456789ABCDEF0U}),
            Value("text"),
            Value("text"),
            Value("")};
}

std::vector<std::byte> make(std::span<const Value> values) {
    SnapshotWriter writer("toy", 3, programs);
    writer.begin("HEAD");
    writer.out().u32(42);
    writer.boolean(true);
    writer.end();
    writer.begin("VALS");
    writer.values(values);
    writer.end();
    auto bytes = writer.take();
    EXPECT_TRUE(bytes.has_value());
    return bytes.value_or(std::vector<std::byte>{});
}

/// Reads what `make` writes.
Result<std::vector<Value>> read(std::span<const std::byte> bytes) {
    auto reader = SnapshotReader::open(bytes, "toy", 3, programs);
    if (!reader) return std::unexpected(reader.error());
    reader->begin("HEAD");
    const std::uint32_t number = reader->in().u32();
    const bool flag = reader->boolean();
    if (reader->ok() && (number != 42 || !flag)) reader->corrupt("the header holds other values");
    reader->begin("VALS");
    std::vector<Value> values = reader->values(100);
    if (auto finished = reader->finish(); !finished) return std::unexpected(finished.error());
    return values;
}

/// Makes the checksum right again after a change, so that the change is what gets tested.
void seal(std::vector<std::byte>& bytes) {
    const auto content = std::span(bytes).first(bytes.size() - 8);
    store_u64(bytes.data() + content.size(), hash64(content));
}

TEST(Snapshot, RoundTripIsExact) {
    const auto values = samples();
    const auto bytes = make(values);
    const auto back = read(bytes);
    ASSERT_TRUE(back.has_value()) << format(back.error());
    ASSERT_EQ(back->size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ((*back)[i], values[i]) << i;
    EXPECT_EQ(make(*back), bytes);
    EXPECT_EQ((*back)[6].text().data(), (*back)[7].text().data()); // equal texts are shared
}

TEST(Snapshot, SameTextsInOtherMemoryGiveTheSameBytes) {
    const Value shared("a text");
    EXPECT_EQ(make(std::vector<Value>{shared, shared}),
              make(std::vector<Value>{Value("a text"), Value("a text")}));
}

TEST(Snapshot, ManyReferencesToALongTextStaySmall) {
    const Value text(std::string(1 << 20, 'x'));
    const std::vector<Value> values(100, text);
    EXPECT_LT(make(values).size(), (1U << 20) + 2000U);
}

TEST(Snapshot, MemoryViewsCannotBeSaved) {
    std::array<std::byte, 4> bytes{};
    SnapshotWriter writer("toy", 1, {});
    writer.begin("VALS");
    writer.value(Value(MemoryView{bytes.data(), 4}));
    writer.end();
    const auto result = writer.take();
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code->id, codes::snapshot_corrupt.id);
}

TEST(Snapshot, WrongOwnerIsNamed) {
    const auto bytes = make({});
    const auto open = [&](std::string_view engine, std::uint32_t version, std::vector<std::uint64_t> ids) {
        const auto reader = SnapshotReader::open(bytes, engine, version, ids);
        EXPECT_FALSE(reader.has_value());
        return reader ? std::string() : std::string(reader.error().code->id) + ": " + reader.error().message;
    };
    EXPECT_EQ(open("ags", 3, {11, 22}),
              "snapshot.version: the snapshot belongs to a different engine than ags");
    EXPECT_EQ(open("toy", 4, {11, 22}),
              "snapshot.version: the snapshot has format version 3, this build reads 4");
    EXPECT_EQ(open("toy", 3, {11}), "snapshot.version: the snapshot is of 2 programs, this world has 1");
    EXPECT_EQ(open("toy", 3, {11, 23}), "snapshot.version: program 2 of 2 is not the one in the snapshot");
}

TEST(Snapshot, EveryTruncationAndEveryFlippedByteIsNoticed) {
    const auto bytes = make(samples());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(read(std::span(bytes).first(size)).has_value()) << size;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        auto changed = bytes;
        changed[at] ^= std::byte{0x10};
        EXPECT_FALSE(read(changed).has_value()) << at;
    }
}

TEST(Snapshot, ForgedContentIsReadOrRefused) {
    // With a right checksum, only the reader's own checks are left: nothing may be read that was not there.
    const auto bytes = make(samples());
    int refused = 0;
    for (std::size_t at = 0; at < bytes.size() - 8; ++at) {
        for (const unsigned value : {0x00U, 0x01U, 0x7FU, 0x80U, 0xFFU}) {
            auto changed = bytes;
            changed[at] = static_cast<std::byte>(value);
            seal(changed);
            const auto result = read(changed);
            if (!result)
                ++refused;
            else
                EXPECT_LE(result->size(), 100U);
        }
    }
    EXPECT_GT(refused, 100);
}

TEST(Snapshot, CountsAreLimited) {
    const auto bytes = make(std::vector<Value>(101, Value(1)));
    const auto result = read(bytes);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().message, "there are more values than allowed: 101");
}

TEST(Snapshot, LeftoversAreNoticed) {
    const auto bytes = make({});
    auto reader = SnapshotReader::open(bytes, "toy", 3, programs);
    ASSERT_TRUE(reader.has_value());
    reader->begin("HEAD");
    static_cast<void>(reader->in().u32()); // the truth value behind it stays unread
    reader->begin("VALS");
    static_cast<void>(reader->values(1));
    EXPECT_FALSE(reader->finish().has_value());
}

TEST(Snapshot, EnginesHaveNamesOfUpTo64Letters) {
    const auto opened = [](std::size_t letters, std::string_view asked) {
        SnapshotWriter writer(std::string(letters, 'n'), 1, {});
        const auto bytes = writer.take();
        const auto reader = SnapshotReader::open(*bytes, asked, 1, {});
        return reader ? std::string("opened") : reader.error().message;
    };
    const std::string longest(64, 'n');
    EXPECT_EQ(opened(64, longest), "opened");
    EXPECT_EQ(opened(63, longest.substr(1)), "opened");
    EXPECT_EQ(opened(63, longest), "the snapshot belongs to a different engine than " + longest);
    EXPECT_EQ(opened(65, longest), "the snapshot's engine name is too long");
}

TEST(Snapshot, EveryValueAndEveryProgramCounts) {
    std::vector<std::vector<std::byte>> seen;
    for (const Value& value :
         {Value(), Value(true), Value(false), Value(0), Value(1), Value(-1), Value(0.0F), Value(1.0F),
          Value(-0.0F), Value(Vector3{1, 0, 0}), Value(Vector3{0, 1, 0}), Value(Vector3{0, 0, 1}),
          Value(ObjectId{1}), Value(ObjectId{2}), Value(""), Value("a"), Value("b")}) {
        const std::vector<std::byte> bytes = make({&value, 1});
        EXPECT_EQ(std::ranges::count(seen, bytes), 0);
        seen.push_back(bytes);
        const auto back = read(bytes);
        ASSERT_TRUE(back.has_value());
        EXPECT_EQ(make(*back), bytes);
    }
    const auto of = [](std::vector<std::uint64_t> ids) { return *SnapshotWriter("toy", 3, ids).take(); };
    EXPECT_NE(of({1, 2}), of({1, 3}));
    EXPECT_NE(of({1, 2}), of({2, 1}));
    EXPECT_NE(of({1, 2}), of({1}));
}

TEST(Snapshot, ManyCopiesOfOneTextAreRefused) {
    const auto copies = [](std::size_t count) {
        SnapshotWriter writer("toy", 3, programs);
        ArchiveWriter archive(writer);
        writer.begin("LIST");
        archive.list(std::vector<std::string>(count, std::string(10'000, 'x')), 4, 1'000'000, "texts");
        writer.end();
        const auto bytes = writer.take();
        auto in = SnapshotReader::open(*bytes, "toy", 3, programs);
        ArchiveReader reader(*in);
        in->begin("LIST");
        std::vector<std::string> texts;
        reader.list(texts, 4, 1'000'000, "texts");
        const auto finished = in->finish();
        return finished ? std::to_string(texts.size()) : finished.error().message;
    };
    EXPECT_EQ(copies(50), "50");
    EXPECT_EQ(copies(1000), "the snapshot's strings are far larger than the snapshot");
}

} // namespace
} // namespace vellum
