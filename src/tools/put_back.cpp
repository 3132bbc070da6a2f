// Everything but what was asked for must come out as it was, or nothing does.
#include "tools/put_back.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "base/source.hpp"
#include "tools/codes.hpp"

namespace vellum::tools {

namespace {

using Members = Result<std::vector<Member>>;

/// The scripts as they lie in the file, then all else.
std::vector<Member> in_file_order(std::span<const Member> members) {
    std::vector<Member> scripts, others;
    for (const Member& member : members) (member.kind == "script" ? scripts : others).push_back(member);
    std::ranges::sort(scripts, {}, &Member::offset);
    scripts.insert(scripts.end(), others.begin(), others.end());
    return scripts;
}

/// Holds the container to what was asked for, read again: `after` has its members.
Result<void> compare(const std::string& path, const ByteSource& old, const Members& before,
                     const ByteSource& changed, const Members& after,
                     std::span<const archives::Change> changes) {
    const auto wrong = [&](const std::string& name) {
        return fail(codes::cli_compare, "'" + name + "' does not read back as intended; nothing was written",
                    {.file = path});
    };
    if (!before) return std::unexpected(before.error());
    if (!after) return std::unexpected(after.error());
    const std::vector<Member> members = in_file_order(*before), again = in_file_order(*after);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Member& was = members[i];
        const auto change = std::ranges::find_if(
            changes, [&](const archives::Change& one) { return same_name(one.name, was.name); });
        const bool is_changed = change != changes.end();
        // A script that was put in may call itself something else, and stand elsewhere in the list for it.
        const bool named = i < again.size() && again[i].kind == was.kind &&
                           (again[i].name == was.name || (is_changed && was.kind == "script"));
        if (!named) return wrong(was.name);
        if (was.kind == "asset elsewhere" || was.cut_off) continue;
        if (!is_changed && was.kind != "script") continue;
        const auto now = read_range(changed, again[i].offset, again[i].size);
        if (!now) return std::unexpected(now.error());
        const auto wanted = is_changed ? *change->bytes : read_range(old, was.offset, was.size);
        if (!wanted) return std::unexpected(wanted.error());
        if (*now != *wanted) return wrong(was.name);
    }
    return {};
}

} // namespace

ChangedFile changed_file(std::vector<std::byte> bytes) {
    return {{}, std::make_shared<MemorySource>(std::move(bytes))};
}

Result<std::vector<ChangedFile>> put_back(const archives::Archive& archive,
                                          std::span<const archives::Change> changes) {
    auto changed = archive.change(changes);
    if (!changed) return std::unexpected(std::move(changed.error()));
    if (auto same = archives::compare(archive, changes, *changed); !same)
        return std::unexpected(std::move(same.error()));
    return std::vector<ChangedFile>{{{}, std::move(*changed)}};
}

Result<std::vector<ChangedFile>> put_back(const OpenedFile& opened, const std::string& path,
                                          std::span<const archives::Change> changes) {
    const Engine& engine = *opened.engine;
    if (opened.source != nullptr) {
        auto changed = engine.replace_in(opened.source, changes);
        if (!changed) return std::unexpected(std::move(changed.error()));
        if (auto same = compare(path, *opened.source, engine.members_in(*opened.source), **changed,
                                engine.members_in(**changed), changes);
            !same)
            return std::unexpected(std::move(same.error()));
        return std::vector<ChangedFile>{{{}, std::move(*changed)}};
    }
    const auto compare_bytes = [&](std::span<const std::byte> changed) {
        return compare(path, SpanSource(opened.bytes), engine.members(opened.bytes, path),
                       SpanSource(changed), engine.members(changed, path), changes);
    };
    if (opened.parts.empty()) {
        auto changed = engine.replace_members(opened.bytes, path, changes);
        if (!changed) return std::unexpected(std::move(changed.error()));
        if (auto same = compare_bytes(*changed); !same) return std::unexpected(std::move(same.error()));
        return std::vector{changed_file(std::move(*changed))};
    }
    std::vector<std::vector<std::byte>> parts;
    parts.reserve(opened.parts.size());
    for (const ContainerPart& part : opened.parts) parts.push_back(part.bytes);
    auto changed = engine.replace_in_parts(parts, path, changes);
    if (!changed) return std::unexpected(std::move(changed.error()));
    const auto whole = engine.join_parts(*changed);
    if (!whole) return std::unexpected(whole.error());
    if (auto same = compare_bytes(*whole); !same) return std::unexpected(std::move(same.error()));
    std::vector<ChangedFile> files;
    for (std::size_t i = changed->size(); i-- != 0;) {
        if (i != 0 && (*changed)[i] == parts[i]) continue;
        files.push_back(changed_file(std::move((*changed)[i])));
        if (i != 0) files.back().beside = opened.parts[i].name;
    }
    return files;
}

} // namespace vellum::tools
