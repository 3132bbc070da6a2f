#include "engines/ags/play/play.hpp"

#include <algorithm>

namespace vellum::ags {

namespace {

/// An imported array of things, and the size that scripts give an element.
struct ThingArray {
    std::string_view name;
    ThingKind kind;
    std::uint32_t element = 8;
};
constexpr ThingArray arrays[] = {
    {"character", ThingKind::character, 780},
    {"inventory", ThingKind::item},
    {"dialog", ThingKind::dialog},
    {"gui", ThingKind::gui},
    {"object", ThingKind::object},
    {"hotspot", ThingKind::hotspot},
    {"region", ThingKind::region},
};

const ThingArray* array_of(ThingKind kind) {
    const auto* const found = std::ranges::find(arrays, kind, &ThingArray::kind);
    return found == std::end(arrays) ? nullptr : found;
}

} // namespace

std::string_view class_of(ThingKind kind) noexcept {
    switch (kind) {
    case ThingKind::character: return "Character";
    case ThingKind::item: return "InventoryItem";
    case ThingKind::dialog: return "Dialog";
    case ThingKind::gui: return "GUI";
    case ThingKind::control: return "GUIControl";
    case ThingKind::object: return "Object";
    case ThingKind::hotspot: return "Hotspot";
    case ThingKind::region: return "Region";
    case ThingKind::clip: return "AudioClip";
    case ThingKind::room: return "Room";
    }
    return {};
}

Play::Play(std::shared_ptr<const GameParts> parts) : parts_(std::move(parts)) {
    const MainData& game = data();
    state.player = game.player < game.characters.size() ? game.player : 0;
    const auto take = [&](std::string_view name, ThingKind kind, std::size_t index) {
        if (!name.empty()) names_.try_emplace(name, Thing{kind, 0, static_cast<std::uint32_t>(index)});
    };
    for (std::size_t i = 0; i < game.characters.size(); ++i)
        take(game.characters[i].script_name.text(), ThingKind::character, i);
    for (std::size_t i = 1; i < game.items.size(); ++i) take(game.items[i].script_name, ThingKind::item, i);
    for (std::size_t i = 0; i < game.dialogs.size(); ++i)
        take(game.dialogs[i].script_name, ThingKind::dialog, i);
    for (std::size_t i = 0; i < game.clips.size(); ++i)
        take(game.clips[i].script_name.text(), ThingKind::clip, i);
    for (const auto& [number, room] : parts_->rooms) {
        Names& names = room_names_[number];
        const auto add = [&](const auto& list, ThingKind kind) {
            for (std::size_t i = 0; i < list.size(); ++i)
                if (!list[i].script_name.empty())
                    names.try_emplace(list[i].script_name,
                                      Thing{kind, number, static_cast<std::uint32_t>(i)});
        };
        add(room.objects, ThingKind::object);
        add(room.hotspots, ThingKind::hotspot);
    }
    for (std::size_t i = 0; i < game.guis.size(); ++i) {
        take(game.guis[i].name, ThingKind::gui, i);
        first_controls_.push_back(static_cast<std::uint32_t>(controls_.size()));
        for (const std::uint32_t reference : game.guis[i].controls) {
            const auto place = static_cast<std::uint32_t>(controls_.size()) - first_controls_.back();
            controls_.push_back({static_cast<std::uint32_t>(i), place, reference});
            if (const MainData::Control* const known = game.control(reference); known != nullptr)
                take(known->script_name, ThingKind::control, controls_.size() - 1);
        }
    }
}

const RoomData* Play::room(std::int32_t number) const {
    const auto found = parts_->rooms.find(number);
    return found == parts_->rooms.end() ? nullptr : &found->second;
}

std::uint32_t Play::count(ThingKind kind, std::int32_t number) const {
    const RoomData* const there = room(number);
    const auto size = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
    switch (kind) {
    case ThingKind::character: return size(data().characters);
    case ThingKind::item: return size(data().items);
    case ThingKind::dialog: return size(data().dialogs);
    case ThingKind::gui: return size(data().guis);
    case ThingKind::control: return size(controls_);
    case ThingKind::clip: return size(data().clips);
    case ThingKind::object: return there == nullptr ? 0 : size(there->objects);
    case ThingKind::hotspot: return there == nullptr ? 0 : size(there->hotspots);
    case ThingKind::region: return there == nullptr ? 0 : size(there->regions);
    case ThingKind::room: return there == nullptr ? 0 : 1;
    }
    return 0;
}

bool Play::exists(Thing thing) const { return thing.index < count(thing.kind, thing.room); }

std::optional<Thing> Play::find(std::string_view name) const {
    if (name == "player") return exists(player()) ? std::optional(player()) : std::nullopt;
    if (const auto here = room_names_.find(state.room); here != room_names_.end())
        if (const auto found = here->second.find(name); found != here->second.end()) return found->second;
    if (const auto found = names_.find(name); found != names_.end()) return found->second;
    const std::size_t open = name.find('[');
    if (open == std::string_view::npos || !name.ends_with(']')) return std::nullopt;
    const auto* const array = std::ranges::find(arrays, name.substr(0, open), &ThingArray::name);
    std::uint32_t index = 0;
    for (const char digit : name.substr(open + 1, name.size() - open - 2)) {
        if (digit < '0' || digit > '9' || index > 99'999) return std::nullopt;
        index = index * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    return array == std::end(arrays) ? std::nullopt : variable(array->name, index * array->element);
}

std::string Play::name(Thing thing) const {
    const auto own = [&]() -> std::string {
        const RoomData* const there = room(thing.room);
        switch (thing.kind) {
        case ThingKind::character: return data().characters[thing.index].script_name.text();
        case ThingKind::item: return data().items[thing.index].script_name;
        case ThingKind::dialog: return data().dialogs[thing.index].script_name;
        case ThingKind::gui: return data().guis[thing.index].name;
        case ThingKind::clip: return data().clips[thing.index].script_name.text();
        case ThingKind::control: {
            const MainData::Control* const known = control(thing.index);
            return known != nullptr ? known->script_name : std::string();
        }
        case ThingKind::object: return there->objects[thing.index].script_name;
        case ThingKind::hotspot: return there->hotspots[thing.index].script_name;
        case ThingKind::room: return "room " + std::to_string(thing.room);
        case ThingKind::region: break;
        }
        return {};
    };
    if (!exists(thing)) return {};
    std::string named = own();
    if (!named.empty()) return named;
    if (thing.kind == ThingKind::control) {
        const ControlPlace& place = controls_[thing.index];
        return data().guis[place.gui].name + ".Controls(" + std::to_string(place.place) + ")";
    }
    const ThingArray* const array = array_of(thing.kind);
    return std::string(array != nullptr ? array->name : class_of(thing.kind)) + "[" +
           std::to_string(thing.index) + "]";
}

std::optional<Thing> Play::variable(std::string_view import, std::uint32_t offset) const {
    const auto* const array = std::ranges::find(arrays, import, &ThingArray::name);
    if (array == std::end(arrays)) {
        if (offset != 0) return std::nullopt;
        return import.find('[') == std::string_view::npos ? find(import) : std::nullopt;
    }
    if (offset % array->element != 0) return std::nullopt;
    Thing thing{array->kind, 0, offset / array->element};
    if (thing.in_room()) thing.room = state.room;
    return exists(thing) ? std::optional(thing) : std::nullopt;
}

std::optional<Thing> Play::shape_at(ThingKind kind, std::int32_t x, std::int32_t y) const {
    const RoomData* const here = room(state.room);
    if (here == nullptr || x < 0 || y < 0) return std::nullopt;
    const RoomMask& mask = kind == ThingKind::region ? here->region_mask : here->hotspot_mask;
    const Thing thing{kind, state.room, mask.at(x / here->mask_scale, y / here->mask_scale)};
    return exists(thing) ? std::optional(thing) : std::nullopt;
}

const EventHandlers& Play::events(Thing thing) const {
    static const EventHandlers none;
    if (!exists(thing)) return none;
    const RoomData* const there = room(thing.room);
    switch (thing.kind) {
    case ThingKind::character: return data().characters[thing.index].events;
    case ThingKind::item: return data().items[thing.index].events;
    case ThingKind::object: return there->objects[thing.index].events;
    case ThingKind::hotspot: return there->hotspots[thing.index].events;
    case ThingKind::region: return there->regions[thing.index];
    case ThingKind::room: return there->events;
    case ThingKind::control: {
        const MainData::Control* const known = control(thing.index);
        return known != nullptr ? known->events : none;
    }
    case ThingKind::dialog:
    case ThingKind::gui:
    case ThingKind::clip: break;
    }
    return none;
}

const MainData::Control* Play::control(std::uint32_t index) const {
    return index < controls_.size() ? data().control(controls_[index].reference) : nullptr;
}

std::optional<Thing> Play::control(std::uint32_t gui, std::uint32_t place) const {
    if (gui >= data().guis.size() || place >= data().guis[gui].controls.size()) return std::nullopt;
    return Thing{ThingKind::control, 0, first_controls_[gui] + place};
}

bool Play::ask(PlayAction action) {
    if (state.actions.size() >= PlayFields::most_actions) return false;
    state.actions.push_back(std::move(action));
    return true;
}

void Play::end_what_runs() {
    state.actions.clear();
    state.earlier.clear();
    state.dialog = -1;
    state.choosing = state.asked = false;
    state.slots = PlayFields::Slots::none;
}

bool Play::walk(const Walk& walk) {
    stop(walk.thing);
    if (state.walks.size() >= PlayFields::most_moving) return false;
    state.walks.push_back(walk);
    return true;
}

void Play::stop(std::uint64_t thing) {
    std::erase_if(state.walks, [&](const Walk& each) { return each.thing == thing; });
}

bool Play::walks(std::uint64_t thing) const noexcept {
    return std::ranges::any_of(state.walks, [&](const Walk& each) { return each.thing == thing; });
}

bool Play::animate(Busy busy) {
    std::erase_if(state.animations, [&](const Busy& each) { return each.thing == busy.thing; });
    if (busy.frames == 0) return true;
    if (state.animations.size() >= PlayFields::most_moving) return false;
    state.animations.push_back(busy);
    return true;
}

bool Play::animates(std::uint64_t thing) const noexcept {
    return std::ranges::any_of(state.animations, [&](const Busy& each) { return each.thing == thing; });
}

} // namespace vellum::ags
