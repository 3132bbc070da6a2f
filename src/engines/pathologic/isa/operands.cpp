// Printing and reading of Pathologic's operand kinds.
#include "engines/pathologic/isa/operands.hpp"

#include <array>
#include <charconv>
#include <string>

#include "base/text_writer.hpp"
#include "isa/assembler.hpp"
#include "isa/code.hpp"

namespace vellum::pathologic::operands {

namespace {

void print_variable(TextWriter& out, bool in_task, std::uint32_t number) {
    out.block(16, [=](char* at) {
        *at++ = in_task ? 'T' : 'S';
        *at++ = '[';
        at = put_decimal(at, number);
        *at++ = ']';
        return at;
    });
}

void print_named(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand,
                 bool in_task) {
    if (!symbols.write_variable(out, operand.instruction.address, in_task, operand.values[0]))
        print_variable(out, in_task, operand.values[0]);
}

/// Reads `S[n]` or `T[n]`.
bool parse_variable(isa::OperandParser& parser, bool& in_task, std::uint32_t& number) {
    const Token& token = parser.lexer().peek();
    const bool is_task = token.text == "T";
    if (!token.is(TokenKind::identifier) || (!is_task && token.text != "S"))
        return parser.fail("write a variable as S[n] (stack, 1 is the top) or T[n] (task, 0 is the first)");
    static_cast<void>(parser.lexer().next());
    in_task = is_task;
    if (!parser.lexer().accept('[')) return parser.fail("the [ of the variable is missing");
    if (!parser.integer(isa::Field::u32, number)) return false;
    return parser.lexer().accept(']') || parser.fail("the ] of the variable is missing");
}

bool parse_one_mode(isa::OperandParser& parser, bool wanted, std::uint32_t& number) {
    bool in_task = false;
    if (!parse_variable(parser, in_task, number)) return false;
    if (in_task == wanted) return true;
    return parser.fail(wanted ? "this operand can only be a task variable, T[n]"
                              : "this operand can only be a stack variable, S[n]");
}

/// Takes an identifier if it is one of `words` and answers its position, or -1.
int accept_word(isa::OperandParser& parser, std::span<const std::string_view> words) {
    const Token& token = parser.lexer().peek();
    if (!token.is(TokenKind::identifier)) return -1;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (token.text == words[i]) {
            static_cast<void>(parser.lexer().next());
            return static_cast<int>(i);
        }
    return -1;
}

constexpr std::array<std::string_view, 2> keep_words{"pop", "keep"};

/// One of a few words, or a number.
bool parse_word(isa::OperandParser& parser, std::span<const std::string_view> words, std::uint32_t& value) {
    if (const int word = accept_word(parser, words); word >= 0) {
        value = static_cast<std::uint32_t>(word);
        return true;
    }
    return parser.integer(parser.spec().kind->fields[0], value);
}

} // namespace

std::string_view type_name(std::uint32_t tag) noexcept {
    return tag < type_names.size() ? type_names[tag] : std::string_view();
}

std::uint8_t type_tag(std::string_view name) noexcept {
    for (std::size_t i = 1; i < type_names.size(); ++i)
        if (type_names[i] == name) return static_cast<std::uint8_t>(i);
    return 0;
}

void print_stack_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand) {
    print_named(out, symbols, operand, false);
}

void print_task_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand) {
    print_named(out, symbols, operand, true);
}

void print_mode_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand) {
    print_named(out, symbols, operand, (operand.all.back() & operand.spec.param) != 0);
}

void print_argument(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand) {
    print_named(out, symbols, operand, operand.values[1] != 0);
    if (operand.values[1] <= 1) return;
    out.put(':', operand.values[1]);
}

void print_mode_pops(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    out.dec(operand.values[0] & operand.spec.param);
}

void print_keep_flags(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    const std::uint32_t keep = operand.spec.param;
    out.text((operand.values[0] & keep) != 0 ? "keep" : "pop");
    // Bits below `keep` are the addressing of another operand, bits above have no meaning and are only
    // preserved.
    const std::uint32_t rest = operand.values[0] & ~(keep | (keep - 1U));
    if (rest == 0) return;
    out.put('|', rest);
}

void print_boolean(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    const std::uint32_t value = operand.values[0];
    if (value < boolean_words.size())
        out.text(boolean_words[value]);
    else
        out.dec(value);
}

void print_component(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    const std::uint32_t value = operand.values[0];
    if (value < component_words.size())
        out.text(component_words[value]);
    else
        out.dec(static_cast<std::int32_t>(value));
}

void print_variable_type(TextWriter& out, const isa::Symbols&, const isa::OperandView& operand) {
    const std::string_view name = type_name(operand.values[0]);
    if (name.empty())
        out.dec(operand.values[0]);
    else
        out.text(name);
}

bool parse_stack_slot(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    return parse_one_mode(parser, false, values[0]);
}

bool parse_task_slot(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    return parse_one_mode(parser, true, values[0]);
}

bool parse_mode_slot(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    bool in_task = false;
    if (!parse_variable(parser, in_task, values[0])) return false;
    if (in_task) parser.all().back() |= parser.spec().param;
    return true;
}

bool parse_argument(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    bool in_task = false;
    if (!parse_variable(parser, in_task, values[0])) return false;
    values[1] = in_task ? 1 : 0;
    if (!in_task || !parser.lexer().accept(':')) return true;
    return parser.integer(isa::Field::u8, values[1]);
}

bool parse_mode_pops(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    const std::uint32_t mask = parser.spec().param;
    std::uint32_t amount = 0;
    if (!parser.integer(isa::Field::u8, amount)) return false;
    if (amount > mask) return parser.fail("the pop count can be at most " + std::to_string(mask));
    values[0] |= amount;
    return true;
}

bool parse_keep_flags(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    const std::uint32_t keep = parser.spec().param;
    const int word = accept_word(parser, keep_words);
    if (word < 0) return parser.fail("expected 'pop' or 'keep'");
    if (word == 1) values[0] |= keep;
    if (!parser.lexer().accept('|')) return true;
    std::uint32_t rest = 0;
    if (!parser.integer(isa::Field::u8, rest)) return false;
    if ((rest & (keep | (keep - 1U))) != 0)
        return parser.fail("these bits have words or belong to the variable");
    values[0] |= rest;
    return true;
}

bool parse_boolean(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    return parse_word(parser, boolean_words, values[0]);
}

bool parse_component(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    return parse_word(parser, component_words, values[0]);
}

bool parse_variable_type(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    const Token& token = parser.lexer().peek();
    if (!token.is(TokenKind::identifier)) return parser.integer(isa::Field::u8, values[0]);
    const std::uint8_t tag = type_tag(token.text);
    if (tag == 0) return parser.fail("a type must be bool, int, float, string, object or cvector");
    values[0] = tag;
    static_cast<void>(parser.lexer().next());
    return true;
}

bool parse_native(isa::OperandParser& parser, std::span<std::uint32_t> values) {
    const Token token = parser.lexer().peek();
    if (!token.is(TokenKind::identifier)) return parser.integer(isa::Field::u32, values[0]);
    static_cast<void>(parser.lexer().next());
    // Natives are told apart by their number of arguments, so the number belongs to the name.
    if (!parser.lexer().accept('/')) return parser.fail("expected a native as Name/argumentCount");
    std::uint32_t amount = 0;
    if (!parser.integer(isa::Field::u32, amount)) return false;
    std::string key(token.text);
    key.push_back('/');
    key += std::to_string(amount);
    const auto found = parser.resolver().find(isa::SymbolSpace::native, key);
    if (!found) return parser.fail("'" + key + "' is not among the imports");
    values[0] = *found;
    return true;
}

NativeKey native_key(std::string_view text) noexcept {
    const std::size_t slash = text.rfind('/');
    NativeKey key{text.substr(0, slash)};
    if (slash != std::string_view::npos)
        std::from_chars(text.data() + slash + 1, text.data() + text.size(), key.arguments);
    return key;
}

} // namespace vellum::pathologic::operands
