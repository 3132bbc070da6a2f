#include "tools/one_function.hpp"

#include <algorithm>

#include "isa/functions.hpp"
#include "tools/diff/functions.hpp"

namespace vellum::tools {

namespace {

Result<Function> named(const Program& program, std::string_view name) {
    const std::vector<Function> functions = program.functions();
    auto found = isa::function_named(functions, name, codes::engine_function);
    if (found) return **found;
    found.error().place.file = program.name();
    return std::unexpected(std::move(found.error()));
}

} // namespace

Result<std::string> source_of_function(const Program& program, const Decompiled& made,
                                       std::string_view name) {
    const Program& sourced = made.compiled != nullptr ? *made.compiled : program;
    const auto function = named(sourced, name);
    if (!function) return std::unexpected(function.error());
    const auto language = program.engine().require(program.engine().language());
    if (!language) return std::unexpected(language.error());
    const auto outline = (*language)->outline(made.text);
    if (!outline) return std::unexpected(outline.error());
    const auto verdict = std::ranges::find(made.functions, function->address, &FunctionVerdict::address);
    const std::string& wanted = verdict != made.functions.end() ? verdict->name : function->name;
    const auto found = std::ranges::find_if(*outline, [&](const SourceFunction& one) {
        return one.name == wanted ||
               std::ranges::find(one.heads, wanted, &SourceFunction::Head::name) != one.heads.end();
    });
    if (found == outline->end())
        return fail(codes::engine_function, "'" + std::string(name) + "' has no text of its own",
                    {.file = program.name()});
    // From the beginning of its line on: what stands in front there belongs to it.
    const std::size_t begin = made.text.rfind('\n', found->begin) + 1; // npos + 1 is 0
    return made.text.substr(begin, found->end - begin) + "\n";
}

Result<std::string> listing_of_function(const Program& program, std::string_view name) {
    const auto function = named(program, name);
    if (!function) return std::unexpected(function.error());
    const FunctionList list(program);
    const std::uint32_t number = list.at(function->address);
    if (number == no_function)
        return fail(codes::engine_function, "'" + function->name + "' has no instructions",
                    {.file = program.name()});
    std::string text = function->name + ":\n";
    const auto lines = list.listing(
        number, [&](std::uint32_t called) { return list.all()[called].name; },
        [](std::uint32_t label) { return "L" + std::to_string(label); });
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

} // namespace vellum::tools
