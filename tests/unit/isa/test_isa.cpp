// The instruction layer on a small made-up table that has every feature a real one uses: all field widths,
// lists counted by an operand and from outside, relative and absolute targets, opcode ranges, hidden
// operands.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "analysis/verify_flow.hpp"
#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"
#include "isa/codes.hpp"
#include "isa/kinds.hpp"
#include "isa/listing.hpp"

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
constexpr Table table{"made-up", "the made-up table", Field::u8,     AddressUnit::byte,
                      rows,      row_index,           layouts.data()};

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

TEST(Isa, FlowIsVerified) {
    const auto verdict = [](std::string_view source) {
        Diagnostics diagnostics;
        Names names;
        const Code code = assemble(source, diagnostics, names);
        EXPECT_TRUE(diagnostics.ok());
        const std::array<analysis::EntryPoint, 1> entries{{{0, 0}}};
        const analysis::FlowFacts facts =
            analysis::verify_flow(code, entries, analysis::OperandStack::tracked, diagnostics);
        std::string text = facts.verified ? "verified" : "not verified";
        for (const Diagnostic& diagnostic : diagnostics.all()) text += " " + std::string(diagnostic.code->id);
        return text + " " + std::to_string(facts.max_depth);
    };
    EXPECT_EQ(verdict("Push 1\nPush 2\nPop\nPop\nEnd\n"), "verified 2");
    EXPECT_EQ(verdict("a: Push 1\nNear a\nEnd\n"), "verified 1");
    EXPECT_EQ(verdict("Pop\nEnd\n"), "not verified isa.stack-underflow 0");
    EXPECT_EQ(verdict("a: Push 1\nPush 1\nNear a\nEnd\n"), "not verified isa.stack-mismatch 2");
    EXPECT_EQ(verdict("Push 1\n"), "not verified isa.fall-off 0");
    EXPECT_EQ(verdict("Far 77\n"), "not verified isa.jump-target 0");
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

std::int64_t none_for_two(const void*, std::uint32_t id) { return id == 2 ? 0 : three_for_one(nullptr, id); }

TEST(Isa, InstructionsAreTheSameWhereverTheBytesEnd) {
    // most instructions are read the quick way, the last ones with every check
    constexpr DecodeContext context{none_for_two};
    const std::vector<std::vector<int>> instructions{{0},
                                                     {1, 7},
                                                     {2, 1, 2, 3, 4, 5, 6},
                                                     {8},
                                                     {15},
                                                     {16, 0},
                                                     {16, 1, 9},
                                                     {16, 3, 7, 8, 9},
                                                     {17, 2},
                                                     {17, 1, 7, 8, 9},
                                                     {18},
                                                     {7, 1, 0},
                                                     {5, 0, 0},
                                                     {6, 0, 0, 0, 0},
                                                     {4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
    for (const std::vector<int>& instruction : instructions)
        for (const std::size_t behind : {0U, 1U, 2U, 3U, 60U})
            for (const std::size_t before : {0U, 1U, 60U}) {
                std::vector<std::byte> bytes(before); // Nop
                for (const int byte : instruction) bytes.push_back(static_cast<std::byte>(byte));
                bytes.resize(bytes.size() + behind);
                const Result<Code> code = decode(table, bytes, context);
                ASSERT_TRUE(code) << format(code.error());
                ASSERT_EQ(code->instructions.size(), before + 1 + behind);
                const Instruction& found = code->instructions[before];
                EXPECT_EQ(found.address, before);
                EXPECT_EQ(found.opcode, instruction[0]);
                const auto alone =
                    decode(table, std::span(bytes).subspan(before, instruction.size()), context);
                ASSERT_TRUE(alone);
                EXPECT_TRUE(
                    std::ranges::equal(code->operands(found), alone->operands(alone->instructions[0])));
                EXPECT_EQ(encode(*code), bytes);
            }
}

TEST(Isa, CountsFromOutsideAreAskedOnce) {
    constexpr DecodeContext context{none_for_two};
    const auto operands = [&](std::initializer_list<int> list) {
        std::vector<std::byte> bytes;
        for (const int byte : list) bytes.push_back(static_cast<std::byte>(byte));
        const Result<Code> code = decode(table, bytes, context);
        if (!code) return std::string(code.error().code->id);
        std::string text;
        for (const std::uint32_t value : code->operands(code->instructions.front()))
            text += std::to_string(value) + " ";
        return text;
    };
    EXPECT_EQ(operands({17, 2}), "2 ") << "nothing is a number, too";
    EXPECT_EQ(operands({17, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
              "2 ");
    EXPECT_EQ(operands({17, 1, 4, 5, 6}), "1 4 5 6 ");
    EXPECT_EQ(operands({17, 3}), "isa.repeat");
    EXPECT_EQ(operands({17, 1, 4, 5}), "isa.truncated");
}

TEST(Isa, NumbersOfAFieldReachFromEndToEnd) {
    const auto problems = [](std::string_view source) {
        Diagnostics diagnostics;
        Names names;
        const Code code = assemble(source, diagnostics, names);
        return diagnostics.errors();
    };
    EXPECT_EQ(problems("Push 0\nPush 255\n"), 0U);
    EXPECT_EQ(problems("Push -1\n"), 1U);
    EXPECT_EQ(problems("Push 256\n"), 1U);
    EXPECT_EQ(problems("Pair -32768, 0\nPair 32767, 4294967295\n"), 0U);
    EXPECT_EQ(problems("Pair -32769, 0\n"), 1U);
    EXPECT_EQ(problems("Pair 32768, 0\n"), 1U);
    EXPECT_EQ(problems("Pair 0, 4294967296\n"), 1U);
    EXPECT_EQ(problems("Run 0\nRun 7\n"), 0U);
    EXPECT_EQ(problems("Run 8\n"), 1U);
}

class OneDirective : public DirectiveHandler {
  public:
    bool directive(std::string_view name, LineLexer& lexer, Diagnostics&, Assembler&) override {
        if (name != "fine") return false;
        static_cast<void>(lexer.accept(','));
        return true;
    }
};

TEST(Isa, DirectivesHaveTheirLineForThemselves) {
    const auto problems = [](std::string_view source) {
        Diagnostics diagnostics;
        Names names;
        OneDirective directives;
        Assembler assembler(table, names, directives, diagnostics);
        assembler.assemble(source);
        std::string seen = std::to_string(assembler.take_code().instructions.size());
        for (const Diagnostic& each : diagnostics.all())
            seen += " " + std::to_string(each.place.line) + " " + std::string(each.code->id);
        return seen;
    };
    EXPECT_EQ(problems(".fine\nPush 1\n"), "1");
    EXPECT_EQ(problems(".fine ,\nPush 1\n"), "1");
    EXPECT_EQ(problems(".fine Push 1\nPush 2\n"), "1 1 text.syntax");
    EXPECT_EQ(problems(".fine , ,\nPush 2\n"), "1 1 text.syntax");
    EXPECT_EQ(problems(".other Push 1\nPush 2\n"), "1 1 asm.directive");
}

TEST(Isa, AnInstructionHasAtMost65535Values) {
    const auto problems = [](std::size_t values) {
        std::string source = "Ask 1";
        for (std::size_t i = 1; i < values; ++i) source += ", 7";
        Diagnostics diagnostics;
        Names names;
        const Code code = assemble(source + "\n", diagnostics, names);
        if (!diagnostics.ok()) return diagnostics.all()[0].message;
        return std::to_string(code.operands(code.instructions.at(0)).size());
    };
    EXPECT_EQ(problems(40000), "40000");
    EXPECT_EQ(problems(65535), "65535");
    EXPECT_EQ(problems(65536), "an instruction has at most 65535 operand values");
}

TEST(Isa, ListsCountedFromOutsideMayBeLong) {
    constexpr DecodeContext context{[](const void*, std::uint32_t) -> std::int64_t { return 60'000; }};
    std::vector<std::byte> bytes(60'002, std::byte{9});
    bytes[0] = std::byte{17};
    const Result<Code> code = decode(table, bytes, context);
    ASSERT_TRUE(code) << format(code.error());
    EXPECT_EQ(code->operands(code->instructions.at(0)).size(), 60'001U);
    EXPECT_EQ(encode(*code), bytes);
}

TEST(Isa, TargetsThatAreNoInstructionsAreNumbers) {
    const std::vector<std::byte> bytes{std::byte{5},    std::byte{0x00}, std::byte{0x80}, std::byte{6},
                                       std::byte{0x44}, std::byte{0x33}, std::byte{0x22}, std::byte{0x11}};
    const Result<Code> code = decode(table, bytes, asks);
    ASSERT_TRUE(code);
    Names names;
    TextWriter near, far;
    print_instruction(near, *code, 0, names);
    print_instruction(far, *code, 1, names);
    EXPECT_NE(near.view().find("-32768"), std::string::npos) << near.view();
    EXPECT_NE(far.view().find(std::to_string(0x11223344)), std::string::npos) << far.view();
}

} // namespace
} // namespace vellum::isa
