// Everything that can be proved about a script without running it, as one report.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "tools/open.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::tools {

struct CheckReport {
    std::vector<Diagnostic> found;
    std::size_t errors = 0, warnings = 0, notes = 0;
    std::size_t dropped = 0; ///< Counted, but not kept.
};

/// Loads the script and lets its engine check it. Notes are counted and kept only if wanted.
[[nodiscard]] CheckReport check(const OpenedFile& opened, const Script& script, bool keep_notes);

/// {"file", "engine", "ok", "errors", "warnings", "dropped", "diagnostics"}; no engine if that is null.
void write_json(JsonWriter& json, std::string_view file, const Engine* engine, const CheckReport& report);

} // namespace vellum::tools
