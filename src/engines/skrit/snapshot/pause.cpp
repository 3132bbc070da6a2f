// What is under way in a paused world has one shape, from the innermost: an event, a change of state, an
// update or the making of an object, all of the same object; around them a frame, an event for all or the
// start. Tasks trust their object to be there as long as they are: its depth and its references see to that.
#include <algorithm>
#include <array>

#include "engines/skrit/snapshot/saved.hpp"

namespace vellum::skrit {

namespace {

enum Kind : std::size_t { event, change, update, creation, frame, sending, starting, kinds };
static_assert(std::variant_size_v<decltype(LeftTask::task)> == kinds);

bool is_inside_call(const Update& task) {
    using enum Update::At;
    return task.at == called || task.at == polled || task.at == transitions || task.at == settled;
}

/// Does one of the tasks that may only stand around others stand inside, or twice?
bool is_shape(const std::vector<LeftTask>& agenda) {
    std::array<bool, kinds> has{};
    std::size_t above = 0;
    for (const LeftTask& left : agenda) {
        const std::size_t kind = left.task.index();
        if (kind < above) return false;
        above = kind + 1;
        has[kind] = true;
    }
    const bool around = has[frame] || has[sending] || has[starting];
    if (has[frame] + has[sending] + has[starting] > 1) return false;
    if (has[update]) return !has[creation] && (has[frame] || !around);
    if (has[creation]) return !has[change] && (has[starting] || !around);
    return true;
}

class Judge {
  public:
    Judge(const SavedPause& pause, const SavedObject& object, const Unit& unit)
        : pause_(pause), object_(object), unit_(unit) {}

    bool run() {
        if (!exists(object_.state) || !exists(object_.pending) || !is_shape(pause_.agenda)) return false;
        state_ = object_.state.empty() ? none : unit_.find_state(object_.state);
        return std::ranges::is_sorted(pause_.gaps) &&
               std::ranges::adjacent_find(pause_.gaps) == pause_.gaps.end() &&
               std::ranges::all_of(pause_.agenda, [&](const LeftTask& left) {
                   return std::visit([&](const auto& task) { return fits(task); }, left.task);
               });
    }

  private:
    [[nodiscard]] bool exists(const std::string& state) const {
        return state.empty() || unit_.find_state(state) != none;
    }
    /// Transitions are those of the object's state.
    [[nodiscard]] bool fits(const Walk& walk) const {
        return state_ != none && (!walk.fires || walk.next < unit_.states[state_].transitions.size());
    }
    [[nodiscard]] bool fits(const Delivery& task) const {
        return task.at != Delivery::At::arrival && task.event < unit_.events.size() &&
               (task.state == none || task.state < unit_.states.size()) && (!task.walks || fits(task.walk));
    }
    [[nodiscard]] bool fits(const Settling& task) const {
        using enum Settling::At;
        if (task.at == begin || task.at == end) return false;
        return state_ != none || (task.at != arming && task.at != poll);
    }
    [[nodiscard]] bool fits(const Update& task) const {
        using enum Update::At;
        const bool changes = std::ranges::any_of(
            pause_.agenda, [](const LeftTask& left) { return left.task.index() == change; });
        if (task.at == begin || (changes && is_inside_call(task))) return false;
        if (object_.references == 0 || pause_.going) return false; // one of them is the update's
        if (task.at == timers || task.at == at_functions || task.at == called)
            return task.next <= task.due.size();
        return (task.at != polled && task.at != transitions) || fits(task.walk);
    }
    [[nodiscard]] bool fits(const Creation&) const { return true; }
    [[nodiscard]] bool fits(const FrameTask&) const { return true; }
    [[nodiscard]] bool fits(const Sending&) const { return true; }
    [[nodiscard]] bool fits(const Starting&) const { return true; }

    const SavedPause& pause_;
    const SavedObject& object_;
    const Unit& unit_;
    std::uint32_t state_ = none;
};

} // namespace

std::uint32_t depth_of(const SavedPause& pause) {
    std::uint32_t depth = 0;
    for (const LeftTask& left : pause.agenda) {
        const auto* update = std::get_if<Update>(&left.task);
        depth += update != nullptr ? is_inside_call(*update) : left.task.index() < frame;
    }
    return depth;
}

bool is_sound(const SavedPause& pause, const SavedObject& object, const Unit& unit, const Limits& limits) {
    return pause.granted <= limits.instructions && pause.left <= pause.granted &&
           Judge(pause, object, unit).run() && is_sound(unit, pause.machine, limits.depth);
}

} // namespace vellum::skrit
