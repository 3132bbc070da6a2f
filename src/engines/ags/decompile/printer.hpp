// The functions of a script as source, every statement on the line that its code names.
#pragma once

#include <string>

#include "engines/ags/decompile/assembly.hpp"
#include "engines/ags/decompile/layout.hpp"
#include "engines/ags/decompile/lines.hpp"
#include "engines/ags/decompile/literals.hpp"

namespace vellum::ags::decompile {

/// What a value is to be.
struct Wanted {
    TypeKind kind = TypeKind::unknown;
    const ApiEnum* words = nullptr; ///< What numbers mean.
};

/// How code is to be written.
struct PrintForm {
    bool lines = true;          ///< Statements stand on the lines that the code names.
    bool old_negatives = false; ///< The compiler calculates negative numbers.
};

class Printer {
  public:
    Printer(const Block& block, const Tree& tree, Types& types, Layout& layout, const Assembly& assembly,
            const Marks& marks, const std::vector<std::string>& names, PrintForm form)
        : block_(block),
          tree_(tree),
          types_(types),
          layout_(layout),
          assembly_(assembly),
          marks_(marks),
          lines_(form.lines),
          old_negatives_(form.old_negatives),
          names_(names) {}

    /// All functions; texts are marks yet.
    [[nodiscard]] std::string run();
    /// Where each function begins in the text.
    [[nodiscard]] const std::vector<std::size_t>& begins() const noexcept { return begins_; }
    /// "int f(this Button*, float v1)" without its body, which is also what a prototype is.
    [[nodiscard]] std::string head(std::uint32_t number);

  private:
    [[nodiscard]] Wanted wants_of_value(ExprId id);
    [[nodiscard]] bool is_procedure(std::uint32_t function) const;
    void parts(std::uint32_t address);
    void instructions(std::uint32_t number);
    void go_to(std::int32_t line);
    void put(std::string_view text);
    void body(const Body& list, std::uint32_t function);
    /// `free`: the closing brace makes no code, so that it may stand on a line of its own.
    [[nodiscard]] std::int32_t first_line(const Body& list) const;
    void go_to_else(std::int32_t first);
    void braces(const Body& list, std::int32_t end_line, std::uint32_t function, bool free = false);
    void statement(const Stmt& stmt, std::uint32_t function);
    [[nodiscard]] std::string simple(const Stmt& stmt, std::uint32_t function);
    [[nodiscard]] std::string value(ExprId id, Wanted wanted);
    [[nodiscard]] std::string operand(ExprId id, Wanted wanted, int level, bool right);
    [[nodiscard]] std::string place(const Place& place, Width width);
    [[nodiscard]] std::string call(const Expr& expr);
    [[nodiscard]] std::string number(std::int32_t number, Wanted wanted);
    [[nodiscard]] Wanted wants_of(TypeId type) {
        return type == 0 ? Wanted{} : Wanted{types_.kind(type), types_.words(type)};
    }
    [[nodiscard]] const std::string& local_name(std::uint32_t local) const { return names_[local]; }

    const Block& block_;
    const Tree& tree_;
    Types& types_;
    Layout& layout_;
    const Assembly& assembly_;
    const Marks& marks_;
    bool lines_;
    bool old_negatives_;
    const std::vector<std::string>& names_; ///< Of locals.
    std::string out_;
    std::vector<std::size_t> begins_;
    std::size_t next_part_ = 0;
    std::int32_t line_ = 1;
    std::int32_t limit_ = most_lines; ///< No line behind it is gone to.
    std::int32_t depth_ = 0;
    bool at_begin_ = true;
    struct Brace {
        std::size_t at = 0; ///< The blank in front of it.
        std::int32_t depth = 0;
    };
    std::vector<Brace> free_; ///< Closing braces at the end of the line that may go on lines of their own.
    std::uint32_t nesting_ = 0;
    std::size_t printed_ = 0; ///< Expressions,
    std::size_t written_ = 0; ///< letters, those of what is in another counted again.
};

} // namespace vellum::ags::decompile
