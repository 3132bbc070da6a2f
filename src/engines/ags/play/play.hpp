// A game that is played: what its data says of its things, and what has come of it that is no property of
// one: where the game is, who walks, which dialog is open, what natives asked for and the world has yet to
// do. What scripts set lies in the world's Properties, over what the data says. Runs nothing. Facts:
// docs/engines/ags.md, "A game that is played".
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/ags/format/game_parts.hpp"
#include "engines/ags/play/saves.hpp"
#include "engines/ags/play/thing.hpp"
#include "vellum/value.hpp"

namespace vellum::ags {

/// Something that a native asked for and that is done when the running function is over, as in the engine.
struct PlayAction {
    enum class Kind : std::uint8_t {
        function,      ///< a function is called
        room,          ///< the player goes to another room
        dialog,        ///< a dialog begins
        quit,          ///< the game ends
        save,          ///< the game is saved in a slot
        restore,       ///< a saved game is restored
        save_dialog,   ///< the player is asked where to save
        restore_dialog ///< the player is asked what to restore
    };
    /// Whose function it is.
    enum class Where : std::uint8_t { everywhere, game, room };
    Kind kind = Kind::function;
    Where where = Where::game;
    std::string function; ///< Or the description of a saved game.
    std::vector<Value> arguments;
    std::int32_t number = 0; ///< Of the room, dialog or slot.
    std::int32_t x = 0, y = 0;
    bool placed = false; ///< The player comes in at x, y.
};

/// A thing on its way.
struct Walk {
    std::uint64_t thing = 0;
    float x = 0, y = 0; ///< Where it is, between pixels.
    std::int32_t to_x = 0, to_y = 0;
    float speed = 1; ///< Pixels a frame.
};

/// A thing that does something for a while.
struct Busy {
    std::uint64_t thing = 0;
    std::int32_t frames = 0; ///< That are left; below 0: until it is stopped.
};

/// A character that keeps near another one.
struct Follower {
    std::uint64_t thing = 0, other = 0;
    std::int32_t distance = 0; ///< In pixels.
};

/// What snapshots keep of it.
struct PlayFields {
    static constexpr std::uint32_t most_actions = 4096, most_moving = 4096, most_dialogs = 256;

    std::uint32_t player = 0; ///< Number of the character.
    std::int32_t room = -1;   ///< Number of the room; -1 before there is one.
    std::deque<PlayAction> actions;
    std::vector<Walk> walks; ///< Those of a thing one after the other, from waypoint to waypoint.
    std::vector<Busy> animations;
    std::vector<Follower> followers;
    std::int32_t dialog = -1;          ///< That is under way; -1: none.
    std::vector<std::int32_t> earlier; ///< Dialogs that led to it.
    bool choosing = false;             ///< Its options are shown.
    bool asked = false;                ///< A script wants to know what is chosen, and goes on itself.
    std::int32_t chosen = 0;           ///< What it will be told; 0: nothing yet.
    std::uint64_t over = 0;            ///< Id of the thing under the mouse; 0: none.
    std::int32_t mouse_x = 0, mouse_y = 0;
    std::int32_t region = 0; ///< That the player stands on.
    bool over_now = false;   ///< The game has ended.
    /// Why the player is to choose a slot for a saved game.
    enum class Slots : std::uint8_t { none, save, restore };
    Slots slots = Slots::none;
};

class Play {
  public:
    static constexpr std::string_view custom_prefix =
        "property "; ///< In front of names of custom properties.

    explicit Play(std::shared_ptr<const GameParts> parts);

    [[nodiscard]] const MainData& data() const noexcept { return parts_->main; }
    [[nodiscard]] std::uint64_t identity() const noexcept { return parts_->hash; } ///< Of the data.
    /// Of that number; null if nothing is known of it.
    [[nodiscard]] const RoomData* room(std::int32_t number) const;
    [[nodiscard]] bool exists(Thing thing) const;
    [[nodiscard]] bool exists(std::uint64_t id) const { return is_thing(id) && exists(thing_of(id)); }
    /// The thing of that name: of the room that the game is in, or of the whole game.
    [[nodiscard]] std::optional<Thing> find(std::string_view name) const;
    /// Its name in scripts, or "hotspot[2]".
    [[nodiscard]] std::string name(Thing thing) const;
    /// The thing that a variable of scripts is at that offset: "cBob", "player", the elements of "object".
    [[nodiscard]] std::optional<Thing> variable(std::string_view import, std::uint32_t offset) const;
    /// The region or hotspot that is at a place of the room that the game is in: number 0 where no other is.
    /// Nothing if the room has none.
    [[nodiscard]] std::optional<Thing> shape_at(ThingKind kind, std::int32_t x, std::int32_t y) const;
    /// The functions that answer its events.
    [[nodiscard]] const EventHandlers& events(Thing thing) const;
    /// What the data says of a property before a script has set it; a thing as an object. None if it says
    /// nothing.
    [[nodiscard]] Value initial(Thing thing, std::string_view property, std::int32_t index) const;
    /// Elements that `initial` walks over, for `charge`.
    [[nodiscard]] std::uint64_t initial_work(Thing thing, std::string_view property) const;
    [[nodiscard]] Thing player() const noexcept { return {ThingKind::character, 0, state.player}; }
    [[nodiscard]] const MainData::Control* control(std::uint32_t index) const;
    /// The control that a GUI has there; nothing if it has none.
    [[nodiscard]] std::optional<Thing> control(std::uint32_t gui, std::uint32_t place) const;

    /// Asks for something; false if too much was already.
    bool ask(PlayAction action);
    /// Forgets what was asked for and which dialog is open, as where a saved game is restored.
    void end_what_runs();
    /// Sends a thing on its way, or stops it.
    bool walk(const Walk& walk);
    void stop(std::uint64_t thing);
    [[nodiscard]] bool walks(std::uint64_t thing) const noexcept;
    bool animate(Busy busy);
    [[nodiscard]] bool animates(std::uint64_t thing) const noexcept;

    PlayFields state;
    SavedGames saves;
    std::function<void(std::string_view)> tell = [](std::string_view) {}; ///< Whoever watches the world.

  private:
    struct ControlPlace {
        std::uint32_t gui = 0, place = 0, reference = 0;
    };

    [[nodiscard]] std::uint32_t count(ThingKind kind, std::int32_t room) const;
    [[nodiscard]] Value custom(Thing thing, std::string_view name) const;
    [[nodiscard]] const std::vector<PropertyValue>* own_properties(Thing thing) const;

    std::shared_ptr<const GameParts> parts_;
    using Names = std::unordered_map<std::string_view, Thing>;
    Names names_;                                        ///< Of the whole game.
    std::unordered_map<std::int32_t, Names> room_names_; ///< Of objects and hotspots, by room.
    std::vector<ControlPlace> controls_;                 ///< GUI by GUI.
    std::vector<std::uint32_t> first_controls_;          ///< Of each GUI, in `controls_`.
};

} // namespace vellum::ags
