// Skritbots: skrits that automate a game for tests, with a name each. They hear everything that happens in
// the user interface and in the world, and are told of frames even while the game is paused (reference
// "Events", family skritbot). They are ordinary objects otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/value.hpp"

namespace vellum::skrit {

class World;

class Bots {
  public:
    explicit Bots(World& world) : world_(world) {}

    /// Starts a bot from a skrit by name with start-up parameters: "auto/mp?players=3". Replaces one of that
    /// name; an empty name is the skrit's. Its object, or 0 after reporting.
    std::uint64_t add(std::string_view name, std::string_view url, Diagnostics& diagnostics);
    /// The two halves of it, for a start that may be paused: is there memory for another one, and here it is.
    bool has_room(std::string_view name, std::string_view url, Diagnostics& diagnostics);
    void adopt(std::string_view name, std::string_view url, std::uint64_t object);
    /// Releases a bot. False if there is none of that name.
    bool remove(std::string_view name);
    /// The object of a bot, or 0.
    [[nodiscard]] std::uint64_t find(std::string_view name) const;
    [[nodiscard]] bool is_bot(std::uint64_t object) const;
    [[nodiscard]] std::size_t size() const noexcept { return list_.size(); }
    /// Bytes held, roughly.
    [[nodiscard]] std::uint64_t held() const noexcept;

    /// Names and objects in order of their start: what a saved game keeps …
    using List = std::vector<std::pair<std::string, std::uint64_t>>;
    [[nodiscard]] const List& list() const noexcept { return list_; }
    /// … and brings back. The objects are those of the restored world.
    void restore(List list) noexcept { list_ = std::move(list); }

    /// Sends an event to all bots. The number of bots that had a handler for it.
    std::size_t send(std::string_view event, std::span<const Value> values);

  private:
    World& world_;
    List list_;
};

} // namespace vellum::skrit
