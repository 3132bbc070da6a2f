// Names for parameters and locals: by what they are set to and passed to, what they count, what they are.
// Which names come first is part of the code, because variables are released in the order in which their
// names were first read; so names are chosen in an order that fits all functions at once.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/decompile/layout.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags::decompile {

class LocalNames {
  public:
    LocalNames(const Block& block, const Tree& tree, Types& types, Layout& layout);

    /// Chooses all names; `given` has those that somebody chose before, by local.
    void run(const std::map<std::uint32_t, std::string>& given);

    /// By local.
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }
    /// What a header has to say first, in that order.
    [[nodiscard]] const std::vector<std::string>& order() const noexcept { return order_; }
    [[nodiscard]] ChosenNames counts() const noexcept { return counts_; }

  private:
    /// A name that would fit, with how much it says: less is more.
    struct Hint {
        int rank = 100;
        std::string name{};
    };

    void look(std::uint32_t number);
    void statement(const Stmt& stmt, std::uint32_t depth);
    void body(const Body& list, std::uint32_t depth);
    void expression(ExprId id, std::uint32_t depth);
    void hint(std::uint32_t local, int rank, std::string_view name);
    void hint_value(ExprId expr, int rank, std::string_view name);
    [[nodiscard]] const Expr* local_in(ExprId id) const;
    [[nodiscard]] std::string source_name(ExprId id, std::uint32_t depth = 0) const;
    [[nodiscard]] std::string place_name(const Expr& access) const;
    void accessor(std::uint32_t number);
    void bound(ExprId condition);
    void by_type(std::uint32_t local);
    void name(std::uint32_t number);
    [[nodiscard]] std::vector<std::uint32_t> in_order(const Function& function,
                                                      std::vector<bool>& bound) const;

    const Block& block_;
    const Tree& tree_;
    Types& types_;
    Layout& layout_;
    std::vector<Hint> hints_;
    std::vector<bool> counters_;
    std::vector<std::string> names_;
    std::vector<std::string> order_;
    std::map<std::string, std::size_t, std::less<>> ranks_;
    ChosenNames counts_;
};

} // namespace vellum::ags::decompile
