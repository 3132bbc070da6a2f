// What a compilation may be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/ags/api/table.hpp"
#include "engines/ags/format/scom.hpp"

namespace vellum::ags::compile {

/// The switches of agscc, under its names, and what the editor does otherwise.
struct Settings {
    bool editor = true; ///< Lines and version as the Windows editor has them; else as agscc on Linux.
    bool line_numbers = true;
    bool left_to_right = true;
    bool new_strings = true;
    bool strict = true;
    bool new_audio = true;
    bool old_dialog = false;
    bool export_all = true;
    bool import_override = true;
    bool debug = false;
    bool utf8 = false;
    bool first_mistake = false;   ///< Stop where agscc stops and word it as it does.
    bool padded_literals = true;  ///< An escape in a literal leaves a byte behind it; editors before did not.
    bool counted_imports = true;  ///< Imported functions have their parameters' number behind their names.
    bool counted_members = true;  ///< So have the members of structs; they had it first.
    bool folded_negatives = true; ///< A minus in front of a number is part of it; it was calculated once.
    bool stack_offsets = true; ///< Locals are found by LOADSPOFFS; 2.x counted from SP in two instructions.
    bool counted_arguments = true; ///< NUMFUNCARGS is written before calls of imports.
    bool counted_exports = true;   ///< Exported functions have their parameters' number after their names.
    std::int32_t version = scom_newest_version; ///< Of the block that is written.
    /// What the script's section is called instead of its file; of a header nothing: it makes none.
    std::optional<std::string> section;
    bool full_names = false; ///< Sections are called "room1.asc", as the editor does, not "room1".
    std::string api;         ///< "v362" or "Highest".
    std::string compatible;  ///< Likewise.
    std::optional<api::Release> release;        ///< Whose header of the API is put in front.
    std::string editor_version;                 ///< What #ifver compares with; empty: the release's.
    std::size_t known_levels = ~std::size_t{0}; ///< The editor knows the first ones only.
    bool key_input = true;                      ///< NEW_KEYINPUT_API, where `editor` is true.
    bool array_length = true;                   ///< SCRIPT_EXT_DYNARRAY_LENGTH, where `editor` is true.
    bool newest_words = true;                   ///< "switch", "for" and others are keywords.
    std::vector<std::pair<std::string, std::string>> defines;
    std::vector<std::string> headers;   ///< In order, by names that the file system knows.
    bool headers_named_by_user = false; ///< Not by the script itself.
};

} // namespace vellum::ags::compile
