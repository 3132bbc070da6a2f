#include "code/compile.hpp"

#include <bit>
#include <cstddef>

#include "code/machine_code.hpp"

namespace vellum::code {

#if VELLUM_NATIVE

namespace {

/// The function that starts code, in memory of its own.
Enter enter_function() {
    static Executable memory(std::size_t{64} << 10U);
    static const std::byte* const at = memory.add(make_enter(), "vellum::enter");
    return std::bit_cast<Enter>(at);
}

} // namespace

bool makes_machine_code() noexcept { return true; }

Compiled compile(Executable& memory, const Function& function, const std::string& name, bool perf_map) {
    Compiled result;
    if (enter_function() == nullptr) return result;
    const MachineCode made = make_machine_code(function);
    const std::byte* const at = made.bytes.empty() ? nullptr : memory.add(made.bytes, name);
    if (at == nullptr) return result;
    if (perf_map) Executable::name_for_perf({at, made.bytes.size()}, name);
    for (const std::uint32_t entry : made.entries) result.entries.push_back(at + entry);
    result.start = at + made.start;
    return result;
}

// A sanitizer that compares a function's type with a mark in front of it would read what is in front of
// machine code.
#ifdef __clang__
[[clang::no_sanitize("function")]]
#endif
std::uint32_t run(Context& context, const void* entry) {
    return enter_function()(&context, entry);
}

#else

#ifndef __wasm__
bool makes_machine_code() noexcept { return false; }
#endif

Compiled compile(Executable&, const Function&, const std::string&, bool) { return {}; }

std::uint32_t run(Context&, const void*) {
    return 0; // there is no entry
}

#endif

} // namespace vellum::code
