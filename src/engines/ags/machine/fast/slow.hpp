// Operations of the fast form that are worth a call: they make objects, compare texts, follow any address.
// The fast loop and machine code run them here, so that both do the same.
#pragma once

#include "engines/ags/machine/fast/state.hpp"

namespace vellum::ags {

enum class Slow : std::uint8_t {
    done,
    other_kind, ///< Done, and the value is not the integer that one usually finds there.
    faulted,    ///< The machine knows why.
    faulted_at, ///< So does it, and the state's step says where.
    repeat      ///< Not done: the fast loop itself knows what to say.
};

/// A pointer in an entry: the new reference first, because releasing the old object may take others with it.
/// False after a fault.
inline bool store_in_entry(Machine& machine, Word& entry, Word value, bool release_old) {
    Pool& pool = machine.environment().pool();
    std::uint32_t handle = object_of(value);
    const bool plain = kind_of(value) == Tag::object ? pool.exists(handle) : value == 0;
    if (!plain && !machine.handle_of(value, handle)) return false;
    const std::uint32_t old = release_old ? number_of(entry) : 0;
    if (release_old && old == handle) return true;
    entry = integer_word(handle);
    if (handle != 0) pool.add_reference(handle);
    if (old != 0) {
        pool.release(old);
        if (pool.has_disposed_host_objects()) machine.tell_disposed();
    }
    return true;
}

/// The function's frame is `f`, its bytes of the stack begin at `fb`.
[[nodiscard]] Slow run_slow(FastState& s, Word* f, std::uint32_t fb, const FastInstruction& i);
/// A field of what is no object of the scripts' own. `repeat`: it is null, and the state's step is its check.
[[nodiscard]] Slow run_slow_field(FastState& s, Word* f, const FastInstruction& i);

} // namespace vellum::ags
