// JSON against itself (write, parse, compare) and against nlohmann-json as an independent judge of what is
// valid and what it means, on texts that are right, nearly right and wrong.
#include <string>

#include <gtest/gtest.h> // before RapidCheck, which relies on it
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "base/encoding.hpp"
#include "base/json.hpp"

namespace {

using namespace vellum;

/// The same value in the other library; of repeated names the last one counts in both.
nlohmann::json to_other(const Json& json) {
    switch (json.type()) {
    case JsonType::null: return nullptr;
    case JsonType::boolean: return json.as_bool();
    case JsonType::integer:
        return json.as_int(1) == 1 && json.as_uint(2) != 1 ? nlohmann::json(json.as_uint())
                                                           : nlohmann::json(json.as_int());
    case JsonType::real: return json.as_double();
    case JsonType::string: return std::string(json.as_string());
    case JsonType::array: {
        nlohmann::json result = nlohmann::json::array();
        for (const Json& element : json.elements()) {
            result.push_back(to_other(element));
        }
        return result;
    }
    case JsonType::object: break;
    }
    nlohmann::json result = nlohmann::json::object();
    for (const JsonMember& member : json.members()) {
        result[member.key] = to_other(member.value);
    }
    return result;
}

std::string valid_text() {
    std::string text = *rc::gen::string<std::string>();
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    for (int count = *rc::gen::inRange(0, 3); count > 0; --count) {
        const auto point = *rc::gen::inRange<std::uint32_t>(0, 0x110000);
        append_utf8(text, point >= 0xD800 && point < 0xE000 ? U'ж' : point);
    }
    return text;
}

Json random_json(int depth) {
    switch (*rc::gen::inRange(0, depth > 0 ? 9 : 7)) {
    case 0: return {};
    case 1: return *rc::gen::arbitrary<bool>();
    case 2: return *rc::gen::arbitrary<std::int64_t>();
    case 3: return *rc::gen::arbitrary<std::uint64_t>() | std::uint64_t{1} << 63U;
    case 4: return *rc::gen::arbitrary<double>();
    case 5: return static_cast<double>(*rc::gen::arbitrary<float>()) * 1e200;
    case 6: return valid_text();
    case 7: {
        Json array = Json::array();
        for (int count = *rc::gen::inRange(0, 5); count > 0; --count) {
            array.push_back(random_json(depth - 1));
        }
        return array;
    }
    default: {
        Json object = Json::object();
        for (int count = *rc::gen::inRange(0, 5); count > 0; --count) {
            object.set(valid_text(), random_json(depth - 1));
        }
        return object;
    }
    }
}

RC_GTEST_PROP(JsonProperties, WrittenValuesAreParsedBack, ()) {
    const Json original = random_json(4);
    const JsonStyle style{.indented = *rc::gen::arbitrary<bool>(), .indent = *rc::gen::inRange(0U, 5U)};
    const std::string text = original.to_text(style);
    const auto parsed = parse_json(text);
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(*parsed == original);
    RC_ASSERT(parsed->to_text(style) == text);
    RC_ASSERT(nlohmann::json::parse(text) == to_other(original));
}

RC_GTEST_PROP(JsonProperties, AnyStringIsWrittenValid, (const std::string& text)) {
    const auto parsed = parse_json(Json(text).to_text());
    RC_ASSERT(parsed.has_value());
    RC_ASSERT(parsed->as_string() == text);
}

/// One library's verdict and value against the other's.
void compare(const std::string& text) {
    if (text.find('\0') != std::string::npos) {
        return; // nlohmann-json takes a NUL for the end of its input
    }
    const auto ours = parse_json(text);
    const nlohmann::json theirs = nlohmann::json::parse(text, nullptr, false);
    RC_LOG() << text << "\n" << (ours ? "accepted" : format(ours.error())) << "\n";
    RC_ASSERT(ours.has_value() == !theirs.is_discarded());
    if (ours) {
        RC_ASSERT(to_other(*ours) == theirs);
    } else {
        RC_ASSERT(ours.error().place.line >= 1U);
        RC_ASSERT(ours.error().place.column >= 1U);
        RC_ASSERT(ours.error().place.column <= text.size() + 1);
    }
}

RC_GTEST_PROP(JsonProperties, AgreesWithAnotherParserOnMutatedTexts, ()) {
    std::string text = random_json(3).to_text({.indented = *rc::gen::arbitrary<bool>()});
    for (int count = *rc::gen::inRange(0, 4); count > 0 && !text.empty(); --count) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        const auto byte =
            *rc::gen::oneOf(rc::gen::arbitrary<char>(),
                            rc::gen::elementOf(std::string("{}[]\",:\\u0123456789.eE+-tfn \n\t\x01\x80")));
        switch (*rc::gen::inRange(0, 4)) {
        case 0: text[at] = byte; break;
        case 1: text.insert(at, 1, byte); break;
        case 2: text.erase(at, 1); break;
        default: text.resize(at); break;
        }
    }
    compare(text);
}

RC_GTEST_PROP(JsonProperties, AgreesWithAnotherParserOnTokenSoup, ()) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"", "1", "-", "0", ".5", "e3", "E-2", "true",
        "false", "null", " ", "\n", "\\u0041", "\\ud83d", "\\ude00", "\"\\ud83d\\ude00\"", "\\", "\xD0\x96",
        "\xEF\xBB\xBF", "1e400", "18446744073709551615", "18446744073709551616", "-9223372036854775808"));
    std::string text;
    for (const std::string& piece : pieces) {
        text += piece;
    }
    compare(text);
}

RC_GTEST_PROP(JsonProperties, AgreesWithAnotherParserOnNumbers, ()) {
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "-", "0", "1", "9", "12", "99999999999", ".", "e", "E", "+", "3", "00"));
    std::string text;
    for (const std::string& piece : pieces) {
        text += piece;
    }
    compare(text);
}

} // namespace
