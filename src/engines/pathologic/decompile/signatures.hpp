// What every function takes and gives, read from the blocks that its callers make for it and from the event
// tables. Types lie in the blocks; a result is the first value of a block when the caller leaves it alone.
#pragma once

#include <optional>
#include <vector>

#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic::decompile {

struct Signature {
    std::vector<VariableType> parameters;
    std::optional<VariableType> result;
    bool known = false; ///< Somebody calls it, or an event table has it.
    /// If it is not known: how many values below its frame the code reaches, which are parameters and perhaps
    /// a result; none if they are more than a function has.
    std::uint32_t reach = 0;
};

/// By number in Script::entries.functions.
[[nodiscard]] std::vector<Signature> find_signatures(const Script& script);

} // namespace vellum::pathologic::decompile
