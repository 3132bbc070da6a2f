// Functions of the register form as code that runs: what engines share of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "code/executable.hpp"
#include "code/form.hpp"

namespace vellum::code {

/// False in builds without VELLUM_NATIVE.
[[nodiscard]] bool makes_machine_code() noexcept;

struct Compiled {
    const void* start = nullptr;      ///< Where calls lead; null: there is no code.
    std::vector<const void*> entries; ///< By label: where it may be entered, if it is an entry.
};
/// Compiles a function into that memory. `perf_map`: it is named for `perf`, too.
[[nodiscard]] Compiled compile(Executable& memory, const Function& function, const std::string& name,
                               bool perf_map);
/// Runs code from an entry until it leaves; gives the exit, or what it returned from (`returned`).
[[nodiscard]] std::uint32_t run(Context& context, const void* entry);

} // namespace vellum::code
