#include "engines/ags/machine/fast/slow.hpp"

#include <cstring>

#include "base/moving.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

namespace {

/// The operations that are done here.
enum class SlowOp : std::uint16_t {
#define SAME(name) name = static_cast<std::uint16_t>(FastOp::name),
    SAME(load) SAME(load_1) SAME(load_2) SAME(store) SAME(store_1) SAME(store_2) SAME(eq_) SAME(ne_)
        SAME(pointer_load_at) SAME(pointer_store) SAME(pointer_store_at) SAME(pointer_init_at)
            SAME(pointer_clear) SAME(pointer_clear_at) SAME(new_raw) SAME(new_array) SAME(new_object)
                SAME(create_string) SAME(text_equal) SAME(text_differs) SAME(parameter) SAME(drop_parameters)
#undef SAME
};

[[nodiscard]] Slow done_if(bool done) { return done ? Slow::done : Slow::faulted; }

} // namespace

Slow run_slow(FastState& s, Word* f, std::uint32_t fb, const FastInstruction& i) {
    Machine& c = s.machine;
    Pool& pool = c.environment().pool();
    const auto base = static_cast<std::uint32_t>(f - c.stack.values.data());
    // The stack as the precise form has it at that depth: natives that fields are made of may look at it.
    const auto depth_is = [&](std::uint32_t depth) { c.stack.count = base + depth; };
    const auto keep = [&](std::int16_t entry) {
        return entry != no_entry && kind_of(f[entry]) == Tag::object ? object_of(f[entry]) : 0;
    };
    const auto place = [&] { return with_number(f[i.a], number_of(f[i.a]) + i.imm); };
    const auto load = [&](std::uint32_t width) {
        if (is_null(f[i.a]) && s.checked_before(i.step, s.step)) return Slow::repeat;
        depth_is(static_cast<std::uint32_t>(i.b));
        Word value = 0;
        if (!c.read(place(), width, value)) return Slow::faulted;
        f[i.d] = value;
        return tag_of(value) == 0 ? Slow::done : Slow::other_kind;
    };
    const auto store = [&](std::uint32_t width) {
        if (is_null(f[i.a]) && s.checked_before(i.step, s.step)) return Slow::repeat;
        depth_is(static_cast<std::uint32_t>(i.d));
        return done_if(c.write(place(), width, f[i.b]));
    };
    const auto texts = [&](bool equal) {
        if (is_null(f[i.a]) || is_null(f[i.b])) return Slow::repeat;
        depth_is(i.imm);
        std::string_view left;
        std::string_view right;
        if (!c.text(f[i.a], left) || !c.text(f[i.b], right)) return Slow::faulted;
        f[i.d] = integer_word(c.equal_texts(left, right) == equal);
        return Slow::done;
    };
    const auto made = [&](bool done, Word value) {
        if (done) f[i.d] = value;
        return done_if(done);
    };
    Word value = 0;
    switch (static_cast<SlowOp>(i.op)) {
    case SlowOp::load: return load(4);
    case SlowOp::load_1: return load(1);
    case SlowOp::load_2: return load(2);
    case SlowOp::store: return store(4);
    case SlowOp::store_1: return store(1);
    case SlowOp::store_2: return store(2);
    case SlowOp::eq_:
    case SlowOp::ne_:
        f[i.d] = integer_word(c.same(f[i.a], f[i.b]) == (i.op == FastOp::eq_));
        return Slow::done;
    case SlowOp::pointer_load_at: {
        depth_is(static_cast<std::uint32_t>(i.b));
        const bool done = c.load_pointer(place(), value);
        return made(done, value);
    }
    case SlowOp::pointer_store: return done_if(store_in_entry(c, f[i.d], f[i.a], i.b != 0));
    case SlowOp::pointer_store_at:
        depth_is(static_cast<std::uint32_t>(i.d));
        return done_if(c.store_pointer(place(), f[i.b], true));
    case SlowOp::pointer_init_at:
        depth_is(static_cast<std::uint32_t>(i.d));
        return done_if(c.store_pointer(place(), f[i.b], false));
    case SlowOp::pointer_clear: {
        const std::uint32_t old = number_of(f[i.d]);
        const std::uint32_t kept = keep(i.a);
        f[i.d] = 0;
        if (old != 0) {
            pool.release(old, kept);
            if (pool.has_disposed_host_objects()) c.tell_disposed();
        }
        return Slow::done;
    }
    case SlowOp::pointer_clear_at:
        depth_is(static_cast<std::uint32_t>(i.d));
        return done_if(c.clear_pointer(place(), keep(i.b)));
    case SlowOp::new_raw: {
        const std::uint32_t size = i.imm & 0xFFFFU;
        const std::uint32_t entry = base + static_cast<std::uint32_t>(i.d);
        const std::uint32_t offset = fb + (i.imm >> 16U);
        c.stack.raw[entry] = true;
        c.stack.sizes[entry] = static_cast<std::uint16_t>(size);
        c.stack.offsets[entry] = static_cast<std::uint16_t>(offset);
        std::memset(c.stack.bytes.data() + offset, 0, size);
        return Slow::done;
    }
    case SlowOp::new_array: {
        const bool done = c.new_array(signed_of(f[i.a]), i.imm, i.b != 0, value);
        return made(done, value);
    }
    case SlowOp::new_object: {
        const bool done = c.new_object(static_cast<std::int32_t>(i.imm), value);
        return made(done, value);
    }
    case SlowOp::create_string: {
        depth_is(static_cast<std::uint32_t>(i.b));
        const bool done = c.new_string(f[i.a], value);
        return made(done, value);
    }
    case SlowOp::text_equal: return texts(true);
    case SlowOp::text_differs: return texts(false);
    case SlowOp::parameter: return done_if(c.list_parameters({&f[i.a], 1}));
    case SlowOp::drop_parameters:
        if (c.far_arguments >= 0) return Slow::repeat; // they are on the stack as well
        return done_if(c.drop_parameters(s.code->stops[i.imm].arguments));
    }
    return Slow::repeat;
}

Slow run_slow_field(FastState& s, Word* f, const FastInstruction& i) {
    Machine& c = s.machine;
    const bool stores = i.op >= FastOp::field_store && i.op <= FastOp::field_store_2;
    const bool narrow = i.op == FastOp::field_load_1 || i.op == FastOp::field_store_1;
    const std::uint32_t width = i.op == FastOp::field_load || i.op == FastOp::field_store ? 4
                                : narrow                                                  ? 1
                                                                                          : 2;
    const std::uint32_t handle = number_of(f[i.a]);
    s.step = s.next_step(i.step, Op::checknull);
    if (handle == 0) return Slow::repeat;
    if (!c.environment().pool().exists(handle)) {
        c.fault_handle(handle);
        return Slow::faulted;
    }
    s.step = s.access_behind(s.step);
    c.stack.count = static_cast<std::uint32_t>(f - c.stack.values.data()) +
                    static_cast<std::uint32_t>(stores ? i.d : i.b);
    const Word address = address_word(Tag::object, handle, i.imm);
    if (stores) return c.write(address, width, f[i.b]) ? Slow::done : Slow::faulted_at;
    Word value = 0;
    if (!c.read(address, width, value)) return Slow::faulted_at;
    f[i.d] = value;
    return Slow::done;
}

} // namespace vellum::ags
