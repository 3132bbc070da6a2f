// Hashes of what goes into a call: equal for equal inputs on every platform, so that a replay notices the
// first call that is not the recorded one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "vellum/host.hpp"
#include "vellum/hosts.hpp"

namespace vellum {

/// Of a native call before it is made: name, machine, receiver, arguments with the memory behind them, time
/// and state.
[[nodiscard]] std::uint64_t input_hash(const NativeKey& key, const Call& call);

/// Of an event, a call from outside, a start or a frame.
[[nodiscard]] std::uint64_t input_hash(LogStep step, std::string_view name, std::span<const Value> values,
                                       float seconds);

} // namespace vellum
