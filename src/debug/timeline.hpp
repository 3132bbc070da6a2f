// The time of a run: what was done to the world, in order; where it stands; and the way back. Snapshots are
// kept now and then, within a bound of memory; any other moment is reached by running on from the one before
// it, with the answers that the tape gives again.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "debug/tape.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::debug {

/// Something done to the world from outside.
struct Action {
    enum class Kind : std::uint8_t { start, frame, send, call };
    Kind kind = Kind::frame;
    float seconds = 0; ///< Of a frame.
    Event event;       ///< Of an event; of a call its function and arguments.
};

/// A moment at which a world can stand still.
struct Position {
    std::size_t action = 0;         ///< Actions that are over.
    bool inside = false;            ///< The next one is under way: the world is paused.
    std::uint64_t instructions = 0; ///< Scheduler::instructions.
    friend auto operator<=>(const Position&, const Position&) = default;
};

struct TimelineOptions {
    std::uint64_t memory = std::uint64_t{256} << 20U; ///< Bytes of snapshots.
    std::uint64_t interval = 1'000'000;               ///< Instructions between two of them, while young.
};

class Timeline {
  public:
    /// Neither is owned; `tape` is the world's host. Null: another host, whose answers nobody can give again;
    /// then there is no way back.
    Timeline(Scheduler& scheduler, Tape* tape, const TimelineOptions& options = {});
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;
    ~Timeline() = default;

    /// Keeps the beginning, which everything else goes back to. Before anything is done.
    [[nodiscard]] Result<void> begin();

    /// What is done, what was and what will be.
    [[nodiscard]] const std::vector<Action>& actions() const noexcept { return actions_; }
    void add(Action action) { actions_.push_back(std::move(action)); } ///< At the end.
    /// Told each event and call that the world refuses, when it is done for the first time.
    using Refused = std::function<void(const Action&, const Diagnostic&)>;
    void on_refusal(Refused refused) { refused_ = std::move(refused); }
    /// Comes next, behind what is under way. What was recorded behind it is forgotten.
    void insert(Action action);

    [[nodiscard]] Position here() const;
    /// The latest moment that was reached and not forgotten.
    [[nodiscard]] Position latest() const { return std::max(latest_, here()); }
    [[nodiscard]] bool at_end() const { return !scheduler_.paused() && next_ == actions_.size(); }

    /// How `advance` ended.
    enum class Ran : std::uint8_t {
        paused, ///< after that many instructions, or because the stopper stopped
        rested, ///< an action came to its end
        nothing ///< there is nothing left to do
    };
    [[nodiscard]] bool can_travel() const noexcept { return tape_ != nullptr && !tape_->full(); }
    /// On the way to another moment: what runs is no news.
    [[nodiscard]] bool travels() const noexcept { return travels_; }
    /// Goes on with what is under way, else with the next action, for at most that many instructions.
    Ran advance(std::uint64_t most = Scheduler::no_pause);
    /// The stopper wants the world to stop: `advance` comes back at the next pause.
    void stop_requested() noexcept { stop_ = true; }

    /// Puts the world to a moment between the beginning and the latest one. Stoppers and observers hear
    /// nothing of the way there.
    [[nodiscard]] Result<void> go(const Position& to);
    /// Puts the world to a moment not behind that one from which it is quickly reached: about `back`
    /// instructions in front of it.
    [[nodiscard]] Result<void> go_before(const Position& to, std::uint64_t back);
    /// Puts the world to rest in front of an action that was begun before, or is the next one.
    [[nodiscard]] Result<void> go_to_action(std::size_t action);
    /// Puts the world to where so many instructions have been executed, between the beginning and the latest
    /// moment.
    [[nodiscard]] Result<void> go_to_instruction(std::uint64_t count);
    /// Moments from which the world can be run again without a way there, ascending.
    [[nodiscard]] std::vector<Position> landmarks() const;

    /// The world was changed by hand: this moment is kept as it is now, and what came after it is forgotten.
    [[nodiscard]] Result<void> changed();

    [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; } ///< Of all snapshots.

  private:
    struct Landmark {
        Position position;
        std::size_t tape = 0; ///< Position of the tape.
        bool fixed = false;   ///< Nothing else leads there: the beginning, and what was changed by hand.
        std::vector<std::byte> state;
    };
    void forget();
    void keep();
    void thin();
    [[nodiscard]] Result<void> restore(const Landmark& landmark);
    [[nodiscard]] const Landmark* next_fixed() const;
    void perform(const Action& action);
    /// Does what leads back in time, unheard.
    template <class Travel> Result<void> quietly(const Travel& travel);
    /// Runs to a moment from one before it.
    [[nodiscard]] Result<void> run_to(const Position& to);

    Scheduler& scheduler_;
    Tape* tape_;
    Refused refused_;
    TimelineOptions options_;
    std::vector<Action> actions_;
    std::size_t next_ = 0; ///< Action under way or to come.
    std::vector<Landmark> landmarks_;
    std::uint64_t bytes_ = 0;
    Position latest_;
    bool stop_ = false;
    bool travels_ = false;
};

} // namespace vellum::debug
