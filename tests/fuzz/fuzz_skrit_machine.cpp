// Fuzz target: running skrits. Compiled files, listings and sources; whatever becomes a unit must run inside
// its limits, do the same step by step, and survive being saved and restored.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/compile/compiler.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/listing/listing.hpp"
#include "support/skrit_judge.hpp"

namespace {

std::shared_ptr<vellum::skrit::Unit> unit_from(std::span<const std::byte> data) {
    using namespace vellum;
    using namespace vellum::skrit;
    Diagnostics diagnostics;
    if (is_skc(data)) {
        std::vector<std::byte> bytes(data.begin(), data.end());
        if (bytes.size() >= 16)
            store_u64(bytes.data() + bytes.size() - 8, hash64(std::span(bytes).first(bytes.size() - 8)));
        return read_skc(bytes, "fuzz", diagnostics);
    }
    if (as_text(data).starts_with(".")) return assemble_unit(as_text(data), "fuzz", diagnostics);
    CompileOptions options;
    options.name = "fuzz";
    options.exports = &siege_exports();
    Exports inferred(options.exports);
    options.inferred = &inferred;
    return compile_unit(as_text(data), options, diagnostics);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 1U << 16U) return 0;
    const auto unit = unit_from(std::as_bytes(std::span(data, size)));
    if (unit == nullptr) return 0;
    vellum::test::SkritJudge judge(unit, 3000);
    std::string wrong = judge.run(3, 1);
    if (wrong.empty()) wrong = judge.run_paused(2, 5);
    if (wrong.empty()) wrong = judge.run_paused(1, 9, false, true);
    if (!wrong.empty()) {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}
