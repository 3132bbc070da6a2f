// From the texts of headers and script to a SCOM block: preprocessor, lexer and compiler one behind the
// other, and where in the files what they found wrong stands. Opens no files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/ags/compile/options.hpp"
#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/variables.hpp"

namespace vellum::ags::compile {

/// One file.
struct Source {
    std::string file;   ///< For messages.
    std::string script; ///< As sections and agscc call it.
    std::string_view text;
};

/// Something that is wrong.
struct Mistake {
    bool preprocessing = false;
    std::size_t source = 0;      ///< Which file.
    std::int32_t agscc_line = 0; ///< The line that agscc prints.
    std::uint32_t line = 0;      ///< In the file, from 1; 0 if there is none.
    std::uint32_t column = 0;    ///< In bytes from 1; 0 if it is not known.
    std::string message;         ///< As agscc words it.
    std::string suggestion;      ///< A name that is known and much like the one that is not.
};

/// What came out: a block, or mistakes.
struct Compiled {
    std::optional<Scom> scom;
    Variables variables; ///< Of the script.
    std::vector<Mistake> mistakes;
};

/// Compiles the sources, headers first, the script last. `first_only` stops where agscc does.
[[nodiscard]] Compiled compile_sources(std::span<const Source> sources, const Settings& settings,
                                       bool first_only);

} // namespace vellum::ags::compile
