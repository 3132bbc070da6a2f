// The compiler's face: source text in, compiled unit and diagnostics out. Everything the language needs from
// outside stands in the options: exports, includes, symbols of #only. One call compiles one unit; nothing is
// kept between calls, so any number may run at once on different threads.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engines/skrit/exports/registry.hpp"
#include "engines/skrit/source/includes.hpp"
#include "engines/skrit/unit/unit.hpp"
#include "vellum/diagnostic.hpp"

namespace vellum::skrit {

/// What a compilation is told.
struct CompileOptions {
    /// File name for messages and `__NAME__`; empty: "skrit", "command.skrit" or "formula".
    std::string name;
    UnitMode mode = UnitMode::skrit;
    /// What the host offers. Null: only the classes every host has (exports/base.exports).
    const Exports* exports = nullptr;
    /// Open mode: what is missing in `exports` is inferred from use and added here. Null: closed, unknown
    /// names are errors. Must be an Exports whose base is `exports`.
    Exports* inferred = nullptr;
    /// Nothing is said about what was inferred, unless it should be the language's own.
    bool silent = false;
    /// Also warn of what is probably a mistake (lint.hpp).
    bool lint = false;
    /// Refuse what Vellum adds to its game.
    bool game_only = false;
    /// Null, or a provider that knows no file: an #include is an error, in open mode a warning.
    IncludeProvider* includes = nullptr;
    /// Symbols that are true in #only; all others known ("game", "editor", "dev", "retail", "debug") are
    /// false.
    std::vector<std::string> defines = {"game", "dev"};
    /// Formulas: the macros the host knows, lower case without `#`; null accepts any.
    const std::vector<std::string>* macros = nullptr;
    /// Leave out lines, locals, documents and source texts (retail).
    bool strip = false;
    /// Retail host: functions and events marked DEV do not exist.
    bool retail = false;
};

/// Compiles. Null if there were errors. The unit's verification is done.
[[nodiscard]] std::shared_ptr<Unit> compile_unit(std::string_view text, const CompileOptions& options,
                                                 Diagnostics& diagnostics);

/// All of them and the closing line of the game's tools: "name - 0 fatals, 2 errors, 1 warnings".
[[nodiscard]] std::string format_all(const Diagnostics& diagnostics, std::string_view name);

} // namespace vellum::skrit
