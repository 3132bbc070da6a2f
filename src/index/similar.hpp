// Functions of two places that are each other's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/minhash.hpp"

namespace vellum::index {

/// A function as the matching sees it.
struct Candidate {
    std::size_t script = 0; ///< Number among the scripts of both places: those of one relative name have one.
    std::string name;
    std::uint64_t shape = 0;
    std::uint64_t with_calls = 0; ///< Also of what it calls: tells functions of one shape apart.
    std::uint32_t instructions = 0;
    MinHash minhash{};
    std::vector<std::string> calls; ///< Functions of the same script by name, as the code calls them.
};

/// Which function became which.
struct Pairing {
    struct Pair {
        std::size_t before = 0, after = 0; ///< Numbers of candidates.
        unsigned likeness = 100;           ///< In percent.
    };
    std::vector<Pair> pairs; ///< By `before`.
    std::vector<std::size_t> removed, added;
};

/// Pairs the functions of two versions: of one name and one shape first, then of one shape, then those that
/// are alike, by at least `least` percent; within a script before across scripts. A script under another name
/// is the same if most of its functions are. What two paired functions call at the same place is a pair, too:
/// that tells short functions apart. Work is nearly linear.
[[nodiscard]] Pairing pair_functions(const std::vector<Candidate>& before,
                                     const std::vector<Candidate>& after, unsigned least);

/// Share of equal numbers, in percent.
[[nodiscard]] unsigned likeness_of(const MinHash& a, const MinHash& b);

} // namespace vellum::index
