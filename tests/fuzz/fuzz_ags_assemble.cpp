// Any text as an AGS listing.
#include <cstddef>
#include <cstdint>

#include "support/ags_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    vellum::ags::oracle::holds_for_text(vellum::as_text(std::as_bytes(std::span(data, size))));
    return 0;
}
