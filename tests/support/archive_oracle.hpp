// What must hold for any bytes that are opened as an archive: refused with a reason, or every member is read
// or refused, and what is changed reads back. For the fuzz target and the damage test.
#pragma once

#include "archives/codes.hpp"
#include "support/demand.hpp"
#include "support/made_archives.hpp"

namespace vellum::test {

/// Bytes in memory that count how many of them were read.
class CountedSource : public MemorySource {
  public:
    using MemorySource::MemorySource;
    [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override {
        total += out.size();
        return MemorySource::read(offset, out);
    }
    mutable std::uint64_t total = 0;
};

/// True if the bytes were opened.
inline bool archive_holds(const std::vector<std::byte>& bytes) {
    archives::Limits limits;
    limits.member_bytes = std::uint64_t{1} << 20U;
    const auto source = std::make_shared<CountedSource>(bytes);
    const auto archive = archives::open(source, limits);
    constexpr std::uint64_t most_per_byte = 100, always = 200'000;
    demand(source->total <= most_per_byte * bytes.size() + always, "opening reads in proportion");
    if (!archive) {
        demand(archive.error().code != nullptr && !archive.error().message.empty(), "a refusal says why");
        return false;
    }
    std::uint64_t names = 0, contents = 0;
    std::size_t readable = archives::Archive::none;
    for (std::size_t i = 0; i < (*archive)->members().size(); ++i) {
        const archives::Member& member = (*archive)->members()[i];
        names += member.name.size();
        // Members may lie over each other: to read all of each would be no longer in proportion.
        if (contents > 64 * bytes.size() + (std::size_t{1} << 20U)) continue;
        const auto content = (*archive)->read(i);
        if (!content) continue;
        demand(content->size() == member.size, "a member is as long as it says", member.name);
        contents += content->size();
        if (readable == archives::Archive::none) readable = i;
    }
    demand(names <= (std::uint64_t{1} << 20U) + 8 * bytes.size(), "names are in proportion");
    if (readable == archives::Archive::none) return true;
    const archives::Member& member = (*archive)->members()[readable];
    // Some formats take contents of the same length only.
    const std::string folder = member.name.substr(0, member.name.rfind('/') + 1);
    for (const archives::Change& change :
         {archives::Change{member.name, bytes_of("something else")},
          archives::Change{member.name, std::vector<std::byte>(member.size, std::byte{'?'})},
          archives::Change{member.name, std::nullopt}, archives::Change{folder + "new.x", bytes_of("new")}}) {
        const std::span<const archives::Change> changes(&change, 1);
        const auto changed = (*archive)->change(changes);
        if (!changed) {
            demand(changed.error().code == &codes::archive_change || !changed.error().message.empty(),
                   "a refusal says why");
            continue;
        }
        // The comparison is what the command line trusts; it may refuse, but not be wrong.
        if (!archives::compare(**archive, changes, *changed)) continue;
        const auto again = archives::open(*changed);
        demand(again.has_value(), "what compares equal opens");
    }
    return true;
}

} // namespace vellum::test
