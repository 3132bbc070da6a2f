// Memory for machine code. A page is writable or executable, never both: code is written into pages that
// nobody can run yet, or that are taken back for the moment. Freed with the object; bounded by its limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/debugger_names.hpp"

namespace vellum::code {

class Executable {
  public:
    explicit Executable(std::size_t limit) : limit_(limit) {}
    Executable(const Executable&) = delete;
    Executable& operator=(const Executable&) = delete;
    ~Executable();

    /// Copies code there; null if the limit or the system forbids it. No other thread may be running code of
    /// this object. `name`: by which debuggers know it.
    [[nodiscard]] const std::byte* add(std::span<const std::byte> code, std::string_view name);
    /// Bytes of memory taken from the system.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    /// Adds a line to /tmp/perf-PID.map, where `perf` looks for names of code that no file has.
    static void name_for_perf(std::span<const std::byte> code, const std::string& name);

  private:
    struct Chunk {
        std::byte* memory = nullptr;
        std::size_t size = 0;
        std::size_t used = 0;
    };
    std::vector<Chunk> chunks_;
    std::vector<CodeName> names_;
    [[maybe_unused]] std::size_t limit_ = 0; ///< Where nothing is executed, nothing is taken.
    std::size_t size_ = 0;
};

} // namespace vellum::code
