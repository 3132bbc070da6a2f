#include "engines/ags/format/archive.hpp"

#include <algorithm>
#include <set>

#include "archives/codes.hpp"
#include "archives/source.hpp"
#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "engines/ags/format/module.hpp"
#include "engines/ags/format/replace.hpp"

namespace vellum::ags {

namespace {

using archives::Change;
using archives::ChangedFile;
using archives::Member;

using SourcePtr = std::shared_ptr<const ByteSource>;

/// Parts begin with the mark, the version and their number.
bool is_part(const ByteSource& file, const PackageHeader& header, std::size_t number) {
    constexpr std::uint64_t number_at = 6;
    PackageHeader own;
    if (!find_package(file, own) || own.offset != 0 || own.version != header.version) return false;
    const auto says = archives::read_range(file, number_at, 1);
    return says && std::to_integer<std::size_t>(says->front()) == number;
}

/// The scripts as they lie in the file, then all else.
std::vector<Member> in_file_order(std::span<const Member> members) {
    std::vector<Member> scripts, others;
    for (const Member& member : members) (member.kind == "script" ? scripts : others).push_back(member);
    std::ranges::sort(scripts, {}, &Member::offset);
    scripts.insert(scripts.end(), others.begin(), others.end());
    return scripts;
}

} // namespace

Result<std::shared_ptr<const Container>> Container::open(SourcePtr file, std::string_view name,
                                                         const archives::OpenBeside& beside) {
    const FileKind kind = recognise(*file, name);
    if (kind == FileKind::unknown || kind == FileKind::script) return nullptr;
    const std::shared_ptr<Container> made(new Container(std::move(file), kind, name));
    if (kind == FileKind::package)
        if (auto done = made->read_table(beside); !done) return std::unexpected(std::move(done.error()));
    auto members = find_members(*made->source_, kind, name, made->assets_);
    if (!members) return std::unexpected(std::move(members.error()));
    made->members_ = std::move(*members);
    return made;
}

Result<void> Container::read_table(const archives::OpenBeside& beside) {
    static_cast<void>(find_package(*source_, header_));
    auto assets = read_package(*source_, header_, &part_names_);
    if (!assets) return std::unexpected(std::move(assets.error()));
    assets_ = std::move(*assets);
    if (part_names_.size() > 1 && beside) join(beside);
    return {};
}

void Container::join(const archives::OpenBeside& beside) {
    // A file is one part at most, and lies in the same folder, whatever the table says.
    std::set<std::string> taken{lower_case(name_.substr(name_.find_last_of('/') + 1))};
    std::vector<SourcePtr> parts{source_};
    std::vector<bool> here{false};
    for (const std::string& name : std::span(part_names_).subspan(1)) {
        const bool plain = name.find_first_of("/\\:") == std::string::npos;
        auto part = plain && taken.insert(lower_case(name)).second ? beside(name) : SourcePtr();
        if (!part || *part == nullptr) part = std::make_shared<MemorySource>(std::vector<std::byte>());
        here.push_back(is_part(**part, header_, parts.size()));
        parts.push_back(std::move(*part));
    }
    const auto joined = std::make_shared<const JoinedSource>(parts);
    part_starts_.assign(joined->starts().begin(), joined->starts().end());
    for (Asset& asset : assets_)
        if (asset.part < parts.size() && here[asset.part] &&
            archives::lies_inside(asset.offset, asset.size, parts[asset.part]->size())) {
            asset.base = part_starts_[asset.part];
            asset.offset += asset.base;
            asset.part = 0;
        }
    source_ = joined;
}

std::vector<Fact> Container::facts() const {
    const auto content = [&](std::uint64_t offset, std::uint64_t size) {
        auto bytes = archives::read_range(*source_, offset, size);
        return bytes ? std::move(*bytes) : std::vector<std::byte>();
    };
    if (kind_ == FileKind::module) return module_facts(content(0, source_->size()));
    if (kind_ == FileKind::game_data) return main_data_facts(content(0, source_->size()));
    for (const Asset& asset : assets_)
        if (asset.part == 0 && asset.size >= main_data_mark_size &&
            is_main_data(content(asset.offset, main_data_mark_size)))
            return main_data_facts(content(asset.offset, asset.size));
    return {};
}

Result<SourcePtr> Container::write(const archives::Plan& plan) const {
    if (kind_ == FileKind::module)
        return fail(vellum::codes::archive_change, "a script module cannot be changed", {},
                    "take its texts out with 'vellum extract', and let the editor export a new one");
    return replace(*this, source_, plan);
}

Result<std::vector<std::byte>> Container::nest(const Change& asset, std::vector<Change>& changes) const {
    const Member& holder = members_[find(asset.name)];
    const std::vector<Member> ordered = in_file_order(members_);
    std::vector<const Member*> scripts;
    for (const Member& member : ordered)
        if (member.kind == "script" && member.offset > holder.offset &&
            member.offset + member.size <= holder.offset + holder.size)
            scripts.push_back(&member);
    std::vector<Change> inner;
    std::shared_ptr<const Container> opened;
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        const auto change = std::ranges::find_if(
            changes, [&](const Change& one) { return same_name(one.name, scripts[i]->name); });
        if (change == changes.end()) continue;
        if (opened == nullptr) {
            auto container = open(std::make_shared<MemorySource>(*asset.bytes), asset.name);
            if (!container) return std::unexpected(std::move(container.error()));
            opened = std::move(*container);
        }
        std::vector<Member> again;
        if (opened != nullptr) again = in_file_order(opened->members_);
        const auto count = std::ranges::count(again, "script", &Member::kind);
        if (static_cast<std::size_t>(count) != scripts.size() ||
            std::ranges::count(again, again[i].name, &Member::name) != 1)
            return archives::cannot_change(change->name,
                                           "'" + asset.name + "' changes too, and then has other scripts");
        inner.push_back({again[i].name, std::move(change->bytes)});
        changes.erase(change);
    }
    if (inner.empty()) return *asset.bytes;
    const auto files = opened->put_back(inner);
    if (!files) return std::unexpected(files.error());
    return archives::read_range(*files->back().bytes, 0, files->back().bytes->size());
}

Result<std::vector<ChangedFile>> Container::put_back(std::span<const Change> wanted) const {
    std::vector<Change> outer(wanted.begin(), wanted.end()), changes = outer;
    for (Change& change : changes) {
        const std::size_t number = find(change.name);
        if (number == none || members_[number].kind != "asset" || !change.bytes) continue;
        auto nested = nest(change, outer);
        if (!nested) return std::unexpected(std::move(nested.error()));
        const auto own = std::ranges::find(outer, change.name, &Change::name);
        if (own != outer.end()) own->bytes = *nested;
        change.bytes = std::move(*nested);
    }
    auto changed = change(outer);
    if (!changed) return std::unexpected(std::move(changed.error()));
    // Nothing but members changes its length, so that each part grows by what its members do.
    std::vector<std::uint64_t> starts = part_starts_;
    if (starts.empty()) starts = {0, source_->size()};
    std::vector<bool> differs(starts.size() - 1);
    differs[0] = true;
    std::vector<std::uint64_t> now = starts;
    for (const Change& change : outer) {
        const std::size_t number = find(change.name);
        if (const auto was = read(number); was && *was == *change.bytes) continue;
        const Member& member = members_[number];
        const auto behind = std::ranges::upper_bound(starts, member.offset) - starts.begin();
        differs[static_cast<std::size_t>(behind) - 1] = true;
        for (auto i = static_cast<std::size_t>(behind); i < now.size(); ++i)
            now[i] += change.bytes->size() - member.size;
    }
    std::vector<ChangedFile> files;
    for (std::size_t i = differs.size(); i-- != 0;) {
        if (!differs[i]) continue;
        if (differs.size() == 1) {
            files.emplace_back(*changed);
            break;
        }
        auto part = archives::read_range(**changed, now[i], now[i + 1] - now[i]);
        if (!part) return std::unexpected(std::move(part.error()));
        files.emplace_back(std::move(*part)).beside = i == 0 ? std::string() : part_names_[i];
    }
    const auto part_of = [&](const std::string& name) -> Result<SourcePtr> {
        const auto file = std::ranges::find(files, name, &ChangedFile::beside);
        if (file != files.end()) return file->bytes;
        const auto i = static_cast<std::size_t>(std::ranges::find(part_names_, name) - part_names_.begin());
        auto part = archives::read_range(*source_, starts[i], starts[i + 1] - starts[i]);
        if (!part) return std::unexpected(std::move(part.error()));
        return std::make_shared<MemorySource>(std::move(*part));
    };
    const auto after =
        open(files.back().bytes, name_, part_starts_.empty() ? archives::OpenBeside() : part_of);
    if (!after) return std::unexpected(after.error());
    if (auto same = compare(**after, changes); !same) return std::unexpected(std::move(same.error()));
    return files;
}

Result<void> Container::compare(const Container& after, std::span<const Change> changes) const {
    const auto wrong = [](const std::string& name) {
        return fail(vellum::codes::archive_compare,
                    "'" + name + "' does not read back as intended; nothing was written");
    };
    const std::vector<Member> members = in_file_order(members_), again = in_file_order(after.members_);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Member& was = members[i];
        const auto change =
            std::ranges::find_if(changes, [&](const Change& one) { return same_name(one.name, was.name); });
        const bool is_changed = change != changes.end();
        // A script that was put in may call itself something else, and stand elsewhere in the list for it.
        const bool named = i < again.size() && again[i].kind == was.kind &&
                           (again[i].name == was.name || (is_changed && was.kind == "script"));
        if (!named) return wrong(was.name);
        if (was.kind == "asset elsewhere" || was.cut_off) continue;
        if (!is_changed && was.kind != "script") continue;
        const auto now = archives::read_range(*after.source_, again[i].offset, again[i].size);
        if (!now) return std::unexpected(now.error());
        const auto intended =
            is_changed ? *change->bytes : archives::read_range(*source_, was.offset, was.size);
        if (!intended) return std::unexpected(intended.error());
        if (*now != *intended) return wrong(was.name);
    }
    return {};
}

} // namespace vellum::ags
