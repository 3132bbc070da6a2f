// How a source spells names that it cannot have as they are: letters that no name has, or a name that is
// taken. Such a name gets another one, and a row of an asm block says what it is called in the unit.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text_writer.hpp"
#include "engines/skrit/decompile/tree.hpp"

namespace vellum::skrit::decompile {

class Spelling {
  public:
    /// Renames in `tree` what needs it.
    Spelling(const Unit& unit, Tree& tree);

    /// A row for each name, or nothing.
    [[nodiscard]] std::string rows() const { return std::string(rows_.view()); }
    /// With `$`, or empty; also of functions that are not read.
    [[nodiscard]] const std::string& parameter(std::uint32_t function, std::size_t index) const;

  private:
    void rename(std::string& name, std::string_view sort, std::string_view event = {});

    std::unordered_set<std::string> taken_; ///< In lower case.
    std::unordered_map<std::uint64_t, std::string> parameters_;
    TextWriter rows_;
    std::size_t number_ = 0;
};

} // namespace vellum::skrit::decompile
