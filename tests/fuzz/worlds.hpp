// The scripts that ship, loaded once, for fuzz targets whose input is not a script: one small world of each
// engine and more, each with small budgets so that machines stop in the middle.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "support/demand.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::fuzz {

struct Script {
    const char* file;
    const char* function; ///< To call from outside, where the engine has such calls.
    const char* event;
};

inline constexpr Script scripts[] = {
    {"../tests/data/pathologic/lantern.bin", "", "OnUse"},
    {"../tests/data/pathologic/window.bin", "", "OnUse"},
    {"../tests/data/pathologic/patrol.bin", "", "OnTimer"},
    {"ff7/island.ev", "", "2"},
    {"ags/s12_functions.o", "main", "main"},
    {"ags/s32_managed_struct.o", "main", "main"},
    {"ags/s35_dynamic_arrays.o", "main", "main"},
    {"ags/s54_containers.o", "main", "main"},
    {"skrit/lighthouse.skrit", "", "OnUse"},
    {"skrit/guard.skrit", "", "OnUse"},
};
inline constexpr std::size_t script_count = std::size(scripts);

inline ProgramPtr program(std::size_t index) {
    static ProgramPtr loaded[script_count];
    ProgramPtr& found = loaded[index];
    if (found != nullptr) return found;
    const std::string path = std::string(VELLUM_SOURCE_DIR "/samples/") + scripts[index].file;
    const auto bytes = read_file(path);
    test::demand(bytes.has_value(), "the samples are there", path);
    Diagnostics diagnostics;
    auto program = detect_engine(*bytes, path)->format().load(*bytes, {path, {}}, diagnostics);
    test::demand(program.has_value(), "the samples can be loaded", path);
    found = *program;
    return found;
}

/// Null if the host lacks what the script needs, which is told.
inline std::unique_ptr<Scheduler> world_if(std::size_t index, Host& host, std::uint64_t instructions,
                                           std::vector<std::pair<std::string, std::string>> settings = {}) {
    RunOptions options;
    options.settings = std::move(settings);
    options.budget.instructions = instructions;
    options.budget.memory = 1U << 20U;
    Diagnostics diagnostics;
    const ProgramPtr script = program(index);
    auto made = script->engine().runtime().instantiate({&script, 1}, host, options, diagnostics);
    if (made) return std::move(*made);
    test::demand(!made.error().message.empty(), "a refusal says why");
    return nullptr;
}

inline std::unique_ptr<Scheduler> world(std::size_t index, Host& host, std::uint64_t instructions,
                                        std::vector<std::pair<std::string, std::string>> settings = {}) {
    auto made = world_if(index, host, instructions, std::move(settings));
    test::demand(made != nullptr, "the samples can run");
    return made;
}

/// One step of a world, chosen by a byte.
inline void step(Scheduler& world, std::size_t index, std::uint8_t what) {
    const Script& script = scripts[index];
    if (what % 8 == 1)
        static_cast<void>(world.send({script.event, {}}));
    else if (what % 8 == 2 && script.function[0] != '\0')
        static_cast<void>(world.call(script.function, {}));
    else
        world.frame(static_cast<float>(what) / 64.0F);
}

} // namespace vellum::fuzz
