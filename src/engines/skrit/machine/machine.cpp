// How a fragment begins and ends: arguments in, frames, the result out, and after a fault everything counted
// given back. Instructions that can fault do so before they change the stack, so at a fault the cells are
// what the verifier says stands before the instruction.
#include "engines/skrit/machine/machine.hpp"

#include <cstring>

#include "base/moving.hpp"
#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

namespace {

std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }

} // namespace

Value value_of(const StackCell& cell, TypeKind kind) {
    switch (kind) {
    case TypeKind::none: return {};
    case TypeKind::boolean: return cell.low() != 0;
    case TypeKind::real: return canonical(cell.real());
    case TypeKind::string: return cell.text();
    case TypeKind::pointer:
    case TypeKind::managed:
    case TypeKind::value: return ObjectId{cell.bits()};
    default: return cell.integer();
    }
}

Machine::Machine(MachineContext& context)
    : context_(context), stack_(std::make_unique_for_overwrite<StackCell[]>(stack_cells)) {}

void Machine::fail(const DiagnosticCode& code, std::string message) {
    fault_.code = &code;
    fault_.message = std::move(message);
}

std::uint32_t Machine::function() const noexcept { return frames_.empty() ? none : frames_.back().function; }

std::vector<Frame> Machine::frames() const {
    std::vector<Frame> result;
    if (invocation_.code == nullptr) return result;
    const Unit& unit = *invocation_.code->unit;
    std::uint32_t at = pc_;
    for (std::size_t i = frames_.size(); i-- > 0;) {
        Frame frame;
        frame.function = unit.functions_table[frames_[i].function].name;
        if (at < unit.instructions.instructions.size())
            frame.address = unit.instructions.instructions[at].address;
        if (const LineEntry* line = unit.line_at(frame.address)) {
            frame.line = line->line;
            if (line->file < unit.files.size()) frame.source = unit.files[line->file].shown();
        }
        if (frame.source.empty()) frame.source = unit.name();
        result.push_back(std::move(frame));
        at = frames_[i].return_to;
    }
    return result;
}

/// An integer for a reference and the like were checked where the value came from; here any bits are safe.
bool Machine::convert_in(StackCell& cell, TypeKind kind, const Value& value) {
    switch (kind) {
    case TypeKind::boolean: cell.set_bool(detail::to_boolean(value)); break;
    case TypeKind::real: cell.set_real(canonical(detail::to_real(value))); break;
    case TypeKind::string:
        if (value.text().size() > context_.limits.text) {
            fail(codes::run_text, "text too long");
            return false;
        }
        cell.make_text(value.string());
        break;
    case TypeKind::pointer:
    case TypeKind::value: cell.set_bits(value.is(Type::object) ? value.object().id : 0); break;
    case TypeKind::managed:
        cell.set_bits(value.is(Type::object) ? value.object().id : 0);
        if (cell.bits() != 0) context_.retain(cell.bits());
        break;
    default:
        cell.set_integer(value.is(Type::object) ? wrap(static_cast<std::uint32_t>(value.object().id))
                                                : detail::to_integer(value));
        break;
    }
    return true;
}

void Machine::release_cells(StackCell* cells, std::span<const Cell> kinds) {
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i] == Cell::string || kinds[i] == Cell::text)
            cells[i].drop_text();
        else if (kinds[i] == Cell::handle && cells[i].bits() != 0)
            context_.release(cells[i].bits());
}

void Machine::leave_locals(const Frame_& frame) {
    const LinkedFunction& function = invocation_.code->functions[frame.function];
    StackCell* cell = frame.locals + function.general;
    for (std::uint32_t i = 0; i < function.text; ++i, ++cell) cell->drop_text();
    for (std::uint32_t i = 0; i < function.handle; ++i, ++cell)
        if (cell->bits() != 0) context_.release(cell->bits());
}

void Machine::drop_temporaries(const StackCell* from) {
    while (!temporaries_.empty() && temporaries_.back().cell >= from) {
        const std::uint64_t handle = temporaries_.back().handle;
        temporaries_.pop_back();
        context_.release(handle);
    }
}

bool Machine::enter(std::uint32_t function, StackCell* parameters, StackCell* sp, std::uint32_t return_to) {
    const LinkedFunction& linked = invocation_.code->functions[function];
    const std::size_t needed = std::size_t{linked.locals} + linked.stack + 1;
    if (context_.depth >= context_.limits.depth ||
        static_cast<std::size_t>(stack_.get() + stack_cells - sp) < needed) {
        fail(codes::run_depth, "call depth exceeded");
        return false;
    }
    ++context_.depth;
    before_push(frames_);
    frames_.push_back({function, return_to, sp, parameters});
    spoil(sp, sizeof(StackCell) * needed);
    if (linked.text + linked.handle != 0)
        std::memset(sp + linked.general, 0, sizeof(StackCell) * (std::size_t{linked.text} + linked.handle));
    return true;
}

[[gnu::always_inline]] inline Exit Machine::proceed(bool exact, Value* result) {
    Left left = exact                                 ? execute<true, true>()
                : invocation_.code->native == nullptr ? execute<false, false>()
                                                      : execute<false, true>();
    if (left == Left::close) left = execute<true, true>();
    if (left == Left::stopped) return Exit::stopped;
    if (left == Left::fault) return Exit::fault;
    const TypeKind kind = invocation_.code->functions[ended_].result;
    if (kind != TypeKind::none) {
        StackCell& value = *sp_;
        if (result != nullptr) *result = value_of(value, kind);
        if (kind == TypeKind::string) value.drop_text();
        if (kind == TypeKind::managed && value.bits() != 0) context_.release(value.bits());
    }
    invocation_.code = nullptr;
    return Exit::done;
}

/// For the arguments of natives.
inline void Machine::make_room(const LinkedCode& code) {
    if (values_.size() >= code.most_arguments) return;
    values_.resize(code.most_arguments);
    pointers_.resize(code.most_arguments);
    for (std::size_t i = 0; i < values_.size(); ++i) pointers_[i] = &values_[i];
}

Exit Machine::run(const Invocation& invocation, std::uint32_t function, std::span<const Value> arguments,
                  Value* result) {
    invocation_ = invocation;
    const LinkedCode& code = *invocation.code;
    const LinkedFunction& linked = code.functions[function];
    const UnitFunction& row = code.unit->functions_table[function];
    make_room(code);
    if constexpr (move_stacks) stack_ = std::make_unique_for_overwrite<StackCell[]>(stack_cells);
    StackCell* parameters = stack_.get();
    fault_ = {};
    frames_.clear();
    bool fine = linked.parameters < stack_cells;
    std::size_t given = 0;
    for (; fine && given < linked.parameters; ++given) {
        parameters[given].set_bits(0);
        if (given < arguments.size())
            fine = convert_in(parameters[given], code.unit->types[row.parameters[given].type].kind,
                              arguments[given]);
    }
    if (!fine || !enter(function, parameters, parameters + linked.parameters, no_return)) {
        // refused before it began: nothing to unwind but what came in; show the function itself
        for (std::size_t i = 0; i < given; ++i) {
            const TypeKind kind = code.unit->types[row.parameters[i].type].kind;
            if (kind == TypeKind::string) parameters[i].drop_text();
            if (kind == TypeKind::managed && parameters[i].bits() != 0)
                context_.release(parameters[i].bits());
        }
        frames_.push_back({function, no_return, nullptr, nullptr});
        pc_ = linked.first;
        return Exit::fault;
    }
    resumes_ = restored_ = false;
    sp_ = frames_.back().locals + linked.locals;
    const bool exact = precise();
    pc_ = exact ? linked.first : linked.begin; // fused code begins behind what needs nothing
    uncharged_ = pc_ - linked.first;
    return proceed(exact, result);
}

Exit Machine::resume(Value* result) {
    resumes_ = true;
    return proceed(precise(), result);
}

StoppedMachine Machine::stopped() const {
    const Unit& unit = *invocation_.code->unit;
    StoppedMachine state;
    for (const Frame_& frame : frames_) state.calls.push_back({frame.function, frame.return_to});
    state.instruction = pc_;
    state.uncharged = uncharged_;
    const std::vector<Held> held = cells_of(unit, state).value_or(std::vector<Held>());
    for (std::size_t i = 0; i < held.size(); ++i) {
        const StackCell& cell = stack_[i];
        const bool counts = held[i] == Held::plain || held[i] == Held::handle;
        state.cells.push_back(held[i] == Held::text ? Value(cell.text())
                                                    : Value(ObjectId{counts ? cell.bits() : 0}));
    }
    for (const Temporary& one : temporaries_)
        state.temporaries.emplace_back(static_cast<std::uint32_t>(one.cell - stack_.get()), one.handle);
    return state;
}

void Machine::stand(const Invocation& invocation, const StoppedMachine& state) {
    invocation_ = invocation;
    const LinkedCode& code = *invocation.code;
    make_room(code);
    fault_ = {};
    frames_.clear();
    const std::vector<Held> held = cells_of(*code.unit, state).value_or(std::vector<Held>());
    for (std::size_t i = 0; i < held.size(); ++i) {
        StackCell& cell = stack_[i];
        cell.set_bits(0);
        if (held[i] == Held::text) cell.make_text(state.cells[i].string());
        if (held[i] == Held::plain || held[i] == Held::handle) cell.set_bits(state.cells[i].object().id);
        if (held[i] == Held::handle && cell.bits() != 0) context_.retain(cell.bits());
    }
    for (std::size_t i = 0; i < state.calls.size(); ++i) {
        const auto [function, return_to] = state.calls[i];
        StackCell* locals = stack_.get() + code.functions[function].parameters;
        if (i != 0) {
            const Frame_& caller = frames_.back();
            locals = caller.locals + code.functions[caller.function].locals +
                     code.unit->verification.stack_before(return_to).size();
        }
        frames_.push_back({function, return_to, locals, locals - code.functions[function].parameters});
    }
    for (const auto& [cell, handle] : state.temporaries) {
        temporaries_.push_back({stack_.get() + cell, handle});
        if (handle != 0) context_.retain(handle);
    }
    context_.depth += static_cast<std::uint32_t>(frames_.size());
    sp_ = stack_.get() + held.size();
    pc_ = state.instruction;
    uncharged_ = state.uncharged;
    close_ = false;
    restored_ = true;
}

void Machine::abandon() {
    unwind();
    frames_.clear();
    invocation_.code = nullptr;
}

/// Asked before the instruction at `pc_`.
bool Machine::stops_here(std::uint64_t remaining) {
    const StopPoint& stop = context_.stop;
    if (stop.places && !resumes_ && context_.stops_at(*invocation_.code, pc_)) return true;
    resumes_ = false;
    return stop.counted && remaining + context_.reserve <= stop.left + uncharged_;
}

/// Gives back everything the frames hold. The places stay readable through `frames` until the next run.
void Machine::unwind() {
    const LinkedCode& code = *invocation_.code;
    std::uint32_t at = pc_;
    for (std::size_t i = frames_.size(); i-- > 0;) {
        const Frame_& frame = frames_[i];
        if (frame.locals == nullptr) continue;
        const LinkedFunction& function = code.functions[frame.function];
        release_cells(frame.locals + function.locals, code.unit->verification.stack_before(at));
        leave_locals(frame);
        if (frame.return_to == no_return) // parameters of the outermost frame came from outside
            release_parameters(frame);
        at = frame.return_to;
        --context_.depth;
    }
    drop_temporaries(stack_.get());
}

/// The cells that nobody took before a return.
void Machine::release_left(std::size_t instruction, StackCell* bottom) {
    const std::span<const Cell> kinds = invocation_.code->unit->verification.stack_before(instruction);
    const isa::Code& code = invocation_.code->unit->instructions;
    const bool result = code.instructions[instruction].opcode == static_cast<std::uint8_t>(Op::RETURN);
    release_cells(bottom, kinds.first(kinds.size() - (result ? 1 : 0)));
}

void Machine::release_parameters(const Frame_& frame) {
    const Unit& unit = *invocation_.code->unit;
    const auto& rows = unit.functions_table[frame.function].parameters;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TypeKind kind = unit.types[rows[i].type].kind;
        if (kind == TypeKind::string) frame.parameters[i].drop_text();
        if (kind == TypeKind::managed && frame.parameters[i].bits() != 0)
            context_.release(frame.parameters[i].bits());
    }
}

bool Machine::memory_left(std::uint64_t asked) {
    if (context_.account_memory(asked)) return true;
    fail(codes::run_memory, "the scripts hold more memory than the host allows");
    return false;
}

} // namespace vellum::skrit
