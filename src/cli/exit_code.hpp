// The exit codes of `vellum`, the same for every command. They are part of the public face: scripts and build
// systems rely on them, docs/cli.md lists them, and a number never changes its meaning.
#pragma once

#include <algorithm>
#include <cstdint>

namespace vellum::cli {

enum class ExitCode : std::uint8_t {
    ok = 0,       ///< Everything asked for was done and nothing is wrong with the input.
    findings = 1, ///< The input has errors, or a script faulted.
    usage = 2,    ///< The command line makes no sense.
    io = 3,       ///< Something could not be read or written.
    internal = 4  ///< A mistake of ours.
};

/// What a run over several inputs ends with: the most serious of the parts.
[[nodiscard]] constexpr ExitCode worst(ExitCode a, ExitCode b) noexcept { return std::max(a, b); }

} // namespace vellum::cli
