// XXH64 and SHA-256 against their published vectors, and XXH64 in pieces against XXH64 at once.
#include "base/hash.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.hpp"

namespace {

using namespace vellum;

/// The test buffer of the reference implementation of xxHash.
std::vector<std::byte> sanity_buffer(std::size_t size) {
    std::vector<std::byte> result(size);
    std::uint64_t generator = 2654435761U;
    for (std::byte& byte : result) {
        byte = static_cast<std::byte>(generator >> 56U);
        generator *= 11400714785074694797U;
    }
    return result;
}

TEST(Hash64, MatchesKnownTexts) {
    EXPECT_EQ(hash64(""), 0xEF46DB3751D8E999U);
    EXPECT_EQ(hash64("a"), 0xD24EC4F1A98C6E5BU);
    EXPECT_EQ(hash64("as"), 0x1C330FB2D66BE179U);
    EXPECT_EQ(hash64("asd"), 0x631C37CE72A97393U);
    EXPECT_EQ(hash64("asdf"), 0x415872F599CEA71EU);
    EXPECT_EQ(hash64("abc"), 0x44BC2CF5AD770999U);
    EXPECT_EQ(hash64("Call me Ishmael. Some years ago--never mind how long precisely-"), 0x02A2E85470D6FD96U);
}

TEST(Hash64, MatchesTheSanityTableWithAndWithoutSeed) {
    struct Row {
        std::size_t size;
        std::uint64_t plain;
        std::uint64_t seeded;
    };
    const Row rows[] = {
        {0, 0xEF46DB3751D8E999U, 0xAC75FDA2929B17EFU},
        {1, 0xE934A84ADB052768U, 0x5014607643A9B4C3U},
        {14, 0x8282DCC4994E35C8U, 0xC3BD6BF63DEB6DF0U},
        {222, 0xB641AE8CB691C174U, 0x20CB8AB7AE10C14AU},
    };
    for (const Row& row : rows) {
        const std::vector<std::byte> data = sanity_buffer(row.size);
        EXPECT_EQ(hash64(data), row.plain) << row.size;
        EXPECT_EQ(hash64(data, 2654435761U), row.seeded) << row.size;
    }
}

TEST(StateHash, PiecesDoNotMatter) {
    const std::vector<std::byte> data = sanity_buffer(300);
    const std::uint64_t whole = hash64(data);
    for (std::size_t piece = 1; piece <= 100; ++piece) {
        StateHash hash;
        for (std::size_t at = 0; at < data.size(); at += piece) {
            hash.update(std::span(data).subspan(at, std::min(piece, data.size() - at)));
            hash.update(std::span<const std::byte>());
            static_cast<void>(hash.digest());
        }
        EXPECT_EQ(hash.digest(), whole) << piece;
    }
}

TEST(StateHash, IntegersEnterAsLittleEndianBytes) {
    StateHash hash;
    hash.u8(1);
    hash.u32(0x05040302);
    hash.u64(0x0D0C0B0A09080706);
    hash.update(std::string_view("\x0E\x0F"));
    EXPECT_EQ(hash.digest(), hash64("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F"));
}

TEST(Sha256, MatchesTheStandard) {
    EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (const std::size_t length : {0U, 1U, 55U, 56U, 63U, 64U, 65U, 119U, 120U, 128U, 1000U}) {
        const std::vector<std::byte> bytes(length, std::byte{'a'});
        for (const std::size_t piece : {1U, 7U, 64U, 100U}) {
            Sha256 sum;
            for (std::size_t at = 0; at < length; at += piece)
                sum.add(std::span(bytes).subspan(at, std::min(piece, length - at)));
            EXPECT_EQ(sum.hex(), sha256_hex(bytes)) << length << " in pieces of " << piece;
        }
    }
    EXPECT_EQ(sha256_hex(as_bytes("abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_hex(as_bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_hex(as_bytes(
                  "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnop"
                  "qrlmnopqrsmnopqrstnopqrstu")),
              "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    EXPECT_EQ(sha256_hex(as_bytes(std::string(1000000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, EveryTailLengthIsPaddedRight) {
    // From Python's hashlib: SHA-256 of the 130 digests of "x" * 0 … "x" * 129, concatenated as text.
    std::string all;
    for (std::size_t length = 0; length < 130; ++length) {
        all += sha256_hex(as_bytes(std::string(length, 'x')));
    }
    EXPECT_EQ(sha256_hex(as_bytes(all)), "199af942eba7fa5d1e16d475169eb24018b14e69339c93d26a9ea6d873b4ace6");
}

} // namespace
