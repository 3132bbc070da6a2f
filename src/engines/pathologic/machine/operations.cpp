// Operators and conversions. Every pair of types that occurs in the games' scripts is here
// (docs/engines/pathologic.md); a bool stands in for an int beside an int, because each is documented as
// converting to the other. All other pairs are type errors. Floats are rounded to single after every
// operation.
#include "engines/pathologic/machine/operations.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "base/encoding.hpp"
#include "engines/pathologic/machine/codes.hpp"

namespace vellum::pathologic::codes {

std::span<const DiagnosticCode* const> machine_codes() noexcept {
    static constexpr std::array<const DiagnosticCode*, 12> all{
        &fault_operand,    &fault_type,         &fault_division, &fault_call_stack,        &fault_task,
        &fault_address,    &fault_null,         &fault_native,   &fault_instruction_limit, &fault_memory,
        &fault_call_depth, &fault_native_failed};
    return all;
}

} // namespace vellum::pathologic::codes

namespace vellum::pathologic {
namespace {

void append_number(std::string& out, std::int32_t value) {
    std::array<char, 16> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    out.append(buffer.data(), end.ptr);
}

/// C's "%g" without the locale.
void append_number(std::string& out, float value) {
    if (std::isnan(value)) { // its sign is nothing a script should see
        out += "nan";
        return;
    }
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<double>(value),
                                   std::chars_format::general, 6);
    out.append(buffer.data(), end.ptr);
}

bool is_number(Type type) noexcept { return type == Type::integer || type == Type::real; }
float number(const Value& value) noexcept {
    return value.is(Type::integer) ? static_cast<float>(value.integer()) : value.real();
}

template <class T> Verdict give(Value& result, T value) {
    result = Value(value);
    return Verdict::done;
}

Verdict integers(BinaryOp op, std::int32_t a, std::int32_t b, Value& result) {
    switch (op) {
    case BinaryOp::Add: return give(result, wrap(bits(a) + bits(b)));
    case BinaryOp::Sub: return give(result, wrap(bits(a) - bits(b)));
    case BinaryOp::Mult: return give(result, wrap(bits(a) * bits(b)));
    case BinaryOp::Div:
        if (b == 0) return Verdict::division_by_zero;
        return give(result, b == -1 ? wrap(0U - bits(a)) : a / b);
    case BinaryOp::Mod:
        if (b == 0) return Verdict::division_by_zero;
        return give(result, b == -1 ? 0 : a % b);
    case BinaryOp::And: return give(result, a & b);
    case BinaryOp::Or: return give(result, a | b);
    case BinaryOp::Xor: return give(result, a ^ b);
    case BinaryOp::Eq: return give(result, a == b);
    case BinaryOp::Neq: return give(result, a != b);
    case BinaryOp::LT: return give(result, a < b);
    case BinaryOp::GT: return give(result, a > b);
    case BinaryOp::LE: return give(result, a <= b);
    case BinaryOp::GE: return give(result, a >= b);
    case BinaryOp::Pow: return give(result, std::pow(static_cast<float>(a), static_cast<float>(b)));
    }
    return Verdict::wrong_type;
}

Verdict reals(BinaryOp op, float a, float b, Value& result) {
    switch (op) {
    case BinaryOp::Add: return give(result, a + b);
    case BinaryOp::Sub: return give(result, a - b);
    case BinaryOp::Mult: return give(result, a * b);
    case BinaryOp::Div: return give(result, a / b);
    case BinaryOp::Mod: return give(result, std::fmod(a, b));
    case BinaryOp::Eq: return give(result, a == b);
    case BinaryOp::Neq: return give(result, a != b);
    case BinaryOp::LT: return give(result, a < b);
    case BinaryOp::GT: return give(result, a > b);
    case BinaryOp::LE: return give(result, a <= b);
    case BinaryOp::GE: return give(result, a >= b);
    case BinaryOp::Pow: return give(result, std::pow(a, b));
    case BinaryOp::And:
    case BinaryOp::Or:
    case BinaryOp::Xor: break;
    }
    return Verdict::wrong_type;
}

Verdict booleans(BinaryOp op, bool a, bool b, Value& result) {
    switch (op) {
    case BinaryOp::Eq: return give(result, a == b);
    case BinaryOp::Neq:
    case BinaryOp::Xor: return give(result, a != b);
    case BinaryOp::And: return give(result, a && b);
    case BinaryOp::Or: return give(result, a || b);
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mult:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::LT:
    case BinaryOp::GT:
    case BinaryOp::LE:
    case BinaryOp::GE:
    case BinaryOp::Pow: break;
    }
    return Verdict::wrong_type;
}

Verdict two_vectors(BinaryOp op, const Vector3& a, const Vector3& b, Value& result) {
    switch (op) {
    case BinaryOp::Add: return give(result, Vector3{a.x + b.x, a.y + b.y, a.z + b.z});
    case BinaryOp::Sub: return give(result, Vector3{a.x - b.x, a.y - b.y, a.z - b.z});
    case BinaryOp::Or: return give(result, a.x * b.x + a.y * b.y + a.z * b.z); // dot product
    case BinaryOp::Xor:                                                        // cross product
        return give(result, Vector3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x});
    case BinaryOp::Mult:
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::And:
    case BinaryOp::Eq:
    case BinaryOp::Neq:
    case BinaryOp::LT:
    case BinaryOp::GT:
    case BinaryOp::LE:
    case BinaryOp::GE:
    case BinaryOp::Pow: break;
    }
    return Verdict::wrong_type;
}

Verdict vectors(BinaryOp op, const Vector3& a, const Value& right, Value& result) {
    if (right.is(Type::vector)) return two_vectors(op, a, right.vector(), result);
    if (!is_number(right.type())) return Verdict::wrong_type;
    const float scale = number(right);
    if (op == BinaryOp::Mult) return give(result, Vector3{a.x * scale, a.y * scale, a.z * scale});
    if (op == BinaryOp::Div) return give(result, Vector3{a.x / scale, a.y / scale, a.z / scale});
    return Verdict::wrong_type;
}

/// True if joining the texts would bring a high and a low surrogate together, which UTF-16 makes one
/// character.
bool joins_surrogates(std::string_view left, std::string_view right) noexcept {
    const auto byte = [](std::string_view text, std::size_t at) {
        return static_cast<unsigned char>(text[at]);
    };
    return right.size() >= 3 && byte(right, 0) == 0xED && left.size() >= 3 &&
           byte(left, left.size() - 3) == 0xED && byte(left, left.size() - 2) >= 0xA0 &&
           byte(left, left.size() - 2) < 0xB0;
}

Verdict append_view(Value& left, std::string_view right) {
    if (left.text().size() + right.size() > max_text) return Verdict::too_long;
    if (joins_surrogates(left.text(), right)) [[unlikely]] {
        std::string joined(left.text());
        append_wtf8(joined, right);
        left = Value(std::string_view(joined));
    } else {
        left.append(right);
    }
    return Verdict::done;
}

} // namespace

void append_text(std::string& out, const Value& value, const Host& host) {
    switch (value.type()) {
    case Type::boolean: out += value.boolean() ? "true" : "false"; break;
    case Type::integer: append_number(out, value.integer()); break;
    case Type::real: append_number(out, value.real()); break;
    case Type::string: out += value.text(); break;
    case Type::vector: {
        const Vector3 vector = value.vector();
        out += '(';
        append_number(out, vector.x);
        out += ", ";
        append_number(out, vector.y);
        out += ", ";
        append_number(out, vector.z);
        out += ')';
        break;
    }
    case Type::object: {
        if (!value.object()) {
            out += "null";
            break;
        }
        const std::string name = host.object_name(value.object());
        if (!name.empty())
            out += name;
        else if (const std::string_view type = host.object_class(value.object()); !type.empty())
            out += type;
        else
            out += "object";
        break;
    }
    case Type::none:
    case Type::memory: break;
    }
}

Verdict append(Value& left, const Value& right, const Host& host) {
    if (right.is(Type::string)) {
        if (&left != &right) return append_view(left, right.text());
        const String copy = right.string(); // keeps the text alive while `left` grows
        return append_view(left, copy.view());
    }
    if (right.is(Type::none) || right.is(Type::memory)) return Verdict::wrong_type;
    std::string text;
    append_text(text, right, host);
    return append_view(left, text);
}

Verdict store(Value& target, const Value& source, const Host& host) {
    if (target.type() == source.type()) {
        target = source;
        return Verdict::done;
    }
    switch (target.type()) {
    case Type::boolean:
        if (source.is(Type::integer))
            target.set_boolean(source.integer() != 0);
        else if (source.is(Type::real))
            target.set_boolean(source.real() != 0.0F);
        else
            return Verdict::wrong_type;
        return Verdict::done;
    case Type::integer:
        if (source.is(Type::boolean))
            target.set_integer(source.boolean() ? 1 : 0);
        else if (source.is(Type::real))
            target.set_integer(truncate(source.real()));
        else
            return Verdict::wrong_type;
        return Verdict::done;
    case Type::real:
        if (!source.is(Type::integer)) return Verdict::wrong_type;
        target.set_real(static_cast<float>(source.integer()));
        return Verdict::done;
    case Type::object: // `return false` from a function that returns an object
        if (!source.is(Type::boolean) || source.boolean()) return Verdict::wrong_type;
        target = Value(ObjectId{});
        return Verdict::done;
    case Type::string: {
        if (source.is(Type::none) || source.is(Type::memory)) return Verdict::wrong_type;
        std::string text;
        append_text(text, source, host);
        target = Value(std::string_view(text));
        return Verdict::done;
    }
    default: return Verdict::wrong_type;
    }
}

Verdict store(Value& target, Value&& source, const Host& host) {
    if (target.type() == source.type()) {
        target = std::move(source);
        return Verdict::done;
    }
    return store(target, static_cast<const Value&>(source), host);
}

Verdict truth(const Value& value, bool& result) {
    switch (value.type()) {
    case Type::boolean: result = value.boolean(); return Verdict::done;
    case Type::integer: result = value.integer() != 0; return Verdict::done;
    case Type::real: result = value.real() != 0.0F; return Verdict::done;
    case Type::object: result = static_cast<bool>(value.object()); return Verdict::done;
    case Type::string: result = !value.text().empty(); return Verdict::done;
    default: return Verdict::wrong_type;
    }
}

Verdict binary(BinaryOp op, const Value& a, const Value& b, Value& result, const Host& host) {
    switch (a.type()) {
    case Type::integer:
        if (b.is(Type::integer)) return integers(op, a.integer(), b.integer(), result);
        if (b.is(Type::boolean)) return integers(op, a.integer(), b.boolean() ? 1 : 0, result);
        if (b.is(Type::real)) return reals(op, static_cast<float>(a.integer()), b.real(), result);
        if (b.is(Type::string) && op == BinaryOp::Add) {
            std::string text;
            append_text(text, a, host);
            Value joined{std::string_view(text)};
            const Verdict verdict = append(joined, b, host);
            if (verdict == Verdict::done) result = std::move(joined);
            return verdict;
        }
        return Verdict::wrong_type;
    case Type::real:
        if (!is_number(b.type())) return Verdict::wrong_type;
        return reals(op, a.real(), number(b), result);
    case Type::boolean:
        if (b.is(Type::boolean)) return booleans(op, a.boolean(), b.boolean(), result);
        if (b.is(Type::integer)) return integers(op, a.boolean() ? 1 : 0, b.integer(), result);
        return Verdict::wrong_type;
    case Type::vector: return vectors(op, a.vector(), b, result);
    case Type::string:
        if (op == BinaryOp::Add) {
            Value joined = a;
            const Verdict verdict = append(joined, b, host);
            if (verdict == Verdict::done) result = std::move(joined);
            return verdict;
        }
        if (!b.is(Type::string) || (op != BinaryOp::Eq && op != BinaryOp::Neq)) return Verdict::wrong_type;
        result = Value((a.text() == b.text()) == (op == BinaryOp::Eq));
        return Verdict::done;
    case Type::object:
        if (!b.is(Type::object) || (op != BinaryOp::Eq && op != BinaryOp::Neq)) return Verdict::wrong_type;
        result = Value((a.object() == b.object()) == (op == BinaryOp::Eq));
        return Verdict::done;
    default: return Verdict::wrong_type;
    }
}

Verdict unary(UnaryOp op, const Value& a, Value& result) {
    const auto real = [&](float (*function)(float)) {
        return is_number(a.type()) ? give(result, function(number(a))) : Verdict::wrong_type;
    };
    switch (op) {
    case UnaryOp::NullEq:
    case UnaryOp::NullNeq:
        if (!a.is(Type::object)) return Verdict::wrong_type;
        return give(result, static_cast<bool>(a.object()) == (op == UnaryOp::NullNeq));
    case UnaryOp::Neg:
        if (a.is(Type::integer)) return give(result, wrap(0U - bits(a.integer())));
        if (a.is(Type::real)) return give(result, -a.real());
        if (a.is(Type::vector)) return give(result, Vector3{-a.vector().x, -a.vector().y, -a.vector().z});
        return Verdict::wrong_type;
    case UnaryOp::Not: {
        bool condition = false;
        if (a.is(Type::string)) return Verdict::wrong_type;
        const Verdict verdict = truth(a, condition);
        if (verdict == Verdict::done) result = Value(!condition);
        return verdict;
    }
    case UnaryOp::CString: {
        if (!a.is(Type::integer)) return Verdict::wrong_type;
        const auto unit = static_cast<std::uint16_t>(bits(a.integer()));
        const std::array<std::byte, 2> bytes{static_cast<std::byte>(unit & 0xFFU),
                                             static_cast<std::byte>(unit >> 8U)};
        return give(result, std::string_view(utf16le_to_wtf8(bytes)));
    }
    case UnaryOp::Sqrt: return real(std::sqrt);
    case UnaryOp::Sin: return real(std::sin);
    case UnaryOp::Cos: return real(std::cos);
    case UnaryOp::ASin: return real(std::asin);
    }
    return Verdict::wrong_type;
}

std::string_view operator_text(BinaryOp op) noexcept {
    switch (op) {
    case BinaryOp::Add: return "+";
    case BinaryOp::Sub: return "-";
    case BinaryOp::Mult: return "*";
    case BinaryOp::Div: return "/";
    case BinaryOp::Mod: return "%";
    case BinaryOp::And: return "&";
    case BinaryOp::Or: return "|";
    case BinaryOp::Xor: return "^";
    case BinaryOp::Eq: return "==";
    case BinaryOp::Neq: return "!=";
    case BinaryOp::LT: return "<";
    case BinaryOp::GT: return ">";
    case BinaryOp::LE: return "<=";
    case BinaryOp::GE: return ">=";
    case BinaryOp::Pow: return "power";
    }
    return {};
}

std::string_view operator_text(UnaryOp op) noexcept {
    switch (op) {
    case UnaryOp::NullEq: return "== null";
    case UnaryOp::NullNeq: return "!= null";
    case UnaryOp::Neg: return "negation";
    case UnaryOp::Not: return "not";
    case UnaryOp::Sqrt: return "square root";
    case UnaryOp::Sin: return "sine";
    case UnaryOp::Cos: return "cosine";
    case UnaryOp::ASin: return "arc sine";
    case UnaryOp::CString: return "character to text";
    }
    return {};
}

} // namespace vellum::pathologic
