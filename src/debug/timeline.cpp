// Running in pieces changes nothing about a run (Scheduler::pause_after), so pieces end where a snapshot is
// due, and going somewhere is: restore, run the actions between, pause after the rest.
#include "debug/timeline.hpp"

#include <algorithm>

#include "debug/codes.hpp"

namespace vellum::debug {

namespace {

constexpr std::size_t actions_between = 256; ///< Idle frames cost something, too.

} // namespace

Timeline::Timeline(Scheduler& scheduler, Tape* tape, const TimelineOptions& options)
    : scheduler_(scheduler), tape_(tape), options_(options) {}

Position Timeline::here() const { return {next_, scheduler_.paused(), scheduler_.instructions()}; }

Result<void> Timeline::begin() {
    if (!can_travel()) return {};
    auto state = scheduler_.snapshot();
    if (!state) return std::unexpected(std::move(state.error()));
    bytes_ = state->size();
    landmarks_.push_back({here(), tape_->position(), true, std::move(*state)});
    return {};
}

void Timeline::insert(Action action) {
    forget();
    actions_.insert(actions_.begin() + static_cast<std::ptrdiff_t>(next_ + (scheduler_.paused() ? 1 : 0)),
                    std::move(action));
}

void Timeline::forget() {
    const Position now = here();
    latest_ = now;
    if (can_travel()) tape_->forget();
    while (landmarks_.size() > 1 && landmarks_.back().position > now) {
        bytes_ -= landmarks_.back().state.size();
        landmarks_.pop_back();
    }
}

Result<void> Timeline::changed() {
    forget();
    if (!can_travel()) return {};
    auto state = scheduler_.snapshot();
    if (!state) return std::unexpected(std::move(state.error()));
    if (landmarks_.back().position == here()) {
        bytes_ -= landmarks_.back().state.size();
        landmarks_.pop_back();
    }
    bytes_ += state->size();
    landmarks_.push_back({here(), tape_->position(), true, std::move(*state)});
    return {};
}

void Timeline::keep() {
    if (!can_travel()) return;
    const Position now = here();
    if (landmarks_.empty() || landmarks_.back().position >= now) return;
    auto state = scheduler_.snapshot();
    if (!state) return; // busy: another time
    bytes_ += state->size();
    landmarks_.push_back({now, tape_->position(), false, std::move(*state)});
    thin();
}

/// Takes out what leaves the smallest hole for its age, until there is room.
void Timeline::thin() {
    while (bytes_ > options_.memory) {
        std::size_t best = 0;
        double least = 0;
        const auto time = [&](std::size_t i) {
            const Position& at = landmarks_[i].position;
            return static_cast<double>(at.instructions) + 1000.0 * static_cast<double>(at.action);
        };
        for (std::size_t i = 1; i + 1 < landmarks_.size(); ++i) {
            if (landmarks_[i].fixed) continue;
            const double hole = (time(i + 1) - time(i - 1)) / (1 + time(landmarks_.size() - 1) - time(i));
            if (best != 0 && hole >= least) continue;
            best = i;
            least = hole;
        }
        if (best == 0) return; // the beginning and the latest stay
        bytes_ -= landmarks_[best].state.size();
        landmarks_.erase(landmarks_.begin() + static_cast<std::ptrdiff_t>(best));
    }
}

std::vector<Position> Timeline::landmarks() const {
    std::vector<Position> result;
    result.reserve(landmarks_.size());
    for (const Landmark& one : landmarks_) result.push_back(one.position);
    return result;
}

const Timeline::Landmark* Timeline::next_fixed() const {
    const Position now = here();
    for (const Landmark& one : landmarks_)
        if (one.fixed && one.position > now) return &one;
    return nullptr;
}

void Timeline::perform(const Action& action) {
    const bool news = !travels_ && here() >= latest_;
    const auto tell = [&](const auto& outcome) {
        // What was paused in it is not refused.
        if (!outcome && news && refused_ && !scheduler_.paused()) refused_(action, outcome.error());
    };
    switch (action.kind) {
    case Action::Kind::start: scheduler_.start(); break;
    case Action::Kind::frame: scheduler_.frame(action.seconds); break;
    case Action::Kind::send: tell(scheduler_.send(action.event)); break;
    case Action::Kind::call: tell(scheduler_.call(action.event.name, action.event.values)); break;
    }
}

Timeline::Ran Timeline::advance(std::uint64_t most) {
    stop_ = false;
    if (tape_ != nullptr && tape_->full() && !travels_) { // what is kept leads nowhere any more
        tape_ = nullptr;
        landmarks_.clear();
        bytes_ = 0;
    }
    if (at_end()) {
        if (!can_travel()) { // what is done is of no use to anybody
            actions_.clear();
            next_ = 0;
            latest_ = {};
        }
        return Ran::nothing;
    }
    const std::uint64_t begun = scheduler_.instructions();
    const std::uint64_t wanted = most < Scheduler::no_pause - begun ? begun + most : Scheduler::no_pause;
    for (;;) {
        const std::uint64_t now = scheduler_.instructions();
        // Memory that is nearly full spaces the snapshots out from the start.
        const std::uint64_t last = landmarks_.empty() ? 0 : landmarks_.back().position.instructions;
        std::uint64_t piece = wanted;
        const std::uint64_t due = std::max(last, now) + options_.interval;
        if (here() >= latest_) piece = std::min(piece, due);
        const Landmark* const fixed = next_fixed();
        if (fixed != nullptr && fixed->position.action == next_ && fixed->position.inside)
            piece = std::min(piece, fixed->position.instructions);
        scheduler_.pause_after(piece == Scheduler::no_pause ? piece : piece - std::min(piece, now));
        if (scheduler_.paused())
            scheduler_.resume();
        else
            perform(actions_[next_]);
        const bool paused = scheduler_.paused();
        if (!paused) {
            scheduler_.pause_after(Scheduler::no_pause);
            ++next_;
        }
        // A moment that was changed by hand is as it was left then.
        if (fixed != nullptr && here() == fixed->position) static_cast<void>(restore(*fixed));
        const Position at = here();
        if (at > latest_) latest_ = at;
        if (!landmarks_.empty() && at > landmarks_.back().position &&
            (at.instructions >= landmarks_.back().position.instructions + options_.interval ||
             at.action >= landmarks_.back().position.action + actions_between))
            keep();
        if (!paused) return Ran::rested;
        if (stop_ || at.instructions >= wanted) return Ran::paused;
    }
}

Result<void> Timeline::restore(const Landmark& landmark) {
    if (auto restored = scheduler_.restore(landmark.state); !restored) return restored;
    next_ = landmark.position.action;
    tape_->seek(landmark.tape);
    return {};
}

Result<void> Timeline::run_to(const Position& to) {
    while (here() < to) {
        const bool last = next_ == to.action;
        const std::uint64_t now = scheduler_.instructions();
        const Ran ran = advance(last && to.inside ? to.instructions - std::min(now, to.instructions)
                                                  : Scheduler::no_pause);
        if (ran == Ran::nothing) break;
        if (ran == Ran::paused && last) break;
    }
    if (here() == to) return {};
    const auto words = [](const Position& at) {
        return std::to_string(at.action) + (at.inside ? "+" : "") + " at " + std::to_string(at.instructions);
    };
    std::string why =
        "the run does not reach that moment again (" + words(to) + ", it reached " + words(here()) + ")";
    if (!tape_->divergence().empty()) why += ": " + tape_->divergence();
    return fail(codes::debug_time, std::move(why));
}

template <class Travel> Result<void> Timeline::quietly(const Travel& travel) {
    if (!can_travel())
        return fail(codes::debug_time, "this world's past is not recorded, so it cannot run backwards");
    travels_ = true;
    Stopper* const stopper = scheduler_.stopper();
    const std::vector<CodeRange> ranges = scheduler_.stop_ranges();
    scheduler_.set_stopper(nullptr);
    const Position seen = latest();
    Result<void> result = travel();
    travels_ = false;
    latest_ = std::max(seen, here());
    static_cast<void>(scheduler_.take_faults());
    scheduler_.set_stopper(stopper, ranges);
    return result;
}

Result<void> Timeline::go(const Position& to) {
    if (to == here()) return {};
    return quietly([&]() -> Result<void> {
        const Landmark* from = landmarks_.data();
        for (const Landmark& one : landmarks_)
            if (one.position <= to) from = &one;
        // From here on it may be nearer than from a snapshot.
        if (!(from->position <= here() && here() <= to))
            if (auto restored = restore(*from); !restored) return restored;
        return run_to(to);
    });
}

Result<void> Timeline::go_to_action(std::size_t action) {
    return quietly([&]() -> Result<void> {
        const Position to{action, false, ~std::uint64_t{0}};
        const Landmark* from = landmarks_.data();
        for (const Landmark& one : landmarks_)
            if (one.position <= to) from = &one;
        if (auto restored = restore(*from); !restored) return restored;
        while (next_ < action)
            if (advance() == Ran::nothing) break;
        if (next_ == action && !scheduler_.paused()) return {};
        return fail(codes::debug_time, "the run does not reach that moment again");
    });
}

Result<void> Timeline::go_to_instruction(std::uint64_t count) {
    return quietly([&]() -> Result<void> {
        const Landmark* from = landmarks_.data();
        for (const Landmark& one : landmarks_)
            if (one.position.instructions <= count) from = &one;
        if (auto restored = restore(*from); !restored) return restored;
        while (scheduler_.instructions() < count)
            if (advance(count - scheduler_.instructions()) == Ran::nothing) break;
        if (scheduler_.instructions() == count) return {};
        return fail(codes::debug_time, "the run does not stop at instruction " + std::to_string(count) +
                                           ": it reached " + std::to_string(scheduler_.instructions()));
    });
}

Result<void> Timeline::go_before(const Position& to, std::uint64_t back) {
    if (!can_travel()) return go({});
    const Landmark* from = landmarks_.data();
    for (const Landmark& one : landmarks_)
        if (one.position < to) from = &one;
    if (!to.inside || to.instructions <= from->position.instructions + back) return go(from->position);
    return quietly([&]() -> Result<void> {
        if (auto restored = restore(*from); !restored) return restored;
        while (next_ < to.action)
            if (advance() == Ran::nothing) break;
        // What lies in front of the action is out of reach by counting: the world may have rested.
        const std::uint64_t now = scheduler_.instructions();
        if (next_ == to.action && to.instructions > now + back)
            static_cast<void>(advance(to.instructions - back - now));
        if (here() < to) return {};
        return restore(*from);
    });
}

} // namespace vellum::debug
