// The hooks behind Counter. This file replaces the C library's functions on memory for the whole program,
// shared libraries included; it is compiled without built-ins, or the loops would call themselves.
#include "proportion/counter.hpp"

#include "support/heap.hpp"

namespace {
constinit std::uint64_t branches = 0;
constinit std::uint64_t moved = 0;
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

namespace vellum::proportion {

Counter::Counter() : asked_(test::heap::figures().asked), held_(test::heap::figures().held) {
    branches = moved = 0;
    test::heap::forget_most();
}

Cost Counter::stop() const {
    const test::heap::Figures& heap = test::heap::figures();
    return {branches, moved, heap.asked - asked_,
            static_cast<std::uint64_t>(heap.most > held_ ? heap.most - held_ : 0)};
}

} // namespace vellum::proportion
