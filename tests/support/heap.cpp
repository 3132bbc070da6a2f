// The hooks behind the figures. The linker leads malloc and its kin here (--wrap) and hands on the real ones.
#include "support/heap.hpp"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

// NOLINTBEGIN(bugprone-reserved-identifier): names the linker makes
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* memory, std::size_t size);
void __real_free(void* memory);
}

namespace {

constinit vellum::test::heap::Figures now;
constinit std::uint64_t refused = 0;

void* taken(void* memory, std::size_t size) noexcept {
    if (memory == nullptr) return nullptr;
    now.asked += size;
    now.held += static_cast<std::int64_t>(malloc_usable_size(memory));
    now.most = std::max(now.most, now.held);
    return memory;
}

void give_back(void* memory) noexcept {
    if (memory == nullptr) return;
    now.held -= static_cast<std::int64_t>(malloc_usable_size(memory));
    __real_free(memory);
}

void* request(std::size_t size, std::size_t alignment = 1) noexcept {
    if (++now.requests == refused) return nullptr;
    if (alignment <= alignof(std::max_align_t))
        return taken(__real_malloc(std::max<std::size_t>(size, 1)), size);
    return taken(std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment), size);
}

void* request_or_throw(std::size_t size, std::size_t alignment = 1) {
    void* memory = request(size, alignment);
#if defined(__cpp_exceptions)
    if (memory == nullptr) throw std::bad_alloc();
#else
    if (memory == nullptr) std::abort();
#endif
    return memory;
}

} // namespace

extern "C" {
void* __wrap_malloc(std::size_t size) { return taken(__real_malloc(size), size); }
void* __wrap_calloc(std::size_t count, std::size_t size) {
    return taken(__real_calloc(count, size), count * size);
}
void* __wrap_realloc(void* memory, std::size_t size) {
    const auto before = static_cast<std::int64_t>(malloc_usable_size(memory));
    void* const moved = __real_realloc(memory, size);
    if (moved != nullptr) now.held -= before;
    return taken(moved, size);
}
void __wrap_free(void* memory) { give_back(memory); }
}
// NOLINTEND(bugprone-reserved-identifier)

void* operator new(std::size_t size) { return request_or_throw(size); }
void* operator new[](std::size_t size) { return request_or_throw(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return request_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return request_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return request(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return request(size); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { give_back(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { give_back(memory); }

namespace vellum::test::heap {

const Figures& figures() noexcept { return now; }
void forget_most() noexcept { now.most = now.held; }
void refuse(std::uint64_t n) noexcept { refused = n == 0 ? 0 : now.requests + n; }

} // namespace vellum::test::heap
