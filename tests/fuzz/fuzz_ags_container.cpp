// Any bytes as a room file or packed game. The first byte chooses the file name, which decides what is tried.
#include <cstddef>
#include <cstdint>

#include "support/ags_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr std::string_view names[] = {"game.ags", "room7.crm", "game28.dta", "game.exe"};
    static_cast<void>(vellum::ags::oracle::holds_for_bytes(std::as_bytes(std::span(data + 1, size - 1)),
                                                           names[data[0] % 4]));
    return 0;
}
