// One running script: its stack, tasks, calls, globals and pending native, and the operations on them that
// the instructions are made of. The loops that execute instructions stand in step.cpp (every check, one at a
// time) and fast.cpp (what verification allows). A run belongs to one world and never touches another run
// directly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/pathologic/machine/codes.hpp"
#include "engines/pathologic/machine/context.hpp"
#include "engines/pathologic/machine/operations.hpp"
#include "engines/pathologic/machine/prepared.hpp"
#include "engines/pathologic/machine/stack.hpp"
#include "vellum/fault.hpp"
#include "vellum/host.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::pathologic {

class NativeCode;
class TextCount;
struct FastCode;
struct NativeContext;

/// Return address of the sentinel call: the run has ended.
inline constexpr std::uint32_t ended_address = 0xFFFFFFFF;

/// A native that asked to be polled.
struct Pending {
    bool active = false;
    bool stopped = false; ///< Ended by another native: the next poll completes it without asking this one.
    ObjectId receiver;    ///< Of a method: whose it was when it began, whatever the variable holds since.
    Value state;          ///< The native's own.
};

/// One open call of a function.
struct FunctionCall {
    std::uint32_t return_address = ended_address;
    std::uint32_t extra_pop = 0;
    std::uint32_t saved = 0; ///< Index + 1 in Machine::saved of the pending native to go back to; 0 for none.
    std::uint32_t marker =
        0; ///< 0, `host_call`, or the number of the native call in flight that sent the event.
};
inline constexpr std::uint32_t host_call = 0xFFFFFFFF;

/// One open task. Its calls are calls[first_call …] up to the next task's.
struct TaskCall {
    std::uint32_t task = 0;
    std::uint32_t base = 0; ///< Stack index of the first task variable.
    std::uint32_t first_call = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> disabled; ///< Event id and counter.
};

/// A method site's last receiver class and what it resolved to.
struct MethodCache {
    std::string owner;
    Native native;
    bool known = false;
};

/// A script's natives as one host offers them, shared by the runs that use both.
struct Link {
    static constexpr std::string_view ends_all = "StopGroup0"; ///< Ends whatever waits, as the engine does.

    Link(std::shared_ptr<const Prepared> prepared, Host& natives);

    std::shared_ptr<const Prepared> code;
    Host& host;
    /// The script's texts, counted like all others: values may outlive the world in a host's hands.
    std::vector<Value> texts;
    std::vector<Native> imports;
    std::vector<bool> resolved;
    std::vector<const Signature*>
        known;              ///< What Vellum knows of an import, whoever implements it; may be null.
    std::vector<bool> ends; ///< Calling the import may end natives that wait.
    std::vector<MethodCache> methods;
    /// The fast form with the plain step in all functions that hold a stop; empty until it is needed.
    std::vector<FastOp> stopped_ops;
    std::shared_ptr<NativeCode> native; ///< Null: no machine code is made.

    /// The native of an import; empty if the host has none.
    [[nodiscard]] const Native& import(std::uint32_t index) {
        const Native& known = imports[index];
        return known || resolved[index] ? known : resolve(index);
    }
    [[nodiscard]] const Native& resolve(std::uint32_t index);
    void find_enders();
    [[nodiscard]] const Native& method(std::uint32_t site, ObjectId receiver);
    [[nodiscard]] const FastOp* ops_with_stops(std::span<const CodeRange> ranges);
};

/// What became of an event, in the words of observers and records; empty for what no machine gives.
[[nodiscard]] std::string_view words_for(EventOutcome outcome) noexcept;

/// How executing one instruction, or a slice of them, went.
enum class Progress : std::uint8_t {
    next,      ///< done; go on
    suspended, ///< a native waits; the instruction will be asked again
    ended,     ///< the sentinel call returned
    returned,  ///< a function that the host called returned
    failed,    ///< a fault was reported
    exhausted, ///< slice only: the budget is spent
    paused     ///< slice only: the world's step limit was reached
};

/// What a snapshot keeps of a run; nothing else of it is saved.
struct MachineFields {
    std::string name;
    ObjectId owner; ///< The actor the script runs on.
    MachineState state = MachineState::ready;
    bool told_stopped =
        false; ///< The listener knows that the run has ended. Not written: follows from `state`.
    std::uint32_t ip = 0;
    std::uint64_t instructions = 0;
    std::vector<Value> globals;
    Stack stack;
    std::vector<FunctionCall> calls;
    std::vector<TaskCall> tasks;
    std::vector<Pending> saved;
    Pending pending;
};

class Machine : public MachineFields {
  public:
    Machine(MachineContext& world, std::uint32_t number, std::string machine_name,
            std::shared_ptr<Link> natives);

    /// Bytes, elements or variables that an instruction walks or makes within its own price. What is more
    /// costs an instruction per `work_per_instruction`, as with natives.
    static constexpr std::uint32_t free_work = 64;

    MachineContext& context;
    const std::uint32_t index;
    const std::shared_ptr<Link> link; ///< Names the program.
    const Prepared* const code;       ///< link->code
    bool verified = true; ///< State came about by running, so what was verified of the code applies to it.
    std::uint32_t native_in_flight = 0; ///< Number of the innermost native call being made; 0 if none is.
    std::uint32_t native_number = 0;    ///< Counts native calls, to tell those in flight apart.
    bool verified_before_call = true;
    Value host_result; ///< Of the last `call`.
    bool host_done = false;
    std::uint64_t slice_left = 0; ///< Instructions this slice may still execute.
    std::uint64_t chunk = 0;      ///< Of these, how many until the loop has to look up.
    std::uint64_t owed = 0;       ///< What work has cost since the loop last looked up, in instructions.
    bool look_up = false;         ///< The loop has to look up behind this instruction.

    /// Globals, sentinel call, run task; does not execute anything. False if a fault was reported at once.
    bool start();
    /// Runs until something stops it, `slice_left` instructions at most.
    Progress slice(float delta_time);
    /// One instruction with every check. `ip` must be inside the code.
    Progress step(float delta_time);
    /// Sends an event and runs its handler at once.
    EventOutcome send(std::uint32_t id, std::span<const Value> values);
    /// Pushes arguments and a call of the function, to be run by slices until host_done.
    bool begin_call(std::uint32_t address, std::span<const Value> values);

    /// Ends the run with a fault and gives Progress::failed.
    Progress fault(const DiagnosticCode& code, std::string message);
    [[nodiscard]] std::vector<Frame> frames() const;
    /// Where a frame stands: an address, and the index in `tasks` of whose variables it sees.
    struct Position {
        std::uint32_t address;
        std::size_t task;
        std::optional<std::uint32_t> base; ///< Stack index of its first own value, where that is certain.
    };
    /// Of all frames, innermost first, at most 64.
    [[nodiscard]] std::vector<Position> positions() const;
    /// Whether a state that came from outside is one that the verified code could have made.
    [[nodiscard]] bool fits_verification() const;
    /// Whether the verification covers a call of this function with these values on top of the stack.
    [[nodiscard]] bool entry_fits(std::uint32_t address, std::span<const Value> values) const;
    /// Marks every waiting native of this run as stopped.
    /// Ends the natives that wait for the import to be called.
    void end_waiting(std::uint32_t import);
    /// Tells the world how much memory everything but the texts takes now.
    void tell_size();
    /// After the state was put in place as a whole.
    void sizes_changed();
    /// Adds the texts that the run holds.
    void count_texts(TextCount& count) const;
    /// Executes one instruction of code that runs; false if the machine has to go on by itself.
    bool step_in_native(NativeContext& code_context, std::uint32_t address);
    bool append_in_native(NativeContext& code_context, std::uint32_t address);
    void move_text(Value* top, const FastOp& op);

    // --- pieces of instructions ---
    [[nodiscard]] Value* stack_slot(std::uint32_t distance) noexcept {
        return distance - 1 < stack.size() ? &stack.from_top(distance) : nullptr;
    }
    [[nodiscard]] Value* task_slot(std::uint32_t number) noexcept {
        const std::uint64_t place = std::uint64_t{tasks.back().base} + number;
        return place < stack.size() ? &stack[static_cast<std::size_t>(place)] : nullptr;
    }
    /// Makes room on the stack; false if the limits do not allow it.
    [[nodiscard]] bool make_room(std::uint32_t count) {
        if (move_stacks || !stack.has_room(count)) return enlarge(count);
        return true;
    }
    [[nodiscard]] bool enlarge(std::uint32_t count);
    /// The same, and a fault if there is none.
    [[nodiscard]] bool room(std::uint32_t count);
    bool push_call(FunctionCall call);
    Progress do_return(std::uint32_t count);
    Progress enter_task(std::uint32_t task);
    Progress leave_task();
    Progress call_function(const Instruction& instruction, float delta_time);
    Progress call_method(const Instruction& instruction, float delta_time);
    /// Charges for what an instruction is about to walk or make.
    void work(std::uint64_t amount) noexcept {
        if (amount > free_work) pay(amount);
    }
    /// Takes so much work off the budget.
    void pay(std::uint64_t amount) noexcept {
        owed += amount / work_per_instruction;
        look_up = true;
    }
    /// Accounts for the memory of a text that was made; false after a fault.
    bool account(std::size_t size);
    /// The same for a text that grew into new memory.
    bool text_moved(std::size_t size);
    /// Appends a text to one within the price of an instruction; false: nothing was done, the precise step
    /// has to. `moved`: it is in new memory, which has to be accounted for.
    [[nodiscard]] bool append_briefly(Value& text, const Value& added, bool& moved) {
        const std::size_t size = added.text().size();
        const char* const before = text.text().data();
        if (size > free_work || text.text().size() + size > context.limits.text ||
            append(text, added, link->host) != Verdict::done)
            return false;
        moved = text.text().data() != before;
        return true;
    }
    /// Pops values of which some may be texts, into slots above the top.
    static void drop_texts(Value* top, std::int32_t count) noexcept {
        for (std::int32_t i = 0; i < count; ++i)
            if ((--top)->is(Type::string)) *top = Value();
    }
    /// What is left to do for an instruction that has moved its text.
    Progress end_append(const FastOp& op);
    /// The text of the pool that an instruction names; false after a fault.
    bool pool_text(const Instruction& instruction, std::uint32_t offset, Value& text);
    Progress bad_operand();
    Progress verdict_fault(Verdict verdict, std::string what);
    void enable_event(std::uint32_t id);
    bool disable_event(std::uint32_t id); ///< False after a fault.

  private:
    Progress run_checked(float delta_time, bool observed);
    /// The loop that never enters machine code is one of its own, which keeps its registers for itself.
    template <bool Native> Progress run_fast(float delta_time);
    Progress run_native(const void* entry, float delta_time);
    void settle_native(NativeContext& code_context, std::uint32_t address);
    bool resume_native(NativeContext& code_context, std::uint32_t address, const Value* slots,
                       std::size_t open);
    class Arguments;
    Progress invoke(const Native& native, const NativeKey& key, ObjectId receiver,
                    std::span<const std::uint32_t> operands, float delta_time);
    bool take_results(Arguments& arguments, const NativeKey& key, bool moved);
    Progress script_property(const MethodSite& site, Machine& of, std::span<const std::uint32_t> operands,
                             bool& handled);
    void finish_stopped(const Native& native, std::span<Value* const> values);
    bool keep_waiting(Pending waiting, std::uint32_t number, std::uint32_t address);
    bool set_aside(FunctionCall& call);
    Progress no_memory();
    template <class T> bool grow(std::vector<T>& list, std::size_t limit);
    void restore_pending(std::uint32_t saved_index);
    void drop_saved();

    std::uint64_t told_size_ = 0;
    std::uint64_t disabled_bytes_ = 0; ///< Of the lists of disabled events.
};

} // namespace vellum::pathologic
