// The declaration files that are part of the library. A static local is made once even when threads race for
// it and is never changed afterwards.
#include "engines/skrit/exports/base.hpp"

#include <memory>

#include "engines/skrit/exports/declarations.hpp"

namespace vellum::skrit {

namespace {

constexpr std::string_view base_text =
#include "engines/skrit/exports/data/base.inc"
    ;
/// In pieces, because compilers need not take longer literals.
constexpr std::string_view game_text[] = {
#include "engines/skrit/exports/data/game.inc"
};
constexpr std::string_view siege_text =
#include "engines/skrit/exports/data/siege.inc"
    ;

std::unique_ptr<const Exports> parse(std::string_view text, std::string_view name, const Exports* base) {
    auto exports = std::make_unique<Exports>(base);
    Diagnostics diagnostics; // a test keeps the built-in files free of mistakes
    read_exports(text, name, *exports, diagnostics);
    return exports;
}

} // namespace

std::string_view base_exports_text() noexcept { return base_text; }
std::string game_exports_text() {
    std::string text;
    for (const std::string_view piece : game_text) text += piece;
    return text;
}
std::string_view siege_exports_text() noexcept { return siege_text; }

const Exports& base_exports() {
    static const std::unique_ptr<const Exports> exports = parse(base_text, "base.exports", nullptr);
    return *exports;
}

const Exports& game_exports() {
    static const std::unique_ptr<const Exports> exports =
        parse(game_exports_text(), "game.exports", &base_exports());
    return *exports;
}

const Exports& siege_exports() {
    static const std::unique_ptr<const Exports> exports = parse(siege_text, "siege.exports", &game_exports());
    return *exports;
}

} // namespace vellum::skrit
