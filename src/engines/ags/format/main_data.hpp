// A game's main data (game28.dta, ac2game.dta) as a value: names, texts with their places, events, and where
// things are when the game begins. Scripts, pictures and sounds are passed over. Facts: docs/engines/ags.md,
// "Texts of games".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/ags/format/text_field.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::ags {

/// Functions that answer events, by the event's number; empty where none does.
using EventHandlers = std::vector<std::string>;

/// A custom property of something: its name and its value.
using PropertyValue = std::pair<std::string, TextField>;

struct MainData {
    static constexpr std::uint32_t oldest_version = 40;        ///< AGS 3.1.2.
    static constexpr std::uint32_t newer_versions = 4'000'000; ///< AGS 4: another layout.

    /// Something a player carries; slot 0 is none.
    struct Item {
        LongText description;
        std::string script_name;
        std::int32_t sprite = 0, cursor_sprite = 0;
        EventHandlers events; ///< See docs/engines/ags.md.
        std::vector<PropertyValue> properties;
    };
    struct Cursor {
        std::string name;        ///< As the editor shows it.
        std::string script_name; ///< "eModeLookat"; empty before 3.6.1.
    };
    struct Character {
        LongText name, script_name;
        std::int32_t room = 0, x = 0, y = 0; ///< Where it stands when the game begins.
        std::int32_t view = 1, speech_view = 0, speech_color = 0;
        std::int32_t walk_speed = 3; ///< Pixels a loop; negative: loops a pixel.
        /// What it carries when the game begins: the number of an item, and how many.
        std::vector<std::pair<std::uint32_t, std::int32_t>> items;
        EventHandlers events;
        std::vector<PropertyValue> properties;
    };
    struct Dialog {
        std::string script_name;
        std::vector<LongText> options;
        static constexpr std::int32_t option_on = 1, option_off_for_ever = 2, option_silent = 4;
        std::vector<std::int32_t> flags; ///< Of each option when the game begins.
    };
    /// What a control is: its list in the file.
    enum class ControlKind : std::uint8_t { button = 1, label, inventory, slider, text_box, list_box };
    struct Control {
        std::string script_name;
        EventHandlers events;
        std::vector<TextField> texts; ///< Of a list box its items, of others one or none.
        std::int32_t x = 0, y = 0, width = 0, height = 0;
        std::int32_t least = 0, most = 0, value = 0; ///< Of a slider.
    };
    struct Gui {
        std::string name; ///< Of its script object.
        std::string on_click;
        std::int32_t x = 0, y = 0, width = 0, height = 0;
        bool visible = true;                 ///< When the game begins.
        std::vector<std::uint32_t> controls; ///< Kind << 16 | number among the controls of that kind.
    };
    struct PropertySchema {
        static constexpr std::int32_t text = 3; ///< Its type where values are texts.
        std::string name, description;
        std::int32_t type = 0; ///< 1: yes or no, 2: a number.
        TextField standard;    ///< The value where none is given.
    };
    struct Clip {
        LongText script_name;
    };
    struct Room {
        std::int32_t number = 0;
        std::string name;
    };

    std::uint32_t version = 0;
    std::string editor; ///< "3.6.0.43": the version of the editor that made it.
    LongText name;      ///< Of the game.
    static constexpr std::size_t option_count = 100;
    std::array<std::int32_t, option_count> options{};
    std::uint32_t player = 0; ///< Number of the character that the player is.
    std::uint32_t unique_id = 0;
    std::vector<Item> items;
    std::vector<Cursor> cursors;
    std::vector<std::pair<TextField, std::uint16_t>> words; ///< That players type, and what they mean.
    std::vector<std::string> views;                         ///< By number from 1 on.
    std::vector<Character> characters;
    std::vector<std::pair<std::uint32_t, TextField>> messages; ///< By number: 500 and more.
    std::vector<Dialog> dialogs;
    std::uint32_t gui_version = 0;
    std::vector<Gui> guis;
    static constexpr std::size_t control_kinds = 7; ///< One more than the last of ControlKind.
    std::array<std::vector<Control>, control_kinds> controls;
    std::vector<PropertySchema> properties;
    std::vector<Clip> clips;
    std::vector<Room> rooms; ///< Those of games that can be debugged.
    std::vector<ByteCount> counts;

    /// The code page of its texts: 65001 is UTF-8; 0: not said.
    [[nodiscard]] std::uint32_t code_page() const noexcept;
    [[nodiscard]] bool is_utf8() const noexcept;
    /// The control that a GUI means; null if there is none.
    [[nodiscard]] const Control* control(std::uint32_t reference) const noexcept;
    [[nodiscard]] static ControlKind kind_of(std::uint32_t reference) noexcept {
        return static_cast<ControlKind>(reference >> 16U);
    }
};

/// Reads main data, which `bytes` are from their first to their last. Work and memory are in proportion to
/// them. Fails with ags.container, or an error of the bytes, and the offset.
[[nodiscard]] Result<MainData> read_main_data(std::span<const std::byte> bytes);

} // namespace vellum::ags
