// A Game that asks a vellum::Host by the names of the page's section "Host calls". What the host does not
// have is answered as Game answers it, so a host may know as little as it likes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engines/ff7/natives/rows.hpp"
#include "vellum/ff7.hpp"
#include "vellum/host.hpp"

namespace vellum::ff7 {

class HostGame final : public Game {
  public:
    explicit HostGame(Host& host);

    /// What a failing native said since the last call; empty if none failed.
    [[nodiscard]] std::string take_failure();

    bool owns_save() override { return has(Query::save_read) && has(Query::save_write); }
    std::uint8_t read_save(World& world, std::uint32_t address) override;
    void write_save(World& world, std::uint32_t address, std::uint8_t value) override;
    std::int32_t random_byte(World& world) override {
        return ask(world, Query::random_byte, Game::random_byte(world), {});
    }
    std::int32_t last_module(World& world) override {
        return ask(world, Query::last_module, Game::last_module(world), {});
    }
    std::int32_t entry_field(World& world) override {
        return ask(world, Query::entry_field, Game::entry_field(world), {});
    }
    std::int32_t map_options(World& world) override {
        return ask(world, Query::map_options, Game::map_options(world), {});
    }
    std::int32_t battle_escaped(World& world) override {
        return ask(world, Query::battle_escaped, Game::battle_escaped(world), {});
    }
    std::int32_t marsh_side(World& world) override {
        return ask(world, Query::marsh_side, Game::marsh_side(world), {});
    }
    std::int32_t party_leader(World& world) override {
        return ask(world, Query::party_leader, Game::party_leader(world), {});
    }
    std::int32_t party_change(World& world, std::int32_t which) override {
        return ask(world, Query::party_change, Game::party_change(world, which), {which});
    }
    bool has_terrain() override { return has(Query::terrain_info); }
    Ground terrain_info(World& world, std::int32_t x, std::int32_t z, std::int32_t model) override;
    bool has_touch() override { return has(Query::touching); }
    std::int32_t touching(World& world, std::int32_t model) override {
        return ask(world, Query::touching, -1, {model});
    }
    bool confirm_held(World& world) override {
        return ask_bool(world, Query::confirm_held, Game::confirm_held(world), {});
    }
    bool window_message(World& world, std::int32_t text) override {
        return ask_bool(world, Query::window_message, Game::window_message(world, text), {text});
    }
    bool window_prompt(World& world, std::int32_t text, std::int32_t first, std::int32_t last) override {
        return ask_bool(world, Query::window_prompt, Game::window_prompt(world, text, first, last),
                        {text, first, last});
    }
    bool window_open(World& world) override {
        return ask_bool(world, Query::window_open, Game::window_open(world), {});
    }
    std::int32_t prompt_result(World& world) override {
        return ask(world, Query::prompt_result, Game::prompt_result(world), {});
    }
    bool board(World& world, std::int32_t model) override {
        return ask_bool(world, Query::board, Game::board(world, model), {model});
    }
    bool alight(World& world, std::int32_t model) override {
        return ask_bool(world, Query::alight, Game::alight(world, model), {model});
    }
    bool chocobo_ready(World& world) override { return ask_bool(world, Query::chocobo_ready, true, {}); }
    bool chocobo_idle(World& world) override { return ask_bool(world, Query::chocobo_idle, true, {}); }
    bool goes_on() override { return Game::goes_on() || has(Query::frame); }
    void command(World& world, Command command, std::span<const std::int32_t> arguments) override;
    void controls(World& world) override;

  private:
    /// True if somebody answers who knows more than a stand-in.
    [[nodiscard]] bool has(Query query) const {
        const Native& native = queries_[static_cast<std::size_t>(query)];
        return native && !native.stand_in;
    }
    std::int32_t ask(World& world, Query query, std::int32_t usual,
                     std::initializer_list<std::int32_t> arguments) {
        return has(query) ? ask_host(world, query, false, usual, {arguments.begin(), arguments.size()})
                          : usual;
    }
    bool ask_bool(World& world, Query query, bool usual, std::initializer_list<std::int32_t> arguments) {
        return has(query)
                   ? ask_host(world, query, true, usual ? 1 : 0, {arguments.begin(), arguments.size()}) != 0
                   : usual;
    }
    std::int32_t ask_host(World& world, Query query, bool truth, std::int32_t usual,
                          std::span<const std::int32_t> arguments);
    void invoke(World& world, const Native& native, std::string_view name, Call& call);

    std::array<Native, query_count> queries_;
    std::array<Native, command_count> commands_;
    std::string failure_;
};

} // namespace vellum::ff7
