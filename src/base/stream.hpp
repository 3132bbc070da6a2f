// Bytes that come and go while somebody waits for them: the standard streams and connections on this machine.
// src/base/posix and src/base/windows answer; WebAssembly has none of it.
#pragma once

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
    /// All of them, or an error.
    [[nodiscard]] virtual Result<void> write(std::string_view bytes) = 0;
};

/// Standard input and output of the process, byte for byte. Whoever has it must let nothing else read or
/// write them.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> standard_stream();

} // namespace vellum
