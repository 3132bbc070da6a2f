// SKRIT_FEATURE( 71, 72 ) inside a test says which rows of the check-list (features.csv) it shows. The page
// docs/engines/skrit-features.md is made by scanning the tests for it; text cases carry it in a comment.
#pragma once

#include <algorithm>
#include <initializer_list>

namespace vellum::skrit::test {

constexpr bool are_rows(std::initializer_list<int> rows) {
    return std::all_of(rows.begin(), rows.end(), [](int row) { return row >= 1 && row <= 190; });
}

} // namespace vellum::skrit::test

#define SKRIT_FEATURE(...)                                                                                   \
    static_assert(::vellum::skrit::test::are_rows({__VA_ARGS__}), "the check-list has the rows 1 to 190")
