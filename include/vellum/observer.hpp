// Watching a run: traces, the plain-words report of `vellum run`, coverage and debuggers are observers. A
// scheduler without an observer runs a loop without any observation.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vellum/export.hpp"
#include "vellum/fault.hpp"
#include "vellum/host.hpp"

namespace vellum {

class Program;
class Scheduler;

/// One instruction about to be executed.
struct Step {
    const Scheduler& scheduler; ///< The running world.
    std::uint32_t machine;      ///< Index of the machine.
    std::uint32_t address;      ///< Program counter in the engine's address unit.
    std::uint32_t instruction;  ///< Index in the program's decoded code.
    std::uint32_t depth;        ///< Operand stack depth before it.
};

/// Decides where a world stops: a debugger. See Scheduler::set_stopper.
class VELLUM_API Stopper {
  public:
    virtual ~Stopper() = default;
    /// Called before an instruction. True: the world pauses here, and calls it again for the same instruction
    /// when it continues. Code that a native waits for cannot stop; the pause then follows right after it.
    /// May read everything and change nothing.
    [[nodiscard]] virtual bool stops(const Step& step) = 0;
};

/// Looks at a world from time to time: a profiler. See Scheduler::set_sampler.
class VELLUM_API Sampler {
  public:
    virtual ~Sampler() = default;
    /// Called where machine `machine` looks at its budget, after about `Scheduler::between_samples` of its
    /// instructions. May read everything, MachineInfo::frames for instance, and change nothing.
    virtual void sample(const Scheduler& scheduler, std::uint32_t machine) = 0;
};

/// How often each instruction of a program was executed.
struct ExecutionCounts {
    const Program* program = nullptr; ///< Whose code.
    std::vector<std::uint64_t> times; ///< By index in the program's decoded code.
};

/// Addresses of a program, `end` not included.
struct CodeRange {
    const Program* program = nullptr; ///< Whose code.
    std::uint32_t begin = 0;          ///< First address.
    std::uint32_t end = 0;            ///< Just past the last.
};

/// The values of an instruction after it was executed.
struct StepValues {
    const Scheduler& scheduler;   ///< The running world.
    std::uint32_t machine;        ///< Index of the machine.
    std::span<const Value> taken; ///< From the stack, in the order they were pushed.
    std::span<const Value> given; ///< Its results.
    std::uint32_t depth;          ///< Operand stack depth after it.
};

/// One native call, after it was made.
struct NativeStep {
    const Scheduler& scheduler; ///< The running world.
    std::uint32_t machine;      ///< Index of the machine.
    NativeKey key;              ///< The requested native.
    const Call& call;           ///< Arguments and result as the native left them.
    bool stand_in;              ///< Native::stand_in: answered with defaults because no host has it.
    const Signature* signature = nullptr; ///< Native::signature: names and directions of the arguments.
};

/// All functions are optional.
class VELLUM_API Observer {
  public:
    virtual ~Observer() = default;
    /// True to receive `step`, which selects the tracing loop.
    [[nodiscard]] virtual bool wants_steps() const { return false; }
    virtual void step(const Step& step) { static_cast<void>(step); } ///< Before each instruction.
    /// After an instruction that `step` reported and that was executed, if the engine reports values (FF7).
    virtual void step_values(const StepValues& values) { static_cast<void>(values); }
    /// False: `native` may be left out, which makes natives cheaper.
    [[nodiscard]] virtual bool wants_natives() const { return true; }
    virtual void native(const NativeStep& step) { static_cast<void>(step); } ///< After each native.
    /// True: calls that need no host may be told by `called` alone, which makes them cheaper (AGS).
    [[nodiscard]] virtual bool wants_counts() const { return false; }
    /// So many calls of a native came to their end since this was told last.
    virtual void called(const Scheduler& scheduler, const NativeKey& key, std::uint64_t calls) {
        static_cast<void>(scheduler);
        static_cast<void>(key);
        static_cast<void>(calls);
    }
    virtual void started(const Scheduler& scheduler, std::uint32_t machine) { /// A run begins (Pathologic).
        static_cast<void>(scheduler);
        static_cast<void>(machine);
    }
    /// A run ended (Pathologic); `failed` if a fault ended it. Called once per run.
    virtual void stopped(const Scheduler& scheduler, std::uint32_t machine, bool failed) {
        static_cast<void>(scheduler);
        static_cast<void>(machine);
        static_cast<void>(failed);
    }
    /// An event arrived: `outcome` in words ("handled", "no handler", "disabled").
    virtual void event(const Scheduler& scheduler, std::uint32_t machine, std::string_view name,
                       std::span<const Value> values, std::string_view outcome) {
        static_cast<void>(scheduler);
        static_cast<void>(machine);
        static_cast<void>(name);
        static_cast<void>(values);
        static_cast<void>(outcome);
    }
    /// A remark in plain words: a task started, a model placed, a state changed.
    virtual void note(const Scheduler& scheduler, std::uint32_t machine, std::string_view text) {
        static_cast<void>(scheduler);
        static_cast<void>(machine);
        static_cast<void>(text);
    }
    virtual void fault(const Scheduler& scheduler, const Fault& fault) { /// A script error, as it happens.
        static_cast<void>(scheduler);
        static_cast<void>(fault);
    }
};

} // namespace vellum
