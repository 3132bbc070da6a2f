// Finding one text in another in linear time and without memory of its own: the two-way algorithm of
// Crochemore and Perrin ("Two-way string-matching", 1991). For natives whose texts come from strangers: the
// library's own find is quadratic for patterns such as aaab in texts such as aaaaaaaa.
#pragma once

#include <cstddef>
#include <string_view>

namespace vellum {

namespace detail {

/// Start and period of the greatest suffix in the order of characters, or in the opposite one.
template <class Fold>
void greatest_suffix(std::string_view text, Fold fold, bool opposite, std::size_t& start,
                     std::size_t& period) {
    start = 0;
    period = 1;
    std::size_t other = 1;
    std::size_t k = 0;
    while (other + k < text.size()) {
        const auto a = fold(text[other + k]);
        const auto b = fold(text[start + k]);
        if (a == b) {
            if (++k == period) {
                other += period;
                k = 0;
            }
        } else if (opposite ? a > b : a < b) {
            other += k + 1;
            k = 0;
            period = other - start;
        } else {
            start = other++;
            k = 0;
            period = 1;
        }
    }
}

} // namespace detail

/// Where `wanted` begins in `text` at or behind `from`, or npos. `fold` gives what is compared of a
/// character; its results are compared with ==, < and >. An empty text is found at `from` if that is not
/// behind the end.
template <class Fold>
[[nodiscard]] std::size_t find_text(std::string_view text, std::string_view wanted, Fold fold,
                                    std::size_t from = 0) {
    if (from > text.size() || wanted.size() > text.size() - from) return std::string_view::npos;
    if (wanted.empty()) return from;
    std::size_t cut = 0;
    std::size_t period = 1;
    std::size_t other_cut = 0;
    std::size_t other_period = 1;
    detail::greatest_suffix(wanted, fold, false, cut, period);
    detail::greatest_suffix(wanted, fold, true, other_cut, other_period);
    if (other_cut > cut) {
        cut = other_cut;
        period = other_period;
    }
    const auto same = [&](std::size_t in_wanted, char c) { return fold(wanted[in_wanted]) == fold(c); };
    bool periodic = cut + period <= wanted.size();
    for (std::size_t i = 0; periodic && i < cut; ++i) periodic = same(i, wanted[i + period]);
    if (!periodic) period = (cut > wanted.size() - cut ? cut : wanted.size() - cut) + 1;
    std::size_t known = 0; // characters at the start of `wanted` that are known to match
    const std::size_t last = text.size() - wanted.size();
    for (std::size_t at = from; at <= last;) {
        std::size_t i = cut > known ? cut : known;
        while (i < wanted.size() && same(i, text[at + i])) ++i;
        if (i < wanted.size()) {
            at += i - cut + 1;
            known = 0;
            continue;
        }
        i = cut;
        while (i > known && same(i - 1, text[at + i - 1])) --i;
        if (i <= known) return at;
        at += period;
        known = periodic ? wanted.size() - period : 0;
    }
    return std::string_view::npos;
}

} // namespace vellum
