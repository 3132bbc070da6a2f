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

Result<std::vector<std::byte>> written(const Messages& messages) {
    Diagnostics unused;
    return messages.write(unused);
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
    EXPECT_EQ(error_of("x{CLUOD}"), "1:2 unknown code {CLUOD}. Did you mean 'CLOUD'?");
    EXPECT_EQ(error_of("{CLOUD"), "1:1 a code has no '}'");
    EXPECT_EQ(error_of("{WAIT}").substr(0, 23), "1:1 unknown code {WAIT}");
    EXPECT_EQ(error_of("{WAIT 65536}").substr(0, 29), "1:1 unknown code {WAIT 65536}");
    EXPECT_EQ(error_of("a{FF}b"), "1:7 the text would end too early or too late");
    EXPECT_EQ(error_of("a{FE}"), "1:6 the text would end too early or too late");
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
    EXPECT_EQ(*written(*messages), file);
    ASSERT_TRUE(messages->set(1, "Sign").has_value());
    ASSERT_TRUE(messages->set(2, "no longer empty").has_value());
    EXPECT_EQ(*written(*messages), file_of({"Gold Saucer", "Sign", "no longer empty", "end"}));
    EXPECT_FALSE(messages->set(3, "€").has_value());
    EXPECT_FALSE(messages->set(5, "").has_value());
    ASSERT_TRUE(messages->set(1, "Weapon{RED}!").has_value());
    ASSERT_TRUE(messages->set(2, "").has_value());
    EXPECT_EQ(*written(*messages), file);
}

TEST(Messages, WhatIsSharedStaysWithTheOthers) {
    const auto file = file_of({"first", "shared"}, true);
    auto messages = Messages::read(file);
    ASSERT_TRUE(messages.has_value());
    ASSERT_TRUE(messages->set(1, "another").has_value());
    auto again = Messages::read(*written(*messages));
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->text(0), "first");
    EXPECT_EQ(again->text(1), "another");
    EXPECT_EQ(again->text(2), "shared");
    ASSERT_TRUE(messages->set(2, "another").has_value());
    EXPECT_EQ(written(*messages)->size(), file.size() + 1); // replaced in its place

    // The second text begins within the first.
    const auto inside = raw({2, 0, 6, 0, 7, 0, 0x21, 0x22, 0x23, 0xFF, 0x77});
    auto overlapping = Messages::read(inside);
    ASSERT_TRUE(overlapping.has_value());
    ASSERT_TRUE(overlapping->set(1, "Z").has_value());
    EXPECT_EQ(*written(*overlapping), raw({2, 0, 6, 0, 10, 0, 0x21, 0x22, 0x23, 0xFF, 0x3A, 0xFF, 0x77}));
    overlapping = Messages::read(inside);
    ASSERT_TRUE(overlapping->set(0, "Z").has_value());
    const auto kept = Messages::read(*written(*overlapping));
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
    EXPECT_EQ(refused(raw({1, 0, 2, 0, 0xFF})), "text 0 does not follow the offsets");
    EXPECT_EQ(refused(raw({1, 0, 5, 0, 0xFF})), "text 0 does not follow the offsets");
    EXPECT_EQ(refused(raw({1, 0, 4, 0, 0x21})), "text 0 has no end");
    EXPECT_EQ(refused(std::vector<std::byte>(largest_messages + 1)),
              "a message file has at most 4096 bytes, this one 4097");
}

TEST(Messages, TheGameHasRoomForSoMuch) {
    auto messages = Messages::read(file_of({"a", "b"}));
    ASSERT_TRUE(messages.has_value());
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - 9, 'x')).has_value());
    EXPECT_EQ(written(*messages)->size(), largest_messages);
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - 8, 'x')).has_value());
    ASSERT_FALSE(written(*messages).has_value());
    EXPECT_EQ(written(*messages).error().message,
              "the texts take 4097 bytes, but the game has room for 4096");
}

TEST(Messages, ZerosThatFillTheFileMakeRoom) {
    auto file = file_of({"Kalm", "Junon"});
    const std::size_t content = file.size();
    file.resize(largest_messages);
    auto messages = Messages::read(file);
    ASSERT_TRUE(messages.has_value());
    EXPECT_EQ(*written(*messages), file);
    ASSERT_TRUE(messages->set(0, "Kalm town").has_value());
    auto wanted = file_of({"Kalm town", "Junon"});
    wanted.resize(largest_messages);
    EXPECT_EQ(*written(*messages), wanted);
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - content + 4, 'x')).has_value());
    EXPECT_EQ(written(*messages)->size(), largest_messages);
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - content + 5, 'x')).has_value());
    ASSERT_FALSE(written(*messages).has_value());
    EXPECT_EQ(written(*messages).error().hint, "these grew: text 0 by 4080 bytes");
    // A file without filling gets none, and one that was filled to another size keeps that.
    file.resize(content + 3);
    messages = Messages::read(file);
    ASSERT_TRUE(messages->set(0, "Kalm!").has_value());
    EXPECT_EQ(written(*messages)->size(), content + 3);
    // What is no filling moves behind the texts, as long as there is room.
    file.back() = std::byte{7};
    messages = Messages::read(file);
    ASSERT_TRUE(messages->set(0, "Kalm!").has_value());
    wanted = file_of({"Kalm!", "Junon"});
    for (const int byte : {0, 0, 7}) wanted.push_back(static_cast<std::byte>(byte));
    EXPECT_EQ(*written(*messages), wanted);
    ASSERT_TRUE(messages->set(0, std::string(largest_messages - content + 4, 'x')).has_value());
    Diagnostics told;
    EXPECT_EQ(messages->write(told)->size(), largest_messages);
    ASSERT_EQ(told.all().size(), 1U);
    EXPECT_EQ(told.all()[0].severity, Severity::warning);
}

TEST(Messages, ANewTextGoesBehindTheLast) {
    auto file = file_of({"one", "two"}, true);
    for (const std::size_t filling : {std::size_t{0}, std::size_t{100}}) {
        file.resize(file.size() + filling);
        auto messages = Messages::read(file);
        ASSERT_TRUE(messages.has_value());
        ASSERT_TRUE(messages->set(3, "three").has_value());
        ASSERT_TRUE(messages->set(4, "four").has_value());
        ASSERT_TRUE(messages->set(0, "first").has_value());
        const auto made = written(*messages);
        const auto again = Messages::read(*made);
        ASSERT_TRUE(again.has_value());
        ASSERT_EQ(again->size(), 5U);
        for (const auto& [index, text] : {std::pair(0, "first"), std::pair(1, "two"), std::pair(2, "two"),
                                          std::pair(3, "three"), std::pair(4, "four")})
            EXPECT_EQ(again->text(static_cast<std::size_t>(index)), text);
        if (filling == 0)
            EXPECT_EQ(made->size(), file.size() + 2 + 2 + 6 + 2 + 5);
        else
            EXPECT_EQ(made->size(), file.size());
    }
}

std::vector<std::byte> one_text(std::span<const std::byte> text) {
    ByteWriter out;
    out.u16(1);
    out.u16(4);
    out.bytes(text);
    out.u8(0xFF);
    return out.take();
}

TEST(TextCodes, JapaneseIsWrittenAndRead) {
    const std::pair<std::vector<std::byte>, std::string> rows[] = {
        {raw({0x91, 0xFD, 0x00, 0x98, 0xAE}), "や友ン！"},
        {raw({0xFB, 0xE6, 0xFE, 0x00, 0xE7, 0xE2}), "割孫\n＝"},
        {raw({0xE3, 0xFA, 0xD2, 0xFE, 0xD2}), "{E3}{FA}{D2}{GREY}"},
        {raw({0xFE, 0xD1, 0xFE, 0xDD, 0xFF, 0x00, 0xEA}), "類{WAIT 255}{CLOUD}"},
        {raw({0xFA, 0xFF, 0x3F}), "{FA}{FF}　"}, // what a prefix takes ends no text
        {raw({0x91, 0xFA}), "や{FA}"},
    };
    for (const auto& [bytes, text] : rows) {
        EXPECT_EQ(decode_text(bytes, Edition::japanese), text);
        if (text.ends_with("{FA}")) continue; // and takes the end, where there is nothing else
        const auto made = encode_text(text, Edition::japanese);
        ASSERT_TRUE(made.has_value()) << text << ": " << made.error().message;
        EXPECT_EQ(*made, bytes) << text;
    }
    for (const char* const wrong : {"a", "é", "{TEN SPACES}", "や{FA}"})
        EXPECT_FALSE(encode_text(wrong, Edition::japanese).has_value()) << wrong;
    EXPECT_FALSE(encode_text("や").has_value());
    // A western program takes two bytes there, too.
    EXPECT_EQ(decode_text(raw({0xFA, 0x28, 0x28})), "{FA}{28}H");
    EXPECT_EQ(text_length(raw({0xFC, 0xFF, 0x28, 0xFF})), 3U);
}

TEST(TextCodes, EveryJapaneseByteComesBack) {
    for (const int prefix : {-1, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE})
        for (int byte = 0; byte < 0xFF; ++byte) {
            if (prefix < 0 && byte >= 0xFA) continue;
            auto bytes = prefix < 0 ? raw({byte}) : raw({prefix, byte});
            bytes.resize(bytes.size() + 4); // operands, if it takes any
            const std::string text = decode_text(bytes, Edition::japanese);
            const auto made = encode_text(text, Edition::japanese);
            ASSERT_TRUE(made.has_value()) << text;
            EXPECT_EQ(*made, bytes) << text;
        }
}

TEST(Messages, TheBytesTellTheEditionWhereNoArchiveDoes) {
    const auto edition = [](std::span<const std::byte> text) {
        return Messages::read(one_text(text))->edition();
    };
    for (const char* const words :
         {"A small town beneath the plate, where traders rest before the long way west.\n{CLOUD}…",
          "Où êtes-vous allés? Être né près du château, ça n'était pas mûr à l'été…", "Kalm"})
        EXPECT_EQ(edition(*encode_text(words)), Edition::western) << words;
    std::string kana, kanji;
    for (int i = 0; i < 30; ++i) {
        kana += "かくけこさしすせそ";
        kanji += "神羅の古代種が来た。";
    }
    for (const std::string& words : {kana, kanji}) {
        const auto bytes = encode_text(words, Edition::japanese);
        ASSERT_TRUE(bytes.has_value()) << bytes.error().message;
        EXPECT_EQ(edition(*bytes), Edition::japanese) << words;
    }
    EXPECT_EQ(edition_of("wm/World_JA.lgp!mes"), Edition::japanese);
    EXPECT_EQ(edition_of("world_us.lgp!mes"), Edition::western);
    for (const char* const name : {"mes", "world_ja.lgp", "world_xx.lgp!mes", "a.lgp!mes", "world_ja/mes"})
        EXPECT_FALSE(edition_of(name).has_value()) << name;
}

TEST(Messages, AJapaneseTextIsChangedInItsOwnCharacters) {
    auto messages = Messages::read(one_text(*encode_text("町", Edition::japanese)), Edition::japanese);
    ASSERT_TRUE(messages.has_value());
    EXPECT_EQ(messages->text(0), "町");
    EXPECT_FALSE(messages->set(0, "town").has_value());
    ASSERT_TRUE(messages->set(0, "村と町").has_value());
    EXPECT_EQ(*written(*messages), one_text(*encode_text("村と町", Edition::japanese)));
}

} // namespace
} // namespace vellum::ff7::test
