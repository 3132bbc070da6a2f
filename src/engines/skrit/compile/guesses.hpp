// What a misspelt name may have meant, and what open mode made up: a name that is near to a declared one is
// probably a mistake, one that is near to the language's own certainly is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/source/source_map.hpp"
#include "engines/skrit/source/token.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// Sorts of names that hosts declare.
enum class NameSort : std::uint8_t { function, type, constant, event };

/// "Did you mean 'x'?" or nothing.
[[nodiscard]] std::string meant_name(const Exports& exports, NameSort sort, std::string_view wanted);
/// The same for a member of a class or of what it inherits from.
[[nodiscard]] std::string meant_member(const Exports& exports, std::uint32_t owner, std::string_view wanted);

/// Tells of every name in the text that open mode declared: as an error if it should be the language's own,
/// as a warning if it is near to a declared name, else as a note. `silent`: errors only.
void tell_guesses(const Exports& inferred, const TokenList& tokens, SourceMap& sources, bool silent,
                  Diagnostics& diagnostics);

} // namespace vellum::skrit
