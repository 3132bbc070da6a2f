#include "code/compiled.hpp"

#include <bit>

#include "code/x64.hpp"

namespace vellum::code {

#if VELLUM_NATIVE

namespace {

/// The function that starts code, in memory of its own.
Enter enter_function() {
    static Executable memory(std::size_t{64} << 10U);
    static const std::byte* const at = memory.add(make_x64_enter(), "vellum::enter");
    return std::bit_cast<Enter>(at);
}

} // namespace

bool makes_machine_code() noexcept { return true; }

Compiled compile(Executable& memory, const Function& function, const std::string& name, bool perf_map) {
    Compiled compiled;
    if (enter_function() == nullptr) return compiled;
    const MachineCode made = make_x64(function);
    const std::byte* const at = made.bytes.empty() ? nullptr : memory.add(made.bytes, name);
    if (at == nullptr) return compiled;
    if (perf_map) Executable::name_for_perf({at, made.bytes.size()}, name);
    for (const std::uint32_t entry : made.entries) compiled.entries.push_back(at + entry);
    compiled.start = at + made.start;
    return compiled;
}

// A sanitizer that compares a function's type with a mark in front of it would read what is in front of
// machine code.
#ifdef __clang__
[[clang::no_sanitize("function")]]
#endif
std::uint32_t enter(Context* context, const void* at) {
    return enter_function()(context, at);
}

#else

bool makes_machine_code() noexcept { return false; }
Compiled compile(Executable&, const Function&, const std::string&, bool) { return {}; }
std::uint32_t enter(Context*, const void*) { return 0; } // there is no code

#endif

} // namespace vellum::code
