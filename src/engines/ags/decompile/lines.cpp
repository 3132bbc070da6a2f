// See the header.
#include "engines/ags/decompile/lines.hpp"

#include <algorithm>

namespace vellum::ags::decompile {

bool begins_part(const Block& block, const Marks& marks, std::uint32_t function) {
    if (marks.parts.empty()) return false;
    const std::uint32_t address = block[block.functions()[function].first].at;
    return std::ranges::any_of(block.script().scom().sections, [&](const Section& section) {
        return std::cmp_equal(section.offset, address) &&
               std::ranges::find(marks.parts, section.name, &Marks::Part::name) != marks.parts.end();
    });
}

namespace {

struct Lines {
    std::uint32_t function = 0;
    std::int32_t first = 0, last = 0;
};

/// The longest chain in which none begins in front of where the one before it ends.
void keep_chain(const std::vector<Lines>& all, std::vector<bool>& out) {
    constexpr std::uint32_t none = nowhere;
    std::vector<std::uint32_t> ends; // of the chains of each length the one that ends first
    std::vector<std::uint32_t> before(all.size(), none);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const auto at = std::ranges::upper_bound(ends, all[i].first, {},
                                                 [&](std::uint32_t each) { return all[each].last; });
        if (at != ends.begin()) before[i] = *(at - 1);
        if (at == ends.end())
            ends.push_back(i);
        else if (all[i].last < all[*at].last)
            *at = i;
    }
    for (const Lines& each : all) out[each.function] = true;
    for (std::uint32_t i = ends.empty() ? none : ends.back(); i != none; i = before[i])
        out[all[i].function] = false;
}

} // namespace

std::vector<bool> out_of_line(const Block& block, const Marks& marks) {
    std::vector<bool> out(block.functions().size());
    std::vector<Lines> part;
    for (std::uint32_t i = 0; i < out.size(); ++i) {
        if (begins_part(block, marks, i)) {
            keep_chain(part, out);
            part.clear();
        }
        Lines lines{.function = i};
        for (std::uint32_t at = block.functions()[i].first; at < block.functions()[i].end; ++at) {
            if (block[at].op != Op::linenum) continue;
            if (lines.first == 0) lines.first = block[at].a;
            lines.last = std::max(lines.last, block[at].a);
            out[i] = out[i] || block[at].a < 1 || block[at].a > most_lines;
        }
        if (lines.first > 0 && !out[i]) part.push_back(lines);
    }
    keep_chain(part, out);
    return out;
}

} // namespace vellum::ags::decompile
