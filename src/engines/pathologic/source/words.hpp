// The words and operators of the source language, shared by the parser, the printer and whoever makes names
// up.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic::source {

/// Words that cannot be names.
[[nodiscard]] std::span<const std::string_view> keywords() noexcept;
[[nodiscard]] bool is_keyword(std::string_view word) noexcept;
/// True of what a source can call something.
[[nodiscard]] bool is_source_name(std::string_view text) noexcept;

/// "bool" to "vector", by tag less one.
inline constexpr std::array<std::string_view, 6> type_words{"bool",   "int",    "float",
                                                            "string", "object", "vector"};
[[nodiscard]] std::string_view type_word(VariableType type) noexcept;
[[nodiscard]] std::optional<VariableType> type_of_word(std::string_view word) noexcept;

/// How tightly an expression binds.
enum class Binding : std::uint8_t {
    conditional = 1,
    either,
    both,
    bit_or,
    bit_xor,
    bit_and,
    equality,
    relation,
    sum,
    product,
    unary,
    postfix
};

/// An operator between two expressions.
struct BinaryOperator {
    std::string_view text;
    Op op;
    Binding binding;
    bool assigns; ///< There is a form with `=` behind it.
};
[[nodiscard]] std::span<const BinaryOperator> binary_operators() noexcept;
/// Null for Pow, which is written as a function.
[[nodiscard]] const BinaryOperator* binary_operator(Op op) noexcept;

/// A function of the machine: `sqrt(x)`.
struct BuiltIn {
    std::string_view name;
    Op op;
};
[[nodiscard]] std::span<const BuiltIn> built_ins() noexcept;

} // namespace vellum::pathologic::source
