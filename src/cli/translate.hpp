// The common half of `asm` and `compile`: text in, program out, saved as a file and compared.
#pragma once

#include <string_view>

#include "cli/scripts.hpp"
#include "cli/session.hpp"

namespace vellum::cli {

struct Translation {
    std::string_view verb; ///< "assembled", "compiled"
    /// Turns text into a program.
    Result<ProgramPtr> (*translate)(const Engine& engine, std::string_view text, const LoadOptions& options,
                                    Diagnostics& diagnostics);
    /// Name of the result for an input, when only a folder or nothing is said.
    std::string (*result_name)(const std::string& relative, const Engine& engine);
    bool explain = false; ///< LoadOptions::explain.
};

/// Runs the whole command over the session's words.
[[nodiscard]] ExitCode translate_files(Session& session, const Translation& translation);

} // namespace vellum::cli
