// One pass over the text by precedence, then a walk over the nodes. Depth and length are bounded, so whatever
// somebody types costs next to nothing.
#include "debug/expression.hpp"

#include <array>
#include <charconv>
#include <optional>

#include "base/ascii.hpp"
#include "debug/codes.hpp"
#include "runtime/inspect.hpp"
#include "runtime/value_text.hpp"

namespace vellum::debug {

namespace {

enum class Operator : std::uint8_t {
    either,
    both,
    bit_or,
    bit_xor,
    bit_and,
    equal,
    unequal,
    less_equal,
    greater_equal,
    left,
    right,
    less,
    greater,
    plus,
    minus,
    times,
    over,
    rest
};
struct Row {
    std::string_view sign;
    Operator operation;
    std::uint8_t level; ///< Binds tighter the higher it is.
};
/// Longer signs before those they begin with.
constexpr std::array rows{
    Row{"||", Operator::either, 1},     Row{"&&", Operator::both, 2},
    Row{"==", Operator::equal, 6},      Row{"!=", Operator::unequal, 6},
    Row{"<=", Operator::less_equal, 7}, Row{">=", Operator::greater_equal, 7},
    Row{"<<", Operator::left, 8},       Row{">>", Operator::right, 8},
    Row{"<", Operator::less, 7},        Row{">", Operator::greater, 7},
    Row{"|", Operator::bit_or, 3},      Row{"^", Operator::bit_xor, 4},
    Row{"&", Operator::bit_and, 5},     Row{"+", Operator::plus, 9},
    Row{"-", Operator::minus, 9},       Row{"*", Operator::times, 10},
    Row{"/", Operator::over, 10},       Row{"%", Operator::rest, 10},
};

std::unexpected<Diagnostic> wrong(std::string message) {
    return fail(codes::debug_expression, std::move(message));
}

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool starts_name(char c) noexcept {
    return (lower_ascii(c) >= 'a' && lower_ascii(c) <= 'z') || c == '_' || c == '$' || c == '@';
}
constexpr bool continues_name(char c) noexcept { return starts_name(c) || is_digit(c); }

std::int32_t wrapped(std::int64_t number) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(number)));
}

bool is_number(const Value& value) noexcept {
    return value.is(Type::boolean) || value.is(Type::integer) || value.is(Type::real);
}
std::int64_t whole(const Value& value) noexcept {
    return value.is(Type::boolean) ? std::int64_t{value.boolean()} : std::int64_t{value.integer()};
}
double real_of(const Value& value) noexcept {
    return value.is(Type::real) ? double{value.real()} : static_cast<double>(whole(value));
}
/// The null object: as scripts keep it, or as a number.
bool is_null(const Value& value) noexcept {
    return (value.is(Type::object) && !value.object()) || (value.is(Type::integer) && value.integer() == 0);
}

std::optional<bool> compare(Operator operation, const Value& a, const Value& b) {
    const auto decide = [&](const auto& x, const auto& y) -> std::optional<bool> {
        switch (operation) {
        case Operator::equal: return x == y;
        case Operator::unequal: return x != y;
        case Operator::less: return x < y;
        case Operator::less_equal: return x <= y;
        case Operator::greater: return x > y;
        case Operator::greater_equal: return x >= y;
        default: return std::nullopt;
        }
    };
    if (is_number(a) && is_number(b))
        return a.is(Type::real) || b.is(Type::real) ? decide(real_of(a), real_of(b))
                                                    : decide(whole(a), whole(b));
    if (a.is(Type::string) && b.is(Type::string)) return decide(a.text(), b.text());
    if (operation != Operator::equal && operation != Operator::unequal) return std::nullopt;
    const bool same = a == b || (is_null(a) && is_null(b));
    return same == (operation == Operator::equal);
}

Result<Value> calculate(Operator operation, std::string_view sign, const Value& a, const Value& b) {
    if (const std::optional<bool> known = compare(operation, a, b)) return Value(*known);
    if (operation == Operator::plus && a.is(Type::string) && b.is(Type::string)) {
        Value sum = a;
        sum.append(b.text());
        return sum;
    }
    if (!is_number(a) || !is_number(b))
        return wrong("'" + std::string(sign) + "' does not work with " + std::string(to_string(a.type())) +
                     " and " + std::string(to_string(b.type())));
    if (a.is(Type::real) || b.is(Type::real)) {
        const double x = real_of(a), y = real_of(b);
        switch (operation) {
        case Operator::plus: return Value(static_cast<float>(x + y));
        case Operator::minus: return Value(static_cast<float>(x - y));
        case Operator::times: return Value(static_cast<float>(x * y));
        case Operator::over: return Value(canonical(static_cast<float>(x / y)));
        default: return wrong("'" + std::string(sign) + "' needs whole numbers");
        }
    }
    const std::int64_t x = whole(a), y = whole(b);
    switch (operation) {
    case Operator::plus: return Value(wrapped(x + y));
    case Operator::minus: return Value(wrapped(x - y));
    case Operator::times: return Value(wrapped(x * y));
    case Operator::over:
    case Operator::rest:
        if (y == 0) return wrong("division by zero");
        return Value(wrapped(operation == Operator::over ? x / y : x % y));
    case Operator::left: return Value(wrapped(x << (y & 31)));
    case Operator::right: return Value(wrapped(x >> (y & 31)));
    case Operator::bit_and: return Value(wrapped(x & y));
    case Operator::bit_or: return Value(wrapped(x | y));
    case Operator::bit_xor: return Value(wrapped(x ^ y));
    default: return wrong("'" + std::string(sign) + "' cannot be evaluated");
    }
}

} // namespace

bool is_true(const Value& value) noexcept {
    switch (value.type()) {
    case Type::boolean: return value.boolean();
    case Type::integer: return value.integer() != 0;
    case Type::real: return value.real() != 0;
    case Type::object: return static_cast<bool>(value.object());
    case Type::string: return !value.text().empty();
    case Type::none:
    case Type::vector:
    case Type::memory: break;
    }
    return true; // something that no value can hold is there, and that is not null
}

class ExpressionParser {
  public:
    explicit ExpressionParser(std::string_view text) : text_(text) { made_.text_ = text; }

    Result<Expression> run() {
        if (text_.size() > Expression::most_text) return wrong("the expression is too long");
        auto root = binary(0);
        if (!root) return std::unexpected(std::move(root.error()));
        blanks();
        if (at_ != text_.size()) return wrong("'" + std::string(text_.substr(at_, 20)) + "' is not expected");
        made_.root_ = *root;
        return std::move(made_);
    }

  private:
    using Kind = Expression::Kind;
    using Node = Expression::Node;
    using Index = Result<std::uint32_t>;

    void blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(std::string_view sign) {
        blanks();
        if (!text_.substr(at_).starts_with(sign)) return false;
        at_ += sign.size();
        return true;
    }
    std::uint32_t add(Node node) {
        made_.nodes_.push_back(std::move(node));
        return static_cast<std::uint32_t>(made_.nodes_.size() - 1);
    }

    Index binary(std::uint8_t level) {
        auto left = unary();
        while (left) {
            blanks();
            const Row* found = nullptr;
            for (const Row& row : rows)
                if (text_.substr(at_).starts_with(row.sign)) {
                    found = &row;
                    break;
                }
            if (found == nullptr || found->level <= level) return left;
            if (++operators_ > most_operators) return wrong("the expression is too long");
            at_ += found->sign.size();
            auto right = binary(found->level);
            if (!right) return right;
            Node node;
            node.kind = Kind::binary;
            node.operation = static_cast<std::uint8_t>(found - rows.data());
            node.a = *left;
            node.b = *right;
            left = add(std::move(node));
        }
        return left;
    }

    Index unary() {
        if (++depth_ > Expression::most_depth) return wrong("the expression is nested too deeply");
        Index result = signs();
        --depth_;
        return result;
    }

    Index signs() {
        blanks();
        for (const auto& [sign, kind] : {std::pair{'-', Kind::negative}, std::pair{'!', Kind::inverse},
                                         std::pair{'~', Kind::complement}}) {
            if (at_ >= text_.size() || text_[at_] != sign) continue;
            ++at_;
            auto operand = unary();
            if (!operand) return operand;
            Node node;
            node.kind = kind;
            node.a = *operand;
            return add(std::move(node));
        }
        if (take("(")) {
            auto inner = binary(0);
            if (inner && !take(")")) return wrong("a ')' is missing");
            return inner;
        }
        if (at_ >= text_.size()) return wrong("the expression ends too early");
        const char c = text_[at_];
        if (is_digit(c)) return number();
        if (c == '"') return quoted_text();
        if (c == '`' || starts_name(c)) return name();
        return wrong("'" + std::string(text_.substr(at_, 1)) + "' is not expected");
    }

    Index literal(Value value) {
        Node node;
        node.value = std::move(value);
        return add(std::move(node));
    }

    Index number() {
        const std::string_view rest = text_.substr(at_);
        const bool hex = rest.starts_with("0x") || rest.starts_with("0X");
        std::size_t size = hex ? 2 : 0;
        bool real = false;
        for (; size < rest.size(); ++size) {
            if (hex ? hex_digit(rest[size]).has_value() : is_digit(rest[size])) continue;
            if (hex || rest[size] != '.' || real) break;
            real = true;
        }
        const char* const first = rest.data() + (hex ? 2 : 0);
        const char* const last = rest.data() + size;
        at_ += size;
        if (real) {
            // Good enough for what people type; no floating from_chars everywhere.
            double value = 0, scale = 1;
            bool behind = false;
            for (const char* c = first; c != last; ++c) {
                if (*c == '.') {
                    behind = true;
                    continue;
                }
                value = value * 10 + (*c - '0');
                if (behind) scale *= 10;
            }
            return literal(Value(static_cast<float>(value / scale)));
        }
        std::uint64_t magnitude = 0;
        const auto [end, error] = std::from_chars(first, last, magnitude, hex ? 16 : 10);
        if (error != std::errc() || end != last || magnitude > 0xFFFFFFFF)
            return wrong("'" + std::string(rest.substr(0, size)) + "' does not fit in 32 bits");
        return literal(Value(wrapped(static_cast<std::int64_t>(magnitude))));
    }

    Index quoted_text() {
        std::string content;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
            content += text_[at_];
        }
        if (!take("\"")) return wrong("a quote is missing");
        return literal(Value(std::string_view(content)));
    }

    Result<std::string> word() {
        blanks();
        if (at_ < text_.size() && text_[at_] == '`') {
            const std::size_t end = text_.find('`', at_ + 1);
            if (end == std::string_view::npos) return wrong("a '`' is missing");
            std::string quoted(text_.substr(at_ + 1, end - at_ - 1));
            at_ = end + 1;
            return quoted;
        }
        const std::size_t first = at_;
        while (at_ < text_.size() &&
               (continues_name(text_[at_]) || (text_.substr(at_).starts_with("::") && at_ != first))) {
            at_ += text_[at_] == ':' ? 2U : 1U;
        }
        if (at_ == first) return wrong("expected a name");
        return std::string(text_.substr(first, at_ - first));
    }

    Index name() {
        auto first = word();
        if (!first) return std::unexpected(std::move(first.error()));
        if (*first == "true" || *first == "false") return literal(Value(*first == "true"));
        if (*first == "null") return literal(Value(ObjectId{}));
        Node node;
        node.kind = Kind::name;
        node.name = std::move(*first);
        std::uint32_t at = add(std::move(node));
        for (std::uint32_t parts = 0;; ++parts) {
            if (parts > Expression::most_depth) return wrong("the name has too many parts");
            Node part;
            part.a = at;
            if (take(".")) {
                auto member = word();
                if (!member) return std::unexpected(std::move(member.error()));
                part.kind = Kind::member;
                part.name = std::move(*member);
            } else if (take("[")) {
                auto inner = binary(0);
                if (!inner) return inner;
                if (!take("]")) return wrong("a ']' is missing");
                part.kind = Kind::index;
                part.b = *inner;
            } else
                return at;
            at = add(std::move(part));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    static constexpr std::uint32_t most_operators = 256; ///< Chains are walked one call deeper each.
    std::uint32_t depth_ = 0;
    std::uint32_t operators_ = 0;
    Expression made_;
};

Result<Expression> Expression::parse(std::string_view text) { return ExpressionParser(text).run(); }

Result<std::string> Expression::path(const Names& names, std::uint32_t index) const {
    const Node& node = nodes_[index];
    if (node.kind == Kind::name) return node.name;
    auto base = path(names, node.a);
    if (!base) return base;
    if (node.kind == Kind::member) return *base + "." + node.name;
    auto inner = evaluate(names, node.b);
    if (!inner) return std::unexpected(std::move(inner.error()));
    if (!inner->value.is(Type::integer)) return wrong("an index must be a whole number");
    return *base + "[" + std::to_string(inner->value.integer()) + "]";
}

Result<Variable> Expression::evaluate(const Names& names, std::uint32_t index) const {
    const Node& node = nodes_[index];
    const auto made = [](const Value& value) { return variable({}, value); };
    switch (node.kind) {
    case Kind::literal: return made(node.value);
    case Kind::name:
    case Kind::index:
    case Kind::member: {
        auto full = path(names, index);
        if (!full) return std::unexpected(std::move(full.error()));
        return names.find(*full);
    }
    default: break;
    }
    auto a = evaluate(names, node.a);
    if (!a) return a;
    const Value& x = a->value;
    if (node.kind == Kind::inverse) return made(Value(!is_true(x)));
    if (node.kind == Kind::negative && x.is(Type::real)) return made(Value(-x.real()));
    if (node.kind == Kind::negative || node.kind == Kind::complement) {
        if (!is_number(x) || x.is(Type::real))
            return wrong("the sign does not work with " + std::string(to_string(x.type())));
        return made(Value(wrapped(node.kind == Kind::negative ? -whole(x) : ~whole(x))));
    }
    const Row& row = rows[node.operation];
    // The right side of these may have no value where the left decides.
    if (row.operation == Operator::both && !is_true(x)) return made(Value(false));
    if (row.operation == Operator::either && is_true(x)) return made(Value(true));
    auto b = evaluate(names, node.b);
    if (!b) return b;
    if (row.operation == Operator::both || row.operation == Operator::either)
        return made(Value(is_true(b->value)));
    auto result = calculate(row.operation, row.sign, x, b->value);
    if (!result) return std::unexpected(std::move(result.error()));
    return made(*result);
}

Result<Variable> Expression::evaluate(const Names& names) const { return evaluate(names, root_); }

Result<bool> Expression::holds(const Names& names) const {
    auto result = evaluate(names);
    if (!result) return std::unexpected(std::move(result.error()));
    return is_true(result->value);
}

} // namespace vellum::debug
