// The compiler as the engine offers it: settings from words, headers from the file system, mistakes as
// diagnostics.
#pragma once

#include <string_view>

#include "engines/ags/compile/options.hpp"
#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/variables.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags::compile {

/// The first line of a listing that stands in place of a script's source.
inline constexpr std::string_view listing_mark = "script listing;";

/// Compiles a script with the headers and settings that `options.variant` names (see read_settings), or the
/// script itself in a comment on its first line, "// vellum: header=vm.ash". Mistakes go to `diagnostics`,
/// all of them unless the settings want agscc's one. `variables` gets what the script's are called.
[[nodiscard]] Result<Scom> compile_text(std::string_view text, const LoadOptions& options,
                                        Diagnostics& diagnostics, Variables* variables = nullptr);

/// What a script is compiled with: the words of `variant`, and the script's own; headers that were named from
/// outside replace its own.
[[nodiscard]] Result<Settings> settings_of(std::string_view text, std::string_view variant);

/// Changes settings by words divided by commas or lines, as `name` or `name=value`: "header=vm.ash,
/// api=v361". Each has a row in the table of settings.cpp.
[[nodiscard]] Result<void> read_settings(std::string_view words, Settings& settings);

} // namespace vellum::ags::compile
