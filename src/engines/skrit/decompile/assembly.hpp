// Functions that stay instructions in the source: what the compiler reads in "asm { ... }".
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "engines/skrit/decompile/tree.hpp"
#include "isa/addresses.hpp"

namespace vellum::skrit::decompile {

class Assembly {
  public:
    /// Functions and states have the names of `names`. `numbers`: imports, types and upcasts go by their
    /// numbers in the unit's tables, not by what they are.
    Assembly(const Unit& unit, const Tree& names, bool numbers);

    /// The function's instructions, locals and labels, one a line. Equal for functions that do the same with
    /// the same things, wherever these are in the tables.
    [[nodiscard]] std::string lines(std::uint32_t function, std::string_view indent) const;

  private:
    class Writer;
    /// Whether that offset is what the compiler pushes for its text.
    [[nodiscard]] bool is_text(std::size_t at) const;

    const Unit& unit_;
    const Tree& names_;
    bool numbers_;
    const isa::AddressIndex addresses_;
    std::unordered_map<std::string_view, std::uint32_t> texts_; ///< First offset of each.
};

} // namespace vellum::skrit::decompile
