// Where the functions of a source stand: functions, handlers and at functions, by their states.
#pragma once

#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::skrit {

/// In the order of the text; of a state's as "Idle$::OnEnterState$". What is wrong with the text is passed
/// over.
[[nodiscard]] std::vector<SourceFunction> source_outline(std::string_view text);

} // namespace vellum::skrit
