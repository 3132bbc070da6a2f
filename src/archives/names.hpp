// Finding members by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vellum/archive.hpp"

namespace vellum::archives {

/// A name as it is compared: '/' between folders, ASCII letters small.
[[nodiscard]] std::string folded(std::string_view name);

/// An archive's members by name.
class NameIndex {
  public:
    explicit NameIndex(std::span<const Member> members);
    /// As Archive::find. Of two members with one name the first.
    [[nodiscard]] std::size_t find(std::string_view name) const;

  private:
    std::span<const Member> members_;
    std::unordered_map<std::string, std::vector<std::size_t>> by_folded_;
};

/// What changes mean for an archive: for each of its members the new contents, or that it goes; and what is
/// new. Fails with archive.change if a member is named twice, one that is to go is not there, or one that is
/// to be replaced cannot be.
struct Plan {
    std::unordered_map<std::size_t, const Change*> changed; ///< By member.
    std::vector<const Change*> added;
};
[[nodiscard]] Result<Plan> plan(std::span<const Member> members, std::span<const Change> changes);

/// The members that cannot be overwritten where they are: their stored bytes, or the `header` bytes before
/// these, are also another's, or there are none.
[[nodiscard]] std::vector<bool> shared_members(std::span<const Member> members, std::uint64_t header);

/// archive.change, with the member's name.
[[nodiscard]] std::unexpected<Diagnostic> cannot_change(std::string_view name, std::string why,
                                                        std::string hint = {});

} // namespace vellum::archives
