// The functions of a script as source, every statement on the line that its code names.
#pragma once

#include <string>

#include "engines/ags/decompile/layout.hpp"

namespace vellum::ags::decompile {

class Printer {
  public:
    Printer(const Block& block, const Tree& tree, Types& types, Layout& layout, bool lines)
        : block_(block), tree_(tree), types_(types), layout_(layout), lines_(lines) {}

    /// All functions; texts are marks yet.
    [[nodiscard]] std::string run();
    /// The most locals that a function has; their names are numbers up to it.
    [[nodiscard]] std::uint32_t most_locals() const noexcept { return most_locals_; }
    /// "int f(this Button*, float v1)" without its body, which is also what a prototype is.
    [[nodiscard]] std::string head(std::uint32_t function);

  private:
    void number_locals(std::uint32_t function);
    void go_to(std::int32_t line);
    void put(std::string_view text);
    void body(const Body& list, std::uint32_t function);
    void braces(const Body& list, std::int32_t end_line, std::uint32_t function);
    void statement(const Stmt& stmt, std::uint32_t function);
    [[nodiscard]] std::string simple(const Stmt& stmt, std::uint32_t function);
    [[nodiscard]] std::string value(ExprId expr, TypeKind wanted);
    [[nodiscard]] std::string operand(ExprId expr, TypeKind wanted, int level, bool right);
    [[nodiscard]] std::string place(const Place& place, Width width);
    [[nodiscard]] std::string call(const Expr& expr);
    [[nodiscard]] std::string number(std::int32_t number, TypeKind wanted);
    [[nodiscard]] TypeKind kind_of(TypeId type) { return type == 0 ? TypeKind::unknown : types_.kind(type); }
    [[nodiscard]] const std::string& local_name(std::uint32_t local) const { return names_[local]; }

    const Block& block_;
    const Tree& tree_;
    Types& types_;
    Layout& layout_;
    bool lines_;
    std::string out_;
    std::int32_t line_ = 1;
    std::int32_t depth_ = 0;
    bool at_begin_ = true;
    std::uint32_t most_locals_ = 0;
    std::vector<std::string> names_;
    std::uint32_t nesting_ = 0;
    std::size_t printed_ = 0; ///< Expressions,
    std::size_t written_ = 0; ///< letters, those of what is in another counted again.
};

} // namespace vellum::ags::decompile
