// JSON values and parser: grammar, limits, places of errors, numbers at their borders, checked access.
#include "base/json.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace {

using namespace vellum;
using namespace std::string_view_literals;

Json parsed(std::string_view text) {
    auto result = parse_json(text);
    EXPECT_TRUE(result) << text << "\n" << (result ? std::string() : format(result.error()));
    return result ? std::move(*result) : Json();
}

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
    const auto result = parse_json(text, limits);
    return result ? "accepted: " + result->to_text() : format(result.error());
}

TEST(JsonParser, ReadsEveryKindOfValue) {
    const Json json = parsed(
        " { \"a\" : [ 1 , -2.5e1 , true , false , null , \"x\" , {} , [] ] , \"b\":{\"c\":0} } \r\n\t");
    EXPECT_EQ(json.to_text(), R"({"a":[1,-25.0,true,false,null,"x",{},[]],"b":{"c":0}})");
    EXPECT_EQ(parsed("\xEF\xBB\xBF[]").to_text(), "[]");
}

TEST(JsonParser, KeepsOrderAndLastRepeat) {
    const Json json = parsed(R"({"z":1,"a":2,"z":3})");
    ASSERT_EQ(json.members().size(), 3U);
    EXPECT_EQ(json.members()[0].key, "z");
    EXPECT_EQ(json.members()[1].key, "a");
    EXPECT_EQ(json["z"].as_int(), 3);
}

TEST(JsonParser, KeepsIntegersExact) {
    EXPECT_EQ(parsed("9223372036854775807").as_int(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(parsed("-9223372036854775808").as_int(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(parsed("18446744073709551615").as_uint(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(parsed("18446744073709551615").to_text(), "18446744073709551615");
    EXPECT_EQ(parsed("18446744073709551616").type(), JsonType::real);
    EXPECT_EQ(parsed("18446744073709551616").as_double(), 18446744073709551616.0);
    EXPECT_EQ(parsed("-9223372036854775809").type(), JsonType::real);
    EXPECT_EQ(parsed("99999999999999999999999").as_double(), 1e23 - 8388608.0);
    EXPECT_EQ(parsed("-0").type(), JsonType::real);
    EXPECT_TRUE(std::signbit(parsed("-0").as_double()));
    EXPECT_EQ(parsed("-0").as_int(7), 0);
    EXPECT_EQ(parsed("1.0").type(), JsonType::real);
    EXPECT_EQ(parsed("1e2").as_int(), 100);
    EXPECT_EQ(parsed("1E-2").as_double(), 0.01);
    EXPECT_EQ(parsed("1e-400").as_double(1.0), 0.0);
}

TEST(JsonParser, ResolvesEscapes) {
    EXPECT_EQ(parsed(R"("\"\\\/\b\f\n\r\t\u0041\u0416\ud83d\uDE00")").as_string(), "\"\\/\b\f\n\r\tAЖ😀");
    EXPECT_EQ(parsed(R"("\u0000x")").as_string(), "\0x"sv);
    EXPECT_EQ(parsed("\"Жük \x7F\"").as_string(), "Жük \x7F");
}

TEST(JsonParser, PointsAtMistakes) {
    EXPECT_EQ(error_of(""), "1:1: error: the text ends where a value is expected [json.syntax]");
    EXPECT_EQ(error_of(" \n "), "2:2: error: the text ends where a value is expected [json.syntax]");
    EXPECT_EQ(error_of("{\n  \"a\": x\n}"), "2:8: error: expected a value [json.syntax]");
    EXPECT_EQ(error_of("[1 2]"), "1:4: error: expected ',' or ']' [json.syntax]");
    EXPECT_EQ(error_of("{\"a\":1 \"b\"}"), "1:8: error: expected ',' or '}' [json.syntax]");
    EXPECT_EQ(error_of("[1,]"), "1:4: error: expected a value [json.syntax]");
    EXPECT_EQ(error_of("{\"a\":1,}"), "1:8: error: expected a member name in double quotes [json.syntax]");
    EXPECT_EQ(error_of("{a:1}"), "1:2: error: expected a member name in double quotes [json.syntax]");
    EXPECT_EQ(error_of("{\"a\" 1}"), "1:6: error: expected ':' after a member name [json.syntax]");
    EXPECT_EQ(error_of("{\"a\""), "1:5: error: expected ':' after a member name [json.syntax]");
    EXPECT_EQ(error_of("[1"), "1:3: error: the text ends inside an array [json.syntax]");
    EXPECT_EQ(error_of("{\"a\":1"), "1:7: error: the text ends inside an object [json.syntax]");
    EXPECT_EQ(error_of("1 1"), "1:3: error: there is text after the end of the value [json.syntax]");
    EXPECT_EQ(error_of("\"abc"), "1:1: error: the string has no closing quote [json.syntax]");
    EXPECT_EQ(error_of("\"a\nb\""),
              "1:3: error: a control character must be escaped inside a string [json.syntax]");
    EXPECT_EQ(error_of("\"a\xFF\""), "1:3: error: the string is not valid UTF-8 [json.syntax]");
    EXPECT_EQ(error_of(R"("\x41")"), "1:2: error: unknown escape in a string [json.syntax]");
    EXPECT_EQ(error_of(R"("\u12G4")"),
              "1:2: error: expected four hexadecimal digits after \\u [json.syntax]");
    EXPECT_EQ(error_of("\"\\u12"), "1:2: error: expected four hexadecimal digits after \\u [json.syntax]");
    EXPECT_EQ(error_of(R"("\ud83d")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of(R"("\ud83d\u0041")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of(R"("\ude00")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of(R"("\ud800")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of(R"("\udc7f")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of(R"("\udd00")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of(R"("\udfff")"), "1:2: error: half of a surrogate pair is missing [json.syntax]");
    EXPECT_EQ(error_of("\"\\"), "1:2: error: unknown escape in a string [json.syntax]");
}

TEST(JsonParser, RejectsNumbersThatJsonLacks) {
    EXPECT_EQ(error_of("-"), "1:1: error: expected a digit after '-' [json.syntax]");
    EXPECT_EQ(error_of("01"), "1:2: error: there is text after the end of the value [json.syntax]");
    EXPECT_EQ(error_of("1."), "1:3: error: expected a digit after the decimal point [json.syntax]");
    EXPECT_EQ(error_of("1e+"), "1:4: error: expected a digit in the exponent [json.syntax]");
    EXPECT_EQ(error_of("[-1e400]"), "1:2: error: the number is too large [json.limit]");
    for (const std::string_view text :
         {"+1", ".5", "NaN", "inf", "0x10", "1_0", "tru", "nul", "True", "// c\n1", "'a'"}) {
        EXPECT_FALSE(parse_json(text)) << text;
    }
    EXPECT_FALSE(parse_json("1\0"sv));
}

TEST(JsonParser, LimitsDepthAndSize) {
    const std::string deep(200, '[');
    EXPECT_TRUE(parse_json(deep + std::string(200, ']')));
    EXPECT_EQ(error_of("[" + deep + std::string(201, ']')),
              "1:201: error: arrays and objects are nested deeper than 200 [json.limit]");
    EXPECT_EQ(error_of(std::string(1'000'000, '[')),
              "1:201: error: arrays and objects are nested deeper than 200 [json.limit]");
    EXPECT_EQ(error_of("[{}]", {.max_depth = 1}),
              "1:2: error: arrays and objects are nested deeper than 1 [json.limit]");
    EXPECT_EQ(error_of("[]", {.max_depth = 0}),
              "1:1: error: arrays and objects are nested deeper than 0 [json.limit]");
    EXPECT_EQ(error_of("[ ]", {.max_bytes = 2}), "error: the text has 3 bytes, 2 are accepted [json.limit]");
}

TEST(Json, AnswersWrongQuestionsWithTheDefault) {
    const Json json = parsed(R"({"s":"x","n":-1,"r":1.5,"b":true,"a":[7]})");
    EXPECT_EQ(json["s"].as_int(5), 5);
    EXPECT_EQ(json["n"].as_uint(5), 5U);
    EXPECT_EQ(json["r"].as_int(5), 5);
    EXPECT_EQ(json["r"].as_uint(5), 5U);
    EXPECT_EQ(json["n"].as_double(), -1.0);
    EXPECT_EQ(json["n"].as_string("none"), "none");
    EXPECT_TRUE(json["b"].as_bool());
    EXPECT_TRUE(json["s"].as_bool(true));
    EXPECT_EQ(json["a"].at(0).as_int(), 7);
    EXPECT_TRUE(json["a"].at(1).is_null());
    EXPECT_TRUE(json["missing"]["deeper"].at(3)["still"].is_null());
    EXPECT_EQ(json.find("missing"), nullptr);
    EXPECT_TRUE(json.contains("a"));
    EXPECT_TRUE(json["s"].elements().empty());
    EXPECT_TRUE(json["s"].members().empty());
    EXPECT_EQ(json.size(), 5U);
    EXPECT_EQ(json["a"].size(), 1U);
    EXPECT_EQ(json["s"].size(), 0U);
}

TEST(Json, RealsAnswerAsIntegersOnlyInsideTheRange) {
    EXPECT_EQ(Json(-9223372036854775808.0).as_int(1), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(Json(9223372036854775808.0).as_int(1), 1);
    EXPECT_EQ(Json(9223372036854775808.0).as_uint(1), 9223372036854775808U);
    EXPECT_EQ(Json(18446744073709551616.0).as_uint(1), 1U);
    EXPECT_EQ(Json(std::nan("")).as_int(1), 1);
    EXPECT_EQ(Json(-1.0).as_uint(1), 1U);
    EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).as_int(1), 1);
    EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).as_double(), 18446744073709551616.0);
}

TEST(Json, IsBuiltAndChanged) {
    Json json = Json::object();
    json.set("list", Json::array()).push_back(1);
    json.find("list")->push_back("two");
    json.set("flag", true);
    json.set("flag", false);
    json.set("text", std::string("x"));
    json.set("view", std::string_view("y"));
    json.set("none", nullptr);
    EXPECT_EQ(json.to_text(), R"({"list":[1,"two"],"flag":false,"text":"x","view":"y","none":null})");
    EXPECT_TRUE(json.erase("text"));
    EXPECT_FALSE(json.erase("text"));
    EXPECT_FALSE(Json(1).erase("x"));
    EXPECT_EQ(json.size(), 4U);
    Json from_nothing;
    from_nothing.push_back(1);
    EXPECT_TRUE(from_nothing.is_array());
    from_nothing.set("now", "an object");
    EXPECT_TRUE(from_nothing.is_object());
}

TEST(Json, ComparesByTypeAndContent) {
    EXPECT_EQ(parsed(R"({"a":[1,2,{"b":null}]})"), parsed(R"( {"a" : [1, 2, {"b": null}]})"));
    EXPECT_FALSE(Json(1) == Json(1.0));
    EXPECT_EQ(Json(1), Json(std::uint64_t{1})) << "equal integers have one form";
    EXPECT_FALSE(parsed(R"({"a":1,"b":2})") == parsed(R"({"b":2,"a":1})"));
    const Json original = parsed("[1,[2]]");
    Json copy = original;
    copy.push_back(3);
    EXPECT_EQ(original.size(), 2U);
}

TEST(Json, TypesAreTold) {
    EXPECT_TRUE(Json().is_null());
    EXPECT_TRUE(Json(true).is_bool());
    EXPECT_TRUE(Json(1U).is_integer());
    EXPECT_TRUE(Json(~std::uint64_t{0}).is_integer());
    EXPECT_TRUE(Json(1.5).is_number());
    EXPECT_FALSE(Json(1.5).is_integer());
    EXPECT_TRUE(Json("x").is_string());
    EXPECT_TRUE(Json::array().is_array());
    EXPECT_TRUE(Json::object().is_object());
}

} // namespace
