// A flag byte says of the next eight items, lowest bit first, which are bytes as they are; the others are two
// bytes that name a place in a ring of 4096 bytes, all zero at first, and a length.
#include "archives/lzss.hpp"

#include <algorithm>
#include <limits>

namespace vellum::archives {

namespace {

constexpr std::size_t ring = 4096, ring_start = 0xFEE, least = 3, longest = 18;
constexpr std::size_t farthest = ring - longest; // the makers' own packer never reaches further
constexpr std::size_t items_of_flags = 8;

/// A reference from a place in the text; a length of 0: none.
struct Match {
    std::size_t distance = 0, length = 0;
};

/// The longest matches, the nearest of them first. Zeros stand in front of the text.
std::vector<Match> find_matches(std::span<const std::byte> in) {
    std::vector<std::byte> text(farthest);
    text.insert(text.end(), in.begin(), in.end());
    constexpr std::size_t buckets = std::size_t{1} << 15U;
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> last(buckets, none), before(text.size(), none);
    const auto bucket = [&](std::size_t at) {
        const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(text[at + i]); };
        return (byte(0) << 7U ^ byte(1) << 4U ^ byte(2)) % buckets;
    };
    std::vector<Match> matches(in.size());
    for (std::size_t at = 0; at + least <= text.size(); ++at) {
        std::size_t& head = last[bucket(at)];
        if (at >= farthest) {
            Match& best = matches[at - farthest];
            const std::size_t most = std::min(longest, text.size() - at);
            for (std::size_t from = head; from != none && at - from <= farthest && best.length < most;
                 from = before[from]) {
                std::size_t length = 0;
                while (length < most && text[from + length] == text[at + length]) ++length;
                if (length >= least && length > best.length) best = {at - from, length};
            }
        }
        before[at] = head;
        head = at;
    }
    return matches;
}

} // namespace

std::optional<std::vector<std::byte>> unpack_lzss(std::span<const std::byte> in, std::size_t most) {
    std::vector<std::byte> out;
    for (std::size_t at = 0; at < in.size() && out.size() < most;) {
        const auto flags = std::to_integer<unsigned>(in[at++]);
        for (std::size_t item = 0; item < items_of_flags && at < in.size() && out.size() < most; ++item) {
            if ((flags >> item & 1U) != 0) {
                out.push_back(in[at++]);
                continue;
            }
            if (in.size() - at < 2) return {};
            const auto low = std::to_integer<std::size_t>(in[at]),
                       high = std::to_integer<std::size_t>(in[at + 1]);
            at += 2;
            const std::size_t place = low | (high >> 4U) << 8U;
            std::size_t distance = (ring_start + out.size() - place) % ring;
            if (distance == 0) distance = ring;
            for (std::size_t length = std::min((high & 0xFU) + least, most - out.size()); length != 0;
                 --length)
                out.push_back(distance <= out.size() ? out[out.size() - distance] : std::byte{0});
        }
    }
    return out;
}

std::vector<std::byte> pack_lzss(std::span<const std::byte> in) {
    constexpr std::size_t plain_bits = 9, reference_bits = 17;
    const std::vector<Match> matches = find_matches(in);
    // From the end: how many bits the rest takes, and how far the best item reaches.
    std::vector<std::size_t> bits(in.size() + 1), reach(in.size(), 1);
    for (std::size_t at = in.size(); at-- > 0;) {
        bits[at] = plain_bits + bits[at + 1];
        for (std::size_t length = least; length <= matches[at].length; ++length)
            if (const std::size_t with = reference_bits + bits[at + length]; with <= bits[at]) {
                bits[at] = with;
                reach[at] = length;
            }
    }
    std::vector<std::byte> out;
    std::size_t flags_at = 0;
    unsigned item = items_of_flags;
    for (std::size_t at = 0; at < in.size(); at += reach[at]) {
        if (item == items_of_flags) {
            item = 0;
            flags_at = out.size();
            out.push_back(std::byte{0});
        }
        if (reach[at] == 1) {
            out[flags_at] |= static_cast<std::byte>(1U << item);
            out.push_back(in[at]);
        } else {
            const std::size_t place = (ring_start + at + ring - matches[at].distance) % ring;
            out.push_back(static_cast<std::byte>(place & 0xFFU));
            out.push_back(static_cast<std::byte>((place >> 8U) << 4U | (reach[at] - least)));
        }
        ++item;
    }
    return out;
}

} // namespace vellum::archives
