// Assembly text to Script. Texts and natives that the code names go to pool and imports as the compiler would
// put them, unless the text writes them out. The language is described on docs/engines/pathologic.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engines/pathologic/format/script.hpp"

namespace vellum::pathologic {

/// Assembles a text. Mistakes are reported; null if there was any. The script is complete but for its
/// verification.
[[nodiscard]] std::shared_ptr<Script> assemble_script(const Engine& engine, std::string_view text,
                                                      std::string name, Numbering numbering,
                                                      Diagnostics& diagnostics);

} // namespace vellum::pathologic
