// Diagnostics as data.
#pragma once

#include "vellum/diagnostic.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::tools {

/// {"severity", "code", "message", "file", "offset", "line", "column", "quote", "quote_column", "hint",
/// "related"}: what is known of it.
void write_json(JsonWriter& writer, const Diagnostic& diagnostic);

} // namespace vellum::tools
