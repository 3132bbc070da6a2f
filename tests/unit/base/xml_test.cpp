#include "base/xml.hpp"

#include <gtest/gtest.h>

#include <string>

namespace vellum {
namespace {

XmlDocument parsed(std::string text) {
    auto document = XmlDocument::parse(std::move(text));
    EXPECT_TRUE(document.has_value()) << document.error().message;
    return std::move(*document);
}

std::string problem(std::string text) {
    const auto document = XmlDocument::parse(std::move(text));
    if (document) return "none";
    return std::to_string(document.error().place.line) + ": " + document.error().message;
}

TEST(Xml, ElementsAttributesTextsAndLines) {
    const XmlDocument document =
        parsed("<?xml version=\"1.0\" encoding=\"Windows-1252\"?>\n<!-- <a> -->\n"
               "<game version = '3.6'>\r\n  <list>\n    <item>one</item>\n"
               "    <item/>\n    <item>a&lt;b&amp;&#65;&#x42;</item>\n  </list>\n</game>\n");
    EXPECT_EQ(document.encoding(), "windows-1252");
    const XmlElement game = document.root();
    EXPECT_EQ(game.name(), "game");
    EXPECT_EQ(game.attribute("version"), "3.6");
    EXPECT_EQ(game.attribute("other"), "");
    EXPECT_EQ(game.text(), "");
    EXPECT_EQ(game.line(), 3U);
    const XmlElement list = game.child("list");
    std::string all;
    for (XmlElement item = list.first(); item; item = item.next())
        all += std::to_string(item.line()) + "=" + std::string(item.text()) + ";";
    EXPECT_EQ(all, "5=one;6=;7=a<b&AB;");
    EXPECT_FALSE(game.child("list").child("no").child("such"));
    EXPECT_EQ(game.text_of("nothing"), "");
}

TEST(Xml, CdataKeepsItsTextAndKnowsItsLine) {
    const XmlDocument document =
        parsed("<a>\n  <b><![CDATA[\r\n<x> & y\r\n]]></b>\n  <c>1<![CDATA[2]]>&#51;<d/>4</c></a>");
    EXPECT_EQ(document.root().text_of("b"), "\n<x> & y\n");
    EXPECT_EQ(document.root().child("b").text_line(), 2U);
    EXPECT_EQ(document.root().text_of("c"), "1234");
}

TEST(Xml, CharactersAreWrittenInTheEncodingOfTheDocument) {
    EXPECT_EQ(parsed("<a>&#233;</a>").root().text(), "\xC3\xA9");
    EXPECT_EQ(parsed("<?xml version='1.0' encoding='windows-1252'?><a>\xE9&#233;&#1076;</a>").root().text(),
              "\xE9\xE9?");
}

TEST(Xml, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(problem(""), "1: there is no element");
    EXPECT_EQ(problem("<a>\n<b>\n</a>"), "3: </a> where </b> is expected");
    EXPECT_EQ(problem("<a>\n"), "2: <a> is not closed");
    EXPECT_EQ(problem("<a/>\n<b/>"), "2: there is a second element at the top");
    EXPECT_EQ(problem("<a>&nbsp;</a>"), "1: unknown entity '&nbsp;'");
    EXPECT_EQ(problem("<a>&#0;</a>"), "1: '&#0;' is not a character");
    EXPECT_EQ(problem("<a>x & y</a>"), "1: '&' begins no entity; it is written '&amp;'");
    EXPECT_EQ(problem("<a x=1/>"), "1: the value of 'x' has no quotes");
    EXPECT_EQ(problem("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"),
              "1: a document type or another declaration is not supported");
    EXPECT_EQ(problem("text"), "1: there is text outside of all elements");
    std::string deep;
    for (int i = 0; i < 300; ++i) deep += "<a>";
    EXPECT_EQ(problem(deep), "1: elements are nested too deeply");
}

TEST(Xml, ATextInManyPiecesTakesTimeInProportion) {
    std::string text = "<a>";
    for (int i = 0; i < 50000; ++i) text += "x&amp;<b>y&amp;<![CDATA[z]]></b>";
    const XmlDocument document = parsed(text + "</a>");
    EXPECT_EQ(document.root().text().size(), 100000U);
}

} // namespace
} // namespace vellum
