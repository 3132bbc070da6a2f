// What machines ask of the world they belong to and tell it. The world implements it; machines know no more
// of worlds than this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engines/pathologic/machine/operations.hpp"
#include "vellum/host.hpp"
#include "vellum/observer.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::pathologic {

class Machine;
struct Link;
struct Prepared;
enum class Progress : std::uint8_t;

/// Most bytes of one text, whatever the budget.
/// The limits of a world with the defaults filled in.
struct Limits {
    std::uint64_t instructions = 1'000'000; ///< Per machine and slice.
    std::uint64_t memory = std::uint64_t{64} << 20U;
    std::uint32_t stack = 1U << 20U;
    std::size_t text = max_text; ///< Bytes of one text.
    std::uint32_t call_depth = 100'000;
    bool limit_is_fatal = false;
    bool ignore_null_receiver = false;
    bool checked = false;
};

class MachineContext {
  public:
    explicit MachineContext(Scheduler& owner) : scheduler(owner) {}
    MachineContext(const MachineContext&) = delete;
    MachineContext& operator=(const MachineContext&) = delete;
    virtual ~MachineContext() = default;

    Scheduler& scheduler; ///< The world as natives and observers see it.
    Limits limits;

    [[nodiscard]] bool observed() const {
        return scheduler.stopper() != nullptr ||
               (scheduler.observer() != nullptr && scheduler.observer()->wants_steps());
    }

    /// Every instruction has to be told or asked about, not only those of functions that hold a stop.
    [[nodiscard]] bool observed_everywhere() const {
        return observed() && (scheduler.stopper() == nullptr || scheduler.stop_ranges().empty() ||
                              (scheduler.observer() != nullptr && scheduler.observer()->wants_steps()));
    }

    // Memory
    /// A machine's own memory without texts has changed.
    virtual void resized(std::uint64_t before, std::uint64_t now) noexcept = 0;
    /// Whether so many more bytes fit into the budget. Counts texts again if that could help.
    [[nodiscard]] virtual bool afford(std::uint64_t bytes) = 0;
    /// Accounts for new text; false if that is more than the budget has.
    [[nodiscard]] virtual bool made_text(std::uint64_t bytes) = 0;

    // Turns
    /// Runs a machine for at most its share of instructions.
    virtual Progress run_slice(Machine& machine, float delta_time) = 0;
    [[nodiscard]] virtual bool enter_nested() = 0;
    virtual void leave_nested() = 0;
    /// True while the host waits for a function it called.
    [[nodiscard]] virtual bool calling() const noexcept = 0;
    /// Instructions until the world wants to pause.
    [[nodiscard]] virtual std::uint64_t pause_left() noexcept = 0;
    virtual void count_instructions(std::uint64_t executed) noexcept = 0;

    // What is told
    /// Before an instruction: true if the machine shall stay in front of it.
    [[nodiscard]] virtual bool observe_step(const Machine& machine) = 0;
    virtual void report_fault(Machine& machine, const DiagnosticCode& code, std::string message) = 0;
    virtual void native_failed(Machine& machine, const NativeKey& key, std::string_view error) = 0;
    virtual void note(std::uint32_t machine, std::string_view text) = 0;

    // Other machines and names
    /// The machine whose actor is that object, or null.
    [[nodiscard]] virtual Machine* machine_of(ObjectId object) noexcept = 0;
    [[nodiscard]] virtual std::optional<Value> property(std::uint32_t machine,
                                                        std::string_view name) const = 0;
    virtual bool set_property(std::uint32_t machine, std::string_view name, const Value& value) = 0;
    [[nodiscard]] virtual bool method_exists(Link& link, ObjectId object, std::string_view name,
                                             std::int32_t arguments) = 0;
    [[nodiscard]] virtual std::string function_name(const Prepared& code, std::uint32_t address) const = 0;
};

} // namespace vellum::pathologic
