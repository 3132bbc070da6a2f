// Any text typed into the development console, line by line, and any text as start-up parameters of a skrit
// with properties of every type. The first byte says whether lines come as a paste.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/systems/console.hpp"
#include "engines/skrit/world/world.hpp"
#include "vellum/hosts.hpp"

namespace {

using namespace vellum;
using namespace vellum::skrit;

/// A world of its own with one object to talk to.
struct Scene {
    Scene() : world(host, settings_of(inferred)) {
        world.set_budget({.instructions = 3000, .memory = 4U << 20U, .call_depth = 20});
    }
    static WorldSettings settings_of(Exports& inferred) {
        WorldSettings settings;
        settings.exports = &siege_exports();
        settings.inferred = &inferred;
        return settings;
    }

    Exports inferred{&siege_exports()};
    StandInHost host{nullptr, nullptr};
    World world;
};

UnitPtr unit_with_properties() {
    CompileOptions options;
    options.name = "talker";
    options.exports = &siege_exports();
    Diagnostics diagnostics;
    return compile_unit(
        "property bool b$; property int i$ = 3; property float f$; property string s$ = \"x\";\n"
        "property eWorldEvent e$; property Goid id$; shared int n$;\n"
        "startup state A$ { trigger OnTimer$( 1 ) { SetState B$; } } state B$;\n"
        "int Twice$( int x$ ) { return x$ * 2; }\n",
        options, diagnostics);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 1U << 14U) return 0;
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    static const UnitPtr unit = unit_with_properties();
    if (unit == nullptr) std::abort();
    Scene scene;
    Diagnostics diagnostics;
    const std::uint64_t object = scene.world.create(unit, text, 0, diagnostics);
    if (object == 0) std::abort(); // wrong parameters are warnings
    std::size_t shown = 0;
    DevelopmentConsole console(scene.world, [&](std::string_view said) { shown += said.size(); });
    console.open_target = [](const std::string&) -> Result<ReportSink> {
        return fail(vellum::skrit::codes::run_not_found, "nothing is written here");
    };
    const bool pasted = size != 0 && data[0] % 2 == 1;
    for (std::size_t begin = 0; begin <= size && !console.done();) {
        const std::size_t end = std::min(text.find('\n', begin), size);
        const std::string_view line = text.substr(begin, end - begin);
        static_cast<void>(console.enter(line, pasted));
        begin = end + 1;
    }
    console.end();
    const auto saved = scene.world.snapshot();
    Scene other;
    if (!saved) std::abort();
    static_cast<void>(
        other.world.restore(*saved)); // what the console made from text alone is not found again
    return 0;
}
