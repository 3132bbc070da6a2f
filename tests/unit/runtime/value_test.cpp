// Values and texts: types, conversions, reference counts, appending.
#include "vellum/value.hpp"

#include <gtest/gtest.h>

#include <string>

namespace vellum {
namespace {

TEST(Value, NamesOfTypes) {
    EXPECT_EQ(to_string(Type::none), "none");
    EXPECT_EQ(to_string(Type::boolean), "bool");
    EXPECT_EQ(to_string(Type::integer), "int");
    EXPECT_EQ(to_string(Type::real), "float");
    EXPECT_EQ(to_string(Type::vector), "vector");
    EXPECT_EQ(to_string(Type::object), "object");
    EXPECT_EQ(to_string(Type::memory), "memory");
    EXPECT_EQ(to_string(Type::string), "string");
}

TEST(Value, DefaultsOfTypes) {
    EXPECT_EQ(Value::default_of(Type::boolean), Value(false));
    EXPECT_EQ(Value::default_of(Type::integer), Value(0));
    EXPECT_EQ(Value::default_of(Type::real), Value(0.0F));
    EXPECT_EQ(Value::default_of(Type::vector), Value(Vector3{}));
    EXPECT_EQ(Value::default_of(Type::object), Value(ObjectId{}));
    EXPECT_EQ(Value::default_of(Type::string).text(), "");
    EXPECT_EQ(Value::default_of(Type::string), Value(String()));
}

TEST(Value, ComparesFloatsByBits) {
    const float nan = std::bit_cast<float>(0x7FC00001U);
    EXPECT_EQ(Value(nan), Value(nan));
    EXPECT_FALSE(Value(0.0F) == Value(-0.0F));
    EXPECT_FALSE(Value(0) == Value(0.0F));
}

TEST(Value, WrongAccessorIsSafe) {
    const Value number(7);
    EXPECT_EQ(number.text(), "");
    EXPECT_EQ(number.string().size(), 0U);
    EXPECT_EQ(number.memory().data, nullptr);
    EXPECT_EQ(Value("text").text(), "text");
}

TEST(Value, CopiesShareTextAndLastOneFreesIt) {
    // A leak or double free here is what the sanitizer build of this test is for.
    Value a("a text that is shared");
    Value b = a;
    EXPECT_EQ(a.text().data(), b.text().data());
    a = Value(1);
    EXPECT_EQ(b.text(), "a text that is shared");
    Value c = std::move(b);
    EXPECT_TRUE(b.is(Type::none)); // NOLINT: moved-from values are specified to be none
    b = c;
    const Value& same_as_b = b;
    b = same_as_b;
    EXPECT_EQ(b.text(), "a text that is shared");
    Value& same_as_c = c;
    c = std::move(same_as_c);
    EXPECT_EQ(c.text(), "a text that is shared");
}

TEST(String, AppendsInPlaceOnlyWhenUnshared) {
    String text("ab");
    text.append("cd"); // makes room
    const char* place = text.view().data();
    text.append("ef");
    EXPECT_EQ(text.view(), "abcdef");
    EXPECT_EQ(text.view().data(), place);
    const String copy = text;
    text.append("gh");
    EXPECT_EQ(copy.view(), "abcdef");
    EXPECT_EQ(text.view(), "abcdefgh");
    EXPECT_NE(text.view().data(), copy.view().data());
}

TEST(String, AppendsPartsOfItself) {
    String text("abc");
    for (int round = 0; round < 6; ++round) text.append(text.view());
    EXPECT_EQ(text.size(), 3U * 64U);
    EXPECT_EQ(text.view().substr(189), "abc");
}

TEST(String, AppendingIsAmortised) {
    String text;
    int moves = 0;
    const char* place = nullptr;
    for (int i = 0; i < 100000; ++i) {
        text.append("x");
        if (text.view().data() != place) ++moves;
        place = text.view().data();
    }
    EXPECT_EQ(text.size(), 100000U);
    EXPECT_LT(moves, 20);
    EXPECT_GE(text.footprint(), 100000U);
    EXPECT_LE(text.footprint(), 300000U);
}

TEST(String, EmptyTextNeedsNoMemory) {
    String text("");
    EXPECT_EQ(text.footprint(), 0U);
    text.append("");
    EXPECT_EQ(text.footprint(), 0U);
    EXPECT_TRUE(text == String());
}

TEST(String, ImmortalTextsAreNeverFreedByCopies) {
    String literal("literal");
    literal.make_immortal();
    {
        const String copy = literal;
        const Value value(copy);
        EXPECT_EQ(value.text().data(), literal.view().data());
    }
    String changed = literal;
    changed.append("!");
    EXPECT_EQ(literal.view(), "literal");
    EXPECT_EQ(changed.view(), "literal!");
    literal.destroy_immortal();
    EXPECT_TRUE(literal.empty());
}

TEST(String, KeepsNulBytes) {
    const String text(std::string_view("a\0b", 3));
    EXPECT_EQ(text.size(), 3U);
    EXPECT_FALSE(text == String("a"));
}

TEST(Value, AppendLeavesOtherHoldersAlone) {
    Value a("one");
    const Value b = a;
    a.append(" two");
    EXPECT_EQ(a.text(), "one two");
    EXPECT_EQ(b.text(), "one");
    Value number(3);
    number.append("ignored");
    EXPECT_EQ(number.integer(), 3);
}

} // namespace
} // namespace vellum
