// Sources are coloured by the words of their languages.
#include "cli/highlight.hpp"

#include <gtest/gtest.h>

#include "engines/languages.hpp"

namespace vellum::cli {
namespace {

TEST(Highlight, KnowsEveryKeywordOfEveryLanguage) {
    const Console console(ColorChoice::always);
    std::size_t seen = 0;
    for (const std::string_view ending : {".patho", ".asc", ".skrit", ".wms"})
        for (const language::Language* language : languages()) {
            const std::string name = "a" + std::string(ending);
            if (!language->takes(name, "")) continue;
            for (const std::string_view word : language->lexicon().keywords) {
                ++seen;
                EXPECT_EQ(highlight_source(console, std::string(word) + " x\n", name),
                          console.paint(Stream::out, Style::keyword, word) + " x\n")
                    << ending;
            }
        }
    EXPECT_GT(seen, 150U);
}

TEST(Highlight, PaintsLineByLine) {
    const Console console(ColorChoice::always);
    const auto paint = [&](Style style, std::string_view text) {
        return console.paint(Stream::out, style, text);
    };
    EXPECT_EQ(highlight_source(console, "/* a\n\nb */ x = \"t\"; // 1\n", "a.skrit"),
              paint(Style::faint, "/* a") + "\n\n" + paint(Style::faint, "b */") +
                  " x = " + paint(Style::text, "\"t\"") + "; " + paint(Style::faint, "// 1") + "\n");
    EXPECT_EQ(highlight(console, "main:\n    Push 1, \"a;b\" ; note\n.global x\n", Syntax::listing),
              paint(Style::name, "main:") + "\n    " + paint(Style::keyword, "Push") + " " +
                  paint(Style::number, "1") + ", " + paint(Style::text, "\"a;b\"") + " " +
                  paint(Style::faint, "; note") + "\n" + paint(Style::keyword, ".global") + " x\n");
    EXPECT_EQ(highlight(console, "lamp  0012  Push 1\n", Syntax::trace),
              paint(Style::faint, "lamp") + "  " + paint(Style::number, "0012") + "  " +
                  paint(Style::keyword, "Push") + " " + paint(Style::number, "1") + "\n");
    EXPECT_EQ(highlight_source(console, "if\n", "unknown.txt"), "if\n");
}

} // namespace
} // namespace vellum::cli
