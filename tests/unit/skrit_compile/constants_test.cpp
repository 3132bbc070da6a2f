// Property defaults are computed by the compiler; what they are worth must be what the machine computes for
// the same expression, and what would be an error there is no constant. Operators and types as on the page
// docs/engines/skrit.md, "Operators".
#include <gtest/gtest.h>

#include "engines/skrit/listing/documents.hpp"
#include "vellum/skrit.hpp"

namespace vellum::skrit {
namespace {

struct Both {
    std::string compiled, run;
};

/// The default of a property with that expression, and what a function returns for it. "no constant" if the
/// compiler refuses the default, "error" if the function fails.
Both values(const std::string& type, const std::string& expression) {
    SkritHost host;
    EXPECT_TRUE(host.declare("enum eSide { SIDE_GOOD = 3, SIDE_EVIL = -4 };"));
    SkritEngine engine(host);
    Both both{"no constant", "error"};
    if (const auto object =
            engine.create_from_text("property " + type + " p$ = " + expression + ";", "p.skrit"))
        both.compiled = value_text(*engine.get(*object, "p$"));
    if (const auto object = engine.create_from_text(type + " F$() { return " + expression + "; }", "f.skrit"))
        if (const Result<Value> value = engine.call(*object, "F$")) both.run = value_text(*value);
    return both;
}

struct Row {
    std::string type, expression, expected;
};

TEST(SkritConstants, are_worth_what_the_machine_computes) {
    const Row rows[] = {
        {"int", "2 + 3 * 4", "14"},
        {"int", "( 2 + 3 ) * 4", "20"},
        {"int", "0x7FFFFFFF + 1", "-2147483648"},
        {"int", "-0x7FFFFFFF - 2", "2147483647"},
        {"int", "65536 * 65536", "0"},
        {"int", "-7 / 2", "-3"},
        {"int", "-7 % 3", "-1"},
        {"int", "6 & 3", "2"},
        {"int", "6 | 3", "7"},
        {"int", "6 ^ 3", "5"},
        {"int", "~5", "-6"},
        {"int", "+5", "5"},
        {"int", "-( 5 )", "-5"},
        {"int", "true ? 1 : 2", "1"},
        {"int", "1 > 2 ? 1 : 2", "2"},
        {"int", "'A'", "65"},
        {"int", "SIDE_EVIL + 1", "-3"},
        {"eSide", "SIDE_GOOD", "3"},
        {"float", "1", "1"},
        {"float", "1 / 2", "0"},
        {"float", "1 / 2.0", "0.5"},
        {"float", "7.5 % 2", "1.5"},
        {"float", "-7.5 % 2", "-1.5"},
        {"float", "0.1 + 0.2 - 0.25", "0.05"},
        {"float", "-2.5 * 2", "-5"},
        {"float", "1.0 - 3", "-2"},
        {"float", "1 / 0.0 - 1 / 0.0 == 0.0 ? 1 : 2.5", "2.5"},
        {"float", "true ? 1 : 2.5", "1"},
        {"bool", "true", "true"},
        {"bool", "!true", "false"},
        {"bool", "!0", "true"},
        {"bool", "1 < 2", "true"},
        {"bool", "2 <= 1", "false"},
        {"bool", "2 > 1", "true"},
        {"bool", "1 >= 2", "false"},
        {"bool", "1 == 2", "false"},
        {"bool", "1 != 2", "true"},
        {"bool", "1 <> 1", "false"},
        {"bool", "1 == 1.0", "true"},
        {"bool", "0.5 < 0.25", "false"},
        {"bool", "1 ~= 1.000001", "true"},
        {"bool", "1 ~= 1.0001", "false"},
        {"bool", "1 ~= 2", "false"},
        {"bool", "true && false", "false"},
        {"bool", "false || 2", "true"},
        {"bool", "true & false", "false"},
        {"bool", "true ^ true", "false"},
        {"bool", "\"Farm\" ~= \"fARM\"", "true"},
        {"bool", "\"Farm\" == \"fARM\"", "false"},
        {"bool", "\"a\" < \"b\"", "true"},
        {"bool", "\"Z\" >= \"a\"", "false"},
        {"bool", "\"a\" <> \"b\"", "true"},
        {"string", "\"a\" + \"b\" + \"\"", "\"ab\""},
        {"string", "1 < 2 ? \"yes\" : \"no\"", "\"yes\""},
    };
    for (const Row& row : rows) {
        const Both both = values(row.type, row.expression);
        EXPECT_EQ(both.compiled, row.expected) << row.expression;
        EXPECT_EQ(both.run, row.expected) << row.expression;
    }
}

TEST(SkritConstants, are_not_what_would_be_an_error) {
    for (const auto& [type, expression] : std::initializer_list<std::pair<std::string, std::string>>{
             {"int", "1 / 0"}, {"int", "1 % 0"}, {"int", "1 + 2 / ( 3 - 3 )"}}) {
        const Both both = values(type, expression);
        EXPECT_EQ(both.compiled, "no constant") << expression;
        EXPECT_EQ(both.run, "error") << expression;
    }
}

TEST(SkritConstants, have_the_type_of_their_property) {
    for (const auto& [type, expression] :
         std::initializer_list<std::pair<std::string, std::string>>{{"int", "\"7\""},
                                                                    {"float", "\"7\""},
                                                                    {"bool", "\"true\""},
                                                                    {"string", "7"},
                                                                    {"string", "\"a\" + 7"},
                                                                    {"int", "-\"7\""},
                                                                    {"int", "\"a\" - \"b\""},
                                                                    {"bool", "!1.5"},
                                                                    {"int", "~1.5"},
                                                                    {"bool", "1.5 && true"},
                                                                    {"bool", "\"a\" == 1"}}) {
        const Both both = values(type, expression);
        EXPECT_EQ(both.compiled, "no constant") << type << " " << expression;
        EXPECT_EQ(both.run, "error") << type << " " << expression;
    }
}

} // namespace
} // namespace vellum::skrit
