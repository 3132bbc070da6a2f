// Any bytes as a compiled skrit, any text as a listing or a source: what it is decompiled to is compiled to
// the same code, and every function has a verdict. The check sum is set right first.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/engine.hpp"
#include "vellum/engine.hpp"

namespace {

using namespace vellum;

void comes_back(const Result<ProgramPtr>& program) {
    if (!program || (*program)->code() == nullptr) return;
    const Engine& engine = skrit::engine();
    const auto made = (*program)->decompile({});
    if (!made) return; // not even a listing says it
    for (const FunctionVerdict& each : made->functions)
        if (each.identical != each.reason.empty() || each.identical != made->listing.empty()) std::abort();
    Diagnostics diagnostics;
    const auto again = engine.language()->compile(made->text, {"again.skrit", {}}, diagnostics);
    if (!again || !(*program)->same_code(**again)) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 1U << 15U) return 0;
    const Engine& engine = skrit::engine();
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(data[i]);
    const std::string_view text = as_text(bytes);
    Diagnostics diagnostics;
    comes_back(engine.language()->compile(
        text, {"fuzz.skrit", {.skrit = {.undeclared = SkritSettings::Undeclared::silent}}}, diagnostics));
    comes_back(engine.format().assemble(text, {"fuzz.skc", {}}, diagnostics));
    if (size >= 16) store_u64(bytes.data() + size - 8, hash64(std::span(bytes).first(size - 8)));
    comes_back(engine.format().load(bytes, {"fuzz.skc", {}}, diagnostics));
    return 0;
}
