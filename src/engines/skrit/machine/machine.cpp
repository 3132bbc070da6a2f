// The loop and its calls. Instructions that can fault do so before they change the stack, so at a fault the
// cells are what the verifier says stands before the instruction, and everything counted can be given back.
#include "engines/skrit/machine/machine.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engines/skrit/isa/operands.hpp"
#include "engines/skrit/machine/codes.hpp"

namespace vellum::skrit {

namespace {

constexpr std::uint32_t no_return = 0xFFFFFFFF;

std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }

bool same_without_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

/// Exponent not negative.
std::int32_t power(std::int32_t base, std::int32_t exponent) {
    std::uint32_t result = 1;
    auto factor = static_cast<std::uint32_t>(base);
    for (auto left = static_cast<std::uint32_t>(exponent); left != 0; left >>= 1U) {
        if ((left & 1U) != 0) result *= factor;
        factor *= factor;
    }
    return wrap(result);
}

} // namespace

Value value_of(const StackCell& cell, TypeKind kind) {
    switch (kind) {
    case TypeKind::none: return {};
    case TypeKind::boolean: return cell.low() != 0;
    case TypeKind::real: return cell.real();
    case TypeKind::string: return cell.text();
    case TypeKind::pointer:
    case TypeKind::managed:
    case TypeKind::value: return ObjectId{cell.bits()};
    default: return cell.integer();
    }
}

Machine::Machine(Surroundings& around)
    : around_(around), stack_(std::make_unique_for_overwrite<StackCell[]>(stack_cells)) {}

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
            if (line->file < unit.files.size()) frame.source = unit.files[line->file].name;
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
    case TypeKind::real: cell.set_real(detail::to_real(value)); break;
    case TypeKind::string:
        if (value.text().size() > around_.limits.text) {
            fail(codes::run_text, "text too long");
            return false;
        }
        cell.make_text(value.string());
        break;
    case TypeKind::pointer:
    case TypeKind::value: cell.set_bits(value.is(Type::object) ? value.object().id : 0); break;
    case TypeKind::managed:
        cell.set_bits(value.is(Type::object) ? value.object().id : 0);
        if (cell.bits() != 0) around_.retain(cell.bits());
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
            around_.release(cells[i].bits());
}

void Machine::leave_locals(const Frame_& frame) {
    const LinkedFunction& function = invocation_.code->functions[frame.function];
    StackCell* cell = frame.locals + function.general;
    for (std::uint32_t i = 0; i < function.text; ++i, ++cell) cell->drop_text();
    for (std::uint32_t i = 0; i < function.handle; ++i, ++cell)
        if (cell->bits() != 0) around_.release(cell->bits());
}

void Machine::drop_temporaries() {
    while (!temporaries_.empty()) {
        const std::uint64_t handle = temporaries_.back();
        temporaries_.pop_back();
        around_.release(handle);
    }
}

bool Machine::enter(std::uint32_t function, StackCell* parameters, StackCell* sp, std::uint32_t return_to) {
    const LinkedFunction& linked = invocation_.code->functions[function];
    const std::size_t needed = std::size_t{linked.locals} + linked.stack + 1;
    if (around_.depth >= around_.limits.depth ||
        static_cast<std::size_t>(stack_.get() + stack_cells - sp) < needed) {
        fail(codes::run_depth, "call depth exceeded");
        return false;
    }
    ++around_.depth;
    frames_.push_back({function, return_to, sp, parameters});
    if (linked.text + linked.handle != 0)
        std::memset(sp + linked.general, 0, sizeof(StackCell) * (std::size_t{linked.text} + linked.handle));
    return true;
}

bool Machine::run(const Invocation& invocation, std::uint32_t function, std::span<const Value> arguments,
                  Value* result) {
    invocation_ = invocation;
    const LinkedCode& code = *invocation.code;
    const LinkedFunction& linked = code.functions[function];
    const UnitFunction& row = code.unit->functions_table[function];
    if (values_.size() < code.most_arguments) {
        values_.resize(code.most_arguments);
        pointers_.resize(code.most_arguments);
        for (std::size_t i = 0; i < values_.size(); ++i) pointers_[i] = &values_[i];
    }
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
    fine = fine && enter(function, parameters, parameters + linked.parameters, no_return);
    if (fine) {
        pc_ = linked.first;
        fine = around_.observer != nullptr && around_.observer->wants_steps() ? execute<true>()
                                                                              : execute<false>();
    }
    if (!fine) {
        if (frames_.empty()) {
            // refused before it began: nothing to unwind but what came in; show the function itself
            for (std::size_t i = 0; i < given; ++i) {
                const TypeKind kind = code.unit->types[row.parameters[i].type].kind;
                if (kind == TypeKind::string) parameters[i].drop_text();
                if (kind == TypeKind::managed && parameters[i].bits() != 0)
                    around_.release(parameters[i].bits());
            }
            frames_.push_back({function, no_return, nullptr, nullptr});
            pc_ = linked.first;
        }
        return false;
    }
    StackCell& value = *sp_;
    if (linked.result != TypeKind::none) {
        if (result != nullptr) *result = value_of(value, linked.result);
        if (linked.result == TypeKind::string) value.drop_text();
        if (linked.result == TypeKind::managed && value.bits() != 0) around_.release(value.bits());
    }
    invocation_.code = nullptr;
    return true;
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
            for (std::size_t p = 0; p < function.parameters; ++p) {
                const TypeKind kind =
                    code.unit->types[code.unit->functions_table[frame.function].parameters[p].type].kind;
                if (kind == TypeKind::string) frame.parameters[p].drop_text();
                if (kind == TypeKind::managed && frame.parameters[p].bits() != 0)
                    around_.release(frame.parameters[p].bits());
            }
        at = frame.return_to;
        --around_.depth;
    }
    drop_temporaries();
}

bool Machine::concatenate(StackCell* left) {
    const std::size_t size = left[0].text().size() + left[1].text().size();
    if (size > around_.limits.text) {
        fail(codes::run_text, "text too long");
        return false;
    }
    left[0].text().append(left[1].text().view());
    left[1].drop_text();
    return true;
}

void Machine::write_back(const CallSite& site, const Frame_& frame) {
    const LinkedCode& code = *invocation_.code;
    for (std::uint32_t i = site.write_back; i < site.write_back_end; ++i) {
        const WriteBack& entry = code.write_backs[i];
        const auto where = static_cast<SlotFrame>(entry.slot >> 16U);
        StackCell& cell = (where == SlotFrame::local      ? frame.locals
                           : where == SlotFrame::instance ? invocation_.instance
                                                          : invocation_.shared)[entry.slot & 0xFFFFU];
        Value& value = values_[entry.argument];
        switch (entry.cell) {
        case Cell::string:
            if (value.text().size() <= around_.limits.text) cell.text() = value.string();
            break;
        case Cell::handle: {
            const std::uint64_t handle = value.is(Type::object) ? value.object().id : 0;
            if (handle != 0) around_.retain(handle);
            const std::uint64_t old = cell.bits();
            cell.set_bits(handle);
            if (old != 0) around_.release(old);
            break;
        }
        case Cell::real: cell.set_real(detail::to_real(value)); break;
        case Cell::pointer: cell.set_bits(value.is(Type::object) ? value.object().id : 0); break;
        default: cell.set_integer(detail::to_integer(value)); break;
        }
    }
}

/// `sp` stands behind the arguments (and their number); afterwards behind the result.
bool Machine::native(const CallSite& site, StackCell*& sp) {
    const LinkedCode& code = *invocation_.code;
    const Import& import = code.unit->imports[site.import];
    StackCell* const arguments = sp - site.count - (site.variadic ? 1 : 0);
    sp_ = sp;
    call_.receiver = {};
    if (site.member) {
        const std::uint64_t object = arguments[-1].bits();
        if (object == 0 && !site.receiver_id) {
            fail(codes::run_null, "null pointer");
            return false;
        }
        call_.receiver = {site.receiver_id ? static_cast<std::uint32_t>(object) : object};
    }
    if (site.native.invoke == nullptr) {
        fail(codes::run_missing, "the host has no function " + code.unit->import_signature(site.import));
        return false;
    }
    for (std::size_t i = 0; i < site.count; ++i) {
        Value& value = values_[i];
        const StackCell& cell = arguments[i];
        switch (code.argument_kinds[site.kinds + i]) {
        case ArgumentKind::boolean: value = Value(cell.low() != 0); break;
        case ArgumentKind::integer: value = Value(cell.integer()); break;
        case ArgumentKind::real: value = Value(cell.real()); break;
        case ArgumentKind::text: value = Value(cell.text()); break;
        default: value = Value(ObjectId{cell.bits()}); break;
        }
    }
    call_.arguments = {pointers_.data(), site.count};
    call_.outcome = Outcome::done;
    call_.machine = invocation_.index;
    call_.scheduler = SchedulerLink(around_.scheduler);
    around_.before_native(*this);
    site.native(call_);
    if (around_.observer != nullptr) {
        const NativeKey key{site.member ? NativeKind::method : NativeKind::function, import.owner,
                            import.name, static_cast<std::int32_t>(site.count)};
        around_.observer->native(
            {*around_.scheduler, invocation_.index, key, call_, site.native.stand_in, site.native.signature});
    }
    Outcome outcome = call_.outcome;
    Value result = std::exchange(call_.result, Value());
    if (outcome == Outcome::done && site.result == TypeKind::string &&
        result.text().size() > around_.limits.text) {
        fail(codes::run_text, "text too long");
        outcome = Outcome::failed;
    }
    if (outcome != Outcome::done) {
        if (fault_.code == nullptr)
            fail(codes::run_host, outcome == Outcome::failed
                                      ? std::exchange(call_.error, {})
                                      : std::string("the host function wants to wait, which "
                                                    "scripts of this kind cannot do"));
        for (std::size_t i = 0; i < site.count; ++i) values_[i] = Value();
        return false;
    }
    if (site.write_back != site.write_back_end) write_back(site, frames_.back());
    if (site.has_text)
        for (std::size_t i = 0; i < site.count; ++i)
            if (values_[i].is(Type::string)) values_[i] = Value();
    StackCell* cell = arguments;
    for (std::size_t i = 0; i < site.count; ++i, ++cell) {
        const ArgumentKind kind = code.argument_kinds[site.kinds + i];
        if (kind == ArgumentKind::text) cell->drop_text();
        if (kind == ArgumentKind::handle && cell->bits() != 0) around_.release(cell->bits());
    }
    sp = arguments - (site.member ? 1 : 0);
    if (site.result != TypeKind::none) {
        static_cast<void>(convert_in(*sp, site.result, result)); // its size was checked
        ++sp;
    }
    if (!temporaries_.empty() &&
        sp <= frames_.back().locals + code.functions[frames_.back().function].locals + 1)
        drop_temporaries();
    return true;
}

// Executed instructions are counted where control leaves a straight run.
#define CHARGE(next)                                                                                         \
    do {                                                                                                     \
        const auto cost = static_cast<std::uint64_t>(at - run_start) + 1;                                    \
        run_start = (next);                                                                                  \
        if (cost > remaining) {                                                                              \
            remaining = 0;                                                                                   \
            run_start = at;                                                                                  \
            fail(codes::run_instructions, "instruction limit exceeded");                                     \
            goto faulted;                                                                                    \
        }                                                                                                    \
        remaining -= cost;                                                                                   \
    } while (false)
#define BINARY(OPCODE, setter, expression)                                                                   \
    case static_cast<std::uint16_t>(Op::OPCODE): {                                                           \
        const StackCell x = sp[-2], y = sp[-1];                                                              \
        --sp;                                                                                                \
        sp[-1].setter(expression);                                                                           \
        ++at;                                                                                                \
        break;                                                                                               \
    }
#define COMPARE_TEXT(OPCODE_S, OPCODE_C, expression)                                                         \
    case static_cast<std::uint16_t>(Op::OPCODE_S):                                                           \
    case static_cast<std::uint16_t>(Op::OPCODE_C): {                                                         \
        const std::string_view x = sp[-2].text().view(), y = sp[-1].text().view();                           \
        const bool truth = (expression);                                                                     \
        sp[-1].drop_text();                                                                                  \
        sp[-2].drop_text();                                                                                  \
        --sp;                                                                                                \
        sp[-1].set_bool(truth);                                                                              \
        ++at;                                                                                                \
        break;                                                                                               \
    }
#define UNARY(OPCODE, setter, expression)                                                                    \
    case static_cast<std::uint16_t>(Op::OPCODE): {                                                           \
        const StackCell x = sp[-1];                                                                          \
        sp[-1].setter(expression);                                                                           \
        ++at;                                                                                                \
        break;                                                                                               \
    }
#define BRANCH_UNLESS(NAME, operation)                                                                       \
    case NAME: {                                                                                             \
        const bool truth = sp[-2].integer() operation sp[-1].integer();                                      \
        sp -= 2;                                                                                             \
        if (truth)                                                                                           \
            at += 2;                                                                                         \
        else {                                                                                               \
            CHARGE(base + now.b);                                                                            \
            at = base + now.b;                                                                               \
        }                                                                                                    \
        break;                                                                                               \
    }
#define FAULT(code, text)                                                                                    \
    do {                                                                                                     \
        fail(codes::code, text);                                                                             \
        goto faulted;                                                                                        \
    } while (false)
#define TEXT_CELL(frame_cells)                                                                               \
    new (static_cast<void*>(sp->bytes)) String((frame_cells)[now.b].text());                                 \
    ++sp;                                                                                                    \
    ++at

template <bool Traced> bool Machine::execute() {
    const LinkedCode& code = *invocation_.code;
    const Instruction* const base = Traced ? code.separate.data() : code.joined.data();
    const Instruction* at = base + pc_;
    const Instruction* run_start = at;
    StackCell* locals = frames_.back().locals;
    StackCell* parameters = frames_.back().parameters;
    StackCell* const instance = invocation_.instance;
    StackCell* const shared = invocation_.shared;
    StackCell* sp = locals + code.functions[frames_.back().function].locals;
    std::uint64_t remaining = around_.remaining;

    for (;;) {
        const Instruction now = *at;
        if constexpr (Traced) {
            const auto index = static_cast<std::uint32_t>(at - base);
            pc_ = index;
            sp_ = sp;
            around_.observer->step(
                {*around_.scheduler, invocation_.index, code.unit->instructions.instructions[index].address,
                 index,
                 static_cast<std::uint32_t>(sp - (locals + code.functions[frames_.back().function].locals))});
        }
        switch (now.op) {
        case push_integer:
            (sp++)->set_integer(now.b);
            ++at;
            break;
        case push_text:
            new (static_cast<void*>(sp->bytes)) String(code.texts[static_cast<std::size_t>(now.b)]);
            ++sp;
            at += 2;
            break;
        case load_local:
            *sp++ = locals[now.b];
            ++at;
            break;
        case load_instance:
            *sp++ = instance[now.b];
            ++at;
            break;
        case load_shared:
            *sp++ = shared[now.b];
            ++at;
            break;
        case load_text_local:
            sp->set_bits(0);
            TEXT_CELL(locals);
            break;
        case load_text_instance:
            sp->set_bits(0);
            TEXT_CELL(instance);
            break;
        case load_text_shared:
            sp->set_bits(0);
            TEXT_CELL(shared);
            break;
        case load_handle_local:
        case load_handle_instance:
        case load_handle_shared: {
            const StackCell& from = (now.op == load_handle_local      ? locals
                                     : now.op == load_handle_instance ? instance
                                                                      : shared)[now.b];
            if (from.bits() != 0) around_.retain(from.bits());
            *sp++ = from;
            ++at;
            break;
        }
        case store_local:
            locals[now.b] = *--sp;
            ++at;
            break;
        case store_instance:
            instance[now.b] = *--sp;
            ++at;
            break;
        case store_shared:
            shared[now.b] = *--sp;
            ++at;
            break;
        case store_text_local:
        case store_text_instance:
        case store_text_shared: {
            StackCell& to = (now.op == store_text_local      ? locals
                             : now.op == store_text_instance ? instance
                                                             : shared)[now.b];
            --sp;
            to.text() = std::move(sp->text());
            sp->drop_text();
            ++at;
            break;
        }
        case store_handle_local:
        case store_handle_instance:
        case store_handle_shared: {
            StackCell& to = (now.op == store_handle_local      ? locals
                             : now.op == store_handle_instance ? instance
                                                               : shared)[now.b];
            const std::uint64_t old = to.bits();
            to = *--sp;
            ++at;
            if (old != 0) around_.release(old);
            break;
        }
        case zero_local:
            locals[now.b].set_bits(0);
            ++at;
            break;
        case parameter:
            *sp++ = parameters[now.b];
            if (now.a != 0) parameters[now.b].set_bits(0);
            ++at;
            break;
        case skip: ++at; break;
        case free_text:
            for (std::int32_t i = now.b; i < now.b + now.a; ++i) locals[i].drop_text();
            ++at;
            break;
        case free_handle:
            for (std::int32_t i = now.b; i < now.b + now.a; ++i) {
                const std::uint64_t old = locals[i].bits();
                locals[i].set_bits(0);
                if (old != 0) around_.release(old);
            }
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::POP1):
            --sp;
            ++at;
            break;
        case pop_text:
            (--sp)->drop_text();
            ++at;
            break;
        case pop_handle:
            --sp;
            ++at;
            if (sp->bits() != 0) around_.release(sp->bits());
            break;
        case pop_mixed: {
            const std::span<const Cell> kinds =
                code.unit->verification.stack_before(static_cast<std::size_t>(at - base));
            release_cells(sp - now.a, kinds.last(now.a));
            sp -= now.a;
            ++at;
            break;
        }
        case equal_handle:
        case differ_handle: {
            const std::uint64_t x = sp[-2].bits(), y = sp[-1].bits();
            --sp;
            sp[-1].set_bool((x == y) == (now.op == equal_handle));
            ++at;
            if (x != 0) around_.release(x);
            if (y != 0) around_.release(y);
            break;
        }
        case call_native: {
            CHARGE(at + 1);
            pc_ = static_cast<std::uint32_t>(at - base);
            const std::uint64_t before = remaining;
            around_.remaining = remaining;
            if (!native(code.sites[static_cast<std::size_t>(now.b)], sp)) {
                remaining = std::min(before, around_.remaining);
                run_start = at;
                goto faulted;
            }
            remaining = around_.remaining;
            ++at;
            break;
        }
        case call_script: {
            CHARGE(at + 1);
            const LinkedFunction& callee = code.functions[static_cast<std::size_t>(now.b)];
            pc_ = static_cast<std::uint32_t>(at - base);
            if (!enter(static_cast<std::uint32_t>(now.b), sp - callee.parameters, sp, pc_)) {
                run_start = at;
                goto faulted;
            }
            parameters = sp - callee.parameters;
            locals = sp;
            sp += callee.locals;
            at = base + callee.first;
            run_start = at;
            break;
        }
        case static_cast<std::uint16_t>(Op::RETURN0):
        case static_cast<std::uint16_t>(Op::RETURN): {
            CHARGE(at);
            const Frame_ frame = frames_.back();
            const LinkedFunction& function = code.functions[frame.function];
            StackCell result;
            result.set_bits(0);
            std::size_t taken = 0;
            if (now.op == static_cast<std::uint16_t>(Op::RETURN)) {
                result = *--sp;
                taken = 1;
            }
            StackCell* const bottom = locals + function.locals;
            if (sp != bottom) { // cells nobody took
                const std::span<const Cell> kinds =
                    code.unit->verification.stack_before(static_cast<std::size_t>(at - base));
                release_cells(bottom, kinds.first(kinds.size() - taken));
            }
            if (function.text + function.handle != 0) leave_locals(frame);
            sp = frame.parameters;
            if (function.owned_parameters) {
                const auto& rows = code.unit->functions_table[frame.function].parameters;
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    const TypeKind kind = code.unit->types[rows[i].type].kind;
                    if (kind == TypeKind::string) sp[i].drop_text();
                    if (kind == TypeKind::managed && sp[i].bits() != 0) around_.release(sp[i].bits());
                }
            }
            *sp = result;
            frames_.pop_back();
            --around_.depth;
            if (frame.return_to == no_return) {
                sp_ = sp;
                if (!temporaries_.empty()) drop_temporaries();
                around_.remaining = remaining;
                return true;
            }
            if (function.result != TypeKind::none) ++sp;
            at = base + frame.return_to + 1;
            run_start = at;
            locals = frames_.back().locals;
            parameters = frames_.back().parameters;
            break;
        }
        case branch_to:
            CHARGE(base + now.b);
            at = base + now.b;
            break;
        case branch_zero_to: {
            const bool zero = (--sp)->low() == 0;
            if (zero) {
                CHARGE(base + now.b);
                at = base + now.b;
            } else
                ++at;
            break;
        }
            BRANCH_UNLESS(branch_unless_less, <)
            BRANCH_UNLESS(branch_unless_greater, >)
            BRANCH_UNLESS(branch_unless_less_equal, <=)
            BRANCH_UNLESS(branch_unless_greater_equal, >=)
            BRANCH_UNLESS(branch_unless_equal, ==)
            BRANCH_UNLESS(branch_unless_differ, !=)
        case load_local_push:
            sp[0] = locals[now.a];
            sp[1].set_integer(now.b);
            sp += 2;
            at += 2;
            break;
        case load_add_constant:
            (sp++)->set_integer(wrap(locals[now.a].low() + static_cast<std::uint32_t>(now.b)));
            at += 3;
            break;
        case add_local_constant:
            locals[now.a].set_integer(wrap(locals[now.a].low() + static_cast<std::uint32_t>(now.b)));
            at += 4;
            break;
        case take_parameter:
            locals[now.a] = parameters[now.b];
            at += 3;
            break;
        case append_text_local: {
            String& target = locals[now.a].text();
            const std::string_view more = code.texts[static_cast<std::size_t>(now.b)].view();
            if (target.size() + more.size() > around_.limits.text) FAULT(run_text, "text too long");
            target.append(more);
            at += 5;
            break;
        }

            BINARY(ADDI, set_integer, wrap(x.low() + y.low()))
            BINARY(ADDF, set_real, x.real() + y.real())
            BINARY(SUBTRACTI, set_integer, wrap(x.low() - y.low()))
            BINARY(SUBTRACTF, set_real, x.real() - y.real())
            BINARY(MULTIPLYI, set_integer, wrap(x.low() * y.low()))
            BINARY(MULTIPLYF, set_real, x.real() * y.real())
            BINARY(DIVIDEF, set_real, x.real() / y.real())
            BINARY(MODULOF, set_real, std::fmod(x.real(), y.real()))
            BINARY(POWERF, set_real, std::pow(x.real(), y.real()))
            BINARY(BANDI, set_integer, wrap(x.low() & y.low()))
            BINARY(BXORI, set_integer, wrap(x.low() ^ y.low()))
            BINARY(BORI, set_integer, wrap(x.low() | y.low()))
            BINARY(ANDIB, set_bool, x.low() != 0 && y.low() != 0)
            BINARY(ORIB, set_bool, x.low() != 0 || y.low() != 0)
            BINARY(ISEQUALI, set_bool, x.bits() == y.bits())
            BINARY(ISNOTEQUALI, set_bool, x.bits() != y.bits())
            BINARY(ISEQUALF, set_bool, x.real() == y.real())
            BINARY(ISNOTEQUALF, set_bool, x.real() != y.real())
            BINARY(ISEQUALB, set_bool, (x.low() != 0) == (y.low() != 0))
            BINARY(ISNOTEQUALB, set_bool, (x.low() != 0) != (y.low() != 0))
            BINARY(ISAPPROXEQUALF, set_bool, std::fabs(x.real() - y.real()) < 0.00001F)
            BINARY(ISGREATERI, set_bool, x.integer() > y.integer())
            BINARY(ISGREATERF, set_bool, x.real() > y.real())
            BINARY(ISGREATERB, set_bool, x.low() > y.low())
            BINARY(ISLESSI, set_bool, x.integer() < y.integer())
            BINARY(ISLESSF, set_bool, x.real() < y.real())
            BINARY(ISLESSB, set_bool, x.low() < y.low())
            BINARY(ISGREATEREQUALI, set_bool, x.integer() >= y.integer())
            BINARY(ISGREATEREQUALF, set_bool, x.real() >= y.real())
            BINARY(ISGREATEREQUALB, set_bool, x.low() >= y.low())
            BINARY(ISLESSEQUALI, set_bool, x.integer() <= y.integer())
            BINARY(ISLESSEQUALF, set_bool, x.real() <= y.real())
            BINARY(ISLESSEQUALB, set_bool, x.low() <= y.low())
            COMPARE_TEXT(ISEQUALS, ISEQUALC, x == y)
            COMPARE_TEXT(ISNOTEQUALS, ISNOTEQUALC, x != y)
            COMPARE_TEXT(ISAPPROXEQUALS, ISAPPROXEQUALC, same_without_case(x, y))
            COMPARE_TEXT(ISGREATERS, ISGREATERC, x > y)
            COMPARE_TEXT(ISLESSS, ISLESSC, x < y)
            COMPARE_TEXT(ISGREATEREQUALS, ISGREATEREQUALC, x >= y)
            COMPARE_TEXT(ISLESSEQUALS, ISLESSEQUALC, x <= y)
            UNARY(NEGATEI, set_integer, wrap(0U - x.low()))
            UNARY(NEGATEF, set_real, -x.real())
            UNARY(BNOTI, set_integer, wrap(~x.low()))
            UNARY(NOTIB, set_bool, x.low() == 0)
            UNARY(INTTOBOO, set_bool, x.low() != 0)
            UNARY(INTTOFLT, set_real, static_cast<float>(x.integer()))
            UNARY(MASK2, set_integer, wrap(x.low() & 0xFFU))
            UNARY(MASK3, set_integer, wrap(x.low() & 0xFFFFU))
        case static_cast<std::uint16_t>(Op::DIVIDEI): {
            const std::int32_t y = sp[-1].integer();
            if (y == 0) FAULT(run_division, "division by zero");
            --sp;
            sp[-1].set_integer(y == -1 ? wrap(0U - sp[-1].low()) : sp[-1].integer() / y);
            ++at;
            break;
        }
        case static_cast<std::uint16_t>(Op::MODULOI): {
            const std::int32_t y = sp[-1].integer();
            if (y == 0) FAULT(run_division, "division by zero");
            --sp;
            sp[-1].set_integer(y == -1 ? 0 : sp[-1].integer() % y);
            ++at;
            break;
        }
        case static_cast<std::uint16_t>(Op::POWERI): {
            const std::int32_t x = sp[-2].integer();
            const std::int32_t y = sp[-1].integer();
            if (x == 0 && y < 0) FAULT(run_division, "division by zero");
            --sp;
            if (y >= 0)
                sp[-1].set_integer(power(x, y));
            else
                sp[-1].set_integer(x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1) : 0);
            ++at;
            break;
        }
        case static_cast<std::uint16_t>(Op::FLTTOINT): {
            const float x = sp[-1].real();
            if (!(x > -2147483904.0F && x < 2147483648.0F))
                FAULT(run_conversion, "float does not fit an int");
            sp[-1].set_integer(static_cast<std::int32_t>(x));
            ++at;
            break;
        }
        case static_cast<std::uint16_t>(Op::ADDSS):
        case static_cast<std::uint16_t>(Op::ADDSC):
        case static_cast<std::uint16_t>(Op::ADDCS):
        case static_cast<std::uint16_t>(Op::ADDCC): {
            // long texts cost as much as the instructions that would copy them
            const std::uint64_t cost = (sp[-2].text().size() + sp[-1].text().size()) / 16;
            if (cost > remaining) {
                remaining = 0;
                FAULT(run_instructions, "instruction limit exceeded");
            }
            if (!concatenate(sp - 2)) goto faulted;
            remaining -= cost;
            --sp;
            ++at;
            break;
        }
        case static_cast<std::uint16_t>(Op::HDLTOPTR):
            if (sp[-1].bits() == 0) FAULT(run_null, "null pointer");
            temporaries_.push_back(sp[-1].bits());
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::PUSHTHIS):
            (sp++)->set_bits(invocation_.self);
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::PUSHVM):
            (sp++)->set_bits(machine_object);
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::PUSHOWNER):
            (sp++)->set_bits(invocation_.owner);
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::SWAP):
            std::swap(sp[-1], sp[-2]);
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::SETSTATE):
            around_.set_state(invocation_.object, static_cast<std::uint32_t>(now.b));
            ++at;
            break;
        case static_cast<std::uint16_t>(Op::ABORT): FAULT(run_abort, "abort");
        default: FAULT(run_abort, "an instruction that cannot be executed"); // the verifier lets none through
        }
    }

faulted:
    pc_ = static_cast<std::uint32_t>(at - base);
    sp_ = sp;
    {
        const auto cost = static_cast<std::uint64_t>(at - run_start);
        remaining -= std::min(remaining, cost);
    }
    around_.remaining = remaining;
    unwind();
    return false;
}

} // namespace vellum::skrit
