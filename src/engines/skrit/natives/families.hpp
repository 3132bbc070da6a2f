// The engine's own natives by family. A row's key is "class.name/arguments" in lower case, -1 for variable
// arguments.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/natives.hpp"

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

/// Tells of something that went wrong and ends nothing; a retail game keeps it to itself.
inline void complain(World& world, std::string_view text) {
    if (world.settings().retail) return;
    static_cast<void>(world.reports.write("error", std::string(text) + "\n"));
}

/// Where the running machine is; the deeper, the more it costs.
inline std::vector<Frame> running_frames(World& world) {
    if (world.running() == nullptr) return {};
    std::vector<Frame> frames = world.running()->frames();
    world.charge(frames.size() * 50);
    return frames;
}

/// The key of a row: "class.name/arguments".
[[nodiscard]] inline std::string built_in_key(std::string_view owner, std::string_view name,
                                              std::int32_t arguments) {
    return lower_case(std::string(owner) + "." + std::string(name)) + "/" + std::to_string(arguments);
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
[[nodiscard]] std::span<const BuiltInRow> bot_natives();

/// Built-in natives by their key; null if there is none. What worlds find them by.
[[nodiscard]] BuiltIn find_built_in(std::string_view key);

/// Rows of all functions of the built-in declaration files, those of a game too.
void each_row(const std::function<void(NativeRow&&)>& visit);
/// Their signatures, for whoever lists what there is.
[[nodiscard]] const Host& known_natives();

} // namespace vellum::skrit
