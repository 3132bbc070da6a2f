// The tables; see the header.
#include "engines/pathologic/source/words.hpp"
#include "engines/pathologic/format/names.hpp"

#include <algorithm>

namespace vellum::pathologic::source {

namespace {

constexpr auto words = std::to_array<std::string_view>({
    "asin", "asm",    "bool",   "break",  "char",   "const",    "continue", "cos",    "disable",
    "do",   "else",   "enable", "event",  "exists", "false",    "float",    "for",    "if",
    "int",  "main",   "null",   "object", "pow",    "property", "return",   "script", "sin",
    "sqrt", "string", "task",   "true",   "vector", "void",     "while",
});
static_assert(std::ranges::is_sorted(words));

/// Where the words with each letter begin.
constexpr auto first_with = [] {
    std::array<std::uint8_t, 27> first{};
    for (std::size_t letter = 0; letter < first.size(); ++letter)
        while (first[letter] < words.size() && words[first[letter]][0] < static_cast<char>('a' + letter))
            ++first[letter];
    return first;
}();

constexpr auto operators = std::to_array<BinaryOperator>({
    {"|", Op::Or, Binding::bit_or, false},
    {"^", Op::Xor, Binding::bit_xor, false},
    {"&", Op::And, Binding::bit_and, false},
    {"==", Op::Eq, Binding::equality, false},
    {"!=", Op::Neq, Binding::equality, false},
    {"<", Op::LT, Binding::relation, false},
    {">", Op::GT, Binding::relation, false},
    {"<=", Op::LE, Binding::relation, false},
    {">=", Op::GE, Binding::relation, false},
    {"+", Op::Add, Binding::sum, true},
    {"-", Op::Sub, Binding::sum, true},
    {"*", Op::Mult, Binding::product, true},
    {"/", Op::Div, Binding::product, true},
    {"%", Op::Mod, Binding::product, true},
});

constexpr auto functions = std::to_array<BuiltIn>({
    {"sqrt", Op::Sqrt},
    {"sin", Op::Sin},
    {"cos", Op::Cos},
    {"asin", Op::ASin},
    {"char", Op::CString},
    {"pow", Op::Pow},
});

} // namespace

std::span<const std::string_view> keywords() noexcept { return words; }

bool is_keyword(std::string_view word) noexcept {
    if (word.empty() || word[0] < 'a' || word[0] > 'z') return false;
    const auto letter = static_cast<std::size_t>(word[0] - 'a');
    for (std::size_t i = first_with[letter]; i < first_with[letter + 1]; ++i)
        if (words[i] == word) return true;
    return false;
}

bool is_source_name(std::string_view text) noexcept { return is_plain_name(text) && !is_keyword(text); }

std::string_view type_word(VariableType type) noexcept {
    return type_words[static_cast<std::size_t>(type) - 1];
}

std::optional<VariableType> type_of_word(std::string_view word) noexcept {
    for (std::size_t i = 0; i < type_words.size(); ++i)
        if (type_words[i] == word) return static_cast<VariableType>(i + 1);
    return std::nullopt;
}

std::span<const BinaryOperator> binary_operators() noexcept { return operators; }

const BinaryOperator* binary_operator(Op op) noexcept {
    for (const BinaryOperator& one : operators)
        if (one.op == op) return &one;
    return nullptr;
}

std::span<const BuiltIn> built_ins() noexcept { return functions; }

} // namespace vellum::pathologic::source
