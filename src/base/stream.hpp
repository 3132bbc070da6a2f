// Bytes that come and go while somebody waits for them: the standard streams and connections on this machine.
// src/base/posix and src/base/windows answer; WebAssembly has none of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "vellum/diagnostic.hpp"

namespace vellum {

/// Both directions of a conversation. Belongs to one thread at a time.
class ByteStream {
  public:
    virtual ~ByteStream() = default;
    /// Waits at most so long until read() has something to say at once: bytes, the end or an error.
    [[nodiscard]] virtual bool readable(std::chrono::milliseconds most) = 0;
    /// Waits for bytes and gives as many as are there; 0 at the end.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<char> room) = 0;
    /// All of them, or an error; also if they could not be sent within that time.
    [[nodiscard]] virtual Result<void> write(std::string_view bytes, std::chrono::milliseconds most) = 0;
};

/// How long it is until then; nothing if it is past.
[[nodiscard]] inline std::chrono::milliseconds left_until(std::chrono::steady_clock::time_point end) {
    return std::max(std::chrono::milliseconds(0), std::chrono::duration_cast<std::chrono::milliseconds>(
                                                      end - std::chrono::steady_clock::now()));
}

/// Standard input and output of the process, byte for byte. Whoever has it must let nothing else read or
/// write them.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> standard_stream();

} // namespace vellum
