// Declarations that a user gives instead of those that Vellum knows of the game: files of declarations, texts
// of Help.All, and what is built in by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engines/skrit/exports/registry.hpp"
#include "vellum/engine.hpp"

namespace vellum::skrit {

/// Reads either form. `known` may be null: then the text stands on the language's own classes.
[[nodiscard]] Result<std::shared_ptr<const Declarations>>
read_declared(std::string_view text, std::string_view name, std::shared_ptr<const Declarations> known,
              Diagnostics& diagnostics);

/// What they declare; those of the game for null. They must be of this engine.
[[nodiscard]] const Exports& exports_of(const Declarations* declarations);

/// As a file of declarations (form "" or "exports") or as Help.All prints them ("help").
[[nodiscard]] Result<std::string> write_declared(const Exports& exports, std::string_view form);

} // namespace vellum::skrit
