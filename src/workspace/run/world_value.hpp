// Values of a running world by name, as expectations write them.
#pragma once

#include <string>
#include <string_view>

#include "vellum/diagnostic.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::runs {

/// The value as people write it. In this order: what the engine's language calls a place ("save.bit(0xC22,
/// 3)"); "variable NAME", of any machine; a path into Scheduler::state_json ("window.text", "entities
/// highwind mesh_x"). An error says what there is instead.
[[nodiscard]] Result<std::string> world_value(const Scheduler& world, std::string_view name);

/// Whether `value` compares so with `wanted`: as numbers if both are, else as texts.
[[nodiscard]] bool holds(std::string_view value, std::string_view comparison, std::string_view wanted);

} // namespace vellum::runs
