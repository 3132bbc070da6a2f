// The texts that the line printer copies are those that the kinds print, for every table of every engine.
#include <gtest/gtest.h>

#include <vector>

#include "base/text_writer.hpp"
#include "isa/code.hpp"
#include "vellum/engine.hpp"
#include "vellum/vellum.hpp"

namespace vellum::isa {
namespace {

struct NoNames : Symbols {
    bool write(TextWriter&, SymbolSpace, std::uint32_t) const override { return false; }
};

/// What the kind itself prints for these values of an instruction.
std::string printed(const OperandSpec& spec, const std::vector<std::uint32_t>& values) {
    const Code code;
    const Instruction instruction{};
    const NoNames names;
    TextWriter out;
    spec.kind->text->print(
        out, names, {code, instruction, spec, std::span(values).first(spec.kind->field_count), values});
    return out.take();
}

void compare(const OperandSpec& spec, std::string_view mnemonic) {
    const PreformattedOperands& usual = spec.kind->text->preformatted;
    const bool by_last = usual.mark == PreformattedOperands::Mark::last_value;
    if (usual.mark != PreformattedOperands::Mark::none) {
        ASSERT_EQ(usual.plain.size(), usual.marked.size()) << mnemonic;
    }
    for (std::uint32_t value = 0; value < usual.plain.size(); ++value) {
        if (usual.masked && (value & ~std::uint32_t{spec.param}) != 0) break;
        // The occurrence, and behind it the last value of the instruction.
        std::vector<std::uint32_t> values(spec.kind->field_count + (by_last ? 1U : 0U), 0);
        values[0] = value;
        EXPECT_EQ(usual.plain[value].view(), printed(spec, values)) << mnemonic << ' ' << spec.name;
        if (usual.masked) {
            values[0] |= ~std::uint32_t{spec.param};
            EXPECT_EQ(usual.plain[value].view(), printed(spec, values)) << mnemonic << ' ' << spec.name;
        }
        if (usual.mark == PreformattedOperands::Mark::none) continue;
        values.back() = by_last ? spec.param : 1;
        EXPECT_EQ(usual.marked[value].view(), printed(spec, values)) << mnemonic << ' ' << spec.name;
    }
}

TEST(PreformattedOperands, AreWhatTheKindsPrint) {
    std::size_t compared = 0;
    for (const Engine* engine : engines())
        for (const Table* table : engine->format().tables())
            for (const Row& row : table->rows)
                for (const OperandSpec& spec : row.operands) {
                    if (spec.kind->text->preformatted.plain.empty()) continue;
                    compare(spec, row.mnemonic);
                    ++compared;
                }
    EXPECT_GT(compared, 200U);
}

} // namespace
} // namespace vellum::isa
