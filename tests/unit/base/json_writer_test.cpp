// JsonWriter: separators in both styles, escapes, and repair of what JSON can not hold.
#include "base/json_writer.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/encoding.hpp"
#include "base/json.hpp"

namespace {

using namespace vellum;

template <class Write> std::string written(Write write, JsonStyle style = {}) {
    TextWriter out;
    JsonWriter writer(out, style);
    write(writer);
    EXPECT_TRUE(writer.complete());
    return out.take();
}

void write_sample(JsonWriter& writer) {
    writer.begin_object();
    writer.member("name", "x");
    writer.key("list");
    writer.begin_array();
    writer.value(1);
    writer.value(-2.5);
    writer.value(true);
    writer.null();
    writer.begin_object();
    writer.end_object();
    writer.begin_array();
    writer.end_array();
    writer.end_array();
    writer.member("text", std::string("y"));
    writer.member("none", nullptr);
    writer.member("small", std::uint8_t{200});
    writer.member("large", ~std::uint64_t{0});
    writer.member("flag", false);
    writer.member("json", Json("z"));
    writer.end_object();
}

TEST(JsonWriter, Compact) {
    EXPECT_EQ(written(write_sample), R"({"name":"x","list":[1,-2.5,true,null,{},[]],"text":"y","none":null,)"
                                     R"("small":200,"large":18446744073709551615,"flag":false,"json":"z"})");
}

TEST(JsonWriter, Indented) {
    EXPECT_EQ(written(write_sample, {.indented = true}), R"({
  "name": "x",
  "list": [
    1,
    -2.5,
    true,
    null,
    {},
    []
  ],
  "text": "y",
  "none": null,
  "small": 200,
  "large": 18446744073709551615,
  "flag": false,
  "json": "z"
})");
    EXPECT_EQ(Json::array().to_text({.indented = true}), "[]");
    Json one;
    one.push_back(1);
    EXPECT_EQ(one.to_text({.indented = true, .indent = 1}), "[\n 1\n]");
}

TEST(JsonWriter, EscapesStrings) {
    EXPECT_EQ(Json("\"\\/\b\f\n\r\t\x01\x1f\x7f Жö😀").to_text(),
              "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f Жö😀\"");
    EXPECT_EQ(Json(std::string_view("\0", 1)).to_text(), "\"\\u0000\"");
    Json object;
    object.set("a\"b", 1);
    EXPECT_EQ(object.to_text(), R"({"a\"b":1})");
}

TEST(JsonWriter, GivesBytesOfNoEncodingBack) {
    EXPECT_EQ(Json("a\xFF"
                   "b\xD0")
                  .to_text(),
              R"("a\udcffb\udcd0")");
    EXPECT_EQ(Json("\xED\xA0\xBDx").to_text(), R"("\udced\udca0\udcbdx")");
    EXPECT_EQ(Json("a\xFF \xC3\xBC").to_text({.odd_bytes = JsonStyle::OddBytes::shown}), "\"a\\\\xff ü\"");
    // Every byte after and before every other.
    std::string every;
    for (int first = 0; first < 256; ++first)
        for (int second = 0; second < 256; ++second) {
            every += static_cast<char>(first);
            every += static_cast<char>(second);
        }
    const std::string text = Json(every).to_text();
    EXPECT_TRUE(is_valid_utf8(text));
    const auto back = parse_json(text);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->as_string(), every);
}

TEST(JsonWriter, NonFiniteNumbers) {
    const auto write = [](JsonWriter& writer) {
        writer.begin_array();
        writer.value(std::nan(""));
        writer.value(std::numeric_limits<double>::infinity());
        writer.value(-std::numeric_limits<float>::infinity());
        writer.end_array();
    };
    EXPECT_EQ(written(write), "[null,null,null]");
    EXPECT_EQ(written(write, {.non_finite = JsonStyle::NonFinite::string}), R"(["nan","inf","-inf"])");
}

TEST(JsonWriter, RealsStayReals) {
    EXPECT_EQ(Json(1.0).to_text(), "1.0");
    EXPECT_EQ(Json(1e100).to_text(), "1e+100");
    EXPECT_EQ(written([](JsonWriter& writer) { writer.value(0.1F); }), "0.1");
}

TEST(JsonWriter, IsCompleteOnlyAtTheEnd) {
    TextWriter out;
    JsonWriter writer(out);
    EXPECT_FALSE(writer.complete());
    writer.begin_array();
    EXPECT_FALSE(writer.complete());
    writer.end_array();
    EXPECT_TRUE(writer.complete());
}

TEST(JsonWriter, ListsAndObjectsOfRanges) {
    const std::vector<int> numbers{1, 2};
    EXPECT_EQ(json_object([&](JsonWriter& writer) {
                  writer.begin_object("a");
                  writer.end_object();
                  writer.list("plain", numbers);
                  writer.list("twice", numbers, [&](int each) { writer.value(2 * each); });
                  writer.objects("rows", numbers, [&](int each) { writer.member("is", each); });
                  writer.objects("none", std::vector<int>(), [&](int each) { writer.member("is", each); });
              }),
              R"({"a":{},"plain":[1,2],"twice":[2,4],"rows":[{"is":1},{"is":2}],"none":[]})");
}

} // namespace
