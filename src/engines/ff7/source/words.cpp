// The lists behind the header.
#include "engines/ff7/source/words.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/isa/rows.hpp"

namespace vellum::ff7::source {

namespace {

constexpr auto words = std::to_array<std::string_view>(
    {"after",  "asm",     "bare", "break", "call",   "case",   "const", "continue", "default",
     "else",   "goto",    "id",   "if",    "in",     "item",   "loop",  "mesh",     "model",
     "name",   "pop",     "push", "raw",   "reset",  "return", "save",  "stale",    "switch",
     "system", "special", "temp", "temp2", "unless", "var",    "while"});

constexpr auto operators = std::to_array<BinaryOperator>({
    {"||", 0x0C0, Binding::either},
    {"&&", 0x0B0, Binding::both},
    {"|", 0x0A0, Binding::bit_or},
    {"&", 0x080, Binding::bit_and},
    {"==", 0x070, Binding::equality},
    {"!=", 0x071, Binding::equality},
    {"<", 0x060, Binding::relation},
    {">", 0x061, Binding::relation},
    {"<=", 0x062, Binding::relation},
    {">=", 0x063, Binding::relation},
    {"<<", 0x050, Binding::shift},
    {">>", 0x051, Binding::shift},
    {"+", 0x040, Binding::sum},
    {"-", 0x041, Binding::sum},
    {"*", 0x030, Binding::product},
});

constexpr auto functions = std::to_array<ComputingFunction>({
    {"distance_to_point", 0x018},
    {"distance_to_model", 0x019},
    {"distance_to_stored", 0x01A},
    {"direction_to_point", 0x01B},
});

/// Rows that are statements and have one code.
bool has_a_name(const isa::Row& row) {
    return row.opcode == row.opcode_last && (row.opcode >= code::load_model || row.opcode == code::write);
}

struct InstructionName {
    std::string name;
    std::uint16_t code;
};

/// By name. WAIT stands alone rarely, and `wait(n)` is the statement for what it does with WAIT_FRAMES.
const std::vector<InstructionName>& names() {
    static const std::vector<InstructionName> list = [] {
        std::vector<InstructionName> made;
        for (const isa::Row& row : table_rows::rows)
            if (has_a_name(row))
                made.push_back(
                    {row.opcode == code::wait ? "wait_step" : lower_case(row.mnemonic), row.opcode});
        std::ranges::sort(made, {}, &InstructionName::name);
        return made;
    }();
    return list;
}

} // namespace

std::span<const std::string_view> keywords() noexcept { return words; }
bool is_keyword(std::string_view word) noexcept { return std::ranges::find(words, word) != words.end(); }

std::span<const BinaryOperator> binary_operators() noexcept { return operators; }
const BinaryOperator* binary_operator(std::uint16_t code) noexcept {
    const auto found = std::ranges::find(operators, code, &BinaryOperator::code);
    return found == operators.end() ? nullptr : &*found;
}

std::span<const ComputingFunction> computing_functions() noexcept { return functions; }

std::uint16_t code_of_special(std::uint32_t number) noexcept {
    return number == 2 || number == 3 ? 0x11F : number == 11 ? 0x117 : 0x11B;
}

std::optional<std::uint16_t> instruction_code(std::string_view name) {
    const auto found = std::ranges::lower_bound(names(), name, {}, &InstructionName::name);
    if (found != names().end() && found->name == name) return found->code;
    if (!name.starts_with("op_")) return std::nullopt;
    const auto code = whole_number<std::uint16_t>(name.substr(3), 16);
    if (!code || *code < code::load_model || !table().find(*code)->mnemonic.starts_with("NOP_"))
        return std::nullopt;
    return code;
}

void write_instruction_name(TextWriter& out, std::uint16_t code) {
    const isa::Row& row = *table().find(code);
    if (!has_a_name(row)) {
        out.put("op_", Hex{code, 3});
    } else
        out.text(code == code::wait ? "wait_step" : lower_case(row.mnemonic));
}

const std::vector<std::string_view>& instruction_names() {
    static const std::vector<std::string_view> list = [] {
        std::vector<std::string_view> made{"wait", "window", "message", "prompt"};
        for (const InstructionName& one : names()) made.push_back(one.name);
        return made;
    }();
    return list;
}

std::uint8_t taken_by(std::uint16_t code) noexcept {
    return static_cast<std::uint8_t>(table().find(code)->stack.pops.fixed);
}

bool takes_model(std::uint16_t code, std::size_t operand) noexcept {
    return operand == 0 && table().find(code)->stack.text.starts_with("model ");
}

bool is_model_value(std::uint16_t push_code, std::uint16_t operand) noexcept {
    return (push_code & 3U) == 3U && (operand == 8 || operand == 14 || operand == 15);
}

} // namespace vellum::ff7::source
