// Who runs the kernels: an engine, Lua 5.4 in this process, LuaJIT as a program with and without its
// compiler, and C through gcc -O2. Each measures only the kernel's work, never loading or compiling. A
// contestant that is not installed answers with nothing.
#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"

namespace vellum::bench {

/// One timed run.
struct Measurement {
    double seconds = 0;
    double result = 0;
    std::uint64_t instructions = 0; ///< Of the engine; 0 for the others.
};

/// Processor time of this process: what all contestants measure, so that a busy computer does not count.
[[nodiscard]] inline double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// A measurement, or why there is none.
struct Outcome {
    std::optional<Measurement> measurement;
    std::string reason; ///< If there is none.
};

/// A kernel's program with what it may call.
struct KernelRun {
    /// `never`: the program gets a function of that name, which nobody calls.
    KernelRun(const Kernel& kernel, const std::string& folder, bool never = false);
    KernelRun(const KernelRun&) = delete;
    KernelRun& operator=(const KernelRun&) = delete;
    ~KernelRun() = default;

    std::vector<ProgramPtr> programs; ///< Of its world; the last is `program`.
    ProgramPtr program;               ///< Null if it cannot be had; then `reason` says why.
    std::string reason;
    std::optional<double> result; ///< As it was told.
    Library natives{"bench"};
    std::unique_ptr<StandInHost> host;
    RunOptions options;

  private:
    std::int32_t count_ = 0;
};

/// The same kernel with a debugger's stop in code that it does not reach, and without.
enum class Stops : std::uint8_t { none, unreached };

[[nodiscard]] Outcome run_engine(const Kernel& kernel, const std::string& folder);
/// With the setting tier=native, where the engine has it.
[[nodiscard]] Outcome run_machine_code(const Kernel& kernel, const std::string& folder);
/// The same, of a program with a function that is never called.
[[nodiscard]] Outcome run_with_stops(const Kernel& kernel, const std::string& folder, Stops stops);
[[nodiscard]] Outcome run_lua(const Kernel& kernel, const std::string& folder);
[[nodiscard]] Outcome run_luajit(const Kernel& kernel, const std::string& folder, bool compiler);
/// Compiles at the first call into `scratch`, runs the program afterwards.
[[nodiscard]] Outcome run_c(const Kernel& kernel, const std::string& folder, const std::string& scratch);

} // namespace vellum::bench
