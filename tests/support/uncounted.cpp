// The branches of a library that is compiled for its tests, counted for whoever asks by the environment
// variable VELLUM_STEPS: at the end the file of that name gets their number. A program that counts by itself
// has a function of that name, and this file's stays out of it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

std::uint64_t steps = 0; // more than one thread may lose some

__attribute__((destructor, no_sanitize("coverage"))) void tell_steps() {
    const char* const name = std::getenv("VELLUM_STEPS");
    if (name == nullptr) return;
    if (std::FILE* const file = std::fopen(name, "w"); file != nullptr) {
        std::fprintf(file, "%llu\n", static_cast<unsigned long long>(steps));
        std::fclose(file);
    }
}

} // namespace

__attribute__((no_sanitize("coverage", "thread"))) extern "C" void __sanitizer_cov_trace_pc() { ++steps; }
