// A profile is put together in proportion to the functions that ran.
#include <gtest/gtest.h>

#include <string>

#include "language/language.hpp"
#include "proportion/counter.hpp"
#include "proportion/shape.hpp"
#include "vellum/hosts.hpp"
#include "workspace/run/profiler.hpp"

namespace vellum::proportion {
namespace {

std::uint64_t work_of_a_profile(std::size_t functions) {
    std::string text = "main task TMain {\n", calls;
    for (std::size_t i = 0; i < functions; ++i) {
        text += "    void F" + std::to_string(i) + "() { }\n";
        calls += "F" + std::to_string(i) + "(); ";
    }
    const Engine& engine = *find_engine("pathologic");
    Diagnostics diagnostics;
    const auto program = engine.language()->compile(text + "    void init() { " + calls + "}\n}\n",
                                                    {"a.patho", {}}, diagnostics);
    EXPECT_TRUE(program.has_value());
    StandInHost game(nullptr, engine.runtime().known_natives());
    const auto world = engine.runtime().instantiate(std::span(&*program, 1), game, {}, diagnostics);
    EXPECT_TRUE(world.has_value());
    runs::Profiler profiler(**world);
    (*world)->start();
    (*world)->frame(0.1F);
    const Counter counter;
    const tools::Profile profile = profiler.finish();
    const std::uint64_t work = counter.stop().work();
    EXPECT_EQ(profile.functions.size(), functions + 1);
    return work;
}

TEST(Profile, GrowsWithTheFunctions) { EXPECT_LT(work_of_a_profile(4000), 6 * work_of_a_profile(1000)); }

} // namespace
} // namespace vellum::proportion
