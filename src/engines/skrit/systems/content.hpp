// What a game keeps in .gas files about its skrits: templates whose blocks attach components and set their
// properties, chores that name their animation skrit, formulas and whole skrits as values, game types
// (docs/engines/skrit.md, ".gas files and the naming key"). Stands on a world whose sources are the resources
// given here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/skrit/fuel/resources.hpp"
#include "engines/skrit/fuel/store.hpp"
#include "engines/skrit/systems/template_index.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

class Content {
  public:
    /// All four must outlive this; the store must not change any more.
    Content(World& world, const Resources& resources, const FuelStore& fuel, const TemplateIndex& templates);
    Content(const Content&) = delete;
    Content& operator=(const Content&) = delete;
    ~Content() = default;

    /// Compiles every component that a template attaches, each once, as games do when they start. The number
    /// of components. Problems go to `diagnostics`; the rest is compiled all the same.
    std::size_t compile_components(Diagnostics& diagnostics);
    /// Makes an object of every skrit component of a template, fields as properties, in the order of the
    /// source; what the template specializes comes first and is overridden. Empty after reporting.
    std::vector<std::uint64_t> make(std::string_view template_name, std::uint64_t owner,
                                    Diagnostics& diagnostics);
    /// Makes the animation skrit that a chore of the template names: `skrit = rotatey?rpm=8;`. 0 after
    /// reporting.
    std::uint64_t make_chore(std::string_view template_name, std::string_view chore, std::uint64_t owner,
                             Diagnostics& diagnostics);

    /// Evaluates the formula at an address.
    [[nodiscard]] Result<Value> formula(std::string_view address,
                                        std::span<const std::pair<std::string, float>> macros);
    /// The object of the whole skrit at an address, made when it is first asked for. 0 after reporting.
    std::uint64_t skrit_at(std::string_view address, Diagnostics& diagnostics);
    /// Calls a function of the whole skrit at an address by name.
    [[nodiscard]] Result<Value> call(std::string_view address, std::string_view function,
                                     std::span<const Value> arguments);

  private:
    [[nodiscard]] Result<Value> general_formula(std::string_view name);

    World& world_;
    const Resources& resources_;
    const FuelStore& fuel_;
    const TemplateIndex& templates_;
    std::unordered_map<std::string, std::uint64_t> skrits_; ///< Objects of whole skrits by address.
};

/// The rules of a multiplayer game as a skrit; both of its functions may be missing.
class GameType {
  public:
    /// The value `skrit` of the game type's block: the map's own game types first, then the common ones.
    /// `map` may be empty. Without such a skrit nothing is ever called.
    GameType(Content& content, const FuelStore& fuel, World& world, std::string_view map,
             std::string_view name, Diagnostics& diagnostics);

    /// Once in each frame: check_team_for_victory$ for every team.
    void check_victory(std::span<const std::int32_t> teams);
    /// For every message of the world: handle_world_message$.
    void message(const Value& message);
    [[nodiscard]] std::uint64_t object() const noexcept { return object_; }

  private:
    void call(std::uint32_t function, const Value& argument);

    World& world_;
    std::uint64_t object_ = 0;
    std::uint32_t victory_ = none, message_ = none;
};

} // namespace vellum::skrit
