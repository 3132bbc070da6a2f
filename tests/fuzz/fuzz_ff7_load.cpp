// Fuzz target: world map files of both layouts, loaded, checked, listed, run and snapshot.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ff7_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    const auto bytes = std::as_bytes(std::span(data, size));
    // One layout at a time: an input of a whole file takes long enough.
    EngineSettings settings;
    if (size % 2 != 0) settings.ff7.layout = Ff7Settings::Layout::entries_128;
    Diagnostics diagnostics;
    const auto program = ff7::engine().format().load(bytes, {"fuzz.ev", settings}, diagnostics);
    if (!program) return 0;
    const auto saved = (*program)->save();
    ff7::fuzz::require(saved.has_value() && std::ranges::equal(*saved, bytes));
    ff7::fuzz::examine(*program);
    return 0;
}
