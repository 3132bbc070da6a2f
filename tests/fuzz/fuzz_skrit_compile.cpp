// Any text as a Skrit source: as a unit in open mode, as a command, as a formula and as a declaration file.
// What compiles must be verified and must come back from file and listing unchanged.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/bytes.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/exports/declarations.hpp"
#include "engines/skrit/exports/help_reader.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/listing/listing.hpp"
#include "engines/skrit/source/formatter.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void holds(std::string_view text, vellum::skrit::UnitMode mode, bool open) {
    using namespace vellum;
    using namespace vellum::skrit;
    CompileOptions options;
    options.mode = mode;
    options.name = "fuzz";
    options.exports = &siege_exports();
    Exports inferred(options.exports);
    if (open) options.inferred = &inferred;
    Diagnostics diagnostics;
    const auto unit = compile_unit(text, options, diagnostics);
    require((unit != nullptr) == diagnostics.ok());
    if (unit == nullptr) return;
    require(unit->verification.verified);
    const auto bytes = write_skc(*unit);
    const auto loaded = read_skc(bytes, "fuzz", diagnostics);
    require(loaded != nullptr && write_skc(*loaded) == bytes);
    const auto assembled = assemble_unit(list_unit(*unit, {}), "fuzz", diagnostics);
    require(assembled != nullptr && assembled->bytes == unit->bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    using namespace vellum::skrit;
    if (size > 1U << 16U) return 0;
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    holds(text, UnitMode::skrit, true);
    holds(text, UnitMode::skrit, false);
    holds(text, UnitMode::command, true);
    holds(text, UnitMode::formula, true);
    Exports exports(&base_exports());
    Diagnostics diagnostics;
    if (read_exports(text, "fuzz", exports, diagnostics)) {
        Exports again(&base_exports());
        require(read_exports(write_exports(exports), "again", again, diagnostics));
    }
    Exports printed(&base_exports());
    static_cast<void>(read_help(text, "fuzz", siege_exports(), printed, diagnostics));
    if (const auto laid_out = format_source(text, "fuzz", diagnostics))
        require(format_source(*laid_out, "fuzz", diagnostics).has_value());
    return 0;
}
