// WebAssembly has no streams that can be waited for.
#include "base/stream.hpp"

#include "base/codes.hpp"

namespace vellum {

Result<std::unique_ptr<ByteStream>> standard_stream() {
    return fail(codes::io_read, "this build has no streams");
}

} // namespace vellum
