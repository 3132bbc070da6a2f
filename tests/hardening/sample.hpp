// One script that ships, taken through everything: load, check, list, assemble, run, save, restore. Used by
// the tests that make memory or files fail underneath. Relies on the public headers only; reads the file
// once, before anything fails.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "vellum/engine.hpp"
#include "vellum/hosts.hpp"
#include "vellum/scheduler.hpp"

namespace vellum::hardening {

struct Sample {
    std::string name; ///< With its ending.
    std::vector<std::byte> bytes;
    std::string call; ///< Function to call, or none.
};

/// A world of one program that answers for itself.
struct Running {
    StandInHost host{nullptr, nullptr};
    ProgramPtr program;
    std::unique_ptr<Scheduler> world;
};

/// Null if the sample is refused, which none is while nothing fails.
inline std::unique_ptr<Running> start(const Sample& sample) {
    const Engine* engine = detect_engine(sample.bytes, sample.name);
    if (engine == nullptr) return nullptr;
    Diagnostics diagnostics;
    auto program = engine->format().load(sample.bytes, {sample.name, {}}, diagnostics);
    if (!program) return nullptr;
    auto running = std::make_unique<Running>();
    running->program = *program;
    RunOptions options;
    options.budget.instructions = 200'000;
    auto world = engine->runtime().instantiate({&running->program, 1}, running->host, options, diagnostics);
    if (!world) return nullptr;
    running->world = std::move(*world);
    running->world->start();
    if (!sample.call.empty()) static_cast<void>(running->world->call(sample.call, {}));
    for (int frame = 0; frame < 3; ++frame) running->world->frame(0.1F);
    return running;
}

/// Everything that happens to a sample, as a number that differs if anything differs; 0 if something was
/// refused.
inline std::uint64_t whole_life(const Sample& sample) {
    auto running = start(sample);
    if (running == nullptr) return 0;
    const Engine& engine = *detect_engine(sample.bytes, sample.name);
    Diagnostics diagnostics;
    running->program->check(diagnostics);
    const std::string listing = running->program->disassemble({});
    const auto again = engine.format().assemble(listing, {sample.name, {}}, diagnostics);
    if (!again) return 0;
    const auto saved = (*again)->save();
    const auto snapshot = running->world->snapshot();
    if (!saved || !snapshot) return 0;
    running->world->frame(0.1F);
    if (!running->world->restore(*snapshot)) return 0;
    const auto restored = running->world->snapshot();
    if (!restored || *restored != *snapshot) return 0;
    const std::uint64_t parts[] = {hash64(as_bytes(listing)), hash64(*saved), hash64(*snapshot),
                                   running->world->instructions(), diagnostics.all().size()};
    return hash64(std::as_bytes(std::span(parts))) | 1U;
}

} // namespace vellum::hardening
