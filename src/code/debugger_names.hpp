// Names of machine code for debuggers that know gdb's JIT interface (gdb, lldb): for each piece of code an
// object file in memory with one symbol, linked into a list that the debugger reads whenever a certain
// function is called. It costs nothing but that memory while no debugger is there.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace vellum::code {

struct NamedCode;

/// Takes the name back.
struct ForgetName {
    void operator()(NamedCode* code) const noexcept;
};
using CodeName = std::unique_ptr<NamedCode, ForgetName>;

/// Any thread may call it. The code must be there until its name is forgotten.
[[nodiscard]] CodeName name_for_debuggers(std::span<const std::byte> code, std::string_view name);

} // namespace vellum::code
