// Which entries of a table say again what an earlier one says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace vellum::pathologic {

/// True for every entry whose key (what `key` makes of it; ordered, cheap to copy) an earlier entry has too.
template <class Entry, class Key>
[[nodiscard]] std::vector<bool> repetitions(const std::vector<Entry>& entries, Key&& key) {
    using Sorted = std::pair<std::remove_cvref_t<decltype(std::invoke(key, entries[0]))>, std::size_t>;
    std::vector<Sorted> sorted;
    sorted.reserve(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) sorted.emplace_back(std::invoke(key, entries[i]), i);
    std::ranges::sort(sorted);
    std::vector<bool> repeated(entries.size(), false);
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i].first == sorted[i - 1].first) repeated[sorted[i].second] = true;
    return repeated;
}

} // namespace vellum::pathologic
