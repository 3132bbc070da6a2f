#include "engines/ags/project/main_data.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/concat.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/project/lists.hpp"

namespace vellum::ags::project {

namespace {

using Kind = MainData::ControlKind;

TextField field_in(XmlElement around, std::string_view name) {
    TextField field;
    field.text = around.text_of(name);
    return field;
}
LongText name_in(XmlElement around, std::string_view name) { return {field_in(around, name), {}}; }

/// The things of a list by their numbers.
std::vector<XmlElement> numbered(const Shape& shape, XmlElement game, std::string_view head = {}) {
    std::vector<XmlElement> things;
    std::vector<std::pair<std::int32_t, std::size_t>> order; // by number, then as in the file
    each_of(shape, game, [&](XmlElement each) {
        const XmlElement with_id = head.empty() || !each.child(head) ? each : each.child(head);
        order.emplace_back(number_in(with_id.text_of("ID")), things.size());
        things.push_back(each);
    });
    std::ranges::sort(order);
    std::vector<XmlElement> sorted;
    for (const auto& [id, place] : order) sorted.push_back(things[place]);
    return sorted;
}

EventHandlers made_events(XmlElement thing) {
    constexpr std::int32_t most_events = 32;
    EventHandlers events;
    for (XmlElement each = thing.child("Interactions").first(); each; each = each.next()) {
        const std::int32_t number = number_in(each.attribute("Index"), -1);
        if (each.name() != "Event" || number < 0 || number >= most_events) continue;
        if (static_cast<std::size_t>(number) >= events.size())
            events.resize(static_cast<std::size_t>(number) + 1);
        events[static_cast<std::size_t>(number)] = each.text();
    }
    return events;
}

std::vector<PropertyValue> made_properties(XmlElement thing) {
    std::vector<PropertyValue> properties;
    for (XmlElement each = thing.child("Properties").first(); each; each = each.next()) {
        TextField value;
        value.text = each.attribute("Value");
        properties.emplace_back(each.attribute("Name"), std::move(value));
    }
    return properties;
}

MainData::Character made_character(XmlElement each) {
    MainData::Character made;
    made.name = name_in(each, "RealName");
    made.script_name = name_in(each, "ScriptName");
    made.room = number_in(each.text_of("StartingRoom"));
    made.x = number_in(each.text_of("StartX"));
    made.y = number_in(each.text_of("StartY"));
    made.view = number_in(each.text_of("NormalView"), 1);
    made.speech_view = number_in(each.text_of("SpeechView"));
    made.speech_color = number_in(each.text_of("SpeechColor"));
    made.walk_speed = number_in(
        each.text_of(is_true(each, "UniformMovementSpeed") ? "MovementSpeed" : "MovementSpeedX"), 3);
    made.events = made_events(each);
    made.properties = made_properties(each);
    return made;
}

MainData::Dialog made_dialog(XmlElement each) {
    MainData::Dialog made;
    made.script_name = trimmed(each.text_of("Name"));
    for (XmlElement option = each.child("DialogOptions").first(); option; option = option.next()) {
        if (option.name() != "DialogOption") continue;
        made.options.push_back(name_in(option, "Text"));
        const bool shown = !option.child("Show") || is_true(option, "Show");
        const bool said = !option.child("Say") || is_true(option, "Say");
        made.flags.push_back((shown ? MainData::Dialog::option_on : 0) |
                             (said ? 0 : MainData::Dialog::option_silent));
    }
    return made;
}

struct MadeControl {
    std::string_view element;
    Kind kind;
    std::string_view event; ///< Where its function is named.
};
constexpr MadeControl made_controls[] = {
    {"GUIButton", Kind::button, "OnClick"},       {"GUILabel", Kind::label, ""},
    {"GUITextBox", Kind::text_box, "OnActivate"}, {"GUIListBox", Kind::list_box, "OnSelectionChanged"},
    {"GUISlider", Kind::slider, "OnChange"},      {"GUIInventory", Kind::inventory, ""},
};

void take_controls(XmlElement controls, MainData& data, MainData::Gui& gui) {
    for (XmlElement each = controls.first(); each; each = each.next()) {
        const auto* const row = std::ranges::find(made_controls, each.name(), &MadeControl::element);
        if (row == std::end(made_controls)) continue;
        auto& list = data.controls[static_cast<std::size_t>(row->kind)];
        MainData::Control control;
        control.script_name = trimmed(each.text_of("Name"));
        if (!row->event.empty()) control.events.emplace_back(each.text_of(row->event));
        control.x = number_in(each.text_of("Left"));
        control.y = number_in(each.text_of("Top"));
        control.width = number_in(each.text_of("Width"));
        control.height = number_in(each.text_of("Height"));
        control.least = number_in(each.text_of("MinValue"));
        control.most = number_in(each.text_of("MaxValue"));
        control.value = number_in(each.text_of("Value"));
        if (each.child("Text")) control.texts.push_back(field_in(each, "Text"));
        gui.controls.push_back(static_cast<std::uint32_t>(row->kind) << 16U |
                               static_cast<std::uint32_t>(list.size()));
        list.push_back(std::move(control));
    }
}

void take_gui(XmlElement main, MainData& data) {
    XmlElement head = main.child("NormalGUI");
    if (!head) head = main.child("TextWindowGUI");
    MainData::Gui gui;
    gui.name = trimmed(head.text_of("Name"));
    gui.on_click = head.text_of("OnClick");
    gui.x = number_in(head.text_of("Left"));
    gui.y = number_in(head.text_of("Top"));
    gui.width = number_in(head.text_of("Width"));
    gui.height = number_in(head.text_of("Height"));
    const std::string_view popup = head.text_of("PopupStyle");
    gui.visible =
        popup != "MouseYPos" && popup != "PopupModal" && (!head.child("Visible") || is_true(head, "Visible"));
    XmlElement controls = main.child("Controls");
    take_controls(controls ? controls : head.child("Controls"), data, gui);
    data.guis.push_back(std::move(gui));
}

} // namespace

Result<MainData> read_main_data_of_project(std::string_view text) {
    constexpr std::size_t text_encoding_option = 49;
    constexpr std::int32_t utf8 = 65001;
    const auto document = XmlDocument::parse(std::string(text));
    if (!document) return std::unexpected(document.error());
    const XmlElement game = document->root().child("Game");
    if (document->root().name() != "AGSEditorDocument" || !game)
        return fail(codes::project_file, "this is not a project of Adventure Game Studio");
    MainData data;
    const XmlElement settings = game.child("Settings");
    data.name = name_in(settings, "GameName");
    if (same_name(settings.text_of("GameTextEncoding"), "utf-8")) data.options[text_encoding_option] = utf8;
    for (const XmlElement each : numbered({"Characters", "CharacterFolder", "Characters", "Character"}, game))
        data.characters.push_back(made_character(each));
    const std::int32_t player = number_in(game.text_of("PlayerCharacter"));
    data.player = player >= 0 ? static_cast<std::uint32_t>(player) : 0;
    data.items.emplace_back(); // slot 0 is none
    for (const XmlElement each :
         numbered({"InventoryItems", "InventoryItemFolder", "InventoryItems", "InventoryItem"}, game)) {
        MainData::Item item;
        item.description = name_in(each, "Description");
        item.script_name = trimmed(each.text_of("Name"));
        item.sprite = number_in(each.text_of("Image"));
        item.cursor_sprite = number_in(each.text_of("CursorImage"));
        item.events = made_events(each);
        item.properties = made_properties(each);
        if (is_true(each, "PlayerStartsWithItem") && data.player < data.characters.size())
            data.characters[data.player].items.emplace_back(static_cast<std::uint32_t>(data.items.size()), 1);
        data.items.push_back(std::move(item));
    }
    for (const XmlElement each : numbered({"Dialogs", "DialogFolder", "Dialogs", "Dialog"}, game))
        data.dialogs.push_back(made_dialog(each));
    for (const XmlElement each : numbered({"GUIs", "GUIFolder", "GUIs", "GUIMain"}, game, "NormalGUI"))
        take_gui(each, data);
    for (const XmlElement each : numbered({"Views", "ViewFolder", "Views", "View", true}, game))
        data.views.emplace_back(trimmed(each.text_of("Name")));
    each_of({"AudioClips", "AudioClipFolder", "AudioClips", "AudioClip"}, game,
            [&](XmlElement each) { data.clips.push_back({name_in(each, "ScriptName")}); });
    for (XmlElement each = game.child("PropertyDefinitions").first(); each; each = each.next()) {
        MainData::PropertySchema schema;
        schema.name = each.text_of("Name");
        schema.type = same_name(each.text_of("Type"), "Text") ? MainData::PropertySchema::text : 2;
        schema.standard = field_in(each, "DefaultValue");
        data.properties.push_back(std::move(schema));
    }
    each_of({"Rooms", "UnloadedRoomFolder", "UnloadedRooms", "UnloadedRoom"}, game, [&](XmlElement each) {
        data.rooms.push_back(
            {number_in(each.text_of("Number"), -1), std::string(each.text_of("Description"))});
    });
    return data;
}

} // namespace vellum::ags::project
