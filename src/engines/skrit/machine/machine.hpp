// A machine is one thread of execution: it runs one fragment, with a frame for each call of a script
// function, and can stop before any instruction and go on. It relies on the verifier's proofs and checks only
// what cannot be known before: division, null, conversion and the limits. It knows nothing of objects beyond
// their stores; whatever has an effect goes through its context.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "code/form.hpp"
#include "engines/skrit/machine/cell.hpp"
#include "engines/skrit/machine/code.hpp"
#include "engines/skrit/machine/stopped.hpp"
#include "vellum/fault.hpp"
#include "vellum/observer.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::skrit {

/// Bounds of one outermost invocation, everything it calls included.
struct Limits {
    std::uint64_t instructions = 10'000'000;
    std::uint32_t depth = 250;
    std::uint32_t text = 1U << 20U;     ///< Bytes of one text.
    std::uint32_t state_changes = 64;   ///< In a row.
    std::uint32_t timers = 1000;        ///< Of one object.
    std::uint32_t objects = 1'000'000;  ///< Of one world.
    std::uint64_t memory = 256U << 20U; ///< Bytes of one world: objects, texts, machines.
};

/// What looking at every byte of a text costs in instructions: the rule that natives are charged by too.
[[nodiscard]] constexpr std::uint64_t text_cost(std::uint64_t size) noexcept {
    return size / work_per_instruction;
}
/// What copying it costs; machines do that four times as fast.
[[nodiscard]] constexpr std::uint64_t copy_cost(std::uint64_t size) noexcept { return text_cost(size) / 4; }
/// What a text holds besides its bytes: its head, what the allocator adds, and its place in the account of
/// memory.
inline constexpr std::uint64_t text_overhead = 48;

/// Where the running machine is to stop. Counted by what the invocation has left, so that looking for it
/// costs the fast loop nothing: it is given no more than it can use up without missing the place.
struct StopPoint {
    std::uint64_t left = 0;  ///< Stop as soon as no more than this is left …
    bool counted = false;    ///< … if it is a count that stops.
    bool places = false;     ///< Some instructions are to be stopped at: ask before each.
    std::uint64_t guard = 0; ///< Left below that, the fast loop could run past the place. 0: no stop.
};

/// What machines of one world share.
struct MachineContext {
    Limits limits;
    std::uint64_t remaining = 0; ///< Instructions left before the machine looks up …
    std::uint64_t reserve = 0;   ///< … and how many the current outermost invocation has left then.
    std::uint64_t executed = 0;  ///< Since the world was made.
    std::uint32_t depth = 0;     ///< Script frames of all running machines.
    std::uint64_t fresh = 0;     ///< Bytes asked for since the last account …
    std::uint64_t allowance = 0; ///< … and how many may be before the next.
    Observer* observer = nullptr;
    Scheduler* scheduler = nullptr;
    bool stops_anywhere = false; ///< Every instruction is asked about.
    bool precise_only = false;   ///< Nothing runs in the fast loop.
    StopPoint stop;

    MachineContext() = default;
    MachineContext(const MachineContext&) = delete;
    MachineContext& operator=(const MachineContext&) = delete;
    virtual ~MachineContext() = default;
    virtual void retain(std::uint64_t handle) = 0;
    virtual void release(std::uint64_t handle) = 0;
    /// SETSTATE.
    virtual void set_state(void* object, std::uint32_t state) = 0;
    /// Takes from what the invocation has left; nothing is left if that is too little.
    void spend(std::uint64_t instructions) noexcept {
        const std::uint64_t now = instructions < remaining ? instructions : remaining;
        remaining -= now;
        reserve -= instructions - now < reserve ? instructions - now : reserve;
    }
    [[nodiscard]] bool interruption() const noexcept {
        return scheduler != nullptr && scheduler->interrupted();
    }
    /// Is that instruction one to stop at?
    [[nodiscard]] virtual bool stops_at(const LinkedCode& code, std::uint32_t instruction) const = 0;
    /// Does somebody want to stop in front of that instruction, and may the machine?
    [[nodiscard]] virtual bool stops_before(const Step& step) = 0;
    /// Counts what is really held, adds the bytes that are `wanted` and not held yet, and sets `fresh` and
    /// `allowance` anew. False if it is too much.
    virtual bool account_memory(std::uint64_t wanted) = 0;
};

/// What a fragment runs on.
struct Invocation {
    const LinkedCode* code = nullptr;
    StackCell* instance = nullptr; ///< General, then text, then handle variables.
    StackCell* shared = nullptr;
    void* object = nullptr;
    std::uint64_t self = 0; ///< `this` as scripts and natives see it.
    std::uint64_t owner = 0;
    std::uint32_t index = 0; ///< Of the object, for observers.
};

struct MachineFault {
    const DiagnosticCode* code = nullptr;
    std::string message;
};

/// Why a machine came back.
enum class Exit : std::uint8_t {
    done,    ///< The fragment ended.
    stopped, ///< At a stop point; `resume` goes on.
    fault    ///< The fragment failed: `fault` tells, `frames` show where it was.
};

/// A variable or a cell of the expression stack, for whoever looks at a machine.
struct Inspected {
    std::string name; ///< With `$`; empty for a cell of the stack.
    std::string type; ///< As the unit names it; of a cell, the kind of what it holds.
    Value value;
    StackCell* cell = nullptr; ///< Of a variable.
    TypeKind kind = TypeKind::none;
};
/// A frame with what it holds. Texts and references are those of the moment.
struct InspectedFrame {
    Frame place;
    std::uint32_t instruction = 0; ///< About to be executed, or the call under way.
    std::vector<Inspected> locals; ///< Known at that place, parameters included.
    std::vector<Inspected> stack;  ///< Bottom first, without the arguments of a call of a script function.
};

struct NativeContext;
struct NativeEntry;

class Machine {
  public:
    explicit Machine(MachineContext& context);
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    ~Machine() = default;

    static constexpr std::size_t stack_cells = 16384;
    static constexpr std::uint64_t machine_object = 0xFFFF'564D'0000'0000ULL; ///< `vm` as natives see it

    /// Runs a function; arguments are converted to its parameters, missing ones are zero.
    Exit run(const Invocation& invocation, std::uint32_t function, std::span<const Value> arguments,
             Value* result);
    /// Goes on after a stop, with the stop point of now.
    Exit resume(Value* result);
    /// Gives up what was stopped.
    void abandon();
    /// What a stopped machine is made of …
    [[nodiscard]] StoppedMachine stopped() const;
    /// … and an idle one that stands like it, on sound data of the same code. Handles are counted anew.
    void stand(const Invocation& invocation, const StoppedMachine& state);

    [[nodiscard]] const MachineFault& fault() const noexcept { return fault_; }
    [[nodiscard]] const Invocation& invocation() const noexcept { return invocation_; }
    /// Innermost first. Valid during a native call, at a stop and after a fault.
    [[nodiscard]] std::vector<Frame> frames() const;
    /// The same with variables and stacks; during a native call or at a stop.
    [[nodiscard]] std::vector<InspectedFrame> inspect() const;
    /// Executed instructions that are not yet taken from what the invocation has left.
    [[nodiscard]] std::uint64_t uncharged() const noexcept { return uncharged_; }
    /// Index of the instruction that is being executed and of its function.
    [[nodiscard]] std::uint32_t instruction() const noexcept { return pc_; }
    [[nodiscard]] std::uint32_t function() const noexcept;
    void fail(const DiagnosticCode& code, std::string message);

    /// Where machine code left.
    struct NativeLeft {
        enum class How : std::uint8_t {
            repeat,   ///< `at` is next.
            returned, ///< The instruction `at` returned from the frame that code was entered in.
            faulted,  ///< The call of the host at `at` failed.
            close     ///< A stop is near, `at` is next.
        };
        How how = How::repeat;
        std::uint32_t at = 0;
        std::uint32_t uncharged = 0; ///< Instructions before it that were executed and not charged for.
        StackCell* sp = nullptr;
        std::uint64_t remaining = 0;
    };
    /// What machine code calls for a native: the call at that exit, behind which the next exit is
    /// (code::Helper).
    static std::int32_t call_for_native(code::Context* shared, std::uint32_t exit);

    /// Calls `visit` with every text cell that a running fragment holds. Only during a call of the host, at a
    /// stop or in an account of memory.
    template <class Visit> void each_text(Visit&& visit) const;

  private:
    static constexpr std::uint32_t no_return = 0xFFFFFFFF;

    struct Frame_ {
        std::uint32_t function = 0;
        std::uint32_t return_to = 0; ///< Instruction of the call.
        StackCell* locals = nullptr;
        StackCell* parameters = nullptr;
    };

    /// How a loop ends.
    enum class Left : std::uint8_t {
        done,
        stopped,
        fault,
        close ///< The fast one: a stop is so near that the precise one must go on.
    };

    /// The precise loop looks before each instruction whether to stop there, and shows it to an observer.
    /// Without hot places the loop is one of its own, which keeps its registers for itself.
    template <bool Precise, bool Hot> Left execute();
    Exit proceed(bool exact, Value* result);
    [[gnu::noinline]] NativeLeft run_native(NativeEntry& entry, std::uint64_t remaining);
    std::size_t open_frames(const NativeContext& context);
    bool call_from_native(NativeContext& context, std::uint32_t at);
    void complete_cells(const Frame_& frame, std::span<const Cell> held) const;
    void make_room(const LinkedCode& code);
    [[nodiscard]] bool precise() const noexcept {
        return context_.reserve < context_.stop.guard || context_.stops_anywhere || context_.precise_only ||
               (context_.observer != nullptr && context_.observer->wants_steps());
    }
    [[nodiscard]] bool stops_here(std::uint64_t remaining);
    /// What remains with so much of the reserve that it is enough for `cost`; 0 if it may not: either a stop
    /// is close (`close_`), or it failed.
    template <bool Precise> std::uint64_t refill(std::uint64_t remaining, std::uint64_t cost);
    bool native(const CallSite& site, StackCell*& sp);
    bool enter(std::uint32_t function, StackCell* parameters, StackCell* sp, std::uint32_t return_to);
    void leave_locals(const Frame_& frame);
    void unwind();
    void release_cells(StackCell* cells, std::span<const Cell> kinds);
    void release_left(std::size_t instruction, StackCell* bottom);
    void release_parameters(const Frame_& frame);
    bool memory_left(std::uint64_t asked);
    bool text_fits(const Value& value);
    bool forget_call(const CallSite& site);
    bool write_back(const CallSite& site, const Frame_& frame);
    bool convert_in(StackCell& cell, TypeKind kind, const Value& value);
    /// Gives back the handles whose objects stood in cells at or above that one.
    void drop_temporaries(const StackCell* from);

    MachineContext& context_;
    Invocation invocation_;
    MachineFault fault_;
    std::unique_ptr<StackCell[]> stack_;
    std::vector<Frame_> frames_;
    /// A handle that was turned into an object, which waits in that cell for its call.
    struct Temporary {
        const StackCell* cell;
        std::uint64_t handle;
    };
    std::vector<Temporary> temporaries_; ///< By ascending cell.
    std::vector<Value> values_;
    std::vector<Value*> pointers_;
    Call call_;
    StackCell* sp_ = nullptr; ///< Just behind the top; kept up to date at faults and calls only.
    std::uint32_t pc_ = 0;
    std::uint64_t uncharged_ = 0;
    std::uint32_t ended_ = 0; ///< The outermost function, after it returned.
    bool close_ = false;      ///< Why `refill` gave nothing.
    bool resumes_ = false;    ///< The next instruction was stopped at before.
    bool restored_ = false;   ///< It stands on cells from outside, whose upper halves nobody has proved.
};

template <class Visit> void Machine::each_text(Visit&& visit) const {
    if (invocation_.code == nullptr) return;
    const LinkedCode& code = *invocation_.code;
    std::uint32_t at = pc_;
    for (std::size_t i = frames_.size(); i-- > 0;) {
        const Frame_& frame = frames_[i];
        if (frame.locals == nullptr) continue;
        const LinkedFunction& function = code.functions[frame.function];
        for (std::uint32_t n = 0; n < function.text; ++n) visit(frame.locals[function.general + n].text());
        const std::span<const Cell> kinds = code.unit->verification.stack_before(at);
        for (std::size_t n = 0; n < kinds.size(); ++n)
            if (kinds[n] == Cell::string || kinds[n] == Cell::text)
                visit(frame.locals[function.locals + n].text());
        if (frame.return_to == no_return && function.owned_parameters)
            for (std::size_t n = 0; n < function.parameters; ++n)
                if (code.unit->types[code.unit->functions_table[frame.function].parameters[n].type].kind ==
                    TypeKind::string)
                    visit(frame.parameters[n].text());
        at = frame.return_to;
    }
}

/// A value as a cell of that kind, and back. Text cells must be empty before.
[[nodiscard]] Value value_of(const StackCell& cell, TypeKind kind);

} // namespace vellum::skrit
