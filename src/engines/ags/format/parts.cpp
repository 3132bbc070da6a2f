// A part begins with the mark, the version and its number; the offsets in the table count from there.
#include "engines/ags/format/parts.hpp"

#include <algorithm>

#include "archives/source.hpp"
#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/format/container.hpp"

namespace vellum::ags {

namespace {

/// What stands at the end of a program with a package behind it: where that begins, and a mark.
std::size_t tail_size(const PackageHeader& header) { return header.number_size() + 12; }

bool is_part(std::span<const std::byte> bytes, const PackageHeader& header, std::size_t number) {
    constexpr std::uint64_t number_at = 6;
    PackageHeader own;
    return find_package(bytes, own) && own.offset == 0 && own.version == header.version &&
           bytes.size() > number_at && std::to_integer<std::size_t>(bytes[number_at]) == number;
}

} // namespace

std::vector<std::string> other_parts(std::span<const std::byte> bytes) {
    PackageHeader header;
    std::vector<std::string> names;
    if (!find_package(bytes, header) || !read_package(bytes, header, &names) || names.size() < 2) return {};
    names.erase(names.begin());
    return names;
}

std::vector<std::uint64_t> part_starts(std::span<const std::vector<std::byte>> parts) {
    std::vector<std::uint64_t> starts{0};
    for (const std::vector<std::byte>& part : parts) starts.push_back(starts.back() + part.size());
    return starts;
}

Result<std::vector<std::byte>> join_parts(std::span<const std::vector<std::byte>> parts) {
    PackageHeader header;
    if (parts.empty() || !find_package(parts[0], header))
        return fail(codes::container_format, "this is not a game package");
    const auto assets = read_package(parts[0], header);
    if (!assets) return std::unexpected(assets.error());
    const std::vector<std::uint64_t> starts = part_starts(parts);
    std::vector<bool> there;
    there.reserve(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) there.push_back(i != 0 && is_part(parts[i], header, i));

    std::vector<std::byte> whole;
    whole.reserve(static_cast<std::size_t>(starts.back()) + tail_size(header));
    for (const std::vector<std::byte>& part : parts) whole.insert(whole.end(), part.begin(), part.end());
    const unsigned size = header.number_size();
    const auto put = [&](std::uint64_t at, unsigned bytes, std::uint64_t before, std::uint64_t now) {
        std::ranges::copy(changed_number(whole, at, bytes, before, now),
                          whole.begin() + static_cast<std::ptrdiff_t>(at));
    };
    for (const Asset& asset : *assets) {
        if (asset.part >= parts.size() || !there[asset.part] ||
            !archives::lies_inside(asset.offset, asset.size, parts[asset.part].size()))
            continue;
        const std::uint64_t now = starts[asset.part] + asset.offset - header.offset;
        if (size == 4 && now > 0xFFFFFFFF) continue;
        put(asset.offset_at, size, asset.offset, now);
        put(asset.part_at, 1, asset.part, 0);
    }
    if (header.offset != 0) {
        const std::size_t tail = tail_size(header);
        if (parts[0].size() < tail) return fail(codes::container_format, "this is not a game package");
        whole.insert(whole.end(), parts[0].end() - static_cast<std::ptrdiff_t>(tail), parts[0].end());
    }
    return whole;
}

} // namespace vellum::ags
