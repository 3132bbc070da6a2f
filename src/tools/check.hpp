// Check reports as data.
#pragma once

#include <string>

#include "vellum/tools.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::tools {

/// The report of one script, and in `program` what was loaded for it, or nothing.
[[nodiscard]] CheckReport check(const OpenedFile& opened, const Script& script, ProgramPtr& program,
                                bool keep_notes = false);

/// Takes out that a source has nothing to run: found in a folder, it is for others to include.
void allow_library(CheckReport& report);

/// {"file", "engine", "ok", "errors", "warnings", "dropped", "diagnostics"}.
void write_json(JsonWriter& json, const Engine& engine, const CheckReport& report);

} // namespace vellum::tools
