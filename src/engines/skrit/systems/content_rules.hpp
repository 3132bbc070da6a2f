// What is known of the game's own content: fields of its components, the calls of triggers, the macros of
// formulas. All of it is rows; whoever checks content asks here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engines/skrit/types.hpp"

namespace vellum::skrit {

/// The type of a field of one of the game's components; nothing if it is not known or not always the same.
[[nodiscard]] std::optional<TypeKind> field_type(std::string_view component, std::string_view field);

enum class TriggerKind : std::uint8_t { condition, action };
/// What a value of a trigger's call names.
enum class Named : std::uint8_t { any, event, object, quest, mood };

/// A condition or an action.
struct TriggerRule {
    TriggerKind kind;
    std::string_view name;
    std::uint8_t fewest, most; ///< Values.
    Named named[2];            ///< By the first two values.
};
[[nodiscard]] std::span<const TriggerRule> trigger_rules() noexcept;

/// Macros of formulas, without `#`.
[[nodiscard]] std::span<const std::string_view> formula_macros() noexcept;

} // namespace vellum::skrit
