// Results come in order and one at a time, whatever the threads do, and nobody runs far ahead.
#include "cli/in_order.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>

namespace vellum::cli {
namespace {

TEST(InOrder, HandsOutEveryResultOnceByAscendingIndex) {
    for (const unsigned jobs : {0U, 1U, 2U, 5U, 64U})
        for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
            std::vector<std::size_t> indices;
            std::vector<std::size_t> results;
            in_order<std::size_t>(
                count, jobs,
                [](std::size_t index) {
                    if (index % 5 == 0) std::this_thread::yield();
                    return index * index;
                },
                [&](std::size_t index, std::size_t result) {
                    indices.push_back(index);
                    results.push_back(result);
                });
            std::vector<std::size_t> wanted(count);
            std::iota(wanted.begin(), wanted.end(), std::size_t{0});
            EXPECT_EQ(indices, wanted) << jobs << " jobs";
            for (std::size_t& index : wanted) index *= index;
            EXPECT_EQ(results, wanted) << jobs << " jobs";
        }
}

TEST(InOrder, WaitsForTheFirstButNotWithEverything) {
    constexpr unsigned jobs = 3;
    std::atomic<std::size_t> begun = 0, handed_out = 0, furthest = 0;
    std::atomic<bool> inside = false;
    in_order<std::size_t>(
        5000, jobs,
        [&](std::size_t index) {
            ++begun;
            const std::size_t ahead = index - std::min<std::size_t>(handed_out, index);
            std::size_t before = furthest;
            while (ahead > before && !furthest.compare_exchange_weak(before, ahead)) {
            }
            // The first takes until the others can not go on without it; on a busy machine they begin late.
            for (std::size_t last = 0, late = 0;
                 index == 0 && (last != begun || (begun <= jobs + 1 && ++late < 500));) {
                last = begun;
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            return index;
        },
        [&](std::size_t index, std::size_t result) {
            EXPECT_FALSE(inside.exchange(true)) << "two at a time";
            EXPECT_EQ(index, result);
            ++handed_out;
            inside = false;
        });
    EXPECT_EQ(handed_out, 5000U);
    EXPECT_GT(furthest, jobs); // the others did go on
    EXPECT_LT(furthest, jobs * 16U);
}

} // namespace
} // namespace vellum::cli
