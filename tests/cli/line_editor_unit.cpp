// Editing of a line, byte by byte as a terminal sends them.
#include "cli/line_editor.hpp"

#include <gtest/gtest.h>

namespace vellum::cli {
namespace {

class Typist {
  public:
    explicit Typist(std::vector<std::string> history = {})
        : history_(std::move(history)), editing(history_) {}
    LineEditing::Outcome type(std::string_view bytes) {
        LineEditing::Outcome outcome = LineEditing::Outcome::going;
        for (const char byte : bytes) outcome = editing.feed(byte);
        return outcome;
    }

  private:
    std::vector<std::string> history_;

  public:
    LineEditing editing;
};

TEST(LineEditing, inserts_moves_and_erases) {
    Typist typist;
    typist.type("helo");
    typist.type("\x1b[D"
                "l"); // left, then the missing letter
    EXPECT_EQ(typist.editing.text(), "hello");
    EXPECT_EQ(typist.editing.layout("", 80, 20).column, 4U);
    typist.type("\x1b[H>\x1b[F!");
    EXPECT_EQ(typist.editing.text(), ">hello!");
    typist.type("\x7f\x1b[1~\x1b[3~");
    EXPECT_EQ(typist.editing.text(), "hello");
    typist.type("\x05 two words\x17");
    EXPECT_EQ(typist.editing.text(), "hello two ");
    typist.type("\x01\x0b");
    EXPECT_EQ(typist.editing.text(), "");
    EXPECT_EQ(typist.type("done\r"), LineEditing::Outcome::line);
}

TEST(LineEditing, characters_of_several_bytes_stay_whole) {
    Typist typist;
    typist.type("a\xC3\xA4z");
    typist.type("\x1b[D\x1b[D");
    EXPECT_EQ(typist.editing.layout("", 80, 20).column, 1U);
    typist.type("\x1b[3~");
    EXPECT_EQ(typist.editing.text(), "az");
}

TEST(LineEditing, recalls_the_history_and_keeps_what_was_begun) {
    Typist typist({"one", "two"});
    typist.type("new");
    typist.type("\x1b[A");
    EXPECT_EQ(typist.editing.text(), "two");
    typist.type("\x1b[A\x1b[A\x1b[A");
    EXPECT_EQ(typist.editing.text(), "one");
    typist.type("\x1b[B\x1b[B");
    EXPECT_EQ(typist.editing.text(), "new");
}

TEST(LineEditing, control_keys_end_and_cancel) {
    EXPECT_EQ(Typist().type("\x04"), LineEditing::Outcome::end);
    EXPECT_EQ(Typist().type("x\x04"), LineEditing::Outcome::going);
    Typist dropping;
    EXPECT_EQ(dropping.type("x\x03"), LineEditing::Outcome::going) << "the first one drops what is written";
    EXPECT_EQ(dropping.editing.text(), "");
    EXPECT_EQ(dropping.type("\x03"), LineEditing::Outcome::cancel);
    Typist typist;
    typist.type("\x1b[99999999999Q\x1bO\x1b\x01\x02"); // sequences nobody knows leave nothing behind
    EXPECT_EQ(typist.editing.text(), "");
}

TEST(LineEditing, long_lines_are_wrapped) {
    Typist typist;
    typist.type("0123456789");
    const auto layout = [&](std::size_t columns, std::size_t rows = 20) {
        return typist.editing.layout("> ", columns, rows);
    };
    EXPECT_EQ(layout(80).text, "> 0123456789");
    EXPECT_EQ(layout(7).text, "> 0123\r\n456789");
    EXPECT_EQ(layout(7).row, 1U);
    EXPECT_EQ(layout(7).column, 6U);
    EXPECT_EQ(layout(5).text, "> 01\r\n2345\r\n6789");
    EXPECT_EQ(layout(5, 2).text, "2345\r\n6789");
    EXPECT_EQ(layout(5, 2).row, 1U);
    typist.type("\x1b[H");
    EXPECT_EQ(layout(5).row, 0U);
    EXPECT_EQ(layout(5).column, 2U);
    EXPECT_EQ(layout(5, 2).text, "> 01\r\n2345");
    EXPECT_EQ(layout(0).rows, 12U) << "a terminal without a width still has a column";
}

TEST(LineEditing, letters_of_east_asia_take_two_columns) {
    Typist typist;
    typist.type("\u65E5\u672C\u8A9E");
    EXPECT_EQ(typist.editing.layout("", 6, 20).text, "\u65E5\u672C\r\n\u8A9E");
    EXPECT_EQ(typist.editing.layout("", 80, 20).column, 6U);
    typist.type("\x1b[D");
    EXPECT_EQ(typist.editing.layout("", 80, 20).column, 4U);
    EXPECT_EQ(typist.editing.layout("", 6, 20).row, 1U);
    EXPECT_EQ(typist.editing.layout("", 6, 20).column, 0U);
}

TEST(LineEditing, the_history_is_searched) {
    Typist typist({"send OnTimer( 1 )", "update 0.5", "send OnGoDraw"});
    typist.type("begun\x12send");
    EXPECT_EQ(typist.editing.text(), "send OnGoDraw");
    EXPECT_EQ(typist.editing.layout("> ", 80, 20).text, "(search) send: send OnGoDraw");
    typist.type("\x12");
    EXPECT_EQ(typist.editing.text(), "send OnTimer( 1 )");
    typist.type("\x12");
    EXPECT_EQ(typist.editing.text(), "send OnTimer( 1 )") << "there is none before";
    typist.type("\x03");
    EXPECT_EQ(typist.editing.text(), "begun");
    typist.type("\x12Tim\x7f\x7f\x7f"
                "upd");
    EXPECT_EQ(typist.editing.text(), "update 0.5");
    typist.type("\x05 x3");
    EXPECT_EQ(typist.editing.text(), "update 0.5 x3");
    EXPECT_EQ(typist.editing.layout("> ", 80, 20).text, "> update 0.5 x3");
    EXPECT_EQ(typist.type("\x12nowhere\r"), LineEditing::Outcome::line);
}

TEST(LineEditing, words_are_letters_digits_and_what_names_have) {
    EXPECT_EQ(last_word("x azAZ09_$.-"), 2U);
    for (const char c : std::string_view(" @[`{/:("))
        EXPECT_EQ(last_word(std::string("x") + c + "y"), 2U) << c;
}

TEST(LineEditing, tab_completes_names) {
    const std::vector<std::string> history;
    LineEditing editing(history, [](std::string_view line) {
        return completions(line, {"Report.Generic", "Report.GenericF", "Report.Screen", "update", "update"});
    });
    const auto type = [&](std::string_view bytes) {
        for (const char byte : bytes) static_cast<void>(editing.feed(byte));
        return editing.text();
    };
    EXPECT_EQ(type("\t"), " ") << "in front of the first word it is a blank";
    EXPECT_EQ(type("up\t"), " update");
    EXPECT_EQ(type(" rep\t"), " update Report.");
    EXPECT_TRUE(editing.choices().empty());
    EXPECT_EQ(type("g\t"), " update Report.Generic");
    EXPECT_EQ(type("\t"), " update Report.Generic");
    EXPECT_EQ(editing.choices(), (std::vector<std::string>{"Report.Generic", "Report.GenericF"}));
    EXPECT_EQ(type("F\t"), " update Report.GenericF");
    EXPECT_TRUE(editing.choices().empty());
    EXPECT_EQ(type("( nothing\t"), " update Report.GenericF( nothing");
}

} // namespace
} // namespace vellum::cli
