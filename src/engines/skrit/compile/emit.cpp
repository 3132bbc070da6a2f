// Code of expressions (docs/engines/skrit.md, "P-code"). Everything was analysed: types are settled and
// conversions known to exist.
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"

namespace vellum::skrit {

namespace {

constexpr Op by_type(TypeKind kind, Op integer, Op real) { return kind == TypeKind::real ? real : integer; }

/// The comparison opcodes of one operator: I, F, B, S, C in that order.
Op comparison_op(Tok op, std::size_t variant) {
    const auto from = [&](Op first) { return static_cast<Op>(static_cast<std::size_t>(first) + variant); };
    switch (op) {
    case Tok::equal: return from(Op::ISEQUALI);
    case Tok::not_equal: return from(Op::ISNOTEQUALI);
    case Tok::greater: return from(Op::ISGREATERI);
    case Tok::less: return from(Op::ISLESSI);
    case Tok::greater_equal: return from(Op::ISGREATEREQUALI);
    default: return from(Op::ISLESSEQUALI);
    }
}

} // namespace

// --- Bytes
// ----------------------------------------------------------------------------------------------------

void Builder::op(Op op) {
    if (in_.dry) return;
    unit_.bytes.push_back(static_cast<std::byte>(op));
}

void Builder::op_u16(Op op, std::uint32_t operand) {
    if (in_.dry) return;
    unit_.bytes.push_back(static_cast<std::byte>(op));
    unit_.bytes.push_back(static_cast<std::byte>(operand & 0xFFU));
    unit_.bytes.push_back(static_cast<std::byte>((operand >> 8U) & 0xFFU));
}

std::size_t Builder::branch(Op op) {
    if (in_.dry) return 0;
    op_u16(op, 0);
    return unit_.bytes.size() - 2;
}

/// Offsets count from behind the branch. Too long ones are reported once, for the function.
void Builder::patch_here(std::size_t place) {
    if (in_.dry) return;
    const std::size_t offset = unit_.bytes.size() - (place + 2);
    if (offset > 0x7FFF) too_long_ = true;
    unit_.bytes[place] = static_cast<std::byte>(offset & 0xFFU);
    unit_.bytes[place + 1] = static_cast<std::byte>((offset >> 8U) & 0xFFU);
}

void Builder::branch_back(std::size_t target) {
    if (in_.dry) return;
    const std::size_t place = branch(Op::BRANCH);
    const std::size_t distance = place + 2 - target;
    if (distance > 0x8000) too_long_ = true;
    const std::size_t offset = (0x10000 - distance) & 0xFFFFU;
    unit_.bytes[place] = static_cast<std::byte>(offset & 0xFFU);
    unit_.bytes[place + 1] = static_cast<std::byte>((offset >> 8U) & 0xFFU);
}

void Builder::push_integer(std::int32_t value) {
    if (in_.dry) return;
    const auto bits = static_cast<std::uint32_t>(value);
    if (value >= -0x80 && value <= 0x7F) {
        op(Op::PUSH1);
        unit_.bytes.push_back(static_cast<std::byte>(bits & 0xFFU));
    } else if (value >= -0x8000 && value <= 0x7FFF)
        op_u16(Op::PUSH2, bits & 0xFFFFU);
    else
        push_real(bits);
}

void Builder::push_real(std::uint32_t bits) {
    if (in_.dry) return;
    op(Op::PUSH4);
    for (unsigned shift = 0; shift < 32; shift += 8)
        unit_.bytes.push_back(static_cast<std::byte>((bits >> shift) & 0xFFU));
}

void Builder::push_text(std::string_view text) {
    if (in_.dry) return;
    push_integer(static_cast<std::int32_t>(string_offset(text)));
    op(Op::OFFTOPCC);
}

void Builder::load(ExportType type, std::uint16_t slot, Cell text) {
    switch (store_of(type.kind)) {
    case Store::general: op_u16(Op::LOADVAR, slot); break;
    case Store::text: op_u16(text == Cell::text ? Op::LOADCSTR : Op::LOADSTR, slot); break;
    case Store::handle: op_u16(Op::LOADHDL, slot); break;
    }
}

// --- Conversions
// ----------------------------------------------------------------------------------------------

void Builder::convert_text(Cell from, Cell to) {
    if (from == Cell::text && to == Cell::string) op(Op::CSTRTOSTR);
    if (from == Cell::string && to == Cell::text) op(Op::STRTOPCC);
}

void Builder::convert(ExportType from, ExportType to, Cell cell) {
    if (cell == Cell::string || cell == Cell::text) {
        convert_text(cell, Cell::string);
        return;
    }
    const TypeKind f = from.kind;
    switch (to.kind) {
    case TypeKind::boolean:
        if (f == TypeKind::integer || f == TypeKind::enumeration) op(Op::INTTOBOO);
        break;
    case TypeKind::real:
        if (f != TypeKind::real && cell == Cell::integer) op(Op::INTTOFLT);
        break;
    case TypeKind::integer:
    case TypeKind::enumeration:
        if (f == TypeKind::real) op(Op::FLTTOINT);
        break;
    case TypeKind::pointer:
        // a derived object as its base; handles and structures need no adjustment
        if (f == TypeKind::pointer && from.index != to.index && exports_.derives_from(from.index, to.index))
            op_u16(Op::BASEADJUST, upcast_of(from, to.index));
        break;
    default: break;
    }
}

void Builder::emit_as(NodeId id, ExportType to) {
    const Cell cell = emit(id);
    convert(node(id).type, to, cell);
}

/// A condition. References are compared with null, which also asks whether a handle's object is gone.
void Builder::emit_truth(NodeId id) {
    emit(id);
    if (!is_reference(node(id).type.kind)) return;
    push_integer(0);
    op(Op::ISNOTEQUALI);
}

// --- Expressions
// ----------------------------------------------------------------------------------------------

/// Leaves the value in the cell that is returned. For strings `text` says which of S and C is wanted;
/// literals are always C and results always S.
Cell Builder::emit(NodeId id, Cell text) {
    const Node& at = node(id);
    if (in_.dry) return cell_of(at.type.kind);
    switch (at.kind) {
    case NodeKind::integer:
    case NodeKind::boolean: push_integer(static_cast<std::int32_t>(at.a)); return Cell::integer;
    case NodeKind::real: push_real(at.a); return Cell::real;
    case NodeKind::string: push_text(text_of_string(at)); return Cell::text;
    case NodeKind::null: push_integer(0); return Cell::zero;
    case NodeKind::this_: op(Op::PUSHTHIS); return Cell::pointer;
    case NodeKind::vm: op(Op::PUSHVM); return Cell::pointer;
    case NodeKind::owner: op(Op::PUSHOWNER); return Cell::pointer;
    case NodeKind::macro: op_u16(Op::LOADVAR, macro_slots_[at.a]); return Cell::real;
    case NodeKind::user:
        if (at.op == 3) {
            emit_script_call(at.ref, {});
            return cell_of(at.type.kind);
        }
        load(at.type, static_cast<std::uint16_t>(at.ref), text);
        return store_of(at.type.kind) == Store::text ? text : cell_of(at.type.kind);
    case NodeKind::name:
        if (at.op == 1) {
            push_integer(static_cast<std::int32_t>(at.ref));
            return Cell::integer;
        }
        return emit_host_call(id, {}, no_node);
    case NodeKind::cast: {
        const ExportType to{static_cast<TypeKind>(at.op), no_index};
        emit_as(at.a, to);
        return cell_of(to.kind);
    }
    case NodeKind::unary: return emit_unary(at);
    case NodeKind::binary: return emit_binary(at);
    case NodeKind::ternary: return emit_ternary(at, text);
    case NodeKind::member: return emit_host_call(id, {}, at.a);
    case NodeKind::call: {
        const std::span<const NodeId> arguments = in_.tree.list(at);
        if (at.op == 3) {
            emit_script_call(at.ref, arguments);
            return cell_of(at.type.kind);
        }
        return emit_host_call(id, arguments, node(at.a).kind == NodeKind::member ? node(at.a).a : no_node);
    }
    default: push_integer(0); return Cell::integer; // reported; the unit will not be used
    }
}

Cell Builder::emit_unary(const Node& at) {
    const auto kind = static_cast<Tok>(at.op);
    const Node& inner = node(at.a);
    if (kind == Tok::minus && inner.kind == NodeKind::integer) {
        push_integer(static_cast<std::int32_t>(0U - inner.a));
        return Cell::integer;
    }
    if (kind == Tok::minus && inner.kind == NodeKind::real) {
        push_real(inner.a ^ 0x80000000U);
        return Cell::real;
    }
    if (kind == Tok::bang)
        emit_truth(at.a);
    else
        emit(at.a);
    switch (kind) {
    case Tok::bang: op(Op::NOTIB); break;
    case Tok::tilde: op(Op::BNOTI); break;
    case Tok::minus: op(by_type(at.type.kind, Op::NEGATEI, Op::NEGATEF)); break;
    default: break;
    }
    return cell_of(at.type.kind);
}

Cell Builder::emit_binary(const Node& at) {
    const auto kind = static_cast<Tok>(at.op);
    if (kind >= Tok::less && kind <= Tok::approx_equal) return emit_comparison(at);
    if (at.type.kind == TypeKind::string) {
        const bool left_text = emit(at.a) == Cell::text;
        const bool right_text = emit(at.b) == Cell::text;
        op(left_text ? (right_text ? Op::ADDCC : Op::ADDCS) : (right_text ? Op::ADDSC : Op::ADDSS));
        return Cell::string;
    }
    const bool real = at.type.kind == TypeKind::real;
    if (real) {
        emit_as(at.a, type_float);
        emit_as(at.b, type_float);
    } else if (kind == Tok::and_and || kind == Tok::or_or) {
        emit_truth(at.a);
        emit_truth(at.b);
    } else {
        emit(at.a);
        emit(at.b);
    }
    op(arithmetic_op(kind, real));
    return cell_of(at.type.kind);
}

/// All of integers and, where there are two, of floats.
Op Builder::arithmetic_op(Tok operation, bool real) {
    switch (operation) {
    case Tok::or_or: return Op::ORIB;
    case Tok::and_and: return Op::ANDIB;
    case Tok::bar: return Op::BORI;
    case Tok::caret: return Op::BXORI;
    case Tok::ampersand: return Op::BANDI;
    case Tok::plus: return real ? Op::ADDF : Op::ADDI;
    case Tok::minus: return real ? Op::SUBTRACTF : Op::SUBTRACTI;
    case Tok::star: return real ? Op::MULTIPLYF : Op::MULTIPLYI;
    case Tok::slash: return real ? Op::DIVIDEF : Op::DIVIDEI;
    case Tok::percent: return real ? Op::MODULOF : Op::MODULOI;
    default: return real ? Op::POWERF : Op::POWERI;
    }
}

Cell Builder::emit_comparison(const Node& at) {
    const auto kind = static_cast<Tok>(at.op);
    const Node& left = node(at.a);
    const Node& right = node(at.b);
    const TypeKind l = left.type.kind;
    const TypeKind r = right.type.kind;
    if (l == TypeKind::string && r == TypeKind::string) {
        // texts if one side is a literal, string objects otherwise
        const bool literal = left.kind == NodeKind::string || right.kind == NodeKind::string;
        const Cell want = literal ? Cell::text : Cell::string;
        convert_text(emit(at.a, want), want);
        convert_text(emit(at.b, want), want);
        if (kind == Tok::approx_equal)
            op(literal ? Op::ISAPPROXEQUALC : Op::ISAPPROXEQUALS);
        else
            op(comparison_op(kind, literal ? 4 : 3));
        return Cell::integer;
    }
    const bool real = l == TypeKind::real || r == TypeKind::real || kind == Tok::approx_equal;
    if (real) {
        emit_as(at.a, type_float);
        emit_as(at.b, type_float);
        op(kind == Tok::approx_equal ? Op::ISAPPROXEQUALF : comparison_op(kind, 1));
        return Cell::integer;
    }
    emit(at.a);
    emit(at.b);
    op(comparison_op(kind, l == TypeKind::boolean && r == TypeKind::boolean ? 2 : 0));
    return Cell::integer;
}

Cell Builder::emit_ternary(const Node& at, Cell text) {
    const bool string = at.type.kind == TypeKind::string;
    emit_truth(at.a);
    const std::size_t otherwise = branch(Op::BRANCHZERO);
    const auto arm = [&](NodeId id) {
        if (string)
            convert_text(emit(id, text), text);
        else
            emit_as(id, at.type);
    };
    arm(at.b);
    const std::size_t end = branch(Op::BRANCH);
    patch_here(otherwise);
    arm(at.c);
    patch_here(end);
    return string ? text : cell_of(at.type.kind);
}

// --- Calls
// ----------------------------------------------------------------------------------------------------

void Builder::emit_script_call(std::uint32_t function, std::span<const NodeId> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
        emit_as(arguments[i], scripts_[function].parameters[i]);
    op_u16(Op::CALLSKRIT, function);
}

void Builder::emit_arguments(const FunctionExport& function, std::span<const NodeId> arguments) {
    if (in_.dry) return;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Node& argument = node(arguments[i]);
        const bool fixed = i < function.parameters.size();
        if (fixed && !function.parameters[i].any) {
            const ExportParameter& parameter = function.parameters[i];
            if (parameter.type.kind != TypeKind::string) {
                emit_as(arguments[i], parameter.type);
                continue;
            }
            // a string that may be changed comes as string object, any other as text
            const Cell want = parameter.in_out ? Cell::string : Cell::text;
            convert_text(emit(arguments[i], want), want);
            continue;
        }
        const Cell cell = emit(arguments[i], Cell::text);
        if (argument.type.kind == TypeKind::string) convert_text(cell, Cell::text);
        if (!fixed && cell == Cell::real) op(Op::FLTTODBL);
    }
    if (function.variadic) push_integer(static_cast<std::int32_t>(arguments.size()));
}

void Builder::emit_receiver(NodeId object) {
    const Cell cell = emit(object);
    if (cell == Cell::handle) op(Op::HDLTOPTR);
}

void Builder::emit_call_op(std::uint32_t function, ExportType result, ExportType receiver,
                           bool has_receiver) {
    if (in_.dry) return;
    const FunctionExport& declaration = exports_.function_at(function);
    const std::uint32_t import = import_of(function, result);
    if (declaration.is_static) {
        op_u16(Op::CALL, import);
        return;
    }
    const bool base = receiver.index != no_index && receiver.index != declaration.owner;
    Op code = has_receiver ? Op::CALLMEMBER : Op::CALLSINGLETON;
    if (base) code = has_receiver ? Op::CALLMEMBERBASE : Op::CALLSINGLETONBASE;
    op_u16(code, import);
    if (!base) return;
    const std::uint32_t upcast = upcast_of(receiver, declaration.owner);
    unit_.bytes.push_back(static_cast<std::byte>(upcast & 0xFFU));
    unit_.bytes.push_back(static_cast<std::byte>((upcast >> 8U) & 0xFFU));
}

Cell Builder::emit_host_call(NodeId id, std::span<const NodeId> arguments, NodeId object) {
    const Node& at = node(id);
    if (at.op != 2) { // an assumed name that is settled in the next run
        push_integer(0);
        return Cell::integer;
    }
    const FunctionExport& function = exports_.function_at(at.ref);
    ExportType receiver{TypeKind::pointer, function.owner};
    bool has_receiver = false;
    if (object != no_node && node(object).op == 4 && node(object).kind == NodeKind::name) {
        // Class.f( ): a singleton's own class may derive from the one that declares the function
        receiver.index = in_.lookup.find_class(node(object).a);
        // a getter that may be static in the game, and is asked of no object otherwise
        has_receiver = !function.is_static && exports_.class_at(function.owner).kind != ClassKind::singleton;
        if (has_receiver) push_integer(0);
    } else if (object != no_node) {
        receiver = node(object).type;
        has_receiver = !function.is_static;
        if (function.is_static) { // object.StaticFunction( ): the object is evaluated for its effects only
            emit(object);
            op(Op::POP1);
        } else
            emit_receiver(object);
    }
    emit_arguments(function, arguments);
    emit_call_op(at.ref, at.type, receiver, has_receiver);
    return cell_of(at.type.kind);
}

} // namespace vellum::skrit
