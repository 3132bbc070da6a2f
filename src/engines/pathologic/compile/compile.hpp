// From source text to a script: parse, lower, link. The decompiler finds out with it whether its text would
// give the same file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/pathologic/compile/debug.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/source/tree.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/files.hpp"

namespace vellum::pathologic::compile {

/// How the text of a script begins that only a listing can say: instructions follow on the next line.
inline constexpr std::string_view listing_mark = "script listing;";

/// What is wanted of a compilation, besides its errors.
enum class Wanted : std::uint8_t {
    code,    ///< A script that can be compared and written, no more.
    program, ///< One with names and lines.
    all      ///< The same, and warnings.
};

/// Compiles a text. `numbering` wins over what the text says; hd if neither says one. A text without anything
/// is an empty script. Included texts come from `files` (null: there are none). Null after adding errors.
[[nodiscard]] std::shared_ptr<Script> compile_text(const Engine& engine, std::string_view text,
                                                   std::string name, std::optional<Numbering> numbering,
                                                   Wanted what, const FileSystem* files,
                                                   Diagnostics& diagnostics);

/// Lays the functions of a tree out as a script, in their order; those that are not `wanted` are left out
/// (none: all are). `layout` may be null. The code is not indexed and has no offsets yet. Null after adding
/// errors.
[[nodiscard]] std::shared_ptr<Script> link(const Engine& engine, const source::Tree& tree, std::string name,
                                           Numbering numbering, const std::vector<bool>* wanted,
                                           Layout* layout, Diagnostics& diagnostics);

} // namespace vellum::pathologic::compile
