// Any text as a .gas file and as a naming key. What was read without an error is written and read the same;
// what it embeds is compiled, and diagnostics stay inside the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/bytes.hpp"
#include "engines/skrit/engine.hpp"
#include "engines/skrit/fuel/embedded.hpp"
#include "engines/skrit/fuel/naming_key.hpp"
#include "engines/skrit/fuel/reader.hpp"
#include "engines/skrit/fuel/store.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    using namespace vellum::skrit;
    if (size > 1U << 16U) return 0;
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    Diagnostics diagnostics;
    FuelBlock root = read_fuel(text, "fuzz.gas", diagnostics);
    const std::uint32_t lines = 1 + static_cast<std::uint32_t>(std::ranges::count_if(
                                        text, [](char c) { return c == '\n' || c == '\r'; }));
    for (const Diagnostic& each : diagnostics.all())
        require(each.place.line >= 1 && each.place.line <= lines);
    if (diagnostics.ok()) {
        const std::string written = write_fuel(root);
        Diagnostics again;
        const FuelBlock second = read_fuel(written, "again.gas", again);
        require(again.ok() && write_fuel(second) == written);
    }
    FuelStore store;
    store.add("world/fuzz", read_fuel(text, "fuzz.gas", diagnostics));
    for (const Embedded& one : embedded_code(root)) {
        require(one.value->line <= lines);
        static_cast<void>(store.value("world:fuzz:" + one.address));
        static_cast<void>(one.value->boolean());
        static_cast<void>(one.value->integer());
        static_cast<void>(one.value->reals());
    }
    const FuelProgram program(engine(), "fuzz.gas", std::move(root), nullptr);
    Diagnostics of_code;
    if (program.embedded().size() < 50) program.check(of_code);
    for (const Diagnostic& each : of_code.all()) require(each.place.line <= lines);
    NamingKey key;
    key.add(text, "fuzz.nnk", diagnostics);
    static_cast<void>(key.expand(text.substr(0, 100)));
    return 0;
}
