// Values, events and calls as written on a command line.
#include "workspace/run/values.hpp"

#include <gtest/gtest.h>

namespace vellum::runs {
namespace {

std::vector<Value> values(std::string_view text) {
    auto parsed = parse_values(text);
    EXPECT_TRUE(parsed.has_value()) << text;
    return parsed ? std::move(*parsed) : std::vector<Value>{};
}

std::string error(std::string_view text) {
    const auto parsed = parse_values(text);
    return parsed ? std::string() : parsed.error().message;
}

TEST(Values, EveryTypeHasAForm) {
    const auto all = values("5, -3,0x1f,1.5,-2e3,true,false,null,#12,\"a,\\\"b\\\"\\n\",(1,2.5,-3)");
    ASSERT_EQ(all.size(), 11);
    EXPECT_EQ(all[0], Value(5));
    EXPECT_EQ(all[1], Value(-3));
    EXPECT_EQ(all[2], Value(31));
    EXPECT_EQ(all[3], Value(1.5F));
    EXPECT_EQ(all[4], Value(-2000.0F));
    EXPECT_EQ(all[5], Value(true));
    EXPECT_EQ(all[6], Value(false));
    EXPECT_EQ(all[7], Value(ObjectId{}));
    EXPECT_EQ(all[8], Value(ObjectId{12}));
    EXPECT_EQ(all[9].text(), "a,\"b\"\n");
    EXPECT_EQ(all[10], Value(Vector3{1, 2.5F, -3}));
    EXPECT_TRUE(values("").empty());
    EXPECT_TRUE(values("  ").empty());
}

TEST(Values, RealsHaveAnyDigits) {
    EXPECT_EQ(values("0.95").at(0), Value(0.95F));
    EXPECT_EQ(values("-9.019e+09").at(0), Value(-9.019e9F));
    EXPECT_EQ(values("1E-9").at(0), Value(1e-9F));
    EXPECT_EQ(values("0e0").at(0), Value(0.0F));
    EXPECT_EQ(values("(0.9,-1.09,9e9)").at(0), Value(Vector3{0.9F, -1.09F, 9e9F}));
    for (const char* wrong : {"1.:", "1.a", "1./", "0x1.5", "1e+", "1e-", "1.5e", "1e5.5"})
        EXPECT_NE(error(wrong), "") << wrong;
}

TEST(Values, IntegersHave32Bits) {
    EXPECT_EQ(values("-2147483648").at(0).integer(), -2147483647 - 1);
    EXPECT_EQ(values("4294967295").at(0).integer(), -1);
    EXPECT_NE(error("4294967296"), "");
    EXPECT_NE(error("-2147483649"), "");
    EXPECT_NE(error("99999999999999999999999"), "");
}

TEST(Values, TextsStandInQuotesOfEitherSort) {
    EXPECT_EQ(values("'it is \"here\"', \"it's\"").at(0), Value(std::string_view("it is \"here\"")));
    EXPECT_EQ(values("'it is \"here\"', \"it's\"").at(1), Value(std::string_view("it's")));
    EXPECT_EQ(values("'it\\'s'").at(0), Value(std::string_view("it's")));
}

TEST(Values, MistakesSayWhere) {
    for (const char* wrong : {"hello", "1,,2", "'open", "'one\"", "1 2", "(1,2)", "(1,2,3", "\"open", "1.",
                              "1e", "#", "#x", "-", "0x", "\"\\q\""})
        EXPECT_NE(error(wrong), "") << wrong;
    EXPECT_NE(error("1,;oops").find("'1,' <-- here --> ';oops'"), std::string::npos) << error("1,;oops");
    EXPECT_NE(error("1,oops,2").find("'oops' is not a value"), std::string::npos) << error("1,oops,2");
}

TEST(Values, EventsHaveNameValuesAndFrame) {
    const auto plain = parse_event("model 3 action");
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->event.name, "model 3 action");
    EXPECT_EQ(plain->frame, 0);
    const auto full = parse_event("2:1,\"a@b\"@30");
    ASSERT_TRUE(full);
    EXPECT_EQ(full->event.name, "2");
    EXPECT_EQ(full->frame, 30);
    ASSERT_EQ(full->event.values.size(), 2);
    EXPECT_EQ(full->event.values[1].text(), "a@b");
    const auto comma = parse_event("mesh 21,10,3");
    ASSERT_TRUE(comma);
    EXPECT_EQ(comma->event.name, "mesh 21,10,3");
    EXPECT_FALSE(parse_event(""));
    EXPECT_FALSE(parse_event(":1"));
    EXPECT_FALSE(parse_event("2:oops"));
}

TEST(Values, CallsAreWrittenAsInPrograms) {
    const auto call = parse_call("Add(1,(1,2,3))@4");
    ASSERT_TRUE(call);
    EXPECT_EQ(call->kind, RunAction::Kind::call);
    EXPECT_EQ(call->event.name, "Add");
    EXPECT_EQ(call->frame, 4);
    EXPECT_EQ(call->event.values.size(), 2);
    EXPECT_TRUE(parse_call("Start"));
    EXPECT_TRUE(parse_call("Start()"));
    EXPECT_FALSE(parse_call("Start("));
    EXPECT_FALSE(parse_call("(1)"));
}

TEST(Values, AnswersOfNatives) {
    const auto answer = parse_answer(" Door.Take = 3, \"a=b\" ");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->native, "Door.Take");
    EXPECT_EQ(answer->values, (std::vector<Value>{Value(3), Value("a=b")}));
    EXPECT_TRUE(parse_answer("Nothing=")->values.empty());
    for (const char* wrong : {"", "x", "=3", "x=yes"}) EXPECT_FALSE(parse_answer(wrong)) << wrong;
}

} // namespace
} // namespace vellum::runs
