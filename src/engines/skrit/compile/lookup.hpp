// Names of the host as the compiler asks for them: by symbol, remembered for the length of a compilation. The
// declared exports do not change meanwhile, so every answer of theirs is kept; what open mode adds is asked
// again once it has added something.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engines/skrit/compile/flat_index.hpp"
#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/source/token.hpp"

namespace vellum::skrit {

/// The remembered names of one compilation.
class Lookup {
  public:
    /// Which function belongs to a member variable's name.
    enum class Prefix : std::uint8_t { none, get, set };

    /// `own` is what open mode adds to, or null; its base is `declared`.
    Lookup(const Exports& declared, const Exports* own, const Interner& names)
        : declared_(declared), own_(own), names_(names) {}

    [[nodiscard]] std::uint32_t find_class(Symbol symbol);
    [[nodiscard]] ConstantRef constant(Symbol symbol);
    [[nodiscard]] std::uint32_t event(Symbol symbol);
    /// Built-in types, enumerations and classes.
    bool type(Symbol symbol, ExportType& type);
    /// Functions `owner` declares itself (no_index: global ones). The list is valid until the next look-up.
    [[nodiscard]] std::span<const std::uint32_t> functions(std::uint32_t owner, Symbol symbol,
                                                           Prefix prefix) {
        return remembered(owner, symbol, prefix, false);
    }
    /// Functions of the class and its bases, nearest first; what open mode adds comes behind. As above.
    [[nodiscard]] std::span<const std::uint32_t> members(std::uint32_t owner, Symbol symbol, Prefix prefix) {
        if (owner == no_index) return {};
        return remembered(owner, symbol, prefix, true);
    }

  private:
    struct Known {
        enum Sort : std::uint8_t { for_class = 1, for_constant = 2, for_event = 4, for_type = 8 };
        std::uint8_t asked = 0; ///< Of which sorts the declared exports were asked.
        bool is_type = false;
        std::uint64_t hash = 0; ///< Of its NameKey.
        std::uint32_t found_class = no_index;
        std::uint32_t known_classes = 0; ///< How many there were when it was not found.
        ConstantRef constant;
        std::uint32_t event = no_index;
        ExportType type;

        bool first_time(Sort sort) noexcept {
            const bool first = (asked & sort) == 0;
            asked = static_cast<std::uint8_t>(asked | sort);
            return first;
        }
    };
    Known& known(Symbol symbol);
    [[nodiscard]] const Exports& all() const noexcept { return own_ != nullptr ? *own_ : declared_; }

    const Exports& declared_;
    const Exports* own_;
    const Interner& names_;
    std::vector<Known> known_; ///< By symbol.
    /// Functions by owner, symbol and prefix, those of the bases included if asked for. What open mode adds
    /// is looked up again when it has added a function.
    struct Functions {
        std::uint32_t first = 0, count = 0; ///< In `lists_`.
        std::uint32_t declared = 0;         ///< How many of them are declared exports: those come first.
        std::uint32_t known_functions = no_index; ///< How many open mode had added; no_index: never asked.
    };
    std::span<const std::uint32_t> remembered(std::uint32_t owner, Symbol symbol, Prefix prefix, bool bases) {
        const FlatIndex::Place place =
            function_places_.place((std::uint64_t{owner} << 32U) ^ (std::uint64_t{symbol} << 3U) ^
                                   (bases ? 4U : 0U) ^ static_cast<std::uint64_t>(prefix));
        if (place.fresh) functions_.emplace_back();
        Functions& entry = functions_[place.index];
        const std::uint32_t now = own_ != nullptr ? own_->function_count() : 0;
        if (entry.known_functions != now) look_up(entry, owner, symbol, prefix, bases);
        entry.known_functions = now;
        return std::span(lists_).subspan(entry.first, entry.count);
    }
    void look_up(Functions& entry, std::uint32_t owner, Symbol symbol, Prefix prefix, bool bases);

    FlatIndex function_places_; ///< In `functions_`.
    std::vector<Functions> functions_;
    std::vector<std::uint32_t> lists_;
    std::vector<std::uint32_t> added_; ///< Scratch of look_up, as is the next.
    std::string scratch_;
};

} // namespace vellum::skrit
