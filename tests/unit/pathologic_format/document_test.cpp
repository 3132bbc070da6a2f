// The opcode table on docs/engines/pathologic.md is the instruction table, and its list of diagnostics is the
// catalogue. With VELLUM_BLESS set the page is rewritten instead of compared.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "engines/pathologic/codes.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic {
namespace {

std::string hex(std::uint32_t value) {
    char text[8];
    std::snprintf(text, sizeof text, "%02X", value);
    return text;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '|') result += '\\';
        result += c;
    }
    return result;
}

std::string stack_change(const isa::StackEffect& effect) {
    if (effect.depends()) return std::string(effect.text);
    const int change = static_cast<int>(effect.pushes.fixed) - static_cast<int>(effect.pops.fixed);
    return change == 0 ? "" : (change > 0 ? "+" : "") + std::to_string(change);
}

std::string opcode_table() {
    std::string text =
        "| hd | alpha | instruction | operands | stack | meaning |\n|---|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < hd_table.rows.size(); ++i) {
        const isa::Row& row = hd_table.rows[i];
        std::string alpha = "-";
        for (const isa::Row& other : alpha_table.rows)
            if (other.mnemonic == row.mnemonic) alpha = hex(other.opcode);
        std::string operands;
        for (const isa::OperandSpec& spec : row.operands) {
            if (!spec.kind->shown) continue;
            if (!operands.empty()) operands += ", ";
            operands += std::string(spec.name) + ": " + std::string(spec.kind->name);
            if (spec.repeat != isa::Repeat::once) operands += " ...";
        }
        text += "| " + hex(row.opcode) + " | " + alpha + " | `" + std::string(row.mnemonic) + "` | " +
                operands + " | " + stack_change(row.stack) + " | " + escaped(row.meaning) + " |\n";
    }
    return text;
}

std::string diagnostics_table() {
    std::string text = "| code | severity | meaning |\n|---|---|---|\n";
    for (const DiagnosticCode* code : codes::all)
        text += "| `" + std::string(code->id) + "` | " + std::string(to_string(code->severity)) + " | " +
                std::string(code->meaning) + " |\n";
    return text;
}

void compare(const std::string& mark, const std::string& wanted) {
    const std::string path = std::string(VELLUM_SOURCE_DIR) + "/docs/engines/pathologic.md";
    std::ifstream stream(path, std::ios::binary);
    std::string page{std::istreambuf_iterator<char>(stream), {}};
    const std::string begin = "<!-- begin " + mark + " -->\n";
    const std::size_t from = page.find(begin);
    const std::size_t to = page.find("<!-- end " + mark + " -->");
    ASSERT_NE(from, std::string::npos);
    ASSERT_NE(to, std::string::npos);
    const std::size_t start = from + begin.size();
    if (std::getenv("VELLUM_BLESS") != nullptr) {
        page.replace(start, to - start, wanted);
        std::ofstream(path, std::ios::binary) << page;
        return;
    }
    EXPECT_EQ(page.substr(start, to - start), wanted);
}

TEST(PathologicDocument, OpcodeTableIsTheInstructionTable) { compare("opcodes", opcode_table()); }
TEST(PathologicDocument, DiagnosticsAreTheCatalogue) { compare("diagnostics", diagnostics_table()); }

} // namespace
} // namespace vellum::pathologic
