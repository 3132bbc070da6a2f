// Any text as source of a Pathologic script.
#include <cstddef>
#include <cstdint>

#include "pathologic_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 1U << 16U) return 0;
    vellum::pathologic::oracle::holds_for_source(vellum::as_text(std::as_bytes(std::span(data, size))));
    return 0;
}
