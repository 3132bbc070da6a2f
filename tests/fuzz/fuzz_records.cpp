// Fuzz target: records of hosts. A text that is a record is written and read back the same, and replaying it
// on a script that ships ends, whatever it says.
#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "worlds.hpp"

using namespace vellum;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    const Result<HostLog> log = HostLog::from_jsonl(text);
    if (!log) {
        test::demand(!log.error().message.empty(), "a refusal says why");
        return 0;
    }
    const std::string written = log->to_jsonl();
    const Result<HostLog> again = HostLog::from_jsonl(written);
    test::demand(again.has_value() && again->to_jsonl() == written, "a record comes back");
    for (const std::size_t index : {0U, 3U, 4U, 8U}) {
        ReplayHost host(*again, fuzz::program(index)->engine().known_natives());
        const auto world = fuzz::world(index, host, 2000);
        const bool same = host.run(*world);
        test::demand(same == (host.divergence().empty() && host.position() == again->entries.size()),
                     "the verdict is what the host tells");
        static_cast<void>(world->snapshot());
    }
    return 0;
}
