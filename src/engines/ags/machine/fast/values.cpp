// Where values live while a block is lowered. Scratch entries lie above the stack's end, so that a value that
// is pushed next is usually in its place already.
#include <algorithm>

#include "engines/ags/machine/fast/lowering.hpp"

namespace vellum::ags {

namespace {

bool is_float(Comparison comparison) { return comparison >= Comparison::fgt; }

} // namespace

std::size_t Lowering::emit(FastOp op, std::int16_t d, std::int16_t a, std::int16_t b, std::uint32_t imm,
                           std::uint32_t step) {
    code_.code.push_back({op, d, a, b, imm, step});
    return code_.code.size() - 1;
}

bool Lowering::is_held(std::int16_t entry, RegisterSet held) const {
    for (std::uint8_t number = reg_mar; number < register_count; ++number)
        if ((held & in_set(number)) != 0 && registers_[number].needs_entry(entry)) return true;
    const auto needs = [entry](const Symbol& symbol) { return symbol.needs_entry(entry); };
    return std::any_of(stack_.begin(), stack_.end(), needs) ||
           std::any_of(below_.begin(), below_.end(), needs) ||
           std::any_of(parameters_.begin(), parameters_.end(), needs) ||
           (tail_.size != 0 && needs(tail_.value)) ||
           std::find(pins_.begin(), pins_.end(), entry) != pins_.end();
}

std::int16_t Lowering::scratch(RegisterSet held) {
    std::int16_t entry = depth();
    while (is_held(entry, held)) ++entry;
    most_scratch_ = std::max(most_scratch_, entry);
    return entry;
}

/// Where the result of the current step for a register goes: operands that nobody needs afterwards may be
/// overwritten.
std::int16_t Lowering::result_entry(std::uint8_t number) {
    pins_.clear();
    return scratch(static_cast<RegisterSet>(live_.after[at_] & ~in_set(number)));
}

void Lowering::make_comparison(const Symbol& value, std::int16_t target) {
    emit(value_op(value.comparison, value.immediate), target, value.a, value.b, number_of(value.word), at_);
    if (value.inverted)
        emit(FastOp::is_zero, target, target, 0, 0, at_);
    else if (value.as_integer && is_float(value.comparison))
        emit(FastOp::is_true, target, target, 0, 0, at_);
}

/// Brings a value into an entry. The symbol is not changed.
void Lowering::make(Symbol& value, std::int16_t target) {
    most_scratch_ = std::max(most_scratch_, target);
    switch (value.kind) {
    case Symbol::Kind::unknown: break;
    case Symbol::Kind::machine: emit(FastOp::move_register, target, value.a, 0, 0, at_); break;
    case Symbol::Kind::entry:
        if (value.a != target) emit(FastOp::move, target, value.a, 0, 0, at_);
        break;
    case Symbol::Kind::constant:
        if (tag_of(value.word) == 0)
            emit(FastOp::move_number, target, 0, 0, number_of(value.word), at_);
        else {
            code_.constants.push_back(value.word);
            emit(FastOp::move_constant, target, 0, 0, static_cast<std::uint32_t>(code_.constants.size() - 1),
                 at_);
        }
        break;
    case Symbol::Kind::stack:
        if (!is_raw(value.a)) refuse(at_, "the address of a plain stack entry is taken");
        emit(FastOp::address, target, value.a, 0, static_cast<std::uint32_t>(value.offset), at_);
        break;
    case Symbol::Kind::stack_index: {
        if (!is_raw(value.a)) refuse(at_, "the address of a plain stack entry is taken");
        // Through another entry, because the index may stand in the target.
        pin(target);
        pin(value.b);
        const std::int16_t base = scratch(live_.before[at_] | live_.after[at_]);
        emit(FastOp::address, base, value.a, 0, static_cast<std::uint32_t>(value.offset), at_);
        emit(FastOp::add_, target, base, value.b, 0, at_);
        break;
    }
    case Symbol::Kind::data_index: {
        code_.constants.push_back(value.word);
        emit(FastOp::constant_plus, target, value.a, 0,
             static_cast<std::uint32_t>(code_.constants.size() - 1), at_);
        break;
    }
    case Symbol::Kind::element: refuse(at_, "an array element's address is kept"); break;
    case Symbol::Kind::place:
        emit(FastOp::add_si, target, value.a, 0, static_cast<std::uint32_t>(value.offset), at_);
        break;
    case Symbol::Kind::field: { // what it was to become one operation with
        emit(FastOp::pointer_load, target, value.a, 0, 0, value.step);
        std::uint32_t check = value.step;
        while (steps_[check].op != Op::checknull) ++check;
        emit(FastOp::check_null, 0, target, 0, 0, check);
        emit(FastOp::add_si, target, target, 0, static_cast<std::uint32_t>(value.offset), at_);
        break;
    }
    case Symbol::Kind::scaled: emit(FastOp::scale, target, value.a, 0, number_of(value.word), at_); break;
    case Symbol::Kind::compared: make_comparison(value, target); break;
    }
}

std::int16_t Lowering::entry_of(Symbol& value) {
    if (!value.is(Symbol::Kind::entry)) {
        // Its own operands may be overwritten by it: operations read before they write.
        const std::int16_t target = scratch(live_.before[at_] | live_.after[at_]);
        make(value, target);
        value = Symbol::of_entry(target);
    }
    pin(value.a);
    return value.a;
}

std::int16_t Lowering::entry_of_register(std::uint8_t number) {
    const Symbol before = registers_[number];
    const std::int16_t entry = entry_of(registers_[number]);
    // Whoever holds the same machine register may as well use the copy.
    if (before.is(Symbol::Kind::machine)) {
        Symbol copy = Symbol::of_entry(entry);
        copy.is_op = before.a == reg_op;
        registers_[number].is_op = copy.is_op;
        each_holder(live_.before[at_] | live_.after[at_], [&](Symbol& symbol) {
            if (symbol.needs_register(static_cast<std::uint8_t>(before.a))) symbol = copy;
        });
    }
    return entry;
}

void Lowering::protect_entry(std::int16_t entry, const Symbol* except) {
    const RegisterSet held = live_.before[at_] | live_.after[at_];
    bool found = false;
    each_holder(held, [&](Symbol& symbol) {
        if (&symbol != except && symbol.needs_entry(entry) && symbol.is(Symbol::Kind::entry)) found = true;
    });
    pin(entry);
    if (found) {
        const std::int16_t copy = scratch(held);
        emit(FastOp::move, copy, entry, 0, 0, at_);
        each_holder(held, [&](Symbol& symbol) {
            if (&symbol != except && symbol.is(Symbol::Kind::entry) && symbol.a == entry)
                symbol = Symbol::of_entry(copy);
        });
    }
    each_holder(held, [&](Symbol& symbol) {
        if (&symbol == except || !symbol.needs_entry(entry)) return;
        if (symbol.is(Symbol::Kind::element) ||
            symbol.is(Symbol::Kind::field)) { // its parts are copied, not its address made
            pin(symbol.a);
            if (symbol.is(Symbol::Kind::element)) pin(symbol.b);
            const std::int16_t copy = scratch(held);
            emit(FastOp::move, copy, entry, 0, 0, at_);
            if (symbol.a == entry) symbol.a = copy;
            if (symbol.is(Symbol::Kind::element) && symbol.b == entry) symbol.b = copy;
            return;
        }
        const std::int16_t target = scratch(held);
        make(symbol, target);
        symbol = Symbol::of_entry(target);
    });
}

void Lowering::protect_register(std::uint8_t number) {
    const RegisterSet held = live_.before[at_] | live_.after[at_];
    std::int16_t copy = -1;
    each_holder(held, [&](Symbol& symbol) {
        if (!symbol.needs_register(number)) return;
        if (copy < 0) {
            copy = scratch(held);
            emit(FastOp::move_register, copy, number, 0, 0, at_);
        }
        symbol = Symbol::of_entry(copy);
    });
}

Symbol* Lowering::entry_symbol(std::int16_t entry) {
    if (entry >= 0) return entry < depth() ? &stack_[static_cast<std::size_t>(entry)] : nullptr;
    const auto number = static_cast<std::size_t>(-2 - entry);
    while (below_.size() <= number)
        below_.push_back(Symbol::of_entry(static_cast<std::int16_t>(-2 - static_cast<int>(below_.size()))));
    return &below_[number];
}

/// Puts every entry's value where the machine expects it.
void Lowering::settle_stack() {
    const auto settle = [this](std::int16_t entry, Symbol& symbol) {
        if (symbol.is(Symbol::Kind::unknown) || (symbol.is(Symbol::Kind::entry) && symbol.a == entry)) return;
        pins_.clear();
        protect_entry(entry, &symbol);
        make(symbol, entry);
        symbol = Symbol::of_entry(entry);
    };
    for (std::size_t i = 0; i < below_.size(); ++i)
        settle(static_cast<std::int16_t>(-2 - static_cast<int>(i)), below_[i]);
    for (std::size_t i = 0; i < stack_.size(); ++i)
        if (!layout_.entries[i].raw) settle(static_cast<std::int16_t>(i), stack_[i]);
    pins_.clear();
}

/// The machine's register gets another value: nobody knows any more that he holds the same.
void Lowering::forget_register(std::uint8_t number) {
    if (number != reg_op) return;
    for (Symbol& symbol : registers_) symbol.is_op = false;
    each_holder(static_cast<RegisterSet>(0xFFFF), [](Symbol& symbol) { symbol.is_op = false; });
}

void Lowering::write_register(std::uint8_t number, Symbol& value) {
    if (value.needs_register(number)) return;
    if (number == reg_op && value.is(Symbol::Kind::entry) && value.is_op) {
        value = Symbol::of_register(number);
        return;
    }
    forget_register(number);
    Symbol kept = value;
    value = Symbol(); // not a holder while the register is overwritten
    protect_register(number);
    if (kept.is_integer())
        emit(FastOp::set_register_number, number, 0, 0, number_of(kept.word), at_);
    else if (kept.is(Symbol::Kind::constant)) {
        code_.constants.push_back(kept.word);
        emit(FastOp::set_register_constant, number, 0, 0,
             static_cast<std::uint32_t>(code_.constants.size() - 1), at_);
    } else {
        const std::int16_t entry = entry_of(kept);
        emit(FastOp::set_register, number, entry, 0, 0, at_);
    }
    value = Symbol::of_register(number);
    pins_.clear();
}

/// Writes the wanted registers to the machine; the block's own knowledge of them stays valid.
void Lowering::settle_registers(RegisterSet wanted) {
    for (std::uint8_t number = reg_mar; number < register_count; ++number)
        if ((wanted & in_set(number)) != 0 && !registers_[number].is(Symbol::Kind::unknown))
            write_register(number, registers_[number]);
}

} // namespace vellum::ags
