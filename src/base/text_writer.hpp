// TextWriter: the text sink of listings, JSON, traces and source printers, built to write several hundred
// MB/s. It relies on a string that is kept longer than its text, so that an append is a bounds check and a
// copy. It never formats by run-time format strings, never looks at the locale and never flushes to a file.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace vellum {

/// For put(): lower case hexadecimal digits, and a text in double quotes.
struct Hex {
    std::uint64_t value;
    unsigned min_digits = 0;
};
struct Quoted {
    std::string_view utf8;
};

class TextWriter {
  public:
    TextWriter() = default;
    /// Appends to `target`. Its text is borrowed: `target` holds nothing useful until flush() or the
    /// destructor gives it back, longer.
    explicit TextWriter(std::string& target) : target_(&target) { borrow(); }
    TextWriter(const TextWriter&) = delete;
    TextWriter& operator=(const TextWriter&) = delete;
    ~TextWriter() { flush(); }

    void text(std::string_view value) {
        if (!value.empty()) {
            copy(claim(value.size()), value.data(), value.size());
            size_ += value.size();
        }
    }
    void ch(char value) {
        *claim(1) = value;
        ++size_;
    }
    void newline() { ch('\n'); }
    /// One after the other: texts, characters, decimal integers, Hex and Quoted.
    template <class... Parts> void put(const Parts&... parts) { (one(parts), ...); }
    /// `count` times the same character.
    void fill(std::size_t count, char value) {
        // Paddings are short: whole blocks beyond the end are cheaper than a call that looks at the length.
        constexpr std::size_t block = 16;
        char* at = claim(count + block);
        if (count <= 4 * block) {
            for (std::size_t done = 0; done < count; done += block)
                std::memset(at + done, static_cast<unsigned char>(value), block);
        } else {
            std::memset(at, static_cast<unsigned char>(value), count);
        }
        size_ += count;
    }

    /// Room for `most` characters behind the text; close() makes those before its place part of it. Several
    /// short appends are cheaper as one.
    [[nodiscard]] char* open(std::size_t most) { return claim(most); }
    void close(const char* end) noexcept { size_ = static_cast<std::size_t>(end - data_); }
    /// The same in one piece: `write` gets the room and returns the end of what it put there.
    template <class Write> void block(std::size_t most, Write&& write) { close(write(open(most))); }

    /// A decimal integer of any width.
    template <std::integral T> void dec(T value) {
        constexpr std::size_t longest = 24;
        char* at = claim(longest);
        if (static_cast<std::uint64_t>(value) < 10) { // most numbers of listings
            *at = static_cast<char>('0' + static_cast<char>(value));
            ++size_;
            return;
        }
        if constexpr (std::signed_integral<T>) {
            size_ += static_cast<std::size_t>(
                std::to_chars(at, at + longest, static_cast<std::int64_t>(value)).ptr - at);
        } else {
            size_ += static_cast<std::size_t>(
                std::to_chars(at, at + longest, static_cast<std::uint64_t>(value)).ptr - at);
        }
    }
    /// Lower case hexadecimal digits without a prefix, with leading zeros up to `min_digits` (at most 16).
    void hex(std::uint64_t value, unsigned min_digits = 0) {
        const unsigned digits = hex_digits(value, min_digits);
        char* at = claim(16);
        for (unsigned index = digits; index-- > 0; value >>= 4U) {
            at[index] = "0123456789abcdef"[value & 0xFU];
        }
        size_ += digits;
    }
    /// The same with "0x" in front.
    void hex0x(std::uint64_t value, unsigned min_digits = 0) {
        text("0x");
        hex(value, min_digits);
    }

    /// The shortest decimal that reads back as the same value, always with ".0" or an exponent so that it can
    /// not be taken for an integer; "inf", "-inf", and a NaN as "nan(0x7fc00001)" with all its bits.
    void real(float value);
    /// The same for a double; a NaN has sixteen digits.
    void real(double value);
    /// The float with these bits. Unlike real(float) this keeps signalling NaNs on every target.
    void real_bits(std::uint32_t bits);
    void real_bits(std::uint64_t bits);

    /// Writes blanks until the line is `column` columns wide, and at least `at_least` blanks.
    void pad_to(std::size_t column, std::size_t at_least = 0);

    /// The text in double quotes. \n \r \t \" \\ are written so; other control characters
    /// (base/escape.hpp) and bytes that are not UTF-8 as \xNN, so that the bytes can be read back exactly.
    void quoted(std::string_view utf8);

    /// What was written so far; ends with the next append. Starts with the borrowed text if there was some.
    [[nodiscard]] std::string_view view() const noexcept { return {buffer_.data(), size_}; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    void clear() noexcept { size_ = 0; }
    /// Takes back what was written behind the first `size` bytes.
    void truncate(std::size_t size) noexcept {
        if (size < size_) size_ = size;
    }
    /// Makes room for a text of that size at once; growing by and by copies what is there each time.
    void reserve(std::size_t size) {
        if (size > size_) static_cast<void>(claim(size - size_));
    }
    /// Hands the text over and leaves the writer empty. With a borrowed target the target stays empty as
    /// well.
    [[nodiscard]] std::string take();
    /// Makes a borrowed target complete now; view() is empty then, and the next append borrows it again. Does
    /// nothing without a target.
    void flush();

  private:
    void one(std::string_view part) { text(part); }
    void one(Hex part) { hex(part.value, part.min_digits); }
    void one(Quoted part) { quoted(part.utf8); }
    template <std::integral T> void one(T part) {
        if constexpr (std::same_as<T, char>)
            ch(part);
        else
            dec(part);
    }
    [[nodiscard]] static unsigned hex_digits(std::uint64_t value, unsigned min_digits) noexcept;
    /// Room for `count` more characters at the returned place; the caller moves size_.
    [[nodiscard]] char* claim(std::size_t count) {
        if (capacity_ - size_ < count) [[unlikely]] {
            grow(count);
        }
        return data_ + size_;
    }
    /// memcpy for the short lengths of names and words, which a library call handles slower than these few
    /// moves.
    static void copy(char* to, const char* from, std::size_t count) {
        if (__builtin_constant_p(count) != 0 || count > 32) {
            std::memcpy(to, from, count);
        } else if (count > 16) {
            overlapping<16>(to, from, count);
        } else if (count >= 8) {
            overlapping<8>(to, from, count);
        } else if (count >= 4) {
            overlapping<4>(to, from, count);
        } else if (count >= 2) {
            overlapping<2>(to, from, count);
        } else if (count == 1) {
            *to = *from;
        }
    }
    struct TwoWords {
        std::uint64_t first, second;
    };
    /// `size` to twice as many characters, as two blocks that may overlap.
    template <std::size_t size> static void overlapping(char* to, const char* from, std::size_t count) {
        using Half = std::conditional_t<
            size == 16, TwoWords,
            std::conditional_t<size == 8, std::uint64_t,
                               std::conditional_t<size == 4, std::uint32_t, std::uint16_t>>>;
        Half first, last;
        std::memcpy(&first, from, size);
        std::memcpy(&last, from + count - size, size);
        std::memcpy(to, &first, size);
        std::memcpy(to + count - size, &last, size);
    }
    void grow(std::size_t count);
    void borrow();

    char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    std::string buffer_; ///< Always exactly capacity_ long; only the first size_ characters mean something.
    std::string* target_ = nullptr;
    bool borrowed_ = false;
};

/// Writes a decimal number of at most ten digits and returns its end.
inline char* put_decimal(char* at, std::uint32_t value) noexcept {
    if (value < 10) { // most numbers of listings
        *at = static_cast<char>('0' + static_cast<char>(value));
        return at + 1;
    }
    return std::to_chars(at, at + 10, value).ptr;
}

/// The two lower case hexadecimal digits of every byte, one byte after the other.
inline constexpr std::array<char, 512> hex_pairs = [] {
    std::array<char, 512> pairs{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        pairs[2 * byte] = "0123456789abcdef"[byte >> 4U];
        pairs[2 * byte + 1] = "0123456789abcdef"[byte & 15U];
    }
    return pairs;
}();

/// Writes lower case hexadecimal digits, at least four and at most eight, and returns their end.
inline char* put_hex4(char* at, std::uint32_t value) noexcept {
    if (value <= 0xFFFF) { // nearly all addresses
        std::memcpy(at, hex_pairs.data() + 2 * std::size_t{value >> 8U}, 2);
        std::memcpy(at + 2, hex_pairs.data() + 2 * std::size_t{value & 0xFFU}, 2);
        return at + 4;
    }
    const unsigned digits = (35U - static_cast<unsigned>(__builtin_clz(value))) / 4U;
    for (unsigned index = digits; index-- > 0; value >>= 4U) at[index] = "0123456789abcdef"[value & 0xFU];
    return at + digits;
}

inline unsigned TextWriter::hex_digits(std::uint64_t value, unsigned min_digits) noexcept {
    unsigned digits = (67U - static_cast<unsigned>(__builtin_clzll(value | 1U))) / 4U;
    if (digits < min_digits) {
        digits = min_digits < 16 ? min_digits : 16;
    }
    return digits;
}

} // namespace vellum
