// Any text as source of an AGS script: it is refused with a mistake, or becomes a script that is written,
// read again and checked without a word.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/bytes.hpp"
#include "engines/ags/engine.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    if (size > 1U << 16U) return 0;
    const Engine& engine = ags::engine();
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    for (const char* words : {"", "lines=agscc, lefttoright=0, forcenewstrings=0, utf8", "first-mistake"}) {
        Diagnostics diagnostics;
        EngineSettings settings;
        if (!read_setting_words(engine.setting_rows(), words, settings)) std::abort();
        const auto program = engine.language()->compile(text, {"fuzz.asc", settings}, diagnostics);
        if (!program) continue;
        if (!diagnostics.ok()) std::abort();
        const auto bytes = (*program)->save();
        if (!bytes) std::abort();
        const auto again = engine.format().load(*bytes, {"fuzz.o", {}}, diagnostics);
        if (!again) std::abort();
        const auto saved = (*again)->save();
        if (!saved || *saved != *bytes) std::abort();
        (*again)->check(diagnostics);
        if (!diagnostics.ok()) std::abort();
    }
    return 0;
}
