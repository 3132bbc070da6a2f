// The precise interpreter: one instruction at a time, every check where the original has it. It is the
// oracle for the fast form, the debugger's and tracer's loop, and what runs scripts that the fast form does
// not take.
#include <algorithm>
#include <utility>

#include "base/moving.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/fast/code.hpp"
#include "engines/ags/machine/machine.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::ags {

namespace {

constexpr Word float_truth(bool value) { return real_word(value ? 1.0F : 0.0F); }

} // namespace

/// One run of the loop. Fields that every instruction touches are references, so that a fault anywhere leaves
/// the machine complete.
class Interpreter {
  public:
    explicit Interpreter(Machine& machine)
        : c_(machine),
          r_(machine.registers),
          environment_(machine.environment()),
          pool_(environment_.pool()) {}

    /// Executes the instruction at c_.step. True: go on.
    bool execute(const Step& step);
    Exit exit = Exit::faulted;
    bool crossed =
        false; ///< The instruction was a call, return or jump backwards: where budgets are looked at.

  private:
    [[gnu::noinline, gnu::cold]] bool fault(const DiagnosticCode& code, std::string_view message) {
        return c_.fault(code, std::string(message));
    }
    [[nodiscard]] Word get(std::uint8_t number) const {
        return number == reg_sp ? c_.stack_pointer() : r_[number];
    }
    bool set(std::uint8_t number, Word value) {
        if (number == reg_sp) [[unlikely]]
            return fault_stack_pointer();
        r_[number] = value;
        return true;
    }
    [[gnu::noinline, gnu::cold]] bool fault_stack_pointer() {
        return fault(codes::bad_instruction, "SP was changed by something other than ADD or SUB");
    }
    bool set_number(const Step& step, std::uint32_t number) { return set(step.a, integer_word(number)); }
    /// What keeps the kind of its target.
    bool set_same_kind(const Step& step, std::uint32_t number) {
        return set(step.a, with_number(get(step.a), number));
    }
    bool set_truth(const Step& step, bool value) { return set(step.a, integer_word(value)); }
    bool set_real(const Step& step, float value, std::uint32_t by) {
        return set(step.a, float_result(value, left(step), by));
    }
    [[nodiscard]] std::uint32_t left(const Step& step) const { return number_of(get(step.a)); }
    [[nodiscard]] std::uint32_t right(const Step& step) const { return number_of(get(step.b)); }
    [[nodiscard]] std::int32_t left_signed(const Step& step) const { return signed_of(get(step.a)); }
    [[nodiscard]] std::int32_t right_signed(const Step& step) const { return signed_of(get(step.b)); }
    [[nodiscard]] float left_real(const Step& step) const { return real_of(get(step.a)); }
    [[nodiscard]] float right_real(const Step& step) const { return real_of(get(step.b)); }

    bool jump(const Step& step);
    bool add(const Step& step);
    bool subtract(const Step& step);
    bool divide(const Step& step);
    bool check_bounds(const Step& step);
    bool dynamic_bounds(const Step& step);
    bool new_array(const Step& step);
    bool cast(const Step& step);
    bool external(const Step& step);
    bool far(const Step& step);
    bool compare_texts(const Step& step, bool equal);
    bool create_string(const Step& step);
    bool read(const Step& step, std::uint32_t width);
    bool read_word(const Step& step);
    bool write_word(const Step& step);
    bool push(Word value);
    bool pop(const Step& step);
    /// The stack's entry that MAR points to if it is a plain value of four bytes, else null: most accesses by
    /// far.
    [[nodiscard]] Word* plain_entry();

    Machine& c_;
    std::array<Word, register_count>& r_;
    Environment& environment_;
    Pool& pool_;
};

bool Interpreter::jump(const Step& step) {
    if (step.extra != 0) {
        crossed = true;
        Run& run = c_.runs.back();
        if (step.op == Op::jmp && run.loop_check_off == 0 && environment_.loop_limit != 0 &&
            ++run.loops > environment_.loop_limit)
            return c_.fault_hung(run.loops);
    }
    c_.step = number_of(step.value);
    return true;
}

bool Interpreter::add(const Step& step) {
    if (step.a == reg_sp) {
        const std::int32_t bytes = signed_of(step.value);
        return bytes >= 0 ? c_.grow(static_cast<std::uint32_t>(bytes))
                          : c_.drop(0U - static_cast<std::uint32_t>(bytes));
    }
    return set_same_kind(step, left(step) + number_of(step.value));
}

bool Interpreter::subtract(const Step& step) {
    if (step.a == reg_sp) {
        const std::int32_t bytes = signed_of(step.value);
        return bytes >= 0 ? c_.drop(static_cast<std::uint32_t>(bytes))
                          : c_.grow(0U - static_cast<std::uint32_t>(bytes));
    }
    if (r_[step.a] ==
        c_.stack_pointer()) // the idiom of 2.x compilers: SP was copied and steps towards the stack's start
        return signed_of(step.value) >= 0 ? c_.address_below(number_of(step.value), r_[step.a])
                                          : fault(codes::memory_access, "an address points above the stack");
    return set_same_kind(step, left(step) - number_of(step.value));
}

bool Interpreter::divide(const Step& step) {
    const std::int32_t by = right_signed(step);
    if (by == 0) return fault(codes::divide, "Integer divide by zero");
    // INT_MIN / -1 overflows in hardware; wrapping is the sensible reading (docs/engines/ags.md,
    // "Instructions").
    const std::int64_t a = left_signed(step);
    return set_number(step, static_cast<std::uint32_t>(step.op == Op::divreg ? a / by : a % by));
}

bool Interpreter::check_bounds(const Step& step) {
    const std::int32_t index = left_signed(step);
    const std::int32_t limit = signed_of(step.value);
    if (index >= 0 && index < limit) return true;
    return c_.fault_bounds(index, limit);
}

bool Interpreter::dynamic_bounds(const Step& step) {
    const Word array = r_[reg_mar];
    if (is_null(array)) return fault(codes::null_pointer, "Null pointer referenced");
    if (kind_of(array) != Tag::object || !pool_.exists(object_of(array)) ||
        pool_[object_of(array)].kind != ObjectKind::array)
        return fault(codes::memory_access, "an array check was made on something other than a dynamic array");
    return check_array_index(c_, pool_[object_of(array)], left_signed(step));
}

bool Interpreter::new_array(const Step& step) {
    Word made = 0;
    return c_.new_array(left_signed(step), number_of(step.value), step.extra != 0, made) && set(step.a, made);
}

bool Interpreter::cast(const Step& step) {
    const Word from = r_[reg_ax];
    const bool is = kind_of(from) == Tag::object && pool_.exists(object_of(from)) &&
                    pool_[object_of(from)].kind == ObjectKind::user &&
                    environment_.types().inherits(pool_[object_of(from)].count, number_of(step.value));
    if (!is) r_[reg_ax] = 0;
    return true;
}

bool Interpreter::external(const Step& step) {
    crossed = true;
    switch (c_.call_external(get(step.a))) {
    case CallOutcome::done: return true;
    case CallOutcome::waiting:
        --c_.step; // asked again next time
        --c_.executed;
        exit = Exit::waiting;
        return false;
    case CallOutcome::aborted: exit = Exit::aborted; return false;
    case CallOutcome::failed: break;
    }
    return false;
}

bool Interpreter::far(const Step& step) {
    crossed = true;
    const Word target = get(step.a);
    if (kind_of(target) != Tag::code || environment_.callees()[object_of(target)].kind != CalleeKind::script)
        return fault(codes::bad_call, "a call leads to something other than a function");
    const auto pending = static_cast<std::uint32_t>(c_.parameters.size() - c_.runs.back().parameter_base);
    const std::uint32_t count =
        c_.next_arguments >= 0 ? static_cast<std::uint32_t>(c_.next_arguments) : pending;
    if (count > pending) return fault(codes::stack_underflow, "function callstack underflow");
    --c_.step; // enter_far notes where the call stands
    return c_.enter_far(environment_.callees()[object_of(target)], count);
}

bool Interpreter::compare_texts(const Step& step, bool equal) {
    std::string_view a;
    std::string_view b;
    const Word first = get(step.a);
    const Word second = get(step.b);
    if (is_null(first) || is_null(second)) return fault(codes::null_pointer, "Null pointer referenced");
    return c_.text(first, a) && c_.text(second, b) && set_truth(step, c_.equal_texts(a, b) == equal);
}

bool Interpreter::create_string(const Step& step) {
    Word made = 0;
    return c_.new_string(get(step.a), made) && set(step.a, made);
}

bool Interpreter::read(const Step& step, std::uint32_t width) {
    Word value = 0;
    return c_.read(r_[reg_mar], width, value) && set(step.a, value);
}

inline Word* Interpreter::plain_entry() {
    const Word address = r_[reg_mar];
    Stack& stack = c_.stack;
    const std::uint32_t entry = object_of(address);
    if (kind_of(address) != Tag::stack || number_of(address) != 0 || entry >= stack.count ||
        stack.raw[entry] || stack.sizes[entry] != 4)
        return nullptr;
    return &stack.values[entry];
}

inline bool Interpreter::read_word(const Step& step) {
    if (const Word* entry = plain_entry(); entry != nullptr) [[likely]]
        return set(step.a, *entry);
    return read(step, 4);
}

inline bool Interpreter::write_word(const Step& step) {
    if (Word* entry = plain_entry(); entry != nullptr) [[likely]] {
        *entry = get(step.a);
        return true;
    }
    return c_.write(r_[reg_mar], 4, get(step.a));
}

inline bool Interpreter::push(Word value) {
    Stack& stack = c_.stack;
    const std::uint32_t at = stack.count;
    if (at + 1 >= stack_entries || stack.used + 4 >= stack_bytes) [[unlikely]]
        return c_.push(value);
    stack.values[at] = value;
    stack.sizes[at] = 4;
    stack.raw[at] = false;
    stack.offsets[at] = static_cast<std::uint16_t>(stack.used);
    stack.used += 4;
    stack.tail = 0;
    ++stack.count;
    return true;
}

inline bool Interpreter::pop(const Step& step) {
    Stack& stack = c_.stack;
    if (stack.count == 0 || stack.raw[stack.count - 1]) [[unlikely]] {
        Word value = 0;
        return c_.pop(value) && set(step.a, value);
    }
    const std::uint32_t at = --stack.count;
    stack.used = stack.offsets[at];
    stack.tail = 0;
    return set(step.a, stack.values[at]);
}

[[gnu::always_inline]] inline bool Interpreter::execute(const Step& step) {
    ++c_.step;
    Word value = 0;
    switch (step.op) {
    case Op::add: return add(step);
    case Op::sub: return subtract(step);
    case Op::regtoreg: return set(step.b, get(step.a));
    case Op::writelit: {
        const std::uint32_t width = step.extra;
        if (width != 1 && width != 2 && width != 4)
            return fault(codes::bad_instruction, "WRITELIT writes 1, 2 or 4 bytes");
        return c_.write(r_[reg_mar], width, step.value);
    }
    case Op::ret: {
        crossed = true;
        bool ended = false;
        --c_.step; // so that an error names this instruction
        if (!c_.leave(ended)) return false;
        if (!ended) return true;
        exit = Exit::finished;
        return false;
    }
    case Op::littoreg: return set(step.a, step.value);
    case Op::memread: return read_word(step);
    case Op::memreadb: return read(step, 1);
    case Op::memreadw: return read(step, 2);
    case Op::memwrite: return write_word(step);
    case Op::memwriteb: return c_.write(r_[reg_mar], 1, get(step.a));
    case Op::memwritew: return c_.write(r_[reg_mar], 2, get(step.a));
    case Op::mulreg: return set_number(step, left(step) * right(step));
    case Op::divreg:
    case Op::modreg: return divide(step);
    case Op::addreg: return set_same_kind(step, left(step) + right(step));
    case Op::subreg: return set_same_kind(step, left(step) - right(step));
    case Op::bitand_: return set_number(step, left(step) & right(step));
    case Op::bitor_: return set_number(step, left(step) | right(step));
    case Op::xorreg: return set_number(step, left(step) ^ right(step));
    case Op::shiftleft: return set_number(step, left(step) << (right(step) & 31U));
    case Op::shiftright:
        return set_number(step, static_cast<std::uint32_t>(left_signed(step) >> (right(step) & 31U)));
    case Op::isequal: return set_truth(step, c_.same(get(step.a), get(step.b)));
    case Op::notequal: return set_truth(step, !c_.same(get(step.a), get(step.b)));
    case Op::greater: return set_truth(step, left_signed(step) > right_signed(step));
    case Op::lessthan: return set_truth(step, left_signed(step) < right_signed(step));
    case Op::gte: return set_truth(step, left_signed(step) >= right_signed(step));
    case Op::lte: return set_truth(step, left_signed(step) <= right_signed(step));
    case Op::and_: return set_truth(step, left(step) != 0 && right(step) != 0);
    case Op::or_: return set_truth(step, left(step) != 0 || right(step) != 0);
    case Op::notreg: return set_truth(step, is_null(get(step.a)));
    case Op::mul: return set_same_kind(step, left(step) * number_of(step.value));
    case Op::call:
        crossed = true;
        if (!is_number(get(step.a)))
            return fault(codes::bad_call, "a call leads to something other than a function of this script");
        --c_.step;
        return c_.enter(left(step));
    case Op::jz: return !is_null(r_[reg_ax]) || jump(step);
    case Op::jnz: return is_null(r_[reg_ax]) || jump(step);
    case Op::jmp: return jump(step);
    case Op::pushreg: return push(get(step.a));
    case Op::popreg: return pop(step);
    case Op::callext: return external(step);
    case Op::callas: return far(step);
    case Op::pushreal: {
        const Word parameter = get(step.a);
        return c_.list_parameters({&parameter, 1});
    }
    case Op::subrealstack:
        if (c_.far_arguments >= 0) crossed = true; // a place where the fast form may take over again
        return signed_of(step.value) >= 0 ? c_.drop_parameters(number_of(step.value))
                                          : fault(codes::stack_underflow, "function callstack underflow");
    case Op::linenum: c_.line = signed_of(step.value); return true;
    case Op::thisbase: c_.this_base = number_of(step.value); return true;
    case Op::numfuncargs: c_.next_arguments = signed_of(step.value); return true;
    case Op::callobj:
        if (is_null(get(step.a))) return fault(codes::null_pointer, "Null pointer referenced");
        r_[reg_op] = get(step.a);
        c_.object_call = true;
        return true;
    case Op::checkbounds: return check_bounds(step);
    case Op::memwriteptr: return c_.store_pointer(r_[reg_mar], get(step.a), true);
    case Op::meminitptr: return c_.store_pointer(r_[reg_mar], get(step.a), false);
    case Op::memreadptr: return c_.load_pointer(r_[reg_mar], value) && set(step.a, value);
    case Op::memzeroptr: return c_.clear_pointer(r_[reg_mar], 0);
    case Op::memzeroptrnd:
        return c_.clear_pointer(r_[reg_mar], kind_of(r_[reg_ax]) == Tag::object ? object_of(r_[reg_ax]) : 0);
    case Op::loadspoffs: return c_.address_below(number_of(step.value), r_[reg_mar]);
    case Op::checknull: return !is_null(r_[reg_mar]) || fault(codes::null_pointer, "Null pointer referenced");
    case Op::checknullreg:
        return !is_null(get(step.a)) || fault(codes::null_pointer, "Null string referenced");
    case Op::fadd: return set_real(step, left_real(step) + static_cast<float>(signed_of(step.value)), 0);
    case Op::fsub: return set_real(step, left_real(step) - static_cast<float>(signed_of(step.value)), 0);
    case Op::fmulreg: return set_real(step, left_real(step) * right_real(step), right(step));
    case Op::fdivreg:
        if (right_real(step) == 0.0F) return fault(codes::divide, "Floating point divide by zero");
        return set_real(step, left_real(step) / right_real(step), right(step));
    case Op::faddreg: return set_real(step, left_real(step) + right_real(step), right(step));
    case Op::fsubreg: return set_real(step, left_real(step) - right_real(step), right(step));
    case Op::fgreater: return set(step.a, float_truth(left_real(step) > right_real(step)));
    case Op::flessthan: return set(step.a, float_truth(left_real(step) < right_real(step)));
    case Op::fgte: return set(step.a, float_truth(left_real(step) >= right_real(step)));
    case Op::flte: return set(step.a, float_truth(left_real(step) <= right_real(step)));
    case Op::zeromemory: return c_.begin_raw_tail(number_of(step.value));
    case Op::createstring: return create_string(step);
    case Op::stringsequal: return compare_texts(step, true);
    case Op::stringsnoteq: return compare_texts(step, false);
    case Op::loopcheckoff:
        if (c_.runs.back().loop_check_off == 0) c_.runs.back().loop_check_off = 1;
        return true;
    case Op::dynamicbounds: return dynamic_bounds(step);
    case Op::newarray:
    case Op::newarray2: return new_array(step);
    case Op::newuserobject2:
        return c_.new_object(signed_of(step.value), value, step.extra) && set(step.a, value);
    case Op::dynamiccast: return cast(step);
    case Op::newuserobject: return c_.new_object(signed_of(step.value), value) && set(step.a, value);
    case Op::null: break;
    }
    return fault(codes::bad_instruction, "control reached word " + std::to_string(step.word) +
                                             ", which is not an instruction that can run");
}

bool check_array_index(Machine& machine, const Object& array, std::int32_t offset) {
    if (offset >= 0 && static_cast<std::uint32_t>(offset) < array.size) return true;
    if (array.count == 0 || array.size == 0)
        return machine.fault(codes::bounds, "Array has an invalid size (" + std::to_string(array.count) +
                                                ") and cannot be accessed");
    const auto element = static_cast<std::int32_t>(array.size / array.count);
    return machine.fault(codes::bounds,
                         "Array index out of bounds (index: " + std::to_string(offset / element) +
                             ", bounds: 0.." + std::to_string(array.count - 1) + ")");
}

/// `Counted`: a pause is near, and instructions are counted one by one.
template <Watching watching, bool Counted> Exit Machine::run_precise(bool may_change_tier) {
    Interpreter interpreter(*this);
    const auto marked = [this] {
        const std::vector<std::uint8_t>& stops = environment_.instances()[instance].stops;
        return stops.empty() ? nullptr : stops.data();
    };
    const auto counted = [this] {
        std::vector<std::uint64_t>& executed_steps = environment_.instances()[instance].executed;
        return executed_steps.empty() ? nullptr : executed_steps.data();
    };
    std::uint64_t* counts = counted();
    const Step* code = steps();
    [[maybe_unused]] const std::uint8_t* stops = marked();
    for (;;) {
        if constexpr (Counted)
            if (executed >= pause_at_) return Exit::paused;
        const std::uint32_t at = step;
        const Step& next = code[at];
        if constexpr (watching == Watching::stops)
            if (stops != nullptr && stops[at] != 0 && context_.step(*this, at, outermost_))
                return Exit::paused;
        if constexpr (watching == Watching::steps)
            if (context_.step(*this, at, outermost_)) return Exit::paused;
        ++executed;
        if (counts != nullptr) ++counts[at];
        interpreter.crossed = false;
        if (!interpreter.execute(next)) {
            // A fault belongs to the instruction that was running, even if it had moved on already.
            if (interpreter.exit == Exit::faulted && step == at + 1) step = at;
            if (interpreter.exit == Exit::waiting && counts != nullptr) --counts[at]; // asked again
            return interpreter.exit;
        }
        if (!interpreter.crossed) continue;
        if (executed >= stop_at) return Exit::budget;
        code = steps(); // a call may have led into another script
        stops = marked();
        counts = counted();
        if (may_change_tier && can_run_fast(*this))
            return Exit::finished; // the caller sees that it is still active
    }
}

/// Most instructions that either form executes between two places where it looks around: each at most once.
std::uint64_t Machine::longest_run() const noexcept {
    std::size_t most = 0;
    for (const Instance& one : environment_.instances()) most = std::max(most, one.steps.size());
    return most;
}

/// Both forms in turn, up to `stop_at`.
Exit Machine::run_forms(Watching watching) {
    if (watching == Watching::steps) return run_precise<Watching::steps, true>(false);
    const bool asks = watching == Watching::stops;
    if (pause_at_ != never) {
        const std::uint64_t run = longest_run();
        if (pause_at_ - executed <= run)
            return asks ? run_precise<Watching::stops, true>(false)
                        : run_precise<Watching::nobody, true>(false);
        stop_at = std::min(stop_at, pause_at_ - run);
    }
    const bool fast = environment_.may_run_fast();
    for (;;) {
        if (fast && can_run_fast(*this)) {
            const Exit exit = run_fast(*this);
            if (exit != Exit::finished || !active()) return exit;
        }
        // At least one instruction, so that the two cannot hand the same place to each other for ever.
        const Exit exit =
            asks ? run_precise<Watching::stops, false>(fast) : run_precise<Watching::nobody, false>(fast);
        if (exit != Exit::finished || !active()) return exit;
    }
}

void Machine::work(std::uint64_t amount) noexcept {
    work_left_ = work_left_ + amount < amount ? ~std::uint64_t{0} : work_left_ + amount;
    const std::uint64_t instructions = work_left_ / work_per_instruction;
    work_left_ %= work_per_instruction;
    if (instructions == 0) return;
    charged_ += instructions;
    end_ -= std::min(end_, instructions);
    stop_at = context_.interrupted() ? 0 : std::min(stop_at, end_);
}

Exit Machine::run(std::uint64_t instructions, Watching watching, float seconds, bool behind_pause) {
    delta_time = seconds;
    // Who only stops somewhere is told of no native.
    const Scheduler* const world = context_.scheduler().get();
    observed_ = watching != Watching::nobody &&
                (watching != Watching::stops || world == nullptr || world->observer() != nullptr);
    counted_ = watching == Watching::natives && world->observer()->wants_counts();
    abort_requested = false;
    native_call_.delta_time = delta_time;
    native_call_.state = &native_state;
    native_call_.scheduler = context_.scheduler();
    native_call_.machine = number_;
    started_ = executed;
    end_ = executed + instructions < executed ? ~std::uint64_t{0} : executed + instructions;
    charged_ = 0;
    Machine* const outer = std::exchange(environment_.current, this);
    outermost_ = outer == nullptr;
    Exit exit = Exit::budget;
    bool looks = !behind_pause;
    while ((executed < end_ || !looks) && !context_.interrupted()) {
        const std::uint64_t pause = context_.pause_left(outer == nullptr);
        pause_at_ = pause < never - executed ? executed + pause : never;
        if (pause == 0) {
            exit = Exit::paused;
            break;
        }
        const std::uint64_t soon = context_.look_after(); // an interruption is noticed after so many
        stop_at = remaining() > soon ? executed + soon : end_;
        exit = run_forms(watching);
        if (exit != Exit::budget && exit != Exit::paused) break;
        looks = exit == Exit::budget;
        if (looks) context_.looked(*this);
        exit = Exit::budget;
    }
    if (exit != Exit::paused) work_left_ = 0;
    environment_.current = outer;
    // What ran here brings the pause of the outer one nearer.
    if (outer != nullptr && outer->pause_at_ != never) outer->look_up();
    return exit;
}

} // namespace vellum::ags
