// The code model is the same for all engines: what it says of an instruction is what the listing says, blocks
// hold together, references name what they are of.
#include <algorithm>
#include <set>

#include "unit/engines/support.hpp"

namespace vellum::test {
namespace {

class CodeModel : public testing::TestWithParam<Subject> {};

/// Without blanks at both ends and what a comment says; blanks in a row count as one.
std::string squeezed(std::string_view line) {
    line = line.substr(0, line.find("  ;"));
    std::string text;
    for (const char c : line)
        if (c != ' ' || (!text.empty() && text.back() != ' ')) text += c;
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::set<std::string> lines_of(std::string_view listing) {
    std::set<std::string> lines;
    while (!listing.empty()) {
        const std::size_t end = std::min(listing.find('\n'), listing.size());
        lines.insert(squeezed(listing.substr(0, end)));
        listing.remove_prefix(std::min(end + 1, listing.size()));
    }
    return lines;
}

TEST_P(CodeModel, SaysWhatTheListingSays) {
    const ProgramPtr program = program_of(GetParam(), GetParam().text);
    ASSERT_NE(program, nullptr);
    const isa::Code* code = program->code();
    ASSERT_NE(code, nullptr);
    const std::set<std::string> lines =
        lines_of(program->disassemble({.addresses = false, .comments = false}));
    for (std::size_t i = 0; i < code->instructions.size(); ++i) {
        const std::string text = instruction_text(*program, i);
        EXPECT_TRUE(lines.contains(squeezed(text))) << text;
        std::string operands;
        for (const Operand& operand : operands_of(*program, i)) {
            EXPECT_EQ(operand.values.size(), operand.spec->kind->field_count);
            EXPECT_EQ(operand.text.empty(), !operand.spec->kind->shown);
            if (!operand.text.empty()) operands += (operands.empty() ? "" : ", ") + operand.text;
        }
        const std::string mnemonic(code->row(code->instructions[i]).mnemonic);
        EXPECT_EQ(squeezed(text), operands.empty() ? mnemonic : mnemonic + " " + operands);
    }
    EXPECT_EQ(instruction_text(*program, code->instructions.size()), "");
    EXPECT_TRUE(operands_of(*program, code->instructions.size()).empty());
}

TEST_P(CodeModel, BlocksHoldTogether) {
    for (const std::string_view text : {GetParam().text, GetParam().endless}) {
        const ProgramPtr program = program_of(GetParam(), text);
        ASSERT_NE(program, nullptr);
        const isa::Code& code = *program->code();
        ASSERT_FALSE(program->functions().empty());
        for (const Function& function : program->functions()) {
            const auto range = instructions_of(*program, function);
            ASSERT_FALSE(range.empty()) << function.name;
            EXPECT_EQ(code.instructions[range.front()].address, function.address);
            if (function.end != 0) EXPECT_LT(code.instructions[range.back()].address, function.end);
            const std::vector<BasicBlock> blocks = blocks_of(*program, function);
            ASSERT_FALSE(blocks.empty()) << function.name;
            EXPECT_EQ(std::ranges::count(blocks, true, &BasicBlock::entry), 1);
            for (const BasicBlock& block : blocks) {
                ASSERT_GT(block.count, 0U);
                if (block.entry) EXPECT_EQ(block.first, range.front());
                const std::size_t last = block.first + block.count - 1U;
                const isa::Flow flow = code.row(code.instructions[last]).flow;
                if (block.next != BasicBlock::none) {
                    EXPECT_TRUE(isa::falls_through(flow));
                    EXPECT_EQ(blocks.at(block.next).first, last + 1);
                }
                if (block.target == BasicBlock::none) continue;
                EXPECT_TRUE(isa::jumps(flow));
                const auto to = code.instructions[blocks.at(block.target).first].address;
                EXPECT_EQ(isa::target_of(code, last), to);
            }
        }
    }
    const Function nowhere{"nowhere", 0xFFFFFFF0U, 0, 0, "function"};
    const ProgramPtr program = program_of(GetParam(), GetParam().text);
    EXPECT_TRUE(blocks_of(*program, nowhere).empty());
    EXPECT_TRUE(instructions_of(*program, nowhere).empty());
}

TEST_P(CodeModel, ReferencesNameTheNative) {
    const ProgramPtr program = program_of(GetParam(), GetParam().text);
    ASSERT_NE(program, nullptr);
    std::size_t calls = 0;
    for (const Reference& reference : program->references()) {
        const bool outside =
            reference.kind == ReferenceKind::native || reference.kind == ReferenceKind::import;
        const bool meant = reference.name.contains(GetParam().native) || reference.name == "PLAY_SFX";
        if (!outside || !meant) continue;
        ++calls;
        const std::ptrdiff_t index = program->code()->at(reference.address);
        ASSERT_GE(index, 0);
        const std::string text = instruction_text(*program, static_cast<std::size_t>(index));
        EXPECT_TRUE(text.contains(GetParam().native) || text == "PLAY_SFX") << text;
    }
    EXPECT_GE(calls, 2U);
}

TEST_P(CodeModel, NumbersOfFactsStandInTheirTexts) {
    const ProgramPtr program = program_of(GetParam(), GetParam().text);
    ASSERT_NE(program, nullptr);
    std::size_t numbers = 0;
    for (const Fact& fact : program->facts()) {
        const bool digits = !fact.value.empty() &&
                            std::ranges::all_of(fact.value, [](char c) { return c >= '0' && c <= '9'; });
        EXPECT_TRUE(fact.number.has_value() || !digits) << fact.name;
        if (!fact.number) continue;
        ++numbers;
        const bool yes_or_no = fact.value == (*fact.number == 1 ? "yes" : "no") && *fact.number <= 1;
        EXPECT_TRUE(yes_or_no || (fact.value + " ").starts_with(std::to_string(*fact.number) + " "))
            << fact.name << ": " << fact.value;
    }
    EXPECT_GE(numbers, 3U);
}

INSTANTIATE_TEST_SUITE_P(Engines, CodeModel, testing::ValuesIn(subjects),
                         [](const auto& instance) { return std::string(instance.param.engine); });

} // namespace
} // namespace vellum::test
