// The value of a register or stack entry: 32 bits of number and 32 bits of tag in one word. The tag says
// whether the number is an integer, a float, or an offset into an object that the tag names. An address can
// only be made from an object and only its offset can change, so it never leaves the object. Facts:
// docs/engines/ags.md, "Values".
#pragma once

#include <bit>
#include <cstdint>

namespace vellum::ags {

using Word = std::uint64_t;

/// What a tag's low four bits say; the rest is the number of the object.
enum class Tag : std::uint32_t {
    integer,
    real,
    stack,    ///< entry of the machine's stack
    data,     ///< global data of a script instance
    literal,  ///< string literals of a script instance
    object,   ///< managed object, by handle
    variable, ///< array or object of the host, by import number in the world
    code      ///< something callable, by number in the world
};

inline constexpr std::uint32_t tag_bits = 4;
inline constexpr std::uint32_t most_objects = 1U << (32 - tag_bits);

[[nodiscard]] constexpr std::uint32_t number_of(Word word) noexcept {
    return static_cast<std::uint32_t>(word);
}
[[nodiscard]] constexpr std::int32_t signed_of(Word word) noexcept {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(word));
}
[[nodiscard]] constexpr float real_of(Word word) noexcept { return std::bit_cast<float>(number_of(word)); }
[[nodiscard]] constexpr std::uint32_t tag_of(Word word) noexcept {
    return static_cast<std::uint32_t>(word >> 32U);
}
[[nodiscard]] constexpr Tag kind_of(Word word) noexcept {
    return static_cast<Tag>(tag_of(word) & ((1U << tag_bits) - 1));
}
[[nodiscard]] constexpr std::uint32_t object_of(Word word) noexcept { return tag_of(word) >> tag_bits; }

[[nodiscard]] constexpr Word word_of(std::uint32_t number, std::uint32_t tag) noexcept {
    return number | static_cast<Word>(tag) << 32U;
}
[[nodiscard]] constexpr Word integer_word(std::uint32_t number) noexcept { return number; }
[[nodiscard]] constexpr Word integer_word(std::int32_t number) noexcept {
    return static_cast<std::uint32_t>(number);
}
[[nodiscard]] constexpr Word integer_word(bool value) noexcept { return value ? 1U : 0U; }
[[nodiscard]] constexpr Word real_word(float value) noexcept {
    return word_of(std::bit_cast<std::uint32_t>(value), static_cast<std::uint32_t>(Tag::real));
}
[[nodiscard]] constexpr Word address_word(Tag kind, std::uint32_t object, std::uint32_t offset = 0) noexcept {
    return word_of(offset, static_cast<std::uint32_t>(kind) | object << tag_bits);
}

[[nodiscard]] constexpr bool is_number(Word word) noexcept {
    return tag_of(word) <= static_cast<std::uint32_t>(Tag::real);
}
/// Null, or the number 0 of either kind.
[[nodiscard]] constexpr bool is_null(Word word) noexcept { return is_number(word) && number_of(word) == 0; }
/// The same word with another number: what keeps the kind of its target.
[[nodiscard]] constexpr Word with_number(Word word, std::uint32_t number) noexcept {
    return (word & 0xFFFFFFFF00000000U) | number;
}

/// The result of a float operation on the numbers `a` and `b`. Which of two NaNs survives is the hardware's
/// and the compiler's choice; here it is always the first, quieted, and a new one is what x86 makes, so that
/// every build and both forms of the machine give the same bits.
[[nodiscard]] constexpr Word float_result(float result, std::uint32_t a, std::uint32_t b) noexcept {
    if (result == result) [[likely]]
        return real_word(result);
    constexpr std::uint32_t quiet = 0x00400000U;
    constexpr std::uint32_t fresh = 0xFFC00000U;
    const auto is_nan = [](std::uint32_t bits) { return (bits & 0x7FFFFFFFU) > 0x7F800000U; };
    const std::uint32_t bits = is_nan(a) ? a | quiet : is_nan(b) ? b | quiet : fresh;
    return word_of(bits, static_cast<std::uint32_t>(Tag::real));
}

} // namespace vellum::ags
