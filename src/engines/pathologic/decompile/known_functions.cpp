// The table as it is written, read once.
#include "engines/pathologic/decompile/known_functions.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <vector>

namespace vellum::pathologic::decompile {

namespace {

constexpr std::string_view table =
#include "engines/pathologic/decompile/known_functions.inc"
    ;

/// "4f…9c Clamp(value,low,high) locals"
KnownFunction read(std::string_view line) {
    KnownFunction known;
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is given.
    std::from_chars(line.data(), line.data() + 16, known.hash, 16);
    line.remove_prefix(17);
    const std::size_t open = line.find('('), close = line.find(')', open);
    known.name = line.substr(0, open);
    known.parameters = line.substr(open + 1, close - open - 1);
    if (close + 2 < line.size()) known.locals = line.substr(close + 2);
    return known;
}

std::vector<KnownFunction> read_table() {
    std::vector<KnownFunction> all;
    for (std::string_view rest = table; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        all.push_back(read(rest.substr(0, end)));
        rest.remove_prefix(end + 1);
    }
    assert(std::ranges::is_sorted(all, {}, &KnownFunction::hash));
    return all;
}

} // namespace

const KnownFunction* known_function(std::uint64_t hash) {
    static const std::vector<KnownFunction> all = read_table();
    const auto found = std::ranges::lower_bound(all, hash, {}, &KnownFunction::hash);
    return found != all.end() && found->hash == hash ? &*found : nullptr;
}

} // namespace vellum::pathologic::decompile
