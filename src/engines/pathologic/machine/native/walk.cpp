#include "engines/pathologic/machine/native/walk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <span>

namespace vellum::pathologic {

namespace {

using code::constant;

constexpr auto t0 = code::temporary(0);
constexpr auto t1 = code::temporary(1);

/// A function of more instructions, or whose frames are larger together, stays in the fast form.
constexpr std::size_t most_instructions = 8'000;
constexpr std::size_t most_slots = 200'000;
constexpr std::size_t most_nodes = 2'000'000;

constexpr std::int32_t slot_size = sizeof(Value);
/// Where a value's type is: behind its numbers.
constexpr std::int32_t type_place = 12;
static_assert(sizeof(Value) == 16);

[[nodiscard]] bool is_number(Type type) {
    return type == Type::boolean || type == Type::integer || type == Type::real;
}
/// Variables that a value of that type takes.
[[nodiscard]] std::uint32_t parts_of(Type type) { return is_number(type) ? 1 : type == Type::object ? 2 : 3; }
/// Code copies such values and makes them.
[[nodiscard]] bool is_plain(Type type) { return type != Type::none && type != Type::string; }

[[nodiscard]] code::Memory in_context(std::size_t offset) {
    return {code::context_base, {}, static_cast<std::int32_t>(offset)};
}
[[nodiscard]] std::uint32_t bits_of(float number) { return std::bit_cast<std::uint32_t>(number); }
[[nodiscard]] code::Operand constant_of(std::int32_t number) {
    return constant(static_cast<std::uint32_t>(number));
}

/// Where an operation stands among those from `first` on.
[[nodiscard]] std::size_t place_in(const FastOp& op, Fast first) {
    return static_cast<std::size_t>(op.op) - static_cast<std::size_t>(first);
}
/// Of comparisons, in the order of their operations.
constexpr std::array conditions{code::Condition::eq, code::Condition::ne, code::Condition::lt,
                                code::Condition::gt, code::Condition::le, code::Condition::ge};

/// Nothing goes on behind it.
[[nodiscard]] bool ends(Fast op) {
    return op == Fast::jump || op == Fast::return_plain || op == Fast::return_mixed;
}

} // namespace

bool write_form(const Prepared& code, TypeInference& types, std::uint32_t function, NativeForm& form) {
    return Walk(code, function).run(types, form);
}

Walk::Walk(const Prepared& code, std::uint32_t function)
    : code_(code),
      fast_(*code.fast),
      number_(function),
      start_(code.script->verification().functions[function].address) {}

// --- the function

bool Walk::find_frames(TypeInference& types) {
    bool small = true;
    std::size_t deepest = 0;
    types.visit(number_, [&](std::uint32_t address, std::span<const Type> frame, std::uint32_t) {
        small = small && frames_.size() < most_instructions && types_.size() + frame.size() <= most_slots;
        if (!small) return;
        frames_[address] = {static_cast<std::uint32_t>(types_.size()),
                            static_cast<std::uint32_t>(frame.size())};
        types_.insert(types_.end(), frame.begin(), frame.end());
        deepest = std::max(deepest, frame.size());
    });
    if (!small || frames_.empty()) return false;
    now_.resize(deepest);
    stored_.resize(deepest);
    for (std::uint32_t i = 0; i < deepest; ++i)
        for (std::int32_t part = 0; part < 3; ++part)
            b_.function.variables.push_back({static_cast<std::int32_t>(i) * slot_size + 4 * part, false});
    return true;
}

const Walk::Frame* Walk::frame_at(std::uint32_t address) const {
    const auto found = frames_.find(address);
    return found == frames_.end() ? nullptr : &found->second;
}

bool Walk::find_blocks() {
    std::vector<std::uint32_t> work;
    std::set<std::uint32_t> seen;
    const auto lead = [&](std::uint32_t address, bool entry) {
        const auto [block, fresh] = blocks_.try_emplace(address);
        block->second.entry = block->second.entry || entry;
        if (fresh && !seen.contains(address)) work.push_back(address);
    };
    lead(start_, true);
    while (!work.empty()) {
        std::uint32_t at = work.back();
        work.pop_back();
        for (;;) {
            if (!frames_.contains(at)) return false;
            if (!seen.insert(at).second) { // two ways lead here
                blocks_.try_emplace(at);
                break;
            }
            const FastOp& op = fast_.ops[at];
            if (is_jump(op.op)) {
                const FastJump jump = jump_of(op, at);
                lead(jump.target, jump.back);
            }
            if (ends(op.op)) break;
            at += length_of(op.op);
            if (op.op == Fast::call || is_jump(op.op)) {
                lead(at, op.op == Fast::call);
                break;
            }
            if (!frames_.contains(at)) break; // only the precise step knows where it goes on
        }
    }
    return blocks_.size() * b_.function.variables.size() <= most_nodes;
}

bool Walk::run(TypeInference& types, NativeForm& form) {
    if (!find_frames(types) || !find_blocks()) return false;
    const auto write = [&](auto&& visit) {
        visit(start_, blocks_.at(start_));
        for (auto& [address, block] : blocks_)
            if (address != start_) visit(address, block);
    };
    write([&](std::uint32_t, Block& block) {
        block.label = b_.make_label();
        b_.function.labels.back().entry = block.entry;
    });
    write([&](std::uint32_t address, const Block& block) { walk_block(address, block); });
    write_exits();
    form.entries.assign(b_.function.labels.size(), NativeCode::no_depth);
    for (const auto& [address, block] : blocks_)
        if (block.entry) form.entries[block.label] = address;
    for (const auto& [address, frame] : frames_) form.depths.emplace_back(address, frame.depth);
    form.function = std::move(b_.function);
    return true;
}

void Walk::walk_block(std::uint32_t address, const Block& block) {
    b_.bind(block.label);
    take_frame(frames_.at(address));
    ended_ = false;
    counted_ = 0;
    address_ = address;
    while (!ended_) {
        const FastOp& op = fast_.ops[address_];
        const std::uint32_t length = length_of(op.op);
        const Frame* const next = frame_at(address_ + length);
        if (next == nullptr && !ends(op.op)) { // only the machine knows where it goes on
            ask_step();
            return b_.jump(b_.make_exit(address_ + 1, {}));
        }
        operation(op);
        if (ended_) return;
        address_ += length;
        counted_ += length;
        frame_ = *next;
        if (const auto joined = blocks_.find(address_); joined != blocks_.end()) {
            write_types(frame_.depth);
            count();
            b_.jump(joined->second.label);
            return;
        }
    }
}

void Walk::write_exits() {
    for (const Back& back : backs_) {
        b_.bind(back.label);
        b_.budget(0, back.otherwise);
        b_.jump(back.to);
    }
    b_.cold = true;
    for (const Exit& exit : exits_) {
        b_.bind(exit.label);
        for (const Unwritten& what : exit.unwritten) write_type(what);
        b_.count(exit.counted);
        b_.jump(b_.make_exit(exit.address, {}), 3 * exit.depth);
    }
    b_.cold = false;
}

// --- slots

/// Everything is as memory says.
void Walk::take_frame(const Frame& frame) {
    frame_ = frame;
    std::ranges::fill(now_, Type::none);
    std::ranges::copy(std::span(types_).subspan(frame.first, frame.depth), now_.begin());
    stored_ = now_;
}

void Walk::copy(std::uint32_t to, std::uint32_t from) {
    if (to == from) return;
    for (std::uint32_t i = 0; i < parts_of(now_[from]); ++i) b_.move(part(to, i), part(from, i));
    now_[to] = now_[from];
}

void Walk::clear(std::uint32_t slot, Type type) {
    for (std::uint32_t i = 0; i < parts_of(type); ++i) b_.move(part(slot, i), constant(0));
    now_[slot] = type;
}

bool Walk::give_vector(std::uint32_t slot, const Value& value) {
    if (value.type() != Type::vector) return false;
    const Vector3 vector = value.vector();
    b_.move(give(slot, Type::vector), constant(bits_of(vector.x)));
    b_.move(part(slot, 1), constant(bits_of(vector.y)));
    b_.move(part(slot, 2), constant(bits_of(vector.z)));
    return true;
}

std::vector<Walk::Unwritten> Walk::unwritten(std::uint32_t depth) const {
    std::vector<Unwritten> found;
    for (std::uint32_t i = 0; i < depth; ++i)
        if (now_[i] != Type::none && now_[i] != stored_[i]) found.push_back({i, now_[i], stored_[i]});
    return found;
}

/// A number's upper half is 0.
void Walk::write_type(const Unwritten& what) {
    if (is_number(what.type) && !is_number(what.stored)) b_.move(part(what.slot, 1), constant(0));
    b_.store({code::frame_base, {}, static_cast<std::int32_t>(what.slot) * slot_size + type_place},
             constant(static_cast<std::uint32_t>(what.type)), 1);
}

void Walk::write_types(std::uint32_t depth) {
    for (const Unwritten& what : unwritten(depth)) {
        write_type(what);
        stored_[what.slot] = what.type;
    }
}

// --- control

std::uint32_t Walk::exit(std::uint32_t counted) {
    const std::uint32_t label = b_.make_label();
    exits_.push_back({label, address_, counted_ - counted, frame_.depth, unwritten(frame_.depth)});
    return label;
}

void Walk::count() {
    b_.count(counted_);
    counted_ = 0;
}

/// The machine executes this instruction itself.
void Walk::ask_step(code::Helper helper) {
    write_types(frame_.depth);
    count();
    b_.helper(helper, address_, 3 * frame_.depth, {}, {}, {});
    --counted_; // it has counted itself
    if (const Frame* const next = frame_at(address_ + 1); next != nullptr) take_frame(*next);
}

void Walk::move_text() { b_.helper(text_for_native, address_, 3 * frame_.depth, {}, {}, {}); }

void Walk::jump(const FastOp& op) {
    const FastJump to = jump_of(op, address_);
    const std::uint32_t label = blocks_.at(to.target).label;
    ended_ = true;
    if (!to.back) {
        write_types(frame_.depth);
        ++counted_;
        count();
    } else {
        const std::uint32_t otherwise = exit();
        write_types(frame_.depth);
        b_.charge(counted_ + 1, otherwise);
    }
    b_.jump(label);
}

std::uint32_t Walk::before_branch(const FastOp& op) {
    const FastJump to = jump_of(op, address_);
    const std::uint32_t length = length_of(op.op);
    // Counted before it is known which way it goes.
    const std::uint32_t label = to.back ? b_.make_label() : blocks_.at(to.target).label;
    if (to.back) backs_.push_back({label, exit(counted_ + length), blocks_.at(to.target).label});
    write_types(frame_.depth - op.pop);
    counted_ += length;
    count();
    return label;
}

void Walk::behind_branch(const FastOp& op) {
    b_.jump(blocks_.at(address_ + length_of(op.op)).label);
    ended_ = true;
}

void Walk::branch(const FastOp& op, Condition condition, Operand a, Operand b) {
    const std::uint32_t label = before_branch(op);
    b_.branch(condition, a, b, label);
    behind_branch(op);
}

void Walk::branch_real(const FastOp& op) {
    const Condition condition = conditions[place_in(op, Fast::jump_eq_real)];
    const bool wanted = op.flag != 0;
    const std::uint32_t label = before_branch(op);
    if (condition == Condition::eq || condition == Condition::ne) {
        real_comparison(t0, condition, number(op.a), number(op.b));
        b_.branch(wanted ? Condition::ne : Condition::eq, t0, constant(0), label);
    } else
        b_.branch_real(condition, !wanted, number(op.a), number(op.b), label);
    behind_branch(op);
}

void Walk::call(const FastOp& op) {
    const std::vector<FunctionFacts>& functions = code_.script->verification().functions;
    const std::uint32_t target = address_ + 1 + static_cast<std::uint32_t>(op.c);
    const FunctionFacts* const callee = code_.script->verification().function_at(target);
    if (callee == nullptr || callee->arguments > frame_.depth) {
        b_.jump(exit());
        ended_ = true;
        return;
    }
    const auto number = static_cast<std::uint32_t>(callee - functions.data());
    const std::uint32_t otherwise = exit();
    const Operand code = number == number_ ? Operand{} : t0;
    if (number != number_) {
        b_.load(t0, in_context(offsetof(NativeContext, code) + offsetof(code::Context, functions)), 8);
        b_.load(t0, {t0, {}, static_cast<std::int32_t>(8 * number)}, 8);
        b_.branch_wide(Condition::eq, t0, constant(0), otherwise);
    }
    b_.branch_memory(Condition::not_below, code::calls_base, in_context(offsetof(NativeContext, calls_end)),
                     8, otherwise);
    const std::uint32_t size = static_cast<std::uint32_t>(slot_size);
    b_.value(Op::add_wide, t1, code::frame_base, constant(size * frame_.depth));
    b_.branch_memory(Condition::not_below, t1, in_context(offsetof(NativeContext, room_end)), 8, otherwise);
    write_types(frame_.depth);
    b_.charge(counted_ + 1, otherwise);
    b_.call(number, code, {address_ + 1, size * (frame_.depth - callee->arguments), 0}, 3 * frame_.depth);
    b_.jump(blocks_.at(address_ + 1).label);
    ended_ = true;
}

void Walk::ret(const FastOp& op) {
    const std::uint32_t otherwise = exit();
    const std::uint32_t left = slot(op.a);
    write_types(left);
    b_.charge(counted_ + 1, otherwise);
    b_.ret(address_, 3 * left);
    ended_ = true;
}

// --- operations

void Walk::divide(const FastOp& op, Op what, bool stores, Operand right) {
    if (!right.is(Operand::Kind::constant)) {
        const std::uint32_t otherwise = exit();
        b_.branch(Condition::eq, right, constant(0), otherwise);
        b_.branch(Condition::eq, right, constant(~0U), otherwise);
    }
    b_.value(what, give(result(op, stores), Type::integer), number(op.a), right);
}

void Walk::integers(const FastOp& op, bool stores) {
    constexpr std::array operations{Op::add, Op::sub, Op::mul, Op::div, Op::mod, Op::bit_and, Op::bit_or};
    const Op what = operations[place_in(op, stores ? Fast::add_int_store : Fast::add_int_push)];
    const Operand a = number(op.a);
    const Operand b = number(op.b);
    if (what == Op::div || what == Op::mod) return divide(op, what, stores, b);
    b_.value(what, give(result(op, stores), Type::integer), a, b);
}

void Walk::integer_comparison(const FastOp& op, bool stores) {
    const Condition condition = conditions[place_in(op, stores ? Fast::eq_int_store : Fast::eq_int_push)];
    b_.set(Op::set, give(result(op, stores), Type::boolean), condition, number(op.a), number(op.b));
}

void Walk::reals(const FastOp& op, bool stores) {
    constexpr std::array operations{Op::fadd, Op::fsub, Op::fmul, Op::fdiv};
    b_.value(operations[place_in(op, stores ? Fast::add_real_store : Fast::add_real_push)],
             give(result(op, stores), Type::real), number(op.a), number(op.b));
}

/// Without order, nothing but "unequal" holds.
void Walk::real_comparison(Operand to, Condition condition, Operand a, Operand b) {
    if (condition != Condition::eq && condition != Condition::ne)
        return b_.set(Op::set_real, to, condition, a, b);
    b_.set(Op::set_real, t0, Condition::le, a, b);
    b_.set(Op::set_real, t1, Condition::ge, a, b);
    b_.value(Op::bit_and, to, t0, t1);
    if (condition == Condition::ne) b_.value(Op::bit_xor, to, to, constant(1));
}

void Walk::vectors(const FastOp& op, bool stores) {
    const std::uint32_t to = result(op, stores);
    const std::uint32_t a = slot(op.a);
    const std::uint32_t b = slot(op.b);
    now_[to] = Type::vector;
    switch (place_in(op, stores ? Fast::add_vector_store : Fast::add_vector_push)) {
    case 0:
        for (std::uint32_t i = 0; i < 3; ++i) b_.value(Op::fadd, part(to, i), part(a, i), part(b, i));
        break;
    case 1:
        for (std::uint32_t i = 0; i < 3; ++i) b_.value(Op::fsub, part(to, i), part(a, i), part(b, i));
        break;
    case 2:
        b_.move(t0, part(b, 0)); // which may be where the result goes
        for (std::uint32_t i = 0; i < 3; ++i) b_.value(Op::fmul, part(to, i), part(a, i), t0);
        break;
    default:
        b_.value(Op::fmul, t0, part(a, 0), part(b, 0));
        for (std::uint32_t i = 1; i < 3; ++i) {
            b_.value(Op::fmul, t1, part(a, i), part(b, i));
            b_.value(Op::fadd, i == 2 ? give(to, Type::real) : t0, t0, t1);
        }
        break;
    }
}

void Walk::push_variables(std::span<const Type> types) {
    if (!std::ranges::all_of(types, is_plain)) return ask_step();
    for (std::uint32_t i = 0; i < types.size(); ++i) clear(frame_.depth + i, types[i]);
}

void Walk::global(const FastOp& op, bool stores) {
    const Type type =
        type_of_tag(static_cast<std::uint32_t>(code_.script->globals[static_cast<std::size_t>(op.a)].type));
    const std::int32_t place = op.a * slot_size;
    const std::uint32_t at = stores ? slot(1) : frame_.depth;
    for (std::uint32_t i = 0; i < parts_of(type); ++i) {
        const Memory memory{code::data_base, {}, place + 4 * static_cast<std::int32_t>(i)};
        if (stores)
            b_.store(memory, part(at, i));
        else
            b_.load(part(at, i), memory);
    }
    if (!stores) now_[at] = type;
}

void Walk::operation(const FastOp& op) {
    const std::uint32_t top = frame_.depth;
    switch (op.op) {
    case Fast::generic:
    case Fast::stoppable:
    case Fast::hot:
    case Fast::native: return ask_step();
    case Fast::append_text:
    case Fast::append_text_mixed: return ask_step(append_for_native);
    case Fast::copy_text: // texts are where texts were
    case Fast::store_text: return move_text();
    case Fast::push_text_slot:
    case Fast::push_text:
    case Fast::append_constant:
        move_text();
        stored_[top] = now_[top] = Type::string;
        return;
    case Fast::pop_mixed:
        move_text();
        std::ranges::fill(std::span(stored_).first(top).subspan(slot(op.a)), Type::none);
        return;

    case Fast::copy_plain: return copy(slot(op.b), slot(op.a));
    case Fast::store_int:
    case Fast::store_real:
    case Fast::store_bool: return b_.move(number(op.a), constant_of(op.b)); // the slot has that type
    case Fast::store_const:
        if (!give_vector(slot(op.a), fast_.constants[static_cast<std::size_t>(op.b)])) ask_step();
        return;
    case Fast::push_plain: return copy(top, slot(op.a));
    case Fast::push_int: return b_.move(give(top, Type::integer), constant_of(op.a));
    case Fast::push_real: return b_.move(give(top, Type::real), constant_of(op.a));
    case Fast::push_bool: return b_.move(give(top, Type::boolean), constant_of(op.a));
    case Fast::push_const:
        if (!give_vector(top, fast_.constants[static_cast<std::size_t>(op.a)])) ask_step();
        return;
    case Fast::push_vars:
        return push_variables(
            std::span(code_.types).subspan(static_cast<std::size_t>(op.a), static_cast<std::size_t>(op.b)));
    case Fast::push_var: {
        const auto type = static_cast<Type>(op.a);
        return push_variables({&type, 1});
    }
    case Fast::pop_plain: return;

    case Fast::jump: return jump(op);
    case Fast::jump_set: return branch(op, Condition::ne, number(op.a), constant(0));
    case Fast::jump_clear: return branch(op, Condition::eq, number(op.a), constant(0));

    case Fast::add_int_push:
    case Fast::sub_int_push:
    case Fast::mul_int_push:
    case Fast::div_int_push:
    case Fast::mod_int_push:
    case Fast::and_int_push:
    case Fast::or_int_push: return integers(op, false);
    case Fast::eq_int_push:
    case Fast::ne_int_push:
    case Fast::lt_int_push:
    case Fast::gt_int_push:
    case Fast::le_int_push:
    case Fast::ge_int_push: return integer_comparison(op, false);
    case Fast::add_int_store:
    case Fast::sub_int_store:
    case Fast::mul_int_store:
    case Fast::div_int_store:
    case Fast::mod_int_store:
    case Fast::and_int_store:
    case Fast::or_int_store: return integers(op, true);
    case Fast::eq_int_store:
    case Fast::ne_int_store:
    case Fast::lt_int_store:
    case Fast::gt_int_store:
    case Fast::le_int_store:
    case Fast::ge_int_store: return integer_comparison(op, true);
    case Fast::add_real_push:
    case Fast::sub_real_push:
    case Fast::mul_real_push:
    case Fast::div_real_push: return reals(op, false);
    case Fast::add_real_store:
    case Fast::sub_real_store:
    case Fast::mul_real_store:
    case Fast::div_real_store: return reals(op, true);
    case Fast::eq_real_push:
    case Fast::ne_real_push:
    case Fast::lt_real_push:
    case Fast::gt_real_push:
    case Fast::le_real_push:
    case Fast::ge_real_push:
        return real_comparison(give(result(op, false), Type::boolean),
                               conditions[place_in(op, Fast::eq_real_push)], number(op.a), number(op.b));
    case Fast::add_vector_push:
    case Fast::sub_vector_push:
    case Fast::scale_vector_push:
    case Fast::dot_vector_push: return vectors(op, false);
    case Fast::add_vector_store:
    case Fast::sub_vector_store:
    case Fast::scale_vector_store:
    case Fast::dot_vector_store: return vectors(op, true);
    case Fast::neg_int_push:
        return b_.value(Op::sub, give(result(op, false), Type::integer), constant(0), number(op.a));
    case Fast::neg_real_push:
        return b_.value(Op::bit_xor, give(result(op, false), Type::real), number(op.a),
                        constant(0x80000000U));
    case Fast::not_push:
        return b_.set(Op::set, give(result(op, false), Type::boolean), Condition::eq, number(op.a),
                      constant(0));
    case Fast::null_push:
    case Fast::not_null_push:
        b_.value(Op::bit_or, t0, number(op.a), part(slot(op.a), 1));
        return b_.set(Op::set, give(result(op, false), Type::boolean),
                      op.op == Fast::null_push ? Condition::eq : Condition::ne, t0, constant(0));
    case Fast::sqrt_push:
        return b_.value(Op::square_root, give(result(op, false), Type::real), number(op.a), {});

    case Fast::push_part:
        return b_.move(give(top, Type::real), part(slot(op.a), static_cast<std::uint32_t>(op.b)));
    case Fast::pop_part: return b_.move(part(slot(op.a), static_cast<std::uint32_t>(op.b)), number(1));
    case Fast::push_global: return global(op, false);
    case Fast::pop_global: return global(op, true);

    case Fast::call: return call(op);
    case Fast::return_plain: return ret(op);
    case Fast::return_mixed:
        b_.jump(exit());
        ended_ = true;
        return;

    case Fast::jump_eq_imm:
    case Fast::jump_ne_imm:
    case Fast::jump_lt_imm:
    case Fast::jump_gt_imm:
    case Fast::jump_le_imm:
    case Fast::jump_ge_imm:
        return branch(op, conditions[place_in(op, Fast::jump_eq_imm)], number(op.a), constant_of(op.b));
    case Fast::jump_eq_int:
    case Fast::jump_ne_int:
    case Fast::jump_lt_int:
    case Fast::jump_gt_int:
    case Fast::jump_le_int:
    case Fast::jump_ge_int:
        return branch(op, conditions[place_in(op, Fast::jump_eq_int)], number(op.a), number(op.b));
    case Fast::jump_eq_real:
    case Fast::jump_ne_real:
    case Fast::jump_lt_real:
    case Fast::jump_gt_real:
    case Fast::jump_le_real:
    case Fast::jump_ge_real: return branch_real(op);

    case Fast::add_imm_store: return b_.value(Op::add, number(op.c), number(op.a), constant_of(op.b));
    case Fast::mul_imm_store: return b_.value(Op::mul, number(op.c), number(op.a), constant_of(op.b));
    case Fast::add_imm_push:
        return b_.value(Op::add, give(top, Type::integer), number(op.a), constant_of(op.b));
    case Fast::mul_imm_push:
        return b_.value(Op::mul, give(top, Type::integer), number(op.a), constant_of(op.b));
    case Fast::mod_imm_push:
        return b_.value(Op::mod, give(top, Type::integer), number(op.a), constant_of(op.b));
    case Fast::div_imm_push:
        return b_.value(Op::div, give(top, Type::integer), number(op.a), constant_of(op.b));
    case Fast::mod_imm_store: return b_.value(Op::mod, number(op.c), number(op.a), constant_of(op.b));
    case Fast::div_imm_store: return b_.value(Op::div, number(op.c), number(op.a), constant_of(op.b));
    case Fast::add_real_imm_store: return b_.value(Op::fadd, number(op.c), number(op.a), constant_of(op.b));
    case Fast::mul_real_imm_store: return b_.value(Op::fmul, number(op.c), number(op.a), constant_of(op.b));
    case Fast::div_real_imm_store: return b_.value(Op::fdiv, number(op.c), number(op.a), constant_of(op.b));
    }
}

} // namespace vellum::pathologic
