// The instruction tables: sizes from the reference, and every row printed and read back with all its values.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"
#include "isa/code.hpp"

namespace vellum::pathologic {
namespace {

TEST(PathologicIsa, NumberingsDifferFromCStringOn) {
    ASSERT_EQ(hd_table.rows.size(), 90U);
    ASSERT_EQ(alpha_table.rows.size(), 88U);
    EXPECT_EQ(hd_table.find(0x4D)->mnemonic, "CString");
    EXPECT_EQ(alpha_table.find(0x4D)->mnemonic, "Call");
    EXPECT_EQ(hd_table.find(0x4F)->mnemonic, "Call");
    EXPECT_EQ(alpha_table.find(0x57)->mnemonic, "FuncExist2");
    EXPECT_EQ(hd_table.find(0x59)->mnemonic, "FuncExist2");
    EXPECT_EQ(alpha_table.find(0x58), nullptr);
    EXPECT_EQ(hd_table.find(0x5A), nullptr);
    for (std::size_t i = 0; i < alpha_table.rows.size(); ++i) {
        const auto op = static_cast<std::size_t>(operation(Numbering::alpha, i));
        EXPECT_EQ(alpha_table.rows[i].mnemonic, hd_table.rows[op].mnemonic);
        EXPECT_EQ(alpha_table.rows[i].operands.data(), hd_table.rows[op].operands.data());
    }
}

TEST(PathologicIsa, SizesAreThoseOfTheReference) {
    // Sizes with the opcode, without list elements.
    const std::map<std::string_view, std::uint32_t> sizes{
        {"TaskReturn", 2}, {"PushB", 3}, {"Pop", 6},      {"Jump", 6},     {"MovB", 7},
        {"Neg", 7},        {"PopGE", 7}, {"Mov", 10},     {"MovS", 10},    {"PushE", 11},
        {"PopE", 11},      {"Not2", 11}, {"Add", 11},     {"JumpB", 13},   {"PushVec", 14},
        {"FuncExist", 15}, {"Add2", 15}, {"MovV", 18},    {"TMovV", 18},   {"FuncExist2", 19},
        {"PushV", 6},      {"Func", 6},  {"ObjFunc", 14}, {"TObjFunc", 14}};
    for (const isa::Row& row : hd_table.rows) {
        const auto known = sizes.find(row.mnemonic);
        if (known == sizes.end()) continue;
        std::size_t values = 0;
        for (const isa::OperandSpec& spec : row.operands)
            if (spec.repeat == isa::Repeat::once) values += spec.kind->field_count;
        EXPECT_EQ(isa::encoded_size(hd_table, row, values), known->second) << row.mnemonic;
    }
}

TEST(PathologicIsa, StackEffectsOfModeBytes) {
    struct Effect {
        std::uint32_t pops, pushes;
    };
    const auto effect = [](Op op, std::vector<std::uint32_t> values) {
        const isa::StackEffect& stack = hd_table.rows[static_cast<std::size_t>(op)].stack;
        return Effect{stack.pops.of(values.data(), values.size()),
                      stack.pushes.of(values.data(), values.size())};
    };
    EXPECT_EQ(effect(Op::Neg, {1, 0xFF}).pops, 0x7FU);
    EXPECT_EQ(effect(Op::Neg, {1, 0xFF}).pushes, 1U);
    EXPECT_EQ(effect(Op::Neg2, {1, 1, 0xFF}).pops, 0x3FU);
    EXPECT_EQ(effect(Op::Add, {1, 1, 0xFF}).pops, 0x3FU);
    EXPECT_EQ(effect(Op::Add2, {1, 1, 1, 0xFF}).pops, 0x1FU);
    EXPECT_EQ(effect(Op::Add2, {1, 1, 1, 0xFF}).pushes, 0U);
    EXPECT_EQ(effect(Op::FuncExist, {1, 1, 1, 0xFF}).pops, 0x1FU);
    EXPECT_EQ(effect(Op::FuncExist2, {1, 1, 1, 1, 0xFF}).pops, 0x0FU);
    EXPECT_EQ(effect(Op::JumpB, {1, 0, 1, 300}).pops, 300U);
    EXPECT_EQ(effect(Op::PushV, {3, 1, 2, 3}).pushes, 3U);
    EXPECT_EQ(effect(Op::PopE, {1, 0, 0}).pops, 1U);
    EXPECT_EQ(effect(Op::PopE, {1, 0, 2}).pops, 0U);
    EXPECT_EQ(effect(Op::PopGE, {1, 1}).pops, 0U);
}

/// A file with nothing but the code and one import of three arguments.
std::vector<std::byte> file_of(std::span<const std::byte> code, std::uint32_t instructions) {
    ByteWriter out;
    out.u32(0);
    out.u32(0);
    out.u32(1);
    out.u8(3);
    out.bytes(as_bytes("abc"));
    out.u32(3);
    for (int i = 0; i < 4; ++i) out.u32(0); // run, tasks, events
    out.u32(instructions);
    out.bytes(code);
    return out.take();
}

/// Every row with every value all zero, all ones, and a pattern, through the listing and back.
TEST(PathologicIsa, EveryRowComesBackThroughItsText) {
    for (const isa::Table* table : engine().format().tables()) {
        for (const isa::Row& row : table->rows) {
            for (std::uint32_t pattern = 0; pattern < 260; pattern += pattern < 255 ? 15 : 1) {
                std::vector<std::byte> code;
                std::vector<std::uint32_t> values;
                for (const isa::OperandSpec& spec : row.operands) {
                    const std::size_t times = spec.repeat == isa::Repeat::once ? 1 : 3;
                    for (std::size_t t = 0; t < times * spec.kind->field_count; ++t) {
                        const std::uint32_t value =
                            pattern < 256
                                ? pattern * 0x01010101U
                                : std::array<std::uint32_t, 4>{0, 1, 0x7FA00001, 0x80000000}[pattern - 256];
                        // A list's length and the import must be what they are.
                        if (spec.kind == &operands::list_length)
                            values.push_back(3);
                        else if (spec.kind == &operands::native)
                            values.push_back(0);
                        else
                            values.push_back(value);
                    }
                }
                isa::encode(*table, row.opcode, row, values, code);
                const std::vector<std::byte> bytes = file_of(code, 1);
                Diagnostics diagnostics;
                LoadOptions options;
                options.engines.pathologic.numbering = table == &hd_table ? Numbering::hd : Numbering::alpha;
                const auto program = engine().format().load(bytes, options, diagnostics);
                ASSERT_TRUE(program.has_value()) << row.mnemonic << ": " << format(program.error());
                const std::string listing = (*program)->disassemble({});
                const auto again = engine().format().assemble(listing, {}, diagnostics);
                ASSERT_TRUE(again.has_value()) << format(again.error()) << "\n" << listing;
                ASSERT_EQ((*again)->save().value(), bytes) << listing;
            }
        }
    }
}

} // namespace
} // namespace vellum::pathologic
