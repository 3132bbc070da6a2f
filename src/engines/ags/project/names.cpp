// The header of a project's names, and its global variables. The order of imports is part of what scripts are
// compiled to, and so are line breaks.
#include <algorithm>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "engines/ags/project/generated.hpp"

namespace vellum::ags::project {

namespace {

std::string capitals(std::string_view name) {
    std::string made(name);
    for (char& c : made) c = upper_ascii(c);
    return made;
}

/// Letters, digits and underscores of a name.
std::string identifier(std::string_view name) {
    std::string made;
    for (const char c : name)
        if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
            static_cast<unsigned char>(c) >= 0x80)
            made += c;
    return made;
}

/// "enum NAME {", its constants, "};". `before`: constants that are always there.
void enumeration(Generated& out, std::string_view name, std::string_view prefix,
                 const std::vector<Item>& items, std::string_view before, std::string_view otherwise) {
    out.line(concat("enum ", name, " {"));
    std::vector<std::pair<std::string, std::uint32_t>> constants;
    if (!before.empty()) constants.emplace_back(before, 0);
    for (const Item& item : items)
        if (const std::string word = identifier(item.name); !word.empty())
            constants.emplace_back(concat("  ", prefix, word, " = ", item.id), item.line);
    if (constants.empty()) constants.emplace_back(otherwise, 0);
    for (std::size_t i = 0; i < constants.size(); ++i)
        out.line(constants[i].first + (i + 1 < constants.size() ? "," : ""), constants[i].second);
    out.line("};");
}

void import_all(Generated& out, std::string_view type, std::string_view array, std::size_t count,
                const std::vector<Item>& items) {
    if (items.empty()) return;
    if (!array.empty()) out.line(concat("import ", type, " ", array, "[", count, "];"));
    for (const Item& item : items)
        if (!item.name.empty()) out.line(concat("import ", type, " ", item.name, ";"), item.line);
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

void import_characters(Generated& out, const std::vector<Item>& characters) {
    if (characters.empty()) return;
    out.line(concat("import Character character[", characters.size(), "];"));
    for (const Item& each : characters) {
        const std::string_view name = each.name;
        if (name.size() > 1 && name.front() == 'c' && !is_digit(name[1]))
            out.line(concat("#define ", capitals(name.substr(1)), " ", each.id), each.line);
        if (!name.empty()) out.line(concat("import Character ", name, ";"), each.line);
    }
}

void import_guis(Generated& out, const std::vector<Gui>& guis) {
    if (guis.empty()) return;
    out.line(concat("import GUI gui[", guis.size(), "];"));
    for (const Gui& gui : guis) {
        if (!gui.name.empty()) out.line(concat("import GUI ", gui.name, ";"), gui.line);
        if (gui.name.size() > 1 && gui.name.front() == 'g') {
            const std::string rest = capitals(std::string_view(gui.name).substr(1));
            out.line(concat("#define ", rest, " FindGUIID(\"", rest, "\")"), gui.line);
        }
        for (const Control& control : gui.controls)
            if (!control.name.empty())
                out.line(concat("import ", control.type, " ", control.name, ";"), control.line);
    }
}

std::string escaped(std::string_view text) {
    std::string made;
    for (const char c : text) {
        if (c == '\\' || c == '"') made += '\\';
        made += c;
    }
    return made;
}

/// "NAME", "NAME[3]" or "NAME[]".
std::string declared(const Variable& variable) {
    switch (variable.array) {
    case Variable::Array::none: break;
    case Variable::Array::fixed: return concat(variable.name, "[", variable.length, "]");
    case Variable::Array::dynamic: return variable.name + "[]";
    }
    return variable.name;
}

} // namespace

void Generated::line(std::string_view content, std::uint32_t from) {
    text += content;
    text += "\r\n";
    lines.push_back(from);
}

Generated make_names(const Project& project, const RoomData* room) {
    Generated out;
    const bool limits = !project.editor.since(3, 6, 0);
    if (limits)
        for (const std::string_view limit :
             {"AGS_MAX_INV_ITEMS 300", "AGS_MAX_CONTROLS_PER_GUI 30", "AGS_MAX_OBJECTS 40",
              "AGS_MAX_HOTSPOTS 50", "AGS_MAX_REGIONS 16"})
            out.line(concat("#define ", limit));
    enumeration(out, "CursorMode", "eMode", project.cursors, {}, "eDummyCursor__ = 99");
    enumeration(out, "FontType", "eFont", project.fonts,
                project.editor.since(3, 6, 3) ? "eUndefinedFont = -2, eNullFont = -1" : "",
                "eDummyFont__ = 99");
    import_characters(out, project.characters);
    enumeration(out, "AudioType", "eAudioType", project.clip_types, {}, "eDummyAudioType__ = 99");
    import_all(out, "AudioClip", {}, 0, project.clips);
    if (limits) {
        out.line("import Hotspot hotspot[50];");
        out.line("import Region region[16];");
    }
    import_all(out, "InventoryItem", "inventory", project.items.size() + 1, project.items);
    import_all(out, "Dialog", "dialog", project.dialog_names.size(), project.dialog_names);
    import_guis(out, project.guis);
    for (const Item& view : project.views)
        if (!view.name.empty()) out.line(concat("#define ", capitals(view.name), " ", view.id), view.line);
    if (room == nullptr) return out;
    const auto import_things = [&](std::string_view type, const auto& things) {
        for (const auto& thing : things)
            if (!thing.script_name.empty()) out.line(concat("import ", type, " ", thing.script_name, ";"));
    };
    import_things("Object", room->objects);
    import_things("Hotspot", room->hotspots);
    return out;
}

Generated make_variables_header(const Project& project) {
    Generated out;
    for (const Variable& each : project.variables)
        out.line(concat("import ", each.type, " ", declared(each), ";"), each.line);
    return out;
}

Generated make_variables_script(const Project& project) {
    Generated out;
    for (const Variable& each : project.variables) {
        const bool plain = each.type == "int" || each.type == "bool" || each.type == "float";
        const bool given = plain && each.array == Variable::Array::none && !each.value.empty();
        out.line(
            concat(each.type, " ", declared(each), given ? concat(" = ", lower_case(each.value)) : "", ";"),
            each.line);
        out.line(concat("export ", each.name, ";"), each.line);
    }
    out.line("function game_start() {");
    for (const Variable& each : project.variables)
        if (each.type == "String" && each.array == Variable::Array::none)
            out.line(concat(each.name, " = \"", escaped(each.value), "\";"), each.line);
    out.line("}");
    return out;
}

} // namespace vellum::ags::project
