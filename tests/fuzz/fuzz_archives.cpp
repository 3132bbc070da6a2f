// Any bytes as an archive: read, changed, read again.
#include <cstddef>
#include <cstdint>

#include "support/archive_oracle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    static_cast<void>(vellum::test::archive_holds({bytes.begin(), bytes.end()}));
    return 0;
}
