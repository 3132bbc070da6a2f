// Any bytes as a compiled AGS script: what is decompiled, be it source or a listing, is compiled to the same
// block, every function has a verdict, and its names are taken out again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engines/ags/format/script.hpp"
#include "support/ags_decompiling.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    if (size > 1U << 16U) return 0;
    Diagnostics diagnostics;
    const auto program =
        ags::engine().format().load(std::as_bytes(std::span(data, size)), {"fuzz.o", {}}, diagnostics);
    if (!program || (*program)->code() == nullptr) return 0;
    const auto made = (*program)->decompile({});
    if (!made) std::abort();
    for (const FunctionVerdict& each : made->functions)
        if (each.identical != each.reason.empty()) std::abort();
    const auto& script = static_cast<const ags::Script&>(**program);
    if (test::compiled_again(*made) != ags::write_scom(script.scom())) std::abort();
    if (!made->listing.empty()) return 0;
    MemoryFileSystem files;
    for (const SourceHeader& header : made->headers) {
        const auto bytes = as_bytes(header.text);
        files.add(header.name, {bytes.begin(), bytes.end()});
    }
    Diagnostics found;
    const auto names = ags::engine().names()->names_in(made->text, {"fuzz.asc", {}, &files}, nullptr, found);
    if (!names || !ags::engine().names()->read_names(*names, found)) std::abort();
    return 0;
}
