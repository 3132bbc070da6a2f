#include "engines/pathologic/compile/constants.hpp"

#include <array>
#include <bit>

#include "engines/pathologic/machine/operations.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::compile {

namespace {

/// Constants name no objects but null.
class Nobody final : public Host {
  public:
    [[nodiscard]] Native resolve(const NativeKey&) override { return {}; }
};

const Host& nobody() {
    static const Nobody host;
    return host;
}

float real(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::optional<BinaryOp> binary_of(Op op) {
    switch (op) {
    case Op::Add: return BinaryOp::Add;
    case Op::Sub: return BinaryOp::Sub;
    case Op::Mult: return BinaryOp::Mult;
    case Op::Div: return BinaryOp::Div;
    case Op::Mod: return BinaryOp::Mod;
    case Op::And: return BinaryOp::And;
    case Op::Or: return BinaryOp::Or;
    case Op::Xor: return BinaryOp::Xor;
    case Op::Eq: return BinaryOp::Eq;
    case Op::Neq: return BinaryOp::Neq;
    case Op::LT: return BinaryOp::LT;
    case Op::GT: return BinaryOp::GT;
    case Op::LE: return BinaryOp::LE;
    case Op::GE: return BinaryOp::GE;
    case Op::Pow: return BinaryOp::Pow;
    default: return std::nullopt;
    }
}

std::optional<UnaryOp> unary_of(Op op) {
    switch (op) {
    case Op::NullEq: return UnaryOp::NullEq;
    case Op::NullNeq: return UnaryOp::NullNeq;
    case Op::Neg: return UnaryOp::Neg;
    case Op::Not: return UnaryOp::Not;
    case Op::CString: return UnaryOp::CString;
    case Op::Sqrt: return UnaryOp::Sqrt;
    case Op::Sin: return UnaryOp::Sin;
    case Op::Cos: return UnaryOp::Cos;
    case Op::ASin: return UnaryOp::ASin;
    default: return std::nullopt;
    }
}

Value start_of(VariableType type) {
    switch (type) {
    case VariableType::boolean: return Value(false);
    case VariableType::integer: return Value(std::int32_t{0});
    case VariableType::real: return Value(0.0F);
    case VariableType::string: return Value(std::string_view());
    case VariableType::object: return Value(ObjectId{});
    case VariableType::vector: return Value(Vector3{});
    }
    return {};
}

class Evaluation {
  public:
    Evaluation(const Tree& tree, std::uint64_t& room, std::string& why)
        : tree_(tree), room_(room), why_(why) {}

    std::optional<Value> run(NodeId id) {
        const Expr& expr = tree_.exprs[id];
        switch (expr.kind) {
        case ExprKind::boolean: return Value(expr.a != 0);
        case ExprKind::integer: return Value(static_cast<std::int32_t>(expr.a));
        case ExprKind::real: return Value(real(expr.a));
        case ExprKind::string: return Value(tree_.text(expr.a));
        case ExprKind::null: return Value(ObjectId{});
        case ExprKind::vector: return vector(expr);
        case ExprKind::unary: {
            const std::optional<Value> a = run(expr.a);
            Value result;
            if (!a) return std::nullopt;
            const Verdict verdict = unary(*unary_of(expr.op), *a, result); // before the result is taken
            return done(verdict, std::move(result));
        }
        case ExprKind::binary: {
            const std::optional<Value> a = run(expr.a);
            const std::optional<Value> b = a ? run(expr.b) : std::nullopt;
            Value result;
            if (!b) return std::nullopt;
            const Verdict verdict = binary(*binary_of(expr.op), *a, *b, result, nobody());
            return done(verdict, std::move(result));
        }
        case ExprKind::both:
        case ExprKind::either: {
            const std::optional<bool> a = condition(expr.a);
            if (!a) return std::nullopt;
            if (*a == (expr.kind == ExprKind::either)) return Value(*a);
            const std::optional<bool> b = condition(expr.b);
            return b ? std::optional(Value(*b)) : std::nullopt;
        }
        case ExprKind::conditional: {
            const std::optional<bool> chosen = condition(expr.a);
            if (!chosen) return std::nullopt;
            return run(*chosen ? expr.b : expr.c);
        }
        case ExprKind::cast: {
            const std::optional<Value> a = run(expr.a);
            return a ? converted(*a, expr.type, why_) : std::nullopt;
        }
        case ExprKind::variable:
        case ExprKind::global:
        case ExprKind::component:
        case ExprKind::call:
        case ExprKind::task_call:
        case ExprKind::exists: break;
        }
        why_ = "a constant must have a value at compile time";
        return std::nullopt;
    }

  private:
    std::optional<Value> done(Verdict verdict, Value result) {
        switch (verdict) {
        case Verdict::done:
            if (!result.is(Type::string)) return result;
            if (result.text().size() > room_) {
                room_ = 0;
                why_ = "the texts of the constants are too long";
                return std::nullopt;
            }
            room_ -= result.text().size();
            return result;
        case Verdict::division_by_zero: why_ = "this divides by zero"; break;
        case Verdict::too_long: why_ = "the string is too long"; break;
        case Verdict::wrong_type: why_ = "the machine has no such operation for these types"; break;
        }
        return std::nullopt;
    }

    std::optional<bool> condition(NodeId id) {
        const std::optional<Value> value = run(id);
        bool result = false;
        if (!value) return std::nullopt;
        if (truth(*value, result) == Verdict::done) return result;
        why_ = "a condition cannot have this type";
        return std::nullopt;
    }

    std::optional<Value> vector(const Expr& expr) {
        std::array<float, 3> parts{};
        const std::array<NodeId, 3> from{expr.a, expr.b, expr.c};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::optional<Value> part = run(from[i]);
            const std::optional<Value> number =
                part ? converted(*part, VariableType::real, why_) : std::nullopt;
            if (!number) return std::nullopt;
            parts[i] = number->real();
        }
        return Value(Vector3{parts[0], parts[1], parts[2]});
    }

    const Tree& tree_;
    std::uint64_t& room_;
    std::string& why_;
};

} // namespace

std::optional<Value> evaluate(const Tree& tree, NodeId expr, std::uint64_t& room, std::string& why) {
    return Evaluation(tree, room, why).run(expr);
}

std::optional<Value> converted(const Value& value, VariableType type, std::string& why) {
    Value result = start_of(type);
    if (store(result, value, nobody()) == Verdict::done) return result;
    why = "the value does not fit a constant of type " + std::string(source::type_word(type));
    return std::nullopt;
}

NodeId literal(Tree& tree, const Value& value, std::uint32_t place) {
    Expr made{.place = place};
    const auto number = [](float real) { return std::bit_cast<std::uint32_t>(real); };
    switch (value.type()) {
    case Type::boolean:
        made.kind = ExprKind::boolean;
        made.a = value.boolean() ? 1 : 0;
        break;
    case Type::integer:
        made.kind = ExprKind::integer;
        made.a = static_cast<std::uint32_t>(value.integer());
        break;
    case Type::real:
        made.kind = ExprKind::real;
        made.a = number(value.real());
        break;
    case Type::string:
        made.kind = ExprKind::string;
        made.a = tree.intern(value.text());
        break;
    case Type::vector: {
        const Vector3 vector = value.vector();
        made.kind = ExprKind::vector;
        made.a = literal(tree, Value(vector.x), place);
        made.b = literal(tree, Value(vector.y), place);
        made.c = literal(tree, Value(vector.z), place);
        break;
    }
    case Type::object:
    case Type::none:
    case Type::memory: break; // null
    }
    return tree.add(made);
}

} // namespace vellum::pathologic::compile
