// Machine code of functions in the register form, in memory of its own, and the way into it.
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
    std::vector<const void*> entries; ///< By label; only those of labels that are entries mean something.
};
/// `name`: by which debuggers know it, and with `perf_map` also `perf`.
[[nodiscard]] Compiled compile(Executable& memory, const Function& function, const std::string& name,
                               bool perf_map);
/// Runs code until it leaves; gives the exit, or what it returned from (`returned`).
[[nodiscard]] std::uint32_t enter(Context* context, const void* at);

} // namespace vellum::code
