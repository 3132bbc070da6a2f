// Little-endian reading and writing of byte buffers: ByteReader, ByteWriter and the loads and stores under
// them. Values are put together by shifts, so that host byte order and alignment never matter; optimisers
// turn them into single moves. Nothing here reads or writes outside the span or vector it was given, and no
// buffer is ever cast to a struct.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vellum/diagnostic.hpp"

namespace vellum {

// --- Loads and stores; the caller has checked that the bytes exist. ---

[[nodiscard]] constexpr std::uint8_t load_u8(const std::byte* at) noexcept {
    return std::to_integer<std::uint8_t>(at[0]);
}
[[nodiscard]] constexpr std::uint16_t load_u16(const std::byte* at) noexcept {
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(at[0]) | std::to_integer<unsigned>(at[1])
                                                                             << 8U);
}
[[nodiscard]] constexpr std::uint32_t load_u32(const std::byte* at) noexcept {
    return std::to_integer<std::uint32_t>(at[0]) | std::to_integer<std::uint32_t>(at[1]) << 8U |
           std::to_integer<std::uint32_t>(at[2]) << 16U | std::to_integer<std::uint32_t>(at[3]) << 24U;
}
[[nodiscard]] constexpr std::uint64_t load_u64(const std::byte* at) noexcept {
    return load_u32(at) | static_cast<std::uint64_t>(load_u32(at + 4)) << 32U;
}

constexpr void store_u8(std::byte* at, std::uint8_t value) noexcept { at[0] = std::byte{value}; }
constexpr void store_u16(std::byte* at, std::uint16_t value) noexcept {
    at[0] = static_cast<std::byte>(value & 0xFFU);
    at[1] = static_cast<std::byte>(value >> 8U);
}
constexpr void store_u32(std::byte* at, std::uint32_t value) noexcept {
    at[0] = static_cast<std::byte>(value & 0xFFU);
    at[1] = static_cast<std::byte>((value >> 8U) & 0xFFU);
    at[2] = static_cast<std::byte>((value >> 16U) & 0xFFU);
    at[3] = static_cast<std::byte>(value >> 24U);
}
constexpr void store_u64(std::byte* at, std::uint64_t value) noexcept {
    store_u32(at, static_cast<std::uint32_t>(value & 0xFFFFFFFFU));
    store_u32(at + 4, static_cast<std::uint32_t>(value >> 32U));
}

/// The bytes of a text, not copied.
[[nodiscard]] inline std::span<const std::byte> as_bytes(std::string_view text) noexcept {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}
/// Bytes seen as text, not copied and not checked: the result may be invalid UTF-8 and may contain NUL.
[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    // char may alias every object, so this is the one cast of a buffer that is always defined.
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A checked cursor with a sticky error. The first read that does not fit fails; that read and all later ones
/// return zero (or nothing) and do not move. So a parser reads a whole record straight and asks ok() once.
class ByteReader {
  public:
    ByteReader() = default;
    /// `base_offset` is added to every offset in error(): where `data` starts in its file.
    explicit ByteReader(std::span<const std::byte> data, std::uint64_t base_offset = 0) noexcept
        : data_(data.data()), end_(data.size()), size_(data.size()), base_offset_(base_offset) {}

    [[nodiscard]] std::uint8_t u8() noexcept {
        const std::byte* at = claim(1);
        return at != nullptr ? load_u8(at) : std::uint8_t{0};
    }
    [[nodiscard]] std::uint16_t u16() noexcept {
        const std::byte* at = claim(2);
        return at != nullptr ? load_u16(at) : std::uint16_t{0};
    }
    [[nodiscard]] std::uint32_t u32() noexcept {
        const std::byte* at = claim(4);
        return at != nullptr ? load_u32(at) : 0U;
    }
    [[nodiscard]] std::uint64_t u64() noexcept {
        const std::byte* at = claim(8);
        return at != nullptr ? load_u64(at) : std::uint64_t{0};
    }
    [[nodiscard]] std::int8_t i8() noexcept { return static_cast<std::int8_t>(u8()); }
    [[nodiscard]] std::int16_t i16() noexcept { return static_cast<std::int16_t>(u16()); }
    [[nodiscard]] std::int32_t i32() noexcept { return static_cast<std::int32_t>(u32()); }
    [[nodiscard]] std::int64_t i64() noexcept { return static_cast<std::int64_t>(u64()); }
    /// Note that a signalling NaN survives only as long as the compiler keeps it in memory or an SSE
    /// register; code that must keep the bits reads u32().
    [[nodiscard]] float f32() noexcept { return std::bit_cast<float>(u32()); }

    /// The next `count` bytes, not copied; empty when they are not there.
    [[nodiscard]] std::span<const std::byte> bytes(std::uint64_t count) noexcept {
        const std::byte* at = claim(count);
        return at != nullptr ? std::span(at, static_cast<std::size_t>(count)) : std::span<const std::byte>{};
    }
    /// Text up to the next NUL, which is read too but is not part of the result. Fails when there is no NUL.
    [[nodiscard]] std::string_view cstring() noexcept;
    /// Passes over `count` bytes.
    void skip(std::uint64_t count) noexcept { static_cast<void>(claim(count)); }
    /// Moves to an absolute position; the end itself is allowed.
    void seek(std::uint64_t position) noexcept {
        if (failed_) {
            return;
        }
        if (position > size_) {
            set_error(Problem::seek, position, 0);
            return;
        }
        position_ = static_cast<std::size_t>(position);
    }

    [[nodiscard]] std::size_t position() const noexcept { return position_; }
    /// Bytes left; zero after an error, so that `while (reader.remaining() != 0)` ends.
    [[nodiscard]] std::size_t remaining() const noexcept { return end_ - position_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// True when `count` more bytes can be read. Never sets the error.
    [[nodiscard]] bool has(std::uint64_t count) const noexcept { return !failed_ && count <= remaining(); }

    /// Tells whether `count` elements of at least `min_element_bytes` (zero counts as one) can still follow,
    /// and sets the error bytes.limit when not. Ask before reserving memory for a count that came from the
    /// data.
    [[nodiscard]] bool count_fits(std::uint64_t count, std::uint64_t min_element_bytes) noexcept {
        if (failed_) {
            return false;
        }
        if (count > remaining() / (min_element_bytes == 0 ? 1 : min_element_bytes)) {
            set_error(Problem::count, count, min_element_bytes);
            return false;
        }
        return true;
    }

    /// What is being read, for error(): a text that lives as long as the reader ("string table").
    void set_context(const char* what) noexcept { context_ = what; }
    [[nodiscard]] bool ok() const noexcept { return !failed_; }
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    /// What went wrong first, with its offset. Only to be asked when failed().
    [[nodiscard]] Diagnostic error() const;

  private:
    enum class Problem : std::uint8_t { none, read, seek, count, terminator };

    [[nodiscard]] const std::byte* claim(std::uint64_t count) noexcept {
        // After an error end_ equals position_, so one comparison checks both the bounds and the sticky error
        // for every read of at least one byte.
        if (count > end_ - position_) [[unlikely]] {
            set_error(Problem::read, count, 0);
            return nullptr;
        }
        const std::byte* at = data_ + position_;
        position_ += static_cast<std::size_t>(count);
        return at;
    }
    void set_error(Problem problem, std::uint64_t wanted, std::uint64_t element) noexcept;

    const std::byte* data_ = nullptr;
    std::size_t position_ = 0;
    std::size_t end_ = 0;
    std::size_t size_ = 0;
    std::uint64_t base_offset_ = 0;
    const char* context_ = nullptr;
    const char* error_context_ = nullptr;
    std::uint64_t wanted_ = 0;
    std::uint64_t element_ = 0;
    Problem problem_ = Problem::none;
    bool failed_ = false;
};

/// Appends to a vector of bytes that it owns until take().
class ByteWriter {
  public:
    void u8(std::uint8_t value) { data_.push_back(std::byte{value}); }
    void u16(std::uint16_t value) { store_u16(grow(2), value); }
    void u16(std::span<const std::uint16_t> values) {
        std::byte* at = grow(values.size() * 2);
        for (const std::uint16_t value : values) {
            store_u16(at, value);
            at += 2;
        }
    }
    void u32(std::uint32_t value) { store_u32(grow(4), value); }
    void u64(std::uint64_t value) { store_u64(grow(8), value); }
    void i8(std::int8_t value) { u8(static_cast<std::uint8_t>(value)); }
    void i16(std::int16_t value) { u16(static_cast<std::uint16_t>(value)); }
    void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
    void i64(std::int64_t value) { u64(static_cast<std::uint64_t>(value)); }
    void f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }

    void bytes(std::span<const std::byte> data) {
        if (!data.empty()) {
            std::memcpy(grow(data.size()), data.data(), data.size());
        }
    }
    /// The text and a NUL. A NUL inside the text is written too; a reader of the file will stop there.
    void cstring(std::string_view text) {
        bytes(as_bytes(text));
        u8(0);
    }
    /// Overwrites four bytes that were written before, for sizes known only at the end.
    void patch_u32(std::size_t at, std::uint32_t value) {
        const bool inside = data_.size() >= 4 && at <= data_.size() - 4;
        assert(inside && "patch_u32 outside the written bytes");
        if (inside) {
            store_u32(data_.data() + at, value);
        }
    }
    /// Adds `fill` until size() is a multiple of `alignment`.
    void align(std::size_t alignment, std::byte fill = std::byte{0}) {
        if (alignment > 1 && data_.size() % alignment != 0) {
            data_.resize(data_.size() + alignment - data_.size() % alignment, fill);
        }
    }
    void reserve(std::size_t bytes) { data_.reserve(bytes); }

    [[nodiscard]] std::size_t size() const noexcept { return data_.size(); }
    [[nodiscard]] std::span<const std::byte> view() const noexcept { return data_; }
    /// Hands the bytes over and leaves the writer empty.
    [[nodiscard]] std::vector<std::byte> take() { return std::exchange(data_, {}); }
    void clear() noexcept { data_.clear(); }

  private:
    [[nodiscard]] std::byte* grow(std::size_t count) {
        const std::size_t at = data_.size();
        data_.resize(at + count);
        return data_.data() + at;
    }

    std::vector<std::byte> data_;
};

} // namespace vellum
