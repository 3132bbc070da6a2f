// The shortest way from one sequence to another, after Myers: what goes, what comes, what stays. Work is
// bounded: sequences that have too little in common are said to differ from the first difference to the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum {

/// A piece of both sequences.
struct Edit {
    bool same = false; ///< It stays; else `removed` elements go and `added` ones come.
    std::size_t removed = 0;
    std::size_t added = 0; ///< Of a piece that stays: as many as `removed`.
};

struct Edits {
    std::vector<Edit> pieces;
    bool exact = true; ///< False: the middle was too different and is one piece that goes and comes.
};

/// Elements are equal if their numbers are. `effort` is how many steps may be taken; memory grows with it.
[[nodiscard]] Edits find_edits(std::span<const std::uint32_t> before, std::span<const std::uint32_t> after,
                               std::uint64_t effort);

} // namespace vellum
