// Fuzz target: records of hosts. A text that is a record is written and read back the same, and replaying it
// on a script that ships ends, whatever it says.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.hpp"
#include "worlds.hpp"

using namespace vellum;

namespace {

/// The lines between a beginning and an end that fit them: the counts would keep every change out.
std::string framed(std::string_view lines) {
    std::size_t natives = 0;
    std::size_t objects = 0;
    std::size_t steps = 0;
    for (std::string_view rest = lines; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        ++(line.contains("\"resolve\"") ? natives : line.contains("\"object\",") ? objects : steps);
    }
    std::string text = HostLog().to_jsonl();
    text.resize(text.find('\n') + 1);
    text += lines;
    return text + "\n{\"line\":\"end\",\"natives\":" + std::to_string(natives) +
           ",\"objects\":" + std::to_string(objects) + ",\"steps\":" + std::to_string(steps) + "}\n";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(as_text(std::as_bytes(std::span(data, size))));
    if (!text.starts_with("{\"line\":\"run\"")) text = framed(text);
    const Result<HostLog> log = HostLog::from_jsonl(text);
    if (!log) {
        test::demand(!log.error().message.empty(), "a refusal says why");
        return 0;
    }
    const std::string written = log->to_jsonl();
    const Result<HostLog> again = HostLog::from_jsonl(written);
    test::demand(again.has_value() && again->to_jsonl() == written, "a record comes back");
    for (const std::size_t index : {0U, 3U, 4U, 8U}) {
        ReplayHost host(*again, fuzz::program(index)->engine().runtime().known_natives());
        const auto world = fuzz::world_if(index, host, 2000); // a record may say that a native is missing
        if (world == nullptr) continue;
        const bool same = host.run(*world);
        test::demand(same == (host.divergence().empty() && host.position() == again->entries.size()),
                     "the verdict is what the host tells");
        static_cast<void>(world->snapshot());
    }
    return 0;
}
