#include "workspace/game_names.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "tools/game_names.hpp"

namespace vellum {

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

Workspace::GameNames::Names Workspace::GameNames::of(const tools::OpenedFile& opened, const Names& known) {
    const auto data = tools::game_data(opened);
    if (!data) return known;
    const auto found = entry(sha256_hex(*data), known);
    const std::scoped_lock finding(found->finding); // whoever asks for the same meanwhile waits
    if (!std::exchange(found->done, true)) found->names = tools::game_names(*opened.engine, *data, known);
    return found->names;
}

std::shared_ptr<const SourceNames>
Workspace::names_of(const tools::OpenedFile& opened, const std::shared_ptr<const SourceNames>& known) const {
    return game_names_->of(opened, known);
}

} // namespace vellum
