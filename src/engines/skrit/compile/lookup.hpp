// Names of the host as the compiler asks for them: by symbol, remembered for the length of a compilation. The
// declared exports do not change meanwhile, so every answer of theirs is kept; what open mode adds is asked
// again once it has added something.
#pragma once

#include <cstdint>
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
    /// Functions `owner` declares itself (no_index: global ones).
    void functions(std::uint32_t owner, Symbol symbol, Prefix prefix, std::vector<std::uint32_t>& found);
    /// Functions of the class and its bases, nearest first; what open mode adds comes behind.
    void members(std::uint32_t owner, Symbol symbol, Prefix prefix, std::vector<std::uint32_t>& found);

  private:
    struct Known {
        bool asked = false;
        bool is_type = false;
        std::uint64_t hash = 0; ///< Of its NameKey.
        std::uint32_t found_class = no_index;
        std::uint32_t known_classes = 0; ///< How many there were when it was not found.
        ConstantRef constant;
        std::uint32_t event = no_index;
        ExportType type;
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
        std::uint32_t first = 0, count = 0; ///< In `lists_`, of the declared exports.
        std::uint32_t own_first = 0, own_count = 0;
        std::uint32_t known_functions = no_index; ///< How many there were when the own ones were collected.
    };
    void remembered(std::uint32_t owner, Symbol symbol, Prefix prefix, bool bases,
                    std::vector<std::uint32_t>& found);

    FlatIndex function_places_; ///< In `functions_`.
    std::vector<Functions> functions_;
    std::vector<std::uint32_t> lists_;
    std::string scratch_;
};

} // namespace vellum::skrit
