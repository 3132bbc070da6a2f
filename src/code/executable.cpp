#include "code/executable.hpp"

#if VELLUM_NATIVE

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

namespace vellum::code {

namespace {

constexpr std::size_t chunk_size = std::size_t{64} << 10U;
constexpr std::size_t alignment = 16;

} // namespace

Executable::~Executable() {
    for (const Chunk& chunk : chunks_) ::munmap(chunk.memory, chunk.size);
}

const std::byte* Executable::add(std::span<const std::byte> code) {
    const std::size_t size = (code.size() + alignment - 1) / alignment * alignment;
    if (chunks_.empty() || chunks_.back().size - chunks_.back().used < size) {
        const std::size_t wanted = (size + chunk_size - 1) / chunk_size * chunk_size;
        if (wanted > limit_ - std::min(limit_, size_)) return nullptr;
        void* const memory =
            ::mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return nullptr;
        chunks_.push_back({static_cast<std::byte*>(memory), wanted, 0});
        size_ += wanted;
    }
    Chunk& chunk = chunks_.back();
    if (::mprotect(chunk.memory, chunk.size, PROT_READ | PROT_WRITE) != 0) return nullptr;
    std::byte* const at = chunk.memory + chunk.used;
    std::memcpy(at, code.data(), code.size());
    if (::mprotect(chunk.memory, chunk.size, PROT_READ | PROT_EXEC) != 0) {
        if (chunk.used != 0) std::abort(); // what is there was executable before, and frames return into it
        return nullptr;
    }
    chunk.used += size;
    return at;
}

} // namespace vellum::code

#else

namespace vellum::code {

Executable::~Executable() = default;

const std::byte* Executable::add(std::span<const std::byte>) { return nullptr; }

} // namespace vellum::code

#endif
