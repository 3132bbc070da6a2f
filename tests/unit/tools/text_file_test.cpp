// Files for translators: every text comes back, and what makes no sense is refused with its line.
#include <gtest/gtest.h>

#include "support/random.hpp"
#include "tools/texts/text_file.hpp"

namespace vellum::tools {
namespace {

TextRow row(std::string file, std::string id, std::string text, std::string translation) {
    TextRow made;
    made.file = std::move(file);
    made.text.id = std::move(id);
    made.text.text = std::move(text);
    made.translation = std::move(translation);
    return made;
}

TEST(TextFile, every_text_comes_back) {
    std::vector<TextRow> rows{row("a.bin", "", "plain", ""),
                              row("a b.bin", "", "two\nlines, \"quoted\"\\", "\tтекст\r\n"),
                              row("Strings.vfs!main.dat", "17", "\n\nx", "\n"),
                              row("a.bin", "", std::string("\0\1\xFF\xE2\x80\xAE", 6), "# no comment")};
    test::Random random(1);
    for (int i = 0; i < 50; ++i) {
        std::string text;
        for (std::size_t length = 1 + random.below(30); length != 0; --length)
            text += static_cast<char>(random.next());
        rows.push_back(row("made", "", text, text + "\n"));
    }
    for (const TextForm form : {TextForm::po, TextForm::csv}) {
        const std::string file = write_text_file({rows}, form);
        for (const char c : file) ASSERT_TRUE(c == '\n' || c == '\r' || static_cast<unsigned char>(c) >= ' ');
        const auto again = read_text_file(file, form);
        ASSERT_TRUE(again) << format(again.error());
        ASSERT_EQ(again->rows.size(), rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(again->rows[i].file, rows[i].file);
            EXPECT_EQ(again->rows[i].text.id, rows[i].text.id);
            EXPECT_EQ(again->rows[i].text.text, rows[i].text.text);
            EXPECT_EQ(again->rows[i].translation, rows[i].translation);
        }
    }
}

TEST(TextFile, spreadsheets_take_no_text_for_a_formula) {
    std::vector<TextRow> rows;
    for (const std::string text : {"=HYPERLINK(\"x\")", "+1", "-1", "@SUM(1)", "'=1", "''=1", "'", "'x",
                                   "x=1", "\t=1", "\r=1", "\n=1", "'\t=1", "＝1", "'＠"})
        rows.push_back(row("=f.bin", "", text, text));
    const std::string file = write_text_file({rows}, TextForm::csv);
    for (std::size_t at = file.find('"'); at + 1 < file.size(); ++at)
        if (file[at] == '"' && (at == 0 || file[at - 1] == ',' || file[at - 1] == '\n')) {
            EXPECT_EQ(std::string_view("=+-@\t\r").find(file[at + 1]), std::string_view::npos)
                << file.substr(at, 20);
        }
    const auto again = read_text_file(file, TextForm::csv);
    ASSERT_TRUE(again) << format(again.error());
    ASSERT_EQ(again->rows.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(again->rows[i].file, rows[i].file);
        EXPECT_EQ(again->rows[i].text.text, rows[i].text.text);
        EXPECT_EQ(again->rows[i].translation, rows[i].translation);
    }
}

TEST(TextFile, what_makes_no_sense_is_refused_with_its_line) {
    const auto line = [](std::string_view text, TextForm form) {
        const auto read = read_text_file(text, form);
        return read ? 0 : static_cast<int>(read.error().place.line);
    };
    EXPECT_EQ(line("", TextForm::po), 0);
    EXPECT_EQ(line("\n\nmsgid_plural \"x\"\n", TextForm::po), 3);
    EXPECT_EQ(line("msgid \"x\nmsgstr \"\"\n", TextForm::po), 1);
    for (const std::string_view escape : {"9", "1", "12", "18x", "400", "777", "x41", "0-1"})
        EXPECT_EQ(line("msgid \"\\" + std::string(escape) + "\"\n", TextForm::po), 1) << escape;
    EXPECT_EQ(line("msgid \"\\377\\101\"\nmsgstr \"\"\n", TextForm::po), 0);
    EXPECT_EQ(line("\"no keyword\"\n", TextForm::po), 1);
    EXPECT_EQ(line("msgid \"a\"\nmsgid \"b\"\n", TextForm::po), 2);
    EXPECT_EQ(line("file,text\n", TextForm::csv), 1);
    EXPECT_EQ(line("file,text,translation\na,b,\"c\n", TextForm::csv), 2);
    EXPECT_EQ(line("file,text,translation\na,b,c\\\n", TextForm::csv), 2);
    EXPECT_EQ(line("file,text,translation\n\"a\"x,b,c\n", TextForm::csv), 2);
    EXPECT_EQ(line("\xEF\xBB\xBF"
                   "file,text,translation\n\na,b\n",
                   TextForm::csv),
              0);
}

TEST(TextFile, places_for_values) {
    EXPECT_FALSE(same_placeholders("%d of %5.2f, 100%%", "%f: %d"));
    EXPECT_TRUE(same_placeholders("%d of %5.2f, 100%%", "%d/%f %%"));
    EXPECT_TRUE(same_placeholders("100 %", "100%"));
    EXPECT_FALSE(same_placeholders("x", "%s"));
}

} // namespace
} // namespace vellum::tools
