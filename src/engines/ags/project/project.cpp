// From elements to lists. Facts: docs/engines/ags.md, "Projects".
#include "engines/ags/project/project.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/xml.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/project/lists.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::project {

namespace {

/// The name's own line, so that whoever looks for it finds it.
std::uint32_t line_of(XmlElement element, std::string_view name_element) {
    const XmlElement name = element.child(name_element);
    return name ? name.line() : element.line();
}

Item item_of(XmlElement element, std::string_view name = "Name", std::string_view id = "ID") {
    return {std::string(trimmed(element.text_of(name))), number_in(element.text_of(id)),
            line_of(element, name)};
}

/// Items of one number, which no editor writes, stay in the order of the file.
template <class T> void by_number(std::vector<T>& list) {
    std::ranges::sort(
        list, [](const Item& a, const Item& b) { return a.id != b.id ? a.id < b.id : a.line < b.line; });
}

struct ControlKind {
    std::string_view element, type;
};
constexpr ControlKind control_kinds[] = {
    {"GUIButton", "Button"},
    {"GUILabel", "Label"},
    {"GUITextBox", "TextBox"},
    {"GUIListBox", "ListBox"},
    {"GUISlider", "Slider"},
    {"GUIInventory", "InvWindow"},
    {"GUITextWindowEdge", "TextWindowEdge"},
};

Gui gui_of(XmlElement main) {
    XmlElement head = main.child("NormalGUI");
    if (!head) head = main.child("TextWindowGUI");
    Gui gui{item_of(head), {}};
    XmlElement controls = main.child("Controls");
    if (!controls) controls = head.child("Controls");
    for (XmlElement each = controls.first(); each; each = each.next()) {
        const auto* const kind = std::ranges::find(control_kinds, each.name(), &ControlKind::element);
        if (kind == std::end(control_kinds)) continue;
        gui.controls.push_back(
            {std::string(trimmed(each.text_of("Name"))), kind->type, line_of(each, "Name")});
    }
    return gui;
}

Dialog dialog_of(XmlElement element) {
    Dialog dialog{item_of(element), 0, {}, 0};
    for (XmlElement each = element.child("DialogOptions").first(); each; each = each.next())
        if (each.name() == "DialogOption") ++dialog.options;
    const XmlElement script = element.child("Script");
    dialog.script = script.text();
    dialog.script_line = script.text_line();
    return dialog;
}

Variable variable_of(XmlElement element) {
    Variable variable;
    variable.name = trimmed(element.text_of("Name"));
    variable.type = trimmed(element.text_of("Type"));
    variable.value = element.text_of("DefaultValue");
    const std::string_view array = element.text_of("ArrayType");
    if (array == "Array") variable.array = Variable::Array::fixed;
    if (array == "DynamicArray") variable.array = Variable::Array::dynamic;
    variable.length = number_in(element.text_of("ArraySize"));
    variable.line = line_of(element, "Name");
    return variable;
}

void read_modules(XmlElement game, std::vector<Module>& modules) {
    const auto file = [](XmlElement half) {
        const XmlElement script = half.child("Script");
        return std::string((script ? script : half).text_of("FileName"));
    };
    constexpr Shape pairs{"Scripts", "ScriptFolder", "ScriptAndHeaders", "ScriptAndHeader"};
    each_of(pairs, game, [&](XmlElement each) {
        modules.push_back({file(each.child("ScriptAndHeader_Header")),
                           file(each.child("ScriptAndHeader_Script")), each.line()});
    });
    // Before there were folders, header and script took turns.
    std::string header;
    for (XmlElement each = game.child("Scripts").first(); each; each = each.next()) {
        if (each.name() != "Script") continue;
        std::string name(each.text_of("FileName"));
        if (is_true(each, "IsHeader")) {
            header = std::move(name);
        } else {
            modules.push_back({std::move(header), std::move(name), each.line()});
            header.clear();
        }
    }
}

/// Each file once, as in the editor: a script comes after all headers, so that naming one in every line would
/// cost its square. Gives the module that has one of another.
const Module* repeated(const std::vector<Module>& modules) {
    std::unordered_set<std::string> known;
    for (const Module& each : modules)
        for (const std::string* file : {&each.header, &each.script})
            if (!file->empty() && !known.insert(lower_case(*file)).second) return &each;
    return nullptr;
}

Switches switches_of(XmlElement settings) {
    Switches switches;
    switches.strict = is_true(settings, "EnforceObjectBasedScript");
    switches.left_to_right = is_true(settings, "LeftToRightPrecedence");
    switches.new_strings = is_true(settings, "EnforceNewStrings");
    switches.new_audio = is_true(settings, "EnforceNewAudio");
    switches.debug = is_true(settings, "DebugMode");
    switches.old_dialog_options = is_true(settings, "UseOldCustomDialogOptionsAPI");
    switches.old_keyboard = is_true(settings, "UseOldKeyboardHandling");
    switches.utf8 = same_name(trimmed(settings.text_of("GameTextEncoding")), "utf-8");
    switches.api = trimmed(settings.text_of("ScriptAPIVersion"));
    switches.compatible = trimmed(settings.text_of("ScriptCompatLevel"));
    switches.say = trimmed(settings.text_of("DialogScriptSayFunction"));
    switches.narrate = trimmed(settings.text_of("DialogScriptNarrateFunction"));
    return switches;
}

/// "4.00.00.18" has leading zeros, and older editors write three numbers.
bool read_version(std::string_view text, EditorVersion& version) {
    version.text = text;
    const auto number = source::Preprocessor::version_number(text);
    if (number) version.number = *number;
    return number.has_value();
}

} // namespace

Result<Project> read_project(std::string_view text) {
    auto document = XmlDocument::parse(std::string(text));
    if (!document) return std::unexpected(std::move(document.error()));
    const XmlElement root = document->root();
    const XmlElement game = root.child("Game");
    Project project;
    if (root.name() != "AGSEditorDocument" || !game)
        return fail(codes::project_file, "this is not a project of Adventure Game Studio",
                    Place::at_line(root.line()), "name the game's folder, or the Game.agf in it");
    if (!read_version(root.attribute("EditorVersion"), project.editor))
        return fail(codes::project_file,
                    concat("the editor's version '", root.attribute("EditorVersion"), "' is not a version"),
                    Place::at_line(root.line()));
    if (!project.editor.since(3, 2, 0) || project.editor.since(4, 0, 0))
        return fail(codes::project_file,
                    concat("projects of editor ", project.editor.text, " cannot be built"),
                    Place::at_line(root.line()), "3.2.0 to 3.6.3 can; open it in one of these and save it");
    project.utf8 = document->encoding() == "utf-8";
    project.switches = switches_of(game.child("Settings"));
    constexpr std::size_t longest_function = 200; // they are written for every line that somebody says
    if (project.switches.say.size() > longest_function || project.switches.narrate.size() > longest_function)
        return fail(codes::project_file, "the name of the function that dialogs call is too long",
                    Place::at_line(game.child("Settings").line()));
    for (XmlElement each = game.child("Plugins").first(); each; each = each.next())
        if (each.name() == "Plugin")
            project.plugins.emplace_back(each.attribute("FileName").empty() ? each.text_of("FileName")
                                                                            : each.attribute("FileName"));
    const auto read = [&](const Shape& shape, auto& list, auto make) {
        each_of(shape, game, [&](XmlElement each) { list.push_back(make(each)); });
    };
    const auto named = [](XmlElement each) { return item_of(each); };
    const auto script_named = [](XmlElement each) { return item_of(each, "ScriptName"); };
    read(
        {"Rooms", "UnloadedRoomFolder", "UnloadedRooms", "UnloadedRoom"}, project.rooms,
        [](XmlElement each) { return Room{number_in(each.text_of("Number"), -1), line_of(each, "Number")}; });
    read({"Characters", "CharacterFolder", "Characters", "Character"}, project.characters, script_named);
    read({"InventoryItems", "InventoryItemFolder", "InventoryItems", "InventoryItem"}, project.items, named);
    read({"Dialogs", "DialogFolder", "Dialogs", "Dialog"}, project.dialogs, dialog_of);
    read({"GUIs", "GUIFolder", "GUIs", "GUIMain"}, project.guis, gui_of);
    read({"Views", "ViewFolder", "Views", "View", true}, project.views, named);
    read({"AudioClips", "AudioClipFolder", "AudioClips", "AudioClip", !project.editor.since(3, 3, 0)},
         project.clips, script_named);
    const auto typed = [](XmlElement each) { return item_of(each, "Name", "TypeID"); };
    read({"AudioClipTypes", {}, {}, "AudioClipType"}, project.clip_types, typed);
    read({"Cursors", {}, {}, "MouseCursor"}, project.cursors, named);
    read({"Fonts", {}, {}, "Font"}, project.fonts, named);
    for (XmlElement each = game.child("GlobalVariables").child("Variables").first(); each; each = each.next())
        if (each.name() == "GlobalVariable") project.variables.push_back(variable_of(each));
    read_modules(game, project.modules);
    constexpr std::size_t most_modules = 2000; // the engine links 1,024 scripts
    if (const Module* twice = repeated(project.modules);
        twice != nullptr || project.modules.size() > most_modules)
        return fail(codes::project_file,
                    twice != nullptr
                        ? concat("the script module '", twice->script, "' has a file of another one")
                        : "the project has more than 2,000 script modules",
                    Place::at_line(twice != nullptr ? twice->line : 1));
    std::unordered_set<std::int32_t> numbers;
    std::erase_if(project.rooms,
                  [&](const Room& room) { return room.number < 0 || !numbers.insert(room.number).second; });
    by_number(project.items);
    by_number(project.guis);
    for (const Dialog& dialog : project.dialogs) project.dialog_names.push_back(dialog);
    by_number(project.dialog_names);
    return project;
}

} // namespace vellum::ags::project
