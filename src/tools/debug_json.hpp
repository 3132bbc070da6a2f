// Debug information as data.
#pragma once

#include "vellum/debug_info.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::tools {

/// {"files", "lines", "functions", "groups", "globals"}; a line is [address, file, line, column].
void write_json(JsonWriter& writer, const DebugInfo& debug);

} // namespace vellum::tools
