// Expressions over what a stopped world holds: names, members, numbers, arithmetic and comparison, the same
// for every engine. Evaluating reads and never changes anything, so there is neither assignment nor call.
//
//     x   T[3]   position.x   globals.door   stack[0]   `global 4`      variables; a scope's name in front of
//     one 5  0x1f  1.5  "text"  true  false  null
//     -  !  ~   * / %   + -   << >>   < <= > >=   == !=   &   ^   |   &&   ||   ( )
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/inspect.hpp"

namespace vellum::debug {

/// Finds variables by what an expression calls them.
class Names {
  public:
    virtual ~Names() = default;
    /// `path` as written, blanks and quotes apart: "T[3]", "position.x".
    [[nodiscard]] virtual Result<Variable> find(std::string_view path) const = 0;
};

/// A parsed expression.
class Expression {
  public:
    static constexpr std::size_t most_text = 4096;  ///< Bytes.
    static constexpr std::uint32_t most_depth = 64; ///< Of brackets and signs inside each other.

    [[nodiscard]] static Result<Expression> parse(std::string_view text);
    /// Integers wrap, as all four engines' do. A variable alone keeps its name, type and text.
    [[nodiscard]] Result<Variable> evaluate(const Names& names) const;
    /// Evaluated and not zero, false, null or empty.
    [[nodiscard]] Result<bool> holds(const Names& names) const;
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    friend class ExpressionParser;
    enum class Kind : std::uint8_t { literal, name, index, member, negative, inverse, complement, binary };
    struct Node {
        Kind kind = Kind::literal;
        std::uint8_t operation = 0; ///< Of a binary one, in the table of operators.
        std::uint32_t a = 0, b = 0; ///< Operands by index.
        Value value;                ///< Of a literal.
        std::string name;           ///< Of a name or member.
    };
    [[nodiscard]] Result<Variable> evaluate(const Names& names, std::uint32_t index) const;
    [[nodiscard]] Result<std::string> path(const Names& names, std::uint32_t index) const;

    std::string text_;
    std::vector<Node> nodes_; ///< Operands stand before what they belong to.
    std::uint32_t root_ = 0;
};

/// Not zero, false, null or empty.
[[nodiscard]] bool is_true(const Value& value) noexcept;

} // namespace vellum::debug
