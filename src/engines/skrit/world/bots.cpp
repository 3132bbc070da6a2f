// A bot may remove itself or others while it runs: every walk goes over a copy of the ids.
#include "engines/skrit/world/bots.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

bool Bots::has_room(std::string_view name, std::string_view url, Diagnostics& diagnostics) {
    constexpr std::uint64_t a_name = 64; // compared with each that is there
    world_.charge(text_cost(list_.size() * a_name));
    if (!world_.memory_for(2 * (sizeof(List::value_type) + name.size() + url.size()))) {
        diagnostics.add(codes::run_memory, "the world has no memory left for another bot");
        return false;
    }
    return true;
}

void Bots::adopt(std::string_view name, std::string_view url, std::uint64_t object) {
    const std::string called = name.empty() ? base_name(url.substr(0, url.find('?'))) : std::string(name);
    remove(called);
    list_.emplace_back(called, object);
}

std::uint64_t Bots::add(std::string_view name, std::string_view url, Diagnostics& diagnostics) {
    const World::Entry entry(world_, true);
    if (world_.settings().retail) {
        diagnostics.add(codes::run_not_found, "a retail game has no skritbots");
        return 0;
    }
    if (!has_room(name, url, diagnostics)) return 0;
    const std::uint64_t id = world_.create(url, 0, diagnostics);
    if (id != 0) adopt(name, url, id);
    return id;
}

bool Bots::remove(std::string_view name) {
    const auto found =
        std::ranges::find_if(list_, [&](const auto& one) { return same_name(one.first, name); });
    if (found == list_.end()) return false;
    const std::uint64_t id = found->second;
    list_.erase(found);
    world_.release_object(id);
    return true;
}

std::uint64_t Bots::find(std::string_view name) const {
    const auto found =
        std::ranges::find_if(list_, [&](const auto& one) { return same_name(one.first, name); });
    return found == list_.end() ? 0 : found->second;
}

bool Bots::is_bot(std::uint64_t object) const {
    return std::ranges::any_of(list_, [&](const auto& one) { return one.second == object; });
}

std::uint64_t Bots::held() const noexcept {
    std::uint64_t sum = list_.capacity() * sizeof(List::value_type);
    for (const auto& [name, object] : list_) sum += name.capacity();
    return sum;
}

std::size_t Bots::send(std::string_view event, std::span<const Value> values) {
    if (list_.empty()) return 0;
    const World::Entry entry(world_, true);
    const EventId id = world_.event_id(event);
    std::vector<std::uint64_t> bots;
    for (const auto& [name, bot] : list_) bots.push_back(bot);
    std::size_t handled = 0;
    for (const std::uint64_t bot : bots)
        if (Object* object = world_.find(bot); object != nullptr && world_.interested(*object, id))
            handled += world_.deliver(*object, id, values) ? 1 : 0;
    return handled;
}

} // namespace vellum::skrit
