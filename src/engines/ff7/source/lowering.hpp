// From the tree to code words. Every construct has exactly one sequence of words; nothing is optimised and no
// jump is led past another. Jumps are absolute, so a body is lowered for the word that it begins at.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engines/ff7/source/tree.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ff7::source {

/// Where the words of a statement begin.
struct Mark {
    std::uint32_t address = 0;
    std::uint32_t place = 0; ///< Stmt::place.
};

/// What went wrong, by Stmt::place.
struct LoweringError {
    enum class Kind : std::uint8_t { none, full, label } kind = Kind::none;
    std::uint32_t place = 0;
    TextId label = none; ///< That is missing.
};

class Lowering {
  public:
    /// `assembly`: gets what is wrong with instructions that are given as text, with lines of the source.
    Lowering(const Tree& tree, Diagnostics& assembly) : tree_(tree), assembly_(assembly) {}

    /// Appends the words of the body. False after an error.
    bool function(const Function& function);

    std::vector<std::uint16_t> words;
    std::vector<Mark> marks;
    LoweringError error;

  private:
    struct Fixup {
        std::uint32_t word; ///< Gets the address.
        TextId label;
        std::uint32_t place;
    };
    struct Loop {
        std::uint32_t top = 0;
        std::vector<std::uint32_t> exits; ///< Words that get the address behind it.
    };

    void emit(std::uint32_t word);
    std::uint32_t jump(std::uint16_t code, std::uint32_t target = 0);
    void land(std::uint32_t word);
    void expression(NodeId id);
    void operands(const Stmt& stmt);
    void statement(NodeId id);
    void instruction(const Stmt& stmt);
    void condition(const Stmt& first);
    void loop(const Stmt& stmt);
    void assemble(NodeId block);
    [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(words.size()); }

    const Tree& tree_;
    Diagnostics& assembly_;
    std::uint32_t place_ = 0;
    std::vector<Loop> loops_;
    std::vector<std::uint32_t> returns_;
    std::vector<Fixup> gotos_;
    std::unordered_map<TextId, std::uint32_t> labels_;
};

} // namespace vellum::ff7::source
