// Diagnostics are counted, limited and printed as documented.
#include "vellum/diagnostic.hpp"

#include <gtest/gtest.h>

#include "base/codes.hpp"
#include "base/first_error.hpp"

namespace {

using namespace vellum;

constexpr DiagnosticCode warning_code{"test.warning", Severity::warning, "A warning of this test."};
constexpr DiagnosticCode note_code{"test.note", Severity::note, "A note of this test."};

TEST(Diagnostic, TakesSeverityFromItsCode) {
    EXPECT_EQ(make_diagnostic(codes::io_read, "m").severity, Severity::error);
    EXPECT_EQ(make_diagnostic(warning_code, "m").severity, Severity::warning);
    const Diagnostic made = make_diagnostic(note_code, "message", Place::at_offset(7), "hint");
    EXPECT_EQ(made.code, &note_code);
    EXPECT_EQ(made.message, "message");
    EXPECT_EQ(made.place.offset, 7U);
    EXPECT_EQ(made.hint, "hint");
}

TEST(Diagnostic, FailMakesAResult) {
    const Result<int> result = fail(codes::json_limit, "too much");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code->id, "json.limit");
}

TEST(Diagnostic, FormatsEveryKindOfPlace) {
    EXPECT_EQ(format(make_diagnostic(codes::text_syntax, "bad")), "error: bad [text.syntax]");
    EXPECT_EQ(format(make_diagnostic(warning_code, "bad", Place::at_line(12, 3))),
              "12:3: warning: bad [test.warning]");
    EXPECT_EQ(format(make_diagnostic(note_code, "bad", Place::at_line(12))), "12: note: bad [test.note]");
    EXPECT_EQ(format(make_diagnostic(codes::io_read, "bad", Place::at_offset(0x1f0))),
              "0x1f0: error: bad [io.read]");
    EXPECT_EQ(format(make_diagnostic(codes::io_read, "bad", Place{"a.bin", Place::unknown, 0, 0})),
              "a.bin: error: bad [io.read]");
    EXPECT_EQ(format(make_diagnostic(codes::io_read, "bad", Place{"a.bin", 0x1f0, 0, 0})),
              "a.bin:0x1f0: error: bad [io.read]");
    EXPECT_EQ(format(make_diagnostic(codes::io_read, "bad", Place{"a.txt", 5, 12, 3})),
              "a.txt:12:3: error: bad [io.read]");
}

TEST(Diagnostic, FormatsHintAndRelatedPlaces) {
    Diagnostic diagnostic =
        make_diagnostic(codes::text_syntax, "defined twice", Place{"a", Place::unknown, 9, 1}, "rename it");
    diagnostic.related.push_back({Place{"a", Place::unknown, 2, 1}, "first defined here"});
    EXPECT_EQ(format(diagnostic), "a:9:1: error: defined twice [text.syntax]\n"
                                  "    hint: rename it\n"
                                  "    a:2:1: note: first defined here");
}

TEST(Diagnostic, FormatLetsNoControlCharacterThrough) {
    const Diagnostic hostile =
        make_diagnostic(codes::text_syntax, "a\x1b[31m\nb\tc", Place{"x\x07", Place::unknown, 0, 0});
    EXPECT_EQ(format(hostile), "x\\x07: error: a\\x1b[31m\\x0ab\tc [text.syntax]");
}

TEST(Diagnostics, CountsEverythingButKeepsOnlyTheLimit) {
    Diagnostics diagnostics(3);
    EXPECT_TRUE(diagnostics.ok());
    diagnostics.add(warning_code, "one");
    EXPECT_TRUE(diagnostics.ok());
    for (int count = 0; count < 5; ++count) {
        diagnostics.add(codes::text_syntax, "more");
    }
    diagnostics.add(note_code, "note");
    EXPECT_FALSE(diagnostics.ok());
    EXPECT_EQ(diagnostics.all().size(), 3U);
    EXPECT_EQ(diagnostics.errors(), 5U);
    EXPECT_EQ(diagnostics.warnings(), 1U);
    EXPECT_EQ(diagnostics.dropped(), 4U);
    diagnostics.clear();
    EXPECT_TRUE(diagnostics.ok());
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_EQ(diagnostics.warnings() + diagnostics.dropped(), 0U);
}

TEST(Diagnostics, WarningsDoNotHideErrors) {
    Diagnostics diagnostics(3);
    for (const char* text : {"one", "two", "three", "four"}) diagnostics.add(warning_code, text);
    diagnostics.add(codes::text_syntax, "first");
    diagnostics.add(codes::text_syntax, "second");
    ASSERT_EQ(diagnostics.all().size(), 3U);
    EXPECT_EQ(diagnostics.all()[0].message, "one");
    EXPECT_EQ(diagnostics.all()[1].message, "first");
    EXPECT_EQ(diagnostics.all()[2].message, "second");
    EXPECT_EQ(diagnostics.dropped(), 3U);
    diagnostics.add(codes::text_syntax, "third");
    diagnostics.add(codes::text_syntax, "fourth");
    EXPECT_EQ(diagnostics.all()[2].message, "third");
    EXPECT_EQ(diagnostics.errors(), 4U);
    EXPECT_EQ(diagnostics.dropped(), 5U);
}

TEST(Diagnostics, SetFileLeavesOtherFilesAlone) {
    Diagnostics diagnostics;
    diagnostics.add(codes::text_syntax, "a");
    diagnostics.add(codes::text_syntax, "b", Place{"included.txt", Place::unknown, 1, 1});
    diagnostics.set_file("main.txt");
    EXPECT_EQ(diagnostics.all()[0].place.file, "main.txt");
    EXPECT_EQ(diagnostics.all()[1].place.file, "included.txt");
}

TEST(Diagnostics, QuoteShowsTheLineOfEveryEntryOfTheFile) {
    Diagnostics diagnostics;
    diagnostics.add(codes::text_syntax, "later", Place{"a.txt", Place::unknown, 3, 4});
    diagnostics.add(codes::text_syntax, "first", Place{"a.txt", Place::unknown, 1, 2});
    diagnostics.add(codes::text_syntax, "other", Place{"b.txt", Place::unknown, 1, 1});
    diagnostics.add(codes::text_syntax, "behind", Place{"a.txt", Place::unknown, 9, 1});
    diagnostics.add(codes::text_syntax, "whole", Place{"a.txt", Place::unknown, 1, 0});
    diagnostics.quote("a.txt", "one\r\n\n\t\xC3\xA4!x");
    EXPECT_EQ(format(diagnostics.all()[0]),
              "a.txt:3:4: error: later [text.syntax]\n    3 | \t\xC3\xA4!x\n      | \t ^");
    EXPECT_EQ(format(diagnostics.all()[1]), "a.txt:1:2: error: first [text.syntax]\n    1 | one\n      |  ^");
    EXPECT_EQ(diagnostics.all()[2].quote, "");
    EXPECT_EQ(diagnostics.all()[3].quote, "");
    EXPECT_EQ(format(diagnostics.all()[4]), "a.txt:1: error: whole [text.syntax]")
        << "who names no column says one line";
}

TEST(Diagnostics, QuoteTakesThePartOfALongLineThatMatters) {
    Diagnostics diagnostics;
    diagnostics.add(codes::text_syntax, "far", Place{"a.txt", Place::unknown, 1, 5001});
    std::string line(10000, '.');
    line[5000] = 'X';
    diagnostics.quote("a.txt", line);
    const Diagnostic& one = diagnostics.all()[0];
    EXPECT_LE(one.quote.size(), 160U);
    ASSERT_NE(one.quote_column, 0U);
    EXPECT_EQ(one.quote[one.quote_column - 1], 'X');
}

TEST(Severity, HasNames) {
    EXPECT_EQ(to_string(Severity::note), "note");
    EXPECT_EQ(to_string(Severity::warning), "warning");
    EXPECT_EQ(to_string(Severity::error), "error");
}

TEST(Diagnostics, FirstErrorAfterSoManyAlsoWhenNothingMoreIsKept) {
    Diagnostics diagnostics(3);
    const auto first = [&](std::size_t before) {
        return first_error(diagnostics, before, codes::io_read, "lost").error().message;
    };
    EXPECT_EQ(first(0), "lost");
    diagnostics.add(codes::text_syntax, "old");
    diagnostics.add(warning_code, "one");
    diagnostics.add(warning_code, "two");
    const std::size_t before = diagnostics.errors();
    EXPECT_EQ(first(before), "lost") << "an error from before is not what this step ended with";
    diagnostics.add(codes::text_syntax, "new"); // takes the place of a warning
    EXPECT_EQ(first(before), "new");
    diagnostics.add(codes::text_syntax, "newer");
    EXPECT_EQ(first(before), "new");
    EXPECT_EQ(first(2), "newer");
    diagnostics.add(codes::text_syntax, "dropped");
    EXPECT_EQ(first(3), "lost");
}

} // namespace
