// Any bytes as a compiled Skrit file and any text as its listing. The check sum is set right first, so that
// the fuzzer reaches what stands behind it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/skrit/assembler.hpp"
#include "engines/skrit/format.hpp"
#include "engines/skrit/listing/listing.hpp"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    using namespace vellum::skrit;
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(data[i]);
    if (size >= 16) store_u64(bytes.data() + size - 8, hash64(std::span(bytes).first(size - 8)));
    Diagnostics diagnostics;
    if (const auto unit = read_skc(bytes, "fuzz", diagnostics)) {
        require(write_skc(*unit) == bytes);
        const auto again = assemble_unit(list_unit(*unit, {}), "fuzz", diagnostics);
        require(again != nullptr && again->bytes == unit->bytes);
        static_cast<void>(list_around(*unit, 0, 3));
        static_cast<void>(unit->references());
    } else
        require(!diagnostics.ok());
    Diagnostics listing_diagnostics;
    if (const auto unit =
            assemble_unit(as_text(std::as_bytes(std::span(data, size))), "fuzz", listing_diagnostics))
        require(unit->verification.verified);
    return 0;
}
