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

template <class T> Verdict compare(Op op, T a, T b, Value& result) {
    bool truth = false;
    switch (op) {
    case Op::Eq: truth = a == b; break;
    case Op::Neq: truth = a != b; break;
    case Op::LT: truth = a < b; break;
    case Op::GT: truth = a > b; break;
    case Op::LE: truth = a <= b; break;
    case Op::GE: truth = a >= b; break;
    default: return Verdict::wrong_type;
    }
    result = Value(truth);
    return Verdict::done;
}

Verdict integers(Op op, std::int32_t a, std::int32_t b, Value& result) {
    switch (op) {
    case Op::Add: result = Value(wrap(bits(a) + bits(b))); return Verdict::done;
    case Op::Sub: result = Value(wrap(bits(a) - bits(b))); return Verdict::done;
    case Op::Mult: result = Value(wrap(bits(a) * bits(b))); return Verdict::done;
    case Op::Div:
        if (b == 0) return Verdict::division_by_zero;
        result = Value(b == -1 ? wrap(0U - bits(a)) : a / b);
        return Verdict::done;
    case Op::Mod:
        if (b == 0) return Verdict::division_by_zero;
        result = Value(b == -1 ? 0 : a % b);
        return Verdict::done;
    case Op::And: result = Value(a & b); return Verdict::done;
    case Op::Or: result = Value(a | b); return Verdict::done;
    case Op::Xor: result = Value(a ^ b); return Verdict::done;
    case Op::Pow:
        result = Value(std::pow(static_cast<float>(a), static_cast<float>(b)));
        return Verdict::done;
    default: return compare(op, a, b, result);
    }
}

Verdict reals(Op op, float a, float b, Value& result) {
    switch (op) {
    case Op::Add: result = Value(a + b); return Verdict::done;
    case Op::Sub: result = Value(a - b); return Verdict::done;
    case Op::Mult: result = Value(a * b); return Verdict::done;
    case Op::Div: result = Value(a / b); return Verdict::done;
    case Op::Mod: result = Value(std::fmod(a, b)); return Verdict::done;
    case Op::Pow: result = Value(std::pow(a, b)); return Verdict::done;
    default: return compare(op, a, b, result);
    }
}

Verdict booleans(Op op, bool a, bool b, Value& result) {
    switch (op) {
    case Op::Eq: result = Value(a == b); return Verdict::done;
    case Op::Neq: result = Value(a != b); return Verdict::done;
    case Op::And: result = Value(a && b); return Verdict::done;
    case Op::Or: result = Value(a || b); return Verdict::done;
    case Op::Xor: result = Value(a != b); return Verdict::done;
    default: return Verdict::wrong_type;
    }
}

Verdict vectors(Op op, const Vector3& a, const Value& right, Value& result) {
    if (right.is(Type::vector)) {
        const Vector3 b = right.vector();
        switch (op) {
        case Op::Add: result = Value(Vector3{a.x + b.x, a.y + b.y, a.z + b.z}); return Verdict::done;
        case Op::Sub: result = Value(Vector3{a.x - b.x, a.y - b.y, a.z - b.z}); return Verdict::done;
        case Op::Or: result = Value(a.x * b.x + a.y * b.y + a.z * b.z); return Verdict::done; // dot product
        case Op::Xor:                                                                         // cross product
            result = Value(Vector3{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x});
            return Verdict::done;
        default: return Verdict::wrong_type;
        }
    }
    if (!is_number(right.type())) return Verdict::wrong_type;
    const float scale = number(right);
    if (op == Op::Mult)
        result = Value(Vector3{a.x * scale, a.y * scale, a.z * scale});
    else if (op == Op::Div)
        result = Value(Vector3{a.x / scale, a.y / scale, a.z / scale});
    else
        return Verdict::wrong_type;
    return Verdict::done;
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
    case Type::object: // `return false` from a function that gives an object (reference 5.1)
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

Verdict binary(Op op, const Value& a, const Value& b, Value& result, const Host& host) {
    switch (a.type()) {
    case Type::integer:
        if (b.is(Type::integer)) return integers(op, a.integer(), b.integer(), result);
        if (b.is(Type::boolean)) return integers(op, a.integer(), b.boolean() ? 1 : 0, result);
        if (b.is(Type::real)) return reals(op, static_cast<float>(a.integer()), b.real(), result);
        if (b.is(Type::string) && op == Op::Add) {
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
        if (op == Op::Add) {
            Value joined = a;
            const Verdict verdict = append(joined, b, host);
            if (verdict == Verdict::done) result = std::move(joined);
            return verdict;
        }
        if (!b.is(Type::string) || (op != Op::Eq && op != Op::Neq)) return Verdict::wrong_type;
        result = Value((a.text() == b.text()) == (op == Op::Eq));
        return Verdict::done;
    case Type::object:
        if (!b.is(Type::object) || (op != Op::Eq && op != Op::Neq)) return Verdict::wrong_type;
        result = Value((a.object() == b.object()) == (op == Op::Eq));
        return Verdict::done;
    default: return Verdict::wrong_type;
    }
}

Verdict unary(Op op, const Value& a, Value& result) {
    switch (op) {
    case Op::NullEq:
    case Op::NullNeq:
        if (!a.is(Type::object)) return Verdict::wrong_type;
        result = Value(static_cast<bool>(a.object()) == (op == Op::NullNeq));
        return Verdict::done;
    case Op::Neg:
        if (a.is(Type::integer))
            result = Value(wrap(0U - bits(a.integer())));
        else if (a.is(Type::real))
            result = Value(-a.real());
        else if (a.is(Type::vector))
            result = Value(Vector3{-a.vector().x, -a.vector().y, -a.vector().z});
        else
            return Verdict::wrong_type;
        return Verdict::done;
    case Op::Not: {
        bool condition = false;
        if (a.is(Type::string)) return Verdict::wrong_type;
        const Verdict verdict = truth(a, condition);
        if (verdict == Verdict::done) result = Value(!condition);
        return verdict;
    }
    case Op::CString: {
        if (!a.is(Type::integer)) return Verdict::wrong_type;
        const auto unit = static_cast<std::uint16_t>(bits(a.integer()));
        const std::array<std::byte, 2> bytes{static_cast<std::byte>(unit & 0xFFU),
                                             static_cast<std::byte>(unit >> 8U)};
        result = Value(std::string_view(utf16le_to_wtf8(bytes)));
        return Verdict::done;
    }
    default: break;
    }
    if (!is_number(a.type())) return Verdict::wrong_type;
    const float x = number(a);
    switch (op) {
    case Op::Sqrt: result = Value(std::sqrt(x)); break;
    case Op::Sin: result = Value(std::sin(x)); break;
    case Op::Cos: result = Value(std::cos(x)); break;
    case Op::ASin: result = Value(std::asin(x)); break;
    default: return Verdict::wrong_type;
    }
    return Verdict::done;
}

std::string_view operator_text(Op op) noexcept {
    static constexpr std::array<std::string_view, 18> names{
        "+",  "-", "*", "/",  "%",  "&",       "|",       "^",        "==",
        "!=", "<", ">", "<=", ">=", "== null", "!= null", "negation", "not"};
    const int index = static_cast<int>(op) - static_cast<int>(Op::Add);
    if (index >= 0 && index < static_cast<int>(names.size())) return names[static_cast<std::size_t>(index)];
    switch (op) {
    case Op::Sqrt: return "square root";
    case Op::Sin: return "sine";
    case Op::Cos: return "cosine";
    case Op::ASin: return "arc sine";
    case Op::Pow: return "power";
    case Op::CString: return "character to text";
    default: return "operator";
    }
}

} // namespace vellum::pathologic
