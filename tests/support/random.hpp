// A generator whose series is the same everywhere, and the settings of tests that try many cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace vellum::test {

/// SplitMix64.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }
    /// Below the limit; 0 if that is 0.
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(next() % limit); }

  private:
    std::uint64_t state_;
};

/// The number in an environment variable, or `otherwise` if there is no such variable.
inline std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

} // namespace vellum::test
