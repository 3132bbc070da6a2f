// Fuzz target: the reader of messages with a head. The first byte says in what pieces the rest comes: that
// must make no difference. What is read is written and read back as the same message.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "protocol/message.hpp"

namespace {

using namespace vellum;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Every message as text, every error by its code.
std::vector<std::string> read_all(std::string_view text, std::size_t piece) {
    protocol::MessageReader reader({.max_head = 64, .max_body = 4096, .max_depth = 16});
    std::vector<std::string> read;
    while (!text.empty() && !reader.lost()) {
        reader.feed(text.substr(0, piece));
        text.remove_prefix(std::min(piece, text.size()));
        while (!reader.lost()) {
            const Result<std::optional<Json>> message = reader.next();
            if (message && !*message) break;
            read.push_back(message ? (*message)->to_text() : std::string(message.error().code->id));
        }
    }
    return read;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = as_text(std::as_bytes(std::span(data, size)));
    if (text.empty()) return 0;
    const std::size_t piece = data[0] + std::size_t{1};
    text.remove_prefix(1);
    const std::vector<std::string> read = read_all(text, piece);
    require(read == read_all(text, text.size() + 1));
    for (const std::string& message : read) {
        const Result<Json> value = parse_json(message);
        if (value) require(read_all(protocol::framed(*value), piece) == std::vector{message});
    }
    return 0;
}
