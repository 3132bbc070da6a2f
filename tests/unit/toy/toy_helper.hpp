// Toy programs from text and worlds from programs, for tests of the shared layers.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "toy/engine.hpp"

namespace vellum::test {

inline ProgramPtr toy_program(std::string_view text) {
    Diagnostics diagnostics;
    auto program = toy::engine().format().assemble(text, {"test.toy", {}}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << format(diagnostic);
    return program ? *program : nullptr;
}

inline std::unique_ptr<Scheduler> toy_world(const ProgramPtr& program, Host& host,
                                            const Budget& budget = {}) {
    Diagnostics diagnostics;
    RunOptions options;
    options.budget = budget;
    auto world = toy::engine().runtime().instantiate(std::span(&program, 1), host, options, diagnostics);
    EXPECT_TRUE(world.has_value());
    return world ? std::move(*world) : nullptr;
}

inline std::unique_ptr<Scheduler> toy_world(std::string_view text, Host& host, const Budget& budget = {}) {
    return toy_world(toy_program(text), host, budget);
}

} // namespace vellum::test
