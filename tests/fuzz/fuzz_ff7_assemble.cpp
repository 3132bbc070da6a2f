// Fuzz target: assembly texts of world map scripts, and the same bytes taken as events, plans and settings.
#include <cstddef>
#include <cstdint>
#include <span>

#include "engines/ff7/world/world.hpp"
#include "ff7_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    static_cast<void>(ff7::parse_event({std::string(text), {}}));
    static_cast<void>(ff7::parse_plan(text));
    RunOptions options;
    options.settings = {{"save", std::string(text)}};
    static_cast<void>(ff7::read_settings(options));
    Diagnostics diagnostics;
    const auto program = ff7::engine().format().assemble(text, {"fuzz.vasm", {}}, diagnostics);
    if (program)
        ff7::fuzz::examine(*program);
    else
        ff7::fuzz::require(!diagnostics.all().empty());
    return 0;
}
