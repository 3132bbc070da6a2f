// What a game is when nobody wrote one: it answers from the state, lets windows close by themselves and draws
// random bytes from a generator whose seed lies in the state, so that a headless run is whole and repeatable.
#include "vellum/ff7.hpp"

#include "engines/ff7/natives/rows.hpp"

namespace vellum::ff7 {

std::string_view to_string(Command command) noexcept {
    const auto index = static_cast<std::size_t>(command);
    return index < command_count ? command_names[index].name : std::string_view{};
}

std::string_view to_string(Delivery delivery) noexcept {
    switch (delivery) {
    case Delivery::started: return "started";
    case Delivery::interrupting: return "started, interrupting";
    case Delivery::missing: return "no such function: ignored";
    case Delivery::lost: return "lost: something as important is running";
    case Delivery::scripts_off: return "refused: the model's scripts are off";
    case Delivery::no_model: return "no such model on the map";
    }
    return {};
}

Game::~Game() = default;

std::uint8_t Game::read_save(World& world, std::uint32_t address) {
    return address < save_size ? world.state().save[address] : std::uint8_t{0};
}
void Game::write_save(World& world, std::uint32_t address, std::uint8_t value) {
    if (address < save_size) world.state().save[address] = value;
}

std::int32_t Game::random_byte(World& world) {
    // Any generator will do; this one is the test host's in the page's section "Running without the game".
    std::uint32_t& seed = world.state().given.random_state;
    seed = (seed * 1103515245U + 12345U) & 0x7FFFFFFFU;
    return static_cast<std::int32_t>((seed >> 16U) & 0xFFU);
}
std::int32_t Game::last_module(World& world) { return world.state().given.last_module; }
std::int32_t Game::entry_field(World& world) { return world.state().given.entry_field; }
std::int32_t Game::map_options(World& world) { return world.state().map.map_options; }
std::int32_t Game::battle_escaped(World& world) { return world.state().given.battle_escaped; }
std::int32_t Game::marsh_side(World& world) { return world.state().given.marsh_side; }
std::int32_t Game::party_leader(World& world) { return world.state().given.party_leader; }
std::int32_t Game::party_change(World& world, std::int32_t which) {
    return which >= 17 && which <= 20 ? world.state().given.party_change[static_cast<std::size_t>(which - 17)]
                                      : 0;
}
Ground Game::terrain_info(World&, std::int32_t, std::int32_t, std::int32_t) { return {}; }
std::int32_t Game::touching(World&, std::int32_t) { return -1; }
bool Game::confirm_held(World& world) { return world.state().given.confirm; }
bool Game::window_message(World& world, std::int32_t) { return !world.state().window.open; }
bool Game::window_prompt(World& world, std::int32_t, std::int32_t, std::int32_t) {
    return !world.state().window.open;
}
bool Game::window_open(World& world) { return world.state().window.open; }
std::int32_t Game::prompt_result(World& world) { return world.state().window.result; }
bool Game::board(World& world, std::int32_t) { return world.state().given.vehicles; }
bool Game::alight(World& world, std::int32_t) { return world.state().given.vehicles; }
bool Game::chocobo_ready(World&) { return true; }
bool Game::chocobo_idle(World&) { return true; }
void Game::command(World&, Command, std::span<const std::int32_t>) {}
void Game::controls(World&) {}

} // namespace vellum::ff7
