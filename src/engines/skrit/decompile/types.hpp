// The static type of every value, as the compiler will see it again. Where the unit keeps no symbols, the
// types of locals follow from what is stored in them and from what they are used for.
#pragma once

#include <string_view>
#include <vector>

#include "engines/skrit/decompile/tree.hpp"

namespace vellum::skrit::decompile {

class Types {
  public:
    Types(const Unit& unit, Tree& tree);

    /// Settles the types of variables and values.
    void infer();

    /// Void: a constant, or unknown.
    [[nodiscard]] TypeIndex of(ExprId id) const { return of_[id]; }
    [[nodiscard]] TypeKind kind(TypeIndex type) const { return all_[type].kind; }
    [[nodiscard]] TypeKind kind_of(ExprId id) const { return all_[of_[id]].kind; }
    [[nodiscard]] const std::string& name(TypeIndex type) const { return all_[type].name; }
    /// What is wanted of an argument; void if anything is taken.
    [[nodiscard]] TypeIndex parameter(const Expr& call, std::size_t index) const;
    /// What is wanted of both sides of an operator; void if it says nothing.
    [[nodiscard]] TypeIndex operand(const Expr& binary) const;

    static constexpr auto boolean = static_cast<TypeIndex>(TypeKind::boolean);
    static constexpr auto integer = static_cast<TypeIndex>(TypeKind::integer);
    static constexpr auto real = static_cast<TypeIndex>(TypeKind::real);
    static constexpr auto string = static_cast<TypeIndex>(TypeKind::string);

  private:
    /// What is known of a local.
    struct Evidence {
        TypeIndex stored = 0, used = 0;
        TypeIndex certain = 0;   ///< The code says so.
        bool mixed = false;      ///< Numbers of several types are stored.
        bool constants = false;  ///< Constants are stored,
        bool large = false;      ///< one of them neither 0 nor 1,
        bool wide = false;       ///< or one that is a float,
        bool maybe_real = false; ///< or may be one.
        bool number = false;     ///< It is turned into a bool or a float.
    };
    void values();
    [[nodiscard]] TypeIndex type_of(const Expr& at) const;
    void gather(std::vector<Evidence>& known);
    void gather(std::span<const StmtId> list, TypeIndex result, std::vector<Evidence>& known);
    void want(ExprId id, TypeIndex type, std::vector<Evidence>& known);
    void is_bool(ExprId id, std::vector<Evidence>& known) const;
    void stored(std::uint32_t variable, ExprId value, std::vector<Evidence>& known);
    [[nodiscard]] TypeIndex class_named(std::string_view name);
    [[nodiscard]] static TypeIndex choose(const Evidence& evidence, const Types& types);

    const Unit& unit_;
    Tree& tree_;
    std::vector<UnitType> all_; ///< The unit's and what only receivers have.
    std::vector<TypeIndex> of_; ///< By expression.
    TypeIndex this_ = 0, vm_ = 0;
};

} // namespace vellum::skrit::decompile
