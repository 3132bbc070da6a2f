// Machine code of scripts. The fast form's hot places (function starts, loop heads, places behind calls)
// count how often they are passed; a function that is passed often is written in the register form and
// compiled, where VELLUM_NATIVE is, or found among the translations. Whatever code cannot do it leaves to
// the fast form, at the same operation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/executable.hpp"
#include "engines/ags/machine/native/context.hpp"

namespace vellum::ags {

/// Machine code of one script. It is freed with the script's fast form.
struct NativeCode {
    /// A script's code takes no more memory than this.
    static constexpr std::size_t most_bytes = std::size_t{32} << 20U;

    struct Entry {
        std::uint32_t function = 0;
        const void* code = nullptr; ///< Machine code, or a translated function.
        std::uint32_t number = 0;   ///< Which of its entries, of a translated function.
    };
    struct Function {
        std::uint32_t heat = 0; ///< Hot places of it that were passed.
        bool tried = false;
        std::vector<std::uint32_t> leaders; ///< Steps of its blocks.
        std::vector<std::uint32_t> places;  ///< Its operations `hot`.
    };
    bool translated = false;    ///< It consists of functions translated to C++ (translations.hpp).
    std::uint32_t first = 0;    ///< The first operation `hot`; they stand at the end.
    std::vector<Entry> entries; ///< By operation `hot`.
    std::vector<Function> functions;
    std::vector<const void*> table; ///< Code by function, null while there is none.
    code::Executable memory{most_bytes};
};

/// Puts `hot` operations in front of the places where code may be entered.
void add_hot_places(FastCode& code);
/// Where code may be entered at a `hot` operation, compiled if it is time; null: go on in the fast form.
[[nodiscard]] const NativeCode::Entry* native_code_at(const Environment& environment,
                                                      const Instance& instance, std::uint32_t op);
/// Runs code until it leaves; gives the exit, or what it returned from (code::returned).
[[nodiscard]] std::uint32_t run_native(NativeContext& context, const NativeCode& code,
                                       const NativeCode::Entry& entry);

/// Writes a function in the register form. Exits are operations; the entries are labels of these hot
/// operations.
struct NativeForm {
    code::Function function;
    std::vector<std::uint32_t>
        entry_ops; ///< By label: the operation of an entry, FastEntry::none for others.
};
/// False if the function is too large or too tangled. `translates`: to be written as C++, with the lines of
/// its source for readers.
[[nodiscard]] bool write_form(const Environment& environment, const Instance& instance,
                              std::uint32_t function, NativeForm& form, bool translates = false);

/// How an operation uses an array that code keeps in mind.
[[nodiscard]] constexpr NativeContext::ArrayUse array_use(FastOp op) noexcept {
    if (op == FastOp::element_load_4 || op == FastOp::element_store_4) return NativeContext::by_index;
    return op == FastOp::check_array ? NativeContext::checked : NativeContext::by_offset;
}
/// Where: neighbours have places of their own, so that two arrays in one expression do not drive each other
/// out.
[[nodiscard]] constexpr std::uint32_t array_slot(std::uint32_t op) noexcept {
    return op % NativeContext::Arrays::count;
}

// What code calls; `op` is the operation (code::Helper).
[[nodiscard]] std::int32_t call_for_native(code::Context* context, std::uint32_t op);
/// What is left to do, or went wrong, when code has called a native without values itself.
[[nodiscard]] std::int32_t end_plain_for_native(code::Context* context, std::uint32_t op);
/// In translations, of functions that only compute, and of natives without values: `stop` is the call's.
[[nodiscard]] std::int32_t pure_for_native(code::Context* context, std::uint32_t stop);
[[nodiscard]] std::int32_t plain_for_native(code::Context* context, std::uint32_t stop);
[[nodiscard]] std::int32_t slow_for_native(code::Context* context, std::uint32_t op);
/// Notes the array of an element that exists.
[[nodiscard]] std::int32_t find_array_for_native(code::Context* context, std::uint32_t op);
/// In translations, before and behind the code of another script's function.
[[nodiscard]] std::int32_t enter_far_for_native(code::Context* context, std::uint32_t op);
[[nodiscard]] std::int32_t leave_far_for_native(code::Context* context, std::uint32_t op);
/// What a call of another script was given stands on the machine's list: it is read, and stays there. Leaves
/// if there is not as much.
[[nodiscard]] std::int32_t read_list_for_native(code::Context* context, std::uint32_t op);
/// Behind a call whose run was made meanwhile, or whose parameters stand on the list: they go.
[[nodiscard]] std::int32_t end_run_for_native(code::Context* context, std::uint32_t op);
/// Behind the call: nothing is left of the budget.
[[nodiscard]] std::int32_t out_of_budget_for_native(code::Context* context, std::uint32_t op);

/// All of them, with their names in translations.
struct NativeHelper {
    code::Helper function;
    const char* name;
};
inline constexpr NativeHelper native_helpers[] = {
    {slow_for_native, "do_slowly"},   {call_for_native, "call_native"},      {pure_for_native, "call_pure"},
    {plain_for_native, "call_plain"}, {find_array_for_native, "find_array"},
};

} // namespace vellum::ags
