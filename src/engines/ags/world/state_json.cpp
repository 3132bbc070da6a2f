// The state of a game that is played, for tests and tools. Facts: docs/engines/ags.md, "A game that is
// played".
#include "base/json_writer.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"
#include "engines/ags/world/world.hpp"

namespace vellum::ags {

Result<std::string> World::state_json() const {
    if (play_ == nullptr) return Scheduler::state_json();
    const PlayFields& state = play_->state;
    TextWriter out;
    JsonWriter json(out);
    const auto number = [&](Thing thing, std::string_view property) {
        return number_of_thing(environment_, id_of(thing), property);
    };
    /// The things of a list by their names, each with members.
    const auto things = [&](std::string_view name, ThingKind kind, const auto& list, const auto& members) {
        Thing thing{kind, kind == ThingKind::object ? state.room : 0, 0};
        json.objects(name, list, [&](const auto&) {
            json.member("name", play_->name(thing));
            members(thing);
            ++thing.index;
        });
    };
    json.begin_object();
    json.member("room", state.room);
    json.member("player", play_->name(play_->player()));
    json.member("score", environment_.number_in("game", 0));
    json.member("dialog", place_value("dialog").value_or("none"));
    json.member("choosing", state.choosing || state.slots != PlayFields::Slots::none);
    json.member("ended", state.over_now);
    json.list("inventory", inventory_of(environment_, id_of(play_->player())),
              [&](std::uint64_t item) { json.value(play_->name(thing_of(item))); });
    things("characters", ThingKind::character, play_->data().characters, [&](Thing thing) {
        for (const std::string_view property : {"Room", "x", "y"})
            json.member(property, number(thing, property));
        json.member("walks", play_->walks(id_of(thing)));
    });
    if (const RoomData* const here = play_->room(state.room); here != nullptr)
        things("objects", ThingKind::object, here->objects, [&](Thing thing) {
            for (const std::string_view property : {"X", "Y"}) json.member(property, number(thing, property));
            json.member("Visible", number(thing, "Visible") != 0);
        });
    things("guis", ThingKind::gui, play_->data().guis,
           [&](Thing thing) { json.member("Visible", number(thing, "Visible") != 0); });
    json.end_object();
    return out.take();
}

} // namespace vellum::ags
