// The instruction table, row by row: encoded, decoded, listed, assembled again, and executed.
#include <gtest/gtest.h>

#include "base/text_writer.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/world/world.hpp"
#include "isa/code.hpp"
#include "isa/listing.hpp"
#include "support/ags_oracle.hpp"

namespace vellum::ags {
namespace {

/// The row's instruction with small operands, in front of a RET.
std::string example(const isa::Row& row) {
    std::string text = "    " + std::string(row.mnemonic);
    bool first = true;
    for (const isa::OperandSpec& operand : row.operands) {
        text += first ? " " : ", ";
        first = false;
        if (operand.access != isa::Access::none)
            text += "AX";
        else if (operand.kind->role == isa::Role::relative)
            text += "end";
        else
            text += "4";
    }
    return text + "\nend:\n    RET\n";
}

TEST(Isa, EveryRowGoesRoundAndRuns) {
    for (const isa::Row& row : scom_table.rows) {
        const std::string text = ".export func \"f$0\", start\nstart:\n" + example(row);
        Diagnostics diagnostics;
        const auto program = engine().format().assemble(text, {}, diagnostics);
        ASSERT_TRUE(program) << text << (program ? "" : format(program.error()));
        const isa::Code& code = *(*program)->code();
        ASSERT_EQ(code.instructions.size(), 2U);
        EXPECT_EQ(code.instructions[0].opcode, row.opcode);
        EXPECT_EQ(code.instructions[0].count, row.operands.size());
        const auto bytes = (*program)->save();
        ASSERT_TRUE(bytes);
        const ProgramPtr loaded = oracle::holds_for_bytes(*bytes);
        ASSERT_NE(loaded, nullptr) << row.mnemonic;
        static_cast<void>(oracle::runs_alike(loaded, 100));
    }
}

TEST(Isa, HasAllOpcodesOfTheOriginal) {
    EXPECT_EQ(scom_table.rows.size(), 76U);
    for (std::uint32_t opcode = 1; opcode <= 76; ++opcode)
        EXPECT_NE(scom_table.find(opcode), nullptr) << opcode;
    EXPECT_EQ(scom_table.find(0), nullptr);
    EXPECT_EQ(scom_table.find(77), nullptr);
}

TEST(Isa, RegistersHaveTheNumbersOfRealFiles) {
    EXPECT_EQ(register_name(3), "AX");
    EXPECT_EQ(register_name(6), "OP");
    EXPECT_EQ(register_name(7), "DX");
    EXPECT_EQ(register_name(0), "");
    EXPECT_EQ(register_name(8), "");
}

TEST(Isa, UnknownRegistersAreKeptAndReported) {
    Diagnostics diagnostics;
    const auto program = engine().format().assemble("    MEMREAD 9\n    RET\n", {}, diagnostics);
    ASSERT_TRUE(program);
    (*program)->check(diagnostics);
    ASSERT_EQ(diagnostics.errors(), 1U);
    EXPECT_EQ(diagnostics.all()[0].code->id, "ags.register");
    EXPECT_EQ(diagnostics.all()[0].place.line, 1U);
    EXPECT_EQ(diagnostics.all()[0].place.column, 5U);
    Diagnostics of_file;
    const auto loaded = engine().format().load(*(*program)->save(), {"x.o", {}}, of_file);
    ASSERT_TRUE(loaded);
    (*loaded)->check(of_file);
    ASSERT_EQ(of_file.errors(), 1U);
    EXPECT_EQ(of_file.all()[0].place.offset, 24U);
}

TEST(Isa, WhatIsWrongWithTheFlowOfAFileIsAtItsByte) {
    Diagnostics unheard, of_file;
    const auto program = engine().format().assemble(
        ".export func \"f$0\", f\nf:\n    LINENUM 1\n    LINENUM 2\n", {}, unheard);
    ASSERT_TRUE(program);
    const auto loaded = engine().format().load(*(*program)->save(), {"x.o", {}}, of_file);
    ASSERT_TRUE(loaded);
    (*loaded)->check(of_file);
    ASSERT_EQ(of_file.errors(), 1U);
    EXPECT_EQ(of_file.all()[0].code->id, "isa.fall-off");
    EXPECT_EQ(of_file.all()[0].place.offset, 20U + 8);
}

} // namespace
} // namespace vellum::ags
