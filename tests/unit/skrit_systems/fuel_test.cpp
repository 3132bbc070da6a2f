// .gas text: the grammar, what is forgiven, what is an error and where, and that nothing is lost.
#include "game.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/reader.hpp"

namespace vellum::skrit::test {
namespace {

struct Read {
    FuelBlock root;
    Diagnostics diagnostics;

    /// "gas@2:5 gas-style@3:1"
    [[nodiscard]] std::string problems() const {
        std::string text;
        for (const Diagnostic& each : diagnostics.all())
            text += (text.empty() ? "" : " ") + std::string(each.code->id).substr(6) + "@" +
                    std::to_string(each.place.line) + ":" + std::to_string(each.place.column);
        return text;
    }
};

Read read(std::string_view text) {
    Read result;
    result.root = read_fuel(text, "test.gas", result.diagnostics);
    return result;
}

TEST(SkritFuel, blocks_values_and_headers) {
    const Read file = read("// a comment\n"
                           "[t:template,n:camera_stomp]\n{\n"
                           "\tspecializes = base; /* another */\n"
                           "\t[camera_stomp] { duration = 3.0; b shakes = true; x id = 0x1F; i n = -7; }\n"
                           "\tcommon:screen_name\t= \"Stomp; \\ [x] // no comment\";\n"
                           "\t[dev,t:thing,n:y] { action* = one( 1 ); action* = two( \"a\" ); }\n"
                           "\t[*] { p at = 1.0, 2,3; }\n"
                           "\tlong = [[ a; \"b\" // c\n } ]];\n"
                           "\tspread = one,\n\t\ttwo ;\n"
                           "\tempty = ;\n"
                           "}\n");
    ASSERT_EQ(file.problems(), "");
    ASSERT_EQ(file.root.children.size(), 1U);
    const FuelBlock& block = *file.root.children[0];
    EXPECT_EQ(block.type, "template");
    EXPECT_EQ(block.name, "camera_stomp");
    EXPECT_EQ(block.line, 2U);
    EXPECT_EQ(block.file, "test.gas");
    EXPECT_EQ(block.attribute("SPECIALIZES")->text, "base");
    EXPECT_FLOAT_EQ(block.get("camera_stomp:duration", 0.0F), 3.0F);
    EXPECT_TRUE(block.get("camera_stomp:shakes", false));
    EXPECT_EQ(block.get("camera_stomp:id", std::int32_t{0}), 0x1F);
    EXPECT_EQ(block.get("camera_stomp:N", std::int32_t{0}), -7);
    EXPECT_EQ(block.get("common:screen_name", std::string_view()), "Stomp; \\ [x] // no comment");
    const FuelBlock* tagged = block.child("y");
    ASSERT_NE(tagged, nullptr);
    EXPECT_EQ(tagged->type, "thing");
    EXPECT_EQ(tagged->flags, std::vector<std::string>{"dev"});
    ASSERT_EQ(tagged->attributes.size(), 2U);
    EXPECT_EQ(tagged->attributes[1].text, "two( \"a\" )");
    EXPECT_EQ(block.child("*")->attribute("at")->reals(), (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(block.attribute("long")->text, " a; \"b\" // c\n } ");
    EXPECT_EQ(block.attribute("spread")->text, "one,\n\t\ttwo");
    EXPECT_EQ(block.attribute("empty")->text, "");
    EXPECT_EQ(block.attribute("long")->line, 9U);
    EXPECT_EQ(block.attribute("long")->column, 11U);
}

TEST(SkritFuel, conversions_take_what_fits_and_nothing_else) {
    const Read file =
        read("a = 12; b = 12x; c = 1.5f; d = TRUE; e = 99999999999; f = 0xFFFFFFFF; x g = ff; h = ;");
    const auto at = [&](std::string_view key) { return *file.root.attribute(key); };
    EXPECT_EQ(at("a").integer(), 12);
    EXPECT_EQ(at("b").integer(), std::nullopt);
    EXPECT_EQ(at("c").integer(), std::nullopt);
    EXPECT_FLOAT_EQ(at("c").real().value_or(0), 1.5F);
    EXPECT_EQ(at("d").boolean(), true);
    EXPECT_EQ(at("e").integer(), std::nullopt);
    EXPECT_EQ(at("f").integer(), -1);
    EXPECT_EQ(at("g").integer(), 255);
    EXPECT_EQ(at("h").integer(), std::nullopt);
    EXPECT_EQ(at("h").real(), std::nullopt);
    EXPECT_EQ(file.root.get("none:such", std::int32_t{5}), 5);
    EXPECT_EQ(file.root.get("b", std::int32_t{5}), 5);
    for (const char* const neither : {"none:such", "b"}) { // not there, or no such value
        EXPECT_TRUE(file.root.get(neither, true)) << neither;
        EXPECT_FALSE(file.root.get(neither, false)) << neither;
        EXPECT_EQ(file.root.get(neither, 1.5F), 1.5F) << neither;
    }
    EXPECT_EQ(file.root.get("none:such", std::string_view("x")), "x");
}

TEST(SkritFuel, careless_files_are_read_with_warnings) {
    EXPECT_EQ(read("[a] { x = \"text\"\n y = 2; }").problems(), "gas-style@1:17");
    EXPECT_EQ(read("[a] stray { x = 1; }").problems(), "gas-style@1:5");
    EXPECT_EQ(read("[a] { x = 1; } }\n[b] { }").problems(), "gas-style@1:16");
    const Read open = read("[a] { x = 1 }\n[b] { y = 2\n[c] { } }");
    EXPECT_EQ(open.problems(), "gas-style@1:11 gas-style@2:11");
    EXPECT_EQ(open.root.get("a:x", std::string_view()), "1");
    EXPECT_NE(open.root.find("b:c"), nullptr);
    EXPECT_EQ(read("x = 5\ny = 6;").problems(), "gas-style@2:1");
}

TEST(SkritFuel, errors_have_places_and_reading_goes_on) {
    EXPECT_EQ(read("[a] {\n x = 1;").problems(), "gas-style@1:1");
    EXPECT_EQ(read("/* never").problems(), "gas@1:1");
    EXPECT_EQ(read("x = [[ never").problems(), "gas@1:5");
    EXPECT_EQ(read("x = \"never").problems().substr(0, 7), "gas@1:5");
    EXPECT_EQ(read("[a b] { }").problems(), "gas@1:4");
    EXPECT_EQ(read("[] { }").problems(), "gas@1:2");
    EXPECT_EQ(read("[a] x = 1;").problems(), "gas@1:5");
    EXPECT_EQ(read("a:: = 1;").problems().substr(0, 7), "gas@1:3");
    const Read several = read("word\n? \n[a] { x = 1; }\n= 5;\n[b { }\n[c] { y = 2; }");
    EXPECT_GE(several.diagnostics.errors(), 4U) << several.problems();
    EXPECT_EQ(several.root.get("a:x", std::int32_t{0}), 1);
    EXPECT_EQ(several.root.get("c:y", std::int32_t{0}), 2);
    EXPECT_EQ(format(several.diagnostics.all().front()).substr(0, 20), "test.gas:1:1: error:");
}

TEST(SkritFuel, hostile_files_end_quickly) {
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "[a]{";
    EXPECT_GE(read(deep).diagnostics.errors(), 1U);
    std::string path = "a";
    for (int i = 0; i < 100000; ++i) path += ":a";
    EXPECT_GE(read(path + " = 1;").diagnostics.errors(), 1U);
    EXPECT_GE(read(std::string(1 << 20, '[')).diagnostics.errors(), 1U);
    EXPECT_GE(read(std::string(1 << 20, '\xFF')).diagnostics.errors(), 1U);
    EXPECT_GE(read(std::string(1 << 20, '"')).diagnostics.errors(), 1U);
    std::string keys; // the same block again and again, and many different ones
    for (int i = 0; i < 50000; ++i) keys += "k" + std::to_string(i) + ":v = 1; same:v = 2;\n";
    const Read many = read(keys);
    EXPECT_EQ(many.problems(), "");
    EXPECT_EQ(many.root.children.size(), 50001U);
}

TEST(SkritFuel, written_files_read_the_same) {
    std::mt19937 random(7);
    constexpr std::string_view parts[] = {"[",  "]",  "{",    "}",  "a",    "b:c", "t:x", "n:y", ",",
                                          "= ", ";",  "\"",   "[[", "]]",   "//",  "/*",  "*/",  "\n",
                                          "i ", "* ", "0x1F", "1.", "text", "#m",  "\\",  "\r",  " "};
    std::size_t sound = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (unsigned i = random() % 30; i > 0; --i) text += parts[random() % std::size(parts)];
        const Read first = read(text);
        if (!first.diagnostics.ok()) continue;
        ++sound;
        const std::string written = write_fuel(first.root);
        const Read second = read(written);
        ASSERT_TRUE(second.diagnostics.ok()) << text << "\n---\n" << written;
        ASSERT_EQ(write_fuel(second.root), written) << text;
    }
    EXPECT_GT(sound, 500U);
}

TEST(SkritFuel, addresses_reach_blocks_of_folders_and_databases) {
    SKRIT_FEATURE(3, 4, 5);
    FuelStore store;
    Diagnostics diagnostics;
    store.add_file("world/contentdb/templates/heroes.gas", "[farmboy] { life = 10; }", diagnostics);
    store.add_file("world\\contentdb\\Templates\\extra.gas",
                   "[farmgirl] { life = 12; }\n[farmboy] { mana = 3; }", diagnostics);
    store.add_file("0/x.gas", "[0] { [member] { name = main; } }", diagnostics);
    store.add_file("0/x.gas", "[0] { [member] { name = imported; } }", diagnostics, "import");
    ASSERT_TRUE(diagnostics.ok());
    EXPECT_EQ(store.files(), 4U);
    const FuelBlock* templates = store.find("world:contentdb:templates");
    ASSERT_NE(templates, nullptr);
    EXPECT_EQ(templates->children.size(), 3U); // both files, one block
    ASSERT_NE(store.find("World:ContentDB:templates:FarmGirl"), nullptr);
    EXPECT_EQ(store.value("world:contentdb:templates:farmboy:life")->integer(), 10);
    EXPECT_EQ(store.value("world:contentdb:templates:farmboy:mana")->integer(),
              3); // in the second of that name
    EXPECT_EQ(store.value("0:0:member:name")->text, "main");
    EXPECT_EQ(store.value("::import:0:0:member:name")->text, "imported");
    EXPECT_EQ(store.find("::nowhere:0"), nullptr);
    EXPECT_EQ(store.find("world:contentdb:nothing"), nullptr);
    EXPECT_EQ(store.value("world"), nullptr);
}

TEST(SkritFuel, code_in_values_is_found_and_placed) {
    const Read file = read("[t:template,n:spell]\n{\n"
                           "\tcast_experience = [[( #magic > 2 ) ? 0.5*#magic : 1 ]];\n"
                           "\tduration = #infinite;\n"
                           "\tname = \"Issue #one\";\n"
                           "\tskrit = rotatey?rpm=8;\n"
                           "\trules = [[ int Twice$( int n$ )\n{\n\treturn n$ * ; } ]];\n"
                           "\tnote = [[ only a text ]];\n"
                           "\tprose = [[Issue\r#one of\r\nmany]];\n"
                           "}\n");
    const std::vector<Embedded> found = embedded_code(file.root);
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(found[4].kind, EmbeddedKind::effect) << "words in a line, and in two";
    EXPECT_EQ(found[0].address, "spell:cast_experience");
    EXPECT_EQ(found[0].kind, EmbeddedKind::formula);
    EXPECT_EQ(found[1].kind, EmbeddedKind::formula);
    EXPECT_EQ(found[2].kind, EmbeddedKind::name);
    EXPECT_EQ(found[3].kind, EmbeddedKind::skrit);
    Diagnostics diagnostics;
    CompileOptions options;
    options.name = "test.gas";
    EXPECT_EQ(compile_unit(found[3].value->text, options, diagnostics), nullptr);
    const Diagnostic moved = placed_in_file(diagnostics.all().front(), *found[3].value);
    EXPECT_EQ(moved.place.line, 9U);
    EXPECT_EQ(moved.place.column, 14U);
}

TEST(SkritFuel, what_stands_before_a_brace_ends_at_the_next_member) {
    EXPECT_EQ(read("[a] stray { x = 1; }").problems(), "gas-style@1:5");
    EXPECT_EQ(read("[a] stray { x = 1; }").root.get("a:x", std::int32_t{0}), 1);
    // A member, another block or the end comes first: the brace belongs to something else.
    for (const char* const text :
         {"[o] { [a] x = 1; [b] { y = 2; } }", "[o] { [a] [b] { y = 2; } }",
          "[o] { [a] stray } [b] { y = 2; }", "[o] { [a] stray ; [b] { y = 2; } }"}) {
        const Read file = read(text);
        EXPECT_EQ(file.problems().substr(0, 4), "gas@") << text;
        const bool inside = std::string_view(text).find("stray }") == std::string_view::npos;
        EXPECT_EQ(file.root.get(inside ? "o:b:y" : "b:y", std::int32_t{0}), 2)
            << text << " " << file.problems();
        EXPECT_NE(file.root.find("o:a"), nullptr);
    }
    const Read member = read("[o] { [a] x = 1; { y = 2; } }");
    EXPECT_EQ(member.root.get("o:x", std::int32_t{0}), 1) << member.problems();
}

TEST(SkritFuel, blocks_that_are_too_deep_are_left_out_whole) {
    std::string text, path;
    constexpr std::size_t depth = most_fuel_depth + 20;
    for (std::size_t i = 0; i < depth; ++i) text += "[a] { x = " + std::to_string(i) + "; ";
    text += "[b] { } { } ";
    for (std::size_t i = 0; i < depth; ++i) text += "} ";
    text += "\n[behind] { y = 3; }";
    const Read file = read(text);
    EXPECT_EQ(file.diagnostics.errors(), 1U) << file.problems();
    EXPECT_EQ(file.root.get("behind:y", std::int32_t{0}), 3);
    std::size_t kept = 0;
    for (const FuelBlock* block = &file.root; !block->children.empty() && block->children[0]->name == "a";
         block = block->children[0].get())
        ++kept;
    EXPECT_GE(kept, most_fuel_depth - 2);
    EXPECT_LE(kept, most_fuel_depth);
}

TEST(SkritFuel, a_mistake_costs_one_message_and_the_next_value_is_read) {
    for (const char* const text : {"one two three; y = 2;", "[o] { one two; } y = 2;", "a: = 1; y = 2;"}) {
        const Read file = read(text);
        EXPECT_EQ(file.diagnostics.errors(), 1U) << text << ": " << file.problems();
        EXPECT_EQ(file.root.get("y", std::int32_t{0}), 2) << text;
    }
}

} // namespace
} // namespace vellum::skrit::test
