// One registry for each text, standing on the one before.
#include "engines/skrit/exports/declared.hpp"

#include <utility>

#include "base/codes.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/exports/help.hpp"
#include "engines/skrit/exports/help_reader.hpp"

namespace vellum::skrit {

const Engine& engine(); // the last module: it is linked, not included

namespace {

struct Declared final : Declarations {
    explicit Declared(std::shared_ptr<const Declarations> below)
        : Declarations(skrit::engine()),
          known(std::move(below)),
          exports(known == nullptr ? &base_exports() : &static_cast<const Declared&>(*known).exports) {}

    std::shared_ptr<const Declarations> known; ///< Stays, because `exports` stands on it.
    Exports exports;
};

} // namespace

Result<std::shared_ptr<const Declarations>> read_declared(std::string_view text, std::string_view name,
                                                          std::shared_ptr<const Declarations> known,
                                                          Diagnostics& diagnostics) {
    auto made = std::make_shared<Declared>(std::move(known));
    const bool read = is_help_text(text) ? read_help(text, name, siege_exports(), made->exports, diagnostics)
                                         : read_exports(text, name, made->exports, diagnostics);
    if (read) return made;
    for (const Diagnostic& each : diagnostics.all())
        if (each.severity == Severity::error) return std::unexpected(each);
    return fail(codes::exports, "the declarations cannot be read", {.file = std::string(name)});
}

const Exports& exports_of(const Declarations* declarations) {
    return declarations == nullptr ? siege_exports() : static_cast<const Declared*>(declarations)->exports;
}

Result<std::string> write_declared(const Exports& exports, std::string_view form) {
    if (form.empty() || form == "exports") {
        std::string text;
        std::vector<const Exports*> below; // the language's own is there anyway
        for (const Exports* each = &exports; each != nullptr && each != &base_exports(); each = each->base())
            below.push_back(each);
        for (auto each = below.rbegin(); each != below.rend(); ++each) text += write_exports(**each);
        return text;
    }
    if (form == "help") return game_help(exports);
    return fail(vellum::codes::engine_option, "declarations cannot be written as '" + std::string(form) + "'",
                {}, "exports or help");
}

} // namespace vellum::skrit
