// A world's real memory held against its budget: it may be a quarter above it at most.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string_view>

#include "support/heap.hpp"

namespace vellum::hardening {

/// The most that was held on the heap since this was made, over what was held then.
class Peak {
  public:
    Peak() noexcept : before_(test::heap::figures().held) { test::heap::forget_most(); }
    [[nodiscard]] std::uint64_t bytes() const noexcept {
        return static_cast<std::uint64_t>(test::heap::figures().most - before_);
    }

  private:
    std::int64_t before_;
};

/// Tells what something took, and whether that is within the budget. `how` it ended is told, too.
inline bool within_budget(std::string_view what, const Peak& peak, std::uint64_t budget,
                          std::string_view how = {}) {
    const bool within = peak.bytes() <= budget + budget / 4;
    std::printf("%-32.*s %9llu of %9llu bytes %.*s%s\n", static_cast<int>(what.size()), what.data(),
                static_cast<unsigned long long>(peak.bytes()), static_cast<unsigned long long>(budget),
                static_cast<int>(how.size()), how.data(), within ? "" : "  TOO MUCH");
    return within;
}

} // namespace vellum::hardening
