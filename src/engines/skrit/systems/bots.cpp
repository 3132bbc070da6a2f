// A bot may remove itself or others while it runs: every walk goes over a copy of the ids.
#include "engines/skrit/systems/bots.hpp"

#include <algorithm>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/natives/families.hpp"

namespace vellum::skrit {

std::uint64_t Bots::add(std::string_view name, std::string_view url, Diagnostics& diagnostics) {
    const std::uint64_t id = world_.create(url, 0, diagnostics);
    if (id == 0) return 0;
    const std::string called = name.empty() ? base_name(url.substr(0, url.find('?'))) : std::string(name);
    remove(called);
    list_.emplace_back(called, id);
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

std::size_t Bots::send(std::string_view event, std::span<const Value> values) {
    if (list_.empty()) return 0;
    const EventId id = world_.event_id(event);
    const auto bots = list_;
    std::size_t handled = 0;
    for (const auto& [name, bot] : bots)
        if (Object* object = world_.find(bot); object != nullptr && world_.interested(*object, id))
            handled += world_.deliver(*object, id, values) ? 1 : 0;
    return handled;
}

void Bots::update(float seconds, bool paused) {
    const Value values[] = {Value(seconds)};
    send("OnBotSysUpdate", values);
    if (!paused) send("OnBotUpdate", values);
}

namespace {

constexpr BuiltInRow rows[] = {
    {"skritbotmgr.addskritbot/2",
     [](World& world, Call& call) {
         Diagnostics diagnostics;
         const bool made = world.bots.add(call[0].text(), call[1].text(), diagnostics) != 0;
         if (!made)
             for (const Diagnostic& each : diagnostics.all())
                 if (each.severity == Severity::error) world.reports.write("error", each.message + "\n");
         call.result = made;
     }},
    {"skritbotmgr.removeskritbot/1", [](World& world, Call& call) { world.bots.remove(call[0].text()); }},
};

} // namespace

std::span<const BuiltInRow> bot_natives() { return rows; }

} // namespace vellum::skrit
