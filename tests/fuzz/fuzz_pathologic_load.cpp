// Any bytes as a compiled Pathologic script.
#include <cstddef>
#include <cstdint>

#include "pathologic_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    vellum::pathologic::oracle::holds_for_bytes(std::as_bytes(std::span(data, size)));
    return 0;
}
