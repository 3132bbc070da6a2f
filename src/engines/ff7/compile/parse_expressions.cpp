// Values; see parser_state.hpp.
#include <algorithm>

#include "base/suggest.hpp"
#include "engines/ff7/compile/parser_state.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7::compile {

NodeId Parser::add(const Expr& expr) {
    const NodeId id = tree_.add(expr);
    if (tree_.exprs[id].height > most_nesting) {
        if (!told_depth_)
            mistake(codes::source_limit, expr.place,
                    "the expression is more than " + std::to_string(most_nesting) + " operators deep");
        told_depth_ = true;
        return push_of(code::push_const, 0, expr.place);
    }
    return id;
}

NodeId Parser::push_of(std::uint16_t code, std::uint32_t operand, std::uint32_t offset) {
    return tree_.add(Expr{.kind = ExprKind::push,
                          .code = code,
                          .operand = static_cast<std::uint16_t>(operand),
                          .place = offset});
}

/// None after a mistake; so with all of these.
NodeId Parser::expression(Binding least) {
    if (too_deep()) {
        cursor_.syntax("nested too deeply");
        return none;
    }
    ++depth_;
    NodeId left = unary();
    while (left != none) {
        const std::uint32_t offset = cursor_.peek().offset;
        if (cursor_.at("in") && least <= Binding::equality) {
            static_cast<void>(cursor_.next());
            left = one_of(left, offset);
            continue;
        }
        const auto operators = source::binary_operators();
        const auto op = std::ranges::find_if(
            operators, [&](const source::BinaryOperator& one) { return cursor_.at(one.text); });
        if (op == operators.end() || op->binding < least) break;
        static_cast<void>(cursor_.next());
        if (op->binding <= Binding::both) met(Surprise::both_sides, offset);
        const NodeId right = expression(static_cast<Binding>(static_cast<int>(op->binding) + 1));
        left =
            right == none
                ? none
                : add({.kind = ExprKind::binary, .code = op->code, .a = left, .b = right, .place = offset});
    }
    --depth_;
    return left;
}

NodeId Parser::one_of(NodeId item, std::uint32_t offset) {
    met(Surprise::again, offset);
    const std::vector<NodeId> values = list();
    return values.empty() ? none : compared(item, values, offset);
}

NodeId Parser::compared(NodeId item, const std::vector<NodeId>& values, std::uint32_t offset) {
    NodeId whole = none;
    for (const NodeId value : values) {
        const NodeId equal =
            add({.kind = ExprKind::binary, .code = 0x070, .a = item, .b = value, .place = offset});
        whole = whole == none
                    ? equal
                    : add({.kind = ExprKind::binary, .code = 0x0C0, .a = whole, .b = equal, .place = offset});
    }
    return whole;
}

/// `(e1, …, en)`, at least one; empty after a mistake.
std::vector<NodeId> Parser::list() {
    std::vector<NodeId> values;
    if (!cursor_.expect("(")) return {};
    do {
        const NodeId value = expression();
        if (value == none) return {};
        values.push_back(value);
    } while (cursor_.accept(","));
    if (!cursor_.expect(")")) return {};
    return values;
}

NodeId Parser::unary() {
    const std::uint32_t offset = cursor_.peek().offset;
    const bool minus = cursor_.at("-");
    if (!minus && !cursor_.at("!")) return primary();
    if (too_deep()) {
        cursor_.syntax("nested too deeply");
        return none;
    }
    static_cast<void>(cursor_.next());
    if (minus) met(Surprise::negative, offset);
    ++depth_;
    const NodeId inner = unary();
    --depth_;
    if (inner == none) return none;
    return add({.kind = ExprKind::unary,
                .code = static_cast<std::uint16_t>(minus ? 0x015 : 0x017),
                .a = inner,
                .place = offset});
}

NodeId Parser::primary() {
    const Token token = cursor_.peek();
    if (token.kind == TokenKind::integer) {
        static_cast<void>(cursor_.next());
        cursor_.recovered();
        if (token.magnitude > 0xFFFF)
            mistake(codes::source_number, token.offset,
                    "the number " + std::string(token.text.substr(0, 40)) + " is above 65535");
        else if (token.magnitude >= 0x8000)
            met(Surprise::wide, token.offset);
        return push_of(code::push_const,
                       token.magnitude > 0xFFFF ? 0 : static_cast<std::uint32_t>(token.magnitude),
                       token.offset);
    }
    if (cursor_.accept("(")) {
        const NodeId inner = expression();
        if (inner == none || !cursor_.expect(")")) return none;
        return inner;
    }
    if (cursor_.at("save") || cursor_.at("temp") || cursor_.at("temp2")) return place();
    if (cursor_.accept("special")) return special();
    if (cursor_.accept("item")) return item();
    if (cursor_.accept("pop")) return add({.kind = ExprKind::pop, .place = token.offset});
    if (cursor_.accept("stale")) {
        if (!cursor_.expect("(")) return none;
        const std::uint32_t offset = cursor_.peek().offset;
        const auto code = number("an unknown computing code", 0xFF);
        if (!code || !cursor_.expect(")")) return none;
        const auto wanted = static_cast<std::uint16_t>(*code);
        if (!table().find(wanted)->mnemonic.starts_with("JUNK_"))
            mistake(codes::source_number, offset, "this code has its own operator or instruction");
        return add({.kind = ExprKind::stale, .code = wanted, .place = token.offset});
    }
    if (token.kind == TokenKind::name && !source::is_keyword(token.text)) return named_value();
    cursor_.syntax("expected a value, not " + cursor_.shown());
    return none;
}

NodeId Parser::named_value() {
    const Token token = cursor_.next();
    cursor_.recovered();
    for (const source::ComputingFunction& one : source::computing_functions())
        if (token.text == one.name) {
            if (!cursor_.expect("(")) return none;
            const NodeId inner = expression();
            if (inner == none || !cursor_.expect(")")) return none;
            return add({.kind = ExprKind::unary, .code = one.code, .a = inner, .place = token.offset});
        }
    if (const Meaning* const known = find(token.text); known != nullptr) {
        if (known->kind != Meaning::Kind::function) return push_of(known->code, known->operand, token.offset);
        mistake(codes::source_name, token.offset,
                "'" + std::string(token.text) + "' is a function: call it; it has no value");
        return push_of(code::push_const, 0, token.offset);
    }
    if (const auto model = model_number(token.text)) return push_of(code::push_const, *model, token.offset);
    if (const auto value = special_number(token.text))
        return push_of(source::code_of_special(*value), *value, token.offset);
    unknown(token.text, token.offset, false);
    if (cursor_.at("(")) static_cast<void>(list());
    return push_of(code::push_const, 0, token.offset);
}

/// `save.bit(0xC22, 3)`
NodeId Parser::place() {
    const Token bank = cursor_.next();
    if (!cursor_.expect(".")) return none;
    const Token kind = cursor_.peek();
    const auto kinds = place_kinds();
    const auto found = std::ranges::find_if(
        kinds, [&](const PlaceKind& one) { return one.bank == bank.text && one.kind == kind.text; });
    if (found == kinds.end()) {
        cursor_.syntax("expected bit, byte or word, not " + cursor_.shown());
        return none;
    }
    static_cast<void>(cursor_.next());
    if (!cursor_.expect("(")) return none;
    const std::uint32_t offset = cursor_.peek().offset;
    const auto address = number("an offset", 0xFFFF);
    if (!address) return none;
    const bool saved = bank.text == "save";
    const bool bit = kind.text == "bit";
    std::uint32_t number_of_bit = 0;
    if (bit) {
        if (!cursor_.expect(",")) return none;
        const auto value = number("a bit", 7);
        if (!value) return none;
        number_of_bit = *value;
    }
    if (!cursor_.expect(")")) return none;
    if (saved && *address < save_base) {
        mistake(codes::source_number, offset, "scripts reach the save slot from 0xBA4 on",
                "offsets count from the start of the save slot");
        return push_of(found->code, 0, bank.offset);
    }
    const std::uint32_t start = *address - (saved ? save_base : 0);
    const std::uint32_t operand = bit ? start * 8 + number_of_bit : start;
    if (operand > 0xFFFF) {
        mistake(codes::source_number, offset, "the offset of a bit is too large");
        return push_of(found->code, 0, bank.offset);
    }
    return push_of(found->code, operand, bank.offset);
}

/// Behind `item`: any push code.
NodeId Parser::item() {
    if (!cursor_.expect("(")) return none;
    const std::uint32_t offset = cursor_.peek().offset;
    const auto code = number("a push code", 0x1FF);
    if (!code || !cursor_.expect(",")) return none;
    const auto operand = number("an operand", 0xFFFF);
    if (!operand || !cursor_.expect(")")) return none;
    if (!is_push(static_cast<std::uint16_t>(*code)))
        mistake(codes::source_number, offset, "the codes from 0x101 to 0x1FF push");
    return push_of(static_cast<std::uint16_t>(*code), *operand, offset);
}

/// Behind `special`: a special value by its number.
NodeId Parser::special() {
    if (!cursor_.expect("(")) return none;
    const std::uint32_t offset = cursor_.peek().offset;
    const auto value = number("the number of a special value", 0xFFFF);
    if (!value) return none;
    std::uint32_t code = 0x11B;
    if (cursor_.accept(",")) {
        const std::uint32_t place = cursor_.peek().offset;
        const auto said = number("a push code", 0x1FF);
        if (!said) return none;
        code = *said;
        if ((code & ~0xCU) != 0x113)
            mistake(codes::source_number, place,
                    "special values are pushed by 0x113, 0x117, 0x11B and 0x11F");
    }
    if (!cursor_.expect(")")) return none;
    return push_of(static_cast<std::uint16_t>(code), *value, offset);
}

} // namespace vellum::ff7::compile
