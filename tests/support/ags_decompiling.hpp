// Decompiling an AGS script and compiling what came out, as the tests do it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "engines/ags/engine.hpp"
#include "vellum/engine.hpp"

namespace vellum::test {

/// What a decompiled script is compiled to, as a file; nothing if it is not compiled.
inline std::vector<std::byte> compiled_again(const Decompiled& made) {
    MemoryFileSystem files;
    for (const SourceHeader& header : made.headers) {
        const auto bytes = as_bytes(header.text);
        files.add(header.name, {bytes.begin(), bytes.end()});
    }
    Diagnostics diagnostics;
    const auto again = ags::engine().language()->compile(made.text, {"again.asc", {}, &files}, diagnostics);
    if (!again) return {};
    const auto bytes = (*again)->save();
    return bytes ? *bytes : std::vector<std::byte>{};
}

} // namespace vellum::test
