// Connections within this machine: ports of the loopback address, which nobody elsewhere can reach. What
// speaks through one still needs a secret, for every user and every page in a browser can.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/stream.hpp"

namespace vellum {

/// A port that others can connect to while it lives.
class LocalPort {
  public:
    virtual ~LocalPort() = default;
    [[nodiscard]] virtual std::uint16_t number() const = 0;
    /// Whoever has connected; null if nobody has within that time.
    [[nodiscard]] virtual Result<std::unique_ptr<ByteStream>> accept(std::chrono::milliseconds most) = 0;
};

/// Opens a port of 127.0.0.1; 0: one that is free.
[[nodiscard]] Result<std::unique_ptr<LocalPort>> open_local_port(std::uint16_t number);
/// Connects to one.
[[nodiscard]] Result<std::unique_ptr<ByteStream>> connect_locally(std::uint16_t number);

/// A secret that nobody can guess: 32 hexadecimal digits from the system's source of randomness.
[[nodiscard]] Result<std::string> random_token();

} // namespace vellum
