// Functions of the register form as code that runs: what engines share of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "code/executable.hpp"
#include "code/form.hpp"

namespace vellum::code {

/// False in builds without VELLUM_NATIVE. WebAssembly knows it when it compiles, and leaves out what writes
/// forms.
#ifdef __wasm__
[[nodiscard]] constexpr bool makes_machine_code() noexcept { return false; }
#else
[[nodiscard]] bool makes_machine_code() noexcept;
#endif

struct Compiled {
    const void* start = nullptr;      ///< Where calls lead; null: there is no code.
    std::vector<const void*> entries; ///< By label: where it may be entered, if it is an entry.
};
/// Compiles a function into that memory. `perf_map`: it is named for `perf`, too.
[[nodiscard]] Compiled compile(Executable& memory, const Function& function, const std::string& name,
                               bool perf_map);
/// Whether code that is entered at a place does enough there. What never gets far is given up: the engine's
/// loop does it as fast. All in instructions of the loop.
class Worth {
  public:
    /// Code has left: it executed so many, and asked the machine that often. False: it is not worth it.
    [[nodiscard]] bool settle(std::uint64_t executed, std::uint64_t asked) noexcept {
        constexpr std::int64_t entering = 40;
        constexpr std::int64_t asking = 16;
        constexpr std::int64_t most = 4'000;
        gain_ = std::min(gain_ + static_cast<std::int64_t>(executed) - entering -
                             asking * static_cast<std::int64_t>(asked),
                         most);
        return gain_ >= -most;
    }

  private:
    std::int64_t gain_ = 0;
};
/// Runs code from an entry until it leaves; gives the exit, or what it returned from (`returned`).
[[nodiscard]] std::uint32_t run(Context& context, const void* entry);

} // namespace vellum::code
