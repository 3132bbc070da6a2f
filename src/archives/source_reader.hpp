// A cursor over a source: reads tables of unknown length in blocks. The first read that does not fit fails;
// that one and all later ones give zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "archives/source.hpp"
#include "base/bytes.hpp"

namespace vellum::archives {

class SourceReader {
  public:
    explicit SourceReader(const ByteSource& source, std::uint64_t at = 0) : source_(source), at_(at) {}

    [[nodiscard]] std::uint8_t u8() { return load_u8(next(1)); }
    [[nodiscard]] std::uint16_t u16() { return load_u16(next(2)); }
    [[nodiscard]] std::uint32_t u32() { return load_u32(next(4)); }
    [[nodiscard]] std::uint64_t u64() { return load_u64(next(8)); }
    /// At most `longest` bytes; more is an error.
    [[nodiscard]] std::string text(std::uint64_t length);
    /// Up to a NUL, which is read too.
    [[nodiscard]] std::string cstring();
    void skip(std::uint64_t length) { at_ = lies_inside(at_, length, source_.size()) ? at_ + length : end(); }
    void seek(std::uint64_t at) { at_ = at <= source_.size() ? at : end(); }

    [[nodiscard]] std::uint64_t position() const { return at_; }
    /// Whether `count` entries of at least `least` bytes can follow.
    [[nodiscard]] bool fits(std::uint64_t count, std::uint64_t least) const {
        return ok() && count <= (source_.size() - at_) / least;
    }
    [[nodiscard]] bool ok() const { return !error_; }
    /// What was read cannot be: archive.format.
    void refuse(std::string why);
    /// What went wrong first; only to be asked if something did.
    [[nodiscard]] const Diagnostic& error() const { return *error_; }

    static constexpr std::uint64_t longest_text = 4096;

  private:
    const std::byte* next(std::size_t length);
    std::uint64_t end(); ///< Notes that the file ends too early.

    const ByteSource& source_;
    std::uint64_t at_;
    std::vector<std::byte> block_;
    std::uint64_t block_at_ = 0;
    std::optional<Diagnostic> error_;
};

} // namespace vellum::archives
