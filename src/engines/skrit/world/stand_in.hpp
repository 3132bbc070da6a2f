// A game object that is not there, so that components can be tried without their game: what nobody else
// answers of natives is answered for it, from values that its template has, that scripts set, or else with
// what gets a script furthest: the object or a part of it, 0, an empty text (docs/engines/skrit.md, "Trying a
// component").
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "vellum/host.hpp"
#include "vellum/value.hpp"

namespace vellum::skrit {

class StandIn {
  public:
    /// An import, taken apart once.
    struct Query {
        enum class Kind : std::uint8_t {
            get,   ///< what was set, or what the template has
            set,   ///< keeps its last argument
            field, ///< GetComponentInt( "aspect", "life" )
            has,   ///< is there such a part?
            make,  ///< an identifier from its number
            valid  ///< is an identifier that of the object?
        };
        Kind kind = Kind::get;
        std::string part, name; ///< "aspect", "life": as in addresses.
        UnitType result;
        std::uint64_t given = 0; ///< The part that the result is of.
    };
    [[nodiscard]] Query query(const Unit& unit, const Import& import);
    /// What the object has to say, in the type that is asked for. False if there is no room to keep it.
    bool answer(const Query& query, Call& call, const Exports& exports, std::uint64_t most_bytes);

    /// What to call the object or one of its parts; empty for others.
    [[nodiscard]] std::string name_of(std::uint64_t id) const;

    /// A value at an address such as "aspect:life".
    void set(std::string_view address, Value value);

    using Values = std::map<std::string, Value, std::less<>>;
    /// By address, without regard to case and underscores: what a snapshot keeps …
    [[nodiscard]] const Values& values() const noexcept { return values_; }
    /// … and brings back.
    void restore(Values values);
    /// Bytes held, roughly.
    [[nodiscard]] std::uint64_t held() const noexcept { return held_; }

    std::uint64_t object = 0; ///< As scripts see it; 0: there is none.

  private:
    bool keep(std::string key, const Value& value, std::uint64_t most_bytes);
    [[nodiscard]] bool has_part(std::string_view part) const;

    Values values_;
    std::map<std::uint64_t, std::string> parts_; ///< Names of what was handed out.
    std::uint64_t held_ = 0;
};

} // namespace vellum::skrit
