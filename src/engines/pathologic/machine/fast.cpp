// The fast loop: runs what lower.cpp chose, without checks that verification made unnecessary. Instructions
// are not counted one by one: with `limit` an address from which the program counter is subtracted, what is
// left of the budget is right at every instruction, straight-line code costs nothing and a jump adds its own
// distance. Where a backward jump, call or return finds less left than the longest way to the next such
// place, the precise step takes over, so that a run stops after exactly as many instructions as it was given.
#include <bit>
#include <cmath>
#include <cstddef>

#include "engines/pathologic/machine/fast_code.hpp"
#include "engines/pathologic/machine/machine.hpp"
#include "engines/pathologic/machine/native/native.hpp"
#include "isa/dispatch.hpp"

#define CASE(name) VELLUM_HANDLER(Fast, name)
#define NEXT VELLUM_DISPATCH(pc->op)

namespace vellum::pathologic {

namespace {

using Left = std::ptrdiff_t;

float real_bits(std::int32_t bits) noexcept { return std::bit_cast<float>(bits); }

} // namespace

template <bool Native> Progress Machine::run_fast(float delta_time) {
    const FastCode& fast = *code->fast;
    // What holds a stop is stepped through, each instruction asked about.
    const bool stops = context.scheduler.stopper() != nullptr;
    const FastOp* const first = stops    ? link->ops_with_stops(context.scheduler.stop_ranges())
                                : Native ? link->native->ops()
                                         : fast.ops.data();
    const auto guard = static_cast<Left>(fast.ops.size()) * static_cast<Left>(sizeof(FastOp));
    if (!make_room(fast.room)) return run_checked(delta_time, stops);

    const FastOp* pc = first + ip;
    Value* top = stack.data() + stack.size();
    Value* room_end = stack.data() + (stack.capacity() - fast.room);
    // Bytes of operations that may still run, counted from address 0: left = limit - pc.
    Left limit = static_cast<Left>(chunk * sizeof(FastOp)) + (pc - first) * static_cast<Left>(sizeof(FastOp));

    const auto left = [&] { return limit - (pc - first) * static_cast<Left>(sizeof(FastOp)); };
    const auto leave = [&] {
        ip = static_cast<std::uint32_t>(pc - first);
        stack.set_size(static_cast<std::uint32_t>(top - stack.data()));
        chunk = static_cast<std::uint64_t>(left()) / sizeof(FastOp);
    };
    // Goes on where the machine stands; false if this loop cannot.
    const auto resume = [&] {
        if (ip >= fast.ops.size() || !verified || look_up || !make_room(fast.room)) return false;
        pc = first + ip;
        top = stack.data() + stack.size();
        room_end = stack.data() + (stack.capacity() - fast.room);
        limit = static_cast<Left>(chunk * sizeof(FastOp)) + (pc - first) * static_cast<Left>(sizeof(FastOp));
        return left() > guard;
    };

// Goes to the operation c behind the next one; `length` instructions have been executed here.
#define JUMP(length)                                                                                         \
    do {                                                                                                     \
        const Left distance = pc->c;                                                                         \
        limit += distance * static_cast<Left>(sizeof(FastOp));                                               \
        pc += distance + (length);                                                                           \
        if (distance < 0 && left() <= guard) goto low;                                                       \
        NEXT;                                                                                                \
    } while (false)
#define STEP(length)                                                                                         \
    do {                                                                                                     \
        pc += (length);                                                                                      \
        NEXT;                                                                                                \
    } while (false)
#define BINARY_PUSH(name, get, set, expression)                                                              \
    CASE(name) {                                                                                             \
        const auto x = top[-pc->a].get();                                                                    \
        const auto y = top[-pc->b].get();                                                                    \
        top -= pc->pop;                                                                                      \
        top->set(expression);                                                                                \
        ++top;                                                                                               \
        STEP(1);                                                                                             \
    }
#define BINARY_STORE(name, get, set, expression)                                                             \
    CASE(name) {                                                                                             \
        const auto x = top[-pc->a].get();                                                                    \
        const auto y = top[-pc->b].get();                                                                    \
        top[-pc->c].set(expression);                                                                         \
        top -= pc->pop;                                                                                      \
        STEP(1);                                                                                             \
    }
#define DIVISION(name, expression, finish)                                                                   \
    CASE(name) {                                                                                             \
        const std::int32_t x = top[-pc->a].integer();                                                        \
        const std::int32_t y = top[-pc->b].integer();                                                        \
        if (y == 0 || y == -1) goto label_generic_shared;                                                    \
        finish(expression);                                                                                  \
        STEP(1);                                                                                             \
    }
#define FINISH_PUSH(value)                                                                                   \
    top -= pc->pop;                                                                                          \
    top->set_integer(value);                                                                                 \
    ++top
#define FINISH_STORE(value)                                                                                  \
    top[-pc->c].set_integer(value);                                                                          \
    top -= pc->pop
#define UNARY_PUSH(name, get, set, expression)                                                               \
    CASE(name) {                                                                                             \
        const auto x = top[-pc->a].get();                                                                    \
        top -= pc->pop;                                                                                      \
        top->set(expression);                                                                                \
        ++top;                                                                                               \
        STEP(1);                                                                                             \
    }
#define JUMP_IMMEDIATE(name, operation)                                                                      \
    CASE(name) {                                                                                             \
        if (top[-pc->a].integer() operation pc->b) JUMP(3);                                                  \
        STEP(3);                                                                                             \
    }
#define JUMP_COMPARE(name, operation)                                                                        \
    CASE(name) {                                                                                             \
        const bool taken = top[-pc->a].integer() operation top[-pc->b].integer();                            \
        top -= pc->pop;                                                                                      \
        if (taken) JUMP(2);                                                                                  \
        STEP(2);                                                                                             \
    }
#define JUMP_COMPARE_REAL(name, operation)                                                                   \
    CASE(name) {                                                                                             \
        const bool met = top[-pc->a].real() operation top[-pc->b].real();                                    \
        top -= pc->pop;                                                                                      \
        if (met == (pc->flag != 0)) JUMP(2);                                                                 \
        STEP(2);                                                                                             \
    }
#define IMMEDIATE_STORE(name, get, set, expression)                                                          \
    CASE(name) {                                                                                             \
        const auto x = top[-pc->a].get();                                                                    \
        top[-pc->c].set(expression);                                                                         \
        STEP(2);                                                                                             \
    }
#define IMMEDIATE_PUSH(name, expression)                                                                     \
    CASE(name) {                                                                                             \
        const std::int32_t x = top[-pc->a].integer();                                                        \
        top->set_integer(expression);                                                                        \
        ++top;                                                                                               \
        STEP(2);                                                                                             \
    }
    // clang-format off
#define COMMON_RESULTS(form, kind)                                            \
    form(add_int_##kind, integer, set_integer, wrap(bits(x) + bits(y)))       \
    form(sub_int_##kind, integer, set_integer, wrap(bits(x) - bits(y)))       \
    form(mul_int_##kind, integer, set_integer, wrap(bits(x) * bits(y)))       \
    form(and_int_##kind, integer, set_integer, x & y)                         \
    form(or_int_##kind, integer, set_integer, x | y)                          \
    form(eq_int_##kind, integer, set_boolean, x == y)                         \
    form(ne_int_##kind, integer, set_boolean, x != y)                         \
    form(lt_int_##kind, integer, set_boolean, x < y)                          \
    form(gt_int_##kind, integer, set_boolean, x > y)                          \
    form(le_int_##kind, integer, set_boolean, x <= y)                         \
    form(ge_int_##kind, integer, set_boolean, x >= y)                         \
    form(add_real_##kind, real, set_real, x + y)                              \
    form(sub_real_##kind, real, set_real, x - y)                              \
    form(mul_real_##kind, real, set_real, x * y)                              \
    form(div_real_##kind, real, set_real, x / y)                              \
    form(add_vector_##kind, vector, set_vector,                               \
         (Vector3{x.x + y.x, x.y + y.y, x.z + y.z}))                          \
    form(sub_vector_##kind, vector, set_vector,                               \
         (Vector3{x.x - y.x, x.y - y.y, x.z - y.z}))                          \
    form(dot_vector_##kind, vector, set_real, x.x * y.x + x.y * y.y + x.z * y.z)
    // clang-format on

    [[maybe_unused]] static constexpr const void* labels[] = {
#define FAST(name) VELLUM_LABEL(name)
#include "engines/pathologic/machine/fast_ops.def"
#undef FAST
    };

    if (left() <= guard) return run_checked(delta_time, stops);
    Progress progress = Progress::next;
again:
    VELLUM_DISPATCH_LOOP(pc->op) {

        CASE(generic) {
        label_generic_shared:
            leave();
            progress = step(delta_time);
            goto stepped;
        }
        CASE(stoppable) {
            leave();
            if (context.observe_step(*this)) return Progress::paused;
            progress = step(delta_time);
            goto stepped;
        }
        CASE(native) {
            leave();
            progress = call_function(code->code[ip], delta_time);
            goto stepped;
        }

        CASE(hot) {
            if constexpr (Native) {
                const void* const entry = link->native->entry(static_cast<std::uint32_t>(pc - first));
                if (entry != nullptr && left() > guard) {
                    leave();
                    progress = run_native(entry, delta_time);
                    if (progress != Progress::next) return progress;
                    if (!resume()) return Progress::paused;
                }
            }
            VELLUM_DISPATCH(fast.ops[static_cast<std::size_t>(pc - first)].op);
        }

        CASE(copy_plain) {
            top[-pc->b].assign_plain(top[-pc->a]);
            STEP(1);
        }
        CASE(copy_text) {
            top[-pc->b] = top[-pc->a];
            STEP(1);
        }
        CASE(store_int) {
            top[-pc->a].set_integer(pc->b);
            STEP(1);
        }
        CASE(store_real) {
            top[-pc->a].set_real(real_bits(pc->b));
            STEP(1);
        }
        CASE(store_bool) {
            top[-pc->a].set_boolean(pc->b != 0);
            STEP(1);
        }
        CASE(store_const) {
            top[-pc->a].assign_plain(fast.constants[static_cast<std::size_t>(pc->b)]);
            STEP(1);
        }
        CASE(store_text) {
            top[-pc->a] = link->texts[static_cast<std::size_t>(pc->b)];
            STEP(1);
        }
        CASE(push_plain) {
            top->assign_plain(top[-pc->a]);
            ++top;
            STEP(1);
        }
        CASE(push_text_slot) {
            *top = top[-pc->a];
            ++top;
            STEP(1);
        }
        CASE(push_int) {
            top->set_integer(pc->a);
            ++top;
            STEP(1);
        }
        CASE(push_real) {
            top->set_real(real_bits(pc->a));
            ++top;
            STEP(1);
        }
        CASE(push_bool) {
            top->set_boolean(pc->a != 0);
            ++top;
            STEP(1);
        }
        CASE(push_const) {
            top->assign_plain(fast.constants[static_cast<std::size_t>(pc->a)]);
            ++top;
            STEP(1);
        }
        CASE(push_text) {
            *top = link->texts[static_cast<std::size_t>(pc->a)];
            ++top;
            STEP(1);
        }
        CASE(push_vars) {
            const Type* types = code->types.data() + pc->a;
            for (std::int32_t i = 0; i < pc->b; ++i) (top++)->reset_plain(types[i]);
            STEP(1);
        }
        CASE(push_var) {
            top->reset_plain(static_cast<Type>(pc->a));
            ++top;
            STEP(1);
        }
        CASE(pop_plain) {
            top -= pc->a;
            STEP(1);
        }
        CASE(pop_mixed) {
            drop_texts(top, pc->a);
            top -= pc->a;
            STEP(1);
        }

        CASE(jump) { JUMP(1); }
        CASE(jump_set) {
            const bool taken = top[-pc->a].boolean();
            top -= pc->pop;
            if (taken) JUMP(1);
            STEP(1);
        }
        CASE(jump_clear) {
            const bool taken = !top[-pc->a].boolean();
            top -= pc->pop;
            if (taken) JUMP(1);
            STEP(1);
        }

        COMMON_RESULTS(BINARY_PUSH, push)
        COMMON_RESULTS(BINARY_STORE, store)
        DIVISION(div_int_push, x / y, FINISH_PUSH)
        DIVISION(mod_int_push, x % y, FINISH_PUSH)
        DIVISION(div_int_store, x / y, FINISH_STORE)
        DIVISION(mod_int_store, x % y, FINISH_STORE)
        BINARY_PUSH(eq_real_push, real, set_boolean, x == y)
        BINARY_PUSH(ne_real_push, real, set_boolean, x != y)
        BINARY_PUSH(lt_real_push, real, set_boolean, x < y)
        BINARY_PUSH(gt_real_push, real, set_boolean, x > y)
        BINARY_PUSH(le_real_push, real, set_boolean, x <= y)
        BINARY_PUSH(ge_real_push, real, set_boolean, x >= y)
        CASE(scale_vector_push) {
            const Vector3 x = top[-pc->a].vector();
            const float y = top[-pc->b].real();
            top -= pc->pop;
            top->set_vector({x.x * y, x.y * y, x.z * y});
            ++top;
            STEP(1);
        }
        CASE(scale_vector_store) {
            const Vector3 x = top[-pc->a].vector();
            const float y = top[-pc->b].real();
            top[-pc->c].set_vector({x.x * y, x.y * y, x.z * y});
            top -= pc->pop;
            STEP(1);
        }
        UNARY_PUSH(neg_int_push, integer, set_integer, wrap(0U - bits(x)))
        UNARY_PUSH(neg_real_push, real, set_real, -x)
        UNARY_PUSH(not_push, boolean, set_boolean, !x)
        UNARY_PUSH(null_push, object, set_boolean, x.id == 0)
        UNARY_PUSH(not_null_push, object, set_boolean, x.id != 0)
        UNARY_PUSH(sqrt_push, real, set_real, std::sqrt(x))

        CASE(push_part) {
            const Vector3 vector = top[-pc->a].vector();
            top->set_real(pc->b == 0 ? vector.x : pc->b == 1 ? vector.y : vector.z);
            ++top;
            STEP(1);
        }
        CASE(pop_part) {
            Vector3 vector = top[-pc->a].vector();
            const float part = top[-1].real();
            (pc->b == 0 ? vector.x : pc->b == 1 ? vector.y : vector.z) = part;
            top[-pc->a].set_vector(vector);
            top -= pc->pop;
            STEP(1);
        }
        CASE(push_global) {
            top->assign_plain(globals[static_cast<std::size_t>(pc->a)]);
            ++top;
            STEP(1);
        }
        CASE(pop_global) {
            globals[static_cast<std::size_t>(pc->a)].assign_plain(top[-1]);
            top -= pc->pop;
            STEP(1);
        }
        CASE(append_text)
        CASE(append_text_mixed) {
            bool moved = false;
            if (!append_briefly(top[-pc->a], top[-pc->b], moved)) goto label_generic_shared;
            if (moved) {
                leave();
                progress = end_append(*pc);
                goto stepped;
            }
            drop_texts(top, pc->pop);
            top -= pc->pop;
            STEP(1);
        }

        CASE(append_constant) {
            const Value& added = link->texts[static_cast<std::size_t>(pc->a)];
            bool moved = false;
            if (!append_briefly(top[-pc->b], added, moved)) { // as two instructions
                *top++ = added;
                STEP(1);
            }
            if (moved) {
                *top++ = Value();
                ++pc;
                leave();
                progress = end_append(*pc);
                goto stepped;
            }
            STEP(2);
        }

        CASE(call) {
            if (calls.size() == calls.capacity() || top >= room_end) [[unlikely]]
                goto label_generic_shared; // grows and checks the limits
            calls.push_back({static_cast<std::uint32_t>(pc - first) + 1, 0, 0, 0});
            const Left distance = pc->c;
            limit += distance * static_cast<Left>(sizeof(FastOp));
            pc += distance + 1;
            if (left() <= guard) goto low;
            NEXT;
        }
        CASE(return_plain) {
            const FunctionCall& call = calls.back();
            if ((call.extra_pop | call.saved | call.marker) != 0 || call.return_address == ended_address)
                goto label_generic_shared;
            const FastOp* const target = first + call.return_address;
            calls.pop_back();
            top -= pc->a;
            limit += (target - pc - 1) * static_cast<Left>(sizeof(FastOp));
            pc = target;
            if (left() <= guard) goto low;
            NEXT;
        }
        CASE(return_mixed) {
            const FunctionCall& call = calls.back();
            if ((call.extra_pop | call.saved | call.marker) != 0 || call.return_address == ended_address)
                goto label_generic_shared;
            const FastOp* const target = first + call.return_address;
            calls.pop_back();
            drop_texts(top, pc->a);
            top -= pc->a;
            limit += (target - pc - 1) * static_cast<Left>(sizeof(FastOp));
            pc = target;
            if (left() <= guard) goto low;
            NEXT;
        }

        JUMP_IMMEDIATE(jump_eq_imm, ==)
        JUMP_IMMEDIATE(jump_ne_imm, !=)
        JUMP_IMMEDIATE(jump_lt_imm, <)
        JUMP_IMMEDIATE(jump_gt_imm, >)
        JUMP_IMMEDIATE(jump_le_imm, <=)
        JUMP_IMMEDIATE(jump_ge_imm, >=)
        JUMP_COMPARE(jump_eq_int, ==)
        JUMP_COMPARE(jump_ne_int, !=)
        JUMP_COMPARE(jump_lt_int, <)
        JUMP_COMPARE(jump_gt_int, >)
        JUMP_COMPARE(jump_le_int, <=)
        JUMP_COMPARE(jump_ge_int, >=)
        JUMP_COMPARE_REAL(jump_eq_real, ==)
        JUMP_COMPARE_REAL(jump_ne_real, !=)
        JUMP_COMPARE_REAL(jump_lt_real, <)
        JUMP_COMPARE_REAL(jump_gt_real, >)
        JUMP_COMPARE_REAL(jump_le_real, <=)
        JUMP_COMPARE_REAL(jump_ge_real, >=)
        IMMEDIATE_STORE(add_imm_store, integer, set_integer, wrap(bits(x) + bits(pc->b)))
        IMMEDIATE_STORE(mul_imm_store, integer, set_integer, wrap(bits(x) * bits(pc->b)))
        IMMEDIATE_STORE(mod_imm_store, integer, set_integer, x % pc->b)
        IMMEDIATE_STORE(div_imm_store, integer, set_integer, x / pc->b)
        IMMEDIATE_PUSH(add_imm_push, wrap(bits(x) + bits(pc->b)))
        IMMEDIATE_PUSH(mul_imm_push, wrap(bits(x) * bits(pc->b)))
        IMMEDIATE_PUSH(mod_imm_push, x % pc->b)
        IMMEDIATE_PUSH(div_imm_push, x / pc->b)
        IMMEDIATE_STORE(add_real_imm_store, real, set_real, x + real_bits(pc->b))
        IMMEDIATE_STORE(mul_real_imm_store, real, set_real, x * real_bits(pc->b))
        IMMEDIATE_STORE(div_real_imm_store, real, set_real, x / real_bits(pc->b))
    }

stepped:
    if (progress == Progress::suspended) return progress;
    --chunk;
    if (progress != Progress::next) return progress;
    if (!resume()) return Progress::paused;
    goto again;

low:
    leave();
    return Progress::paused; // the slice looks how much is left and goes on step by step
}

template Progress Machine::run_fast<false>(float);
template Progress Machine::run_fast<true>(float);

} // namespace vellum::pathologic
