// A world's scripts as C++: each function that has a register form becomes a function of the text.
#include <algorithm>
#include <cctype>

#include "base/concat.hpp"
#include "code/cpp.hpp"
#include "engines/ags/engine.hpp"
#include "engines/ags/machine/native/native.hpp"
#include "engines/ags/machine/native/translations.hpp"
#include "engines/ags/world/world.hpp"
#include "vellum/ags_translation.hpp"
#include "vellum/hosts.hpp"

namespace vellum::ags {

namespace {

/// A name as C++ allows it, short enough for a file's; of a path its end.
[[nodiscard]] std::string identifier(std::string_view name) {
    constexpr std::size_t longest = 60;
    if (const std::size_t sign = name.find_last_of("/\\!"); sign != std::string_view::npos)
        name.remove_prefix(sign + 1);
    name = name.substr(0, longest);
    std::string text;
    for (const char letter : name) {
        const bool allowed = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                             (letter >= '0' && letter <= '9');
        if (allowed)
            text += letter;
        else if (!text.empty() && text.back() != '_')
            text += '_';
    }
    while (!text.empty() && text.back() == '_') text.pop_back();
    return text.empty() || (text.front() >= '0' && text.front() <= '9') ? "script_" + text : text;
}

/// Nothing in a comment may end it or begin another line.
[[nodiscard]] std::string comment(std::string_view name) {
    std::string text;
    for (const char letter : name) text += letter >= ' ' && letter <= '~' && letter != '\\' ? letter : '?';
    return text;
}

struct Table {
    std::string rows;
    std::string declarations;
};

[[nodiscard]] std::string translate_script(const Environment& environment, const Instance& instance,
                                           std::string_view space, Table& table) {
    std::string text = concat("// ", comment(instance.script->name()), ", made by `vellum translate`.\n",
                              "#include <vellum/ags_translation.hpp>\n\nnamespace ", space, " {\n\n",
                              "using namespace vellum::ags;\nusing namespace vellum::ags::translated;\n");
    const auto& functions = instance.fast->functions;
    for (std::uint32_t number = 0; number < functions.size(); ++number) {
        NativeForm form;
        if (!write_form(environment, instance, number, form, true)) continue;
        const std::string_view name = instance.script->function_of(functions[number].start_word);
        const auto parameters = functions[number].parameters;
        code::CppNames names;
        names.function = concat("f", number, "_", identifier(name));
        names.helper = [](code::Helper helper) {
            return std::string(std::ranges::find(native_helpers, helper, &NativeHelper::function)->name);
        };
        names.variable = [parameters](std::uint32_t variable) {
            return variable < parameters ? concat("p", variable) : concat("v", variable - parameters);
        };
        names.remark = [](std::uint32_t line) { return concat("line ", line); };
        const std::string definition = code::write_cpp(form.function, names);
        if (definition.empty()) continue;
        text += concat("\n// ", comment(name), "\n", definition);
        table.declarations +=
            concat("extern std::uint32_t ", names.function, "(TranslationContext*, std::uint32_t);\n");
        table.rows += concat("    {", hash_of(form.function), "ULL, ", space, "::", names.function, "},\n");
    }
    return text + concat("\n} // namespace ", space, "\n");
}

} // namespace

Result<std::vector<TranslatedFile>> translate(std::span<const ProgramPtr> programs,
                                              const RunOptions& options) {
    StandInHost host(nullptr, nullptr);
    RunOptions native = options;
    std::erase_if(native.settings, [](const auto& setting) { return setting.first == "tier"; });
    native.settings.emplace_back("tier", "native");
    Diagnostics diagnostics;
    const auto made = engine().runtime().instantiate(programs, host, native, diagnostics);
    if (!made) return std::unexpected(made.error());
    const Environment& environment = static_cast<World&>(**made).environment();
    std::vector<TranslatedFile> files;
    std::string declarations;
    std::string rows;
    for (const Instance& instance : environment.instances()) {
        if (instance.fast == nullptr) continue; // only the precise form runs it
        const std::string space =
            concat("translated_", instance.number, "_", identifier(instance.script->name()));
        Table table;
        std::string text = translate_script(environment, instance, space, table);
        files.push_back({space + ".cpp", std::move(text)});
        declarations += concat("namespace ", space, " {\nusing vellum::ags::TranslationContext;\n",
                               table.declarations, "}\n");
        rows += table.rows;
    }
    files.push_back(
        {"translation.hpp",
         "// What vellum::ags::add_translation takes, made by `vellum translate`.\n#pragma once\n\n"
         "#include <vellum/ags_translation.hpp>\n\n"
         "[[nodiscard]] std::span<const vellum::ags::TranslatedFunction> translation();\n"});
    files.push_back(
        {"translation.cpp",
         concat("#include \"translation.hpp\"\n\n", declarations,
                "\nstd::span<const vellum::ags::TranslatedFunction> translation() {\n"
                "    static constexpr vellum::ags::TranslatedFunction functions[] = {\n",
                rows.empty() ? "    {0, nullptr},\n" : rows, "    };\n    return functions;\n}\n")});
    return files;
}

} // namespace vellum::ags
