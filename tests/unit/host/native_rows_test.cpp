// The text form of rows of natives, and rows in words.
#include <gtest/gtest.h>

#include "host/native_rows.hpp"

namespace vellum::test {
namespace {

NativeRow row_of(std::string_view line) {
    std::optional<NativeRow> row = read_native_row(line);
    EXPECT_TRUE(row.has_value()) << line;
    return row ? *std::move(row) : NativeRow{};
}

TEST(NativeRows, SayEverything) {
    const NativeRow row = row_of("m~! Actor.Move(<v place,>b,=o,...):i 12/3 | Moves | there.");
    EXPECT_EQ(row.role, NativeRole::method);
    EXPECT_EQ(row.signature.kind, NativeKind::method);
    EXPECT_TRUE(row.signature.latent);
    EXPECT_TRUE(row.implemented);
    EXPECT_EQ(row.signature.owner, "Actor");
    EXPECT_EQ(row.signature.name, "Move");
    ASSERT_EQ(row.signature.parameters.size(), 3U);
    EXPECT_EQ(row.signature.parameters[0].name, "place");
    EXPECT_EQ(row.signature.parameters[0].type, Type::vector);
    EXPECT_EQ(row.signature.parameters[0].direction, Direction::in);
    EXPECT_EQ(row.signature.parameters[1].name, "");
    EXPECT_EQ(row.signature.parameters[1].direction, Direction::out);
    EXPECT_EQ(row.signature.parameters[2].direction, Direction::in_out);
    EXPECT_TRUE(row.signature.variadic);
    EXPECT_EQ(row.signature.result, Type::integer);
    EXPECT_EQ(row.uses, 12U);
    EXPECT_EQ(row.scripts, 3U);
    EXPECT_EQ(row.signature.documentation, "Moves | there.");
    EXPECT_EQ(declaration(row), "int Actor.Move(vector place, out bool, in_out object, ...)");
}

TEST(NativeRows, SayLittle) {
    EXPECT_EQ(declaration(row_of("f Halt()")), "Halt()");
    EXPECT_EQ(declaration(row_of("f Log(...)")), "Log(...)");
    EXPECT_EQ(declaration(row_of("o move(2,<f speed)")), "move(any, any, float speed)");
    EXPECT_EQ(row_of("o move()").signature.kind, NativeKind::function);
    EXPECT_EQ(row_of("q move()").role, NativeRole::query);
    EXPECT_EQ(row_of("g A.b():s").signature.kind, NativeKind::getter);
    EXPECT_EQ(row_of("s A.b(1)").signature.kind, NativeKind::setter);
    const NativeRow unknown = row_of("f Say(?) 6/1");
    EXPECT_FALSE(unknown.counted);
    EXPECT_EQ(declaration(unknown), "Say(?)");
    const NativeRow variable = row_of("v player 830/121");
    EXPECT_EQ(variable.role, NativeRole::variable);
    EXPECT_EQ(variable.signature.kind, NativeKind::getter);
    EXPECT_EQ(variable.uses, 830U);
    EXPECT_EQ(declaration(variable), "player");
}

TEST(NativeRows, NameTypesAsScriptsDo) {
    NativeRow row = row_of("f Find(<o,<i):o");
    row.type_names = {"Go", "Goid", ""};
    EXPECT_EQ(declaration(row), "Go Find(Goid, int)");
}

TEST(NativeRows, RefuseWhatIsMalformed) {
    for (const std::string_view line : {"",
                                        "x Say()",
                                        "f",
                                        "f Say",
                                        "f Say(",
                                        "f ()",
                                        "f A.()",
                                        "f? Say()",
                                        "f Say(i)",
                                        "f Say(<)",
                                        "f Say(<x)",
                                        "f Say(<i )",
                                        "f Say(<iname)",
                                        "f Say(0)",
                                        "f Say(65)",
                                        "f Say(...,<i)",
                                        "f Say(<i,,<i)",
                                        "f Say():",
                                        "f Say():x",
                                        "f Say()i",
                                        "f Say() 3",
                                        "f Say() 3/",
                                        "f Say() /3",
                                        "f Say() 3/x",
                                        "f Say() 99999999999/1",
                                        "fSay()"})
        EXPECT_FALSE(read_native_row(line).has_value()) << line;
}

TEST(NativeRows, FollowEachOther) {
    std::vector<std::string> names;
    each_native_row("f a()\nf b() | B.\n",
                    [&](const NativeRow& row) { names.push_back(row.signature.name); });
    EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
}

} // namespace
} // namespace vellum::test
