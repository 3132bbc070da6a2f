// Texts of scripts: changing one gives the bytes that the compiler makes of the changed source, and remarks
// name the call that gets a text.
#include <gtest/gtest.h>

#include <map>

#include "base/bytes.hpp"
#include "engines/ags/engine.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags {
namespace {

constexpr std::string_view talking_game = R"(
internalstring autoptr builtin managed struct String {};
managed struct Character { import void Say(const string text, ...); import attribute String Name; };
managed struct Label { import attribute String Text; };
import Character cEgo; import Character* player; import Label lblTop;
import Character character[5];
import void Display(const string text, ...); import String GetName(const string what);
import int Count(int of);
)";

std::vector<std::byte> compiled(const std::string& text) {
    Diagnostics diagnostics;
    const auto program =
        engine().language()->compile(std::string(talking_game) + text, {.name = "s.asc"}, diagnostics);
    EXPECT_TRUE(program) << (program ? "" : format(program.error()));
    return program ? (*program)->save().value_or(std::vector<std::byte>()) : std::vector<std::byte>();
}

std::vector<GameText> texts(std::span<const std::byte> bytes) {
    Diagnostics diagnostics;
    auto found = engine().texts()->texts(bytes, {.name = "s.o"}, diagnostics);
    EXPECT_TRUE(found);
    return found ? *found : std::vector<GameText>();
}

Result<std::vector<std::byte>> changed(std::span<const std::byte> bytes,
                                       std::span<const TextChange> changes) {
    Diagnostics diagnostics;
    return engine().texts()->change_texts(bytes, {.name = "s.o"}, changes, diagnostics);
}

TEST(ScriptTexts, a_changed_text_is_what_the_compiler_makes_of_it) {
    const auto source = [](std::string_view one, std::string_view two) {
        std::string text = "void f() { Display(\"ONE\"); Display(\"TWO\"); Display(\"three\"); } "
                           "void g() { Display(\"ONE\"); cEgo.Say(\"say \\\"four\\\"[five\"); }";
        for (std::size_t at = text.find("ONE"); at != std::string::npos; at = text.find("ONE"))
            text.replace(at, 3, one);
        text.replace(text.find("TWO"), 3, two);
        return text;
    };
    const auto before = compiled(source("one", "two"));
    struct Case {
        std::string_view one, two;
    };
    for (const Case& each :
         {Case{"uno", "two"}, Case{"a much longer text", "t"}, Case{"", "two"},
          Case{"one", "with\nbreaks \"here\"\n"}, Case{"three", "two"}, Case{"two", "two"}}) {
        std::string written(each.two);
        for (std::size_t at = 0; at < written.size(); ++at)
            if (written[at] == '\n')
                written.replace(at++, 1, "\\n");
            else if (written[at] == '"')
                written.replace(at++, 1, "\\\"");
        std::vector<TextChange> changes;
        if (each.one != "one") changes.push_back({"", "one", std::string(each.one)});
        if (each.two != "two") changes.push_back({"", "two", std::string(each.two)});
        const auto after = changed(before, changes);
        ASSERT_TRUE(after) << format(after.error());
        if (each.one.empty()) continue; // an empty text is not one the compiler repeats
        EXPECT_EQ(*after, compiled(source(each.one, written))) << each.one << ", " << each.two;
    }
}

TEST(ScriptTexts, a_text_that_something_points_into_stays) {
    auto bytes = compiled("void f() { Display(\"hello\"); Display(\"there\"); }");
    // The second text begins inside the first one now.
    const auto found = texts(bytes);
    ASSERT_EQ(found.size(), 2U);
    const std::size_t code = 20 + load_u32(bytes.data() + 8);
    const auto literal = [&](const GameText& text) {
        return bytes.data() + code + (std::size_t{text.places.front().address} + 2) * 4;
    };
    store_u32(literal(found[1]), load_u32(literal(found[0])) + 2);
    ASSERT_EQ(texts(bytes)[1].text, "llo");
    const TextChange change{"", "hello", "goodbye"};
    const auto after = changed(bytes, std::span(&change, 1));
    ASSERT_TRUE(after) << format(after.error());
    const auto now = texts(*after);
    ASSERT_EQ(now.size(), 2U);
    EXPECT_EQ(now[0].text, "goodbye");
    EXPECT_EQ(now[1].text, "llo");
}

TEST(ScriptTexts, remarks_name_the_call_and_the_speaker) {
    const auto bytes = compiled(R"(
int Own(const string text, int n) { return n; }
void f() {
  cEgo.Say("a");
  player.Say("b");
  Display("c", Count(3), GetName("d"));
  player.Say("e %s", GetName("f"));
  lblTop.Text = "g";
  character[2].Say("h");
  Own("i", Count(2));
  String s = "j";
  if (s == "k") { cEgo.Name = GetName("l"); }
})");
    const std::map<std::string, std::string> wanted{
        {"a", "cEgo.Say"}, {"b", "player.Say"},  {"c", "Display"}, {"d", "GetName"}, {"e %s", "player.Say"},
        {"f", "GetName"},  {"g", "lblTop.Text"}, {"i", "Own"},     {"j", ""},        {"k", ""},
        {"l", "GetName"}};
    std::map<std::string, std::string> have;
    for (const GameText& text : texts(bytes)) have[text.text] = text.context;
    EXPECT_NE(have["h"].find("Say"), std::string::npos) << have["h"];
    have.erase("h");
    EXPECT_EQ(have, wanted);
}

} // namespace
} // namespace vellum::ags
