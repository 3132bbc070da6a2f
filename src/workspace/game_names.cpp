#include "workspace/game_names.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/ending.hpp"
#include "base/hash.hpp"
#include "tools/game_names.hpp"
#include "tools/texts/sources.hpp"
#include "workspace/answers.hpp"
#include "workspace/find.hpp"

namespace vellum {

namespace {

/// The main data of the game that a loose part of it, such as a room, is next to: a file of its own, or in
/// the one packed game of the folder.
std::optional<std::vector<std::byte>> data_beside(const FileSystem& files, const tools::OpenedFile& opened) {
    constexpr std::size_t most_games = 16; // in the folder of one
    if (opened.container == nullptr || opened.engine == nullptr || opened.engine->names() == nullptr ||
        files.kind(opened.name) != FileKind::file)
        return std::nullopt;
    const auto endings = opened.engine->format().extensions();
    const std::string folder = folder_of(opened.name), own = lower_case(extension_of(opened.name));
    std::vector<std::string> tables, packed;
    for (const FileEntry& each : files.entries(folder)) {
        const std::string ending = lower_case(extension_of(each.name));
        if (each.kind != FileKind::file || ending == own ||
            std::ranges::find(endings, ending) == endings.end())
            continue;
        (tools::is_text_table(*opened.engine, each.name) ? tables : packed)
            .push_back(folder == "." ? each.name : folder + each.name);
    }
    const auto data_of = [&](const std::string& path) -> std::optional<std::vector<std::byte>> {
        auto source = files.open(path);
        if (!source) return std::nullopt;
        auto container = opened.engine->format().open_container(std::move(*source), path, {});
        if (!container || *container == nullptr) return std::nullopt;
        tools::OpenedFile game{};
        game.name = path;
        game.engine = opened.engine;
        game.container = std::move(*container);
        return tools::game_data(game);
    };
    for (std::vector<std::string>* const list : {&tables, &packed}) {
        std::ranges::sort(*list);
        std::optional<std::vector<std::byte>> found;
        for (std::size_t i = 0; i < std::min(list->size(), most_games); ++i) {
            auto data = data_of((*list)[i]);
            if (data && found) return std::nullopt; // nobody knows whose it is
            if (data) found = std::move(data);
        }
        if (found) return found;
    }
    return std::nullopt;
}

} // namespace

std::shared_ptr<Workspace::GameNames::Found> Workspace::GameNames::entry(std::string content,
                                                                         const Names& known) {
    const std::scoped_lock lock(mutex_);
    const auto same = std::ranges::find_if(
        entries_, [&](const Entry& each) { return each.known == known && each.content == content; });
    if (same != entries_.end()) {
        std::rotate(same, std::next(same), entries_.end());
        return entries_.back().found;
    }
    if (entries_.size() == most) entries_.pop_front();
    return entries_.emplace_back(std::move(content), known, std::make_shared<Found>()).found;
}

Workspace::GameNames::Names Workspace::GameNames::of(const FileSystem& files, const tools::OpenedFile& opened,
                                                     const Names& known) {
    auto data = tools::game_data(opened);
    if (!data) data = data_beside(files, opened);
    if (!data) return known;
    constexpr std::size_t most_kept = std::size_t{4} << 20U; // comparing takes a fiftieth of the time
    const auto found =
        entry(data->size() <= most_kept ? std::string(as_text(*data)) : sha256_hex(*data), known);
    const std::scoped_lock finding(found->finding); // whoever asks for the same meanwhile waits
    if (!std::exchange(found->done, true)) found->names = tools::game_names(*opened.engine, *data, known);
    return found->names;
}

std::shared_ptr<const SourceNames>
Workspace::names_of(const tools::OpenedFile& opened, const std::shared_ptr<const SourceNames>& known) const {
    return game_names_->of(*files_, opened, known);
}

} // namespace vellum
