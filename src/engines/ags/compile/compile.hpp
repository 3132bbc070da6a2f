// The compiler as the engine offers it: settings as they were said, headers from the file system, mistakes as
// diagnostics.
#pragma once

#include <span>
#include <string_view>

#include "engines/ags/compile/options.hpp"
#include "engines/ags/compile/sources.hpp"
#include "engines/ags/format/scom.hpp"
#include "engines/ags/format/variables.hpp"
#include "engines/ags/project/project.hpp"
#include "vellum/engine.hpp"

namespace vellum::ags::compile {

/// The first line of a listing that stands in place of a script's source.
inline constexpr std::string_view listing_mark = "script listing;";

/// Compiles a script with the headers and settings of `options.engines`, and those that the script
/// itself names in a comment on its first line, "// vellum: header=vm.ash". A header that is a project file,
/// Game.agf, stands for all headers and switches of that project. Mistakes go to `diagnostics`, all of them
/// unless the settings want agscc's one. `variables` gets what the script's are called.
[[nodiscard]] Result<Scom> compile_text(std::string_view text, const LoadOptions& options,
                                        Diagnostics& diagnostics, Variables* variables = nullptr);

/// The rows of EngineSettings::ags.
[[nodiscard]] std::span<const SettingRow> setting_rows();
/// What a text says of itself in a comment on its first line.
[[nodiscard]] Result<AgsSettings> own_settings(std::string_view text);
/// What is said of a script: by itself, replaced by what is said from outside.
[[nodiscard]] Result<AgsSettings> said_of(std::string_view text, const EngineSettings& from_outside);
/// Puts what is said over what holds otherwise; headers are left out.
void apply(const AgsSettings& said, Settings& settings);
/// Turns mistakes into diagnostics, with places in the files that the sources come from; of a project that
/// may be null also with the dialog.
void report(std::span<const Mistake> mistakes, std::span<const Source> sources, const Settings& settings,
            const project::Project* project, Diagnostics& diagnostics);

/// The project file among headers, or null: its switches and headers hold then, and other headers stand for
/// those of its plugins.
[[nodiscard]] const std::string* project_among(std::span<const std::string> headers);

/// What a script is compiled with: what it says itself, replaced by what is said from outside.
[[nodiscard]] Result<Settings> settings_of(std::string_view text, const EngineSettings& from_outside);

} // namespace vellum::ags::compile
