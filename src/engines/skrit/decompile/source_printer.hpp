// The whole unit as source text: declarations in the order in which the compiler will number them again.
#pragma once

#include <string>
#include <vector>

#include "engines/skrit/decompile/values_printer.hpp"

namespace vellum::skrit::decompile {

class SourcePrinter {
  public:
    /// `made_up` as ValuesPrinter has it.
    SourcePrinter(const Unit& unit, const Tree& tree, const Types& types, const Exports& exports,
                  Exports* made_up, bool addresses);

    /// Every function is sound and everything has a name.
    [[nodiscard]] std::string run();

  private:
    void declarations();
    void routines();
    void rest();

    void enter(std::uint32_t state);
    void leave();
    void variables_here();
    void variable(std::uint32_t index);
    void routine(std::uint32_t index);
    void parameters(std::uint32_t index);
    void filter(const std::vector<Constant>& constants, bool always);
    void transition(const Transition& row);
    void delay(const Delay& delay);
    void statements(const std::vector<StmtId>& list);
    void statement(const Stmt& at);
    void choice(const Stmt& first);
    void block(const std::vector<StmtId>& list);
    void assignment(const Stmt& at);
    void line(std::string_view text);
    void begin_line();
    void end_line(const Stmt& at);
    void gap();

    const Unit& unit_;
    const Tree& tree_;
    const Types& types_;
    bool addresses_;
    TextWriter out_;
    ValuesPrinter values_;
    std::size_t indent_ = 0;
    bool first_ = true;          ///< Nothing stands in the block yet.
    std::uint32_t state_ = none; ///< That is open.
    TypeIndex result_ = 0;       ///< Of the function that is written.
    std::uint32_t next_variable_ = 0;
    std::uint32_t next_state_ = 0; ///< The first that is not there yet.
    std::size_t next_transition_ = 0;
    std::vector<std::uint32_t> handlers_; ///< By function: its row, or none.
    std::vector<std::uint32_t> at_;       ///< By function: its delay, or none.
};

} // namespace vellum::skrit::decompile
