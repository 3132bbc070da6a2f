// Script modules of the editor: told, taken apart and compiled; what contradicts itself is refused.
#include <gtest/gtest.h>

#include "engines/ags/engine.hpp"
#include "engines/ags/format/container.hpp"
#include "support/ags_containers.hpp"
#include "vellum/tools.hpp"

namespace vellum::ags {
namespace {

constexpr std::string_view header = "struct Box {\r\n  int side;\r\n};\r\nimport int Area(int side);\r\n";
constexpr std::string_view script =
    "Box box;\r\nint Area(int side) {\r\n  box.side = side;\r\n  return box.side * side;\r\n}\r\n";

std::string text_of(std::span<const std::byte> bytes, const Member& member) {
    return std::string(as_text(bytes).substr(static_cast<std::size_t>(member.offset),
                                             static_cast<std::size_t>(member.size)));
}

TEST(Modules, HoldAScriptAndItsHeader) {
    const auto bytes = test::script_module("Boxes", script, header, "tail");
    EXPECT_EQ(engine().format().detect(bytes, "any"), Confidence::certain);
    const auto members = members_of(bytes, "lib/any.scm");
    ASSERT_TRUE(members);
    ASSERT_EQ(members->size(), 2U);
    EXPECT_EQ((*members)[0].name, "Boxes.asc");
    EXPECT_EQ(text_of(bytes, (*members)[0]), script);
    EXPECT_EQ((*members)[1].name, "Boxes.ash");
    EXPECT_EQ(text_of(bytes, (*members)[1]), header);
    std::string told;
    for (const Fact& fact : (*open_file(bytes, "any.scm"))->facts())
        told += fact.name + "=" + fact.value + ";";
    EXPECT_EQ(told, "module=Boxes;version=1.2;author=Somebody;description=Does a thing;"
                    "not read=4 bytes at its end;");
}

TEST(Modules, WhoseNameIsNoneForFilesAreCalledAsTheirFile) {
    for (const std::string_view name : {"", "../up", "two words"}) {
        const auto members = members_of(test::script_module(name, script, header), "lib/Boxes.scm");
        ASSERT_TRUE(members);
        EXPECT_EQ((*members)[0].name, "Boxes.asc") << name;
    }
}

TEST(Modules, AreOpenedAndCompiledWithTheirHeader) {
    const auto bytes = test::script_module("Boxes", script, header);
    const auto opened = tools::open(bytes, "lib/any.scm");
    ASSERT_TRUE(opened) << opened.error().message;
    ASSERT_EQ(opened->scripts.size(), 1U);
    Diagnostics diagnostics;
    const auto program = tools::load(*opened, opened->scripts[0], diagnostics);
    ASSERT_TRUE(program) << format(program.error());
    const auto same = engine().language()->compile(std::string(header) + std::string(script),
                                                   {"Boxes.asc", {}}, diagnostics);
    ASSERT_TRUE(same);
    ASSERT_EQ((*program)->functions().size(), 1U);
    EXPECT_EQ((*program)->functions()[0].name, (*same)->functions()[0].name);
    const auto loaded = engine().format().load(bytes, {"any.scm", {}}, diagnostics);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(*(*loaded)->save(), *(*program)->save());
}

TEST(Modules, MistakesStandInTheTextTheyAreIn) {
    const auto bytes = test::script_module("Boxes", "int Area() {\r\n  return nothing;\r\n}\r\n", header);
    Diagnostics diagnostics;
    EXPECT_FALSE(engine().language()->compile(as_text(bytes), {"any.scm", {}}, diagnostics));
    ASSERT_FALSE(diagnostics.all().empty());
    const std::string told = format(diagnostics.all().front());
    EXPECT_TRUE(told.starts_with("any.scm!Boxes.asc:")) << told;
}

TEST(Modules, ThatContradictThemselvesAreRefused) {
    const auto good = test::script_module("Boxes", script, header);
    for (std::size_t length = 16; length < good.size(); ++length) {
        const auto cut = std::span(good).first(length);
        const auto members = members_of(cut, "any.scm");
        EXPECT_FALSE(members) << length;
        if (!members) EXPECT_EQ(members.error().code->id, std::string_view("ags.container"));
    }
    const std::size_t at = as_text(good).find("Box box") - 4;
    for (const std::uint32_t length : {0U, 1U, 0xFFFFFFFFU, 0x7FFFFFFFU}) {
        auto bad = good;
        store_u32(bad.data() + at, length);
        EXPECT_FALSE(members_of(bad, "any.scm")) << length;
        Diagnostics diagnostics;
        EXPECT_FALSE(engine().language()->compile(as_text(bad), {"any.scm", {}}, diagnostics));
        EXPECT_FALSE(engine().format().load(bad, {"any.scm", {}}, diagnostics));
    }
}

TEST(Modules, AreNotChanged) {
    const auto bytes = test::script_module("Boxes", script, header);
    const archives::Change change{"Boxes.asc", std::vector<std::byte>(3)};
    const auto changed = replaced(bytes, "any.scm", {&change, 1});
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().message, "a script module cannot be changed");
}

} // namespace
} // namespace vellum::ags
