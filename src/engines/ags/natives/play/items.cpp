// What characters carry.
#include "engines/ags/codes.hpp"
#include "engines/ags/natives/play/played.hpp"

namespace vellum::ags {

namespace {

constexpr std::string_view quantity_name = "InventoryQuantity", active_name = "ActiveInventory";
constexpr std::int32_t added_event = 7, lost_event = 8;

/// The item that the first argument is. False after failing the call.
bool item(BuiltinCall& call, std::uint64_t& id) {
    id = call.arguments.empty() ? 0 : call.environment.host_id(call.arguments[0]);
    if (play_of(call).exists(id) && thing_of(id).kind == ThingKind::item) return true;
    call.fail(codes::null_pointer, "Null pointer referenced");
    return false;
}

/// Changes how many the receiver has, but not below 0.
template <std::int32_t Change> Word change(BuiltinCall& call) {
    std::uint64_t id = 0;
    const std::uint64_t self = self_of(call);
    if (!item(call, id) || self == 0) return 0;
    Play& play = play_of(call);
    const auto number = static_cast<std::int32_t>(thing_of(id).index);
    const std::int32_t before = signed_of(call.kept(self, quantity_name, number));
    constexpr std::int32_t most = 32'767;
    if (before + Change < 0 || before + Change > most) return 0;
    call.keep(self, quantity_name, number, integer_word(before + Change));
    if (before + Change == 0 && call.environment.host_id(call.kept(self, active_name)) == id)
        call.keep(self, active_name, 0, 0);
    if (self == id_of(play.player()))
        play.ask({.kind = PlayAction::Kind::function,
                  .where = PlayAction::Where::everywhere,
                  .function = "on_event",
                  .arguments = {Value(Change > 0 ? added_event : lost_event), Value(number)}});
    return 0;
}

Word has(BuiltinCall& call) {
    std::uint64_t id = 0;
    return item(call, id)
               ? integer_word(signed_of(call.kept(self_of(call), quantity_name,
                                                  static_cast<std::int32_t>(thing_of(id).index))) > 0)
               : 0;
}

constexpr BuiltinEntry item_entries[] = {
    {"Character::AddInventory", 2, change<1>, true},
    {"Character::AddInventory", 1, change<1>, true},
    {"Character::LoseInventory", 1, change<-1>, true},
    {"Character::HasInventory", 1, has, true},
};

} // namespace

std::span<const BuiltinEntry> item_natives() noexcept { return item_entries; }

std::vector<std::uint64_t> inventory_of(const Environment& environment, std::uint64_t character) {
    std::vector<std::uint64_t> carried;
    const auto count = static_cast<std::uint32_t>(environment.play->data().items.size());
    for (std::uint32_t i = 1; i < count; ++i)
        if (number_of_thing(environment, character, quantity_name, static_cast<std::int32_t>(i)) > 0)
            carried.push_back(id_of({ThingKind::item, 0, i}));
    return carried;
}

} // namespace vellum::ags
