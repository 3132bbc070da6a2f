// Machine code from the register form, for x86-64 (System V) or AArch64. The encoders are our own: the
// library depends on nothing but the standard library, and what is needed of each processor is a page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "code/form.hpp"

namespace vellum::code {

/// Functions of this type start code: `target` is one of `Machine::entries`. Gives an exit, or with the top
/// bit set the number of the `ret` that ended the function.
using Enter = std::uint32_t (*)(Context* context, const void* target);

struct MachineCode {
    std::vector<std::byte> bytes; ///< Runs at any address.
    /// Offset of the code for each label that is an entry; by label, 0 for others.
    std::vector<std::uint32_t> entries;
    std::uint32_t start = 0; ///< Where calls lead: the first label.
};

/// Empty if the function is too tangled.
[[nodiscard]] MachineCode make_machine_code(const Function& function);
/// The function that starts code.
[[nodiscard]] std::vector<std::byte> make_enter();

} // namespace vellum::code
