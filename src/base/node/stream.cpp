// The standard streams: Node's main thread hears what comes in, the thread of this module waits for it
// (bindings/npm/cli/terminal.js).
#include "base/stream.hpp"

#include <algorithm>
#include <cstdio>

#include "base/codes.hpp"
#include "base/node/ask.hpp"

namespace vellum {

namespace {

class StandardStream final : public ByteStream {
  public:
    bool readable(std::chrono::milliseconds most) override {
        return node::ask_number("input within", {std::to_string(most.count())}) != 0;
    }

    Result<std::size_t> read(std::span<char> room) override {
        const auto bytes = node::ask("input", {std::to_string(room.size())});
        if (!bytes) return fail(codes::io_read, "cannot read: " + bytes.error(), {.file = "<stdin>"});
        std::ranges::transform(*bytes, room.begin(), [](std::byte byte) { return static_cast<char>(byte); });
        return bytes->size();
    }

    Result<void> write(std::string_view bytes, std::chrono::milliseconds /*most*/) override {
        if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0)
            return {};
        return fail(codes::io_write, "cannot write", {.file = "<stdout>"});
    }
};

} // namespace

Result<std::unique_ptr<ByteStream>> standard_stream() { return std::make_unique<StandardStream>(); }

} // namespace vellum
