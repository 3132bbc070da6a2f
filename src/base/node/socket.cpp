// Node waits for connections in a way that a module which runs from beginning to end cannot.
#include "base/socket.hpp"

#include "base/codes.hpp"

namespace vellum {

namespace {

std::unexpected<Diagnostic> nothing() {
    return fail(codes::io_read, "the npm package's command line has no network connections", {},
                "use standard input and output, or the vellum program for this system");
}

} // namespace

Result<std::unique_ptr<LocalPort>> open_local_port(std::uint16_t) { return nothing(); }

Result<std::unique_ptr<ByteStream>> connect_locally(std::uint16_t) { return nothing(); }

Result<std::string> random_token() { return nothing(); }

} // namespace vellum
