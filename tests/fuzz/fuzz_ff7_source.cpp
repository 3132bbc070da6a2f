// Fuzz target: any text as source of a world map script.
#include <cstddef>
#include <cstdint>
#include <span>

#include "ff7_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    if (size > 1U << 16U) return 0;
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    Diagnostics diagnostics;
    const auto program =
        ff7::engine().language()->compile(text, ff7::fuzz::options_of("fuzz.wms"), diagnostics);
    if (program)
        ff7::fuzz::examine(*program);
    else
        ff7::fuzz::require(!diagnostics.ok());
    return 0;
}
