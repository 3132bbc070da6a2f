// Any bytes as a compiled AGS script.
#include <cstddef>
#include <cstdint>

#include "support/ags_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static_cast<void>(vellum::ags::oracle::holds_for_bytes(std::as_bytes(std::span(data, size))));
    return 0;
}
