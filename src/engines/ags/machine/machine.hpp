// One line of execution over a world: registers, the stack of entries, the parameter list of external calls,
// the calls that are open. `run` executes until something ends it; everything in here is plain data and can
// be saved. Relies on Environment; knows schedulers and observers only through the interface below. Facts:
// docs/engines/ags.md, "Machine".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/ags/machine/environment.hpp"
#include "vellum/fault.hpp"
#include "vellum/host.hpp"

namespace vellum::ags {

inline constexpr std::uint32_t stack_entries = 256;
inline constexpr std::uint32_t stack_bytes = 4096;
inline constexpr std::uint32_t most_nested_calls = 49;
inline constexpr std::uint32_t deepest_native = 32;     ///< Natives that call scripts that call natives …
inline constexpr std::size_t most_plain_arguments = 16; ///< Of a native that is called without values.

/// Why `run` came back.
enum class Exit : std::uint8_t { finished, waiting, budget, faulted, aborted, paused };

/// What somebody wants to be told: each instruction costs the fast form, natives only the telling.
/// `stops`: the precise form asks at the steps that `Instance::stops` marks; functions that hold one do not
/// run in the fast form. `steps`: it asks at every step.
enum class Watching : std::uint8_t { nobody, natives, stops, steps };

/// How a call of something external went.
enum class CallOutcome : std::uint8_t { done, waiting, failed, aborted };

/// The stack: entries of a size each, values or raw bytes, and one possible entry beyond the end that a write
/// to the tail has begun and ADD SP will take in.
struct Stack {
    std::array<Word, stack_entries + 1> values{};
    std::array<std::uint16_t, stack_entries + 1> sizes{};
    std::array<std::uint16_t, stack_entries + 1> offsets{}; ///< Where the entry's bytes begin.
    std::array<bool, stack_entries + 1> raw{};
    std::array<std::byte, stack_bytes + 8> bytes{};
    std::uint32_t count = 0; ///< Entries in use: what SP means.
    std::uint32_t used = 0;  ///< Bytes in use.
    std::uint32_t tail = 0;  ///< Size of the begun entry, 0 if there is none.
};

/// A call that is open: where it came from and what the caller's function knows about itself.
struct CallRecord {
    std::uint32_t instance = 0;
    std::uint32_t word = 0; ///< Address of the call.
    std::int32_t line = 0;
    std::uint32_t function_start = 0;
    std::int64_t this_base = -1; ///< -1: the caller had no THISBASE.
};

/// A started function or a call into another script: what such a run counts for itself.
struct Run {
    std::uint32_t instance = 0;
    std::uint32_t return_step = 0; ///< Where the run outside goes on.
    std::uint32_t nesting = 0;
    std::uint32_t loops = 0;
    std::uint32_t loop_check_off = 0;
    std::uint32_t parameter_base = 0;
    std::uint32_t stack_used = 0; ///< Bytes in use when it began.
    std::int32_t arguments = 0;   ///< Parameters of the far call, -1 for a started function.
};

struct FastState;
/// The calls, step and line of a machine whose fast form is calling a native at this moment.
void describe_fast(FastState& state, std::vector<CallRecord>& records, std::uint32_t& step,
                   std::int32_t& line);

/// What the machine tells while it runs; null functions are not called.
class MachineContext {
  public:
    virtual ~MachineContext() = default;
    /// Before an instruction: true if the machine shall stay in front of it.
    [[nodiscard]] virtual bool step(Machine& machine, std::uint32_t step, bool outermost) = 0;
    virtual void native(Machine& machine, const Callee& callee, const Call& call) = 0;
    /// A host object died.
    virtual void disposed(std::uint64_t host_id) = 0;
    virtual SchedulerLink scheduler() = 0;
    /// Somebody wants the world to stop.
    [[nodiscard]] virtual bool interrupted() const = 0;
    /// Instructions after which `looked` is called at the latest.
    [[nodiscard]] virtual std::uint64_t look_after() { return 1'000'000; }
    /// A machine looks around: it stands between two instructions.
    virtual void looked(Machine& machine) { static_cast<void>(machine); }
    /// Instructions until a pause; `no_pause`.
    [[nodiscard]] virtual std::uint64_t pause_left(bool outermost) = 0;
};

/// What a snapshot keeps of a machine.
struct MachineFields {
    std::array<Word, register_count> registers{};
    Stack stack;
    std::vector<Word> parameters;
    std::vector<CallRecord> records;
    std::vector<Run> runs;
    std::uint32_t instance = 0;
    std::uint32_t step = 0; ///< Index of the next instruction in the instance's steps.
    std::int32_t line = 0;
    std::uint32_t function_start = 0;
    std::int64_t this_base = -1;
    std::int32_t next_arguments = -1; ///< NUMFUNCARGS, or -1
    std::int32_t far_arguments = -1;  ///< Of the far call that just returned, or -1
    bool object_call = false;         ///< CALLOBJ came before
    bool waiting = false;             ///< A native is pending
    Value native_state;               ///< Of the pending native
    std::uint64_t executed = 0;

    /// As new, except for what was executed.
    void clear() noexcept;
};

/// What machine code reads and writes around natives that it calls itself.
struct MachineView {
    std::uint64_t stop_at = 0;       ///< Value of `executed` at which the interpreters stop to look around.
    FastState* fast_state = nullptr; ///< While the fast form calls a native.
};

class Machine : public MachineFields, public MachineView {
  public:
    Machine(Environment& environment, MachineContext& context, std::uint32_t number)
        : environment_(environment), context_(context), number_(number) {}

    /// Prepares a function call from outside. Arguments are words in source order; extra ones are dropped.
    /// Fails with ags.parameters or ags.already-running.
    Result<void> begin(std::uint32_t number, std::uint32_t export_number, std::span<const Word> arguments);
    /// Goes on until the end, a wait, the budget, an interruption, a pause or a fault. `instructions`: the
    /// budget. Behind a pause it is looked at where it would have been without one: not before the next call,
    /// return or jump backwards.
    Exit run(std::uint64_t instructions, Watching watching, float seconds, bool behind_pause = false);
    /// A run looks around at the next place where it can: a pause was asked for, or is nearer than it was.
    void look_up() noexcept { stop_at = pause_at_ = 0; }
    /// Takes work that grows with its input off the budget, before it is done: `amount` bytes or elements.
    void work(std::uint64_t amount) noexcept;
    /// What the run has used of its budget so far: instructions, and the work that counts as such.
    [[nodiscard]] std::uint64_t spent() const noexcept { return executed - started_ + charged_; }
    /// What is left of it.
    [[nodiscard]] std::uint64_t remaining() const noexcept { return end_ > executed ? end_ - executed : 0; }

    /// After a pause: work that is not yet a whole instruction.
    [[nodiscard]] std::uint64_t work_left() const noexcept { return work_left_; }
    void set_work_left(std::uint64_t work) noexcept { work_left_ = work; }

    [[nodiscard]] bool active() const noexcept { return !runs.empty(); }
    /// True while a native called from here is on the C++ stack.
    [[nodiscard]] bool in_native() const noexcept { return native_depth_ != 0 || fast_state != nullptr; }
    [[nodiscard]] std::uint32_t number() const noexcept { return number_; }
    [[nodiscard]] Word result() const noexcept { return registers[reg_ax]; }
    [[nodiscard]] Value result_value();
    /// An argument for `begin`; strings become managed objects. False if memory runs out or the type has no
    /// word.
    [[nodiscard]] bool argument(const Value& value, Word& out) { return from_value(value, out); }
    /// Open calls, innermost first.
    [[nodiscard]] std::vector<Frame> frames() const;
    /// The same for who looks inside.
    struct OpenFrame {
        std::uint32_t instance = 0;
        std::uint32_t word = 0;            ///< The next instruction, or the call that is open.
        std::optional<std::uint32_t> base; ///< Byte of the stack where its return address lies, if known.
    };
    [[nodiscard]] std::vector<OpenFrame> open_frames() const;
    /// What happened when run said faulted.
    [[nodiscard]] Fault take_fault();
    /// Gives everything up: after a fault, an abort, or to be used again.
    void reset();

    [[nodiscard]] SchedulerLink scheduler() { return context_.scheduler(); }
    [[nodiscard]] Environment& environment() noexcept { return environment_; }
    [[nodiscard]] const Environment& environment() const noexcept { return environment_; }

    // More state, public for the interpreters and the natives' side.
    bool abort_requested = false;
    bool restored = false; ///< From a snapshot: nothing about its stack is verified, so it runs precisely
    float delta_time = 0;

    // Operations shared by both interpreters. They return false (or faulted) after recording a fault.
    bool read(Word address, std::uint32_t width, Word& out);
    bool write(Word address, std::uint32_t width, Word value);
    bool store_pointer(Word address, Word value, bool release_old);
    bool clear_pointer(Word address, std::uint32_t keep);
    bool load_pointer(Word address, Word& out);
    /// CALLEXT: takes the parameters from the list, calls, leaves the result in AX. The list keeps them for
    /// SUBREALSTACK.
    CallOutcome call_external(Word target);
    /// The same for parameters that were never on the list, in source order.
    CallOutcome call_direct(const Callee& callee, std::span<const Word> arguments, Word self);
    /// The same for a callee and arguments that `takes_plain` says yes to: numbers in, a number out.
    CallOutcome call_plain(const Callee& callee, std::span<const Word> arguments);
    /// What is to do when its function has come back: with a number, or not `done`.
    CallOutcome end_plain(const Callee& callee, bool done, std::uint32_t number);
    /// What such a function is given as its call.
    [[nodiscard]] Call& plain_call() noexcept { return native_call_; }
    [[nodiscard]] static bool takes_plain(const Callee& callee, std::size_t arguments) noexcept {
        if (arguments > most_plain_arguments) return false;
        if (callee.kind == CalleeKind::builtin)
            return callee.pure != nullptr && static_cast<std::int32_t>(arguments) >= callee.least_arguments;
        return callee.kind == CalleeKind::native && callee.native.plain != nullptr &&
               callee.types.size() == arguments;
    }
    /// True if pure functions need not go that way: nobody is told of them, but how many there were.
    [[nodiscard]] bool may_call_pure() const noexcept {
        return (!observed_ || counted_) && !waiting && native_depth_ < deepest_native;
    }
    [[nodiscard]] bool observed() const noexcept { return observed_; }
    /// PUSHREAL, from the last to the first.
    bool list_parameters(std::span<const Word> arguments);
    /// SUBREALSTACK.
    bool drop_parameters(std::uint32_t count);
    bool same(Word a, Word b);
    /// Text at an address, for string operations; false after a fault.
    bool text(Word address, std::string_view& out);
    [[nodiscard]] std::span<std::byte> stack_memory(Word address);
    bool fault(const DiagnosticCode& code, std::string message);
    void tell_disposed();
    /// The handle a value is stored as; false after a fault if it is no managed object.
    bool handle_of(Word value, std::uint32_t& handle);
    bool new_array(std::int32_t count, std::uint32_t element_size, bool managed, Word& out);
    bool new_object(std::int32_t size, Word& out, std::uint32_t type = 0);
    /// A String with the text at an address.
    bool new_string(Word from, Word& out);
    /// Compares, and charges for it.
    [[nodiscard]] bool equal_texts(std::string_view a, std::string_view b);
    // Faults that both interpreters raise.
    bool fault_outside(std::uint32_t offset, std::uint32_t width);
    bool fault_handle(std::uint32_t handle);
    bool fault_bounds(std::int32_t index, std::int32_t limit);
    bool fault_hung(std::uint32_t loops);
    /// What is wrong with an array access; gives how many steps behind MEMREADPTR it shows.
    std::uint32_t fault_element(std::uint32_t handle, std::uint32_t offset, std::uint32_t width);
    [[nodiscard]] Word stack_pointer() const noexcept { return address_word(Tag::stack, stack.count); }

    // Stack operations.
    bool has_room(std::uint32_t bytes);
    bool push(Word value);
    bool pop(Word& value);
    bool grow(std::uint32_t bytes);
    bool drop(std::uint32_t bytes);
    bool begin_raw_tail(std::uint32_t bytes);
    bool address_below(std::uint32_t bytes, Word& out);

    // Calls.
    bool fault_calls();
    bool enter(std::uint32_t target_word);
    bool enter_far(const Callee& callee, std::uint32_t count);
    /// RET. Sets `ended` when the outermost run is over.
    bool leave(bool& ended);

    [[nodiscard]] Step const* steps() const noexcept {
        return environment_.instances()[instance].steps.data();
    }

  private:
    friend class Interpreter;
    template <Watching watching, bool Counted> Exit run_precise(bool may_change_tier);
    Exit run_forms(Watching watching);
    [[nodiscard]] std::uint64_t longest_run() const noexcept;
    [[nodiscard]] std::vector<CallRecord> open_calls() const;

    bool object_made(std::uint32_t handle, Word& out);
    [[nodiscard]] const HostVariable* pointer_variable(Word address) const;
    CallOutcome call_host(const Callee& callee, std::span<const Word> words, Word self);
    bool stand_in(const Callee& callee, std::span<const Word> arguments, Word self);
    CallOutcome call_builtin(const Callee& callee, std::span<const Word> arguments, Word self);
    void tell_builtin(const Callee& callee, std::span<const Word> arguments, Word self, Word result);
    void make_places();
    [[nodiscard]] Value to_value(Word word, Type wanted);
    bool set_argument(Value& target, Word word, Type wanted);
    void drop_long_texts();
    [[nodiscard]] bool from_value(const Value& value, Word& out);
    [[nodiscard]] std::span<const Word> take_arguments(std::uint32_t count);

    Environment& environment_;
    MachineContext& context_;
    std::uint32_t number_;
    const DiagnosticCode* fault_code_ = nullptr;
    std::string fault_message_;
    std::vector<Word> argument_words_; ///< Reused from call to call, as are the next two.
    std::vector<Value> native_values_;
    std::vector<Value*> native_arguments_;
    Call native_call_;
    std::uint32_t native_depth_ = 0;
    bool observed_ = false;
    bool counted_ = false;         ///< Whoever observes is content with Callee::calls.
    bool outermost_ = false;       ///< Nothing else is under way around the run.
    std::uint64_t started_ = 0;    ///< `executed` when the run began
    std::uint64_t end_ = 0;        ///< `executed` at which its budget is spent
    std::uint64_t charged_ = 0;    ///< Instructions that stand for work
    std::uint64_t held_texts_ = 0; ///< Bytes of texts copied for the native that runs
    std::uint64_t work_left_ = 0;  ///< Work that is not yet a whole instruction
    static constexpr std::uint64_t never = ~std::uint64_t{0};
    std::uint64_t pause_at_ = never; ///< `executed` at which it pauses
};

} // namespace vellum::ags
