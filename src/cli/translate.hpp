// The common half of `asm` and `compile`: text in, program out, saved as a file and compared.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/batch.hpp"
#include "cli/session.hpp"

namespace vellum::cli {

struct Translation {
    std::string_view verb; ///< "assembled", "compiled"
    /// Turns text into a program.
    Result<ProgramPtr> (*translate)(const Engine& engine, std::string_view text, const LoadOptions& options,
                                    Diagnostics& diagnostics);
    /// Name of the result for an input, when only a folder or nothing is said.
    std::string (*result_name)(const std::string& relative, const Engine& engine);
    bool explain = false;  ///< LoadOptions::explain.
    bool listings = false; ///< Takes listings; of a folder nothing else.
};

/// Whether the engine finds no mistake in what was made; else the part says so, with lines of `text`, which
/// may be empty.
[[nodiscard]] bool is_sound(const Console& console, const Program& program, const std::string& name,
                            std::string_view text, Part& part);

/// Loads what was saved and saves it again; equal or a diagnostic.
[[nodiscard]] Result<void> compare_again(const Engine& engine, const std::string& name,
                                         const EngineSettings& settings, std::span<const std::byte> bytes);

/// Runs the whole command over the session's words.
[[nodiscard]] ExitCode translate_files(Session& session, const Translation& translation);

} // namespace vellum::cli
