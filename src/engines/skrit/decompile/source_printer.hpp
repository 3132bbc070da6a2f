// The whole unit as source text: declarations in the order in which the compiler will number them again.
#pragma once

#include <string>
#include <vector>

#include "engines/skrit/decompile/assembly.hpp"
#include "engines/skrit/decompile/spelling.hpp"
#include "engines/skrit/decompile/values_printer.hpp"

namespace vellum::skrit::decompile {

/// What the source is made of beside statements.
struct SourceForm {
    const Assembly& assembly;  ///< Of functions that are kept.
    const Spelling& names;     ///< Of their parameters.
    const std::string& tables; ///< Rows of the unit's tables.
    bool addresses = false;
};

/// Where a function is in the text.
struct Piece {
    std::size_t begin = 0, end = 0;
    std::uint32_t function = 0;
};

class SourcePrinter {
  public:
    /// `made_up` as ValuesPrinter has it.
    SourcePrinter(const Unit& unit, const Tree& tree, const Types& types, const Exports& exports,
                  Exports* made_up, const SourceForm& form);

    /// Every function is sound or kept, and everything has a name.
    [[nodiscard]] std::string run();
    [[nodiscard]] const std::vector<Piece>& pieces() const noexcept { return pieces_; }

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
    [[nodiscard]] const std::string& parameter_name(std::uint32_t function, std::size_t parameter) const;
    void body_of(std::uint32_t function);
    void value_of(std::uint32_t function, TypeIndex type);
    void assembly(std::uint32_t function);
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
    const SourceForm form_;
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
    std::vector<Piece> pieces_;
};

} // namespace vellum::skrit::decompile
