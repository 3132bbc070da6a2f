// What is known of the game's own content: fields of its components, the calls of triggers, the macros of
// formulas. All of it is rows; whoever checks content asks here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "engines/skrit/types.hpp"

namespace vellum::skrit {

/// What is known of a block: one of the game's components, or with a blank in front one of another file.
struct BlockRule {
    /// The types of the fields; none for what is not always of the same type.
    std::map<std::string, TypeKind, std::less<>> fields;
    std::map<std::string, std::string_view, std::less<>> enumerations; ///< Of fields that hold constants.
    std::set<std::string, std::less<>> blocks;
};
/// In any spelling; null for others.
[[nodiscard]] const BlockRule* block_rule(std::string_view name);

enum class TriggerKind : std::uint8_t { condition, action };
/// What a value of a trigger's call names.
enum class Named : std::uint8_t { any, event, object, quest, step, mood, boundary };

/// A condition or an action.
struct TriggerRule {
    TriggerKind kind;
    std::string_view name;
    std::uint8_t fewest, most; ///< Values.
    Named named[6];
};
[[nodiscard]] std::span<const TriggerRule> trigger_rules() noexcept;

/// Macros of formulas, without `#`.
[[nodiscard]] std::span<const std::string_view> formula_macros() noexcept;

} // namespace vellum::skrit
