#include "code/executable.hpp"

#if VELLUM_NATIVE

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vellum::code {

namespace {

constexpr std::size_t chunk_size = std::size_t{64} << 10U;
constexpr std::size_t alignment = 16;

} // namespace

Executable::~Executable() {
    names_.clear(); // before the code
    for (const Chunk& chunk : chunks_) ::munmap(chunk.memory, chunk.size);
}

const std::byte* Executable::add(std::span<const std::byte> code, std::string_view name) {
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
    __builtin___clear_cache(reinterpret_cast<char*>(at), reinterpret_cast<char*>(at + code.size()));
    if (::mprotect(chunk.memory, chunk.size, PROT_READ | PROT_EXEC) != 0) {
        if (chunk.used != 0) std::abort(); // what is there was executable before, and frames return into it
        return nullptr;
    }
    chunk.used += size;
    names_.push_back(name_for_debuggers({at, code.size()}, name));
    return at;
}

void Executable::name_for_perf(std::span<const std::byte> code, const std::string& name) {
    const std::string path = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return;
    char numbers[2 * 16 + 3];
    const int length = std::snprintf(numbers, sizeof numbers, "%" PRIxPTR " %zx ",
                                     reinterpret_cast<std::uintptr_t>(code.data()), code.size());
    std::string line(numbers, static_cast<std::size_t>(length));
    for (const char letter : name) line += static_cast<unsigned char>(letter) < ' ' ? '?' : letter;
    line += '\n';
    if (::write(file, line.data(), line.size()) < 0) { // then it has no name
    }
    ::close(file);
}

} // namespace vellum::code

#else

namespace vellum::code {

Executable::~Executable() = default;

const std::byte* Executable::add(std::span<const std::byte>, std::string_view) { return nullptr; }

void Executable::name_for_perf(std::span<const std::byte>, const std::string&) {}

} // namespace vellum::code

#endif
