// Values known at compile time: property defaults, trigger filters, periods. Follows the run-time rules
// exactly, except that what would fault at run time is simply not constant.
#include <bit>
#include <cmath>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"

namespace vellum::skrit {

namespace {

std::int32_t as_int(const Folded& value) { return static_cast<std::int32_t>(value.bits); }
float as_float(const Folded& value) {
    return value.kind == TypeKind::real ? std::bit_cast<float>(value.bits)
                                        : static_cast<float>(as_int(value));
}
Folded integer(std::int64_t value) { return {TypeKind::integer, static_cast<std::uint32_t>(value), {}}; }
Folded real(float value) { return {TypeKind::real, std::bit_cast<std::uint32_t>(value), {}}; }
Folded boolean(bool value) { return {TypeKind::boolean, value ? 1U : 0U, {}}; }

template <class T> bool compare(Tok op, const T& a, const T& b, Folded& out) {
    switch (op) {
    case Tok::equal: out = boolean(a == b); return true;
    case Tok::not_equal: out = boolean(a != b); return true;
    case Tok::less: out = boolean(a < b); return true;
    case Tok::less_equal: out = boolean(a <= b); return true;
    case Tok::greater: out = boolean(a > b); return true;
    case Tok::greater_equal: out = boolean(a >= b); return true;
    default: return false;
    }
}

bool fold_integers(Tok op, std::int32_t a, std::int32_t b, Folded& out) {
    const auto wide = static_cast<std::int64_t>(a);
    switch (op) {
    case Tok::plus: out = integer(wide + b); return true;
    case Tok::minus: out = integer(wide - b); return true;
    case Tok::star: out = integer(wide * b); return true;
    case Tok::slash:
        if (b == 0) return false;
        out = integer(wide / b);
        return true;
    case Tok::percent:
        if (b == 0) return false;
        out = integer(wide % b);
        return true;
    case Tok::bar: out = integer(a | b); return true;
    case Tok::caret: out = integer(a ^ b); return true;
    case Tok::ampersand: out = integer(a & b); return true;
    case Tok::and_and: out = boolean(a != 0 && b != 0); return true;
    case Tok::or_or: out = boolean(a != 0 || b != 0); return true;
    default: return compare(op, a, b, out);
    }
}

bool fold_reals(Tok op, float a, float b, Folded& out) {
    switch (op) {
    case Tok::plus: out = real(a + b); return true;
    case Tok::minus: out = real(a - b); return true;
    case Tok::star: out = real(a * b); return true;
    case Tok::slash: out = real(a / b); return true;
    case Tok::percent: out = real(std::fmod(a, b)); return true;
    case Tok::approx_equal: out = boolean(std::fabs(a - b) < 0.00001F); return true;
    default: return compare(op, a, b, out);
    }
}

} // namespace

bool Builder::fold(NodeId id, Folded& value) {
    const Node& at = node(id);
    switch (at.kind) {
    case NodeKind::integer: value = {at.type.kind, at.a, {}}; return true;
    case NodeKind::real: value = {TypeKind::real, at.a, {}}; return true;
    case NodeKind::boolean: value = boolean(at.a != 0); return true;
    case NodeKind::string: value = {TypeKind::string, 0, text_of_string(at)}; return true;
    case NodeKind::null: value = {kind_null, 0, {}}; return true;
    case NodeKind::name:
        if (at.type.kind != TypeKind::enumeration || at.op != 1) return false;
        value = {TypeKind::integer, at.ref, {}};
        return true;
    case NodeKind::unary: {
        Folded inner;
        if (!fold(at.a, inner) || inner.kind == TypeKind::string || inner.kind == kind_null) return false;
        switch (static_cast<Tok>(at.op)) {
        case Tok::minus:
            value =
                inner.kind == TypeKind::real ? real(-as_float(inner)) : integer(-std::int64_t{as_int(inner)});
            return true;
        case Tok::plus: value = inner; return true;
        case Tok::bang: value = boolean(inner.bits == 0); return inner.kind != TypeKind::real;
        case Tok::tilde: value = integer(~as_int(inner)); return inner.kind != TypeKind::real;
        default: return false;
        }
    }
    case NodeKind::binary: {
        Folded left;
        Folded right;
        if (!fold(at.a, left) || !fold(at.b, right)) return false;
        if (left.kind == kind_null || right.kind == kind_null) return false;
        const auto op = static_cast<Tok>(at.op);
        if (left.kind == TypeKind::string || right.kind == TypeKind::string) {
            if (left.kind != right.kind) return false;
            if (op == Tok::plus) {
                value = {TypeKind::string, 0, left.text + right.text};
                return true;
            }
            if (op == Tok::approx_equal) {
                value = boolean(same_name(left.text, right.text));
                return true;
            }
            return compare(op, left.text, right.text, value);
        }
        if (op == Tok::star_star) return false; // rare enough to be left to the machine
        if (left.kind == TypeKind::real || right.kind == TypeKind::real || op == Tok::approx_equal)
            return fold_reals(op, as_float(left), as_float(right), value);
        return fold_integers(op, as_int(left), as_int(right), value);
    }
    case NodeKind::ternary: {
        Folded condition;
        if (!fold(at.a, condition) || condition.kind == TypeKind::real || condition.kind == TypeKind::string)
            return false;
        if (!fold(condition.bits != 0 ? at.b : at.c, value)) return false;
        if (at.type.kind == TypeKind::real && value.kind != TypeKind::real) value = real(as_float(value));
        return true;
    }
    case NodeKind::cast: {
        Folded inner;
        if (!fold(at.a, inner) || inner.kind == TypeKind::string || inner.kind == kind_null) return false;
        switch (static_cast<TypeKind>(at.op)) {
        case TypeKind::real: value = real(as_float(inner)); return true;
        case TypeKind::boolean: value = boolean(inner.bits != 0); return inner.kind != TypeKind::real;
        default:
            if (inner.kind == TypeKind::real) {
                const float number = as_float(inner);
                if (!(number > -2147483904.0F && number < 2147483648.0F)) return false;
                value = integer(static_cast<std::int64_t>(number));
            } else
                value = integer(as_int(inner));
            return true;
        }
    }
    default: return false;
    }
}

/// Folds, converts to the type and makes a table entry. The expression has been analysed and coerced.
bool Builder::constant(NodeId id, ExportType type, Constant& out) {
    Folded value;
    if (!fold(id, value)) return false;
    out.type = type_index(type);
    switch (type.kind) {
    case TypeKind::string:
        if (value.kind != TypeKind::string) return false;
        out.bits = string_offset(value.text);
        return true;
    case TypeKind::real:
        if (value.kind == TypeKind::string || value.kind == kind_null) return false;
        out.bits = std::bit_cast<std::uint32_t>(as_float(value));
        return true;
    case TypeKind::boolean:
        if (value.kind == TypeKind::string || value.kind == TypeKind::real) return false;
        out.bits = value.bits != 0 ? 1 : 0;
        return true;
    default:
        if (value.kind == TypeKind::string) return false;
        if (value.kind == TypeKind::real) {
            const float number = as_float(value);
            if (!(number > -2147483904.0F && number < 2147483648.0F)) return false;
            out.bits = static_cast<std::uint32_t>(static_cast<std::int64_t>(number));
        } else
            out.bits = value.bits;
        return true;
    }
}

Constant Builder::zero_of(ExportType type) {
    return {type_index(type), type.kind == TypeKind::string ? string_offset("") : 0};
}

} // namespace vellum::skrit
