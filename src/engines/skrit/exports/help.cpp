// Plain text, one thing a line.
#include "engines/skrit/exports/help.hpp"

#include "engines/skrit/exports/help_reader.hpp"

namespace vellum::skrit {

namespace {

bool made_up(std::uint32_t flags) { return (flags & export_inferred) != 0; }

std::string flag_text(std::uint32_t flags) {
    std::string text;
    if ((flags & export_not_skrit) != 0) text += " [!SKRIT]";
    if ((flags & export_dev) != 0) text += " [DEV]";
    if ((flags & export_added) != 0) text += " [VELLUM]";
    return text;
}

/// One function as Help.All prints it.
std::string game_function(const Exports& exports, const FunctionExport& function) {
    std::string text = function.is_static && function.owner != no_index ? "static " : "";
    const auto type = [&](ExportType of, bool in_out) {
        text += of.kind == TypeKind::string && !in_out ? "const char*" : exports.type_name(of);
        if (of.kind == TypeKind::identifier || of.kind == TypeKind::pointer) text += "*";
        if (in_out || of.kind == TypeKind::value) text += "&";
    };
    type(function.result, false);
    text += " " + function.name + "(";
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        text += i == 0 ? " " : ", ";
        type(function.parameters[i].type, function.parameters[i].in_out);
        if (!function.parameters[i].name.empty()) text += " " + function.parameters[i].name;
    }
    if (function.variadic) text += function.parameters.empty() ? " ..." : ", ...";
    text += function.parameters.empty() && !function.variadic ? " void )" : " )";
    if (function.is_const) text += " const";
    if ((function.flags & export_not_skrit) != 0) text += " [!SKRIT]";
    if ((function.flags & export_dev) != 0) text += " [DEV]";
    if (!function.documentation.empty()) text += " /* " + function.documentation + " */";
    return text + "\n";
}

/// As a function whose first parameter is the skrit.
std::string game_event(const Exports& exports, const EventExport& event) {
    FunctionExport function;
    function.name = event.name;
    function.result = event.result;
    function.documentation = event.documentation;
    function.parameters.emplace_back().type = exports.class_type(exports.find_class("SkritObject"));
    function.parameters.insert(function.parameters.end(), event.parameters.begin(), event.parameters.end());
    return "static " + game_function(exports, function);
}

} // namespace

std::string game_help(const Exports& exports) {
    std::string text = "** Classes **\n\nClass: " + std::string(class_of_events) + "\n\n";
    for (std::uint32_t i = 0; i < exports.event_count(); ++i)
        if ((exports.event_at(i).flags & export_inferred) == 0)
            text += "    " + game_event(exports, exports.event_at(i));
    text += "\n";
    for (std::uint32_t i = 0; i < exports.class_count(); ++i) {
        const ClassExport& row = exports.class_at(i);
        if ((row.flags & export_inferred) != 0) continue;
        text += "Class: " + row.name;
        if (row.base != no_index) text += " : " + exports.class_at(row.base).name;
        if (row.kind == ClassKind::singleton) text += " [SINGLETON]";
        if (row.kind == ClassKind::managed) text += " [MANAGED]";
        text += "\n\n";
        for (const std::uint32_t index : exports.functions_of(i))
            text += "    " + game_function(exports, exports.function_at(index));
        if (!row.documentation.empty()) text += "\n" + row.documentation + "\n";
        text += "\n";
    }
    text += "** Global functions **\n\n";
    for (const std::uint32_t index : exports.functions_of(no_index))
        text += game_function(exports, exports.function_at(index));
    text += "\n** Enumerations **\n\n";
    for (std::uint32_t i = 0; i < exports.enum_count(); ++i) {
        const EnumExport& row = exports.enum_at(i);
        text += row.name + (row.irregular ? " [IRREGULAR]" : " [CONTINUOUS]") + "\n\n";
        for (const EnumConstant& one : row.constants)
            text += "        " + one.name + " = " + std::to_string(one.value) + "\n";
        for (const auto& [enumeration, one] : exports.added_constants())
            if (enumeration == i) text += "        " + one.name + " = " + std::to_string(one.value) + "\n";
        text += row.constants.empty() ? "" : "\n";
    }
    return text;
}

std::string comment(std::string_view documentation) {
    return documentation.empty() ? std::string() : "  /* " + std::string(documentation) + " */";
}

std::string help_classes(const Exports& exports) {
    std::string text = "Classes\n";
    for (std::uint32_t i = 0; i < exports.class_count(); ++i)
        if (!made_up(exports.class_at(i).flags))
            text += "  " + exports.class_at(i).name + comment(exports.class_at(i).documentation) + "\n";
    return text;
}

std::string help_enums(const Exports& exports) {
    std::string text = "Enumerations\n";
    for (std::uint32_t i = 0; i < exports.enum_count(); ++i)
        if (!made_up(exports.enum_at(i).flags))
            text += "  " + exports.enum_at(i).name + comment(exports.enum_at(i).documentation) + "\n";
    return text;
}

std::string help_globals(const Exports& exports) {
    std::string text = "Globals\n";
    for (const std::uint32_t i : exports.functions_of(no_index))
        if (!made_up(exports.function_at(i).flags))
            text += "  " + exports.signature(i) + comment(exports.function_at(i).documentation) + "\n";
    return text;
}

std::string help_class(const Exports& exports, std::string_view name) {
    const std::uint32_t index = exports.find_class(name);
    if (index == no_index) return "there is no class '" + std::string(name) + "'\n";
    const ClassExport& row = exports.class_at(index);
    std::string text = "Class: " + row.name;
    if (row.base != no_index) text += " : " + exports.class_at(row.base).name;
    if (row.kind == ClassKind::singleton) text += " [SINGLETON]";
    if (row.kind == ClassKind::managed) text += " [MANAGED]";
    text += flag_text(row.flags) + "\n";
    std::string variables;
    for (const std::uint32_t i : exports.functions_of(index)) {
        const FunctionExport& function = exports.function_at(i);
        if (made_up(function.flags)) continue; // help shows what the host has
        text +=
            "  " + exports.signature(i) + flag_text(function.flags) + comment(function.documentation) + "\n";
        if (function.parameters.empty() && function.name.size() > 3 &&
            same_name(function.name.substr(0, 3), "Get"))
            variables += "  " + exports.type_name(function.result) + " " + function.name.substr(3) + "\n";
    }
    if (!variables.empty()) text += "Variables:\n" + variables;
    if (!row.documentation.empty()) text += "/* " + row.documentation + " */\n";
    return text;
}

std::string help_enum(const Exports& exports, std::string_view name) {
    const std::uint32_t index = exports.find_enum(name);
    if (index == no_index) return "there is no enumeration '" + std::string(name) + "'\n";
    const EnumExport& row = exports.enum_at(index);
    std::string text = "Enum: " + row.name + (row.irregular ? " [IRREGULAR]" : " [CONTINUOUS]") + "\n";
    for (const EnumConstant& constant : row.constants)
        text += "  " + constant.name + " = " + std::to_string(constant.value) + "\n";
    if (!row.documentation.empty()) text += "/* " + row.documentation + " */\n";
    return text;
}

std::string help_global(const Exports& exports, std::string_view name) {
    std::vector<std::uint32_t> found;
    exports.find_functions(no_index, name, found);
    if (found.empty()) return "there is no global function '" + std::string(name) + "'\n";
    std::string text;
    for (const std::uint32_t i : found) {
        const FunctionExport& function = exports.function_at(i);
        text += "Global: " + exports.signature(i) + flag_text(function.flags) +
                comment(function.documentation) + "\n";
        for (const ExportParameter& parameter : function.parameters)
            if (!parameter.documentation.empty())
                text += "  " + parameter.name + comment(parameter.documentation) + "\n";
    }
    return text;
}

std::string help_all(const Exports& exports) {
    std::string text = help_globals(exports) + "\n";
    for (std::uint32_t i = 0; i < exports.enum_count(); ++i)
        if (!made_up(exports.enum_at(i).flags)) text += help_enum(exports, exports.enum_at(i).name) + "\n";
    for (std::uint32_t i = 0; i < exports.class_count(); ++i)
        if (!made_up(exports.class_at(i).flags)) text += help_class(exports, exports.class_at(i).name) + "\n";
    text += "Events\n";
    for (std::uint32_t i = 0; i < exports.event_count(); ++i) {
        const EventExport& event = exports.event_at(i);
        if (made_up(event.flags)) continue;
        text += "  " + event.name + "(";
        for (std::size_t p = 0; p < event.parameters.size(); ++p)
            text += (p == 0 ? " " : ", ") + exports.type_name(event.parameters[p].type) +
                    (event.parameters[p].name.empty() ? "" : " " + event.parameters[p].name);
        text += std::string(event.parameters.empty() ? ")" : " )") + comment(event.documentation) + "\n";
    }
    return text;
}

} // namespace vellum::skrit
