// TRS and TRA, the translations of AGS games: read and written, and checked against a game.
#include <gtest/gtest.h>

#include <set>

#include "base/bytes.hpp"
#include "support/random.hpp"
#include "tools/texts/text_file.hpp"
#include "tools/texts/translation.hpp"

namespace vellum::tools {
namespace {

TextRow pair(std::string text, std::string translation, std::string id = {}) {
    TextRow made;
    made.text.text = std::move(text);
    made.text.id = std::move(id);
    made.translation = std::move(translation);
    return made;
}

std::string hidden(std::string_view text, bool ended) {
    std::string bytes(text);
    if (ended) bytes += '\0';
    ByteWriter out;
    out.u32(static_cast<std::uint32_t>(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); ++i)
        out.u8(static_cast<std::uint8_t>(static_cast<unsigned char>(bytes[i]) +
                                         static_cast<unsigned char>("Avis Durgan"[i % 11])));
    return std::string(as_text(out.view()));
}

std::string number(std::uint32_t value) {
    ByteWriter out;
    out.u32(value);
    return std::string(as_text(out.view()));
}

/// As editors write it; `ended`: as those of AGS 2, which say one byte too little for the game.
std::string made_tra(bool ended, const std::vector<std::pair<std::string, std::string>>& pairs) {
    std::string dictionary;
    for (const auto& [text, translation] : pairs)
        dictionary += hidden(text, ended) + hidden(translation, ended);
    dictionary += hidden("", ended) + hidden("", ended);
    const std::string game = number(451810125) + hidden("Lighthouse", ended);
    std::string tra = std::string("AGSTranslation\0", 15);
    tra += number(2) + number(static_cast<std::uint32_t>(game.size() - (ended ? 1 : 0))) + game;
    tra += number(1) + number(static_cast<std::uint32_t>(dictionary.size())) + dictionary;
    tra += number(3) + number(12) + number(0xFFFFFFFF) + number(2) + number(1);
    if (!ended) {
        const std::string options = number(1) + number(8) + "encoding" + number(5) + "UTF-8";
        tra += number(0) + std::string("ext_sopts\0\0\0\0\0\0\0", 16) +
               number(static_cast<std::uint32_t>(options.size())) + number(0) + options;
    }
    return tra + number(0xFFFFFFFF);
}

TEST(Tra, is_read_and_written_again) {
    const std::vector<std::pair<std::string, std::string>> pairs{{"Hello", "Hola"},
                                                                 {"&12 What?", "&12 \xC2\xBFQu\xC3\xA9?"},
                                                                 {"a[b\\[c", "x[y\\[z"},
                                                                 {"line\nend", "f\nin"}};
    for (const bool ended : {false, true}) {
        SCOPED_TRACE(ended);
        const std::string bytes = made_tra(ended, pairs);
        const auto file = read_text_file(bytes, TextForm::tra);
        ASSERT_TRUE(file) << format(file.error());
        ASSERT_EQ(file->rows.size(), pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            EXPECT_EQ(file->rows[i].text.text, pairs[i].first);
            EXPECT_EQ(file->rows[i].translation, pairs[i].second);
        }
        EXPECT_EQ(*file->setting("GameID"), "451810125");
        EXPECT_EQ(*file->setting("GameName"), "Lighthouse");
        EXPECT_EQ(*file->setting("NormalFont"), "DEFAULT");
        EXPECT_EQ(*file->setting("SpeechFont"), "2");
        EXPECT_EQ(*file->setting("TextDirection"), "LEFT");
        EXPECT_EQ(file->is_utf8(), !ended);
        std::string wanted = bytes;
        if (ended) { // but for the length that was wrong
            const std::size_t at = 15 + 4;
            wanted.replace(at, 4, number(load_u32(as_bytes(bytes).data() + at) + 1));
        }
        EXPECT_EQ(write_text_file(*file, TextForm::tra), wanted);
        // Through TRS and back it is the same translation.
        auto trs = read_text_file(write_text_file(*file, TextForm::trs), TextForm::trs);
        ASSERT_TRUE(trs) << format(trs.error());
        trs->ended = ended;
        EXPECT_EQ(write_text_file(*trs, TextForm::tra), wanted);
    }
}

TEST(Tra, an_empty_translation_is_one) {
    const auto file = read_text_file(made_tra(false, {}), TextForm::tra);
    ASSERT_TRUE(file) << format(file.error());
    EXPECT_TRUE(file->rows.empty());
}

TEST(Tra, blocks_without_another_form_stay) {
    std::string bytes = made_tra(false, {{"a", "b"}});
    bytes.resize(bytes.size() - 4);
    bytes += number(0) + std::string("ext_fonts\0\0\0\0\0\0\0", 16) + number(3) + number(0) + "abc" +
             number(0xFFFFFFFF);
    const auto file = read_text_file(bytes, TextForm::tra);
    ASSERT_TRUE(file) << format(file.error());
    EXPECT_EQ(write_text_file(*file, TextForm::tra), bytes);
}

TEST(Tra, damage_is_refused) {
    const std::string good = made_tra(false, {{"Hello", "Hola"}, {"a", "b"}});
    for (std::size_t size = 0; size < good.size(); ++size) {
        const auto read = read_text_file(std::string_view(good).substr(0, size), TextForm::tra);
        ASSERT_FALSE(read) << size;
        EXPECT_EQ(read.error().code, &codes::text_file);
    }
    test::Random random(3);
    for (int i = 0; i < 3000; ++i) {
        std::string damaged = good;
        damaged[random.below(damaged.size())] = static_cast<char>(random.next());
        static_cast<void>(read_text_file(damaged, TextForm::tra));
    }
}

TEST(Trs, lines_are_pairs_and_comments_stand_where_a_text_is_expected) {
    const auto file = read_text_file("\xEF\xBB\xBF// a comment\r\n//#GameName=Light\r\n//#Encoding=UTF-8\r\n"
                                     "//$SECTION: GlobalScript; 1\r\nHello\r\n// not a comment\r\n"
                                     "say \\\"x\\\"\\n\\\\ \\[\r\n\r\n"
                                     "//$PARSERWORD: 17\r\nlook\r\nmira\r\nlast",
                                     TextForm::trs);
    ASSERT_TRUE(file) << format(file.error());
    ASSERT_EQ(file->rows.size(), 4U);
    EXPECT_EQ(file->rows[0].text.text, "Hello");
    EXPECT_EQ(file->rows[0].translation, "// not a comment");
    EXPECT_EQ(file->rows[0].line, 5U);
    EXPECT_EQ(file->rows[1].text.text, "say \"x\"\n\\ \\[");
    EXPECT_EQ(file->rows[1].translation, "");
    EXPECT_EQ(parser_word(file->rows[2]), 17);
    EXPECT_EQ(file->rows[3].text.text, "last");
    EXPECT_EQ(*file->setting("GameName"), "Light");
    EXPECT_TRUE(file->is_utf8());
    const auto wrong = read_text_file("//#GameName\r\n", TextForm::trs);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().place.line, 1U);
    EXPECT_FALSE(read_text_file("a\r\nb\r\n\r\nc\r\n", TextForm::trs)); // out of step
}

TEST(Trs, every_text_comes_back_once) {
    TextFile file;
    file.settings = {{"GameID", "1"}, {"Encoding", "UTF-8"}};
    file.rows = {pair("plain", "one"),   pair("// looks like a comment", "// too"),
                 pair("plain", "two"),   pair("a\\[b\\c\\", "\\[\\\\"),
                 pair("\r\n\"", "\"\n"), pair("w", "v", "word 3 meaning 9")};
    test::Random random(5);
    for (int i = 0; i < 200; ++i) {
        std::string text;
        for (std::size_t length = 1 + random.below(12); length != 0; --length)
            text +=
                random.below(3) == 0 ? "\\[/n\"\n\r"[random.below(7)] : static_cast<char>(random.next() | 1);
        if (text.ends_with('\n') || text.ends_with('\r')) text += 'x';
        file.rows.push_back(pair(text, text + "!"));
    }
    const std::string written = write_text_file(file, TextForm::trs);
    const auto again = read_text_file(written, TextForm::trs);
    ASSERT_TRUE(again) << format(again.error());
    std::size_t at = 0;
    std::set<std::string> known;
    for (const TextRow& row : file.rows) {
        if (!known.insert(row.text.text).second) continue;
        ASSERT_LT(at, again->rows.size());
        EXPECT_EQ(again->rows[at].text.text, row.text.text);
        EXPECT_EQ(again->rows[at].translation, row.translation);
        EXPECT_EQ(parser_word(again->rows[at]), parser_word(row));
        ++at;
    }
    EXPECT_EQ(at, again->rows.size());
}

TEST(Translation, says_its_game_and_takes_the_encoding_that_the_game_reads) {
    TranslatedGame game;
    game.add(std::vector{Fact("game", std::string("Light")), Fact("game id", std::uint64_t{7}),
                         Fact("data version", std::uint64_t{50})});
    game.page = CodePage::find("windows-1252");
    TextFile file;
    file.rows = {pair("caf\xC3\xA9", "\xC3\xA9t\xC3\xA9"), pair("x", "\xD1\x8F")};
    TextFile old = file;
    std::size_t refused = 0;
    prepare(old, game, [&](const TextRow&) { ++refused; });
    EXPECT_EQ(*old.setting("GameID"), "7");
    EXPECT_EQ(*old.setting("GameName"), "Light");
    EXPECT_FALSE(old.is_utf8());
    EXPECT_EQ(old.rows[0].text.text, "caf\xE9");
    EXPECT_EQ(old.rows[0].translation, "\xE9t\xE9");
    EXPECT_EQ(refused, 1U);
    EXPECT_EQ(old.rows[1].translation, "");
    game.data_version = 3060021;
    prepare(file, game, [&](const TextRow&) { ++refused; });
    EXPECT_TRUE(file.is_utf8());
    EXPECT_EQ(file.rows[1].translation, "\xD1\x8F");
    EXPECT_EQ(refused, 1U);
}

TEST(Translation, is_checked_against_the_game) {
    TextFile file;
    file.rows = {pair("a", "b"),          pair("a", "b"),         pair("a", "c"),
                 pair("gone", "x"),       pair("%d of %s", "%s"), pair("one[two", "one"),
                 pair("br\\[acket", "x"), pair("untouched", "")};
    std::vector<std::string> told;
    check(file, {"a", "%d of %s", "one[two", "br\\[acket"},
          [&](const TextRow& row, const std::string& what) { told.push_back(row.text.text + ": " + what); });
    const std::vector<std::string> wanted{
        "a: this text has another translation before, which counts", "gone: the game has no such text",
        "%d of %s: the placeholders of the translation, such as %d, differ from the text's",
        "one[two: the translation has more or fewer line breaks ('[') than the text"};
    EXPECT_EQ(told, wanted);
}

} // namespace
} // namespace vellum::tools
