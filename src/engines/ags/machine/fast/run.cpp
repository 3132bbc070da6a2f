// Running the fast form. State lives in locals and in the stack's entries; whenever control leaves, the
// machine's own bookkeeping (entry sizes, call records, counters) is written as if every instruction had been
// executed one by one.
#include <algorithm>
#include <cstring>

#include "base/bytes.hpp"
#include "base/moving.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/fast/code.hpp"
#include "engines/ags/machine/fast/lowering.hpp"
#include "engines/ags/machine/fast/slow.hpp"
#include "engines/ags/machine/fast/state.hpp"
#include "engines/ags/machine/native/native.hpp"
#include "isa/dispatch.hpp"

namespace vellum::ags {

#define FAULT(code_, text_)                                                                                  \
    do {                                                                                                     \
        c.fault((code_), (text_));                                                                           \
        goto faulted;                                                                                        \
    } while (false)

#define CASE(name) VELLUM_HANDLER(FastOp, name)
#define GO VELLUM_DISPATCH(ip->op)
#define NEXT                                                                                                 \
    do {                                                                                                     \
        ++ip;                                                                                                \
        GO;                                                                                                  \
    } while (false)

#define SIMPLE(name, ...)                                                                                    \
    CASE(name) __VA_ARGS__;                                                                                  \
    NEXT;
#define BLOCK(name, ...) CASE(name){__VA_ARGS__} NEXT;

#define A f[ip->a]
#define B f[ip->b]
#define D f[ip->d]
#define NA number_of(f[ip->a])
#define NB number_of(f[ip->b])
#define IMM (ip->imm)
#define RA real_of(f[ip->a])
#define RB real_of(f[ip->b])
#define RIMM std::bit_cast<float>(ip->imm)

/// `Counted`: each operation that accounts for instructions notes that it did.
template <bool Counted> static Exit run_loop(Machine& machine) {
    Machine& c = machine;
    Environment& environment = c.environment();
    Pool& pool = environment.pool();
    FastReturn returns[most_fast_calls];
    const FastEntry& start = environment.instances()[c.instance].fast->entries[c.step];
    const Layout& shape = environment.instances()[c.instance].fast->layouts[start.layout];
    FastState s{c,
                returns,
                c.instance,
                start.function,
                c.stack.count - static_cast<std::uint32_t>(shape.entries.size()),
                c.stack.used - shape.bytes,
                c.runs.back().nesting};
    s.check_off = c.runs.back().loop_check_off;
    s.loops = c.runs.back().loops;
    s.line = c.line;
    // The script that runs. Raw pointers, because a native may enter a room and so move the instances (but
    // not what they own).
    const FastInstruction* base = nullptr;
    const FastStop* stops = nullptr;
    const FastFunction* functions = nullptr;
    std::byte* data = nullptr;
    std::uint64_t data_size = 0;
    std::uint32_t own_data = 0; // the tag of addresses in it
    bool own_pointers = false;  // words in it may be addresses
    [[maybe_unused]] std::uint64_t* times = nullptr;
    // Not a function of its own: that would keep all of these in memory.
    const auto enter_script = [&](std::uint32_t number) __attribute__((always_inline)) {
        Instance& script = environment.instances()[number];
        c.instance = number;
        s.code = script.fast.get();
        s.steps = script.steps.data();
        base = s.code->code.data();
        stops = s.code->stops.data();
        functions = s.code->functions.data();
        data = script.data.data();
        data_size = script.data.size();
        own_data = tag_of(address_word(Tag::data, number));
        own_pointers = !script.pointer_cells.empty();
        if constexpr (Counted) times = script.fast->times.data();
    };
    enter_script(c.instance);
    s.set_floor(0);
    const std::uint32_t loop_limit = environment.loop_limit;
    Word* const values = c.stack.values.data();
    std::byte* const bytes = c.stack.bytes.data();
    Word* const r = c.registers.data();
    Word* f = values + s.first_entry;
    std::uint32_t fb = s.first_bytes;
    const FastInstruction* ip = base + start.op;
    std::uint64_t executed = c.executed;
    std::uint64_t limit = c.stop_at; // read again wherever work may have been charged
    NativeContext native;            // shared with machine code
    Word* const arguments = native.arguments;
    const bool calls_pure = c.may_call_pure();
    native.calls_pure = calls_pure && !c.observed(); // machine code counts nothing
    native.freed = pool.freed() - 1;                 // it knows no arrays yet
    std::uint32_t stop_layout = 0;
    std::uint32_t stop_step = 0;
    std::int32_t stop_line = 0;
    Exit exit = Exit::finished;
    const std::uint32_t most_calls =
        environment.most_calls -
        static_cast<std::uint32_t>(std::min<std::size_t>(c.records.size(), environment.most_calls));
    CallOutcome outcome = CallOutcome::done; // of the native that was called last

    // Steps one by one, where no operation accounts for them, or where what it has accounted for did not
    // happen.
    const auto count_steps = [&]([[maybe_unused]] std::uint32_t last, [[maybe_unused]] std::uint64_t count,
                                 [[maybe_unused]] std::uint64_t by) {
        if constexpr (Counted)
            for (; count > 0; --count) environment.instances()[c.instance].executed[last--] += by;
    };
    const auto uncount = [&](std::uint32_t step) { count_steps(step, 1, ~std::uint64_t{0}); };
    const auto depth_is = [&](std::uint32_t depth) {
        c.stack.count = static_cast<std::uint32_t>(f - values) + depth;
    };
    const auto same = [&](Word a, Word b) {
        return is_number(a) && is_number(b) ? number_of(a) == number_of(b) : c.same(a, b);
    };

    /// Bytes of data or of an object of the scripts' own; null for every other address and for what is not
    /// inside.
    const auto memory_at = [&](Word address, std::uint32_t width) -> std::byte* {
        const std::uint32_t number = object_of(address);
        const std::uint64_t end = std::uint64_t{number_of(address)} + width;
        if (tag_of(address) == own_data) return end <= data_size ? data + number_of(address) : nullptr;
        if (kind_of(address) == Tag::object) {
            if (number >= pool.table_size()) return nullptr;
            const Object& object = pool.table()[number];
            const bool own = object.kind == ObjectKind::user || object.kind == ObjectKind::array;
            return own && end <= object.size ? object.data + number_of(address) : nullptr;
        }
        if (kind_of(address) != Tag::data) return nullptr;
        std::vector<std::byte>& bytes_of_script = environment.instances()[number].data;
        return end <= bytes_of_script.size() ? bytes_of_script.data() + number_of(address) : nullptr;
    };
    /// Data in which words may be addresses.
    const auto holds_pointers = [&](Word address) {
        if (kind_of(address) != Tag::data) return false;
        if (tag_of(address) == own_data) return own_pointers;
        return !environment.instances()[object_of(address)].pointer_cells.empty();
    };
    /// The handle of a managed object or of null; false for everything else.
    const auto plain_handle = [&](Word value, std::uint32_t& handle) {
        handle = object_of(value);
        return kind_of(value) == Tag::object ? pool.exists(handle) : value == 0;
    };
    const auto release = [&](std::uint32_t handle, std::uint32_t keep) {
        pool.release(handle, keep);
        if (pool.has_disposed_host_objects()) c.tell_disposed();
    };

    [[maybe_unused]] static constexpr const void* labels[] = {
#define ARITHMETIC(name) VELLUM_LABEL(name##_) VELLUM_LABEL(name##_si) VELLUM_LABEL(name##_is)
#define COMPARISON(name)                                                                                     \
    VELLUM_LABEL(name##_)                                                                                    \
    VELLUM_LABEL(name##_si)                                                                                  \
    VELLUM_LABEL(unless_##name)                                                                              \
    VELLUM_LABEL(unless_##name##_si)                                                                         \
    VELLUM_LABEL(if_##name)                                                                                  \
    VELLUM_LABEL(if_##name##_si)
#define VALUE(name) VELLUM_LABEL(name)
#define BRANCH(name) VELLUM_LABEL(name)
#define OTHER(name) VELLUM_LABEL(name)
#include "engines/ags/machine/fast/operations.def"
    };
    VELLUM_DISPATCH_LOOP(ip->op) {

        // --- Arithmetic. The left side's kind stays with add and sub; the others give integers or floats.
#define ARITHMETIC(name, both_, right_, left_)                                                               \
    CASE(name##_) D = (both_);                                                                               \
    NEXT;                                                                                                    \
    CASE(name##_si) D = (right_);                                                                            \
    NEXT;                                                                                                    \
    CASE(name##_is) D = (left_);                                                                             \
    NEXT;

        ARITHMETIC(add, with_number(A, NA + NB), with_number(A, NA + IMM), integer_word(IMM + NB))
        ARITHMETIC(sub, with_number(A, NA - NB), with_number(A, NA - IMM), integer_word(IMM - NB))
        ARITHMETIC(mul, integer_word(NA * NB), integer_word(NA * IMM), integer_word(IMM * NB))
        ARITHMETIC(and, integer_word(NA & NB), integer_word(NA & IMM), integer_word(IMM & NB))
        ARITHMETIC(or, integer_word(NA | NB), integer_word(NA | IMM), integer_word(IMM | NB))
        ARITHMETIC(xor, integer_word(NA ^ NB), integer_word(NA ^ IMM), integer_word(IMM ^ NB))
        ARITHMETIC(shl, integer_word(NA << (NB & 31U)), integer_word(NA << (IMM & 31U)),
                   integer_word(IMM << (NB & 31U)))
        ARITHMETIC(shr, integer_word(signed_of(A) >> (NB & 31U)), integer_word(signed_of(A) >> (IMM & 31U)),
                   integer_word(static_cast<std::int32_t>(IMM) >> (NB & 31U)))
        ARITHMETIC(fadd, float_result(RA + RB, NA, NB), float_result(RA + RIMM, NA, IMM),
                   float_result(RIMM + RB, IMM, NB))
        ARITHMETIC(fsub, float_result(RA - RB, NA, NB), float_result(RA - RIMM, NA, IMM),
                   float_result(RIMM - RB, IMM, NB))
        ARITHMETIC(fmul, float_result(RA * RB, NA, NB), float_result(RA * RIMM, NA, IMM),
                   float_result(RIMM * RB, IMM, NB))

#define DIVISION(variant, left_, right_)                                                                     \
    CASE(div##variant) {                                                                                     \
        const std::int64_t by = (right_);                                                                    \
        if (by == 0) goto integer_divide_by_zero;                                                            \
        D = integer_word(static_cast<std::uint32_t>(std::int64_t{(left_)} / by));                            \
    }                                                                                                        \
    NEXT;                                                                                                    \
    CASE(mod##variant) {                                                                                     \
        const std::int64_t by = (right_);                                                                    \
        if (by == 0) goto integer_divide_by_zero;                                                            \
        D = integer_word(static_cast<std::uint32_t>(std::int64_t{(left_)} % by));                            \
    }                                                                                                        \
    NEXT;

        DIVISION(_, signed_of(A), signed_of(B))
        DIVISION(_si, signed_of(A), static_cast<std::int32_t>(IMM))
        DIVISION(_is, static_cast<std::int32_t>(IMM), signed_of(B))

#define FLOAT_DIVISION(variant, left_, right_, left_bits_, right_bits_)                                      \
    CASE(fdiv##variant) {                                                                                    \
        const float by = (right_);                                                                           \
        if (by == 0.0F) goto float_divide_by_zero;                                                           \
        D = float_result((left_) / by, (left_bits_), (right_bits_));                                         \
    }                                                                                                        \
    NEXT;

        FLOAT_DIVISION(_, RA, RB, NA, NB)
        FLOAT_DIVISION(_si, RA, RIMM, NA, IMM)
        FLOAT_DIVISION(_is, RIMM, RB, IMM, NB)

        // --- Comparisons: as values, and as branches that account for the instructions up to them when
        // taken.
#define COUNT                                                                                                \
    if constexpr (Counted) ++times[ip - base]
#define TAKE                                                                                                 \
    do {                                                                                                     \
        COUNT;                                                                                               \
        executed += static_cast<std::uint16_t>(ip->d);                                                       \
        ip = base + ip->step;                                                                                \
        GO;                                                                                                  \
    } while (false)
#define BRANCHES(name, entries_, number_)                                                                    \
    CASE(unless_##name) if (!(entries_)) TAKE;                                                               \
    NEXT;                                                                                                    \
    CASE(unless_##name##_si) if (!(number_)) TAKE;                                                           \
    NEXT;                                                                                                    \
    CASE(if_##name) if (entries_) TAKE;                                                                      \
    NEXT;                                                                                                    \
    CASE(if_##name##_si) if (number_) TAKE;                                                                  \
    NEXT;
#define COMPARISON(name, entries_, number_, result_)                                                         \
    CASE(name##_) D = result_((entries_));                                                                   \
    NEXT;                                                                                                    \
    CASE(name##_si) D = result_((number_));                                                                  \
    NEXT;                                                                                                    \
    BRANCHES(name, entries_, number_)
#define TRUTH(value_) integer_word(bool{value_})
#define FLOAT_TRUTH(value_) real_word((value_) ? 1.0F : 0.0F)
#define SIMM static_cast<std::int32_t>(ip->imm)

        COMPARISON(eq, same(A, B), (is_number(A) && NA == IMM), TRUTH)
        COMPARISON(ne, !same(A, B), !(is_number(A) && NA == IMM), TRUTH)
        COMPARISON(gt, signed_of(A) > signed_of(B), signed_of(A) > SIMM, TRUTH)
        COMPARISON(lt, signed_of(A) < signed_of(B), signed_of(A) < SIMM, TRUTH)
        COMPARISON(ge, signed_of(A) >= signed_of(B), signed_of(A) >= SIMM, TRUTH)
        COMPARISON(le, signed_of(A) <= signed_of(B), signed_of(A) <= SIMM, TRUTH)
        COMPARISON(fgt, RA > RB, RA > RIMM, FLOAT_TRUTH)
        COMPARISON(flt, RA < RB, RA < RIMM, FLOAT_TRUTH)
        COMPARISON(fge, RA >= RB, RA >= RIMM, FLOAT_TRUTH)
        COMPARISON(fle, RA <= RB, RA <= RIMM, FLOAT_TRUTH)

        SIMPLE(jump_if_null, if (is_null(A)) TAKE)
        SIMPLE(jump_if_set, if (!is_null(A)) TAKE)
        CASE(jump) COUNT;
        executed += static_cast<std::uint16_t>(ip->d);
        ip = base + IMM;
        GO;
        CASE(jump_back) COUNT;
        executed += static_cast<std::uint16_t>(ip->d);
        if (s.check_off == 0 && loop_limit != 0 && ++s.loops > loop_limit) goto hung;
        if (executed >= limit) {
            stop_step = number_of(s.steps[ip->step].value);
            s.line = s.line_at(ip->step);
            goto out_of_budget;
        }
        ip = base + IMM;
        GO;
        CASE(check_budget) if (executed >= limit) {
            stop_step = IMM;
            goto out_of_budget;
        }
        NEXT;

        // --- Moves
        SIMPLE(move, D = A)
        SIMPLE(move_number, D = integer_word(IMM))
        SIMPLE(move_constant, D = s.code->constants[IMM])
        SIMPLE(constant_plus, D = with_number(s.code->constants[IMM], number_of(s.code->constants[IMM]) + NA))
        SIMPLE(move_register, D = r[ip->a])
        SIMPLE(set_register, r[ip->d] = A)
        SIMPLE(set_register_number, r[ip->d] = integer_word(IMM))
        SIMPLE(set_register_constant, r[ip->d] = s.code->constants[IMM])
        SIMPLE(narrow_byte, D = integer_word(NA & 0xFFU))
        SIMPLE(narrow_word, D = integer_word(NA & 0xFFFFU))
        SIMPLE(sign_word, D = integer_word(static_cast<std::int32_t>(static_cast<std::int16_t>(NA))))
        SIMPLE(scale, D = with_number(A, NA * IMM))
        SIMPLE(is_zero, D = integer_word(is_null(A)))
        SIMPLE(is_true, D = integer_word(NA != 0))
        SIMPLE(both, D = integer_word(NA != 0 && NB != 0))
        SIMPLE(either, D = integer_word(NA != 0 || NB != 0))
        SIMPLE(set_line, s.line = static_cast<std::int32_t>(IMM))
        SIMPLE(loop_check_off, if (s.check_off == 0) s.check_off = 1)

        // --- Memory of known place
#define HALF(at_) integer_word(static_cast<std::int32_t>(static_cast<std::int16_t>(load_u16(at_))))
#define MEMORY(kind, at_)                                                                                    \
    SIMPLE(kind##_load, D = integer_word(load_u32(at_)))                                                     \
    SIMPLE(kind##_load_1, D = integer_word(std::uint32_t{load_u8(at_)}))                                     \
    SIMPLE(kind##_load_2, D = HALF(at_))                                                                     \
    SIMPLE(kind##_store, store_u32(at_, NA))                                                                 \
    SIMPLE(kind##_store_1, store_u8(at_, static_cast<std::uint8_t>(NA)))                                     \
    SIMPLE(kind##_store_2, store_u16(at_, static_cast<std::uint16_t>(NA)))
        MEMORY(raw, bytes + fb + IMM)
        MEMORY(data, data + IMM)
        CASE(raw_load_at) {
            const RawArea& area = s.code->areas[IMM];
            const std::uint32_t offset = area.offset + NA;
            if (std::uint64_t{offset} + area.width > area.size) {
                c.fault_outside(offset, area.width);
                goto faulted;
            }
            const std::byte* at = bytes + fb + area.position + offset;
            D = area.width == 4   ? integer_word(load_u32(at))
                : area.width == 1 ? integer_word(std::uint32_t{load_u8(at)})
                                  : HALF(at);
        }
        NEXT;
        CASE(raw_store_at) {
            const RawArea& area = s.code->areas[IMM];
            const std::uint32_t offset = area.offset + NB;
            if (std::uint64_t{offset} + area.width > area.size) {
                c.fault_outside(offset, area.width);
                goto faulted;
            }
            std::byte* at = bytes + fb + area.position + offset;
            if (area.width == 4)
                store_u32(at, NA);
            else if (area.width == 1)
                store_u8(at, static_cast<std::uint8_t>(NA));
            else
                store_u16(at, static_cast<std::uint16_t>(NA));
        }
        NEXT;

#define DATA_AT(index_, width_)                                                                              \
    const std::uint32_t offset = IMM + (index_);                                                             \
    if (std::uint64_t{offset} + (width_) > data_size) {                                                      \
        c.fault_outside(offset, (width_));                                                                   \
        goto faulted;                                                                                        \
    }
        BLOCK(data_load_at, DATA_AT(NA, 4) D = integer_word(load_u32(data + offset));)
        BLOCK(data_load_at_1, DATA_AT(NA, 1) D = integer_word(std::uint32_t{load_u8(data + offset)});)
        BLOCK(data_load_at_2, DATA_AT(NA, 2) D = HALF(data + offset);)
        BLOCK(data_store_at, DATA_AT(NB, 4) store_u32(data + offset, NA);)
        BLOCK(data_store_at_1, DATA_AT(NB, 1) store_u8(data + offset, static_cast<std::uint8_t>(NA));)
        BLOCK(data_store_at_2, DATA_AT(NB, 2) store_u16(data + offset, static_cast<std::uint16_t>(NA));)

        // --- Memory behind addresses. Most of it is data or an object of the scripts' own; everything else
        // is read and written as the precise interpreter does.
#define LOAD(name, width_, value_)                                                                           \
    CASE(name) {                                                                                             \
        const Word address = with_number(A, NA + IMM);                                                       \
        const std::byte* const at = memory_at(address, (width_));                                            \
        if (at == nullptr || ((width_) == 4 && holds_pointers(address))) [[unlikely]]                        \
            goto elsewhere;                                                                                  \
        D = (value_);                                                                                        \
    }                                                                                                        \
    NEXT;
        LOAD(load, 4, integer_word(load_u32(at)))
        LOAD(load_1, 1, integer_word(std::uint32_t{load_u8(at)}))
        LOAD(load_2, 2, HALF(at))
#define STORE(name, width_, store_)                                                                          \
    CASE(name) {                                                                                             \
        std::byte* const at = memory_at(with_number(A, NA + IMM), (width_));                                 \
        if (at == nullptr) [[unlikely]]                                                                      \
            goto elsewhere;                                                                                  \
        store_;                                                                                              \
    }                                                                                                        \
    NEXT;
        STORE(store, 4, store_u32(at, NB))
        STORE(store_1, 1, store_u8(at, static_cast<std::uint8_t>(NB)))
        STORE(store_2, 2, store_u16(at, static_cast<std::uint16_t>(NB)))

        // A field of an object: MEMREADPTR, CHECKNULL and the access as one; a is the handle's entry.
#define FIELD(width_)                                                                                        \
    const std::uint32_t handle = NA;                                                                         \
    if (handle >= pool.table_size()) goto field_elsewhere;                                                   \
    const Object& object = pool.table()[handle];                                                             \
    if (object.kind != ObjectKind::user || std::uint64_t{IMM} + (width_) > object.size) goto field_elsewhere;
        BLOCK(field_load, FIELD(4) D = integer_word(load_u32(object.data + IMM));)
        BLOCK(field_load_1, FIELD(1) D = integer_word(std::uint32_t{load_u8(object.data + IMM)});)
        BLOCK(field_load_2, FIELD(2) D = HALF(object.data + IMM);)
        BLOCK(field_store, FIELD(4) store_u32(object.data + IMM, NB);)
        BLOCK(field_store_1, FIELD(1) store_u8(object.data + IMM, static_cast<std::uint8_t>(NB));)
        BLOCK(field_store_2, FIELD(2) store_u16(object.data + IMM, static_cast<std::uint16_t>(NB));)

        // An element of a dynamic array: a is the handle's entry, b the index's; the value is in d.
#define ELEMENT(scale_, width_)                                                                              \
    const std::uint32_t handle = NA;                                                                         \
    const std::uint32_t offset = NB * (scale_);                                                              \
    if (handle >= pool.table_size()) goto bad_element;                                                       \
    const Object& array = pool.table()[handle];                                                              \
    if (array.kind != ObjectKind::array || std::uint64_t{offset} + (width_) > array.size ||                  \
        static_cast<std::int32_t>(offset) < 0)                                                               \
        goto bad_element;
        BLOCK(element_load, ELEMENT(1, 4) D = integer_word(load_u32(array.data + offset));)
        BLOCK(element_load_4, ELEMENT(4, 4) D = integer_word(load_u32(array.data + offset));)
        BLOCK(element_store, ELEMENT(1, 4) store_u32(array.data + offset, number_of(D));)
        BLOCK(element_store_4, ELEMENT(4, 4) store_u32(array.data + offset, number_of(D));)
        BLOCK(element_load_narrow,
              ELEMENT(1, IMM) D = IMM == 1 ? integer_word(std::uint32_t{load_u8(array.data + offset)})
                                           : HALF(array.data + offset);)
        CASE(element_store_narrow) {
            ELEMENT(1, IMM)
            if (IMM == 1)
                store_u8(array.data + offset, static_cast<std::uint8_t>(number_of(D)));
            else
                store_u16(array.data + offset, static_cast<std::uint16_t>(number_of(D)));
        }
        NEXT;
        BLOCK(check_array, ELEMENT(1, 1) D = address_word(Tag::object, handle, offset);)
        SIMPLE(check_bounds, if (NA >= IMM || static_cast<std::int32_t>(IMM) <= 0) goto out_of_bounds)
        SIMPLE(check_null, if (is_null(A)) goto null_value)

        // --- Managed objects
        CASE(pointer_load) {
            const std::uint32_t handle = NA;
            if (handle != 0 && !pool.exists(handle)) {
                c.fault_handle(handle);
                goto faulted;
            }
            D = handle == 0 ? 0 : address_word(Tag::object, handle);
        }
        NEXT;
        CASE(pointer_load_at) {
            const Word address = with_number(A, NA + IMM);
            if (const std::byte* const at = memory_at(address, 4); at != nullptr) [[likely]] {
                const std::uint32_t handle = load_u32(at);
                if (handle == 0 || pool.exists(handle)) [[likely]] {
                    D = handle == 0 ? 0 : address_word(Tag::object, handle);
                    NEXT;
                }
            }
        }
        goto elsewhere;
        CASE(pointer_store) if (!store_in_entry(c, D, A, ip->b != 0)) goto faulted;
        limit = c.stop_at;
        NEXT;
        CASE(pointer_store_at) {
            const Word address = with_number(A, NA + IMM);
            std::uint32_t handle = 0;
            std::byte* const at = memory_at(address, 4);
            if (at == nullptr || !plain_handle(B, handle)) [[unlikely]]
                goto elsewhere;
            const std::uint32_t old = load_u32(at);
            if (old != handle) {
                store_u32(at, handle);
                if (handle != 0) pool.add_reference(handle);
                if (old != 0) release(old, 0);
            }
            limit = c.stop_at;
        }
        NEXT;
        SIMPLE(address, D = address_word(
                            Tag::stack,
                            static_cast<std::uint32_t>(f - values) + static_cast<std::uint32_t>(ip->a), IMM))
        CASE(pointer_init_at)
        CASE(pointer_clear)
        CASE(pointer_clear_at)
        CASE(new_raw)
        CASE(new_array)
        CASE(new_object)
        CASE(create_string)
        CASE(text_equal)
        CASE(text_differs)
        CASE(parameter) {
            const Slow how = run_slow(s, f, fb, *ip);
            limit = c.stop_at;
            if (how == Slow::faulted) goto faulted;
            if (how == Slow::repeat) goto null_value;
        }
        NEXT;

        // --- Calls
        CASE(call_object) if (is_null(A)) goto null_value;
        r[reg_op] = A;
        NEXT;
        SIMPLE(argument, arguments[ip->d] = A)
        SIMPLE(argument_number, arguments[ip->d] = integer_word(IMM))
        CASE(drop_parameters) {
            const FastStop& stop = stops[IMM];
            if (c.far_arguments >= 0) { // they are on the stack as well
                executed += stop.instructions;
                count_steps(stop.step - 1, stop.instructions, 1);
                stop_step = stop.step;
                stop_layout = stop.layout;
                stop_line = stop.line >= 0 ? stop.line : s.line;
                goto leave_now;
            }
            if (!c.drop_parameters(stop.arguments)) goto faulted;
        }
        NEXT;
#define NATIVE(name, call_)                                                                                  \
    CASE(name) {                                                                                             \
        const FastStop& stop = stops[IMM];                                                                   \
        COUNT;                                                                                               \
        executed += stop.instructions;                                                                       \
        c.executed = executed;                                                                               \
        s.step = stop.step;                                                                                  \
        depth_is(static_cast<std::uint32_t>(stop.target));                                                   \
        c.fast_state = &s;                                                                                   \
        outcome = (call_);                                                                                   \
        c.fast_state = nullptr;                                                                              \
        limit = c.stop_at;                                                                                   \
        if (outcome != CallOutcome::done || executed >= limit) goto leave_native;                            \
        if (stop.result_wanted) f[stop.target] = r[reg_ax];                                                  \
    }                                                                                                        \
    NEXT;
#define CALLEE *stop.to
        NATIVE(call_native,
               c.call_direct(CALLEE, {arguments, stop.arguments}, stop.with_self ? r[reg_op] : 0))
        // A function of the engine that only computes: nobody can look at anything meanwhile.
        CASE(call_pure) {
            const FastStop& stop = stops[IMM];
            Word result = 0;
            if (!calls_pure || !stop.to->compute({arguments, stop.arguments}, result))
                goto call_it_all_the_same;
            ++stop.to->calls;
            COUNT;
            executed += stop.instructions;
            c.far_arguments = -1;
            r[reg_ax] = result;
            outcome = CallOutcome::done;
            if (executed >= limit) goto leave_native;
            if (stop.result_wanted) f[stop.target] = result;
        }
        NEXT;
    call_it_all_the_same:
        NATIVE(call_plain, c.call_plain(CALLEE, {arguments, stop.arguments}))
        // Its parameters are on the machine's list already.
        NATIVE(call_listed,
               (c.next_arguments = static_cast<std::int32_t>(stop.arguments), c.object_call = stop.with_self,
                c.call_external(address_word(Tag::code, stop.callee))))
        CASE(call) {
            const FastStop& stop = stops[IMM];
            const FastFunction& callee = functions[stop.function];
            COUNT;
            executed += stop.instructions;
            const std::uint32_t first =
                static_cast<std::uint32_t>(f - values) + static_cast<std::uint32_t>(ip->a) + 1;
            const std::uint32_t first_byte = fb + static_cast<std::uint32_t>(ip->b) + 4;
            if (s.nesting() >= most_nested_calls || s.calls >= most_calls ||
                first + callee.most_entries >= stack_entries ||
                first_byte + callee.most_bytes >= stack_bytes) {
                // Something may overflow: the precise interpreter finds out what and where.
                --executed;
                uncount(stop.step);
                r[reg_ax] = integer_word(callee.start_word);
                stop_step = stop.step;
                stop_layout = stop.layout;
                stop_line = stop.line >= 0 ? stop.line : s.line;
                goto leave_now;
            }
            FastReturn& back = returns[s.calls++];
            if (stop.line >= 0) s.line = stop.line;
            back.next = base + stop.return_op;
            back.stop = &stop;
            back.frame = f;
            back.bytes = fb;
            back.line = s.line;
            back.check_off = s.check_off;
            if (s.check_off != 0) ++s.check_off;
            f = values + first;
            fb = first_byte;
            if (executed >= limit) {
                stop_step = callee.start_step;
                goto out_of_budget;
            }
            ip = base + stop.entry_op;
        }
        GO;

        CASE(ret_number) r[reg_ax] = integer_word(IMM);
        goto do_return;
        CASE(ret_entry) r[reg_ax] = A;
        goto do_return;
        CASE(ret) do_return : {
            COUNT;
            executed += static_cast<std::uint16_t>(ip->d);
        [[maybe_unused]] returned:
            if (s.calls == s.floor) [[unlikely]]
                goto end_run;
            const FastReturn& back = returns[--s.calls];
            f = back.frame;
            fb = back.bytes;
            s.line = back.line;
            s.check_off = back.check_off;
            if (executed >= limit) {
                stop_step = back.stop->step + 1;
                goto out_of_budget;
            }
            ip = back.next;
        }
        GO;
        // A call of another script: a run of its own begins.
        CASE(call_far) {
            const FastStop& stop = stops[IMM];
            if (!stop.listed && !c.list_parameters({arguments, stop.arguments})) goto faulted;
            COUNT;
            executed += stop.instructions;
            const std::size_t listed = c.parameters.size();
            if (stop.function == FastStop::none || listed - c.runs.back().parameter_base < stop.arguments)
                goto leave_far_call;
            const FastFunction& callee =
                environment.instances()[stop.instance].fast->functions[stop.function];
            Word* const to = f + ip->a;
            const std::uint32_t first = static_cast<std::uint32_t>(to - values) + stop.arguments + 1;
            const std::uint32_t first_byte = fb + static_cast<std::uint32_t>(ip->b) + 4 * stop.arguments + 4;
            if (s.calls >= most_calls || first + callee.most_entries >= stack_entries ||
                first_byte + callee.most_bytes >= stack_bytes)
                goto leave_far_call;
            const Word* const given = c.parameters.data() + (listed - stop.arguments);
            for (std::uint32_t i = 0; i < stop.arguments; ++i) to[i] = given[i];
            if (stop.line >= 0) s.line = stop.line;
            returns[s.calls] = {base + stop.return_op, &stop, f, fb, s.line, s.check_off, s.floor};
            Run& run = c.runs.back();
            run.nesting = s.nesting();
            run.loops = s.loops;
            run.loop_check_off = s.check_off;
            before_push(c.runs);
            c.runs.emplace_back(stop.instance, stop.step + 1, 0U, 0U, 0U, static_cast<std::uint32_t>(listed),
                                first_byte - 4, static_cast<std::int32_t>(stop.arguments));
            s.set_floor(++s.calls);
            s.loops = 0;
            s.check_off = 0;
            c.far_arguments = -1;
            f = values + first;
            fb = first_byte;
            enter_script(stop.instance);
            if (executed >= limit) {
                stop_step = callee.start_step;
                goto out_of_budget;
            }
            ip = base + stop.entry_op;
        }
        GO;

        // A place that is passed often: from here machine code may go on.
        CASE(hot) {
            if constexpr (!Counted) {
                const Instance& script = environment.instances()[c.instance];
                const NativeCode::Entry* const entry =
                    native_code_at(environment, script, static_cast<std::uint32_t>(ip - base));
                if (entry != nullptr) {
                    native.enter(s, f, fb, executed, most_calls);
                    const std::uint32_t left = run_native(native, *s.code->native, *entry);
                    native.make_runs();
                    native.settle();
                    s.native = nullptr;
                    executed = native.code.count;
                    limit = c.stop_at;
                    f = native.code.frame;
                    fb = native.bytes_now();
                    if (s.code->code.data() != base) enter_script(c.instance); // it left in another one
                    ip = base + (left & ~code::returned);
                    if ((left & code::returned) != 0) goto returned;
                    switch (native.leave) {
                    case NativeContext::Leave::repeat: break;
                    case NativeContext::Leave::called_native: outcome = native.outcome; goto leave_native;
                    case NativeContext::Leave::faulted: goto faulted;
                    case NativeContext::Leave::out_of_budget:
                        stop_step = stops[IMM].step + 2;
                        goto out_of_budget;
                    }
                    GO;
                }
            }
            ip = base + IMM;
        }
        GO;

    elsewhere: {
        const Slow how = run_slow(s, f, fb, *ip);
        limit = c.stop_at;
        if (how == Slow::faulted) goto faulted;
        if (how == Slow::repeat) goto null_access;
    }
        NEXT;
    field_elsewhere: {
        const Slow how = run_slow_field(s, f, *ip);
        limit = c.stop_at;
        if (how == Slow::faulted) goto faulted;
        if (how == Slow::faulted_at) goto faulted_counting;
        if (how == Slow::repeat) goto null_access;
    }
        NEXT;
    end_run:
        if (s.calls == 0) { // back to whoever is outside
            --executed;
            uncount(ip->step);
            stop_step = ip->step;
            stop_layout = 0;
            stop_line = s.line_at(ip->step);
            goto leave_now;
        }
        {
            const FastReturn& back = returns[--s.calls];
            const FastStop& stop = *back.stop;
            const std::size_t listed =
                std::min<std::size_t>(c.parameters.size(), c.runs.back().parameter_base);
            c.runs.pop_back();
            f = back.frame;
            fb = back.bytes;
            s.line = back.line;
            s.check_off = back.check_off;
            s.set_floor(back.floor);
            s.loops = c.runs.back().loops;
            enter_script(c.runs.back().instance);
            if (executed >= limit) {
                c.parameters.resize(listed);
                c.far_arguments = static_cast<std::int32_t>(stop.arguments);
                exit = Exit::budget;
                stop_step = stop.step + 1;
                stop_layout = stop.layout_behind;
                stop_line = s.line;
                goto leave_now;
            }
            c.parameters.resize(listed - stop.arguments);
            c.far_arguments = stop.arguments == 0 ? 0 : -1;
            if (stop.arguments != 0) { // SUBREALSTACK
                count_steps(stop.step + 1, 1, 1);
                if (++executed >= limit) {
                    stop_step = stop.step + 2;
                    goto out_of_budget;
                }
            }
            ip = back.next;
        }
        GO;
    leave_native:
        if (outcome == CallOutcome::failed) goto faulted_at_step;
        {
            const FastStop& stop = stops[IMM];
            // Parameters that never were on the machine's list are needed there from here on.
            if (ip->op != FastOp::call_listed)
                for (std::uint32_t i = stop.arguments; i-- > 0;) c.parameters.push_back(arguments[i]);
            stop_layout = stop.layout;
            stop_line = stop.line >= 0 ? stop.line : s.line;
            stop_step = stop.step + 1;
            exit = outcome == CallOutcome::aborted ? Exit::aborted : Exit::budget;
            if (outcome == CallOutcome::waiting) {
                --executed; // asked again, counted again
                uncount(stop.step);
                stop_step = stop.step;
                r[reg_ax] = address_word(Tag::code, stop.callee);
                c.next_arguments = static_cast<std::int32_t>(stop.arguments);
                c.object_call = stop.with_self;
                exit = Exit::waiting;
            }
            goto leave_now;
        }
    leave_far_call:
        // The precise interpreter makes it, or finds out what is wrong with it.
        {
            const FastStop& stop = stops[IMM];
            --executed;
            uncount(stop.step);
            r[reg_ax] = address_word(Tag::code, stop.callee);
            c.next_arguments = static_cast<std::int32_t>(stop.arguments);
            c.object_call = stop.with_self;
            stop_step = stop.step;
            stop_layout = stop.layout;
            stop_line = stop.line >= 0 ? stop.line : s.line;
            goto leave_now;
        }
    }

out_of_budget: // at an entry of the fast form
    exit = Exit::budget;
    stop_layout = s.code->entries[stop_step].layout;
    stop_line = s.line;
leave_now:
    c.executed = executed;
    s.hand_over(stop_step, stop_layout, stop_line);
    return exit;

bad_element:
    // One of the checks failed; in their order.
    s.step = ip->step +
             c.fault_element(
                 NA, NB * (ip->op == FastOp::element_load_4 || ip->op == FastOp::element_store_4 ? 4U : 1U),
                 ip->op == FastOp::check_array                                                     ? 1
                 : ip->op == FastOp::element_load_narrow || ip->op == FastOp::element_store_narrow ? IMM
                                                                                                   : 4);
    goto faulted_counting;
integer_divide_by_zero:
    FAULT(codes::divide, "Integer divide by zero");
float_divide_by_zero:
    FAULT(codes::divide, "Floating point divide by zero");
out_of_bounds:
    c.fault_bounds(signed_of(A), SIMM);
    goto faulted;
null_value:
    FAULT(codes::null_pointer,
          s.steps[ip->step].op == Op::checknullreg ? "Null string referenced" : "Null pointer referenced");
null_access: // the check in front of an access, at s.step
    c.fault(codes::null_pointer, "Null pointer referenced");
    goto faulted_counting;
hung:
    c.fault_hung(s.loops);
    s.step = ip->step;
    goto faulted_at_step;
faulted:
    s.step = ip->step;
faulted_counting:
    // Instructions since the last accounting: from the block's start, or from the last call or branch behind
    // it.
    count_steps(s.step, s.uncounted_before(s.step), 1);
    executed += s.uncounted_before(s.step);
faulted_at_step:
    c.executed = executed;
    {
        const std::int32_t line = s.line_at(s.step);
        s.tell_position(s.step, line);
    }
    return Exit::faulted;
}

Exit run_fast(Machine& machine) {
    return machine.environment().counting() ? run_loop<true>(machine) : run_loop<false>(machine);
}

} // namespace vellum::ags
