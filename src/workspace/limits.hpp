// What is read whole: a longer file is refused by its size alone, whatever it claims to be. Archives and
// packed games are read in part.
#pragma once

#include <cstdint>

namespace vellum {

inline constexpr std::uint64_t largest_text = std::uint64_t{64}
                                              << 20U; ///< Sources, plans, names and the like.
inline constexpr std::uint64_t largest_script = std::uint64_t{256}
                                                << 20U; ///< Everything else that is a script.
inline constexpr std::uint64_t largest_snapshot = std::uint64_t{1} << 30U;

} // namespace vellum
