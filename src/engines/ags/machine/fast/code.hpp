// The fast form of a script: three-address instructions over stack entries, made once when scripts are
// linked. It exists only for scripts whose functions use the stack the way the compiler does (lower.cpp
// verifies it); there the place of every entry is known, pushes and pops vanish, and comparisons melt into
// branches. It does what the precise interpreter does, counts the same instructions, and hands every state it
// leaves back in the machine's own terms.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engines/ags/machine/machine.hpp"

namespace vellum::ags {

enum class FastOp : std::uint16_t {
#define ARITHMETIC(name) name##_, name##_si, name##_is,
#define COMPARISON(name) name##_, name##_si, unless_##name, unless_##name##_si, if_##name, if_##name##_si,
#define VALUE(name) name,
#define BRANCH(name) name,
#define OTHER(name) name,
#include "engines/ags/machine/fast/operations.def"
};

/// What the lowering may do with an operation it has written.
enum class FastKind : std::uint8_t {
    value,  ///< Give it another target entry.
    branch, ///< Its target is a step until all blocks are lowered.
    other
};
inline constexpr FastKind fast_kinds[] = {
#define ARITHMETIC(name) FastKind::value, FastKind::value, FastKind::value,
#define COMPARISON(name)                                                                                     \
    FastKind::value, FastKind::value, FastKind::branch, FastKind::branch, FastKind::branch, FastKind::branch,
#define VALUE(name) FastKind::value,
#define BRANCH(name) FastKind::branch,
#define OTHER(name) FastKind::other,
#include "engines/ags/machine/fast/operations.def"
};
[[nodiscard]] constexpr FastKind kind_of(FastOp op) noexcept {
    return fast_kinds[static_cast<std::size_t>(op)];
}

/// The families of operations that are chosen by number.
enum class Arithmetic : std::uint8_t {
#define ARITHMETIC(name) name##_,
#include "engines/ags/machine/fast/operations.def"
};
enum class Comparison : std::uint8_t {
#define COMPARISON(name) name,
#include "engines/ags/machine/fast/operations.def"
};
enum class Immediate : std::uint8_t { none, right, left };

[[nodiscard]] constexpr FastOp value_op(Arithmetic family, Immediate immediate) noexcept {
    return static_cast<FastOp>(static_cast<unsigned>(FastOp::add_) + 3U * static_cast<unsigned>(family) +
                               static_cast<unsigned>(immediate));
}
[[nodiscard]] constexpr FastOp value_op(Comparison family, bool immediate) noexcept {
    return static_cast<FastOp>(static_cast<unsigned>(FastOp::eq_) + 6U * static_cast<unsigned>(family) +
                               (immediate ? 1U : 0U));
}
/// Taken if the comparison gives `wanted`.
[[nodiscard]] constexpr FastOp branch_op(Comparison family, bool wanted, bool immediate) noexcept {
    return static_cast<FastOp>(static_cast<unsigned>(value_op(family, immediate)) + (wanted ? 4U : 2U));
}
static_assert(value_op(Arithmetic::add_, Immediate::none) == FastOp::add_);
static_assert(value_op(Arithmetic::fdiv_, Immediate::left) == FastOp::fdiv_is);
static_assert(value_op(Comparison::eq, false) == FastOp::eq_);
static_assert(branch_op(Comparison::ne, false, false) == FastOp::unless_ne);
static_assert(branch_op(Comparison::fle, true, true) == FastOp::if_fle_si);

/// One operation. Branches keep their target in `step` and the instructions they account for in `d`.
struct FastInstruction {
    FastOp op = FastOp::jump;
    std::int16_t d = 0;
    std::int16_t a = 0;
    std::int16_t b = 0;
    std::uint32_t imm = 0;
    std::uint32_t step = 0; ///< The instruction it stands for (the first of them), for faults.
};
static_assert(sizeof(FastInstruction) == 16);

/// Shape of a function's part of the stack at some place: sizes of its entries above the return address.
struct Layout {
    struct Entry {
        std::uint16_t size = 4;
        bool raw = false;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> entries;
    std::uint32_t bytes = 0;
    friend bool operator==(const Layout&, const Layout&) = default;
};

/// A place where control may enter the fast form: everything is in registers and stack as the machine
/// describes it.
struct FastEntry {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t op = none;
    std::uint32_t function = 0;
    std::uint32_t layout = 0;
};

struct FastFunction {
    std::uint32_t start_word = 0;
    std::uint32_t start_step = 0;
    bool has_base = false;          ///< It begins with THISBASE.
    std::uint32_t most_entries = 0; ///< Above the return address, scratch included.
    std::uint32_t most_bytes = 0;
    std::uint32_t parameters = 0;     ///< Entries below the return address that it uses.
    std::uint32_t hidden_entries = 0; ///< While it holds a stop, what `most_entries` was, plus one.
};

/// A place where the fast form stops for somebody else: a call or an exit.
struct FastStop {
    static constexpr std::uint32_t none = 0xFFFFFFFF;
    std::uint32_t step = 0;
    std::uint32_t layout = 0;
    std::int32_t line = -1;         ///< -1: whatever the line was
    std::uint32_t instructions = 0; ///< Executed since the last accounting, this one included.
    // calls of functions
    std::uint32_t function = none;
    std::uint32_t entry_op = 0; ///< First operation of the function.
    std::uint32_t return_op = 0;
    // calls of natives
    std::uint32_t op = 0; ///< The operation.
    // calls of other scripts: `function` and `entry_op` are those of `instance`, whose fast form may not be
    // there yet when the call is lowered (link_far_calls)
    bool is_far = false;
    bool listed = false; ///< Its parameters are on the machine's list already, not among the arguments.
    std::uint32_t instance = 0;
    std::uint32_t layout_behind = 0; ///< Behind the return the parameters are still on the stack.
    // calls of natives and of other scripts
    std::uint32_t callee = 0;
    const Callee* to = nullptr; ///< The same; callees stay where they are.
    std::uint32_t arguments = 0;
    std::int16_t target = 0; ///< Entry for the result.
    bool with_self = false;
    bool result_wanted = false;
};

/// An array in a raw entry of the stack that is indexed.
struct RawArea {
    std::uint32_t position = 0; ///< Bytes above the function's first entry.
    std::uint32_t size = 0;
    std::uint32_t offset = 0;
    std::uint32_t width = 4;
};

/// Steps that an operation accounts for each time it is executed or taken.
struct FastRange {
    std::uint32_t op = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

struct NativeCode;

struct FastCode {
    std::vector<FastInstruction> code;
    std::vector<Word> constants;
    std::vector<Layout> layouts;
    std::vector<FastFunction> functions;
    std::vector<FastStop> stops;
    std::vector<RawArea> areas;
    std::vector<FastEntry> entries;   ///< By step.
    std::vector<FastRange> ranges;    ///< By operation; several of one follow each other.
    std::vector<std::uint64_t> times; ///< By operation, while executions are counted: how often it accounted.
    std::shared_ptr<NativeCode> native; ///< Machine code; null where none is made.
};

/// Lowers one linked script. False, and why, if it uses the machine in a way the fast form does not cover.
[[nodiscard]] bool lower_script(const Environment& environment, const Instance& instance, FastCode& code,
                                std::string& reason);

/// Finds what the calls of other scripts lead to, once the scripts they lead into are lowered. Those that
/// lead to something without a fast form keep leaving.
void link_far_calls(const Environment& environment, FastCode& code);

/// True if the machine stands at an entry of the fast form and has room for the function there.
[[nodiscard]] bool can_run_fast(const Machine& machine);
/// Runs until something ends the run or only the precise interpreter can go on (Exit::finished, still
/// active).
[[nodiscard]] Exit run_fast(Machine& machine);

/// DYNAMICBOUNDS on an array that exists.
bool check_array_index(Machine& machine, const Object& array, std::int32_t offset);

} // namespace vellum::ags
