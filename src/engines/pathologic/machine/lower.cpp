// Chooses the fast operation of every instruction from the verified types, then joins common neighbours into
// one. An instruction about whose types anything is unknown, or that can fault, stays `generic` and keeps all
// its checks.
#include <algorithm>
#include <array>
#include <bit>

#include "engines/pathologic/machine/fast_code.hpp"
#include "engines/pathologic/machine/machine.hpp"
#include "engines/pathologic/machine/operations.hpp"
#include "engines/pathologic/machine/types.hpp"

namespace vellum::pathologic {

namespace {

bool plain(Type type) noexcept { return type != Type::none && type != Type::string && type != Type::memory; }

/// The fast operations of an operator; `generic` where there is none.
struct OperatorRow {
    Op op;
    Fast int_push, int_store, real_push, real_store;
};
constexpr Fast no = Fast::generic;
// clang-format off
constexpr std::array<OperatorRow, 13> operators{{
    {Op::Add,  Fast::add_int_push, Fast::add_int_store, Fast::add_real_push, Fast::add_real_store},
    {Op::Sub,  Fast::sub_int_push, Fast::sub_int_store, Fast::sub_real_push, Fast::sub_real_store},
    {Op::Mult, Fast::mul_int_push, Fast::mul_int_store, Fast::mul_real_push, Fast::mul_real_store},
    {Op::Div,  Fast::div_int_push, Fast::div_int_store, Fast::div_real_push, Fast::div_real_store},
    {Op::Mod,  Fast::mod_int_push, Fast::mod_int_store, no,                  no},
    {Op::And,  Fast::and_int_push, Fast::and_int_store, no,                  no},
    {Op::Or,   Fast::or_int_push,  Fast::or_int_store,  no,                  no},
    {Op::Eq,   Fast::eq_int_push,  Fast::eq_int_store,  Fast::eq_real_push,  no},
    {Op::Neq,  Fast::ne_int_push,  Fast::ne_int_store,  Fast::ne_real_push,  no},
    {Op::LT,   Fast::lt_int_push,  Fast::lt_int_store,  Fast::lt_real_push,  no},
    {Op::GT,   Fast::gt_int_push,  Fast::gt_int_store,  Fast::gt_real_push,  no},
    {Op::LE,   Fast::le_int_push,  Fast::le_int_store,  Fast::le_real_push,  no},
    {Op::GE,   Fast::ge_int_push,  Fast::ge_int_store,  Fast::ge_real_push,  no},
}};
// clang-format on

const OperatorRow* operator_row(Op op) noexcept {
    const auto found = std::ranges::find(operators, op, &OperatorRow::op);
    return found == operators.end() ? nullptr : &*found;
}

/// What a comparison becomes together with the jump behind it.
struct ComparisonRow {
    Fast push; ///< The comparison alone.
    Fast jump; ///< With a jump if it is met.
    Fast jump_unmet;
    Fast jump_constant; ///< With a constant pushed before it; only for integers.
    Fast jump_constant_unmet;
};
// clang-format off
constexpr std::array<ComparisonRow, 12> comparisons{{
    {Fast::eq_int_push, Fast::jump_eq_int, Fast::jump_ne_int, Fast::jump_eq_imm, Fast::jump_ne_imm},
    {Fast::ne_int_push, Fast::jump_ne_int, Fast::jump_eq_int, Fast::jump_ne_imm, Fast::jump_eq_imm},
    {Fast::lt_int_push, Fast::jump_lt_int, Fast::jump_ge_int, Fast::jump_lt_imm, Fast::jump_ge_imm},
    {Fast::gt_int_push, Fast::jump_gt_int, Fast::jump_le_int, Fast::jump_gt_imm, Fast::jump_le_imm},
    {Fast::le_int_push, Fast::jump_le_int, Fast::jump_gt_int, Fast::jump_le_imm, Fast::jump_gt_imm},
    {Fast::ge_int_push, Fast::jump_ge_int, Fast::jump_lt_int, Fast::jump_ge_imm, Fast::jump_lt_imm},
    // Of reals, neither may be met: FastOp::flag says what is wanted instead of the opposite comparison.
    {Fast::eq_real_push, Fast::jump_eq_real, Fast::jump_eq_real, no, no},
    {Fast::ne_real_push, Fast::jump_ne_real, Fast::jump_ne_real, no, no},
    {Fast::lt_real_push, Fast::jump_lt_real, Fast::jump_lt_real, no, no},
    {Fast::gt_real_push, Fast::jump_gt_real, Fast::jump_gt_real, no, no},
    {Fast::le_real_push, Fast::jump_le_real, Fast::jump_le_real, no, no},
    {Fast::ge_real_push, Fast::jump_ge_real, Fast::jump_ge_real, no, no},
}};
// clang-format on

const ComparisonRow* comparison_row(Fast op) noexcept {
    const auto found = std::ranges::find(comparisons, op, &ComparisonRow::push);
    return found == comparisons.end() ? nullptr : &*found;
}

/// How an operation with a constant takes it.
enum class Use : std::uint8_t { as_it_is, negated, negated_real, divisor };

/// What an operation becomes together with the constant pushed before it.
struct ImmediateRow {
    Fast constant; ///< How it is pushed.
    Fast alone;
    Fast joined;
    Use use; ///< x - k is x + -k for every x and k.
    bool stores;
};
// clang-format off
constexpr std::array<ImmediateRow, 14> immediates{{
    {Fast::push_int,  Fast::add_int_push,   Fast::add_imm_push,       Use::as_it_is,     false},
    {Fast::push_int,  Fast::sub_int_push,   Fast::add_imm_push,       Use::negated,      false},
    {Fast::push_int,  Fast::mul_int_push,   Fast::mul_imm_push,       Use::as_it_is,     false},
    {Fast::push_int,  Fast::div_int_push,   Fast::div_imm_push,       Use::divisor,      false},
    {Fast::push_int,  Fast::mod_int_push,   Fast::mod_imm_push,       Use::divisor,      false},
    {Fast::push_int,  Fast::add_int_store,  Fast::add_imm_store,      Use::as_it_is,     true},
    {Fast::push_int,  Fast::sub_int_store,  Fast::add_imm_store,      Use::negated,      true},
    {Fast::push_int,  Fast::mul_int_store,  Fast::mul_imm_store,      Use::as_it_is,     true},
    {Fast::push_int,  Fast::div_int_store,  Fast::div_imm_store,      Use::divisor,      true},
    {Fast::push_int,  Fast::mod_int_store,  Fast::mod_imm_store,      Use::divisor,      true},
    {Fast::push_real, Fast::add_real_store, Fast::add_real_imm_store, Use::as_it_is,     true},
    {Fast::push_real, Fast::sub_real_store, Fast::add_real_imm_store, Use::negated_real, true},
    {Fast::push_real, Fast::mul_real_store, Fast::mul_real_imm_store, Use::as_it_is,     true},
    {Fast::push_real, Fast::div_real_store, Fast::div_real_imm_store, Use::as_it_is,     true},
}};
// clang-format on

const ImmediateRow* immediate_row(Fast constant, Fast alone) noexcept {
    const auto found = std::ranges::find_if(
        immediates, [&](const ImmediateRow& row) { return row.constant == constant && row.alone == alone; });
    return found == immediates.end() ? nullptr : &*found;
}

class Lowering {
  public:
    Lowering(const Prepared& code, FastCode& out) : code_(code), out_(out) {}

    void instruction(std::uint32_t address, std::span<const Type> frame) {
        frame_ = frame;
        const Instruction& instruction = code_.code[address];
        FastOp op;
        if (choose(instruction, code_.operands(instruction), address, op)) out_.ops[address] = op;
        out_.room = std::max(out_.room, static_cast<std::uint32_t>(frame.size()));
    }
    void join_neighbours();

  private:
    [[nodiscard]] Type type(std::uint32_t distance) const noexcept {
        return distance >= 1 && distance <= frame_.size() ? frame_[frame_.size() - distance] : Type::none;
    }
    /// The top `count` values hold no text and are there.
    [[nodiscard]] bool plain_top(std::uint32_t count) const noexcept {
        for (std::uint32_t i = 1; i <= count; ++i)
            if (!plain(type(i))) return false;
        return true;
    }
    [[nodiscard]] bool known_top(std::uint32_t count) const noexcept {
        for (std::uint32_t i = 1; i <= count; ++i)
            if (type(i) == Type::none) return false;
        return true;
    }
    [[nodiscard]] std::int32_t constant(const Value& value) {
        out_.constants.push_back(value);
        return static_cast<std::int32_t>(out_.constants.size() - 1);
    }
    [[nodiscard]] static std::int32_t displacement(std::uint32_t from, std::uint32_t to) noexcept {
        return static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from) - 1;
    }
    bool choose(const Instruction& instruction, std::span<const std::uint32_t> v, std::uint32_t address,
                FastOp& op);
    bool store_constant(std::uint32_t slot, const Value& value, FastOp& op);
    bool binary(Op what, std::uint32_t a, std::uint32_t b, std::uint32_t pops, bool store, std::uint32_t out,
                FastOp& op);
    bool join_at(std::size_t i, FastOp& joined) const;

    const Prepared& code_;
    FastCode& out_;
    std::span<const Type> frame_;
};

bool Lowering::store_constant(std::uint32_t slot, const Value& value, FastOp& op) {
    // The conversion that the store does is done now.
    Value converted = Value::default_of(type(slot));
    static const class NoHost final : public Host {
        Native resolve(const NativeKey&) override { return {}; }
    } no_host;
    if (!plain(type(slot)) || store(converted, value, no_host) != Verdict::done) return false;
    op.a = static_cast<std::int32_t>(slot);
    switch (converted.type()) {
    case Type::integer:
        op.op = Fast::store_int;
        op.b = converted.integer();
        break;
    case Type::real:
        op.op = Fast::store_real;
        op.b = std::bit_cast<std::int32_t>(converted.real());
        break;
    case Type::boolean:
        op.op = Fast::store_bool;
        op.b = converted.boolean() ? 1 : 0;
        break;
    default:
        op.op = Fast::store_const;
        op.b = constant(converted);
        break;
    }
    return true;
}

bool Lowering::binary(Op what, std::uint32_t a, std::uint32_t b, std::uint32_t pops, bool store,
                      std::uint32_t out, FastOp& op) {
    const Type left = type(a);
    const Type right = type(b);
    const Type result = TypeInference::result_type(what, left, right);
    op.a = static_cast<std::int32_t>(a);
    op.b = static_cast<std::int32_t>(b);
    op.c = static_cast<std::int32_t>(out);
    op.pop = static_cast<std::uint8_t>(pops);
    if (store && what == Op::Add && a == out && left == Type::string && right == Type::string) {
        if (!known_top(pops)) return false;
        op.op = plain_top(pops) ? Fast::append_text : Fast::append_text_mixed;
        return true;
    }
    if (!plain_top(pops)) return false;
    if (store && type(out) != result) return false;
    if (left == right && (left == Type::integer || left == Type::real)) {
        const OperatorRow* row = operator_row(what);
        if (row == nullptr) return false;
        if (left == Type::integer)
            op.op = store ? row->int_store : row->int_push;
        else
            op.op = store ? row->real_store : row->real_push;
        return op.op != Fast::generic;
    }
    if (left == Type::vector) {
        if (right == Type::vector && what == Op::Add)
            op.op = store ? Fast::add_vector_store : Fast::add_vector_push;
        else if (right == Type::vector && what == Op::Sub)
            op.op = store ? Fast::sub_vector_store : Fast::sub_vector_push;
        else if (right == Type::vector && what == Op::Or)
            op.op = store ? Fast::dot_vector_store : Fast::dot_vector_push;
        else if (right == Type::real && what == Op::Mult)
            op.op = store ? Fast::scale_vector_store : Fast::scale_vector_push;
        else
            return false;
        return true;
    }
    return false;
}

bool Lowering::choose(const Instruction& instruction, std::span<const std::uint32_t> v, std::uint32_t address,
                      FastOp& op) {
    const auto signed_value = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
    const Mode& mode = mode_of(instruction.op);
    // No operand that the mode byte tells about is a variable of the task.
    const auto on_stack = [&] {
        std::uint32_t bits = 0;
        for (const std::uint8_t bit : mode.task) bits |= bit;
        return (v.back() & bits) == 0;
    };
    const auto pops = [&](std::uint32_t count) {
        op.pop = static_cast<std::uint8_t>(count);
        return count <= 0xFF && plain_top(count);
    };
    switch (instruction.op) {
    case Op::Mov:
        op.a = signed_value(v[0]);
        op.b = signed_value(v[1]);
        if (type(v[0]) != type(v[1]) || type(v[0]) == Type::none) return false;
        op.op = type(v[0]) == Type::string ? Fast::copy_text : Fast::copy_plain;
        return true;
    case Op::MovB: return store_constant(v[0], Value(v[1] != 0), op);
    case Op::MovI: return store_constant(v[0], Value(signed_value(v[1])), op);
    case Op::MovF: return store_constant(v[0], Value(std::bit_cast<float>(v[1])), op);
    case Op::MovV:
        return store_constant(v[0],
                              Value(Vector3{std::bit_cast<float>(v[1]), std::bit_cast<float>(v[2]),
                                            std::bit_cast<float>(v[3])}),
                              op);
    case Op::MovS:
        if (type(v[0]) != Type::string || instruction.extra == Prepared::late_text) return false;
        op = {Fast::store_text, 0, 0, signed_value(v[0]), signed_value(instruction.extra), 0};
        return true;
    case Op::Push:
        if (type(v[0]) == Type::none) return false;
        op.op = type(v[0]) == Type::string ? Fast::push_text_slot : Fast::push_plain;
        op.a = signed_value(v[0]);
        return true;
    case Op::PushB: op = {Fast::push_bool, 0, 0, v[0] != 0 ? 1 : 0, 0, 0}; return true;
    case Op::PushI: op = {Fast::push_int, 0, 0, signed_value(v[0]), 0, 0}; return true;
    case Op::PushF: op = {Fast::push_real, 0, 0, signed_value(v[0]), 0, 0}; return true;
    case Op::PushS:
        if (instruction.extra == Prepared::late_text) return false;
        op = {Fast::push_text, 0, 0, signed_value(instruction.extra), 0, 0};
        return true;
    case Op::PushVec:
        op.op = Fast::push_const;
        op.a = constant(Value(
            Vector3{std::bit_cast<float>(v[0]), std::bit_cast<float>(v[1]), std::bit_cast<float>(v[2])}));
        return true;
    case Op::PushV:
        if (instruction.count - 1U > Machine::free_work) return false; // has to be paid
        op = {Fast::push_vars, 0, 0, signed_value(instruction.extra), instruction.count - 1, 0};
        if (op.b == 1)
            op = {Fast::push_var, 0, 0, static_cast<std::int32_t>(code_.types[instruction.extra]), 0, 0};
        return true;
    case Op::Pop:
        if (v[0] > frame_.size()) return false;
        op.op = plain_top(v[0]) ? Fast::pop_plain : Fast::pop_mixed;
        op.a = signed_value(v[0]);
        return true;
    case Op::Jump: op = {Fast::jump, 0, 0, 0, 0, displacement(address, v[0])}; return true;
    case Op::JumpB:
        if ((type(v[0]) != Type::boolean && type(v[0]) != Type::integer) || !pops(v[3])) return false;
        op.op = v[2] != 0 ? Fast::jump_set : Fast::jump_clear;
        op.a = signed_value(v[0]);
        op.c = displacement(address, v[1]);
        return true;
    case Op::PushE:
        if (v[1] != 0 || type(v[0]) != Type::vector || v[2] > 2) return false;
        op = {Fast::push_part, 0, 0, signed_value(v[0]), signed_value(v[2]), 0};
        return true;
    case Op::PopE:
        if ((v[2] & 1U) != 0 || type(v[0]) != Type::vector || type(1) != Type::real || v[1] > 2) return false;
        op = {Fast::pop_part,
              static_cast<std::uint8_t>((v[2] & 2U) == 0 ? 1 : 0),
              0,
              signed_value(v[0]),
              signed_value(v[1]),
              0};
        return true;
    case Op::PushGE:
        if (v[0] >= code_.script->globals.size() ||
            !plain(type_of_tag(static_cast<std::uint32_t>(code_.script->globals[v[0]].type))))
            return false;
        op = {Fast::push_global, 0, 0, signed_value(v[0]), 0, 0};
        return true;
    case Op::PopGE:
        if (v[0] >= code_.script->globals.size() || !plain(type(1)) ||
            type_of_tag(static_cast<std::uint32_t>(code_.script->globals[v[0]].type)) != type(1))
            return false;
        op = {Fast::pop_global,
              static_cast<std::uint8_t>((v[1] & 1U) == 0 ? 1 : 0),
              0,
              signed_value(v[0]),
              0,
              0};
        return true;
    case Op::Add:
    case Op::Sub:
    case Op::Mult:
    case Op::Div:
    case Op::Mod:
    case Op::And:
    case Op::Or:
    case Op::Eq:
    case Op::Neq:
    case Op::LT:
    case Op::GT:
    case Op::LE:
    case Op::GE: return on_stack() && binary(instruction.op, v[0], v[1], v[2] & mode.pops, false, 0, op);
    case Op::Add2:
    case Op::Sub2:
    case Op::Mult2:
    case Op::Div2:
    case Op::Mod2:
    case Op::And2:
    case Op::Or2:
    case Op::Eq2:
    case Op::Neq2:
    case Op::LT2:
    case Op::GT2:
    case Op::LE2:
    case Op::GE2:
        return on_stack() && binary(push_form(instruction.op), v[0], v[1], v[3] & mode.pops, true, v[2], op);
    case Op::Neg:
    case Op::Not:
    case Op::Sqrt:
    case Op::NullEq:
    case Op::NullNeq: {
        if (!on_stack() || !pops(v[1] & mode.pops)) return false;
        op.a = signed_value(v[0]);
        const Type operand = type(v[0]);
        if (instruction.op == Op::Neg && operand == Type::integer)
            op.op = Fast::neg_int_push;
        else if (instruction.op == Op::Neg && operand == Type::real)
            op.op = Fast::neg_real_push;
        else if (instruction.op == Op::Not && (operand == Type::boolean || operand == Type::integer))
            op.op = Fast::not_push;
        else if (instruction.op == Op::Not && operand == Type::object)
            op.op = Fast::null_push;
        else if (instruction.op == Op::NullEq && operand == Type::object)
            op.op = Fast::null_push;
        else if (instruction.op == Op::NullNeq && operand == Type::object)
            op.op = Fast::not_null_push;
        else if (instruction.op == Op::Sqrt && operand == Type::real)
            op.op = Fast::sqrt_push;
        else
            return false;
        return true;
    }
    case Op::Func: op.op = Fast::native; return true;
    case Op::Call: op = {Fast::call, 0, 0, 0, 0, displacement(address, v[0])}; return true;
    case Op::Return:
        if (v[0] > frame_.size()) return false;
        op.op = plain_top(v[0]) ? Fast::return_plain : Fast::return_mixed;
        op.a = signed_value(v[0]);
        return true;
    case Op::MovT:
    case Op::TMov:
    case Op::TMovB:
    case Op::TMovI:
    case Op::TMovF:
    case Op::TMovS:
    case Op::TMovV:
    case Op::TMovT:
    case Op::PushT:
    case Op::SetNull:
    case Op::SetNullT:
    case Op::Xor:
    case Op::Xor2:
    case Op::NullEq2:
    case Op::NullNeq2:
    case Op::Neg2:
    case Op::Not2:
    case Op::Sqrt2:
    case Op::Sin:
    case Op::Sin2:
    case Op::Cos:
    case Op::Cos2:
    case Op::ASin:
    case Op::ASin2:
    case Op::Pow:
    case Op::Pow2:
    case Op::CString:
    case Op::CString2:
    case Op::TaskCall:
    case Op::TaskReturn:
    case Op::ObjFunc:
    case Op::TObjFunc:
    case Op::EventEnable:
    case Op::EventDisable:
    case Op::FuncExist:
    case Op::FuncExist2: break;
    }
    return false; // the precise step does it
}

bool Lowering::join_at(std::size_t i, FastOp& joined) const {
    const std::vector<FastOp>& ops = out_.ops;
    if (i + 1 >= ops.size()) return false;
    const FastOp& first = ops[i];
    const FastOp& second = ops[i + 1];
    const auto is_jump = [](const FastOp& op) {
        return (op.op == Fast::jump_set || op.op == Fast::jump_clear) && op.a == 1 && op.pop == 1;
    };
    if (const ComparisonRow* row = comparison_row(first.op); row != nullptr && is_jump(second)) {
        const bool wanted = second.op == Fast::jump_set;
        joined = first;
        joined.op = wanted ? row->jump : row->jump_unmet;
        joined.flag = wanted ? 1 : 0;
        joined.c = second.c;
        return true;
    }
    const bool appends = second.op == Fast::append_text || second.op == Fast::append_text_mixed;
    if (first.op == Fast::push_text && appends && second.pop == 1 && second.b == 1 && second.a != 1) {
        joined = first;
        joined.op = Fast::append_constant;
        joined.b = second.a - 1;
        return true;
    }
    if (first.op != Fast::push_int && first.op != Fast::push_real) return false;
    // A constant is pushed and used up by the next instruction as its right operand.
    if (second.pop != 1 || second.b != 1 || second.a == 1) return false;
    joined.a = second.a - 1;
    joined.b = first.a;
    joined.c = second.c - 1;
    if (const ComparisonRow* row = comparison_row(second.op); row != nullptr) {
        if (i + 2 >= ops.size() || !is_jump(ops[i + 2])) return false;
        joined.op = ops[i + 2].op == Fast::jump_set ? row->jump_constant : row->jump_constant_unmet;
        joined.c = ops[i + 2].c;
        return joined.op != Fast::generic;
    }
    const ImmediateRow* row = immediate_row(first.op, second.op);
    if (row == nullptr || (row->stores && second.c == 1)) return false;
    joined.op = row->joined;
    switch (row->use) {
    case Use::as_it_is: return true;
    case Use::negated: joined.b = wrap(0U - bits(first.a)); return true;
    case Use::negated_real:
        joined.b = std::bit_cast<std::int32_t>(-std::bit_cast<float>(first.a));
        return true;
    case Use::divisor: return first.a != 0 && first.a != -1;
    }
    return false;
}

void Lowering::join_neighbours() {
    // From the front: what stands behind the first is still in its own form when it is looked at.
    for (std::size_t i = 0; i < out_.ops.size(); ++i) {
        FastOp joined;
        if (join_at(i, joined)) out_.ops[i] = joined;
    }
}

} // namespace

std::size_t FastCode::specialised() const noexcept {
    return static_cast<std::size_t>(
        std::ranges::count_if(ops, [](const FastOp& op) { return op.op != Fast::generic; }));
}

std::unique_ptr<const FastCode> make_fast_code(const Prepared& code) {
    TypeInference types(code);
    if (!types.settle()) return nullptr;
    auto fast = std::make_unique<FastCode>();
    fast->ops.resize(code.code.size());
    Lowering lowering(code, *fast);
    const std::vector<FunctionFacts>& functions = code.script->verification().functions;
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
        if (!types.reached(i)) continue;
        const std::span<const Type> parameters = types.parameters(i);
        fast->entries.push_back(
            {functions[i].address, types.task(i), std::vector<Type>(parameters.begin(), parameters.end())});
        types.visit(i, [&](std::uint32_t address, std::span<const Type> frame, std::uint32_t) {
            lowering.instruction(address, frame);
        });
    }
    lowering.join_neighbours();
    fast->room += 16; // what one instruction can push beyond the frame before it
    for (const Instruction& instruction : code.code) {
        const auto v = code.operands(instruction);
        const isa::Row& row = hd_table.rows[static_cast<std::size_t>(instruction.op)];
        fast->room = std::max(fast->room, row.stack.pushes.of(v.data(), v.size()) + 16U);
    }
    return fast;
}

} // namespace vellum::pathologic
