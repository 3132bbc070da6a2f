// The instruction layer on a small made-up table that has every feature a real one uses: all field widths,
// lists counted by an operand and from outside, relative and absolute targets, opcode ranges, hidden
// operands.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"
#include "isa/codes.hpp"
#include "isa/kinds.hpp"
#include "isa/listing.hpp"
#include "isa/verify.hpp"

namespace vellum::isa {
namespace {

constexpr OperandKind byte_kind = integer_kind("byte", Field::u8);
constexpr OperandKind short_kind = integer_kind("short", Field::i16);
constexpr OperandKind word_kind = integer_kind("word", Field::u32);
constexpr OperandKind float_kind = real_kind("float");
constexpr OperandKind point_kind = vector_kind("vector");
constexpr OperandKind near_kind = relative_kind(Field::i16);
constexpr OperandKind far_kind = target_kind(Field::u32);
constexpr OperandKind text_kind = reference_kind("text", Field::u16, SymbolSpace::string);
constexpr OperandKind number_kind = integer_kind("number", Field::opcode);
constexpr OperandKind hidden_count = [] {
    OperandKind kind = integer_kind("count", Field::u8);
    kind.shown = false;
    return kind;
}();

constexpr std::array<OperandSpec, 1> one_byte{{{"value", &byte_kind}}};
constexpr std::array<OperandSpec, 2> short_word{{{"small", &short_kind}, {"large", &word_kind}}};
constexpr std::array<OperandSpec, 1> one_float{{{"value", &float_kind}}};
constexpr std::array<OperandSpec, 1> one_point{{{"value", &point_kind}}};
constexpr std::array<OperandSpec, 1> near_target{{{"target", &near_kind}}};
constexpr std::array<OperandSpec, 1> far_target{{{"target", &far_kind}}};
constexpr std::array<OperandSpec, 1> one_text{{{"text", &text_kind, Access::read}}};
constexpr std::array<OperandSpec, 1> in_opcode{{{"number", &number_kind}}};
constexpr std::array<OperandSpec, 2> counted_list{
    {{"count", &hidden_count}, {"item", &byte_kind, Access::read, Repeat::counted, 0}}};
constexpr std::array<OperandSpec, 2> external_list{
    {{"id", &byte_kind}, {"argument", &byte_kind, Access::read, Repeat::external, 0}}};

constexpr StackEffect pushes_one{0, 1, "-- a"};
constexpr StackEffect pops_one{1, 0, "a --"};

constexpr std::array<Row, 14> rows{{
    {"Nop", 0, 0, {}, {}, Flow::next, "Does nothing."},
    {"Push", 1, 1, one_byte, pushes_one, Flow::next, "Pushes a byte."},
    {"Pair", 2, 2, short_word, {}, Flow::next, "Two numbers."},
    {"Real", 3, 3, one_float, {}, Flow::next, "A float."},
    {"Point", 4, 4, one_point, {}, Flow::next, "A vector."},
    {"Near", 5, 5, near_target, pops_one, Flow::branch, "Branches."},
    {"Far", 6, 6, far_target, {}, Flow::jump, "Jumps."},
    {"Say", 7, 7, one_text, {}, Flow::next, "Says a text."},
    {"Run", 8, 15, in_opcode, {}, Flow::next, "Runs a number."},
    {"List", 16, 16, counted_list, {}, Flow::next, "A counted list."},
    {"Ask", 17, 17, external_list, {}, Flow::next, "A list counted elsewhere."},
    {"Pop", 18, 18, {}, pops_one, Flow::next, "Pops."},
    {"End", 19, 19, {}, {}, Flow::stop, "Ends."},
    {"PushTheByteThatStandsBehindThisUnusuallyLongMnemonic", 20, 20, one_byte, pushes_one, Flow::next,
     "Longer than what is kept of a line's beginning."},
}};
static_assert(well_formed(rows));
constexpr auto row_index = make_index<21>(rows);
constexpr auto layouts = make_layouts<std::size(rows)>(rows);
constexpr Table table{"made-up", "the made-up table", Field::u8, AddressUnit::byte, rows, row_index, layouts};

/// Texts by number, as a program's pool would give them.
class Names : public Symbols, public Resolver {
  public:
    bool write(TextWriter& out, SymbolSpace space, std::uint32_t id) const override {
        if (space != SymbolSpace::string || id >= texts.size()) return false;
        out.quoted(texts[id]);
        return true;
    }
    std::optional<std::uint32_t> find(SymbolSpace, std::string_view) override { return std::nullopt; }
    std::optional<std::uint32_t> intern(SymbolSpace, std::string_view text) override {
        for (std::size_t i = 0; i < texts.size(); ++i)
            if (texts[i] == text) return static_cast<std::uint32_t>(i);
        texts.emplace_back(text);
        return static_cast<std::uint32_t>(texts.size() - 1);
    }
    std::vector<std::string> texts;
};

class NoDirectives : public DirectiveHandler {
  public:
    bool directive(std::string_view, LineLexer&, Diagnostics&, Assembler&) override { return false; }
};

Code assemble(std::string_view text, Diagnostics& diagnostics, Names& names) {
    NoDirectives directives;
    Assembler assembler(table, names, directives, diagnostics);
    assembler.assemble(text);
    return assembler.take_code();
}

std::string list(const Code& code, const Names& names) {
    TextWriter out;
    const LineTable line_table(*code.table);
    LinePrinter lines(out, code, names, {}, line_table);
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        print_label(out, names, code.instructions[i].address);
        out.text(":\n");
        lines.print(i);
    }
    print_label(out, names, code.end_address());
    out.text(":\n");
    return out.take();
}

std::int64_t three_for_one(const void*, std::uint32_t id) { return id == 1 ? 3 : -1; }
constexpr DecodeContext asks{three_for_one};

TEST(Isa, EveryRowSurvivesListingAndAssembling) {
    const std::string source = R"(
        Nop
start:  Push 255
        Pair -32768, 4294967295
        Real -0.5
        Real nan(0x7fc00123)
        Point (1.0, 2, -3.25)
        Near start
        Near end
        Say "hello \"you\"\n"
        Run 0
        Run 7
        List
        List 1, 2, 3
        Ask 1, 7, 8, 9
        PushTheByteThatStandsBehindThisUnusuallyLongMnemonic 7
        Pop
        Far end
end:    End
    )";
    Diagnostics diagnostics;
    Names names;
    const Code code = assemble(source, diagnostics, names);
    ASSERT_TRUE(diagnostics.ok()) << format(diagnostics.all().front());
    const std::vector<std::byte> bytes = encode(code);
    EXPECT_EQ(bytes.size(), code.size);

    const Result<Code> decoded = decode(table, bytes, asks);
    ASSERT_TRUE(decoded) << decoded.error().message;
    EXPECT_EQ(encode(*decoded), bytes);
    const std::string listing = list(*decoded, names);
    EXPECT_NE(listing.find("Pair          -32768, 4294967295"), std::string::npos) << listing;

    const Code again = assemble(listing, diagnostics, names);
    ASSERT_TRUE(diagnostics.ok()) << format(diagnostics.all().front()) << listing;
    EXPECT_EQ(encode(again), bytes) << listing;
}

TEST(Isa, ALineHoldsTheInstructionAsItIsPrintedAlone) {
    Diagnostics diagnostics;
    Names names;
    const Code code =
        assemble("Nop\nPush 1\nPair 1, 2\nPoint (1, 2, 3)\nNear 0\nSay \"you\"\nRun 7\nList\nList 1\n"
                 "List 1, 2\nAsk 1, 7, 8, 9\n"
                 "PushTheByteThatStandsBehindThisUnusuallyLongMnemonic 7\n",
                 diagnostics, names);
    ASSERT_TRUE(diagnostics.ok()) << format(diagnostics.all().front());
    TextWriter lines;
    const LineTable line_table(*code.table);
    LinePrinter printer(lines, code, names, {.addresses = false}, line_table);
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        TextWriter alone;
        print_instruction(alone, code, i, names);
        lines.clear();
        printer.print(i);
        EXPECT_EQ(lines.view(), "    " + std::string(alone.view()) + "\n");
    }
}

TEST(Isa, AddressesAndTargetsAreInTheTablesUnit) {
    Diagnostics diagnostics;
    Names names;
    const Code code = assemble("Nop\nPush 1\nNear 0\nFar 1\n", diagnostics, names);
    ASSERT_TRUE(diagnostics.ok());
    EXPECT_EQ(code.instructions[2].address, 3U);
    EXPECT_EQ(target_of(code, 2), 6);
    EXPECT_EQ(target_of(code, 3), 1);
    EXPECT_EQ(code.at(3), 2);
    EXPECT_EQ(code.at(2), -1);
    EXPECT_EQ(code.end_address(), 11U);
}

TEST(Isa, AssemblerReportsEveryMistakeWithItsLine) {
    Diagnostics diagnostics;
    Names names;
    static_cast<void>(
        assemble("Fly 1\nPush\nPush 256\nPush 1 2\nNear nowhere\nlabel:\nlabel:\n.what\nSay 7 7\n42\n",
                 diagnostics, names));
    std::string seen;
    for (const Diagnostic& diagnostic : diagnostics.all())
        seen += std::to_string(diagnostic.place.line) + " " + std::string(diagnostic.code->id) + "\n";
    EXPECT_EQ(seen, "1 asm.unknown-mnemonic\n2 asm.operand\n3 asm.operand\n4 text.syntax\n7 asm.duplicate\n"
                    "8 asm.directive\n9 text.syntax\n10 asm.syntax\n5 asm.unknown-name\n");
}

TEST(Isa, LabelsMustBeNear) {
    std::string source = "Near far\n";
    for (int i = 0; i < 33000; ++i) source += "Nop\n";
    source += "far: End\n";
    Diagnostics diagnostics;
    Names names;
    static_cast<void>(assemble(source, diagnostics, names));
    ASSERT_EQ(diagnostics.errors(), 1U);
    EXPECT_NE(diagnostics.all()[0].message.find("too far"), std::string::npos);
}

TEST(Isa, DecoderRefusesBadBytesWithTheirOffset) {
    const auto refused = [](std::initializer_list<int> bytes) {
        std::vector<std::byte> data;
        for (const int byte : bytes) data.push_back(static_cast<std::byte>(byte));
        const Result<Code> code = decode(table, data, asks);
        return code ? std::string("decoded")
                    : std::string(code.error().code->id) + "@" + std::to_string(code.error().place.offset);
    };
    EXPECT_EQ(refused({0, 200}), "isa.unknown-opcode@1");
    EXPECT_EQ(refused({0, 0, 1}), "isa.truncated@2");
    EXPECT_EQ(refused({16, 4, 1, 2, 3}), "isa.truncated@0");
    EXPECT_EQ(refused({17, 2, 1, 2, 3}), "isa.repeat@0");
    EXPECT_EQ(refused({17, 1, 1, 2, 3}), "decoded");
}

TEST(Isa, VerifierProvesDepths) {
    const auto verdict = [](std::string_view source) {
        Diagnostics diagnostics;
        Names names;
        const Code code = assemble(source, diagnostics, names);
        EXPECT_TRUE(diagnostics.ok());
        const std::array<EntryPoint, 1> entries{{{0, 0}}};
        const FlowFacts facts = verify_flow(code, entries, {}, diagnostics);
        std::string text = facts.proved ? "proved" : "not proved";
        for (const Diagnostic& diagnostic : diagnostics.all()) text += " " + std::string(diagnostic.code->id);
        return text + " " + std::to_string(facts.max_depth);
    };
    EXPECT_EQ(verdict("Push 1\nPush 2\nPop\nPop\nEnd\n"), "proved 2");
    EXPECT_EQ(verdict("a: Push 1\nNear a\nEnd\n"), "proved 1");
    EXPECT_EQ(verdict("Pop\nEnd\n"), "not proved isa.stack-underflow 0");
    EXPECT_EQ(verdict("a: Push 1\nPush 1\nNear a\nEnd\n"), "not proved isa.stack-mismatch 2");
    EXPECT_EQ(verdict("Push 1\n"), "not proved isa.fall-off 0");
    EXPECT_EQ(verdict("Far 77\n"), "not proved isa.jump-target 0");
}

TEST(Isa, ListsOfAnyCountEndWhereTheirCountSays) {
    const auto counted = [](const void* self, std::uint32_t) {
        return *static_cast<const std::int64_t*>(self);
    };
    for (const std::int64_t count : {-1, 0, 1, 2}) {
        DecodeContext context{counted};
        context.self = &count;
        const std::byte bytes[] = {std::byte{17}, std::byte{9}, std::byte{0}, std::byte{0}};
        const Result<Code> code = decode(table, bytes, context);
        ASSERT_EQ(code.has_value(), count >= 0) << count;
        if (!code) continue;
        EXPECT_EQ(code->instructions.size(), static_cast<std::size_t>(3 - count)) << count;
        EXPECT_EQ(code->instructions[0].count, static_cast<std::size_t>(1 + count));
        EXPECT_EQ(encode(*code), std::vector(std::begin(bytes), std::end(bytes)));
    }
}

TEST(Isa, AnInstructionHasSoManyValuesAndNoMore) {
    const auto mistakes = [](std::size_t values) {
        std::string text = "Ask 1";
        for (std::size_t i = 1; i < values; ++i) text += ", 7";
        Diagnostics diagnostics;
        Names names;
        static_cast<void>(assemble(text + "\nEnd\n", diagnostics, names));
        return diagnostics.errors();
    };
    EXPECT_EQ(mistakes(1), 0U);
    EXPECT_EQ(mistakes(0x8000), 0U);
    EXPECT_EQ(mistakes(0xFFFF), 0U);
    EXPECT_EQ(mistakes(0x10000), 1U);
}

TEST(Isa, BehindADirectiveTheLineIsOver) {
    Diagnostics diagnostics;
    Names names;
    static_cast<void>(assemble(".nothing at all\nNop\n.more Nop\nNop Nop\nNop\n", diagnostics, names));
    std::string lines;
    for (const Diagnostic& each : diagnostics.all()) lines += std::to_string(each.place.line) + " ";
    EXPECT_EQ(lines, "1 3 4 ");
}

} // namespace
} // namespace vellum::isa
