// What a game's data says of its things, a row for each property.
#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.hpp"
#include "engines/ags/play/play.hpp"

namespace vellum::ags {

namespace {

/// A property of things of a kind, or of an element of it.
struct Question {
    const Play& play;
    std::uint32_t thing;
    std::int32_t index;
    const RoomData* room;

    [[nodiscard]] const MainData::Character& character() const { return play.data().characters[thing]; }
    [[nodiscard]] const MainData::Item& item() const { return play.data().items[thing]; }
    [[nodiscard]] const MainData::Dialog& dialog() const { return play.data().dialogs[thing]; }
    [[nodiscard]] const MainData::Gui& gui() const { return play.data().guis[thing]; }
    [[nodiscard]] const MainData::Control* control() const { return play.control(thing); }
    [[nodiscard]] const RoomData::Object& object() const { return room->objects[thing]; }
    [[nodiscard]] const RoomData::Hotspot& hotspot() const { return room->hotspots[thing]; }
};

using Answer = Value (*)(const Question& ask);

template <auto member> Value of_character(const Question& ask) { return Value(ask.character().*member); }
template <auto member> Value of_gui(const Question& ask) { return Value(ask.gui().*member); }
template <auto member> Value of_object(const Question& ask) {
    return Value(static_cast<std::int32_t>(ask.object().*member));
}
template <auto member> Value of_hotspot(const Question& ask) {
    return Value(static_cast<std::int32_t>(ask.hotspot().*member));
}
template <auto member> Value of_control(const Question& ask) {
    return ask.control() == nullptr ? Value() : Value(ask.control()->*member);
}

template <std::size_t Place> Value text_of_control(const Question& ask) {
    const MainData::Control* const control = ask.control();
    return control == nullptr || control->texts.size() <= Place ? Value() : Value(control->texts[Place].text);
}

Value item_of_list(const Question& ask) {
    const MainData::Control* const control = ask.control();
    const auto index = static_cast<std::size_t>(ask.index);
    if (control == nullptr || ask.index < 0 || index >= control->texts.size()) return {};
    return Value(control->texts[index].text);
}

Value items_in_list(const Question& ask) {
    return ask.control() == nullptr ? Value() : Value(static_cast<std::int32_t>(ask.control()->texts.size()));
}

Value quantity(const Question& ask) {
    const auto& items = ask.character().items; // ascending
    const auto number = static_cast<std::uint32_t>(ask.index);
    const auto found =
        std::ranges::lower_bound(items, number, {}, &std::pair<std::uint32_t, std::int32_t>::first);
    return Value(found == items.end() || found->first != number ? 0 : found->second);
}

/// Options count from 1.
const LongText* option(const Question& ask) {
    const auto& options = ask.dialog().options;
    return ask.index >= 1 && static_cast<std::size_t>(ask.index) <= options.size()
               ? &options[static_cast<std::size_t>(ask.index) - 1]
               : nullptr;
}

Value option_text(const Question& ask) {
    const LongText* const text = option(ask);
    return text == nullptr ? Value() : Value(text->text());
}

Value option_state(const Question& ask) {
    const auto place = static_cast<std::size_t>(ask.index) - 1;
    if (option(ask) == nullptr || place >= ask.dialog().flags.size()) return {};
    const std::int32_t flags = ask.dialog().flags[place];
    constexpr std::int32_t off_for_ever = 2;
    return Value((flags & MainData::Dialog::option_off_for_ever) != 0 ? off_for_ever
                 : (flags & MainData::Dialog::option_on) != 0         ? 1
                                                                      : 0);
}

Value control_at(const Question& ask) {
    const auto control = ask.play.control(ask.thing, static_cast<std::uint32_t>(ask.index));
    return control ? Value(ObjectId{id_of(*control)}) : Value();
}

Value itself(const Question& ask) { return Value(static_cast<std::int32_t>(ask.thing)); }

struct Row {
    ThingKind kind;
    std::string_view property;
    Answer answer;
};
using C = MainData::Character;
using G = MainData::Gui;
using Control = MainData::Control;
using O = RoomData::Object;
using H = RoomData::Hotspot;
using Kind = ThingKind;

constexpr Row rows[] = {
    {Kind::character, "ID", itself},
    {Kind::character, "Name", [](const Question& ask) { return Value(ask.character().name.text()); }},
    {Kind::character, "ScriptName",
     [](const Question& ask) { return Value(ask.character().script_name.text()); }},
    {Kind::character, "Room", of_character<&C::room>},
    {Kind::character, "x", of_character<&C::x>},
    {Kind::character, "y", of_character<&C::y>},
    {Kind::character, "NormalView", of_character<&C::view>},
    {Kind::character, "View", of_character<&C::view>},
    {Kind::character, "SpeechView", of_character<&C::speech_view>},
    {Kind::character, "SpeechColor", of_character<&C::speech_color>},
    {Kind::character, "WalkSpeedX", of_character<&C::walk_speed>},
    {Kind::character, "WalkSpeedY", of_character<&C::walk_speed>},
    {Kind::character, "PreviousRoom", [](const Question&) { return Value(-1); }},
    {Kind::character, "InventoryQuantity", quantity},
    {Kind::item, "ID", itself},
    {Kind::item, "Name", [](const Question& ask) { return Value(ask.item().description.text()); }},
    {Kind::item, "Graphic", [](const Question& ask) { return Value(ask.item().sprite); }},
    {Kind::item, "CursorGraphic", [](const Question& ask) { return Value(ask.item().cursor_sprite); }},
    {Kind::dialog, "ID", itself},
    {Kind::dialog, "OptionCount",
     [](const Question& ask) { return Value(static_cast<std::int32_t>(ask.dialog().options.size())); }},
    {Kind::dialog, "GetOptionText", option_text},
    {Kind::dialog, "OptionState", option_state},
    {Kind::gui, "ID", itself},
    {Kind::gui, "X", of_gui<&G::x>},
    {Kind::gui, "Y", of_gui<&G::y>},
    {Kind::gui, "Width", of_gui<&G::width>},
    {Kind::gui, "Height", of_gui<&G::height>},
    {Kind::gui, "Visible", [](const Question& ask) { return Value(ask.gui().visible ? 1 : 0); }},
    {Kind::gui, "ControlCount",
     [](const Question& ask) { return Value(static_cast<std::int32_t>(ask.gui().controls.size())); }},
    {Kind::gui, "Controls", control_at},
    {Kind::control, "X", of_control<&Control::x>},
    {Kind::control, "Y", of_control<&Control::y>},
    {Kind::control, "Width", of_control<&Control::width>},
    {Kind::control, "Height", of_control<&Control::height>},
    {Kind::control, "Min", of_control<&Control::least>},
    {Kind::control, "Max", of_control<&Control::most>},
    {Kind::control, "Value", of_control<&Control::value>},
    {Kind::control, "Text", text_of_control<0>},
    {Kind::control, "ItemCount", items_in_list},
    {Kind::control, "Items", item_of_list},
    {Kind::object, "ID", itself},
    {Kind::object, "Name", [](const Question& ask) { return Value(ask.object().name.text); }},
    {Kind::object, "X", of_object<&O::x>},
    {Kind::object, "Y", of_object<&O::y>},
    {Kind::object, "Graphic", of_object<&O::sprite>},
    {Kind::object, "Visible", of_object<&O::visible>},
    {Kind::hotspot, "ID", itself},
    {Kind::hotspot, "Name", [](const Question& ask) { return Value(ask.hotspot().name.text); }},
    {Kind::hotspot, "WalkToX", of_hotspot<&H::walk_x>},
    {Kind::hotspot, "WalkToY", of_hotspot<&H::walk_y>},
    {Kind::region, "ID", itself},
    {Kind::clip, "ID", itself},
};

} // namespace

std::uint64_t Play::initial_work(Thing thing, std::string_view property) const {
    if (!exists(thing)) return 0;
    if (!property.starts_with(custom_prefix)) return std::size(rows) / 8; // mostly a kind is compared
    const std::vector<PropertyValue>* const own = own_properties(thing);
    return data().properties.size() + (own == nullptr ? 0 : own->size());
}

/// What the data says of a thing that exists; null for one that has none.
const std::vector<PropertyValue>* Play::own_properties(Thing thing) const {
    const RoomData* const there = room(thing.room);
    switch (thing.kind) {
    case ThingKind::character: return &data().characters[thing.index].properties;
    case ThingKind::item: return &data().items[thing.index].properties;
    case ThingKind::hotspot: return &there->hotspots[thing.index].properties;
    case ThingKind::object: return &there->objects[thing.index].properties;
    case ThingKind::room: return &there->properties;
    case ThingKind::dialog:
    case ThingKind::gui:
    case ThingKind::control:
    case ThingKind::region:
    case ThingKind::clip: break;
    }
    return nullptr;
}

/// Names count without case; what the thing has no value for has the one of the whole game.
Value Play::custom(Thing thing, std::string_view name) const {
    const auto value = [](const MainData::PropertySchema& schema, std::string_view text) {
        if (schema.type == MainData::PropertySchema::text) return Value(text);
        std::int32_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return Value(number);
    };
    const auto& schemas = data().properties;
    const auto schema = std::ranges::find_if(
        schemas, [&](const MainData::PropertySchema& each) { return same_name(each.name, name); });
    if (schema == schemas.end()) return {};
    if (const std::vector<PropertyValue>* const own = own_properties(thing); own != nullptr)
        for (const PropertyValue& each : *own)
            if (same_name(each.first, name)) return value(*schema, each.second.text);
    return value(*schema, schema->standard.text);
}

Value Play::initial(Thing thing, std::string_view property, std::int32_t index) const {
    if (!exists(thing)) return {};
    if (thing.kind == ThingKind::control && property == "ID")
        return Value(static_cast<std::int32_t>(controls_[thing.index].place));
    if (thing.kind == ThingKind::control && property == "OwningGUI")
        return Value(ObjectId{id_of({ThingKind::gui, 0, controls_[thing.index].gui})});
    if (property.starts_with(custom_prefix)) return custom(thing, property.substr(custom_prefix.size()));
    for (const Row& row : rows)
        if (row.kind == thing.kind && row.property == property)
            return row.answer({*this, thing.index, index, room(thing.room)});
    return {};
}

} // namespace vellum::ags
