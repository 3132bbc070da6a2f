// What all formats have in common: finding out which it is, reading plain members, and comparing.
#include "vellum/archive.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "archives/codes.hpp"
#include "archives/formats.hpp"
#include "archives/names.hpp"
#include "archives/source.hpp"

namespace vellum::archives {

namespace {

constexpr auto formats = std::to_array<const Format*>({
    &lgp_format, &vfs_format,
#if VELLUM_HAS_ZLIB
    &tank_format, &zip_format,
#endif
    &disc_format,
    &txz_format, // has no mark of its own, so all others are asked before
});
constexpr std::size_t most_remarks = 100;

constexpr auto usual_extensions = std::to_array<std::string_view>(
    {".lgp", ".vfs", ".dsres", ".dsmap", ".dsm", ".ds2res", ".ds2map", ".zip", ".txz", ".iso"});

const Format* find_format(const ByteSource& source) {
    std::array<std::byte, 64> bytes{};
    const std::span<std::byte> first = std::span(bytes).first(
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), source.size())));
    if (!source.read(0, first)) return nullptr;
    const auto found =
        std::ranges::find_if(formats, [&](const Format* format) { return format->detect(source, first); });
    return found == formats.end() ? nullptr : *found;
}

std::unexpected<Diagnostic> differs(const std::string& name, std::string_view what) {
    return fail(codes::archive_compare,
                "'" + name + "' " + std::string(what) + " in the changed archive; nothing was written");
}

} // namespace

std::size_t Archive::find(std::string_view name) const {
    std::string spelled(name);
    std::ranges::replace(spelled, '\\', '/');
    const std::string any_case = folded(name);
    std::size_t first = none;
    const auto all = members();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].name == spelled) return i;
        if (first == none && all[i].name.size() == any_case.size() && folded(all[i].name) == any_case)
            first = i;
    }
    return first;
}

std::string_view detect(const ByteSource& source) {
    const Format* format = find_format(source);
    return format == nullptr ? std::string_view{} : format->id;
}

std::span<const std::string_view> extensions() noexcept { return usual_extensions; }

Result<std::unique_ptr<Archive>> open(std::shared_ptr<const ByteSource> source, const Limits& limits) {
    const Format* format = find_format(*source);
    if (format == nullptr) return fail(codes::archive_unknown, "this is not a known archive");
    const std::uint64_t most = limits.all_bytes != 0 ? limits.all_bytes : most_unfolded(source->size());
    auto archive = format->open(std::move(source), limits);
    if (archive && unfolded_size(**archive, limits) > most)
        return fail(codes::archive_format,
                    "the archive's members are too long: together more than " + std::to_string(most) +
                        " bytes",
                    {}, "such archives have overlapping or nearly empty members");
    return archive;
}

std::uint64_t unfolded_size(const Archive& archive, const Limits& limits) {
    std::uint64_t total = 0;
    for (const Member& member : archive.members())
        if (!member.cut_off && member.storage != Storage::nothing && member.storage != Storage::lzo &&
            member.storage != Storage::unknown && member.size <= limits.member_bytes)
            total += member.size;
    return total;
}

Result<std::vector<std::byte>> create(std::string_view format, std::span<const Change> members) {
    const auto known = std::ranges::find(formats, format, &Format::id);
    if (known == formats.end())
        return fail(codes::archive_unknown, "unknown archive format '" + std::string(format) + "'");
    for (const Change& member : members)
        if (!member.bytes) return cannot_change(member.name, "a new archive has nothing to remove");
    return (*known)->create(members);
}

Result<void> compare(const Archive& before, std::span<const Change> changes,
                     std::shared_ptr<const ByteSource> changed) {
    constexpr std::uint64_t most_unfolding = 16;
    const std::uint64_t size = changed->size();
    const auto after = open(std::move(changed));
    if (!after) return std::unexpected(after.error());
    const auto planned = plan(before.members(), changes);
    if (!planned) return std::unexpected(planned.error());
    const NameIndex index((*after)->members());
    std::size_t removed = 0;
    const auto holds = [&](const std::string& name, std::size_t member,
                           const std::vector<std::byte>& bytes) -> Result<void> {
        if (member == Archive::none) return differs(name, "is missing");
        const auto found = (*after)->read(member);
        if (!found || *found != bytes) return differs(name, "is not as expected");
        return {};
    };
    // Members keep their order, so one that has its namesakes is found by its place among them.
    std::size_t next = 0;
    // Members may lie over each other, but then all of them are not read again and again.
    std::set<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> same_places;
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < before.members().size(); ++i) {
        const Member& member = before.members()[i];
        const auto change = planned->changed.find(i);
        if (change != planned->changed.end() && !change->second->bytes) {
            ++removed;
            continue;
        }
        const auto members = (*after)->members();
        while (next < members.size() && members[next].name != member.name) ++next;
        if (next == members.size()) return differs(member.name, "is missing");
        const std::size_t here = next++;
        if (change != planned->changed.end()) {
            if (auto same = holds(member.name, here, *change->second->bytes); !same) return same;
            continue;
        }
        const Member& now = members[here];
        if (now.size != member.size || now.stored != member.stored || now.storage != member.storage ||
            now.cut_off != member.cut_off)
            return differs(member.name, "is not as expected");
        if (!same_places.emplace(member.offset, member.stored, now.offset).second) continue;
        total += member.stored;
        if (total > most_unfolding * size)
            return fail(codes::archive_compare,
                        "the archive's members overlap: together they have more than " +
                            std::to_string(most_unfolding) + " times its size; nothing was written",
                        {}, "no genuine archive does that");
        const auto bytes = before.read(i);
        if (!bytes) continue; // what could not be read before cannot be compared
        if (auto same = holds(member.name, here, *bytes); !same) return same;
    }
    for (const Change* change : planned->added)
        if (auto same = holds(change->name, index.find(change->name), *change->bytes); !same) return same;
    if ((*after)->members().size() != before.members().size() - removed + planned->added.size())
        return fail(codes::archive_compare,
                    "the changed archive has the wrong number of members; nothing was written");
    return {};
}

Result<std::vector<ChangedFile>> Archive::put_back(std::span<const Change> changes) const {
    auto changed = change(changes);
    if (!changed) return std::unexpected(std::move(changed.error()));
    if (auto same = compare(*this, changes, *changed); !same) return std::unexpected(std::move(same.error()));
    return std::vector{ChangedFile(std::move(*changed))};
}

void BasicArchive::remark(std::string message, std::uint64_t offset) {
    if (remarks_.size() < most_remarks)
        remarks_.push_back(make_diagnostic(codes::archive_odd, std::move(message), Place::at_offset(offset)));
}

Result<void> BasicArchive::take_name(std::size_t length) {
    name_bytes_ += length;
    constexpr std::uint64_t always = std::uint64_t{1} << 20U;
    constexpr std::uint64_t of_size = 8;
    if (name_bytes_ <= always + of_size * source_->size()) return {};
    return fail(codes::archive_format, "the names of the archive's members are longer than the archive");
}

void BasicArchive::mark_cut_off() {
    std::size_t count = 0;
    const Member* first = nullptr;
    for (Member& member : members_) {
        if (member.storage == Storage::nothing || lies_inside(member.offset, member.stored, source_->size()))
            continue;
        member.cut_off = true;
        if (first == nullptr) first = &member;
        ++count;
    }
    if (first != nullptr)
        remark("the archive ends before " +
                   (count == 1
                        ? "its member '" + first->name + "' does"
                        : std::to_string(count) + " of its members do, the first is '" + first->name + "'"),
               first->offset);
}

Result<void> BasicArchive::readable(std::size_t number) const {
    const Member& member = members_[number];
    const auto why = [&]() -> std::string_view {
        if (member.cut_off) return "is outside the archive";
        if (member.storage == Storage::nothing) return "is marked as deleted";
        if (member.storage == Storage::lzo) return "is compressed with LZO, which is not supported";
        if (member.storage == Storage::unknown) return "is stored in an unsupported form";
        if (member.size > limits_.member_bytes) return "is too long";
        return {};
    }();
    if (why.empty()) return {};
    return fail(codes::archive_member, "'" + member.name + "' " + std::string(why),
                Place::at_offset(member.offset));
}

Result<std::shared_ptr<const ByteSource>> BasicArchive::change(std::span<const Change> changes) const {
    auto planned = plan(members_, changes);
    if (!planned) return std::unexpected(std::move(planned.error()));
    std::erase_if(planned->changed, [&](const auto& one) {
        const auto& [member, change] = one;
        if (!change->bytes || change->bytes->size() != members_[member].size) return false;
        const auto now = read(member);
        return now && *now == *change->bytes;
    });
    if (planned->changed.empty() && planned->added.empty()) return source_;
    return write(*planned);
}

Result<std::vector<std::byte>> BasicArchive::read(std::size_t member) const {
    if (auto can = readable(member); !can) return std::unexpected(std::move(can.error()));
    return read_range(*source_, members_[member].offset, members_[member].size);
}

} // namespace vellum::archives
