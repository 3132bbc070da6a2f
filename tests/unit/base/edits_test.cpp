// The way from one sequence to another: right, shortest, and bounded.
#include "base/edits.hpp"

#include <random>

#include <gtest/gtest.h>

namespace vellum {
namespace {

using Sequence = std::vector<std::uint32_t>;

/// Pieces alternate and give both sequences; how many elements go and come.
std::size_t cost_of(const Sequence& before, const Sequence& after, const Edits& edits) {
    std::size_t x = 0, y = 0, cost = 0;
    for (std::size_t i = 0; i < edits.pieces.size(); ++i) {
        const Edit& piece = edits.pieces[i];
        if (i != 0) {
            EXPECT_NE(piece.same, edits.pieces[i - 1].same);
        }
        if (piece.same) {
            EXPECT_EQ(piece.removed, piece.added);
            for (std::size_t k = 0; k < piece.removed; ++k) EXPECT_EQ(before.at(x + k), after.at(y + k));
        } else
            cost += piece.removed + piece.added;
        x += piece.removed;
        y += piece.added;
    }
    EXPECT_EQ(x, before.size());
    EXPECT_EQ(y, after.size());
    return cost;
}

/// By the table that everybody knows.
std::size_t least_cost(const Sequence& before, const Sequence& after) {
    std::vector<Sequence> table(before.size() + 1, Sequence(after.size() + 1, 0));
    for (std::size_t i = 0; i <= before.size(); ++i)
        for (std::size_t k = 0; k <= after.size(); ++k)
            table[i][k] = static_cast<std::uint32_t>(i == 0 || k == 0 ? i + k
                                                     : before[i - 1] == after[k - 1]
                                                         ? table[i - 1][k - 1]
                                                         : 1 + std::min(table[i - 1][k], table[i][k - 1]));
    return table.back().back();
}

TEST(Edits, AreShortest) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        const auto make = [&] {
            Sequence made(random() % 12);
            for (std::uint32_t& one : made) one = random() % 4;
            return made;
        };
        const Sequence before = make(), after = make();
        const Edits edits = find_edits(before, after, 1'000'000);
        EXPECT_TRUE(edits.exact);
        EXPECT_EQ(cost_of(before, after, edits), least_cost(before, after));
    }
}

TEST(Edits, GiveUpHonestly) {
    Sequence before, after;
    for (std::uint32_t i = 0; i < 50'000; ++i) {
        before.push_back(2 * i);
        after.push_back(2 * i + 1);
    }
    before.front() = after.front() = before.back() = after.back() = 7;
    const Edits edits = find_edits(before, after, 1'000'000);
    EXPECT_FALSE(edits.exact);
    ASSERT_EQ(edits.pieces.size(), 3U);
    EXPECT_EQ(edits.pieces[0].removed, 1U);
    EXPECT_EQ(edits.pieces[1].removed, 49'998U);
    EXPECT_EQ(edits.pieces[2].removed, 1U);
}

} // namespace
} // namespace vellum
