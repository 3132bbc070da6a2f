// Any loadable AGS script, run in both forms.
#include <cstddef>
#include <cstdint>

#include "support/ags_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    vellum::Diagnostics diagnostics;
    const auto program =
        vellum::ags::engine().format().load(std::as_bytes(std::span(data, size)), {}, diagnostics);
    if (program) static_cast<void>(vellum::ags::oracle::runs_alike(*program, 20000));
    return 0;
}
