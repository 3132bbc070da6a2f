// Check reports as data.
#pragma once

#include <string>

#include "vellum/tools.hpp"

namespace vellum {
class JsonWriter;
}

namespace vellum::tools {

/// {"file", "engine", "ok", "errors", "warnings", "dropped", "diagnostics"}.
void write_json(JsonWriter& json, const Engine& engine, const CheckReport& report);

} // namespace vellum::tools
