#include "archives/names.hpp"

#include <algorithm>

#include "archives/codes.hpp"
#include "base/ascii.hpp"
#include "base/suggest.hpp"

namespace vellum::archives {

std::string folded(std::string_view name) {
    std::string result(name);
    for (char& one : result) one = one == '\\' ? '/' : lower_ascii(one);
    return result;
}

NameIndex::NameIndex(std::span<const Member> members) : members_(members) {
    for (std::size_t i = 0; i < members.size(); ++i) by_folded_[folded(members[i].name)].push_back(i);
}

std::size_t NameIndex::find(std::string_view name) const {
    const auto found = by_folded_.find(folded(name));
    if (found == by_folded_.end()) return Archive::none;
    std::string spelled(name);
    std::ranges::replace(spelled, '\\', '/');
    for (const std::size_t member : found->second)
        if (members_[member].name == spelled) return member;
    return found->second.front();
}

std::unexpected<Diagnostic> cannot_change(std::string_view name, std::string why, std::string hint) {
    return fail(codes::archive_change, "'" + std::string(name) + "': " + std::move(why), {}, std::move(hint));
}

Result<Plan> plan(std::span<const Member> members, std::span<const Change> changes) {
    const NameIndex index(members);
    Plan result;
    std::unordered_map<std::string, bool> added;
    for (const Change& change : changes) {
        const std::size_t member = index.find(change.name);
        if (member == Archive::none) {
            if (!change.bytes) {
                std::vector<std::string_view> names;
                for (const Member& one : members) names.emplace_back(one.name);
                return cannot_change(change.name,
                                     "there is no such member to remove." + did_you_mean(change.name, names));
            }
            if (!added.emplace(folded(change.name), true).second)
                return cannot_change(change.name, "it is added twice");
            result.added.push_back(&change);
            continue;
        }
        if (!result.changed.emplace(member, &change).second)
            return cannot_change(change.name, "it is changed twice");
        if (members[member].cut_off)
            return cannot_change(change.name, "the archive ends before this member does");
        if (members[member].storage == Storage::nothing)
            return cannot_change(change.name, "the archive holds no bytes of this member");
    }
    return result;
}

std::vector<bool> shared_members(std::span<const Member> members, std::uint64_t header) {
    std::vector<std::size_t> order;
    std::vector<bool> shared(members.size());
    for (std::size_t i = 0; i < members.size(); ++i)
        if (members[i].stored + header == 0)
            shared[i] = true;
        else if (!members[i].cut_off)
            order.push_back(i);
    std::ranges::sort(order, {}, [&](std::size_t i) { return members[i].offset; });
    std::uint64_t end = 0;
    std::size_t reaches = 0; // the one whose end that is
    for (const std::size_t i : order) {
        const std::uint64_t begin = members[i].offset - std::min(header, members[i].offset);
        if (begin < end) shared[i] = shared[reaches] = true;
        if (members[i].offset + members[i].stored > end) {
            end = members[i].offset + members[i].stored;
            reaches = i;
        }
    }
    return shared;
}

} // namespace vellum::archives
