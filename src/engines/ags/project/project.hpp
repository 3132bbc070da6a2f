// A game as the editor keeps it, Game.agf, as data: its version, its switches, its scripts in their order and
// the names that scripts may use. Relies on the XML reader alone; opens no files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum::ags::project {

inline constexpr std::string_view project_file = "Game.agf";

/// Something with a name.
struct Item {
    std::string name;       ///< May be empty.
    std::int32_t id = 0;    ///< Its number in its list.
    std::uint32_t line = 0; ///< In the project file.
};
struct Control {
    std::string name;
    std::string_view type; ///< "Button", as scripts call it.
    std::uint32_t line = 0;
};
struct Gui : Item {
    std::vector<Control> controls;
};
struct Dialog : Item {
    std::int32_t options = 0;
    std::string script;            ///< Its lines, divided by "\n".
    std::uint32_t script_line = 0; ///< In the project file.
};
struct Variable {
    enum class Array : std::uint8_t { none, fixed, dynamic };
    std::string name, type, value;
    Array array = Array::none;
    std::int32_t length = 0;
    std::uint32_t line = 0;
};
/// A script module: the names of its files, which may have folders in front.
struct Module {
    std::string header, script;
    std::uint32_t line = 0;
};
struct Room {
    std::int32_t number = 0;
    std::uint32_t line = 0;
};

/// What the editor of that version did: the first one, or newer.
struct EditorVersion {
    std::string text;         ///< "3.6.1.26".
    std::uint64_t number = 0; ///< Four numbers of 16 bits each.

    [[nodiscard]] bool since(std::uint64_t major, std::uint64_t minor, std::uint64_t release,
                             std::uint64_t build = 0) const noexcept {
        return number >= (major << 48U | minor << 32U | release << 16U | build);
    }
};

/// The switches that scripts are compiled with, and what the editor writes into the texts that it makes.
struct Switches {
    bool strict = false, left_to_right = false, new_strings = false, new_audio = false, debug = false;
    bool old_dialog_options = false, old_keyboard = false, utf8 = false;
    std::string api, compatible; ///< "Highest" or "v361"; empty before there were levels.
    std::string say, narrate;    ///< Functions that dialogs call, for "player.Say" and "Display".
};

/// The project. Lists have the order in which the editor declares their names.
struct Project {
    EditorVersion editor;
    bool utf8 = true; ///< The encoding of all texts here; else some encoding of one byte a character.
    Switches switches;
    std::vector<std::string> plugins; ///< File names.
    std::vector<Room> rooms;
    std::vector<Item> characters, items, dialog_names, views, clips, clip_types, cursors, fonts;
    std::vector<Gui> guis;
    std::vector<Dialog> dialogs; ///< In the order of their scripts.
    std::vector<Variable> variables;
    std::vector<Module> modules; ///< The global script is the last one.
};

/// Reads Game.agf in time proportional to it. Fails with xml.syntax or ags.project.
[[nodiscard]] Result<Project> read_project(std::string_view text);

} // namespace vellum::ags::project
