// A skrit object: one instance over a shared implementation, with its variables, its state and everything
// that waits (timers, at functions, remembered events). Data only; the world does what is to be done with it.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <vector>

#include "engines/skrit/objects/implementation.hpp"

namespace vellum::skrit {

struct Timer {
    std::int32_t id = 0;
    double left = 0; ///< Seconds or updates.
    double period = 0;
    std::int32_t repeats = 1; ///< Firings left; -1 without end.
    bool global = false;
    bool frames = false;
    std::uint64_t serial = 0; ///< Order of creation.
};

/// An at function that waits.
struct WaitingAt {
    std::uint32_t index = 0; ///< In Unit::at_functions.
    double left = 0;         ///< Seconds or updates, as its unit says.
    std::uint64_t serial = 0;
};

/// A timer or at function whose time has come: the longest overdue first, then in order of creation.
struct Due {
    double left = 0;
    std::uint64_t serial = 0;
    friend auto operator<=>(const Due&, const Due&) = default;
};

/// Switches that scripts set on `this`.
struct TraceSwitches {
    bool events = false, opcodes = false, calls = false, states = false, natives = false;
    [[nodiscard]] bool any() const noexcept { return events || opcodes || calls || states || natives; }
};

struct Object {
    std::shared_ptr<Implementation> implementation;
    std::unique_ptr<StackCell[]> cells;
    std::uint64_t id = 0;    ///< As scripts see `this`.
    std::uint32_t index = 0; ///< Position in the world's list, for observers.
    std::uint64_t owner = 0;
    std::string name;       ///< File name without folder and extension.
    std::string parameters; ///< Start-up parameters as given.
    std::uint32_t state = none, pending = none;
    std::vector<Timer> timers;
    std::vector<WaitingAt> waiting;
    std::vector<bool> remembered; ///< Static terms that came true.
    double poll_period = 0, poll_clock = 0;
    bool poll_frames = false; ///< The period counts updates.
    std::uint32_t references = 1;
    std::uint32_t depth = 0; ///< Deliveries and calls under way.
    bool going = false;      ///< Freed as soon as nothing runs in it.
    std::int32_t next_timer = 1000;
    TraceSwitches trace;

    [[nodiscard]] const Unit& unit() const noexcept { return *implementation->unit; }
};

} // namespace vellum::skrit
