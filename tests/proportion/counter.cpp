// The hooks behind Counter. This file replaces operator new and the C library's functions on memory for the
// whole program, shared libraries included; it is compiled without built-ins, or the loops would call
// themselves.
#include "proportion/counter.hpp"

#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {
constinit std::uint64_t branches = 0;
constinit std::uint64_t moved = 0;
constinit std::uint64_t asked = 0;
constinit std::uint64_t held = 0;
constinit std::uint64_t peak = 0;

void* take(std::size_t size) {
    void* memory = std::malloc(size);
    if (memory == nullptr) std::abort();
    asked += size;
    held += malloc_usable_size(memory);
    if (held > peak) peak = held;
    return memory;
}

void give_back(void* memory) {
    if (memory == nullptr) return;
    held -= malloc_usable_size(memory);
    std::free(memory);
}
} // namespace

extern "C" {
void __sanitizer_cov_trace_pc() { ++branches; }

void* memmove(void* to, const void* from, std::size_t size) {
    moved += size;
    auto* const target = static_cast<unsigned char*>(to);
    const auto* const source = static_cast<const unsigned char*>(from);
    if (target < source)
        for (std::size_t i = 0; i < size; ++i) target[i] = source[i];
    else
        for (std::size_t i = size; i-- > 0;) target[i] = source[i];
    return to;
}
void* memcpy(void* to, const void* from, std::size_t size) { return memmove(to, from, size); }
void* memset(void* to, int value, std::size_t size) {
    moved += size;
    for (std::size_t i = 0; i < size; ++i)
        static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(value);
    return to;
}
int memcmp(const void* a, const void* b, std::size_t size) {
    const auto* const left = static_cast<const unsigned char*>(a);
    const auto* const right = static_cast<const unsigned char*>(b);
    for (std::size_t i = 0; i < size; ++i) {
        ++moved;
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}
void* memchr(const void* memory, int value, std::size_t size) {
    const auto* const bytes = static_cast<const unsigned char*>(memory);
    for (std::size_t i = 0; i < size; ++i) {
        ++moved;
        if (bytes[i] == static_cast<unsigned char>(value)) return const_cast<unsigned char*>(bytes + i);
    }
    return nullptr;
}
std::size_t strlen(const char* text) {
    std::size_t size = 0;
    while (text[size] != '\0') ++size;
    moved += size;
    return size;
}
}

void* operator new(std::size_t size) { return take(size); }
void* operator new[](std::size_t size) { return take(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return take(size); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { give_back(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { give_back(memory); }

namespace vellum::proportion {

Counter::Counter() : held_(held) {
    branches = moved = asked = 0;
    peak = held;
}

Cost Counter::stop() const { return {branches, moved, asked, peak > held_ ? peak - held_ : 0}; }

} // namespace vellum::proportion
