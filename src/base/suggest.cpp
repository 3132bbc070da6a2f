// Optimal string alignment distance over short names; inputs are cut so that a hostile one costs nothing.
#include "base/suggest.hpp"

#include <algorithm>
#include <vector>

#include "base/ascii.hpp"

namespace vellum {

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
    constexpr std::size_t longest = 64;
    a = a.substr(0, longest);
    b = b.substr(0, longest);
    if (a.size() > b.size() + most || b.size() > a.size() + most) return most + 1;
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
            least = std::min(least, row[j]);
        }
        if (least > most + 1) return most + 1; // not even a swap leads back
        std::swap(before, above);
        std::swap(above, row);
    }
    return std::min(above[b.size()], most + 1);
}

std::string_view nearest(std::string_view wanted, std::span<const std::string_view> names) {
    std::string_view best;
    std::size_t most = std::max<std::size_t>(1, wanted.size() / 3);
    for (const std::string_view name : names) {
        if (name == wanted) continue; // what is wrong is not the spelling
        if (same_name(name, wanted)) return name;
        // A beginning counts as near: "dis" means "disasm".
        const bool begins = wanted.size() >= 2 && name.starts_with(wanted);
        const std::size_t distance = begins ? 1 : edit_distance(wanted, name, most);
        if (distance > most) continue;
        best = name;
        most = distance - 1; // only a nearer one is better
    }
    return best;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names) {
    const std::string_view name = nearest(wanted, names);
    return name.empty() ? std::string() : " Did you mean '" + std::string(name) + "'?";
}

} // namespace vellum
