// Machine code of scripts. The fast form's hot places (function starts, loop heads, places behind calls)
// count how often they are passed; a function that is passed often is written in the register form and
// compiled. Whatever code cannot do it leaves to the fast form, at the same operation. Present where
// VELLUM_NATIVE is.
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
        const std::byte* code = nullptr;
    };
    struct Function {
        std::uint32_t heat = 0; ///< Hot places of it that were passed.
        bool tried = false;
    };
    std::uint32_t first = 0;    ///< The first operation `hot`; they stand at the end.
    std::vector<Entry> entries; ///< By operation `hot`.
    std::vector<Function> functions;
    std::vector<const void*> table; ///< Code by function, null while there is none.
    code::Executable memory{most_bytes};
};

/// Puts `hot` operations in front of the places where code may be entered.
void add_hot_places(FastCode& code);
/// Code to enter at a `hot` operation, compiled if it is time; null: go on in the fast form.
[[nodiscard]] const std::byte* native_code_at(const Environment& environment, const Instance& instance,
                                              std::uint32_t op);
/// Runs code until it leaves; gives the exit (code/x64.hpp).
[[nodiscard]] std::uint32_t run_native(NativeContext& context, const NativeCode& code,
                                       const std::byte* target);

/// Writes a function in the register form. Exits are operations; the entries are labels of these hot
/// operations.
struct NativeForm {
    code::Function function;
    std::vector<std::uint32_t>
        entry_ops; ///< By label: the operation of an entry, FastEntry::none for others.
};
/// False if the function is too large.
[[nodiscard]] bool write_form(const Environment& environment, const Instance& instance,
                              std::uint32_t function, NativeForm& form);

// What code calls; `op` is the operation (code::Helper).
[[nodiscard]] std::int32_t call_for_native(code::Context* context, std::uint32_t op);
[[nodiscard]] std::int32_t slow_for_native(code::Context* context, std::uint32_t op);

} // namespace vellum::ags
