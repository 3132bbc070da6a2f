// The fast form of a script: three-address instructions over stack entries, made once when scripts are
// linked. It exists only for scripts whose functions use the stack the way the compiler does (lower.cpp
// verifies it); there the place of every entry is known, pushes and pops vanish, and comparisons melt into
// branches. It does what the precise interpreter does, counts the same instructions, and hands every state it
// leaves back in the machine's own terms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/ags/machine/machine.hpp"

namespace vellum::ags {

// Operations in families. d is the target entry, a and b are source entries; I means that the 32-bit
// immediate stands for that side.
#define VELLUM_AGS_ARITHMETIC(X)                                                                             \
    X(add) X(sub) X(mul) X(and) X(or) X(xor) X(shl) X(shr) X(div) X(mod) X(fadd) X(fsub) X(fmul) X(fdiv)
#define VELLUM_AGS_COMPARISONS(X) X(eq) X(ne) X(gt) X(lt) X(ge) X(le) X(fgt) X(flt) X(fge) X(fle)
// clang-format off
#define VELLUM_AGS_OTHERS(X)                                                                                 \
    X(move) X(move_number) X(move_constant) X(move_register) X(set_register) X(set_register_number)          \
    X(set_register_constant) X(narrow_byte) X(narrow_word) X(scale) X(sign_word) X(is_zero) X(is_true)       \
    X(both) X(either)                                                                                        \
    X(raw_load) X(raw_load_1) X(raw_load_2) X(raw_store) X(raw_store_1) X(raw_store_2) X(raw_load_at)        \
    X(raw_store_at) X(data_load) X(data_load_1) X(data_load_2) X(data_store) X(data_store_1) X(data_store_2) \
    X(data_load_at) X(data_load_at_1) X(data_load_at_2) X(data_store_at) X(data_store_at_1)                  \
    X(data_store_at_2) X(load) X(store) X(element_load) X(element_store) X(element_load_4)                   \
    X(element_store_4) X(element_load_narrow) X(element_store_narrow) X(check_bounds) X(check_null)          \
    X(check_array) X(pointer_load) X(pointer_load_at) X(pointer_store) X(pointer_store_at) X(pointer_clear)  \
    X(pointer_clear_at) X(address) X(new_raw) X(new_array) X(new_object) X(create_string) X(text_equal)      \
    X(text_differs) X(call_object) X(argument) X(argument_number) X(parameter) X(drop_parameters)            \
    X(call_native) X(call_listed) X(call) X(ret) X(ret_entry) X(ret_number) X(set_line) X(loop_check_off)    \
    X(jump) X(jump_back) X(jump_if_null) X(jump_if_set) X(check_budget) X(leave)
// clang-format on

enum class FastOp : std::uint16_t {
#define X(name) name##_, name##_si, name##_is,
    VELLUM_AGS_ARITHMETIC(X)
#undef X
#define X(name) name##_, name##_si,
        VELLUM_AGS_COMPARISONS(X)
#undef X
#define X(name) unless_##name, unless_##name##_si, if_##name, if_##name##_si,
            VELLUM_AGS_COMPARISONS(X)
#undef X
#define X(name) name,
                VELLUM_AGS_OTHERS(X)
#undef X
                    count
};

/// One operation. Branches keep their target in `step` and the instructions they account for in `d`.
struct FastInstruction {
    FastOp op = FastOp::leave;
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
    std::uint32_t parameters = 0; ///< Entries below the return address that it uses.
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
    std::uint32_t callee = 0;
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

struct FastCode {
    std::vector<FastInstruction> code;
    std::vector<Word> constants;
    std::vector<Layout> layouts;
    std::vector<FastFunction> functions;
    std::vector<FastStop> stops;
    std::vector<RawArea> areas;
    std::vector<FastEntry> entries; ///< By step.
};

/// Lowers one linked script. False, and why, if it uses the machine in a way the fast form does not cover.
[[nodiscard]] bool lower_script(const Environment& environment, const Instance& instance, FastCode& code,
                                std::string& reason);

/// True if the machine stands at an entry of the fast form and has room for the function there.
[[nodiscard]] bool can_run_fast(const Machine& machine);
/// Runs until something ends the run or only the precise interpreter can go on (Exit::finished, still
/// active).
[[nodiscard]] Exit run_fast(Machine& machine);

/// DYNAMICBOUNDS on an array that exists.
bool check_array_index(Machine& machine, const Object& array, std::int32_t offset);

} // namespace vellum::ags
