// Fuzz target: running Pathologic scripts. Whatever loads must run inside its limits, do the same in the fast
// and in the checked loop, and survive being saved and restored.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "support/pathologic_judge.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string wrong = vellum::test::survives(std::as_bytes(std::span(data, size)), 3);
    if (!wrong.empty()) {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
