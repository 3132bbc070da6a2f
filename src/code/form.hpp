// The register form of a function: typed operations over variables that live in a stack frame and may be kept
// in machine registers between. Engines write it (Builder); machine code (machine_code.hpp) and C++ text are
// made of it.
//
// A variable is 32 bits of the frame, its home. Code made from the form may keep it elsewhere, but wherever
// control leaves (an exit, a call) every variable that may still be read is in its home. An exit is a number
// that the caller gets: nothing of what stands behind it has been done, so the engine's own loop goes on
// there without any map.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::code {

/// What compiled code and its caller share. Engines derive from it and reach their own members by offset.
struct Context {
    std::uint64_t* frame = nullptr;         ///< The running function's frame.
    std::byte* bytes = nullptr;             ///< Its part of a second stack, of bytes.
    std::byte* data = nullptr;              ///< Global data of the program.
    std::uint32_t* calls = nullptr;         ///< Where the next open call is noted: one number each.
    std::uint64_t count = 0;                ///< Instructions executed.
    std::uint64_t limit = 0;                ///< `count` at which code leaves before it does anything more.
    const void* const* functions = nullptr; ///< Code of each function by number, null while it has none.
    const void* other = nullptr;            ///< Code of another program that is called.
};

enum class Op : std::uint8_t {
    // d = a . b, 32 bits; b may be a constant. Division: b is neither 0 nor -1. Shifts: modulo 32.
    add,
    sub,
    mul,
    bit_and,
    bit_or,
    bit_xor,
    shl,
    sar,
    shr,
    div,
    mod,
    // The same of 64 bits, in temporaries; what has 32 bits is extended with zeros.
    add_wide,
    sub_wide,
    shl_wide,
    // Floats. Of two NaNs the left one stays; a new one is 0xFFC00000.
    fadd,
    fsub,
    fmul,
    fdiv,
    // In machine code only; integer_below is without the first temporary.
    square_root,     ///< d = the float's root
    real_of_integer, ///< d = the float of a, which has a sign
    integer_below,   ///< d = the float rounded down; what does not fit is the lowest integer
    integer_towards, ///< the same rounded towards 0
    move,            ///< d = a
    load,            ///< d = memory of `width` bytes, extended with zeros
    load_signed,     ///< the same of 2 bytes, with its sign
    store,           ///< memory = b, `width` bytes
    set,             ///< d = a `condition` b
    set_real,        ///< the same of floats
    branch,          ///< to `label` if a `condition` b
    branch_wide,     ///< of 64 bits, signed where the condition is
    branch_memory,   ///< a `condition` memory of `width` bytes
    branch_real,     ///< of floats; `negated`: if it does not hold
    jump,            ///< to `label`
    label,           ///< `label` is here
    count,           ///< `number` more instructions were executed
    budget,          ///< to `label` unless `number` more may be executed and others after them
    charge,          ///< the same, and counts them where it goes on
    helper,          ///< calls `function` with the context and `number`; a number from 0 on is an exit
    invoke,          ///< d, a temporary, = what a function gives; see Invocation. In machine code only.
    call,            ///< calls function `number`, whose code is a; none: that of this function; see CallSite
    wide,            ///< d, a temporary or the place of the data, = the number `wide`. In machine code only.
    call_other, ///< calls `Context::other` between two helpers: `function` moves all there, `behind` back.
                ///< In translations only.
    ret,        ///< leaves the function, whose last operation is `number`
    remark      ///< nothing: what follows stands for `number`, for readers
};

enum class Condition : std::uint8_t { eq, ne, lt, ge, gt, le, below, not_below, above, not_above };

/// A temporary is 64 bits of scratch, gone at a label, a call or a helper, and at shifts and divisions.
inline constexpr std::uint32_t temporaries = 3;

struct Operand {
    enum class Kind : std::uint8_t {
        none,
        variable,
        temporary,
        constant,
        frame,
        bytes,
        data,
        calls,
        count,
        context
    };
    Kind kind = Kind::none;
    std::uint32_t value = 0;
    [[nodiscard]] bool is(Kind wanted) const noexcept { return kind == wanted; }
};
[[nodiscard]] constexpr Operand temporary(std::uint32_t number) noexcept {
    return {Operand::Kind::temporary, number};
}
[[nodiscard]] constexpr Operand constant(std::uint32_t value) noexcept {
    return {Operand::Kind::constant, value};
}
inline constexpr Operand frame_base{Operand::Kind::frame, 0};
inline constexpr Operand bytes_base{Operand::Kind::bytes, 0};
inline constexpr Operand data_base{Operand::Kind::data, 0};
inline constexpr Operand calls_base{Operand::Kind::calls, 0};
inline constexpr Operand count_base{Operand::Kind::count, 0}; ///< Instructions executed.
inline constexpr Operand context_base{Operand::Kind::context, 0};

/// base + index + offset; the index is a temporary or none.
/// Loads and stores may have a variable as index in its place: a, in units of their width. A store is without
/// the last temporary then.
struct Memory {
    Operand base;
    Operand index;
    std::int32_t offset = 0;
};

/// Code gives an exit, or with this bit the number of the `ret` that ended the function it was entered in.
inline constexpr std::uint32_t returned = 0x80000000U;
/// Answers helpers give: negative to go on, otherwise an exit.
inline constexpr std::int32_t go_on = -1;
using Helper = std::int32_t (*)(Context* context, std::uint32_t number);

struct Instruction {
    Op op = Op::label;
    Condition condition = Condition::eq;
    std::uint8_t width = 4;
    bool negated = false;
    bool cold = false; ///< Rarely executed: registers are not given for it, and its jumps make no loop.
    Operand d;
    Operand a;
    Operand b;
    Memory memory;
    std::uint32_t label = 0;
    std::uint32_t number = 0;
    std::uint32_t keep =
        0; ///< label, helper, invoke, calls, ret: the first so many variables are read by others here
    Helper function = nullptr;
    Helper behind = nullptr;
    std::uint32_t site = 0; ///< call, invoke
    std::uint64_t wide = 0;
};

/// A call within the program. Its number is noted at `Context::calls`, which moves on by one while it is
/// open.
struct CallSite {
    std::uint32_t note = 0;
    std::uint32_t frame = 0; ///< The callee's frame is so many bytes above.
    std::uint32_t bytes = 0; ///< The same of the second stack.
};

/// A C function that is called, and what it is given in its registers. It may read the homes of what is kept
/// and changes nothing that code has of its own.
struct Invocation {
    struct Given {
        enum class Kind : std::uint8_t {
            nothing,
            a, ///< The instruction's operand, 32 bits.
            b,
            number, ///< `value`
            place,  ///< Where in the context, `value` bytes behind its start.
            member  ///< The 64 bits there.
        };
        Kind kind = Kind::nothing;
        std::uint64_t value = 0;
    };
    std::uint64_t function = 0; ///< Its address.
    std::array<Given, 4> given{};
};

struct Variable {
    std::int32_t home = 0;  ///< Bytes above the frame pointer.
    bool in_memory = false; ///< Others read and write it at any time: it is never kept elsewhere.
};

struct Label {
    static constexpr std::uint32_t here = 0xFFFFFFFF;
    std::uint32_t exit = here;     ///< The number it leaves with; `here`: a place in the function.
    std::array<Operand, 3> uses{}; ///< exit: what the operation it goes on at reads
    bool entry = false;            ///< May be entered from outside, with all variables in their homes.
};

struct Function {
    std::vector<Instruction> code; ///< Begins with a label.
    std::vector<Label> labels;
    std::vector<Variable> variables;
    std::vector<CallSite> sites;
    std::vector<Invocation> invocations;
};

} // namespace vellum::code
