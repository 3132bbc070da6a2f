// Members of archives and containers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum::questions {

/// What is told of a member, of an archive or of a container.
struct Told {
    std::string_view name, kind;
    std::uint64_t offset = 0, size = 0;
    bool cut_off = false;
    /// Of archives only: how many bytes it takes there.
    std::optional<std::uint64_t> stored = {};
    bool deleted = false;

    explicit Told(const archives::Member& member)
        : name(member.name),
          kind(member.kind),
          offset(member.offset),
          size(member.size),
          cut_off(member.cut_off) {}
    /// `may_read`: bytes of members that may be looked into.
    Told(const archives::Archive& archive, std::size_t entry, std::uint64_t& may_read);
    /// `path`: where it was written, or empty.
    [[nodiscard]] std::string json(const std::string& file, std::string_view path = {}) const;
};

/// The bytes of a container's member.
[[nodiscard]] Result<std::vector<std::byte>> read_member(const tools::OpenedFile& opened, const Node& input,
                                                         const archives::Member& member);

} // namespace vellum::questions
