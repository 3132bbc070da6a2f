// What became of a decompiled program, in the one form that every front end gives.
#pragma once

#include <string_view>

#include "base/json_writer.hpp"
#include "vellum/engine.hpp"

namespace vellum::tools {

/// "identical", "fallback" if functions are kept as instructions, or "listing" if all of it is.
[[nodiscard]] std::string_view verdict_of(const Decompiled& made) noexcept;

/// The members "verdict", "reason" (of what is not identical) and "functions", whose objects have both, too;
/// inside of an object that was begun.
void write_verdicts(JsonWriter& json, const Decompiled& made);

} // namespace vellum::tools
