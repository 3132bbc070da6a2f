// A world as plain data. Variables, states, terms and at functions go by name, so that a saved game still
// loads when its scripts were edited. What a pause left in the middle goes by position, and only over the
// same text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engines/skrit/machine/machine.hpp"
#include "engines/skrit/objects/identity.hpp"
#include "engines/skrit/objects/object.hpp"
#include "engines/skrit/objects/tasks.hpp"
#include "engines/skrit/world/bots.hpp"
#include "engines/skrit/world/reports.hpp"
#include "engines/skrit/world/stand_in.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/value.hpp"

namespace vellum::skrit {

struct SavedVariable {
    std::string name, state, type;
    Value value;
};

struct SavedAt {
    AtIdentity at;
    double left = 0;
    std::uint64_t serial = 0;
};

struct SavedImplementation {
    std::string name;
    bool made = false;
    std::vector<SavedVariable> variables;
};

struct SavedObject {
    std::string implementation, parameters, state, pending;
    std::uint64_t id = 0, owner = 0;
    std::uint32_t references = 1;
    std::int32_t next_timer = 1000;
    double poll_period = 0, poll_clock = 0;
    bool poll_frames = false;
    TraceSwitches trace;
    std::vector<Timer> timers;
    std::vector<SavedAt> waiting;
    std::vector<TermIdentity> remembered;
    std::vector<SavedVariable> variables;
};

/// What is under way. All of it is about one object.
struct SavedPause {
    std::uint64_t object = 0;
    std::uint64_t text = 0;              ///< Identity of its unit.
    std::uint64_t granted = 0, left = 0; ///< Instructions of the invocation.
    bool going = false;                  ///< The object goes when nothing runs in it.
    StoppedMachine machine;
    std::vector<LeftTask> agenda;    ///< Innermost first.
    std::vector<std::uint32_t> gaps; ///< Places in the world's list that objects left; ascending.
};

struct SavedWorld {
    std::uint64_t next_object = 0, next_serial = 0, random = 0, executed = 0, frames = 0;
    bool started = false, game_paused = false;
    std::vector<SavedImplementation> implementations;
    std::vector<SavedObject> objects;
    Bots::List bots;
    std::map<std::string, std::string> resolved; ///< Names that skrits were asked for by; looking up costs.
    std::vector<std::string> commands;           ///< Compiled ones, by their key: compiling costs.
    Reports::States streams;
    StandIn::Values stand_in;
    std::optional<SavedPause> pause;
};

[[nodiscard]] Result<std::vector<std::byte>> write(const SavedWorld& world);
/// Everything inside the bounds; whether it fits together is another question.
[[nodiscard]] Result<SavedWorld> read(std::span<const std::byte> bytes, const Limits& limits);

/// How deep the object of a pause is in deliveries and calls.
[[nodiscard]] std::uint32_t depth_of(const SavedPause& pause);
/// Whether a world can have been paused like that: nothing that goes on from there looks further.
[[nodiscard]] bool is_sound(const SavedPause& pause, const SavedObject& object, const Unit& unit,
                            const Limits& limits);

} // namespace vellum::skrit
