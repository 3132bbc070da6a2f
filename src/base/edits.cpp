// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), the greedy form: furthest points of each
// diagonal, kept for every number of differences so that the way back can be read off them.
#include "base/edits.hpp"

#include <algorithm>
#include <ranges>

namespace vellum {

namespace {

using Sequence = std::span<const std::uint32_t>;

/// Furthest x on each diagonal k = -d, -d + 2, … d, of all d one behind the other.
class Furthest {
  public:
    [[nodiscard]] std::int64_t at(std::int64_t d, std::int64_t k) const {
        return x_[static_cast<std::size_t>(d * (d + 1) / 2 + (d + k) / 2)];
    }
    void add(std::int64_t x) { x_.push_back(static_cast<std::int32_t>(x)); }

  private:
    std::vector<std::int32_t> x_;
};

/// True if diagonal k is entered from k + 1, by an element that comes.
bool comes(const Furthest& furthest, std::int64_t d, std::int64_t k) {
    return k == -d || (k != d && furthest.at(d - 1, k - 1) < furthest.at(d - 1, k + 1));
}

void append(std::vector<Edit>& pieces, bool same, std::size_t removed, std::size_t added) {
    if (removed == 0 && added == 0) return;
    if (pieces.empty() || pieces.back().same != same) pieces.push_back({same, 0, 0});
    pieces.back().removed += removed;
    pieces.back().added += added;
}

/// The pieces in reverse order; false if there are too many differences.
bool search(Sequence before, Sequence after, std::uint64_t effort, std::vector<Edit>& pieces) {
    const auto n = static_cast<std::int64_t>(before.size());
    const auto m = static_cast<std::int64_t>(after.size());
    Furthest furthest;
    std::int64_t d = 0;
    std::uint64_t spent = 0;
    for (bool found = false; !found; ++d) {
        for (std::int64_t k = -d; k <= d; k += 2) {
            std::int64_t x = 0;
            if (d != 0) x = comes(furthest, d, k) ? furthest.at(d - 1, k + 1) : furthest.at(d - 1, k - 1) + 1;
            const std::int64_t start = x;
            while (x < n && x - k < m &&
                   before[static_cast<std::size_t>(x)] == after[static_cast<std::size_t>(x - k)])
                ++x;
            spent += static_cast<std::uint64_t>(x - start) + 1;
            if (spent > effort) return false;
            furthest.add(x);
            if (k == n - m && x >= n) found = true;
        }
    }
    std::int64_t x = n, y = m;
    for (--d; d > 0; --d) {
        const std::int64_t k = x - y;
        const bool down = comes(furthest, d, k);
        const std::int64_t from = furthest.at(d - 1, down ? k + 1 : k - 1);
        const std::int64_t snake = x - (down ? from : from + 1);
        append(pieces, true, static_cast<std::size_t>(snake), static_cast<std::size_t>(snake));
        append(pieces, false, down ? 0 : 1, down ? 1 : 0);
        x = from;
        y = from - (down ? k + 1 : k - 1);
    }
    append(pieces, true, static_cast<std::size_t>(x), static_cast<std::size_t>(x));
    return true;
}

} // namespace

Edits find_edits(Sequence before, Sequence after, std::uint64_t effort) {
    const auto [a, b] = std::ranges::mismatch(before, after);
    const auto head = static_cast<std::size_t>(a - before.begin());
    std::size_t tail = 0;
    while (tail < before.size() - head && tail < after.size() - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const Sequence left = before.subspan(head, before.size() - head - tail);
    const Sequence right = after.subspan(head, after.size() - head - tail);
    Edits made;
    append(made.pieces, true, head, head);
    std::vector<Edit> middle;
    if (left.empty() || right.empty()) {
        append(middle, false, left.size(), right.size());
    } else if (!search(left, right, effort, middle)) {
        made.exact = false;
        middle.clear();
        append(middle, false, left.size(), right.size());
    }
    for (const Edit& one : std::ranges::reverse_view(middle))
        append(made.pieces, one.same, one.removed, one.added);
    append(made.pieces, true, tail, tail);
    return made;
}

} // namespace vellum
