// See the header.
#include "engines/skrit/systems/content_rules.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.hpp"

namespace vellum::skrit {

namespace {

struct FieldRow {
    std::string_view component;
    TypeKind type;
    std::string_view names; ///< Divided by blanks.
};
struct ConstantRow {
    std::string_view component, field, enumeration;
};
struct BlockRow {
    std::string_view component, names;
};
#define FIELDS(component, type, names) {component, TypeKind::type, names},
#define CONSTANTS(component, field, enumeration)
#define BLOCKS(component, names)
constexpr FieldRow fields[] = {
#include "engines/skrit/systems/component_fields.inc"
};
#undef FIELDS
#undef CONSTANTS
#define FIELDS(component, type, names)
#define CONSTANTS(component, field, enumeration) {component, field, enumeration},
constexpr ConstantRow constants[] = {
#include "engines/skrit/systems/component_fields.inc"
};
#undef CONSTANTS
#undef BLOCKS
#define CONSTANTS(component, field, enumeration)
#define BLOCKS(component, names) {component, names},
constexpr BlockRow inner_blocks[] = {
#include "engines/skrit/systems/component_fields.inc"
};
#undef FIELDS
#undef CONSTANTS
#undef BLOCKS

using enum Named;
constexpr TriggerRule triggers[] = {
#define TRIGGER(kind, name, fewest, most, ...) {TriggerKind::kind, name, fewest, most, {__VA_ARGS__}},
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

using BlockMap = std::map<std::string, BlockRule, std::less<>>;

template <class Visit> void each_word(std::string_view words, Visit&& visit) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        visit(std::string(words.substr(0, end)));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
}

BlockMap make_blocks() {
    BlockMap all;
    for (const FieldRow& row : fields)
        each_word(row.names, [&](std::string name) {
            all[std::string(row.component)].fields.emplace(std::move(name), row.type);
        });
    for (const ConstantRow& row : constants)
        all[std::string(row.component)].enumerations.emplace(row.field, row.enumeration);
    for (const BlockRow& row : inner_blocks)
        each_word(row.names,
                  [&](std::string name) { all[std::string(row.component)].blocks.insert(std::move(name)); });
    return all;
}

} // namespace

const BlockRule* block_rule(std::string_view name) {
    static const BlockMap all = make_blocks();
    const auto found = all.find(lower_case(name));
    return found == all.end() ? nullptr : &found->second;
}

std::span<const TriggerRule> trigger_rules() noexcept { return triggers; }
std::span<const std::string_view> formula_macros() noexcept { return macros; }

} // namespace vellum::skrit
