// What a program holds on the heap, counted: each operator new and delete, and malloc, calloc, realloc and
// free of everything that is linked statically. For programs of their own, which link vellum_test_heap;
// sanitizers bring an operator new themselves. Not for several threads.
#pragma once

#include <cstdint>

namespace vellum::test::heap {

struct Figures {
    std::uint64_t requests = 0; ///< Calls of operator new.
    std::uint64_t asked = 0;    ///< Bytes asked for, by all means and in all.
    std::int64_t held = 0;      ///< Bytes that are held now, as the system rounds them up.
    std::int64_t most = 0;      ///< The most that was held at once.
};
[[nodiscard]] const Figures& figures() noexcept;

/// `most` begins anew with what is held now.
void forget_most() noexcept;
/// The n-th operator new from now on fails; 0: none does.
void refuse(std::uint64_t n) noexcept;

} // namespace vellum::test::heap
