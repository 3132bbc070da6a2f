// The texts that operands nearly always have, ready to be copied: a listing is mostly small numbers, low
// variables and a few words. They stand in the operand's kind beside the function that prints any value, and
// a test holds both to the same text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vellum::isa {

/// At most seven characters; always copied as eight bytes.
struct ShortText {
    static constexpr std::size_t longest = 7;
    std::array<char, longest> text{};
    std::uint8_t size = 0;

    [[nodiscard]] constexpr std::string_view view() const noexcept { return {text.data(), size}; }
};

/// What the first values of an operand are called. Other values are printed by the kind's function.
struct PreformattedOperands {
    /// What chooses the list.
    enum class Mark : std::uint8_t {
        none,         ///< Always `plain`.
        second_value, ///< The second value of the occurrence: 0 `plain`, 1 `marked`, others are not usual.
        last_value ///< The bits OperandSpec::param of the instruction's last value: 0 `plain`, else `marked`.
    };
    std::span<const ShortText> plain;  ///< By value; empty if the kind has no usual texts.
    std::span<const ShortText> marked; ///< As many, unless the mark is `none`.
    Mark mark = Mark::none;
    bool masked = false; ///< Only the bits OperandSpec::param of the value count.
};

/// `before`, the number, `behind`, for the numbers from 0 to N - 1, of which none is longer than two digits.
template <std::size_t N>
consteval std::array<ShortText, N> numbered_texts(std::string_view before, std::string_view behind) {
    static_assert(N <= 100);
    std::array<ShortText, N> texts{};
    for (std::size_t number = 0; number < N; ++number) {
        ShortText& entry = texts[number];
        const auto add = [&entry](char c) { entry.text[entry.size++] = c; };
        for (const char c : before) add(c);
        if (number >= 10) add(static_cast<char>('0' + number / 10));
        add(static_cast<char>('0' + number % 10));
        for (const char c : behind) add(c);
    }
    return texts;
}

/// The words themselves; the empty one stands for its number, which must have one digit.
template <std::size_t N>
consteval std::array<ShortText, N> word_texts(const std::array<std::string_view, N>& words) {
    std::array<ShortText, N> texts = numbered_texts<N>("", "");
    for (std::size_t i = 0; i < N; ++i) {
        if (words[i].empty()) continue;
        texts[i].size = 0;
        for (const char c : words[i]) texts[i].text[texts[i].size++] = c;
    }
    return texts;
}

/// "0" to "99".
inline constexpr std::array<ShortText, 100> small_numbers = numbered_texts<100>("", "");

} // namespace vellum::isa
