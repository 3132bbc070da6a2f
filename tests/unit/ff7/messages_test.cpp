// Texts of the game and the file that holds them: what is written and read comes back, nothing else moves.
#include "base/bytes.hpp"
#include "engines/ff7/format/messages.hpp"
#include "engines/ff7/format/text_codes.hpp"
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

std::vector<std::byte> raw(std::initializer_list<int> values) {
    std::vector<std::byte> bytes;
    for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
    return bytes;
}

/// A file with these texts one after another; `shared` gives the last offset once more.
std::vector<std::byte> file_of(const std::vector<std::string>& texts, bool shared = false) {
    ByteWriter out;
    out.u16(static_cast<std::uint16_t>(texts.size() + (shared ? 1 : 0)));
    std::size_t offset = 2 + (texts.size() + (shared ? 1 : 0)) * 2, last = 0;
    std::vector<std::byte> body;
    for (const std::string& text : texts) {
        out.u16(static_cast<std::uint16_t>(last = offset + body.size()));
        const auto bytes = encode_text(text);
        EXPECT_TRUE(bytes.has_value()) << text;
        body.insert(body.end(), bytes->begin(), bytes->end());
        body.push_back(text_end);
    }
    if (shared) out.u16(static_cast<std::uint16_t>(last));
    out.bytes(body);
    return out.take();
}

std::string error_of(std::string_view text) {
    const auto made = encode_text(text);
    if (made) return "no error";
    return std::to_string(made.error().place.line) + ":" + std::to_string(made.error().place.column) + " " +
           made.error().message;
}

TEST(TextCodes, EachKindIsWrittenAndRead) {
    const std::pair<std::vector<std::byte>, std::string> rows[] = {
        {raw({0x28, 0x49}), "Hi"},
        {raw({0x0C, 0xE2, 0x41}), ",{COMMA}a"},
        {raw({0x60, 0xD3, 0x8D}), "ÄÛ≠"},
        {raw({0x80, 0xD2, 0x5F, 0xD4}), "{80}{D2}{5F}{D4}"},
        {raw({0x5B, 0x5D}), "{5B}{5D}"},
        {raw({0xEA, 0xE7, 0xE8}), "{CLOUD}\n{NEW PAGE}"},
        {raw({0xFE, 0xD4, 0xFE, 0xDD, 0xFF, 0x00, 0x21}), "{RED}{WAIT 255}A"},
        {raw({0xFE, 0xE2, 0x34, 0x12, 0xFF, 0xFF}), "{MEMORY 4660 65535}"},
        {raw({0xFE, 0x21, 0xFE}), "{FE}{21}{FE}"},
        {raw({0xFE, 0xDD, 0x01}), "{FE}{DD}!"},
        {{}, ""},
    };
    for (const auto& [bytes, text] : rows) {
        EXPECT_EQ(decode_text(bytes), text);
        if (bytes.empty() || bytes.back() != std::byte{0xFE}) {
            if (text.starts_with("{FE}{DD}")) continue; // does not end in a file
            const auto again = encode_text(text);
            ASSERT_TRUE(again.has_value()) << text;
            EXPECT_EQ(*again, bytes) << text;
        }
    }
}

TEST(TextCodes, WhatTheGameCannotShowHasAPlace) {
    EXPECT_EQ(error_of("ab\nc€"), "2:2 the game has no character '€'");
    EXPECT_EQ(error_of("x{CLUOD}"), "1:2 there is no code {CLUOD}. Did you mean 'CLOUD'?");
    EXPECT_EQ(error_of("{CLOUD"), "1:1 a code has no '}'");
    EXPECT_EQ(error_of("{WAIT}").substr(0, 27), "1:1 there is no code {WAIT}");
    EXPECT_EQ(error_of("{WAIT 65536}").substr(0, 33), "1:1 there is no code {WAIT 65536}");
    EXPECT_EQ(error_of("a{FF}b"), "1:7 the text would not end where it ends");
    EXPECT_EQ(error_of("a{FE}"), "1:6 the text would not end where it ends");
    EXPECT_EQ(error_of("\xC3"), "1:1 the game has no character '\xC3'");
    EXPECT_EQ(error_of(std::string_view("\0", 1)), std::string("1:1 the game has no character '\0'", 33));
}

TEST(TextCodes, OperandsMayHoldTheEnd) {
    EXPECT_EQ(text_length(raw({0xFE, 0xDD, 0xFF, 0xFF, 0x21, 0xFF, 0x00})), 5U);
    EXPECT_EQ(text_length(raw({0x21, 0x22})), std::string_view::npos);
    EXPECT_EQ(text_length(raw({0xFE, 0xE2, 0x21, 0x22, 0xFF})), std::string_view::npos);
    EXPECT_EQ(text_length(raw({0xFE, 0xFF})), std::string_view::npos);
}

TEST(Messages, AChangedTextMovesTheOthers) {
    const auto file = file_of({"Gold Saucer", "Weapon{RED}!", "", "end"});
    auto messages = Messages::read(file);
    ASSERT_TRUE(messages.has_value());
    ASSERT_EQ(messages->size(), 4U);
    EXPECT_EQ(messages->text(1), "Weapon{RED}!");
    EXPECT_EQ(*messages->write(), file);
    ASSERT_TRUE(messages->set(1, "Sign").has_value());
    ASSERT_TRUE(messages->set(2, "no longer empty").has_value());
    EXPECT_EQ(*messages->write(), file_of({"Gold Saucer", "Sign", "no longer empty", "end"}));
    EXPECT_FALSE(messages->set(3, "€").has_value());
    EXPECT_FALSE(messages->set(4, "").has_value());
    ASSERT_TRUE(messages->set(1, "Weapon{RED}!").has_value());
    ASSERT_TRUE(messages->set(2, "").has_value());
    EXPECT_EQ(*messages->write(), file);
}

TEST(Messages, WhatIsSharedStaysWithTheOthers) {
    const auto file = file_of({"first", "shared"}, true);
    auto messages = Messages::read(file);
    ASSERT_TRUE(messages.has_value());
    ASSERT_TRUE(messages->set(1, "another").has_value());
    auto again = Messages::read(*messages->write());
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->text(0), "first");
    EXPECT_EQ(again->text(1), "another");
    EXPECT_EQ(again->text(2), "shared");
    ASSERT_TRUE(messages->set(2, "another").has_value());
    EXPECT_EQ(messages->write()->size(), file.size() + 1); // replaced in its place

    // The second text begins within the first.
    const auto inside = raw({2, 0, 6, 0, 7, 0, 0x21, 0x22, 0x23, 0xFF, 0x77});
    auto overlapping = Messages::read(inside);
    ASSERT_TRUE(overlapping.has_value());
    ASSERT_TRUE(overlapping->set(1, "Z").has_value());
    EXPECT_EQ(*overlapping->write(), raw({2, 0, 6, 0, 11, 0, 0x21, 0x22, 0x23, 0xFF, 0x77, 0x3A, 0xFF}));
    overlapping = Messages::read(inside);
    ASSERT_TRUE(overlapping->set(0, "Z").has_value());
    const auto kept = Messages::read(*overlapping->write());
    ASSERT_TRUE(kept.has_value());
    EXPECT_EQ(kept->text(0), "Z");
    EXPECT_EQ(kept->text(1), overlapping->text(1));
    EXPECT_EQ(kept->text(1), "BC");
}

TEST(Messages, DamagedFilesAreRefused) {
    const auto refused = [](std::vector<std::byte> bytes) {
        const auto read = Messages::read(std::move(bytes));
        return read ? std::string("read") : read.error().message;
    };
    EXPECT_EQ(refused({}), "the file has no room for the offsets of its texts");
    EXPECT_EQ(refused(raw({0, 0, 1})), "the file has no room for the offsets of its texts");
    EXPECT_EQ(refused(raw({2, 0, 6, 0})), "the file has no room for the offsets of its texts");
    EXPECT_EQ(refused(raw({1, 0, 2, 0, 0xFF})), "text 0 does not lie behind the offsets");
    EXPECT_EQ(refused(raw({1, 0, 5, 0, 0xFF})), "text 0 does not lie behind the offsets");
    EXPECT_EQ(refused(raw({1, 0, 4, 0, 0x21})), "text 0 has no end");
    EXPECT_EQ(refused(std::vector<std::byte>(largest_messages + 1)),
              "a message file has at most 4096 bytes, this one 4097");
}

TEST(Messages, TheGameHasRoomForSoMuch) {
    auto messages = Messages::read(file_of({"a", "b"}));
    ASSERT_TRUE(messages.has_value());
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - 9, 'x')).has_value());
    EXPECT_EQ(messages->write()->size(), largest_messages);
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - 8, 'x')).has_value());
    ASSERT_FALSE(messages->write().has_value());
    EXPECT_EQ(messages->write().error().message, "the texts take 4097 bytes, and the game has room for 4096");
}

} // namespace
} // namespace vellum::ff7::test
