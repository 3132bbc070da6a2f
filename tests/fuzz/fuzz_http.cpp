// Fuzz target: requests of HTTP over a connection. Whatever comes, each request has one answer, and what is
// decoded of one is text without NUL.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/bytes.hpp"
#include "base/encoding.hpp"
#include "protocol/http/connection.hpp"

namespace {

using namespace vellum;

void require(bool condition) {
    if (!condition) std::abort();
}

class Wire final : public ByteStream {
  public:
    explicit Wire(std::string_view sent) : sent_(sent) {}
    bool readable(std::chrono::milliseconds) override { return true; }
    Result<std::size_t> read(std::span<char> room) override {
        const std::size_t size = std::min(room.size(), sent_.size());
        std::ranges::copy(sent_.substr(0, size), room.begin());
        sent_.remove_prefix(size);
        return size;
    }
    Result<void> write(std::string_view, std::chrono::milliseconds) override { return {}; }

  private:
    std::string_view sent_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Wire wire(as_text(std::as_bytes(std::span(data, size))));
    protocol::http::converse(wire, [](const protocol::http::Request& request,
                                      const protocol::http::ReadBody& body) {
        require(request.path.starts_with('/') && is_valid_utf8(request.path) && !request.path.contains('\0'));
        if (const auto range = protocol::http::parse_range(request.field("range"), 100))
            require(range->begin < range->end && range->end <= 100);
        if (request.method == "PUT")
            if (const auto bytes = body()) require(bytes->size() == request.length);
        return protocol::http::Response{};
    });
    return 0;
}
