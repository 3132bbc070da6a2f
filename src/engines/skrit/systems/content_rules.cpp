// See the header.
#include "engines/skrit/systems/content_rules.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/ascii.hpp"

namespace vellum::skrit {

namespace {

struct FieldRow {
    std::string_view component;
    TypeKind type;
    std::string_view names; ///< Divided by blanks.
};
constexpr FieldRow fields[] = {
#define FIELDS(component, type, names) {component, TypeKind::type, names},
#include "engines/skrit/systems/component_fields.inc"
#undef FIELDS
};

constexpr TriggerRule triggers[] = {
#define TRIGGER(kind, name, fewest, most, first, second)                                                     \
    {TriggerKind::kind, name, fewest, most, {Named::first, Named::second}},
#include "engines/skrit/systems/triggers.inc"
#undef TRIGGER
};

/// Those of the target; each also exists with `src_` in front, of the caster.
constexpr std::string_view macros[] = {"life",
                                       "maxlife",
                                       "mana",
                                       "maxmana",
                                       "str",
                                       "int",
                                       "dex",
                                       "melee",
                                       "ranged",
                                       "combat_magic_level",
                                       "magic",
                                       "combat_magic",
                                       "nature_magic",
                                       "nature_magic_level",
                                       "base_damage",
                                       "base_defense",
                                       "highest_skill",
                                       "infinite",
                                       "spell_req_level",
                                       "spell_max_level",
                                       "itemsequipped",
                                       "melee_damage_min",
                                       "melee_damage_max"};

using FieldMap = std::unordered_map<std::string, TypeKind>;

FieldMap make_fields() {
    FieldMap all;
    for (const FieldRow& row : fields)
        for (std::string_view rest = row.names; !rest.empty();) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            all.emplace(std::string(row.component) + ':' + std::string(rest.substr(0, end)), row.type);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    return all;
}

} // namespace

std::optional<TypeKind> field_type(std::string_view component, std::string_view field) {
    static const FieldMap all = make_fields();
    const auto found = all.find(lower_case(component) + ':' + lower_case(field));
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

std::span<const TriggerRule> trigger_rules() noexcept { return triggers; }
std::span<const std::string_view> formula_macros() noexcept { return macros; }

} // namespace vellum::skrit
