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
    for (std::size_t i = 0; i < before->size(); ++i) {
        const Member& was = (*before)[i];
        if (i >= after->size() || (*after)[i].name != was.name || (*after)[i].kind != was.kind)
            return wrong(was.name);
        const auto change = std::ranges::find_if(
            changes, [&](const archives::Change& one) { return same_name(one.name, was.name); });
        if (was.kind == "asset elsewhere" || was.cut_off) continue;
        const bool is_changed = change != changes.end();
        if (!is_changed && was.kind != "script") continue;
        const auto now = read_range(changed, (*after)[i].offset, (*after)[i].size);
        if (!now) return std::unexpected(now.error());
        const auto wanted = is_changed ? *change->bytes : read_range(old, was.offset, was.size);
        if (!wanted) return std::unexpected(wanted.error());
        if (*now != *wanted) return wrong(was.name);
    }
    return {};
}

std::shared_ptr<const ByteSource> in_memory(std::vector<std::byte> bytes) {
    return std::make_shared<MemorySource>(std::move(bytes));
}

} // namespace

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
        return std::vector<ChangedFile>{{{}, in_memory(std::move(*changed))}};
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
    for (std::size_t i = changed->size(); i-- != 0;)
        if (i == 0 || (*changed)[i] != parts[i])
            files.push_back(
                {i == 0 ? std::string() : opened.parts[i].name, in_memory(std::move((*changed)[i]))});
    return files;
}

} // namespace vellum::tools
