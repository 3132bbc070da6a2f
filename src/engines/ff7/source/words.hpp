// The words and operators of the source language, shared by the parser, the printer and the decompiler.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum {
class TextWriter;
}

namespace vellum::ff7::source {

/// The words that cannot be names.
[[nodiscard]] std::span<const std::string_view> keywords() noexcept;
[[nodiscard]] bool is_keyword(std::string_view word) noexcept;

/// How tightly an expression binds.
enum class Binding : std::uint8_t {
    either = 1,
    both,
    bit_or,
    bit_and,
    equality,
    relation,
    shift,
    sum,
    product,
    unary,
    whole
};

/// An operator between two operands.
struct BinaryOperator {
    std::string_view text;
    std::uint16_t code;
    Binding binding;
};
[[nodiscard]] std::span<const BinaryOperator> binary_operators() noexcept;
/// Null for codes that are none.
[[nodiscard]] const BinaryOperator* binary_operator(std::uint16_t code) noexcept;

/// A computing code with one operand that is written as a function.
struct ComputingFunction {
    std::string_view name;
    std::uint16_t code;
};
[[nodiscard]] std::span<const ComputingFunction> computing_functions() noexcept;

/// The push code that the shipped compiler uses for a special value: 11B, but for three of them.
[[nodiscard]] std::uint16_t code_of_special(std::uint32_t number) noexcept;

/// The code of a world instruction, or of WRITE: by its mnemonic in lower case, or as `op_356`.
[[nodiscard]] std::optional<std::uint16_t> instruction_code(std::string_view name);
void write_instruction_name(TextWriter& out, std::uint16_t code);
/// The names of all that have one.
[[nodiscard]] const std::vector<std::string_view>& instruction_names();
/// Items that an instruction takes; 0 for those that the game does not have.
[[nodiscard]] std::uint8_t taken_by(std::uint16_t code) noexcept;
/// Whether the operand with that number of an instruction is a model.
[[nodiscard]] bool takes_model(std::uint16_t code, std::size_t operand) noexcept;
/// Whether a special value is a model.
[[nodiscard]] bool is_model_value(std::uint16_t push_code, std::uint16_t operand) noexcept;

} // namespace vellum::ff7::source
