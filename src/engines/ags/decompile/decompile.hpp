// From a script to its source and the header that goes with it. What was printed is compiled again and
// compared with the block; where that is another one, the whole script is a listing.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "engines/ags/decompile/names_file.hpp"
#include "engines/ags/format/script.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags::decompile {

/// What the names of a text stand for.
struct NamesUsed {
    std::vector<std::vector<std::string>> locals; ///< By function; parameters first.
    std::map<std::int32_t, std::string> globals;  ///< By where they begin.
};

/// `used`, if it is not null, gets the names that the text has; nothing if it is a listing.
[[nodiscard]] Decompiled decompile_text(const Script& script, const SourceOptions& options,
                                        NamesUsed* used = nullptr);

/// What of a text is not what the decompiler would write, as a file of names; what `known` (may be null) has
/// beside it stays. `script` is what the text is compiled to.
[[nodiscard]] Result<std::string> names_in(const Script& script, std::string_view text, const Names* known);
/// What a game's main data calls its numbers, as a file of names; what `known` (may be null) says of
/// functions stays, and so do its own names for numbers. Fails as read_main_data.
[[nodiscard]] Result<std::string> names_in(std::span<const std::byte> main_data, const Names* known);

} // namespace vellum::ags::decompile
