// Diagnostics show the line they are about.
#pragma once

#include <string_view>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::tools {

/// Quotes the lines that diagnostics point to: of the file `name`, whose text is at hand, and of the files it
/// includes, which are read once more. `files` may be null.
void quote_lines(Diagnostics& diagnostics, std::string_view name, std::string_view text,
                 const FileSystem* files);
/// The same for one.
void quote_line(Diagnostic& diagnostic, std::string_view name, std::string_view text,
                const FileSystem* files);

} // namespace vellum::tools
