// The string pool: the compiler's placement, and pools that are not the compiler's.
#include "engines/pathologic/format/pool.hpp"

#include <algorithm>

#include "engines/pathologic/codes.hpp"
#include "support.hpp"

namespace vellum::pathologic {
namespace {

using test::assembled;
using test::script_of;

std::vector<std::uint32_t> offsets(const ProgramPtr& program) {
    std::vector<std::uint32_t> list;
    for (const isa::Instruction& instruction : script_of(program).instructions.instructions)
        if (instruction.count == 1) list.push_back(script_of(program).instructions.values[instruction.first]);
    list.pop_back(); // Return
    return list;
}

ProgramPtr pushes(std::string_view texts) {
    std::string code(test::one_task);
    code += texts;
    return assembled(code + "\nReturn 0\n");
}

TEST(PathologicPool, TailsAndRepetitionsAreShared) {
    const ProgramPtr program =
        pushes("PushS \"light_fire.xml\"\nPushS \"fire.xml\"\nPushS \"light_fire.xml\"\nPushS \"new\"");
    EXPECT_EQ(offsets(program), (std::vector<std::uint32_t>{0, 12, 0, 30}));
}

TEST(PathologicPool, TheEmptyTextIsTheFirstPairOfZeroBytes) {
    // "ab" is 61 00 62 00 00 00: the first two zeros in a row begin at the odd offset 3.
    EXPECT_EQ(offsets(pushes("PushS \"ab\"\nPushS \"\"")), (std::vector<std::uint32_t>{0, 3}));
    EXPECT_EQ(offsets(pushes("PushS \"\"\nPushS \"ab\"")), (std::vector<std::uint32_t>{0, 2}));
}

TEST(PathologicPool, NamesAreBytesAndShareWithTexts) {
    const ProgramPtr program =
        assembled(std::string(test::one_task) +
                  "PushV object\nObjFunc S[1], Remove\nObjFunc S[1], move\nObjFunc S[1], \"two words\"\n"
                  "PushS \"e\"\nReturn 2\n");
    const isa::Code& code = script_of(program).instructions;
    EXPECT_EQ(code.values[code.instructions[1].first + 1], 0U);
    EXPECT_EQ(code.values[code.instructions[2].first + 1], 2U);
    EXPECT_EQ(script_of(program).ascii_name(7), "two words");
    EXPECT_EQ(code.values[code.instructions[4].first], script_of(program).pool.size() - 4);
}

TEST(PathologicPool, SearchAgreesWithTryingEveryPosition) {
    PoolBuilder builder;
    std::vector<std::byte> plain;
    std::uint32_t state = 7;
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::byte> bytes;
        state = state * 1664525U + 1013904223U;
        for (std::uint32_t n = 1 + (state >> 28U); n != 0; --n) {
            state = state * 1664525U + 1013904223U;
            bytes.push_back(
                static_cast<std::byte>(1 + ((state >> 30U) & 1U))); // two letters: many repetitions
            if (i % 2 != 0)
                bytes.push_back(static_cast<std::byte>((state >> 29U) & 1U)); // of any wide letter
        }
        bytes.insert(bytes.end(), i % 2 == 0 ? 1 : 2, std::byte{0});
        const auto at = std::search(plain.begin(), plain.end(), bytes.begin(), bytes.end());
        const auto expected = static_cast<std::uint32_t>(at - plain.begin());
        if (at == plain.end()) plain.insert(plain.end(), bytes.begin(), bytes.end());
        ASSERT_EQ(builder.place(bytes), expected);
    }
    EXPECT_EQ(builder.bytes(), plain);
    EXPECT_FALSE(builder.exhausted());
}

/// What the listing of a script with this code says, after making sure that it comes back.
std::string listing_of(const std::string& text) {
    const ProgramPtr program = assembled(text);
    if (program == nullptr) return "not assembled";
    const std::vector<std::byte> bytes = program->save().value();
    Diagnostics diagnostics;
    const ProgramPtr loaded = engine().format().load(bytes, {}, diagnostics).value();
    std::string listing = loaded->disassemble({});
    EXPECT_EQ(assembled(listing)->save().value(), bytes) << listing;
    return listing;
}

TEST(PathologicPool, OddPoolsAreWrittenOut) {
    const std::string code(test::one_task);
    // Unused bytes, an offset into the middle of a text, a text without end, an offset behind the pool.
    const std::string listing =
        listing_of(".pool\n.bytes 0xff\n.wide \"hello\"\n.ascii \"Get\"\n.bytes 1, 2, 3\n" + code +
                   "PushS \"hello\"\nPushS 3\nPushS 20\nPushS 999\nReturn 4\n");
    EXPECT_NE(listing.find(".pool"), std::string::npos);
    EXPECT_NE(listing.find("\"hello\""), std::string::npos);
    EXPECT_NE(listing.find("\"ello\""), std::string::npos) << listing; // the middle of a text is a text
    EXPECT_NE(listing.find("PushS         999"), std::string::npos);
    // A text that the compiler would have shared, and one twice in the pool.
    listing_of(".pool\n.wide \"fire\"\n.wide \"light_fire\"\n" + code +
               "PushS \"light_fire\"\nPushS \"fire\"\nReturn 2\n");
    listing_of(".pool\n.wide \"a\"\n.wide \"a\"\n" + code + "PushS 4\nPushS 0\nReturn 2\n");
    // No pool at all where the code wants one.
    EXPECT_NE(listing_of(".pool\n" + code + "PushS 0\nReturn 1\n").find(".pool"), std::string::npos);
    // Lone surrogates, control characters, NUL-free bytes of no encoding.
    listing_of(".pool\n.bytes 0x00, 0xd8, 0x07, 0x00, 0x00, 0x00, 0xff, 0xfe, 0x00\n" + code +
               "PushS 0\nObjFunc S[1], 6\nReturn 1\n");
}

TEST(PathologicPool, ImportsOutOfOrderAreWrittenOut) {
    const std::string code(test::one_task);
    EXPECT_EQ(listing_of(code + "Func A/0\nFunc B/0\nReturn 0\n").find(".import"), std::string::npos);
    EXPECT_NE(listing_of(".import B/0\n" + code + "Func A/0\nFunc B/0\nReturn 0\n").find(".import B/0"),
              std::string::npos);
    EXPECT_NE(listing_of(".import Unused/3\n" + code + "Return 0\n").find(".import Unused/3"),
              std::string::npos);
    EXPECT_NE(listing_of(".import \"odd name\"/0\n" + code + "Func 0\nReturn 0\n").find("\"odd name\"/0"),
              std::string::npos);
    listing_of(".import A/0\n.import A/0\n" + code + "Func 1\nFunc 0\nReturn 0\n");
    listing_of(".import \"inf\"/0\n" + code + "Return 0\n.global int\n");
}

TEST(PathologicPool, LongTextsUsedFromManyPlacesStayBounded) {
    // 20,000 instructions that each point into one text of 20,000 characters would make a listing of 200 MB.
    std::string text = ".pool\n.wide \"" + std::string(20000, 'x') + "\"\n" + std::string(test::one_task);
    for (int i = 0; i < 20000; ++i) text += "PushS " + std::to_string(i * 2) + "\n";
    text += "Return 20000\n";
    EXPECT_LT(listing_of(text).size(), 20U << 20U);
}

TEST(PathologicPool, TextsTooAlikeAreRefusedInsteadOfHanging) {
    // Every text ends with the same thousand characters, so each is compared with all before it.
    const std::string tail(1000, 'x');
    std::string text(test::one_task);
    for (int i = 0; i < 3000; ++i) text += "PushS \"" + std::to_string(i) + tail + "\"\n";
    Diagnostics diagnostics;
    const auto program = engine().format().assemble(text, {}, diagnostics);
    ASSERT_FALSE(program.has_value());
    EXPECT_EQ(program.error().code, &codes::pool_effort);
}

} // namespace
} // namespace vellum::pathologic
