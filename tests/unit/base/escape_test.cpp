// Control characters of all kinds, alone and in every writer that people's eyes end at.
#include "base/escape.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "base/text_writer.hpp"
#include "vellum/diagnostic.hpp"

namespace {

using namespace vellum;

std::string utf8(char32_t point) {
    std::string text;
    append_utf8(text, point);
    return text;
}

bool passes(std::string_view text) {
    return find_control(text, 0, Keep::nothing).at == std::string_view::npos;
}

TEST(Escape, FindsEveryControlAndNothingElse) {
    std::size_t found = 0;
    for (char32_t point = 0; point <= 0x10FFFF; ++point) {
        if (point >= 0xD800 && point <= 0xDFFF) continue;
        const std::string text = "a" + utf8(point) + "b";
        EXPECT_EQ(passes(text), !is_control(point)) << std::hex << static_cast<unsigned>(point);
        if (is_control(point)) ++found;
    }
    EXPECT_EQ(found, 32U + 1 + 32 + 3 + 5 + 7 + 16 + 1 + 3 + 8 + 128);
    for (const char32_t point : {0x9BU, 0x85U, 0x61CU, 0x200BU, 0x200DU, 0x200EU, 0x200FU, 0x2028U, 0x2029U,
                                 0x202AU, 0x202EU, 0x2066U, 0x2069U, 0xFEFFU})
        EXPECT_TRUE(is_control(point)) << std::hex << static_cast<unsigned>(point);
}

TEST(Escape, WritesBytesThatListingsReadBack) {
    EXPECT_EQ(escape_control("tab\tand\nline"), "tab\tand\\x0aline");
    EXPECT_EQ(escape_control("tab\tand\nline", Keep::lines), "tab\tand\nline");
    EXPECT_EQ(escape_control("tab\t", Keep::nothing), "tab\\x09");
    EXPECT_EQ(escape_control("\xE2\x80\xAE\xC2\x9B\x9B"), "\\xe2\\x80\\xae\\xc2\\x9b\\x9b");
    EXPECT_EQ(escape_control(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(escape_control("Пётр, 名前, é, 🙂"), "Пётр, 名前, é, 🙂");
}

// A byte that is no UTF-8 may begin a control that the next text completes.
TEST(Escape, LeavesNoHalves) {
    EXPECT_EQ(escape_control("\xC2") + escape_control("\x9B"), "\\xc2\\x9b");
    EXPECT_EQ(escape_control("\xE2\x80") + escape_control("\xAE"), "\\xe2\\x80\\xae");
}

TEST(Escape, FindsControlsAtEveryPlaceOfLongTexts) {
    const std::string plain(200, 'x');
    for (std::size_t at = 0; at < plain.size(); ++at)
        for (const std::string_view control : {"\x1b", "\x7f", "\xC2\x9B", "\xE2\x80\xA8", "\x9B", "\r"}) {
            std::string text = plain;
            text.insert(at, control);
            for (const Keep keep : {Keep::nothing, Keep::tabs, Keep::lines}) {
                const ControlAt found = find_control(text, 0, keep);
                EXPECT_EQ(found.at, at);
                EXPECT_EQ(found.length, control.size());
            }
        }
}

TEST(Escape, QuotedTextsJsonAndMessagesHoldNoControls) {
    for (char32_t point = 0; point <= 0x10FFFF; point += point < 0x3000 || point >= 0xE0100 ? 1 : 0x10) {
        if (!is_control(point)) continue;
        const std::string text = "a" + utf8(point) + "b";
        TextWriter out;
        out.quoted(text);
        EXPECT_TRUE(passes(out.view())) << std::hex << static_cast<unsigned>(point);
        const std::string json = Json(text).to_text();
        EXPECT_TRUE(passes(json)) << std::hex << static_cast<unsigned>(point);
        const auto back = parse_json(json);
        ASSERT_TRUE(back) << json;
        EXPECT_EQ(back->as_string(), text);
        Diagnostic diagnostic;
        diagnostic.message = diagnostic.hint = diagnostic.place.file = text;
        diagnostic.related.push_back({.place = {.file = text}, .message = text});
        EXPECT_EQ(find_control(format(diagnostic), 0, Keep::lines).at, std::string::npos);
    }
}

} // namespace
