// Values as text and as JSON, there and back.
#include "runtime/value_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/lexer.hpp"
#include "base/text_writer.hpp"

namespace vellum {
namespace {

std::vector<Value> samples() {
    return {Value(),
            Value(true),
            Value(false),
            Value(0),
            Value(-7),
            Value(2147483647),
            Value(1.5F),
            Value(-0.0F),
            Value(1e-42F),
            Value(canonical(std::bit_cast<float>(0x7FA00001U))),
            Value(Vector3{1, -2.5F, 3e30F}),
            Value(ObjectId{}),
            Value(ObjectId{~std::uint64_t{0}}),
            Value(""),
            Value("a \"quoted\" text\n"),
            Value("\xff\xfe"),
            Value(std::string_view("\0x", 2))};
}

TEST(ValueText, JsonIsExact) {
    for (const Value& value : samples()) {
        TextWriter out;
        JsonWriter json(out);
        write_json(json, value);
        const auto parsed = parse_json(out.view());
        ASSERT_TRUE(parsed.has_value()) << out.view();
        const auto back = value_from_json(*parsed);
        ASSERT_TRUE(back.has_value()) << out.view();
        EXPECT_EQ(*back, value) << out.view();
    }
}

TEST(ValueText, WhatIsToldOfALongOneEndsBehindALetter) {
    EXPECT_EQ(told_part("abcd", 4), "abcd");
    EXPECT_EQ(told_part("abcde", 4), "abcd");
    EXPECT_EQ(told_part("abc\u20AC", 4), "abc");
    EXPECT_EQ(told_part("\u20ACabc", 4), "\u20ACa");
    EXPECT_EQ(told_part("\u20AC\u20AC", 2), "");
    EXPECT_EQ(told_part("\x80\x80\x80\x80", 2), ""); // no letter begins
}

TEST(ValueText, ForeignJsonIsRefused) {
    for (const char* text :
         {"1.5", "[1]", "{}", "3000000000", "{\"float\":\"1.0\"}", "{\"float\":\"1\",\"bits\":-1}",
          "{\"float\":\"1\",\"bits\":4294967296}", "{\"vector\":\"\",\"bits\":[1,2]}",
          "{\"vector\":\"\",\"bits\":[1,2,3,4]}", "{\"object\":\"5\"}", "{\"bytes\":\"0\"}",
          "{\"bytes\":\"zz\"}", "{\"memory\":-1}"}) {
        const auto json = parse_json(text);
        ASSERT_TRUE(json.has_value()) << text;
        EXPECT_FALSE(value_from_json(*json).has_value()) << text;
    }
}

TEST(ValueText, PlainFormReadsBack) {
    for (const Value& value : samples()) {
        Diagnostics diagnostics;
        const std::string text = to_plain(value);
        LineLexer lexer(text, diagnostics);
        Value back;
        ASSERT_TRUE(read_plain(lexer, back)) << text;
        EXPECT_EQ(back, value) << text;
    }
}

TEST(ValueText, PlainMistakesAreTold) {
    for (const char* text : {"", ",", "(1, 2)", "(1, x, 3)", "object", "object x", "3000000000000", "word"}) {
        Diagnostics diagnostics;
        LineLexer lexer(text, diagnostics);
        Value value;
        EXPECT_FALSE(read_plain(lexer, value)) << text;
        EXPECT_GE(diagnostics.errors(), 1U) << text;
    }
}

TEST(ValueText, PlainFormIsForPeople) {
    EXPECT_EQ(to_plain(Value()), "nothing");
    EXPECT_EQ(to_plain(Value(ObjectId{})), "null");
    EXPECT_EQ(to_plain(Value(ObjectId{5})), "object 5");
    EXPECT_EQ(to_plain(Value(MemoryView{nullptr, 8})), "memory of 8 bytes");
    EXPECT_EQ(to_plain(Value(Vector3{1, 2, 3.5F})), "(1.0, 2.0, 3.5)");
}

} // namespace
} // namespace vellum
