// The words of a body as statements one behind the other, before anything is nested.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engines/ff7/source/tree.hpp"

namespace vellum::ff7::decompile {

/// Words of a script: from the first to before the last.
struct Range {
    std::uint32_t begin = 0, end = 0;
};

enum class FlatKind : std::uint8_t {
    plain,  ///< statement
    jump,   ///< to target
    branch, ///< past the operands of the statement to target if they are false
    result  ///< RETURN
};

struct Flat {
    FlatKind kind = FlatKind::plain;
    std::uint32_t address = 0, end = 0;
    std::uint32_t target = 0; ///< A word; make_flat has it as a number of a statement.
    source::NodeId statement = source::none;
};

/// False, and why, if a jump leads between the words of a statement or out of the range. Statements get the
/// address as their place.
[[nodiscard]] bool make_flat(const Script& script, Range range, source::Tree& tree, std::vector<Flat>& out,
                             std::string& why);

} // namespace vellum::ff7::decompile
