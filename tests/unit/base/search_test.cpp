// Searching in linear time: the same answers as trying every place, on all short texts of two letters and on
// long ones that repeat themselves; and a bound on the comparisons.
#include "base/search.hpp"

#include <gtest/gtest.h>

#include <string>

namespace vellum {
namespace {

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

std::size_t by_trying(std::string_view text, std::string_view wanted, std::size_t from) {
    for (; from + wanted.size() <= text.size(); ++from) {
        std::size_t i = 0;
        while (i < wanted.size() && small(text[from + i]) == small(wanted[i])) ++i;
        if (i == wanted.size()) return from;
    }
    return std::string_view::npos;
}

std::string letters(unsigned bits, unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += (bits >> i & 1U) != 0 ? (i % 2 == 0 ? 'a' : 'A') : 'b';
    return text;
}

TEST(Search, FindsWhatTryingEveryPlaceFinds) {
    for (unsigned length = 0; length <= 10; ++length)
        for (unsigned text = 0; text < (1U << length); ++text)
            for (unsigned wanted_length = 0; wanted_length <= 5; ++wanted_length)
                for (unsigned wanted = 0; wanted < (1U << wanted_length); ++wanted) {
                    const std::string in = letters(text, length), what = letters(wanted, wanted_length);
                    for (const std::size_t from : {0U, 3U})
                        ASSERT_EQ(find_text(in, what, small, from), by_trying(in, what, from))
                            << what << " in " << in << " from " << from;
                }
}

TEST(Search, NeverComparesOutOfProportion) {
    constexpr std::size_t size = 20000;
    const std::string as(size, 'a');
    const std::string half(size / 2, 'a');
    std::string fibonacci = "a", before = "b";
    while (fibonacci.size() < size) before = std::exchange(fibonacci, fibonacci + before);
    for (const auto& [text, wanted] : std::initializer_list<std::pair<std::string, std::string>>{
             {as, half + "b"},
             {as, "b" + half},
             {as, half + "b" + half},
             {fibonacci, fibonacci.substr(1, size / 3) + "c"},
             {fibonacci, before.substr(0, size / 4) + "bb"}}) {
        std::size_t folded = 0;
        const auto count = [&folded](char c) {
            ++folded;
            return c;
        };
        EXPECT_EQ(find_text(text, wanted, count), text.find(wanted));
        EXPECT_LE(folded, 8 * (text.size() + wanted.size())) << wanted.size();
    }
}

} // namespace
} // namespace vellum
