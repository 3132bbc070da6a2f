// Names that somebody gave to places and functions. A file of names is a source: its declarations count,
// whatever else it holds, and so the source of one map names the places of all.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engines/ff7/source/tree.hpp"
#include "vellum/engine.hpp"

namespace vellum::ff7 {
const Engine& engine(); // the last module: it is linked, not included
}

namespace vellum::ff7::decompile {

struct Names final : SourceNames {
    Names() : SourceNames(ff7::engine()) {}

    std::map<std::string, source::Declaration, std::less<>> names;
};

/// Null after adding errors. Files of names of other engines ("vellum names 1") have none.
[[nodiscard]] std::shared_ptr<const Names> read_names(std::string_view text, Diagnostics& diagnostics);
/// The declarations of a source and what `known` (may be null) has beside them; what the save map calls so
/// anyway is left out. Empty after adding errors.
[[nodiscard]] std::string names_in(std::string_view text, const Names* known, Diagnostics& diagnostics);

/// Functions of a source, each by all of its headers: "system 2, system 3".
[[nodiscard]] std::vector<SourceFunction> outline(std::string_view text);

/// What a source declares with const, var and name.
[[nodiscard]] std::vector<SourceDeclaration> declarations(std::string_view text);

} // namespace vellum::ff7::decompile
