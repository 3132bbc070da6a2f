// The event table and its look-ups.
#include "engines/pathologic/format/event_names.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/suggest.hpp"

namespace vellum::pathologic {

namespace {

// OnDialogReply is our name; the scripts' own is not known. What its handlers compare is, in all dialogs, the
// last number of an AddReply (the reply) or the one before (the message it leads to). What OnHit brings is
// what ReportHit was given: the damage that armour let through, and how much there was. 44 and 45 changed
// their meaning between builds.
constexpr auto names = std::to_array<EventName>({
    {0, false, "OnUse", "user"},
    {0, true, "OnDraw"},
    {1, false, "OnSee", "actor"},
    {1, true, "OnUpdate", "seconds"},
    {2, false, "OnStopSee", "actor"},
    {2, true, "OnLButtonDown", "x y"},
    {3, false, "OnHear", "actor"},
    {3, true, "OnLButtonUp", "x y"},
    {4, false, "OnStopHear", "actor"},
    {5, false, "OnLoad"},
    {6, false, "OnUnload"},
    {6, true, "OnRButtonDown", "x y"},
    {7, false, "OnTimer", "id"},
    {7, true, "OnRButtonUp", "x y"},
    {8, false, "OnRegionChange", "region"},
    {8, true, "OnMouseMove", "x y"},
    {9, false, "OnGameTime", "id time"},
    {9, true, "OnMouseEnter"},
    {10, false, "OnCollision", "other"},
    {10, true, "OnMouseLeave"},
    {11, false, "OnDialogReply", "next reply"},
    {11, true, "OnDragBegin", "x y"},
    {12, false, "OnMusicChange", "music"},
    {12, true, "OnDragEnd", "x y dropped"},
    {13, false, "OnPlayerStartShooting"},
    {14, false, "OnPlayerStopShooting"},
    {14, true, "OnDestroyWindow"},
    {15, false, "OnPlayerHolsterWeapon"},
    {15, true, "OnMouseWheel", "x y delta"},
    {16, false, "OnPropertyChange", "actor property"},
    {16, true, "OnCursorWndChange"},
    {17, false, "OnAttacked", "attacker"},
    {18, false, "OnAction", "action"},
    {19, false, "OnPlayerLand"},
    {20, false, "OnPlayerStartWalking"},
    {21, false, "OnPlayerStopWalking"},
    {22, false, "OnHit", "attacker kind damage amount"},
    {23, false, "OnIntersection", "actor"},
    {24, false, "OnKeyDown", "key"},
    {26, false, "OnTrigger", "name argument"},
    {27, false, "OnStopIntersection", "actor"},
    {28, false, "OnActorStuck"},
    {30, false, "OnPlayerDamage", "player victim accidental"},
    {31, false, "OnReputationChange", "actor change hidden"},
    {32, false, "OnDispose"},
    {33, false, "OnInventoryAddItem", "item"},
    {34, false, "OnInventoryRemoveItem", "item"},
    {35, false, "OnInventorySelChange", "item"},
    {36, false, "OnPlayerStartAltShooting"},
    {37, false, "OnPlayerStopAltShooting"},
    {38, false, "OnClearPath", "actor"},
    {39, false, "OnFallDamage", "damage"},
    {40, false, "OnSteal", "thief"},
    {41, false, "OnDeath", "killer"},
    {42, false, "OnMessage", "sender message"},
    {43, false, "OnHit2", "attacker kind damage amount position direction"},
    {44, false, "OnPlayerEnemy"},
    {44, false, "OnPlayerStartSneaking"},
    {45, false, "OnLSHAnimationEnd", "finished"},
    {45, false, "OnPlayerStopSneaking"},
    {100, true, "OnChar", "character"},
    {101, true, "OnKeyDown", "key"},
    {102, true, "OnKeyUp", "key"},
    {200, true, "OnMessage", "message window data"},
    {201, true, "OnGameMessage", "message data"},
    {1000, false, "OnConsole", "command argument"},
});

static_assert(std::ranges::is_sorted(names, {}, &EventName::id));

constexpr std::string_view all_begin = "On";
static_assert(std::ranges::all_of(
    names, [](std::string_view name) { return name.starts_with(all_begin); }, &EventName::name));

/// Where the names of the small numbers begin, which nearly all events have.
constexpr auto first_of = [] {
    std::array<std::uint8_t, 64> first{};
    for (std::uint32_t id = 0; id < first.size(); ++id)
        first[id] = static_cast<std::uint8_t>(std::ranges::lower_bound(names, id, {}, &EventName::id) -
                                              names.begin());
    return first;
}();

} // namespace

std::span<const EventName> event_names() noexcept { return names; }

const EventName* find_event(std::uint32_t id, bool window) noexcept {
    const auto known = id < first_of.size() ? names.begin() + first_of[id]
                                            : std::ranges::lower_bound(names, id, {}, &EventName::id);
    for (auto entry = known; entry != names.end() && entry->id == id; ++entry)
        if (entry->window == window) return &*entry;
    return nullptr;
}

std::string_view event_name(std::uint32_t id, bool window) noexcept {
    const EventName* const found = find_event(id, window);
    return found == nullptr ? std::string_view{} : found->name;
}

std::optional<std::uint32_t> event_number(std::string_view name) noexcept {
    if (!name.starts_with(all_begin)) return std::nullopt;
    for (const bool window : {false, true})
        for (const EventName& entry : names)
            if (entry.window == window && entry.name == name) return entry.id;
    return std::nullopt;
}

std::string meant_event(std::string_view name) {
    std::vector<std::string_view> known;
    known.reserve(names.size());
    for (const EventName& entry : names) known.push_back(entry.name);
    const std::string meant = did_you_mean(name, known);
    return meant.empty() ? meant : "." + meant;
}

} // namespace vellum::pathologic
