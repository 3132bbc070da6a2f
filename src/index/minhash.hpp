// Near duplicates: MinHash over the pairs of neighbouring instructions of a function, after A. Broder, "On
// the resemblance and containment of documents" (1997). The share of equal numbers estimates the share of
// pairs that two functions have in common.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::index {

inline constexpr std::size_t minhash_size = 64;
using MinHash = std::array<std::uint16_t, minhash_size>;
/// Functions with fewer instructions are compared by their hash alone: short ones are alike by chance.
inline constexpr std::size_t least_instructions = 8;
/// Share of equal numbers from which functions count as near duplicates, in percent.
inline constexpr int default_likeness = 70;

/// `lines`: a number for each instruction (tools::FunctionFacts::lines).
[[nodiscard]] MinHash minhash_of(std::span<const std::uint32_t> lines);

/// Functions that are alike have one of these in common: found with a chance of 99 % at a likeness of 0.7.
[[nodiscard]] std::vector<std::uint64_t> bands_of(const MinHash& minhash);

} // namespace vellum::index
