// The event table and its two look-ups.
#include "engines/pathologic/format/event_names.hpp"

#include <algorithm>
#include <array>

namespace vellum::pathologic {

namespace {

// OnDialogReply is our name; the scripts' own is not known. 44 and 45 changed their meaning between builds.
constexpr auto names = std::to_array<EventName>({
    {0, false, "OnUse"},
    {0, true, "OnDraw"},
    {1, false, "OnSee"},
    {1, true, "OnUpdate"},
    {2, false, "OnStopSee"},
    {2, true, "OnLButtonDown"},
    {3, false, "OnHear"},
    {3, true, "OnLButtonUp"},
    {4, false, "OnStopHear"},
    {5, false, "OnLoad"},
    {6, false, "OnUnload"},
    {6, true, "OnRButtonDown"},
    {7, false, "OnTimer"},
    {7, true, "OnRButtonUp"},
    {8, false, "OnRegionChange"},
    {8, true, "OnMouseMove"},
    {9, false, "OnGameTime"},
    {9, true, "OnMouseEnter"},
    {10, false, "OnCollision"},
    {10, true, "OnMouseLeave"},
    {11, false, "OnDialogReply"},
    {11, true, "OnDragBegin"},
    {12, false, "OnMusicChange"},
    {12, true, "OnDragEnd"},
    {13, false, "OnPlayerStartShooting"},
    {14, false, "OnPlayerStopShooting"},
    {14, true, "OnDestroyWindow"},
    {15, false, "OnPlayerHolsterWeapon"},
    {15, true, "OnMouseWheel"},
    {16, false, "OnPropertyChange"},
    {16, true, "OnCursorWndChange"},
    {17, false, "OnAttacked"},
    {18, false, "OnAction"},
    {19, false, "OnPlayerLand"},
    {20, false, "OnPlayerStartWalking"},
    {21, false, "OnPlayerStopWalking"},
    {22, false, "OnHit"},
    {23, false, "OnIntersection"},
    {24, false, "OnKeyDown"},
    {26, false, "OnTrigger"},
    {27, false, "OnStopIntersection"},
    {28, false, "OnActorStuck"},
    {30, false, "OnPlayerDamage"},
    {31, false, "OnReputationChange"},
    {32, false, "OnDispose"},
    {33, false, "OnInventoryAddItem"},
    {34, false, "OnInventoryRemoveItem"},
    {35, false, "OnInventorySelChange"},
    {36, false, "OnPlayerStartAltShooting"},
    {37, false, "OnPlayerStopAltShooting"},
    {38, false, "OnClearPath"},
    {39, false, "OnFallDamage"},
    {40, false, "OnSteal"},
    {41, false, "OnDeath"},
    {42, false, "OnMessage"},
    {43, false, "OnHit2"},
    {44, false, "OnPlayerEnemy"},
    {44, false, "OnPlayerStartSneaking"},
    {45, false, "OnLSHAnimationEnd"},
    {45, false, "OnPlayerStopSneaking"},
    {100, true, "OnChar"},
    {101, true, "OnKeyDown"},
    {102, true, "OnKeyUp"},
    {200, true, "OnMessage"},
    {201, true, "OnGameMessage"},
    {1000, false, "OnConsole"},
});

static_assert(std::ranges::is_sorted(names, {}, &EventName::id));

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

std::string_view event_name(std::uint32_t id, bool window) noexcept {
    const auto known = id < first_of.size() ? names.begin() + first_of[id]
                                            : std::ranges::lower_bound(names, id, {}, &EventName::id);
    for (auto entry = known; entry != names.end() && entry->id == id; ++entry)
        if (entry->window == window) return entry->name;
    return {};
}

std::optional<std::uint32_t> event_number(std::string_view name) noexcept {
    for (const bool window : {false, true})
        for (const EventName& entry : names)
            if (entry.window == window && entry.name == name) return entry.id;
    return std::nullopt;
}

} // namespace vellum::pathologic
