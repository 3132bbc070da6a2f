// The engine's own natives by family. A row's key is "class.name/arguments" in lower case, -1 for variable
// arguments.
#pragma once

#include <span>
#include <string_view>

#include "engines/skrit/world.hpp"

namespace vellum::skrit {

/// Ends the running fragment with an error of that code.
inline void refuse(World& world, Call& call, const DiagnosticCode& code, std::string_view message) {
    if (Machine* machine = world.running()) machine->fail(code, std::string(message));
    call.fail(message);
}

/// Writes a text that the engine made for the script and charges the script for the work.
inline void say(World& world, std::string_view text) {
    world.charge(text.size());
    static_cast<void>(world.reports.write("generic", text));
}

/// Where the running machine is; the deeper, the more it costs.
inline std::vector<Frame> running_frames(World& world) {
    if (world.running() == nullptr) return {};
    std::vector<Frame> frames = world.running()->frames();
    world.charge(frames.size() * 50);
    return frames;
}

struct BuiltInRow {
    std::string_view key;
    BuiltIn function;
};

[[nodiscard]] std::span<const BuiltInRow> math_natives();
[[nodiscard]] std::span<const BuiltInRow> text_natives();
[[nodiscard]] std::span<const BuiltInRow> report_natives();
[[nodiscard]] std::span<const BuiltInRow> object_natives();
[[nodiscard]] std::span<const BuiltInRow> skrit_natives();
[[nodiscard]] std::span<const BuiltInRow> help_natives();
[[nodiscard]] std::span<const BuiltInRow> bot_natives(); ///< systems/bots.cpp

} // namespace vellum::skrit
