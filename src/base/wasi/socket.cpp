// WebAssembly has no connections.
#include "base/socket.hpp"

#include "base/codes.hpp"

namespace vellum {

namespace {

std::unexpected<Diagnostic> nothing() {
    return fail(codes::io_read, "this build has no network connections");
}

} // namespace

Result<std::unique_ptr<LocalPort>> open_local_port(std::uint16_t) { return nothing(); }

Result<std::unique_ptr<ByteStream>> connect_locally(std::uint16_t) { return nothing(); }

Result<std::string> random_token() { return nothing(); }

} // namespace vellum
