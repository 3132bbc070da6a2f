// See the header.
#include "engines/skrit/decompile/values_printer.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "base/ascii.hpp"
#include "engines/skrit/source/texts.hpp"

namespace vellum::skrit::decompile {

namespace {

constexpr int choice_level = 0, power_level = 10, prefix_level = 11, member_level = 12;

struct Operator {
    std::string_view text;
    int level = 0;
    bool assigns = false;
};

/// By the first opcode of each; variants of comparisons stand behind one another.
Operator operator_of(Op op) {
    const auto in = [op](Op first, Op last) { return op >= first && op <= last; };
    if (op == Op::ORIB) return {"||", 1};
    if (op == Op::ANDIB) return {"&&", 2};
    if (op == Op::BORI) return {"|", 3, true};
    if (op == Op::BXORI) return {"^", 4, true};
    if (op == Op::BANDI) return {"&", 5, true};
    if (in(Op::ISEQUALI, Op::ISEQUALC)) return {"==", 6};
    if (in(Op::ISNOTEQUALI, Op::ISNOTEQUALC)) return {"!=", 6};
    if (in(Op::ISAPPROXEQUALF, Op::ISAPPROXEQUALC)) return {"~=", 6};
    if (in(Op::ISGREATERI, Op::ISGREATERC)) return {">", 7};
    if (in(Op::ISLESSI, Op::ISLESSC)) return {"<", 7};
    if (in(Op::ISGREATEREQUALI, Op::ISGREATEREQUALC)) return {">=", 7};
    if (in(Op::ISLESSEQUALI, Op::ISLESSEQUALC)) return {"<=", 7};
    if (in(Op::ADDI, Op::ADDCC)) return {"+", 8, true};
    if (in(Op::SUBTRACTI, Op::SUBTRACTF)) return {"-", 8, true};
    if (in(Op::MULTIPLYI, Op::MULTIPLYF)) return {"*", 9, true};
    if (in(Op::DIVIDEI, Op::DIVIDEF)) return {"/", 9, true};
    if (in(Op::MODULOI, Op::MODULOF)) return {"%", 9, true};
    return {"**", power_level, true};
}

/// A number that only a float would be written as, where nothing says what it is.
bool looks_real(std::uint32_t bits) {
    const float value = std::fabs(std::bit_cast<float>(bits));
    return value > 1e-6F && value < 1e9F;
}

/// Names whose getter is written with parentheses (compile/calls.cpp).
bool reads_as_question(std::string_view name) {
    for (const std::string_view prefix : {"is", "has", "can", "does", "get", "was", "are"})
        if (lower_case(name.substr(0, prefix.size())) == prefix) return true;
    return false;
}

} // namespace

ValuesPrinter::ValuesPrinter(const Unit& unit, const Tree& tree, const Types& types, const Exports& exports,
                             Exports* made_up, TextWriter& out)
    : unit_(unit), tree_(tree), types_(types), exports_(exports), made_up_(made_up), out_(out) {
    for (const Import& import : unit.imports) {
        if (!import.parameters.empty()) continue;
        asked_.insert(lower_case(import.name));
        asked_.insert(lower_case(import.owner + "." + import.name));
    }
}

void ValuesPrinter::open(int level, int own) {
    if (level > own) out_.text("( ");
}
void ValuesPrinter::close(int level, int own) {
    if (level > own) out_.text(" )");
}

bool ValuesPrinter::is_conversion(ExprId id, Op op) const {
    return tree_.exprs[id].kind == ExprKind::convert && tree_.exprs[id].op == op;
}

// --- Constants
// -----------------------------------------------------------------------------------------------

void ValuesPrinter::integer(std::int32_t value, int level) {
    const int own = value < 0 ? prefix_level : member_level;
    open(level, own);
    out_.dec(static_cast<std::int64_t>(value));
    close(level, own);
}

void ValuesPrinter::real(std::uint32_t bits, int level) {
    const float value = std::bit_cast<float>(bits);
    const int own = std::signbit(value) ? prefix_level : member_level;
    if (std::isfinite(value)) {
        open(level, own);
        out_.real_bits(bits);
        return close(level, own);
    }
    out_.text(std::isnan(value) ? "( 0.0 / 0.0 )" : value < 0 ? "( -1.0 / 0.0 )" : "( 1.0 / 0.0 )");
}

/// Empty if it has none and none is made up.
const std::string& ValuesPrinter::constant_name(TypeIndex type, std::int32_t value) {
    const auto [entry, fresh] =
        constants_.try_emplace(std::uint64_t{type} << 32U | static_cast<std::uint32_t>(value));
    const std::uint32_t enumeration = fresh ? exports_.find_enum(types_.name(type)) : no_index;
    if (enumeration == no_index) return entry->second;
    for (const EnumConstant& constant : exports_.enum_at(enumeration).constants)
        if (constant.value == value && entry->second.empty()) entry->second = constant.name;
    for (const auto& [added, constant] : exports_.added_constants())
        if (added == enumeration && constant.value == value && entry->second.empty())
            entry->second = constant.name;
    if (!entry->second.empty() || made_up_ == nullptr) return entry->second;
    std::string name = types_.name(type);
    if (name.size() > 1 && name[0] == 'e') name.erase(0, 1);
    name = lower_case(name) + (value < 0 ? "_minus_" : "_") + std::to_string(std::abs(std::int64_t{value}));
    if (made_up_->add_constant(enumeration, {name, value})) entry->second = std::move(name);
    return entry->second;
}

void ValuesPrinter::bits(std::uint32_t value, TypeIndex type, int level) {
    switch (types_.kind(type)) {
    case TypeKind::real: return real(value, level);
    case TypeKind::boolean:
        if (value > 1) break;
        return out_.text(value != 0 ? "true" : "false");
    case TypeKind::string: return out_.text(quoted_text(unit_.string_at(value)));
    case TypeKind::enumeration:
        if (const std::string& known = constant_name(type, static_cast<std::int32_t>(value)); !known.empty())
            return out_.text(known);
        break;
    case TypeKind::pointer:
    case TypeKind::managed:
    case TypeKind::value:
        if (value != 0) break;
        return out_.text("null");
    default: break;
    }
    integer(static_cast<std::int32_t>(value), level);
}

void ValuesPrinter::constant(const Constant& value) { bits(value.bits, value.type, 0); }

void ValuesPrinter::number(const Expr& at, int level, TypeIndex wanted) {
    const TypeKind kind = types_.kind(wanted);
    if (at.wide || (at.op == Op::PUSH4 && (kind == TypeKind::real || (wanted == 0 && looks_real(at.value)))))
        return real(at.value, level);
    if (kind == TypeKind::real) return integer(static_cast<std::int32_t>(at.value), level);
    bits(at.value, wanted, level);
}

// --- Values
// --------------------------------------------------------------------------------------------------

void ValuesPrinter::print(ExprId id, int level, TypeIndex wanted, bool plain) {
    const Expr& at = tree_.exprs[id];
    switch (at.kind) {
    case ExprKind::constant: return number(at, level, wanted);
    case ExprKind::text: return out_.text(quoted_text(unit_.string_at(at.value)));
    case ExprKind::self:
        return out_.text(at.op == Op::PUSHTHIS ? "this" : at.op == Op::PUSHVM ? "vm" : "owner");
    case ExprKind::variable: return out_.text(tree_.variables[at.value].name);
    case ExprKind::call: return host_call(at, false);
    case ExprKind::script: out_.text(tree_.functions[at.value].name); return arguments(at);
    case ExprKind::unary: return unary(at, level);
    case ExprKind::binary: return binary(at, level, wanted);
    case ExprKind::convert: return cast(at, wanted);
    case ExprKind::upcast: return print(at.a, level, wanted, plain);
    case ExprKind::choice: return choice(at, level, wanted);
    }
}

/// The compiler converts to what is wanted.
void ValuesPrinter::converted(ExprId id, TypeIndex wanted, int level) {
    const TypeKind kind = types_.kind(wanted);
    const bool implied = (kind == TypeKind::real && is_conversion(id, Op::INTTOFLT)) ||
                         (kind == TypeKind::boolean && is_conversion(id, Op::INTTOBOO));
    if (!implied) return print(id, level, wanted);
    const ExprId inner = tree_.exprs[id].a;
    // A bool made of a bool has to be asked for.
    if (kind == TypeKind::boolean && types_.kind_of(inner) == TypeKind::boolean)
        return print(id, level, wanted);
    print(inner, level, Types::integer);
}

void ValuesPrinter::cast(const Expr& at, TypeIndex) {
    out_.text(at.op == Op::INTTOBOO ? "bool( " : at.op == Op::INTTOFLT ? "float( " : "int( ");
    print(at.a, 0, at.op == Op::FLTTOINT ? Types::real : Types::integer);
    out_.text(" )");
}

void ValuesPrinter::choice(const Expr& at, int level, TypeIndex wanted) {
    open(level, choice_level);
    print(at.a, choice_level + 1, Types::boolean, true);
    out_.text(" ? ");
    // Of two numbers the int becomes a float if the other is one.
    const bool first = is_conversion(at.b, Op::INTTOFLT), second = is_conversion(at.c, Op::INTTOFLT);
    const auto arm = [&](ExprId id, bool implied) {
        implied ? converted(id, Types::real, choice_level) : print(id, choice_level, wanted);
    };
    arm(at.b, first && !second);
    out_.text(" : ");
    arm(at.c, second);
    close(level, choice_level);
}

void ValuesPrinter::unary(const Expr& at, int level) {
    open(level, prefix_level);
    const Expr& inner = tree_.exprs[at.a];
    const bool negates = at.op == Op::NEGATEI || at.op == Op::NEGATEF;
    out_.ch(at.op == Op::NOTIB ? '!' : at.op == Op::BNOTI ? '~' : '-');
    // a reference is compared with null by itself
    if (at.op == Op::NOTIB && inner.kind == ExprKind::binary && inner.op == Op::ISNOTEQUALI &&
        is_reference(types_.kind_of(inner.a)) && tree_.exprs[inner.b].kind == ExprKind::constant) {
        print(inner.a, prefix_level, types_.of(inner.a));
        return close(level, prefix_level);
    }
    if (negates && inner.kind == ExprKind::constant) {
        // A minus in front of a literal would become part of it.
        const bool negative = static_cast<std::int32_t>(inner.value) < 0;
        out_.text(negative ? "( " : "( +");
        number(inner, 0, at.op == Op::NEGATEF ? Types::real : Types::integer);
        out_.text(" )");
    } else
        print(at.a, prefix_level,
              at.op == Op::NOTIB     ? Types::boolean
              : at.op == Op::NEGATEF ? Types::real
                                     : Types::integer);
    close(level, prefix_level);
}

void ValuesPrinter::binary(const Expr& at, int level, TypeIndex wanted) {
    const Operator known = operator_of(at.op);
    open(level, known.level);
    const bool power = known.level == power_level;
    operands(at, power ? prefix_level : known.level, power ? prefix_level : known.level + 1, wanted);
    close(level, known.level);
}

void ValuesPrinter::operands(const Expr& at, int left, int right, TypeIndex wanted) {
    const TypeIndex both = types_.operand(at);
    const auto between = [&] { out_.put(' ', operator_of(at.op).text, ' '); };
    if (both == Types::real) {
        const bool needs = at.op != Op::ISAPPROXEQUALF && is_conversion(at.a, Op::INTTOFLT) &&
                           is_conversion(at.b, Op::INTTOFLT);
        needs ? print(at.a, left, both) : converted(at.a, both, left);
        between();
        return right_operand(at, right, wanted);
    }
    if (at.op == Op::ISEQUALI || at.op == Op::ISNOTEQUALI || both == Types::integer) {
        const TypeKind one = types_.kind_of(at.a), other = types_.kind_of(at.b);
        const bool comparison = operator_of(at.op).level == 6 || operator_of(at.op).level == 7;
        if (comparison && one == TypeKind::boolean && other == TypeKind::boolean) {
            out_.text("int( ");
            print(at.a, 0, both);
            out_.text(" )");
        } else
            print(at.a, left, both != 0 ? both : beside(at.b));
        between();
        return right_operand(at, right, wanted);
    }
    print(at.a, left, both != 0 ? both : integers_of(at, wanted));
    between();
    right_operand(at, right, wanted);
}

/// What the operators of integers are given: two bools make a bool.
TypeIndex ValuesPrinter::integers_of(const Expr& at, TypeIndex wanted) const {
    const bool logic = at.op == Op::ANDIB || at.op == Op::ORIB;
    return logic || types_.kind(wanted) == TypeKind::boolean ? Types::boolean : Types::integer;
}

/// What a constant is that ISEQUALI or ISNOTEQUALI compares with that: a bool would be compared as one.
TypeIndex ValuesPrinter::beside(ExprId other) const {
    const TypeIndex type = types_.of(other);
    return type == 0 || types_.kind(type) == TypeKind::boolean ? Types::integer : type;
}

void ValuesPrinter::right_operand(const Expr& at, int level, TypeIndex wanted) {
    const TypeIndex both = types_.operand(at);
    if (both == Types::real) return converted(at.b, both, level);
    if (at.op == Op::ISEQUALI || at.op == Op::ISNOTEQUALI) return print(at.b, level, beside(at.a));
    print(at.b, level, both != 0 ? both : integers_of(at, wanted));
}

bool ValuesPrinter::compound(std::uint32_t variable, ExprId value) {
    const Expr& at = tree_.exprs[value];
    if (at.kind != ExprKind::binary || !operator_of(at.op).assigns) return false;
    const Expr& left = tree_.exprs[at.a];
    if (left.kind != ExprKind::variable || left.value != variable) return false;
    out_.put(tree_.variables[variable].name, ' ', operator_of(at.op).text, "= ");
    right_operand(at, 0, tree_.variables[variable].type);
    return true;
}

// --- Calls
// ---------------------------------------------------------------------------------------------------

void ValuesPrinter::arguments(const Expr& at) {
    const std::span<const ExprId> list = tree_.arguments(at);
    out_.text(list.empty() ? "()" : "( ");
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i != 0) out_.text(", ");
        const bool variable = at.kind == ExprKind::call && i >= unit_.imports[at.value].parameters.size();
        value(list[i], variable ? Types::integer : types_.parameter(at, i)); // floats are known there
    }
    if (!list.empty()) out_.text(" )");
}

/// What stands in front of a member's name, with the dot.
void ValuesPrinter::owner_of(const Expr& at) {
    const Import& import = unit_.imports[at.value];
    const bool of_class = at.a != none && tree_.exprs[at.a].kind == ExprKind::constant; // null stands for it
    if (at.a != none && !of_class)
        print(at.a, member_level, 0);
    else if (at.b != none)
        print(at.b, member_level, 0);
    else if (at.c != none)
        out_.text(types_.name(unit_.upcasts[at.c].from));
    else if (import.owner.empty())
        return;
    else
        out_.text(import.owner);
    out_.ch('.');
}

/// `object.Member` asks the getter: no function without parameters has that name.
bool ValuesPrinter::is_property(const Expr& at, std::string_view member) const {
    const Import& import = unit_.imports[at.value];
    if (import.owner.empty() || member.empty() || member[0] < 'A' || member[0] > 'Z' ||
        reads_as_question(member))
        return false;
    if (asked_.contains(lower_case(member))) return false;
    const TypeIndex type = at.a != none ? types_.of(at.a) : TypeIndex{0};
    std::uint32_t owner = exports_.find_class(type != 0 ? types_.name(type) : import.owner);
    std::vector<std::uint32_t> found;
    for (int steps = 0; owner != no_index && steps < 64; ++steps) {
        exports_.find_functions(owner, member, found);
        owner = exports_.class_at(owner).base;
    }
    return found.empty();
}

bool ValuesPrinter::has_getter(const Expr& setter) const {
    const Import& import = unit_.imports[setter.value];
    const std::string wanted = "Get" + import.name.substr(3);
    if (asked_.contains(lower_case(import.owner + "." + wanted))) return true;
    const std::uint32_t owner = exports_.find_class(import.owner);
    std::vector<std::uint32_t> found;
    if (owner != no_index) exports_.find_functions(owner, wanted, found);
    return std::ranges::any_of(
        found, [&](std::uint32_t index) { return exports_.function_at(index).parameters.empty(); });
}

void ValuesPrinter::host_call(const Expr& at, bool statement) {
    const std::string_view name = unit_.imports[at.value].name;
    owner_of(at);
    if (!statement && at.count == 0 && name.starts_with("Get") && is_property(at, name.substr(3)))
        return out_.text(name.substr(3));
    out_.text(name);
    arguments(at);
}

void ValuesPrinter::call(ExprId id) {
    const Expr& at = tree_.exprs[id];
    if (at.kind != ExprKind::call) return print(id, 0, types_.of(id) != 0 ? types_.of(id) : Types::integer);
    const Import& import = unit_.imports[at.value];
    if (at.count != 1 || import.variadic || !import.name.starts_with("Set") ||
        !is_property(at, std::string_view(import.name).substr(3)) || !has_getter(at))
        return host_call(at, true);
    owner_of(at);
    out_.put(std::string_view(import.name).substr(3), " = ");
    value(tree_.arguments(at)[0], types_.parameter(at, 0));
}

void ValuesPrinter::combined(ExprId setter, ExprId object) {
    const Expr& at = tree_.exprs[setter];
    ExprId value = tree_.arguments(at)[0];
    while (tree_.exprs[value].kind == ExprKind::convert) value = tree_.exprs[value].a;
    const Expr& binary = tree_.exprs[value];
    print(object, member_level, 0);
    out_.put('.', std::string_view(unit_.imports[at.value].name).substr(3), ' ', operator_of(binary.op).text,
             "= ");
    right_operand(binary, 0, types_.of(value));
}

} // namespace vellum::skrit::decompile
