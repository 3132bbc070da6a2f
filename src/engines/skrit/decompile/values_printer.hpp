// Values as source text. What the compiler converts by itself is not written; a conversion stands only where
// the compiler would not make it, or another one.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text_writer.hpp"
#include "engines/skrit/decompile/types.hpp"
#include "engines/skrit/exports/registry.hpp"

namespace vellum::skrit::decompile {

class ValuesPrinter {
  public:
    /// `made_up`: where constants that no enumeration names are named; null if they stay numbers.
    ValuesPrinter(const Unit& unit, const Tree& tree, const Types& types, const Exports& exports,
                  Exports* made_up, TextWriter& out);

    /// Where a value of that type is stored, given or passed; void if anything is taken.
    void value(ExprId id, TypeIndex wanted) { converted(id, wanted, 0); }
    /// What an `if` or a loop asks.
    void condition(ExprId id) { print(id, 0, Types::boolean, true); }
    /// `variable op= value`, if that is what is stored. False if it is not.
    bool compound(std::uint32_t variable, ExprId value);
    /// A statement that calls: a function, or a member that is set.
    void call(ExprId id);
    /// `object.Member op= value`.
    void combined(ExprId setter, ExprId object);
    void constant(const Constant& value);

  private:
    /// `plain`: no bool is made of an int there.
    void print(ExprId id, int level, TypeIndex wanted, bool plain = false);
    void converted(ExprId id, TypeIndex wanted, int level);
    void number(const Expr& at, int level, TypeIndex wanted);
    void bits(std::uint32_t value, TypeIndex type, int level);
    [[nodiscard]] const std::string& constant_name(TypeIndex type, std::int32_t value);
    void real(std::uint32_t bits, int level);
    void integer(std::int32_t value, int level);
    void binary(const Expr& at, int level, TypeIndex wanted);
    void unary(const Expr& at, int level);
    void operands(const Expr& at, int left, int right, TypeIndex wanted);
    void right_operand(const Expr& at, int level, TypeIndex wanted);
    [[nodiscard]] TypeIndex integers_of(const Expr& at, TypeIndex wanted) const;
    [[nodiscard]] TypeIndex beside(ExprId other) const;
    void cast(const Expr& at, TypeIndex wanted);
    void choice(const Expr& at, int level, TypeIndex wanted);
    void host_call(const Expr& at, bool statement);
    void owner_of(const Expr& at);
    void arguments(const Expr& at);
    void open(int level, int own);
    void close(int level, int own);
    [[nodiscard]] bool is_conversion(ExprId id, Op op) const;
    [[nodiscard]] bool is_property(const Expr& at, std::string_view member) const;
    [[nodiscard]] bool has_getter(const Expr& setter) const;

    const Unit& unit_;
    const Tree& tree_;
    const Types& types_;
    const Exports& exports_;
    Exports* made_up_;
    TextWriter& out_;
    std::unordered_map<std::uint64_t, std::string> constants_; ///< By enumeration and value.
    /// Imports without parameters, in lower case: names alone and behind their owners.
    std::unordered_set<std::string> asked_;
};

} // namespace vellum::skrit::decompile
