// Playing a game: what natives asked for and is due when a function is over, dialogs, the steps of a player,
// and what the game's things are worth in words. Facts: docs/engines/ags.md, "A game that is played".
#include <algorithm>

#include "base/ascii.hpp"
#include "base/concat.hpp"
#include "base/escape.hpp"
#include "base/number.hpp"
#include "base/suggest.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"
#include "engines/ags/play/steps.hpp"
#include "engines/ags/world/world.hpp"

namespace vellum::ags {

namespace {

// What a dialog's function returns: what comes next, or the number of another dialog.
constexpr std::int32_t dialog_return = -1, dialog_stop = -2, dialog_previous = -4;
constexpr std::uint64_t action_work = 64; ///< Instructions that an action counts as.

// Modes of the cursor.
constexpr std::int32_t mode_look = 1, mode_interact = 2, mode_talk = 3, mode_item = 4, mode_pick_up = 5;

struct Verb {
    std::string_view word;
    std::int32_t mode;
};
constexpr Verb verbs[] = {
    {"look", mode_look}, {"interact", mode_interact}, {"talk", mode_talk}, {"pickup", mode_pick_up}};

/// Takes the first word off.
std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text = trimmed(text.substr(end));
    return word;
}

std::string_view unquoted(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2)
                                                                         : text;
}

std::unexpected<Diagnostic> no_step(std::string message) {
    return fail(vellum::codes::engine_event, std::move(message));
}

} // namespace

bool World::take_action() {
    if (play_ == nullptr || play_->state.actions.empty() || waits_for_choice()) return false;
    const bool restores = play_->state.actions.front().kind == PlayAction::Kind::restore;
    if (restores && native_runs()) return false; // it would come back to a world that is no longer there
    use(action_work);
    const PlayAction action = std::move(play_->state.actions.front());
    play_->state.actions.pop_front();
    switch (action.kind) {
    case PlayAction::Kind::function: {
        if (action.where == PlayAction::Where::everywhere) {
            queue_everywhere(action.function, action.arguments);
        } else if (action.where == PlayAction::Where::room) {
            if (state_.room >= 0)
                queue(room_instances_[static_cast<std::size_t>(state_.room)], action.function,
                      action.arguments);
        } else { // the global script comes last of those that are always there
            for (std::size_t i = scripts_at_start_; i-- > 0;)
                if (queue(static_cast<std::uint32_t>(i), action.function, action.arguments)) break;
        }
        return true;
    }
    case PlayAction::Kind::room: {
        const std::size_t index = index_of_room(action.number);
        if (index == rooms_.size()) {
            Fault fault;
            fault.code = &codes::api_error;
            fault.message = concat("the player goes to room ", action.number, ", which is not there");
            fault.machine_name = "main";
            report(std::move(fault));
            return true;
        }
        const std::uint64_t player = id_of(play_->player());
        if (play_->state.dialog >= 0) play_->state.dialog = -1;
        go_to_room(index);
        if (action.placed) {
            play_->stop(player);
            set_number_of_thing(environment_, player, "x", action.x);
            set_number_of_thing(environment_, player, "y", action.y);
        }
        return true;
    }
    case PlayAction::Kind::dialog: start_dialog(action.number); return true;
    case PlayAction::Kind::quit:
        tell(*machines_[0], "the game ends");
        play_->state.over_now = true;
        play_->state.actions.clear();
        return false;
    case PlayAction::Kind::save: save_game(action.number, action.function); return true;
    case PlayAction::Kind::restore: restore_game(action.number); return true;
    case PlayAction::Kind::save_dialog: show_slots(PlayFields::Slots::save); return false;
    case PlayAction::Kind::restore_dialog: show_slots(PlayFields::Slots::restore); return false;
    }
    return false;
}

// --- Saved games

bool World::restores_games() const {
    if (play_ == nullptr) return false;
    const auto restores = [](const Script& script) {
        return std::ranges::any_of(script.scom().imports, [](const auto& import) {
            return import.starts_with("RestoreGame") || import.starts_with("RestartGame");
        });
    };
    return std::ranges::any_of(environment_.instances(),
                               [&](const Instance& each) { return restores(*each.script); }) ||
           std::ranges::any_of(rooms_, [&](const GameScript& each) { return restores(*each.script); });
}

void World::save_game(std::int32_t slot, std::string_view description) {
    constexpr std::int32_t saved_event = 12;
    const auto done = [&]() -> Result<void> {
        auto state = write_state({});
        if (!state) return std::unexpected(std::move(state.error()));
        use(state->size() / work_per_instruction);
        return play_->saves.put(environment_, slot,
                                {std::string(description), environment_.clock(), *std::move(state)});
    }();
    const std::string where = slot == restart_slot ? "the restart point" : concat("slot ", slot);
    if (!done) return tell(*machines_[0], concat("not saved in ", where, ": ", done.error().message));
    if (slot == restart_slot && !state_.started) return; // as every game does
    tell(*machines_[0], concat("saved in ", where, " \"", escape_control(description), "\""));
    queue_everywhere("on_event", {Value(saved_event), Value(slot)});
}

void World::save_games() {
    if (play_ == nullptr || native_runs()) return;
    std::deque<PlayAction>& actions = play_->state.actions;
    const auto saves = [](const PlayAction& each) { return each.kind == PlayAction::Kind::save; };
    for (auto next = actions.begin(); (next = std::find_if(next, actions.end(), saves)) != actions.end();) {
        const PlayAction save = std::move(*next);
        next = actions.erase(next);
        save_game(save.number, save.function);
    }
}

void World::restore_game(std::int32_t slot) {
    constexpr std::int32_t restored_event = 9;
    const auto game = play_->saves.find(environment_, slot);
    const std::string what = slot == restart_slot ? "the restart point" : concat("slot ", slot);
    Result<void> done = fail(codes::api_error, "there is no saved game");
    if (game != nullptr) {
        use(game->state.size() / work_per_instruction);
        done = read_state(game->state, true);
    }
    if (!done) return tell(*machines_[0], concat(what, " cannot be restored: ", done.error().message));
    tell(*machines_[0], concat(what, " is restored"));
    queue_everywhere("on_event", {Value(restored_event), Value(slot)});
    if (state_.room < 0 && !rooms_.empty())
        go_to_first_room(number_of_thing(environment_, id_of(play_->player()), "Room"));
}

/// The player is asked for a slot.
void World::show_slots(PlayFields::Slots slots) {
    constexpr std::int32_t last_shown = 99;
    std::string told;
    for (std::int32_t slot = 0; slot <= last_shown; ++slot)
        if (const auto game = play_->saves.find(environment_, slot); game != nullptr)
            told += concat(told.empty() ? "" : ", ", slot, " \"", escape_control(game->description), "\"");
    play_->state.slots = slots;
    tell(*machines_[0], concat(slots == PlayFields::Slots::save ? "where to save: " : "what to restore: ",
                               told.empty() ? "nothing is saved" : told));
}

/// `3 "At the door"`; of what is restored the number only.
Result<void> World::choose_slot(std::string_view what) {
    std::string_view rest = what;
    const auto slot = whole_number<std::int32_t>(take_word(rest));
    if (!slot || !is_slot(*slot))
        return no_step(
            "write a slot's number, such as 'choose 3 \"At the door\"'; 'key 27' closes the dialog");
    const bool saves = play_->state.slots == PlayFields::Slots::save;
    if (!saves && play_->saves.find(environment_, *slot) == nullptr)
        return no_step(concat("there is no saved game in slot ", *slot));
    play_->state.slots = PlayFields::Slots::none;
    play_->state.actions.push_front({.kind = saves ? PlayAction::Kind::save : PlayAction::Kind::restore,
                                     .function = std::string(unquoted(rest)),
                                     .arguments = {},
                                     .number = *slot});
    return {};
}

/// What a room that was entered changes.
void World::arrive(std::int32_t room) {
    if (play_ == nullptr) return;
    PlayFields& state = play_->state;
    const std::uint64_t player = id_of(play_->player());
    set_number_of_thing(environment_, player, "PreviousRoom", state.room);
    set_number_of_thing(environment_, player, "Room", room);
    static_cast<void>(
        environment_.properties().set(environment_.pool(), 0, "been in room", room, integer_word(true)));
    play_->stop(player);
    std::erase_if(state.walks, [](const Walk& each) { return thing_of(each.thing).in_room(); });
    std::erase_if(state.animations, [](const Busy& each) { return thing_of(each.thing).in_room(); });
    state.room = room;
    state.over = 0;
    state.region = 0;
}

// --- Dialogs

void World::start_dialog(std::int32_t number) {
    if (number < 0 || static_cast<std::size_t>(number) >= play_->data().dialogs.size()) {
        play_->state.dialog = -1;
        return;
    }
    play_->state.dialog = number;
    play_->state.choosing = false;
    tell(*machines_[0],
         "dialog " + play_->name({ThingKind::dialog, 0, static_cast<std::uint32_t>(number)}) + " begins");
    run_dialog(0);
}

void World::run_dialog(std::int32_t entry) {
    const std::string function = "_run_dialog" + std::to_string(play_->state.dialog);
    for (std::uint32_t i = 0; i < scripts_at_start_; ++i)
        if (queue(i, function, {Value(entry)})) {
            state_.queue.back().kind = Pending::Kind::dialog;
            return;
        }
    end_dialog_part(dialog_return);
}

void World::end_dialog_part(std::int32_t result) {
    if (play_ == nullptr) return;
    PlayFields& state = play_->state;
    if (state.dialog < 0) return;
    const bool leaves = std::ranges::any_of(state.actions, [](const PlayAction& action) {
        return action.kind == PlayAction::Kind::room || action.kind == PlayAction::Kind::restore;
    });
    if (result == dialog_return && !leaves) return show_options();
    if (result >= 0 && !leaves) {
        if (state.earlier.size() < PlayFields::most_dialogs) state.earlier.push_back(state.dialog);
        return start_dialog(result);
    }
    if (result == dialog_previous && !leaves && !state.earlier.empty()) {
        state.dialog = state.earlier.back();
        state.earlier.pop_back();
        return show_options();
    }
    state.dialog = -1;
    state.earlier.clear();
    tell(*machines_[0], "the dialog ends");
}

void World::show_options() {
    PlayFields& state = play_->state;
    const Thing dialog{ThingKind::dialog, 0, static_cast<std::uint32_t>(state.dialog)};
    if (!play_->exists(dialog)) {
        state.dialog = -1;
        return;
    }
    std::string told;
    const std::size_t count = play_->data().dialogs[dialog.index].options.size();
    for (std::size_t i = 1; i <= count; ++i) {
        const auto number = static_cast<std::int32_t>(i);
        if (number_of_thing(environment_, id_of(dialog), "OptionState", number) != 1) continue;
        told += concat(told.empty() ? "" : ", ", i, " ",
                       value_of_thing(environment_, id_of(dialog), "GetOptionText", number).value_or("\"\""));
    }
    if (told.empty()) return end_dialog_part(dialog_stop);
    tell(*machines_[0], concat("options of ", play_->name(dialog), ": ", told));
    state.choosing = true;
}

// --- Steps

bool World::ready_for(std::string_view step) const {
    if (play_ == nullptr || interrupted() || paused()) return false;
    const PlayFields& state = play_->state;
    const std::string_view verb = take_word(step);
    if (state.over_now) return true; // to be told so
    if (state.slots != PlayFields::Slots::none && verb == "key") return true;
    if (state.choosing || state.slots != PlayFields::Slots::none)
        return verb == "choose" || verb == "wait" || verb == "end";
    if (verb == "choose") return false;
    const bool busy = machines_[0]->active() || !state_.queue.empty() || !state.actions.empty();
    return verb == "key" || (!busy && !play_->walks(id_of(play_->player())));
}

std::optional<EventResult> World::take_step(std::string_view step) {
    std::string_view rest = step;
    const std::string_view verb = take_word(rest);
    if (play_ == nullptr || rest.empty() || std::ranges::find(player_steps, verb) == std::end(player_steps))
        return std::nullopt;
    if (!ready_for(step)) return EventResult(EventOutcome::busy, std::string(to_string(EventOutcome::busy)));
    if (play_->state.over_now) return EventResult(EventOutcome::ended, no_step("the game has ended"));
    if (auto done = do_step(verb, rest); !done)
        return EventResult(EventOutcome::no_receiver, std::unexpected(std::move(done.error())));
    return EventResult(EventOutcome::handled, std::string(to_string(EventOutcome::handled)));
}

Result<void> World::do_step(std::string_view verb, std::string_view rest) {
    if (const auto* const row = std::ranges::find(verbs, verb, &Verb::word); row != std::end(verbs)) {
        auto thing = thing_named(rest);
        if (!thing) return std::unexpected(std::move(thing.error()));
        use_thing(environment_, *thing, row->mode);
        return {};
    }
    if (verb == "use") {
        const std::string_view item = take_word(rest);
        if (take_word(rest) != "on") return no_step("write 'use iKey on oDoor'");
        auto thing = thing_named(rest);
        if (!thing) return std::unexpected(std::move(thing.error()));
        if (auto held = hold(item); !held) return held;
        use_thing(environment_, *thing, mode_item);
        return {};
    }
    if (verb == "click") return click(rest);
    if (verb == "choose")
        return play_->state.slots == PlayFields::Slots::none ? choose(rest) : choose_slot(rest);
    if (verb == "button") return use_control(rest, std::nullopt);
    if (verb == "type") {
        const std::string_view box = take_word(rest);
        return use_control(box, unquoted(rest));
    }
    const auto key = whole_number<std::int32_t>(rest); // what is left is "key"
    if (!key) return no_step("write a key by its number, such as 'key 27' for Esc");
    if (play_->state.slots != PlayFields::Slots::none) { // any key closes the dialog
        play_->state.slots = PlayFields::Slots::none;
        return {};
    }
    environment_.input |= Environment::keyboard_input;
    if (!machines_[0]->active()) queue_everywhere("on_key_press", {Value(*key)});
    return {};
}

Result<Thing> World::thing_named(std::string_view name) const {
    const auto found = play_->find(name);
    if (!found) {
        std::vector<std::string> known;
        const auto add = [&](ThingKind kind, std::int32_t room, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i)
                known.push_back(play_->name({kind, room, static_cast<std::uint32_t>(i)}));
        };
        add(ThingKind::character, 0, play_->data().characters.size());
        add(ThingKind::item, 0, play_->data().items.size());
        if (const RoomData* const here = play_->room(play_->state.room); here != nullptr) {
            add(ThingKind::object, play_->state.room, here->objects.size());
            add(ThingKind::hotspot, play_->state.room, here->hotspots.size());
        }
        return no_step(concat("there is no '", name, "' in room ", play_->state.room, ".",
                              did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end()))));
    }
    if (found->kind == ThingKind::character) {
        const std::int32_t room = number_of_thing(environment_, id_of(*found), "Room");
        if (room != play_->state.room)
            return no_step(concat(name, " is in room ", room, ", the player in room ", play_->state.room));
    }
    if (found->kind == ThingKind::object && number_of_thing(environment_, id_of(*found), "Visible") == 0)
        return no_step(concat(name, " is not visible"));
    return *found;
}

/// Takes an item into the hand.
Result<void> World::hold(std::string_view name) {
    const auto item = play_->find(name);
    if (!item || item->kind != ThingKind::item) return no_step(concat("there is no item '", name, "'"));
    const std::uint64_t player = id_of(play_->player());
    if (number_of_thing(environment_, player, "InventoryQuantity", static_cast<std::int32_t>(item->index)) <=
        0)
        return no_step(concat("the player does not have ", name));
    Word word = 0;
    if (!environment_.word_of(Value(ObjectId{id_of(*item)}), word) ||
        !environment_.properties().set(environment_.pool(), player, "ActiveInventory", 0, word))
        return fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    return {};
}

/// A press of the left button, at a thing or a place, as the game's own script takes it; where it has no
/// function for that, the thing is used in the cursor's mode.
Result<void> World::click(std::string_view what) {
    constexpr std::int32_t left = 1;
    PlayFields& state = play_->state;
    std::string_view rest = what;
    const std::string_view first = take_word(rest);
    std::optional<Thing> thing;
    if (const std::size_t comma = first.find(','); comma != std::string_view::npos) {
        const auto x = whole_number<std::int32_t>(first.substr(0, comma)),
                   y = whole_number<std::int32_t>(first.substr(comma + 1));
        if (!x || !y) return no_step("write a place as 'click 160,100'");
        state.over = 0;
        state.mouse_x = *x;
        state.mouse_y = *y;
    } else {
        auto found = thing_named(first);
        if (!found) return std::unexpected(std::move(found.error()));
        if (found->kind == ThingKind::control) return use_control(first, std::nullopt);
        thing = *found;
        struct Place {
            std::string_view x, y;
        };
        const auto [x, y] = thing->kind == ThingKind::character ? Place{"x", "y"}
                            : thing->kind == ThingKind::hotspot ? Place{"WalkToX", "WalkToY"}
                                                                : Place{"X", "Y"};
        state.over = id_of(*thing);
        state.mouse_x = number_of_thing(environment_, state.over, x);
        state.mouse_y = number_of_thing(environment_, state.over, y);
    }
    if (!rest.empty()) {
        if (take_word(rest) != "with") return no_step("write 'click oDoor with iKey'");
        if (auto held = hold(rest); !held) return held;
        static_cast<void>(
            environment_.properties().set(environment_.pool(), 0, "Mouse.Mode", 0, integer_word(mode_item)));
    }
    environment_.set_number("mouse", 0, state.mouse_x);
    environment_.set_number("mouse", 4, state.mouse_y);
    environment_.input |= Environment::mouse_input;
    const Word* const mode = environment_.properties().find(0, "Mouse.Mode");
    const bool on_item = thing && thing->kind == ThingKind::item;
    if (!on_item && queue_everywhere("on_mouse_click", {Value(left)}) != 0) return {};
    if (thing) use_thing(environment_, *thing, mode == nullptr ? mode_interact : signed_of(*mode));
    return {};
}

Result<void> World::choose(std::string_view what) {
    PlayFields& state = play_->state;
    const Thing dialog{ThingKind::dialog, 0, static_cast<std::uint32_t>(state.dialog)};
    if (!play_->exists(dialog)) return no_step("no dialog is open");
    const auto number = whole_number<std::int32_t>(what);
    const auto& options = play_->data().dialogs[dialog.index].options;
    std::int32_t chosen = 0;
    for (std::size_t i = 1; i <= options.size() && chosen == 0; ++i) {
        const auto each = static_cast<std::int32_t>(i);
        if (number_of_thing(environment_, id_of(dialog), "OptionState", each) != 1) continue;
        const auto text = value_of_thing(environment_, id_of(dialog), "GetOptionText", each);
        if (number ? *number == each : text && unquoted(*text) == unquoted(what)) chosen = each;
    }
    if (chosen == 0)
        return no_step(
            concat(play_->name(dialog), " does not offer ", number ? "option " : "", what, " now"));
    static_cast<void>(environment_.properties().set(environment_.pool(), id_of(dialog), "(chosen)", chosen,
                                                    integer_word(true)));
    state.choosing = false;
    if (state.asked) {
        state.chosen = chosen;
        return {};
    }
    const auto& flags = play_->data().dialogs[dialog.index].flags;
    const auto place = static_cast<std::size_t>(chosen) - 1;
    if (place >= flags.size() || (flags[place] & MainData::Dialog::option_silent) == 0)
        tell(*machines_[0],
             concat("said ", play_->name(play_->player()), " ",
                    value_of_thing(environment_, id_of(dialog), "GetOptionText", chosen).value_or("\"\"")));
    run_dialog(chosen);
    return {};
}

/// Presses a button or another control, or ends typing into a text box.
Result<void> World::use_control(std::string_view name, std::optional<std::string_view> text) {
    const auto thing = play_->find(name);
    if (!thing || thing->kind != ThingKind::control)
        return no_step(concat("there is no control '", name, "'"));
    const std::uint64_t id = id_of(*thing);
    const Value gui = play_->initial(*thing, "OwningGUI", 0);
    if (gui.is(Type::object) && number_of_thing(environment_, gui.object().id, "Visible") == 0)
        return no_step(
            concat(environment_.stand_in_name(gui.object().id), ", which ", name, " is on, is not visible"));
    for (const std::string_view property : {"Visible", "Enabled"})
        if (const Word* const set = environment_.properties().find(id, property);
            set != nullptr && is_null(*set))
            return no_step(concat(name, " is not ", lower_case(property)));
    if (text) {
        const std::uint32_t made = environment_.pool().make_string(*text);
        if (made == 0 || !environment_.properties().set(environment_.pool(), id, "Text", 0,
                                                        address_word(Tag::object, made)))
            return fail(codes::out_of_memory, "script objects need more memory than the budget allows");
    }
    constexpr std::int32_t left = 1;
    const EventHandlers& events = play_->events(*thing);
    const bool own = !events.empty() && !events.front().empty();
    std::string function = own ? events.front() : std::string();
    if (!own && gui.is(Type::object)) function = play_->data().guis[thing_of(gui.object().id).index].on_click;
    if (function.empty()) return {};
    std::vector<Value> arguments{Value(ObjectId{own ? id : gui.object().id}), Value(left)};
    play_->ask({.function = std::move(function), .arguments = std::move(arguments)});
    return {};
}

// --- What the game's things are worth in words

std::optional<std::string> World::place_value(std::string_view place) const {
    if (play_ == nullptr) return std::nullopt;
    constexpr std::string_view ready = "ready for ";
    if (place.starts_with(ready)) return ready_for(place.substr(ready.size())) ? "true" : "false";
    const PlayFields& state = play_->state;
    if (place == "room") return std::to_string(state.room);
    if (place == "player") return play_->name(play_->player());
    if (place == "score") return std::to_string(environment_.number_in("game", 0));
    if (place == "dialog")
        return state.dialog < 0
                   ? std::string("none")
                   : play_->name({ThingKind::dialog, 0, static_cast<std::uint32_t>(state.dialog)});
    std::string_view who = place;
    if (place == "inventory" || place.ends_with(" inventory")) {
        who = place == "inventory" ? "player" : place.substr(0, place.find(' '));
        const auto character = play_->find(who);
        if (!character || character->kind != ThingKind::character) return std::nullopt;
        std::string list;
        for (const std::uint64_t item : inventory_of(environment_, id_of(*character)))
            list += (list.empty() ? "" : ", ") + play_->name(thing_of(item));
        return list;
    }
    const std::size_t dot = place.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const auto thing = play_->find(place.substr(0, dot));
    std::string_view property = place.substr(dot + 1);
    std::int32_t index = 0;
    if (const std::size_t open = property.find_first_of("([");
        open != std::string_view::npos && property.size() > open + 1) {
        const auto number = whole_number<std::int32_t>(property.substr(open + 1, property.size() - open - 2));
        if (!number) return std::nullopt;
        index = *number;
        property = property.substr(0, open);
    }
    return thing ? value_of_thing(environment_, id_of(*thing), property, index) : std::nullopt;
}

} // namespace vellum::ags
