// Why a script stopped: a fault is data with a place and the frames that led there. It ends whatever the
// original engine would end, never the process. Budgets stop hostile or broken scripts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum {

/// One level of a script's call stack, innermost first in lists.
struct Frame {
    std::string function;      ///< Name or label of the function; empty if unknown.
    std::uint32_t address = 0; ///< Program counter in the engine's address unit.
    std::string source;        ///< Source or section name; empty if unknown.
    std::uint32_t line = 0;    ///< Source line from 1, or 0.
};

/// "door.skrit:12", "door.skrit" or "line 12", depending on what is known.
[[nodiscard]] VELLUM_API std::string place_text(const Frame& frame);

/// A script error.
struct Fault {
    const DiagnosticCode* code = nullptr; ///< Static table entry of the engine.
    std::string message;       ///< In plain words; where the original engine has a text, that text.
    std::uint32_t machine = 0; ///< Index of the machine in its scheduler.
    std::string machine_name;  ///< "player", "model 3", "room1".
    std::string program;       ///< Name of the program whose code the machine was in; empty without frames.
    /// Where frames[0] was in that code, in bytes from its start; Place::unknown if that is no instruction of
    /// it.
    std::uint64_t offset = Place::unknown;
    std::vector<Frame> frames; ///< Innermost first; frames[0] is where it happened.
};

/// "machine: message [code]" and one line per frame.
[[nodiscard]] VELLUM_API std::string format(const Fault& fault);

/// Limits on a run. Zero means the engine's own limit.
struct Budget {
    std::uint64_t instructions = 0; ///< Per machine and slice (frame, event or call).
    std::uint64_t memory = 0;       ///< Bytes per scheduler: stacks, strings, objects.
    std::uint32_t call_depth = 0;   ///< Nested script calls.
};

} // namespace vellum
