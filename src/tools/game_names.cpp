#include "tools/game_names.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/source.hpp"
#include "tools/texts/sources.hpp"

namespace vellum::tools {

std::optional<std::vector<std::byte>> game_data(const OpenedFile& opened) {
    if (opened.container == nullptr || opened.engine == nullptr || opened.engine->names() == nullptr)
        return std::nullopt;
    const archives::Archive& container = *opened.container;
    // Data of a whole game is certain to be the engine's by its first bytes; a room, or a source, is not.
    const auto is_game = [&](std::uint64_t offset, std::uint64_t size) {
        constexpr std::uint64_t looked_at = 64;
        const auto first = read_range(container.source(), offset, std::min(size, looked_at));
        return first && opened.engine->format().detect(*first, {}) == Confidence::certain;
    };
    const auto members = container.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const archives::Member& member = members[i];
        if (member.kind != "asset" || member.cut_off || !is_text_table(*opened.engine, member.name) ||
            !is_game(member.offset, member.size))
            continue;
        if (auto bytes = container.read(i)) return std::move(*bytes);
    }
    if (!is_text_table(*opened.engine, opened.name) || !is_game(0, container.source().size()))
        return std::nullopt;
    auto bytes = read_range(container.source(), 0, container.source().size());
    return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

std::shared_ptr<const SourceNames> game_names(const Engine& engine, std::span<const std::byte> data,
                                              std::shared_ptr<const SourceNames> known) {
    const NameFiles* const files = engine.names();
    if (files == nullptr) return known;
    Diagnostics unused;
    const auto text = files->names_in(as_text(data), {}, known.get(), unused);
    if (!text) return known;
    const auto names = files->read_names(*text, unused);
    return names ? *names : known;
}

} // namespace vellum::tools
