// Going from room to room.
#include "engines/ags/world/world.hpp"

#include <algorithm>
#include <utility>

#include "engines/ags/format/container.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

// Numbers of on_event's first parameter.
constexpr std::int32_t event_leave_room = 1;
constexpr std::int32_t event_enter_room = 2;
// Places in a room's list of functions for its events.
constexpr std::size_t event_first_load = 4, event_loads = 5, event_fades_in = 7, event_leaves = 8;

} // namespace

std::int32_t World::number_of_room(std::size_t index) const {
    const std::int32_t named = room_number(rooms_[index].script->name());
    return named >= 0 ? named : static_cast<std::int32_t>(index);
}

std::size_t World::index_of_room(std::int64_t number) const {
    std::size_t index = rooms_.size();
    for (std::size_t i = 0; i < rooms_.size(); ++i)
        if (room_number(rooms_[i].script->name()) == number) index = i;
    return index;
}

void World::queue_room_event(std::size_t event, std::string_view name) {
    const auto room = static_cast<std::size_t>(state_.room);
    const RoomData* const known = play_ != nullptr ? play_->room(number_of_room(room)) : nullptr;
    if (known != nullptr) name = event < known->events.size() ? std::string_view(known->events[event]) : "";
    queue(room_instances_[room], name, {});
}

void World::go_to_room(std::size_t index) {
    if (state_.room >= 0) {
        queue_room_event(event_leaves, "room_Leave");
        queue_everywhere("on_event", {Value(event_leave_room),
                                      Value(number_of_room(static_cast<std::size_t>(state_.room)))});
    }
    state_.queue.push_back({Pending::Kind::room, static_cast<std::uint32_t>(index), 0, {}});
}

void World::go_to_first_room(std::int64_t number) {
    const std::size_t index = index_of_room(number);
    go_to_room(index < rooms_.size() ? index : 0);
}

void World::enter_room(std::uint32_t index) {
    const bool linked = room_instances_[index] != not_linked;
    if (auto instance = load_room(index); !instance) {
        no_room_ = std::move(instance.error());
        refused_room_ = rooms_[index].script->name();
        return;
    }
    if (!linked) prepare_fast();
    tell_slow_scripts();
    if (!state_.started && restores_games()) save_game(restart_slot, "Restart Game Auto-Save");
    const bool fresh = std::ranges::find(state_.visited, index) == state_.visited.end();
    if (fresh) state_.visited.push_back(index);
    state_.room = static_cast<std::int64_t>(index);
    const std::int32_t number = number_of_room(index);
    arrive(number);
    tell(*machines_[0], "room " + std::to_string(number) + " is entered");
    queue_room_event(event_loads, "room_Load");
    queue_everywhere("on_event", {Value(event_enter_room), Value(number)});
    if (fresh) queue_room_event(event_first_load, "room_FirstLoad");
    queue_room_event(event_fades_in, "room_AfterFadeIn");
}

/// Nobody asks any more: it becomes a fault.
void World::refuse_room() {
    if (!no_room_) return;
    Fault fault;
    fault.code = no_room_->code;
    fault.message = std::exchange(no_room_, {})->message;
    fault.machine_name = refused_room_;
    report(std::move(fault));
}

} // namespace vellum::ags
