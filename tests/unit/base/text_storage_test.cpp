#include "base/text_storage.hpp"

#include <gtest/gtest.h>

#include "base/bytes.hpp"

namespace vellum {
namespace {

using namespace std::string_literals;

[[nodiscard]] std::string stored(std::string_view text, TextStorage storage) {
    return std::string(as_text(stored_as(text, storage)));
}

TEST(TextStorage, EveryFormIsReadAndWrittenBack) {
    const std::string text = "int a;\r\n// Жар-птица 😀\n";
    for (const TextStorage storage : {TextStorage::plain, TextStorage::utf8_mark, TextStorage::utf16le,
                                      TextStorage::utf16be, TextStorage::bare_le, TextStorage::bare_be}) {
        const std::string bytes = stored(text, storage);
        EXPECT_EQ(text_storage(as_bytes(bytes)), storage);
        EXPECT_EQ(stored_text(as_bytes(bytes)), text);
    }
    EXPECT_EQ(stored("aé", TextStorage::utf16le), "\xFF\xFE"
                                                  "a\0\xE9\0"s);
    EXPECT_EQ(stored("aé", TextStorage::utf16be), "\xFE\xFF\0a\0\xE9"s);
    EXPECT_EQ(stored("", TextStorage::utf16le), "\xFF\xFE");
    EXPECT_EQ(text_storage(as_bytes("\xFF\xFE")), TextStorage::utf16le);
}

TEST(TextStorage, WhatIsNoTextStaysAsItIs) {
    for (const std::string& bytes : {""s, "\xFF"s, "caf\xE9"s, "\xCF\xF0\xE8"s,
                                     "\xFF\xFE"
                                     "a\0b"s, // half a unit
                                     "\xFF\xFE\1\0a\0"s,
                                     "\xFF\xFE"
                                     "a\0\0\0"s,
                                     "\xFF\xFE\0\xD8"
                                     "a\0"s, // half a character
                                     "\xFE\xFF\0a\xDC\0"s,
                                     "\xEF\xBB\xBF"
                                     "a\xE9"s,
                                     "\xEF\xBB\xBF\0"s, "a\0b\0"s, "./a\0./b\0"s, "a\0\n\0b"s, "\1\0\n\0"s}) {
        EXPECT_EQ(text_storage(as_bytes(bytes)), TextStorage::plain) << bytes;
        EXPECT_EQ(stored_text(as_bytes(bytes)), bytes);
    }
}

TEST(TextStorage, LinesOfOldMacsEndAsEverywhere) {
    EXPECT_EQ(stored_text(as_bytes("a\r// b\rc\r")), "a\n// b\nc\n");
    EXPECT_EQ(stored_text(as_bytes(stored("a\rb", TextStorage::utf16le))), "a\nb");
    for (const std::string& text : {"a\r\nb\r"s, "a\rb\n"s, "AGSTranslation\0\r\1"s, "a"s})
        EXPECT_EQ(stored_text(as_bytes(text)), text);
}

TEST(TextStorage, BytesThatAreNoTextAreKnown) {
    std::string zip("PK\3\4\x14");
    for (int i = 0; i < 4096; ++i) zip += static_cast<char>(i * 7);
    for (const std::string& bytes : {zip, std::string(40, '\0'), "\xFF\xFE\0\0"s + std::string(60, '\0')}) {
        EXPECT_TRUE(is_binary(bytes));
        const auto text = text_in(as_bytes(bytes), "a.patho");
        ASSERT_FALSE(text);
        EXPECT_EQ(format(text.error()), "a.patho: error: this is not a text [io.text]");
    }
    for (const std::string& bytes : {""s, "int a;\n"s, std::string(16, '\1'), "\xCF\xF0\xE8\r\n"s,
                                     std::string(1000, 'a') + std::string(40, '\0')})
        EXPECT_FALSE(is_binary(bytes)) << bytes.size();
}

} // namespace
} // namespace vellum
