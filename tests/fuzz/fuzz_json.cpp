// Fuzz target: the JSON parser and writer. Whatever parses must be written and parsed back to the same value
// in both styles; whatever does not must be explained with a place inside the text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/bytes.hpp"
#include "base/json.hpp"

namespace {

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vellum;
    const std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    const Result<Json> parsed = parse_json(text);
    if (!parsed) {
        const Place& place = parsed.error().place;
        require(!parsed.error().message.empty());
        require(place.line >= 1 && place.column >= 1 && place.column <= size + 1);
        return 0;
    }
    for (const bool indented : {false, true}) {
        const std::string written = parsed->to_text({.indented = indented});
        const Result<Json> again = parse_json(written);
        require(again.has_value() && *again == *parsed);
        require(again->to_text({.indented = indented}) == written);
    }
    return 0;
}
