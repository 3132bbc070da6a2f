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
    EXPECT_EQ(typist.editing.view(80).behind, 1U);
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
    EXPECT_EQ(typist.editing.view(80).behind, 2U);
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

TEST(LineEditing, shows_what_fits_around_the_cursor) {
    Typist typist;
    typist.type("0123456789");
    EXPECT_EQ(typist.editing.view(4).text, "6789");
    typist.type("\x1b[H");
    EXPECT_EQ(typist.editing.view(4).text, "0123");
    EXPECT_EQ(typist.editing.view(4).behind, 4U);
    typist.type("\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C");
    EXPECT_EQ(typist.editing.view(4).text, "2345");
    EXPECT_EQ(typist.editing.view(4).behind, 0U);
}

TEST(LineEditing, letters_of_east_asia_take_two_columns) {
    Typist typist;
    typist.type("\u65E5\u672C\u8A9E");
    EXPECT_EQ(typist.editing.view(5).text, "\u672C\u8A9E");
    typist.type("\x1b[D");
    EXPECT_EQ(typist.editing.view(80).behind, 2U);
}

} // namespace
} // namespace vellum::cli
