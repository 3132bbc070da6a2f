// Banks and special values as scripts read and write them (page docs/engines/ff7.md, "Memory", "Special
// values"): what lies outside reads as 0 and takes no writes.
#include "support.hpp"

namespace vellum::ff7::test {
namespace {

/// The word that the expression leaves at temporary address 2.
int value_of(const std::string& push, std::vector<std::pair<std::string, std::string>> settings = {},
             const std::string& before = {}) {
    WorldRun run(".function system 0\n" + before + " RESET\n PUSH_TEMP_WORD 2\n " + push +
                     "\n WRITE\n RETURN\n",
                 std::move(settings));
    run.world->start();
    EXPECT_TRUE(run.world->faults().empty());
    return static_cast<std::int16_t>(run.state().temporary[2] | run.state().temporary[3] << 8);
}

std::string write(const std::string& place, int value) {
    return " RESET\n " + place + "\n PUSH_CONST " + std::to_string(value & 0xFFFF) + "\n WRITE\n";
}

TEST(Memory, BitsBytesAndWordsOverlap) {
    const std::string word = write("PUSH_TEMP_WORD 4", 0x81F0);
    EXPECT_EQ(value_of("PUSH_TEMP_WORD 4", {}, word), 0x81F0 - 0x10000) << "words have a sign";
    EXPECT_EQ(value_of("PUSH_TEMP_BYTE 4", {}, word), 0xF0) << "bytes have none";
    EXPECT_EQ(value_of("PUSH_TEMP_BYTE 5", {}, word), 0x81);
    EXPECT_EQ(value_of("PUSH_TEMP_BIT 35", {}, word), 0);
    EXPECT_EQ(value_of("PUSH_TEMP_BIT 36", {}, word), 1);
    EXPECT_EQ(value_of("PUSH_TEMP_BYTE 4", {}, word + write("PUSH_TEMP_BIT 36", 0)), 0xE0);
    EXPECT_EQ(value_of("PUSH_TEMP_BYTE 4", {}, word + write("PUSH_TEMP_BIT 32", 9)), 0xF1);
    EXPECT_EQ(value_of("PUSH_TEMP_BYTE 5", {}, word + write("PUSH_TEMP_BYTE 4", 0x1FF)), 0x81);
}

TEST(Memory, OutsideOfTheBankIsNothing) {
    for (const std::string push :
         {"PUSH_TEMP_BYTE 64", "PUSH_TEMP_BIT 512", "PUSH_TEMP_WORD 64", "PUSH_TEMP_WORD 65535"})
        EXPECT_EQ(value_of(push, {}, write(push, -1)), 0) << push;
    EXPECT_EQ(value_of("PUSH_TEMP_WORD 63", {}, write("PUSH_TEMP_WORD 63", -1)), 0xFF)
        << "its first byte is inside";
}

TEST(Memory, SpecialValues) {
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE last_module", {{"last_module", "1"}}), 1);
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE entry_field", {{"entry_field", "12"}}), 12);
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE battle_escaped", {{"battle_escaped", "1"}}), 1);
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE marsh_side", {{"marsh_side", "1"}}), 1);
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE party_leader", {{"party_leader", "2"}}), 2);
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE joined_first", {{"joined_first", "33"}}), 33);
    EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE left_second", {{"left_second", "34"}}), 34);
    for (const char* number : {"21", "255", "65535"})
        EXPECT_EQ(value_of("PUSH_SPECIAL_BYTE " + std::string(number)), 0) << number;
}

} // namespace
} // namespace vellum::ff7::test
