// Memory: what the compiler's address idioms mean. Accesses whose place is known are checked here, once; the
// others become operations that check when they run.
#include <algorithm>
#include <vector>

#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

bool Lowering::in_own_data(Word address, std::uint32_t width) const {
    return kind_of(address) == Tag::data && object_of(address) == instance_.number &&
           instance_.pointer_cells.empty() &&
           std::uint64_t{number_of(address)} + width <= instance_.data.size();
}

std::uint32_t Lowering::raw_position(std::int16_t entry) const {
    std::uint32_t position = 0;
    for (std::int16_t i = 0; i < entry; ++i) position += layout_.entries[static_cast<std::size_t>(i)].size;
    return position;
}

bool Lowering::lower_stack_growth(std::uint32_t at, std::uint32_t bytes) {
    if (bytes >= stack_bytes) return false;
    const auto entry = depth();
    Layout::Entry made;
    made.size = static_cast<std::uint16_t>(bytes);
    if (tail_.size != 0) {
        if (tail_.size != bytes) return false;
        made.raw = tail_.raw;
    } else {
        made.raw = true; // allocated without being written: zero bytes
    }
    if (made.raw) emit(FastOp::new_raw, entry, 0, 0, bytes | layout_.bytes << 16U, at);
    stack_.push_back(made.raw ? Symbol() : tail_.value);
    layout_.entries.push_back(made);
    layout_.bytes += bytes;
    if (layout_.bytes >= stack_bytes || depth() > 250) return false;
    tail_ = {};
    FastFunction& function = code_.functions[function_];
    function.most_bytes = std::max(function.most_bytes, layout_.bytes);
    return true;
}

bool Lowering::lower_stack_drop(std::uint32_t, std::uint32_t bytes) {
    if (tail_.size != 0) return false;
    while (bytes != 0) {
        if (stack_.empty() || layout_.entries.back().size > bytes) return false;
        bytes -= layout_.entries.back().size;
        layout_.bytes -= layout_.entries.back().size;
        stack_.pop_back();
        layout_.entries.pop_back();
    }
    return true;
}

bool Lowering::lower_offset(std::uint32_t at) {
    const std::int64_t position = std::int64_t{layout_.bytes} - signed_of(steps_[at].value);
    if (tail_.size != 0 || signed_of(steps_[at].value) < 0) return false;
    if (signed_of(steps_[at].value) == 0) return set(at, reg_mar, Symbol::of_stack(depth(), 0));
    if (position < 0) { // a parameter: -8 is the first, -4 the return address
        if (position > -8 || position % 4 != 0 || position < -4 * 120) return false;
        return set(at, reg_mar, Symbol::of_stack(static_cast<std::int16_t>(position / 4), 0));
    }
    std::uint32_t start = 0;
    for (std::int16_t entry = 0; entry < depth(); ++entry) {
        const std::uint32_t size = layout_.entries[static_cast<std::size_t>(entry)].size;
        if (position < start + size)
            return set(at, reg_mar, Symbol::of_stack(entry, static_cast<std::int32_t>(position - start)));
        start += size;
    }
    return false;
}

bool Lowering::lower_read(std::uint32_t at, std::uint32_t width) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    Symbol mar = registers_[reg_mar];
    const auto pick = [width](FastOp full, FastOp byte, FastOp half) {
        return width == 4 ? full : width == 1 ? byte : half;
    };
    switch (mar.kind) {
    case Symbol::Kind::stack: {
        if (mar.a >= depth() || mar.a == -1) return false;
        if (is_raw(mar.a)) {
            const std::uint32_t size = layout_.entries[static_cast<std::size_t>(mar.a)].size;
            if (mar.offset < 0 || static_cast<std::uint32_t>(mar.offset) + width > size) return false;
            const std::int16_t to = result_entry(step.a);
            emit(pick(FastOp::raw_load, FastOp::raw_load_1, FastOp::raw_load_2), to, 0, 0,
                 raw_position(mar.a) + static_cast<std::uint32_t>(mar.offset), at);
            return set(at, step.a, Symbol::of_entry(to));
        }
        if (mar.offset != 0) return false;
        Symbol* const value = entry_symbol(mar.a);
        if (width == 4) return set(at, step.a, *value);
        const std::int16_t from = entry_of(*value);
        const std::int16_t to = result_entry(step.a);
        emit(width == 1 ? FastOp::narrow_byte : FastOp::sign_word, to, from, 0, 0, at);
        return set(at, step.a, Symbol::of_entry(to));
    }
    case Symbol::Kind::stack_index: {
        if (!is_raw(mar.a)) return false;
        code_.areas.push_back({raw_position(mar.a), layout_.entries[static_cast<std::size_t>(mar.a)].size,
                               static_cast<std::uint32_t>(mar.offset), width});
        const std::int16_t to = result_entry(step.a);
        emit(FastOp::raw_load_at, to, mar.b, 0, static_cast<std::uint32_t>(code_.areas.size() - 1), at);
        return set(at, step.a, Symbol::of_entry(to));
    }
    case Symbol::Kind::unknown:
    case Symbol::Kind::machine:
    case Symbol::Kind::entry:
    case Symbol::Kind::constant:
    case Symbol::Kind::data_index:
    case Symbol::Kind::element:
    case Symbol::Kind::place:
    case Symbol::Kind::field:
    case Symbol::Kind::scaled:
    case Symbol::Kind::compared: break;
    }
    if (mar.is(Symbol::Kind::constant) && in_own_data(mar.word, width)) {
        const std::int16_t to = result_entry(step.a);
        emit(pick(FastOp::data_load, FastOp::data_load_1, FastOp::data_load_2), to, 0, 0, number_of(mar.word),
             at);
        return set(at, step.a, Symbol::of_entry(to));
    }
    if (mar.is(Symbol::Kind::data_index) && object_of(mar.word) == instance_.number &&
        instance_.pointer_cells.empty()) {
        pin(mar.a);
        const std::int16_t to = result_entry(step.a);
        emit(pick(FastOp::data_load_at, FastOp::data_load_at_1, FastOp::data_load_at_2), to, mar.a, 0,
             number_of(mar.word), at);
        return set(at, step.a, Symbol::of_entry(to));
    }
    if (mar.is(Symbol::Kind::element)) {
        const std::int16_t to = result_entry(step.a);
        if (width == 4)
            emit(mar.scaled ? FastOp::element_load_4 : FastOp::element_load, to, mar.a, mar.b, 0, mar.step);
        else {
            if (mar.scaled) return false;
            emit(FastOp::element_load_narrow, to, mar.a, mar.b, width, mar.step);
        }
        return set(at, step.a, Symbol::of_entry(to));
    }
    if (mar.is(Symbol::Kind::field)) {
        const std::int16_t to = result_entry(step.a);
        emit(pick(FastOp::field_load, FastOp::field_load_1, FastOp::field_load_2), to, mar.a, depth(),
             static_cast<std::uint32_t>(mar.offset), mar.step);
        return set(at, step.a, Symbol::of_entry(to));
    }
    const Place address = place_of_address();
    const std::int16_t to = result_entry(step.a);
    emit(pick(FastOp::load, FastOp::load_1, FastOp::load_2), to, address.entry, depth(), address.offset, at);
    return set(at, step.a, Symbol::of_entry(to));
}

/// What MAR says, for an operation that adds the offset itself.
Lowering::Place Lowering::place_of_address() {
    const Symbol& mar = registers_[reg_mar];
    if (!mar.is(Symbol::Kind::place)) return {entry_of_register(reg_mar), 0};
    pin(mar.a);
    return {mar.a, static_cast<std::uint32_t>(mar.offset)};
}

/// True if the pointer that MEMREADPTR reads is copied about, checked and gone into once, and forgotten: then
/// the access does all of it. What comes between has no effect and cannot fail.
bool Lowering::is_read_for_field(std::uint32_t at) const {
    constexpr std::uint32_t farthest = 12;
    RegisterSet held = in_set(steps_[at].a); // who has the pointer, and below on the stack
    std::vector<bool> pushed;
    bool checked = false;
    const auto holds = [&](std::uint32_t number) { return (held & in_set(number)) != 0; };
    const auto put = [&](std::uint32_t number, bool pointer) {
        held = static_cast<RegisterSet>(pointer ? held | in_set(number) : held & ~in_set(number));
    };
    for (std::uint32_t i = at + 1; i < std::min<std::size_t>(at + farthest, steps_.size()); ++i) {
        const Step& step = steps_[i];
        if (leader_[i] || step.a == reg_sp || step.b == reg_sp) return false;
        const bool loads = reads_number(step.op) || step.op == Op::memreadptr;
        if (loads || writes_number(step.op)) {
            if (!checked || !holds(reg_mar) || (!loads && holds(step.a))) return false;
            if (loads) put(step.a, false);
            return (held & live_.after[i]) == 0 && std::ranges::find(pushed, true) == pushed.end();
        }
        if (step.op == Op::pushreg) {
            pushed.push_back(holds(step.a));
        } else if (step.op == Op::popreg) {
            put(step.a, !pushed.empty() && pushed.back());
            if (!pushed.empty()) pushed.pop_back();
        } else if (step.op == Op::regtoreg) {
            put(step.b, holds(step.a));
        } else if (step.op == Op::checknull && holds(reg_mar) && !checked) {
            checked = true;
        } else if (step.op != Op::add || step.a != reg_mar || !checked || !holds(reg_mar)) {
            return false;
        }
    }
    return false;
}

/// A write to the tail begins an entry, as a declaration does.
bool Lowering::begin_tail(std::uint32_t at, std::uint32_t width, Symbol value) {
    if (tail_.size != 0 && !tail_.raw) return false;
    if (tail_.raw) return false; // written between ZEROMEMORY and ADD SP
    if (width != 4) {
        const std::int16_t from = entry_of(value);
        const std::int16_t to = scratch(live_.before[at_] | live_.after[at_]);
        emit(width == 1 ? FastOp::narrow_byte : FastOp::narrow_word, to, from, 0, 0, at);
        value = Symbol::of_entry(to);
    }
    tail_ = {width, false, value};
    return true;
}

bool Lowering::write_local(std::uint32_t at, std::int16_t entry, std::uint32_t width, Symbol value) {
    if (entry == -1) return false; // the return address
    const std::uint32_t size = entry >= 0 ? layout_.entries[static_cast<std::size_t>(entry)].size : 4;
    if (size != width) return false; // would change the entry's size
    if (width != 4) {
        const std::int16_t from = entry_of(value);
        const std::int16_t to = scratch(live_.before[at_] | live_.after[at_]);
        emit(width == 1 ? FastOp::narrow_byte : FastOp::narrow_word, to, from, 0, 0, at);
        value = Symbol::of_entry(to);
    }
    Symbol* const local = entry_symbol(entry);
    if (value.is(Symbol::Kind::entry) && value.a == entry) {
        *local = value;
        return true;
    }
    // The operation that made the value may as well make it here, if nobody needs the local's old content.
    FastInstruction* const last = code_.code.size() > block_start_ ? &code_.code.back() : nullptr;
    if (value.is(Symbol::Kind::entry) && value.a >= depth() && last != nullptr && last->d == value.a &&
        kind_of(last->op) == FastKind::value) {
        *local = Symbol();
        if (!is_held(entry, live_.after[at_])) {
            last->d = entry;
            const std::int16_t scratch_entry = value.a;
            each_holder(static_cast<RegisterSet>(0xFFFF), [&](Symbol& symbol) {
                if (symbol.is(Symbol::Kind::entry) && symbol.a == scratch_entry)
                    symbol = Symbol::of_entry(entry);
                else if (symbol.needs_entry(scratch_entry)) { // reads the value through something else
                    if (symbol.a == scratch_entry) symbol.a = entry;
                    if (symbol.b == scratch_entry) symbol.b = entry;
                }
            });
            *local = Symbol::of_entry(entry);
            return true;
        }
    }
    *local = value; // written when the block ends, or never
    return true;
}

bool Lowering::lower_write(std::uint32_t at, std::uint32_t width, Symbol value) {
    if (width != 1 && width != 2 && width != 4) return false;
    Symbol mar = registers_[reg_mar];
    const auto pick = [width](FastOp full, FastOp byte, FastOp half) {
        return width == 4 ? full : width == 1 ? byte : half;
    };
    if (mar.is(Symbol::Kind::stack)) {
        if (mar.a > depth()) return false;
        if (mar.a == depth()) return mar.offset == 0 && begin_tail(at, width, value);
        if (!is_raw(mar.a)) return mar.offset == 0 && write_local(at, mar.a, width, value);
        const std::uint32_t size = layout_.entries[static_cast<std::size_t>(mar.a)].size;
        if (mar.offset < 0 || static_cast<std::uint32_t>(mar.offset) + width > size) return false;
        const std::int16_t from = entry_of(value);
        emit(pick(FastOp::raw_store, FastOp::raw_store_1, FastOp::raw_store_2), 0, from, 0,
             raw_position(mar.a) + static_cast<std::uint32_t>(mar.offset), at);
        return true;
    }
    const std::int16_t from = entry_of(value);
    if (mar.is(Symbol::Kind::stack_index)) {
        if (!is_raw(mar.a)) return false;
        code_.areas.push_back({raw_position(mar.a), layout_.entries[static_cast<std::size_t>(mar.a)].size,
                               static_cast<std::uint32_t>(mar.offset), width});
        emit(FastOp::raw_store_at, 0, from, mar.b, static_cast<std::uint32_t>(code_.areas.size() - 1), at);
        return true;
    }
    if (mar.is(Symbol::Kind::constant) && in_own_data(mar.word, width)) {
        emit(pick(FastOp::data_store, FastOp::data_store_1, FastOp::data_store_2), 0, from, 0,
             number_of(mar.word), at);
        return true;
    }
    if (mar.is(Symbol::Kind::data_index) && object_of(mar.word) == instance_.number) {
        emit(pick(FastOp::data_store_at, FastOp::data_store_at_1, FastOp::data_store_at_2), 0, from, mar.a,
             number_of(mar.word), at);
        return true;
    }
    if (mar.is(Symbol::Kind::element)) {
        if (width == 4)
            emit(mar.scaled ? FastOp::element_store_4 : FastOp::element_store, from, mar.a, mar.b, 0,
                 mar.step);
        else {
            if (mar.scaled) return false;
            emit(FastOp::element_store_narrow, from, mar.a, mar.b, width, mar.step);
        }
        return true;
    }
    if (mar.is(Symbol::Kind::field)) {
        emit(pick(FastOp::field_store, FastOp::field_store_1, FastOp::field_store_2), depth(), mar.a, from,
             static_cast<std::uint32_t>(mar.offset), mar.step);
        return true;
    }
    const Place address = place_of_address();
    emit(pick(FastOp::store, FastOp::store_1, FastOp::store_2), depth(), address.entry, from, address.offset,
         at);
    return true;
}

/// MEMREADPTR MAR; CHECKNULL; DYNAMICBOUNDS x; ADDREG MAR, x: an element of a dynamic array. Checks happen
/// with the access where that follows at once, or on their own.
bool Lowering::lower_element(std::uint32_t at) {
    if (at + 4 >= steps_.size()) return false;
    const Step& bounds = steps_[at + 2];
    const Step& sum = steps_[at + 3];
    if (steps_[at].a != reg_mar || steps_[at + 1].op != Op::checknull || bounds.op != Op::dynamicbounds ||
        sum.op != Op::addreg || sum.a != reg_mar || sum.b != bounds.a || bounds.a == reg_mar ||
        bounds.a == reg_sp)
        return false;
    if (leader_[at + 1] || leader_[at + 2] || leader_[at + 3]) return false;
    // The handle: a local's value or what memory holds.
    if (!lower_read(at, 4)) return false;
    const std::int16_t handle = entry_of_register(reg_mar);
    const Op next = steps_[at + 4].op;
    const bool narrow =
        next == Op::memreadb || next == Op::memwriteb || next == Op::memreadw || next == Op::memwritew;
    const bool direct = (next == Op::memread || next == Op::memwrite || narrow) && !leader_[at + 4];
    Symbol& index = registers_[bounds.a];
    Symbol element;
    element.kind = Symbol::Kind::element;
    element.a = handle;
    element.step = at;
    if (direct && !narrow && index.is(Symbol::Kind::scaled) && number_of(index.word) == 4) {
        element.scaled = true;
        element.b = index.a;
        pin(index.a);
    } else
        element.b = entry_of_register(bounds.a);
    uncounted_ += 3;
    if (direct)
        registers_[reg_mar] = element;
    else {
        const std::int16_t to = scratch(live_.before[at_] | live_.after[at_ + 3]);
        emit(FastOp::check_array, to, element.a, element.b, 0, at);
        registers_[reg_mar] = Symbol::of_entry(to);
    }
    skip_ = 3;
    return true;
}

bool Lowering::lower_pointer_read(std::uint32_t at) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    const Symbol mar = registers_[reg_mar];
    const bool local = mar.is(Symbol::Kind::stack);
    const bool data = (mar.is(Symbol::Kind::constant) && in_own_data(mar.word, 4)) ||
                      (mar.is(Symbol::Kind::data_index) && object_of(mar.word) == instance_.number &&
                       instance_.pointer_cells.empty());
    if (!local && !data && !mar.is(Symbol::Kind::field)) {
        const Place address = place_of_address();
        const std::int16_t to = result_entry(step.a);
        emit(FastOp::pointer_load_at, to, address.entry, depth(), address.offset, at);
        return set(at, step.a, Symbol::of_entry(to));
    }
    // The handle first, as a number; then the object it names.
    Symbol handle;
    if (local && !is_raw(mar.a)) {
        if (mar.a >= depth() || mar.a == -1 || mar.offset != 0) return false;
        handle = *entry_symbol(mar.a);
    } else {
        if (!lower_read(at, 4)) return false;
        handle = registers_[step.a];
    }
    const std::int16_t from = entry_of(handle);
    if (step.a != reg_op && is_read_for_field(at)) {
        Symbol field = Symbol::of_entry(from);
        field.kind = Symbol::Kind::field;
        field.step = at;
        return set(at, step.a, field);
    }
    const std::int16_t to = result_entry(step.a);
    emit(FastOp::pointer_load, to, from, 0, 0, at);
    return set(at, step.a, Symbol::of_entry(to));
}

/// Makes a local's value stand in its own entry, whatever stands there now.
Symbol* Lowering::settle_local(std::int16_t entry) {
    Symbol* const local = entry_symbol(entry);
    if (local->is(Symbol::Kind::entry) && local->a == entry) return local;
    protect_entry(entry, local);
    make(*local, entry);
    *local = Symbol::of_entry(entry);
    return local;
}

bool Lowering::lower_pointer_write(std::uint32_t at, bool release_old) {
    const Step& step = steps_[at];
    if (step.a == reg_sp) return false;
    Symbol value = registers_[step.a];
    const Symbol mar = registers_[reg_mar];
    if (mar.is(Symbol::Kind::stack) && !is_raw(mar.a)) {
        if (mar.offset != 0 || mar.a > depth() || mar.a == -1) return false;
        if (mar.a == depth()) { // a declaration: the handle begins a new entry
            if (release_old || tail_.size != 0) return false;
            const std::int16_t from = entry_of(value);
            const std::int16_t to = scratch(live_.before[at_] | live_.after[at_]);
            emit(FastOp::pointer_store, to, from, 0, 0, at);
            tail_ = {4, false, Symbol::of_entry(to)};
            return true;
        }
        if (mar.a >= 0 && layout_.entries[static_cast<std::size_t>(mar.a)].size != 4) return false;
        Symbol* const local = settle_local(mar.a); // the old handle must stand in the entry itself
        const std::int16_t from = entry_of_register(step.a);
        // A pointer parameter is stored over itself at a function's start: the operation reads before it
        // writes.
        protect_entry(mar.a, local);
        emit(FastOp::pointer_store, mar.a, from, release_old ? 1 : 0, 0, at);
        return true;
    }
    const std::int16_t from = entry_of(value);
    const Place address = place_of_address();
    emit(release_old ? FastOp::pointer_store_at : FastOp::pointer_init_at, depth(), address.entry, from,
         address.offset, at);
    return true;
}

bool Lowering::lower_pointer_clear(std::uint32_t at, bool keep_ax) {
    const Symbol mar = registers_[reg_mar];
    const bool keeps =
        keep_ax && !(registers_[reg_ax].is(Symbol::Kind::constant) && is_number(registers_[reg_ax].word));
    if (mar.is(Symbol::Kind::stack) && !is_raw(mar.a)) {
        if (mar.offset != 0 || mar.a >= depth() || mar.a == -1) return false;
        if (mar.a >= 0 && layout_.entries[static_cast<std::size_t>(mar.a)].size != 4) return false;
        Symbol* const local = settle_local(mar.a);
        protect_entry(mar.a, local);
        emit(FastOp::pointer_clear, mar.a, keeps ? entry_of_register(reg_ax) : no_entry, 0, 0, at);
        return true;
    }
    const std::int16_t keep = keeps ? entry_of_register(reg_ax) : no_entry;
    const Place address = place_of_address();
    emit(FastOp::pointer_clear_at, depth(), address.entry, keep, address.offset, at);
    return true;
}

} // namespace vellum::ags
