// The loop. Instructions are counted where control leaves a straight run, so straight code costs nothing; an
// instruction that can fault does so before it changes the stack. The same handlers serve both streams: the
// fused one, and in the precise loop the one where every instruction stands alone. Near a stop the fast loop
// gives way to the precise one, always before an instruction that is charged for: what it has left is kept so
// short that it comes by there in time.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/ascii.hpp"
#include "base/moving.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/machine/machine.hpp"
#include "engines/skrit/machine/native/native.hpp"
#include "isa/dispatch.hpp"

#define CASE(name) VELLUM_HANDLER(Do, name)
#define GO VELLUM_DISPATCH(at->op)

namespace vellum::skrit {

namespace {

std::int32_t wrap(std::uint32_t value) { return static_cast<std::int32_t>(value); }

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

StackCell constant_cell(std::int32_t value) {
    StackCell cell;
    cell.set_integer(value);
    return cell;
}

} // namespace

#define NEXT(length)                                                                                         \
    do {                                                                                                     \
        at += (length);                                                                                      \
        if constexpr (Precise) goto step;                                                                    \
        GO;                                                                                                  \
    } while (false)
// Control goes to `next` after the instruction at `last`.
#define CHARGE(last, next)                                                                                   \
    do {                                                                                                     \
        const auto cost = static_cast<std::uint64_t>((last) - run_start) + 1;                                \
        if (cost > remaining) [[unlikely]] {                                                                 \
            remaining = refill<Precise>(remaining, cost);                                                    \
            if (remaining == 0) {                                                                            \
                if (!close_) run_start = (last);                                                             \
                goto exhausted;                                                                              \
            }                                                                                                \
        }                                                                                                    \
        run_start = (next);                                                                                  \
        remaining -= cost;                                                                                   \
    } while (false)
#define JUMP(last, target)                                                                                   \
    do {                                                                                                     \
        const Instruction* const to = base + (target);                                                       \
        CHARGE(last, to);                                                                                    \
        at = to;                                                                                             \
        NEXT(0);                                                                                             \
    } while (false)
#define FAULT(code, text)                                                                                    \
    do {                                                                                                     \
        fail(codes::code, text);                                                                             \
        failing = 1;                                                                                         \
        goto faulted;                                                                                        \
    } while (false)
/// Long texts cost as much as the instructions that would copy or compare them.
#define CHARGE_TEXT(amount)                                                                                  \
    do {                                                                                                     \
        const std::uint64_t cost = (amount);                                                                 \
        if (cost > remaining) [[unlikely]] {                                                                 \
            remaining = refill<Precise>(remaining, cost);                                                    \
            if (remaining == 0) {                                                                            \
                if (!close_) run_start = at;                                                                 \
                goto exhausted;                                                                              \
            }                                                                                                \
        }                                                                                                    \
        remaining -= cost;                                                                                   \
    } while (false)
/// Accounts for memory: `size` bytes, of which so many are `asked` for before they are held.
#define ACCOUNT(size, asked)                                                                                 \
    do {                                                                                                     \
        context_.fresh += (size);                                                                            \
        if (context_.fresh > context_.allowance) [[unlikely]] {                                              \
            pc_ = static_cast<std::uint32_t>(at - base);                                                     \
            if (!memory_left(asked)) {                                                                       \
                failing = 1;                                                                                 \
                goto faulted;                                                                                \
            }                                                                                                \
        }                                                                                                    \
    } while (false)
#define BINARY(name, setter, expression)                                                                     \
    CASE(name) {                                                                                             \
        const StackCell x = sp[-2], y = sp[-1];                                                              \
        --sp;                                                                                                \
        sp[-1].setter(expression);                                                                           \
        NEXT(1);                                                                                             \
    }
#define UNARY(name, setter, expression)                                                                      \
    CASE(name) {                                                                                             \
        const StackCell x = sp[-1];                                                                          \
        sp[-1].setter(expression);                                                                           \
        NEXT(1);                                                                                             \
    }
#define COMPARE_TEXT(name, expression)                                                                       \
    CASE(name##S) CASE(name##C) {                                                                            \
        const std::string_view x = sp[-2].text().view(), y = sp[-1].text().view();                           \
        CHARGE_TEXT(text_cost(std::min(x.size(), y.size())));                                                \
        const bool truth = (expression);                                                                     \
        sp[-1].drop_text();                                                                                  \
        sp[-2].drop_text();                                                                                  \
        --sp;                                                                                                \
        sp[-1].set_bool(truth);                                                                              \
        NEXT(1);                                                                                             \
    }
#define LOAD(name, cells)                                                                                    \
    CASE(name) {                                                                                             \
        *sp++ = (cells)[at->b];                                                                              \
        NEXT(1);                                                                                             \
    }
#define LOAD_TEXT(name, cells)                                                                               \
    CASE(name) {                                                                                             \
        new (static_cast<void*>(sp->bytes)) String((cells)[at->b].text());                                   \
        ++sp;                                                                                                \
        NEXT(1);                                                                                             \
    }
#define LOAD_HANDLE(name, cells)                                                                             \
    CASE(name) {                                                                                             \
        *sp = (cells)[at->b];                                                                                \
        if (sp->bits() != 0) context_.retain(sp->bits());                                                    \
        ++sp;                                                                                                \
        NEXT(1);                                                                                             \
    }
#define STORE(name, cells)                                                                                   \
    CASE(name) {                                                                                             \
        (cells)[at->b] = *--sp;                                                                              \
        NEXT(1);                                                                                             \
    }
#define STORE_TEXT(name, cells)                                                                              \
    CASE(name) {                                                                                             \
        --sp;                                                                                                \
        (cells)[at->b].text() = std::move(sp->text());                                                       \
        sp->drop_text();                                                                                     \
        NEXT(1);                                                                                             \
    }
#define STORE_HANDLE(name, cells)                                                                            \
    CASE(name) {                                                                                             \
        StackCell& to = (cells)[at->b];                                                                      \
        const std::uint64_t old = to.bits();                                                                 \
        to = *--sp;                                                                                          \
        if (old != 0) context_.release(old);                                                                 \
        NEXT(1);                                                                                             \
    }

// By value: a reference would keep the loop's count out of its register.
template <bool Precise>
[[gnu::cold, gnu::noinline]] std::uint64_t Machine::refill(std::uint64_t remaining, std::uint64_t cost) {
    constexpr std::uint64_t at_a_time = 1'000'000; // between two looks at the interruption
    if (context_.interruption()) {
        context_.reserve += remaining;
        fail(vellum::codes::run_interrupted, "the world was interrupted");
        return 0;
    }
    const std::uint64_t missing = cost - remaining;
    const std::uint64_t kept = Precise ? 0 : context_.stop.guard;
    if (kept != 0 && (context_.reserve < kept || context_.reserve - kept < missing)) {
        context_.remaining = remaining;
        close_ = true;
        return 0;
    }
    if (context_.reserve < missing) {
        context_.reserve = 0;
        fail(codes::run_instructions, "instruction limit exceeded");
        return 0;
    }
    const std::uint64_t more = std::min(context_.reserve - kept, std::max(missing, at_a_time));
    context_.reserve -= more;
    return remaining + more;
}

// Begins with a line of the processor's cache: else it is up to a twelfth slower, as the rest of the library
// happens to lie.
template <bool Precise, bool Hot> [[gnu::aligned(64)]] Machine::Left Machine::execute() {
    const LinkedCode& code = *invocation_.code;
    const Instruction* const base = Precise ? code.unfused.data() : code.fused.data();
    const LinkedFunction* const functions = code.functions.data();
    const Instruction* at = base + pc_;
    const Instruction* run_start = at - uncharged_;
    StackCell* locals = frames_.back().locals;
    StackCell* parameters = frames_.back().parameters;
    StackCell* const instance = invocation_.instance;
    StackCell* const shared = invocation_.shared;
    StackCell* sp = sp_;
    std::uint64_t remaining = context_.remaining;
    std::uint64_t failing = 0; ///< Instructions at `at` that failed and were not charged for.
    StackCell returned;
    returned.set_bits(0);
    uncharged_ = 0; // as natives and the world see it while this runs
    [[maybe_unused]] const bool shown =
        Precise && context_.observer != nullptr && context_.observer->wants_steps();
    [[maybe_unused]] const bool stoppable =
        Precise && context_.scheduler != nullptr && context_.scheduler->stopper() != nullptr;

    [[maybe_unused]] static constexpr const void* labels[] = {
#define PLAIN(name) VELLUM_LABEL(name)
#define OPERATION(name) VELLUM_LABEL(name)
#include "engines/skrit/machine/operations.def"
    };

    NEXT(0);

[[maybe_unused]] step:
    if constexpr (Precise) {
        const auto index = static_cast<std::uint32_t>(at - base);
        pc_ = index;
        sp_ = sp;
        context_.remaining = remaining;
        uncharged_ = static_cast<std::uint64_t>(at - run_start);
        if (context_.stop.guard != 0 && stops_here(remaining)) return Left::stopped;
        if (shown || stoppable) {
            const vellum::Step step{
                *context_.scheduler, invocation_.index, code.unit->instructions.instructions[index].address,
                index, static_cast<std::uint32_t>(sp - (locals + functions[frames_.back().function].locals))};
            if (stoppable && context_.stops_before(step)) return Left::stopped;
            if (shown) context_.observer->step(step);
            remaining = context_.remaining;
        }
        uncharged_ = 0;
    }
    VELLUM_DISPATCH_LOOP(at->op) {
        CASE(planted) { goto close; }
        CASE(hot) { // control came from elsewhere: nothing is uncharged but the start that needs nothing
            [[maybe_unused]] const auto place = static_cast<std::uint32_t>(at - base);
            run_start = base + (at->a != 0 ? static_cast<std::int32_t>(functions[at->c].first) : at->b);
            at = base + at->b;
            if constexpr (Hot && !Precise) {
                NativeEntry* const entry =
                    temporaries_.empty() && !restored_ ? native_code_at(code, place) : nullptr;
                if (entry != nullptr) {
                    const NativeLeft left = run_native(*entry, remaining);
                    at = base + left.at;
                    run_start = at - left.uncharged;
                    sp = left.sp;
                    remaining = left.remaining;
                    locals = frames_.back().locals;
                    parameters = frames_.back().parameters;
                    switch (left.how) {
                    case NativeLeft::How::repeat: break;
                    case NativeLeft::How::returned: {
                        const TypeKind kind = functions[frames_.back().function].result;
                        returned.set_bits(is_number(cell_of(kind)) ? parameters->low() : parameters->bits());
                        goto leave;
                    }
                    case NativeLeft::How::faulted: goto faulted;
                    case NativeLeft::How::close: goto close;
                    }
                }
            }
            NEXT(0);
        }
        CASE(push_integer) {
            (sp++)->set_integer(at->b);
            NEXT(1);
        }
        CASE(push_text) {
            new (static_cast<void*>(sp->bytes)) String(code.texts[static_cast<std::size_t>(at->b)]);
            ++sp;
            NEXT(2);
        }
        CASE(constant_text) {
            const auto& starts = code.unit->string_starts;
            const auto found = std::ranges::lower_bound(starts, sp[-1].low());
            // it is one of them, unless a snapshot put something else into the cell
            const auto number =
                std::min(static_cast<std::size_t>(found - starts.begin()), code.texts.size() - 1);
            new (static_cast<void*>(sp[-1].bytes)) String(code.texts[number]);
            NEXT(1);
        }
        LOAD(load_local, locals)
        LOAD(load_instance, instance)
        LOAD(load_shared, shared)
        LOAD_TEXT(load_text_local, locals)
        LOAD_TEXT(load_text_instance, instance)
        LOAD_TEXT(load_text_shared, shared)
        LOAD_HANDLE(load_handle_local, locals)
        LOAD_HANDLE(load_handle_instance, instance)
        LOAD_HANDLE(load_handle_shared, shared)
        STORE(store_local, locals)
        STORE(store_instance, instance)
        STORE(store_shared, shared)
        STORE_TEXT(store_text_local, locals)
        STORE_TEXT(store_text_instance, instance)
        STORE_TEXT(store_text_shared, shared)
        STORE_HANDLE(store_handle_local, locals)
        STORE_HANDLE(store_handle_instance, instance)
        STORE_HANDLE(store_handle_shared, shared)
        CASE(zero_local) {
            locals[at->b].set_bits(0);
            NEXT(1);
        }
        CASE(parameter) {
            *sp++ = parameters[at->b];
            if (at->a != 0) parameters[at->b].set_bits(0);
            NEXT(1);
        }
        CASE(skip) { NEXT(1); }
        CASE(free_text) {
            for (std::int32_t i = at->b; i < at->b + at->a; ++i) locals[i].drop_text();
            NEXT(1);
        }
        CASE(free_handle) {
            for (std::int32_t i = at->b; i < at->b + at->a; ++i) {
                const std::uint64_t old = locals[i].bits();
                locals[i].set_bits(0);
                if (old != 0) context_.release(old);
            }
            NEXT(1);
        }
        CASE(POP1) {
            --sp;
            NEXT(1);
        }
        CASE(pop_text) {
            (--sp)->drop_text();
            NEXT(1);
        }
        CASE(pop_handle) {
            --sp;
            if (sp->bits() != 0) context_.release(sp->bits());
            NEXT(1);
        }
        CASE(pop_mixed) {
            const std::span<const Cell> kinds =
                code.unit->verification.stack_before(static_cast<std::size_t>(at - base));
            const auto count = static_cast<std::size_t>(at->a);
            release_cells(sp - count, kinds.last(count));
            sp -= count;
            NEXT(1);
        }
        CASE(equal_handle) CASE(differ_handle) {
            const std::uint64_t x = sp[-2].bits(), y = sp[-1].bits();
            --sp;
            sp[-1].set_bool((x == y) == (at->op == Do::equal_handle));
            if (x != 0) context_.release(x);
            if (y != 0) context_.release(y);
            NEXT(1);
        }
        CASE(call_native) {
            CHARGE(at, at + 1);
            pc_ = static_cast<std::uint32_t>(at - base);
            context_.remaining = remaining;
            const bool fine = native(code.sites[static_cast<std::size_t>(at->b)], sp);
            remaining = context_.remaining; // scripts it called took their share
            if (!fine) [[unlikely]] {
                run_start = at;
                goto faulted;
            }
            if constexpr (!Precise)
                if (context_.reserve < context_.stop.guard) [[unlikely]] {
                    ++at;
                    goto close;
                }
            NEXT(1);
        }
        CASE(call_script) {
            const LinkedFunction& callee = functions[at->b];
            const Instruction* const first = base + callee.first;
            const Instruction* const call = at;
            CHARGE(at, first);
            if (!enter(static_cast<std::uint32_t>(at->b), sp - callee.parameters, sp,
                       static_cast<std::uint32_t>(call - base))) [[unlikely]] {
                run_start = at;
                goto faulted;
            }
            parameters = sp - callee.parameters;
            locals = sp;
            sp += callee.locals;
            at = Precise ? first : base + callee.begin;
            NEXT(0);
        }
        CASE(RETURN0) {
            CHARGE(at, at);
            returned.set_bits(0);
            goto leave;
        }
        CASE(RETURN) {
            CHARGE(at, at);
            returned = *--sp;
            goto leave;
        }
        CASE(return_local) {
            CHARGE(at + 1, at + 1);
            returned = locals[at->a];
            ++at;
            goto leave;
        }
    leave: {
        const Frame_ frame = frames_.back();
        const LinkedFunction& function = functions[frame.function];
        const StackCell result = returned;
        if (sp != locals + function.locals) [[unlikely]]
            release_left(static_cast<std::size_t>(at - base), locals + function.locals);
        if (function.text + function.handle != 0) leave_locals(frame);
        sp = frame.parameters;
        if (!temporaries_.empty()) [[unlikely]]
            drop_temporaries(sp);
        if (function.owned_parameters) release_parameters(frame);
        *sp = result;
        frames_.pop_back();
        --context_.depth;
        if (frame.return_to == no_return) {
            sp_ = sp;
            ended_ = frame.function;
            context_.remaining = remaining;
            return Left::done;
        }
        if (function.result != TypeKind::none) ++sp;
        at = base + frame.return_to + 1;
        run_start = at;
        locals = frames_.back().locals;
        parameters = frames_.back().parameters;
        NEXT(0);
    }
        CASE(branch_to) { JUMP(at, at->b); }
        CASE(branch_zero_to) {
            if ((--sp)->low() == 0) JUMP(at, at->b);
            NEXT(1);
        }

#define ROW(name, opcode, accessor, sign)                                                                    \
    CASE(unless_##name) {                                                                                    \
        const bool truth = sp[-2].accessor() sign sp[-1].accessor();                                         \
        sp -= 2;                                                                                             \
        if (!truth) JUMP(at + 1, at->b);                                                                     \
        NEXT(2);                                                                                             \
    }                                                                                                        \
    CASE(unless_##name##_constant) {                                                                         \
        --sp;                                                                                                \
        if (!(sp->accessor() sign constant_cell(at->c).accessor())) JUMP(at + 2, at->b);                     \
        NEXT(3);                                                                                             \
    }                                                                                                        \
    CASE(unless_##name##_local_constant) {                                                                   \
        if (!(locals[at->a].accessor() sign constant_cell(at->c).accessor())) JUMP(at + 3, at->b);           \
        NEXT(4);                                                                                             \
    }                                                                                                        \
    CASE(unless_##name##_locals) {                                                                           \
        if (!(locals[at->a].accessor() sign locals[at->c].accessor())) JUMP(at + 3, at->b);                  \
        NEXT(4);                                                                                             \
    }
        COMPARISONS(ROW)
#undef ROW

#define ROW(opcode, setter, expression)                                                                      \
    BINARY(opcode, setter, expression)                                                                       \
    CASE(opcode##_local) {                                                                                   \
        const StackCell x = sp[-1], y = locals[at->a];                                                       \
        sp[-1].setter(expression);                                                                           \
        NEXT(2);                                                                                             \
    }                                                                                                        \
    CASE(opcode##_locals) {                                                                                  \
        const StackCell x = locals[at->a], y = locals[at->b];                                                \
        (sp++)->setter(expression);                                                                          \
        NEXT(3);                                                                                             \
    }                                                                                                        \
    CASE(opcode##_locals_to) {                                                                               \
        const StackCell x = locals[at->b], y = locals[at->c];                                                \
        locals[at->a].setter(expression);                                                                    \
        NEXT(4);                                                                                             \
    }
        ARITHMETIC(ROW)
#undef ROW

        CASE(add_constant) {
            sp[-1].set_integer(wrap(sp[-1].low() + static_cast<std::uint32_t>(at->c)));
            NEXT(2);
        }
        CASE(load_add_constant) {
            (sp++)->set_integer(wrap(locals[at->a].low() + static_cast<std::uint32_t>(at->c)));
            NEXT(3);
        }
        CASE(add_constant_to) {
            locals[at->a].set_integer(wrap(locals[at->b].low() + static_cast<std::uint32_t>(at->c)));
            NEXT(4);
        }
        CASE(add_constant_to_instance) {
            instance[at->a].set_integer(wrap(instance[at->b].low() + static_cast<std::uint32_t>(at->c)));
            NEXT(4);
        }
        CASE(load_local_push) {
            sp[0] = locals[at->a];
            sp[1].set_integer(at->c);
            sp += 2;
            NEXT(2);
        }
        CASE(load_locals) {
            sp[0] = locals[at->a];
            sp[1] = locals[at->b];
            sp += 2;
            NEXT(2);
        }
        CASE(move_local) {
            locals[at->a] = locals[at->b];
            NEXT(2);
        }
        CASE(set_local) {
            locals[at->a].set_integer(at->c);
            NEXT(2);
        }
        CASE(append_text_local) {
            String& target = locals[at->a].text();
            const std::string_view more = code.texts[static_cast<std::size_t>(at->b)].view();
            const std::size_t size = target.size() + more.size();
            if (size > context_.limits.text) FAULT(run_text, "text too long");
            CHARGE_TEXT(copy_cost(size));
            const std::size_t before = target.footprint();
            target.append(more);
            if (target.footprint() != before)
                ACCOUNT(target.footprint() + text_overhead, 0); // it may be a copy
            NEXT(5);
        }

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
        BINARY(ISGREATERB, set_bool, (x.low() != 0) > (y.low() != 0))
        BINARY(ISLESSI, set_bool, x.integer() < y.integer())
        BINARY(ISLESSF, set_bool, x.real() < y.real())
        BINARY(ISLESSB, set_bool, (x.low() != 0) < (y.low() != 0))
        BINARY(ISGREATEREQUALI, set_bool, x.integer() >= y.integer())
        BINARY(ISGREATEREQUALF, set_bool, x.real() >= y.real())
        BINARY(ISGREATEREQUALB, set_bool, (x.low() != 0) >= (y.low() != 0))
        BINARY(ISLESSEQUALI, set_bool, x.integer() <= y.integer())
        BINARY(ISLESSEQUALF, set_bool, x.real() <= y.real())
        BINARY(ISLESSEQUALB, set_bool, (x.low() != 0) <= (y.low() != 0))
        COMPARE_TEXT(ISEQUAL, x == y)
        COMPARE_TEXT(ISNOTEQUAL, x != y)
        COMPARE_TEXT(ISAPPROXEQUAL, same_name(x, y))
        COMPARE_TEXT(ISGREATER, x > y)
        COMPARE_TEXT(ISLESS, x < y)
        COMPARE_TEXT(ISGREATEREQUAL, x >= y)
        COMPARE_TEXT(ISLESSEQUAL, x <= y)
        UNARY(NEGATEI, set_integer, wrap(0U - x.low()))
        UNARY(NEGATEF, set_real, -x.real())
        UNARY(BNOTI, set_integer, wrap(~x.low()))
        UNARY(NOTIB, set_bool, x.low() == 0)
        UNARY(INTTOBOO, set_bool, x.low() != 0)
        UNARY(INTTOFLT, set_real, static_cast<float>(x.integer()))
        UNARY(MASK2, set_integer, wrap(x.low() & 0xFFFFU))
        UNARY(MASK3, set_integer, wrap(x.low() & 0xFFU))
        CASE(DIVIDEI) {
            const std::int32_t y = sp[-1].integer();
            if (y == 0) FAULT(run_division, "division by zero");
            --sp;
            sp[-1].set_integer(y == -1 ? wrap(0U - sp[-1].low()) : sp[-1].integer() / y);
            NEXT(1);
        }
        CASE(MODULOI) {
            const std::int32_t y = sp[-1].integer();
            if (y == 0) FAULT(run_division, "division by zero");
            --sp;
            sp[-1].set_integer(y == -1 ? 0 : sp[-1].integer() % y);
            NEXT(1);
        }
        CASE(POWERI) {
            const std::int32_t x = sp[-2].integer();
            const std::int32_t y = sp[-1].integer();
            if (x == 0 && y < 0) FAULT(run_division, "division by zero");
            --sp;
            if (y >= 0)
                sp[-1].set_integer(power(x, y));
            else
                sp[-1].set_integer(x == 1 ? 1 : x == -1 ? (y % 2 == 0 ? 1 : -1) : 0);
            NEXT(1);
        }
        CASE(FLTTOINT) {
            const float x = sp[-1].real();
            if (!(x > -2147483904.0F && x < 2147483648.0F))
                FAULT(run_conversion, "float does not fit an int");
            sp[-1].set_integer(static_cast<std::int32_t>(x));
            NEXT(1);
        }
        CASE(ADDSS) CASE(ADDSC) CASE(ADDCS) CASE(ADDCC) {
            const std::size_t size = sp[-2].text().size() + sp[-1].text().size();
            if (size > context_.limits.text) FAULT(run_text, "text too long");
            CHARGE_TEXT(copy_cost(size));
            const std::size_t made = 2 * size + text_overhead; // appending makes room for as much again
            ACCOUNT(made, made);
            sp[-2].text().append(sp[-1].text().view());
            sp[-1].drop_text();
            --sp;
            NEXT(1);
        }
        CASE(HDLTOPTR) {
            if (sp[-1].bits() == 0) FAULT(run_null, "null pointer");
            drop_temporaries(sp - 1); // what stood there was used
            before_push(temporaries_);
            temporaries_.push_back({sp - 1, sp[-1].bits()});
            NEXT(1);
        }
        CASE(PUSHTHIS) {
            (sp++)->set_bits(invocation_.self);
            NEXT(1);
        }
        CASE(PUSHVM) {
            (sp++)->set_bits(machine_object);
            NEXT(1);
        }
        CASE(PUSHOWNER) {
            (sp++)->set_bits(invocation_.owner);
            NEXT(1);
        }
        CASE(SWAP) {
            std::swap(sp[-1], sp[-2]);
            NEXT(1);
        }
        CASE(SETSTATE) {
            context_.set_state(invocation_.object, static_cast<std::uint32_t>(at->b));
            NEXT(1);
        }
        CASE(ABORT) { FAULT(run_abort, "abort"); }
        CASE(refused) { FAULT(run_abort, "an instruction that cannot be executed"); }
    }

exhausted:
    if (close_) { // no stop has been asked for yet, nothing done of this instruction
        close_ = false;
        remaining = context_.remaining;
        goto close;
    }
    at = run_start; // of a fused sequence the instruction that is charged for

faulted:
    pc_ = static_cast<std::uint32_t>(at - base);
    sp_ = sp;
    // What fails counts, so that a moment behind it is another than the one in front of it.
    if (const auto cost = static_cast<std::uint64_t>(at - run_start) + failing; cost <= remaining)
        remaining -= cost;
    else { // none of them was charged for yet, and what remained is only a part of what is left
        context_.reserve -= std::min(context_.reserve, cost - remaining);
        remaining = 0;
    }
    context_.remaining = remaining;
    unwind();
    return Left::fault;

close: // the other loop goes on with this instruction; one that took cells did not touch them
    pc_ = static_cast<std::uint32_t>(at - base);
    sp_ =
        locals + functions[frames_.back().function].locals + code.unit->verification.stack_before(pc_).size();
    uncharged_ = static_cast<std::uint64_t>(at - run_start);
    context_.remaining = remaining;
    return Left::close;
}

template Machine::Left Machine::execute<true, true>();
template Machine::Left Machine::execute<false, true>();
template Machine::Left Machine::execute<false, false>();

} // namespace vellum::skrit
