// What people write about stops: places and hits.
#include "debug/stops.hpp"

#include <gtest/gtest.h>

namespace vellum::debug {
namespace {

std::string hits_of(std::string_view text) {
    const auto condition = HitCondition::parse(text);
    if (!condition) return std::string(condition.error().code->id);
    std::string hits;
    for (std::uint64_t hit = 1; hit <= 6; ++hit)
        if (condition->holds(hit)) hits += std::to_string(hit);
    return hits;
}

TEST(HitConditions, SayWhichHitsCount) {
    EXPECT_EQ(hits_of("3"), "3");
    EXPECT_EQ(hits_of(" = 3 "), "3");
    EXPECT_EQ(hits_of("==3"), "3");
    EXPECT_EQ(hits_of(">= 3"), "3456");
    EXPECT_EQ(hits_of("> 3"), "456");
    EXPECT_EQ(hits_of("< 3"), "12");
    EXPECT_EQ(hits_of("<=3"), "123");
    EXPECT_EQ(hits_of("% 2"), "246");
    EXPECT_EQ(hits_of("0x2"), "2");
    for (const std::string_view wrong : {"", "x", "% 0", "3 3", "-1", "> ", "99999999999999999999999"})
        EXPECT_EQ(hits_of(wrong), "debug.place") << wrong;
}

TEST(Places, AreWrittenAsPeopleWriteThem) {
    const auto of = [](std::string_view text) {
        const auto request = parse_place(text);
        if (!request) return std::string(request.error().code->id);
        return std::string(to_string(request->kind)) + "|" + request->what + "|" + request->file + "|" +
               std::to_string(request->number);
    };
    EXPECT_EQ(of("Ring"), "function|Ring||0");
    EXPECT_EQ(of("TMain::Ring"), "function|TMain::Ring||0");
    EXPECT_EQ(of("12"), "line|||12");
    EXPECT_EQ(of("door.skrit:0x10"), "line||door.skrit|16");
    EXPECT_EQ(of("C:/door.skrit:16"), "line||C:/door.skrit|16");
    EXPECT_EQ(of("*0x1a"), "address|||26");
    EXPECT_EQ(of("*0X1A"), "address|||26");
    EXPECT_EQ(of(" event OnUse "), "event|OnUse||0");
    EXPECT_EQ(of("event"), "function|event||0");
    EXPECT_EQ(of("state Open$"), "note|-> Open$||0");
    EXPECT_EQ(of("note a task began"), "note|a task began||0");
    EXPECT_EQ(of("*0x100000000"), "debug.place");
    EXPECT_EQ(of("*here"), "debug.place");
}

} // namespace
} // namespace vellum::debug
