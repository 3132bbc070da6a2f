// What the encoder of this processor writes, run.
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "code/builder.hpp"
#include "code/executable.hpp"
#include "code/machine_code.hpp"

namespace vellum::code {
namespace {

#if VELLUM_NATIVE

constexpr auto t0 = temporary(0);
constexpr Operand variable(std::uint32_t number) { return {Operand::Kind::variable, number}; }

class MachineCodeTest : public testing::Test {
  protected:
    MachineCodeTest() {
        begin({{0, false}, {8, false}, {16, false}});
        context.frame = frame.data();
        context.bytes = bytes.data();
        context.data = data.data();
        context.calls = calls.data();
        context.limit = 1000;
        context.functions = functions.data();
    }
    void begin(std::vector<Variable> variables) {
        b = {};
        b.function.variables = std::move(variables);
        const std::uint32_t start = b.make_label();
        b.function.labels[start].entry = true;
        b.bind(start, static_cast<std::uint32_t>(b.function.variables.size()));
    }
    std::uint32_t run() {
        const MachineCode made = make_machine_code(b.function);
        const std::byte* const at = memory.add(made.bytes, "made");
        const auto enter = std::bit_cast<Enter>(memory.add(make_enter(), "enter"));
        if (at == nullptr || enter == nullptr) {
            ADD_FAILURE() << "no memory for code";
            return 0;
        }
        functions[0] = at + made.start;
        return enter(&context, functions[0]);
    }

    Builder b;
    Context context;
    std::array<std::uint64_t, 64> frame{};
    std::array<std::byte, 64> bytes{};
    std::array<std::byte, 64> data{};
    std::array<std::uint32_t, 64> calls{};
    std::array<const void*, 1> functions{};
    Executable memory{std::size_t{64} << 10U};
};

TEST_F(MachineCodeTest, TakesAChargeBackWhereItLeaves) {
    b.charge(300, b.make_exit(7, {}));
    b.ret(1, 3);
    EXPECT_EQ(run(), returned | 1);
    EXPECT_EQ(context.count, 300U);
    context.limit = 600; // nothing may come behind the instructions
    EXPECT_EQ(run(), 7U);
    EXPECT_EQ(context.count, 300U);
}

TEST_F(MachineCodeTest, FindsElementsByVariables) {
    // In a register, because the loop uses it, and where others may reach it.
    for (const bool in_memory : {false, true}) {
        begin({{0, in_memory}, {8, in_memory}, {16, in_memory}});
        const std::uint32_t again = b.make_label();
        b.bind(again, 3);
        b.value(Op::add_wide, t0, bytes_base, constant(0));
        b.load_element(variable(1), t0, variable(0));
        b.value(Op::add, variable(1), variable(1), constant(5));
        b.store_element(t0, variable(0), variable(1));
        b.value(Op::add, variable(0), variable(0), constant(1));
        b.branch(Condition::ne, variable(0), constant(6), again);
        b.ret(1, 3);
        bytes.fill(std::byte{1});
        frame[0] = 2;
        EXPECT_EQ(run(), returned | 1);
        for (std::uint32_t i = 0; i < bytes.size(); ++i)
            EXPECT_EQ(bytes[i], std::byte(i >= 8 && i < 24 && i % 4 == 0 ? 6 : 1)) << i << in_memory;
    }
}

TEST_F(MachineCodeTest, ReachesDataAndBytes) {
    b.store({data_base, {}, 4}, constant(11));
    b.store({bytes_base, {}, 8}, constant(12));
    b.value(Op::add_wide, t0, data_base, constant(0));
    b.load(variable(0), {t0, {}, 4});
    b.value(Op::add_wide, t0, bytes_base, constant(8));
    b.load(variable(1), {t0, {}, 0});
    b.value(Op::add_wide, t0, frame_base, constant(8));
    b.store({t0, {}, 8}, constant(13));
    b.ret(1, 2);
    EXPECT_EQ(run(), returned | 1);
    EXPECT_EQ(data[4], std::byte{11});
    EXPECT_EQ(bytes[8], std::byte{12});
    EXPECT_EQ(static_cast<std::uint32_t>(frame[0]), 11U);
    EXPECT_EQ(static_cast<std::uint32_t>(frame[1]), 12U);
    EXPECT_EQ(frame[2], 13U);
}

// With values in registers of either kind and at home, and with results that are used as either.
TEST_F(MachineCodeTest, ConvertsNumbers) {
    const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
    const float huge = 2147483648.0F;
    struct {
        Op op;
        std::uint32_t given, gives;
    } const cases[] = {
        {Op::real_of_integer, 7, bits(7.0F)},
        {Op::real_of_integer, 0xFFFFFFFD, bits(-3.0F)},
        {Op::real_of_integer, 16777217, bits(16777216.0F)},
        {Op::square_root, bits(2.25F), bits(1.5F)},
        {Op::square_root, bits(-0.0F), bits(-0.0F)},
        {Op::square_root, bits(2.0F), bits(1.41421356F)},
        {Op::square_root, 0x7FC00123, 0x7FC00123},
        {Op::integer_below, bits(2.75F), 2},
        {Op::integer_below, bits(-2.75F), 0xFFFFFFFD},
        {Op::integer_below, bits(-3.0F), 0xFFFFFFFD},
        {Op::integer_below, bits(-0.0F), 0},
        {Op::integer_below, bits(-0.25F), 0xFFFFFFFF},
        {Op::integer_below, bits(16777215.5F), 16777216},
        {Op::integer_below, bits(huge), 0x80000000},
        {Op::integer_below, bits(-huge), 0x80000000},
        {Op::integer_below, bits(-huge - 256.0F), 0x80000000},
        {Op::integer_below, bits(3.0e38F), 0x80000000},
        {Op::integer_below, 0x7FC00000, 0x80000000},
        {Op::integer_towards, bits(2.75F), 2},
        {Op::integer_towards, bits(-2.75F), 0xFFFFFFFE},
        {Op::integer_towards, bits(-0.25F), 0},
        {Op::integer_towards, bits(huge), 0x80000000},
        {Op::integer_towards, bits(-huge), 0x80000000},
        {Op::integer_towards, 0x7FC00000, 0x80000000},
    };
    for (const bool in_memory : {false, true})
        for (const bool other_kind : {false, true})
            for (const auto& one : cases) {
                begin({{0, in_memory}, {8, in_memory}, {16, in_memory}});
                const std::uint32_t again = b.make_label();
                b.bind(again, 3);
                const bool is_real = (one.op != Op::real_of_integer) != other_kind;
                if (is_real) { // in a loop, so that it has a register of that kind
                    b.branch_real(Condition::gt, false, variable(0), constant(0), again + 1);
                    b.branch_real(Condition::lt, false, variable(0), constant(0), again + 1);
                } else {
                    b.branch(Condition::eq, variable(0), constant(5), again + 1);
                    b.branch(Condition::eq, variable(0), constant(6), again + 1);
                }
                ASSERT_EQ(b.make_label(), again + 1);
                b.bind(again + 1, 0);
                b.value(one.op, variable(1), variable(0), {});
                b.value(Op::add, variable(2), variable(2), constant(1));
                b.branch(Condition::ne, variable(2), constant(3), again);
                b.ret(1, 3);
                frame = {one.given, 99, 0};
                EXPECT_EQ(run(), returned | 1);
                EXPECT_EQ(static_cast<std::uint32_t>(frame[1]), one.gives)
                    << static_cast<int>(one.op) << " of " << one.given;
            }
}

// The left one of two NaNs stays, quieted; a new one has a sign. In registers and at home.
TEST_F(MachineCodeTest, MakesNaNsAsItIsSaid) {
    const auto bits = [](float number) { return std::bit_cast<std::uint32_t>(number); };
    constexpr std::uint32_t infinity = 0x7F800000, fresh = 0xFFC00000;
    struct {
        Op op;
        std::uint32_t a, b, gives;
    } const cases[] = {
        {Op::fadd, 0x7FC00001, 0x7FC00002, 0x7FC00001}, {Op::fadd, 0x7FC00001, 0xFF800002, 0x7FC00001},
        {Op::fsub, 0xFF800003, bits(1.0F), 0xFFC00003}, {Op::fmul, bits(1.0F), 0x7F800004, 0x7FC00004},
        {Op::fdiv, bits(0.0F), bits(0.0F), fresh},      {Op::fsub, infinity, infinity, fresh},
        {Op::fmul, bits(0.0F), infinity, fresh},        {Op::fadd, bits(1.5F), bits(2.0F), bits(3.5F)},
        {Op::fdiv, bits(1.0F), bits(0.0F), infinity},   {Op::square_root, bits(-1.0F), bits(0.0F), fresh},
    };
    for (const bool in_memory : {false, true})
        for (const bool in_place : {false, true})
            for (const auto& one : cases) {
                begin({{0, in_memory}, {8, in_memory}, {16, in_memory}});
                b.value(one.op, variable(in_place ? 0 : 2), variable(0),
                        one.op == Op::square_root ? Operand{} : variable(1));
                b.ret(1, 3);
                frame = {one.a, one.b, 0};
                EXPECT_EQ(run(), returned | 1);
                EXPECT_EQ(static_cast<std::uint32_t>(frame[in_place ? 0 : 2]), one.gives)
                    << static_cast<int>(one.op) << " of " << one.a << " and " << one.b;
            }
}

/// What an invoked function was given, and what it saw of the frame.
struct Seen {
    std::uint32_t a = 0, b = 0, kept = 0, other = 0;
    const std::uint64_t* frame = nullptr;
};
Seen seen;

// Values live across the call come through it, in registers or not; those that are kept are at home in it.
TEST_F(MachineCodeTest, InvokesFunctions) {
    constexpr auto function =
        +[](std::uint32_t a, std::uint32_t second, const Context* where, std::uint64_t number) {
            seen = {a, second, static_cast<std::uint32_t>(seen.frame[0]), static_cast<std::uint32_t>(number),
                    seen.frame};
            return std::uint64_t{where->count} << 32U | 77U;
        };
    for (const bool in_memory : {false, true})
        for (const bool constant_first : {false, true}) {
            begin({{0, in_memory}, {8, in_memory}, {16, in_memory}});
            const std::uint32_t again = b.make_label();
            Invocation invocation{reinterpret_cast<std::uint64_t>(function), {}};
            using Kind = Invocation::Given::Kind;
            invocation.given = {Invocation::Given{Kind::a, 0},
                                {Kind::b, 0},
                                {Kind::place, 0},
                                {Kind::number, 1ULL << 33U | 5}};
            b.bind(again, 3);
            b.value(Op::add, variable(0), variable(0), constant(1));
            b.value(Op::add, variable(2), variable(0), constant(10));
            b.count(3);
            b.store({context_base, {}, offsetof(Context, count)}, count_base, 8);
            b.invoke(t0, invocation, constant_first ? constant(99) : variable(2), variable(1), 1);
            b.move(variable(1), t0);
            b.value(Op::add, variable(1), variable(1), variable(2));
            b.branch(Condition::ne, variable(0), constant(4), again);
            b.ret(1, 3);
            frame.fill(0);
            frame[1] = 1;
            context.count = 0;
            seen = {};
            seen.frame = frame.data();
            EXPECT_EQ(run(), returned | 1);
            EXPECT_EQ(seen.a, constant_first ? 99U : 14U);
            EXPECT_EQ(seen.b, 77U + 13U) << "what the call before it made of it";
            EXPECT_EQ(seen.kept, 4U);
            EXPECT_EQ(seen.other, 5U);
            EXPECT_EQ(static_cast<std::uint32_t>(frame[1]), 77U + 14U);
            EXPECT_EQ(context.count, 12U);
        }
}

// Calls itself, by its own address and by the table's, until there is an exit or the number is 0.
TEST_F(MachineCodeTest, CallsAndLeavesWithWhatIsOpen) {
    for (const bool itself : {true, false}) {
        begin({{0, false}});
        const std::uint32_t call = b.make_label();
        b.branch(Condition::ne, variable(0), constant(0), call);
        b.ret(1, 1);
        b.bind(call, 1);
        b.charge(10, b.make_exit(7, {}));
        b.value(Op::sub, variable(0), variable(0), constant(1));
        b.store({frame_base, {}, 200}, variable(0));
        b.load(t0, {context_base, {}, offsetof(Context, functions)}, 8);
        b.load(t0, {t0, {}, 0}, 8);
        b.call(0, itself ? Operand{} : t0, {5, 200, 4}, 1);
        b.store({bytes_base, {}, 0}, constant(9));
        b.ret(2, 1);
        std::array<std::uint64_t, 256> frames{};
        context.frame = frames.data();
        context.count = 0;
        context.limit = 1000;
        bytes.fill(std::byte{0});
        frames[0] = 3;
        EXPECT_EQ(run(), returned | 2);
        EXPECT_EQ(context.count, 30U);
        EXPECT_EQ(context.frame, frames.data());
        EXPECT_EQ(context.bytes, bytes.data());
        EXPECT_EQ(context.calls, calls.data());
        EXPECT_EQ(frames[75], 0U);
        EXPECT_EQ(bytes[8], std::byte{9});
        frames[0] = 3;
        context.count = 0;
        context.limit = 30; // the third call is not made
        EXPECT_EQ(run(), 7U);
        EXPECT_EQ(context.count, 20U);
        EXPECT_EQ(context.frame, frames.data() + 50);
        EXPECT_EQ(context.bytes, bytes.data() + 8);
        EXPECT_EQ(context.calls, calls.data() + 2);
        EXPECT_EQ(calls[1], 5U);
        context.calls = calls.data();
        context.bytes = bytes.data();
    }
}

#endif

} // namespace
} // namespace vellum::code
