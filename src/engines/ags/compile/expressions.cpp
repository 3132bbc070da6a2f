// Expressions. The operators of a piece of text outside of brackets make a tree by how tightly they bind, the
// right-most of equal ones on top; what the original does with a minus in front of something is kept exactly.
// Long chains of operators are worked off without recursion.
#include <charconv>
#include <cstring>

#include "base/number.hpp"
#include "engines/ags/compile/compiler.hpp"

namespace vellum::ags::compile {

namespace {
constexpr std::uint32_t no_node = ~0U;
constexpr std::uint32_t most_depth = 2000;
} // namespace

bool Compiler::find_expression_end(Until until, std::uint32_t begin, std::uint32_t& end) {
    std::int32_t depth = 0;
    for (end = begin; end < tokens_.size(); ++end) {
        const Kind what = token_kind(end);
        if (what == Kind::open_parenthesis) ++depth;
        if (what == Kind::close_parenthesis && --depth < 0 && until == Until::before_parenthesis) return true;
        if (depth != 0 || in_expression(what)) continue;
        const bool named =
            what == Kind::type && ((end > begin && token_kind(end - 1) == Kind::new_) ||
                                   (end + 1 < tokens_.size() && token_kind(end + 1) == Kind::dot));
        if (!named) return true;
    }
    return fail("end of input reached in middle of expression");
}

bool Compiler::expression_from(std::uint32_t begin, Until until) {
    std::uint32_t end = 0;
    if (!find_expression_end(until, begin, end)) return false;
    if (begin == end) return fail_about("PE01: Parse error at '%s'", tokens_[end].symbol);
    if (!expression(begin, end)) return false;
    jump_to_token(end);
    return true;
}

bool Compiler::expression(std::uint32_t begin, std::uint32_t end) {
    const std::size_t before = nodes_.size();
    std::uint32_t root = no_node;
    const bool done = gather(begin, end, root) && operation_tree(root, begin, end);
    nodes_.resize(before);
    return done;
}

bool Compiler::gather(std::uint32_t begin, std::uint32_t end, std::uint32_t& root) {
    // A tree over the operators, built along its right-most branch.
    std::vector<std::uint32_t>& branch = branch_;
    branch.clear();
    if (!spend(end - begin)) return false;
    std::int32_t depth = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        const Symbol& symbol = symbols_[tokens_[i].symbol];
        switch (symbol.kind) {
        case Kind::open_parenthesis:
        case Kind::open_bracket: ++depth; continue;
        case Kind::close_parenthesis:
        case Kind::close_bracket: --depth; continue;
        case Kind::operation:
        case Kind::new_: break;
        default: continue;
        }
        if (depth != 0) continue;
        Node node{i, no_node, no_node, symbol.level};
        while (!branch.empty()) {
            const std::uint8_t level = nodes_[branch.back()].level;
            if (level > node.level || (level == node.level && !settings_.left_to_right)) break;
            node.left = branch.back();
            branch.pop_back();
        }
        const auto number = static_cast<std::uint32_t>(nodes_.size());
        if (!branch.empty()) nodes_[branch.back()].right = number;
        nodes_.push_back(node);
        branch.push_back(number);
    }
    root = branch.empty() ? no_node : branch.front();
    return true;
}

bool Compiler::operation_tree(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
    if (++depth_ > most_depth) return fail("the expression is nested too deeply");
    const std::size_t base = waiting_.size();
    const bool done = descend(node, begin, end) && unwind(base);
    waiting_.resize(base);
    --depth_;
    return done;
}

bool Compiler::descend(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
    while (true) {
        if (begin == end) return fail("Empty sub-expression?");
        if (node == no_node) return operand(begin, end);
        const Node top = nodes_[node];
        focus_ = top.place;
        const SymbolId operation = tokens_[top.place].symbol;
        if (top.place == begin) {
            if (operation == word::minus && begin + 1 < end && token_kind(begin + 1) == Kind::integer) {
                if (end - begin == 2) return operand(begin, end);
                // The literal takes its minus; what binds the rest is looked for behind it.
                if (!gather(begin + 1, end, node)) return false;
                if (node == no_node) return operand(begin, end);
                continue;
            }
            if (kind(operation) == Kind::new_) return new_object(begin, end);
            if (operation != word::minus && operation != word::negate)
                return fail_about("Parse error: unexpected operator '%s'", operation);
            if (begin + 1 == end) return fail_about("parse error at '%s'", operation);
            waiting_.push_back({operation, true, false, no_node, 0, 0, top.place});
            node = top.right;
            ++begin;
            continue;
        }
        Waiting waiting{operation, false, false, top.right, top.place + 1, end, top.place};
        std::uint32_t left = top.left;
        if (operation == word::minus && token_kind(top.place - 1) == Kind::operation) {
            if (top.place - begin == 1) return fail_about("parse error at '%s'", tokens_[begin].symbol);
            const Node before = nodes_[top.left];
            waiting.operation = tokens_[before.place].symbol;
            waiting.place = before.place;
            waiting.begin = before.place + 1;
            waiting.gathered = true; // anew, from the whole right side
            left = before.left;
        }
        if (waiting.operation == word::negate || kind(waiting.operation) == Kind::new_)
            return fail_about("Invalid use of operator '%s'", waiting.operation);
        waiting_.push_back(waiting);
        node = left;
        end = waiting.place;
    }
}

bool Compiler::unwind(std::size_t base) {
    while (waiting_.size() > base) {
        const Waiting waiting = waiting_.back();
        waiting_.pop_back();
        if (waiting.unary) {
            focus_ = waiting.place;
            Op opcode = Op::null;
            if (!operator_for(waiting.operation, ax_type_, ax_type_, opcode)) return false;
            if (waiting.operation == word::negate) {
                code_.write(Op::notreg, reg_ax);
                ax_type_ = {word::int_};
            } else {
                code_.write(Op::littoreg, reg_bx, 0);
                code_.write(opcode, reg_bx, reg_ax);
                code_.write(Op::regtoreg, reg_bx, reg_ax);
            }
            ax_local_ = false;
            continue;
        }
        if (waiting.begin == waiting.end) {
            focus_ = waiting.place;
            return fail_about("Parse error: invalid use of operator '%s'", waiting.operation);
        }
        std::int32_t jump = -1;
        if (waiting.operation == word::logical_and) jump = code_.jump(Op::jz);
        if (waiting.operation == word::logical_or) jump = code_.jump(Op::jnz);
        const Type left = ax_type_;
        push(reg_ax);
        if (!(waiting.gathered ? expression(waiting.begin, waiting.end)
                               : operation_tree(waiting.node, waiting.begin, waiting.end)))
            return false;
        focus_ = waiting.place;
        if (!convertible(left, ax_type_, false)) return false;
        Op opcode = Op::null;
        if (!operator_for(waiting.operation, left, ax_type_, opcode)) return false;
        pop(reg_bx);
        code_.write(opcode, reg_bx, reg_ax);
        code_.write(Op::regtoreg, reg_bx, reg_ax);
        if (jump >= 0) code_.aim(jump, code_.size());
        // A comparison is an int for what follows, though floats leave 1.0 there.
        if (symbols_[waiting.operation].level >= symbols_[word::equal].level) ax_type_ = {word::int_};
        ax_local_ = false;
    }
    return true;
}

bool Compiler::operand(std::uint32_t begin, std::uint32_t end) {
    focus_ = begin;
    const SymbolId id = tokens_[begin].symbol;
    const Symbol& symbol = symbols_[id];
    const std::string_view leftover = "Parse error in expr near '%s'";
    ax_local_ = false;
    switch (symbol.kind) {
    case Kind::undefined: return fail_unknown("undefined symbol '" + std::string(symbol.name) + "'", id);
    case Kind::operation: { // a minus and a literal
        if (end - begin != 2) return fail_about(leftover, tokens_[begin + 1].symbol);
        std::int32_t value = 0;
        if (!integer_value(tokens_[begin + 1].symbol, true, value)) return false;
        if (settings_.folded_negatives || value >= 0) {
            code_.write(Op::littoreg, reg_ax, value);
        } else {
            code_.write(Op::littoreg, reg_ax,
                        static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(value)));
            code_.write(Op::littoreg, reg_bx, 0);
            code_.write(Op::subreg, reg_bx, reg_ax);
            code_.write(Op::regtoreg, reg_bx, reg_ax);
        }
        ax_type_ = {word::int_};
        return true;
    }
    case Kind::open_parenthesis: return bracketed(begin, end);
    case Kind::integer:
    case Kind::real:
    case Kind::text:
    case Kind::constant:
    case Kind::null:
        if (end - begin != 1) return fail_about(leftover, id);
        return literal(id);
    case Kind::global:
    case Kind::local:
    case Kind::function:
    case Kind::type: {
        if (symbol.kind == Kind::type && begin + 1 == end)
            return fail("static non-property access: internal error");
        const std::size_t before = clauses_.size();
        Path path;
        std::uint32_t at = begin;
        if (!read_path(at, end, path)) return false;
        if (path.call) {
            if (at == end || token_kind(at) != Kind::open_parenthesis) return fail("expected '('");
            std::uint32_t close = 0;
            if (!closing(at, end, close)) return fail_about(leftover, id);
            if (close + 1 != end) {
                focus_ = close + 1;
                if (path.count > 1 && token_kind(close + 1) == Kind::dot)
                    return fail("structure required on left side of '.'");
                return fail("expected semicolon after ')'");
            }
            if (!call(path, at + 1, close)) return false;
        } else {
            if (at != end) return fail_about(leftover, id);
            if (!load(path)) return false;
        }
        clauses_.resize(before);
        return true;
    }
    default:
        if (end - begin != 1) return fail_about(leftover, id);
        return fail_about("read/write ax called with non-variable parameter ('%s')", id);
    }
}

bool Compiler::bracketed(std::uint32_t begin, std::uint32_t end) {
    std::uint32_t close = 0;
    bool stripped = false;
    while (token_kind(begin) == Kind::open_parenthesis) { // any number of pairs around the same thing
        if (!spend(end - begin)) return false;
        if (!closing(begin, end, close)) return fail("Bracketed expression not terminated");
        if (close == begin + 1) return fail("Empty bracketed expression");
        if (close + 1 < end) break;
        ++begin;
        --end;
        stripped = true;
    }
    if (stripped) return expression(begin, end);
    return expression(begin + 1, close) && fail("Parse error: operator expected");
}

bool Compiler::literal(SymbolId id) {
    const Symbol& symbol = symbols_[id];
    std::int32_t value = symbol.offset;
    ax_type_ = symbol.type;
    switch (symbol.kind) {
    case Kind::text: code_.load_fixed(reg_ax, value, FixupType::string); return true;
    case Kind::integer:
        if (!integer_value(id, false, value)) return false;
        ax_type_ = {word::int_};
        break;
    case Kind::real: {
        const float number = real_value(id);
        std::memcpy(&value, &number, sizeof value);
        ax_type_ = {word::float_};
        break;
    }
    case Kind::null:
        value = 0;
        ax_type_ = {word::null, 1, 0, 0};
        break;
    default: break;
    }
    code_.write(Op::littoreg, reg_ax, value);
    return true;
}

bool Compiler::new_object(std::uint32_t begin, std::uint32_t end) {
    const SymbolId id = begin + 1 < end ? tokens_[begin + 1].symbol : source::no_symbol;
    if (kind(id) != Kind::type) return fail("expected type after 'new'");
    const Symbol& type = symbols_[id];
    // Whatever else stands behind the type is not looked at, "(1, 2)" for instance.
    constexpr std::uint32_t shortest_array = 5; // new T [ n ]
    if (end - begin >= shortest_array && token_kind(begin + 2) == Kind::open_bracket &&
        token_kind(end - 1) == Kind::close_bracket) {
        const bool managed = type.has(source::is_managed);
        if (type.has(source::is_struct) && !managed)
            return fail("cannot create dynamic array of unmanaged struct");
        if (!expression(begin + 3, end - 1)) return false;
        if (symbols_[id].name.empty() || ax_type_.handle() || ax_type_.is(word::float_) || is_text(ax_type_))
            return fail("array size must be an int");
        code_.write(Op::newarray, reg_ax, managed ? 4 : symbols_[id].size, managed ? 1 : 0);
        ax_type_ = {id, managed ? 1U : 0U, 0, 1};
        ax_local_ = false;
        return true;
    }
    if (type.has(source::is_builtin))
        return fail_about("Built-in type '%s' cannot be instantiated directly", id);
    code_.write(Op::newuserobject, reg_ax, type.size);
    ax_type_ = {id, 1, 0, 0};
    ax_local_ = false;
    return true;
}

bool Compiler::integer_value(SymbolId id, bool negative, std::int32_t& value) {
    const std::string_view text = symbols_[id].name;
    const bool hexadecimal = text.size() > 1 && (text[1] == 'x' || text[1] == 'X');
    std::uint64_t number = 0;
    const char* const begin = text.data() + (hexadecimal ? 2 : 0);
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, number, hexadecimal ? 16 : 10);
    const std::string start = "Could not parse integer symbol '" + std::string(text) + "' because ";
    const std::uint64_t most = hexadecimal ? 0xFFFFFFFFU : negative ? 0x80000000U : 0x7FFFFFFFU;
    if (error == std::errc::result_out_of_range || (error == std::errc{} && number > most))
        return fail(start + "of overflow.");
    if (error != std::errc{} || stop != end) return fail(start + "the whole buffer wasn't converted.");
    const auto bits = static_cast<std::uint32_t>(number);
    value = static_cast<std::int32_t>(negative ? 0U - bits : bits);
    return true;
}

float Compiler::real_value(SymbolId id) const noexcept {
    return static_cast<float>(read_double(symbols_[id].name)); // rounded twice, as the original does
}

} // namespace vellum::ags::compile
