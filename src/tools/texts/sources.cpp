#include "tools/texts/sources.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "base/source.hpp"
#include "isa/functions.hpp"

namespace vellum::tools {

bool is_text_table(const Engine& engine, std::string_view name) {
    const std::string lower = lower_case(name.substr(name.find_last_of("/\\!") + 1));
    return std::ranges::any_of(engine.text_tables(), [&](std::string_view table) {
        return table.starts_with('.') ? lower.ends_with(table) : lower == table;
    });
}

bool has_own_encoding(const Engine& engine) {
    return std::ranges::any_of(engine.text_tables(),
                               [](std::string_view table) { return !table.starts_with('.'); });
}

Result<std::vector<TextSource>> text_sources(const OpenedFile& opened) {
    std::vector<TextSource> sources;
    for (const Script& script : opened.scripts)
        sources.push_back({script.name, script.member, script.offset,
                           std::vector(script.bytes.begin(), script.bytes.end()), false});
    if (opened.container == nullptr || !opened.whole) return sources;
    const archives::Archive& container = *opened.container;
    const auto members = container.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const archives::Member& member = members[i];
        if (member.kind != "asset" || member.cut_off || !is_text_table(*opened.engine, member.name)) continue;
        auto bytes = container.read(i);
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        sources.push_back(
            {opened.name + "!" + member.name, member.name, member.offset, std::move(*bytes), true});
    }
    if (is_text_table(*opened.engine, opened.name)) {
        const ByteSource& file = container.source();
        auto bytes = read_range(file, 0, file.size());
        if (!bytes) return std::unexpected(std::move(bytes.error()));
        sources.push_back({opened.name, {}, 0, std::move(*bytes), true});
    }
    return sources;
}

void name_functions(std::span<GameText> texts, std::span<const Function> functions) {
    for (GameText& text : texts)
        for (GameText::Place& place : text.places)
            if (const Function* const function = isa::function_at(functions, place.address);
                function != nullptr)
                place.function = function->name;
}

} // namespace vellum::tools
