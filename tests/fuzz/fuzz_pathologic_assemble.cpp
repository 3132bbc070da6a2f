// Any text as Pathologic assembly.
#include <cstddef>
#include <cstdint>

#include "pathologic_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    vellum::pathologic::oracle::holds_for_text(vellum::as_text(std::as_bytes(std::span(data, size))));
    return 0;
}
