// The kernels: one row each. Adding one for another engine is a row here and three files in
// kernels/<engine>/; a further engine needs no code.
#pragma once

#include <string_view>

namespace vellum::bench {

/// The same work as a program of an engine, in Lua and in C. The engine's program tells its result by calling
/// the native bench_result with one argument; the Lua chunk returns it; the C file defines `static double
/// kernel(void)`.
struct Kernel {
    std::string_view engine;
    std::string_view name;
    std::string_view
        program;        ///< Relative to bench/kernels/<engine>/. Source, assembly or compiled, by its ending.
    bool counts = true; ///< Whether instructions per second mean something for it.
    double tolerance = 0; ///< Largest relative difference of results (single against double precision).
    std::string_view modules = {}; ///< Further scripts of its world, linked before it, with blanks between.
};

inline constexpr Kernel kernels[] = {
    {"pathologic", "fib", "fib.vasm", true, 0},
    {"pathologic", "loops", "loops.vasm", true, 0},
    {"pathologic", "primes", "primes.vasm", true, 0},
    {"pathologic", "vectors", "vectors.vasm", true, 0.01},
    {"pathologic", "strings", "strings.vasm", false, 0},
    {"pathologic", "natives", "natives.vasm", false, 0},
    {"skrit", "fib", "fib.skrit", true, 0},
    {"skrit", "loops", "loops.skrit", true, 0},
    {"skrit", "strings", "strings.skrit", false, 0},
    {"skrit", "natives", "natives.skrit", false, 0},
    {"ags", "fib", "fib.vasm", true, 0},
    {"ags", "sieve", "sieve.vasm", true, 0},
    {"ags", "mandel", "mandel.vasm", true, 0.00001},
    {"ags", "nbody", "nbody.vasm", true, 0.001},
    {"ags", "matmul", "matmul.vasm", true, 0},
    {"ags", "strbuild", "strbuild.vasm", false, 0},
    {"ags", "native", "native.vasm", true, 0},
    {"ags", "calls", "calls.asc", true, 0, "calls_lib.asc"},
    {"ags", "methods", "methods.asc", true, 0},
    {"ags", "objects", "objects.asc", true, 0},
    {"ags", "builtins", "builtins.asc", true, 0},
    {"ags", "texts", "texts.asc", true, 0},
    {"ags", "game", "game.asc", true, 0, "game_screen.asc game_grid.asc game_tween.asc game_actors.asc"},
};

} // namespace vellum::bench
