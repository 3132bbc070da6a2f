// Containers of AGS, opened and changed as bytes.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "engines/ags/engine.hpp"
#include "support/ags_packages.hpp"
#include "vellum/archive.hpp"

namespace vellum::ags {

using archives::Member;
using Parts = std::vector<std::vector<std::byte>>;
using Opened = Result<std::shared_ptr<const archives::Archive>>;

inline Opened open_file(std::span<const std::byte> bytes, std::string_view name) {
    return engine().format().open_container(std::make_shared<SpanSource>(bytes), name, {});
}

/// None for what is no container.
inline Result<std::vector<Member>> members_of(std::span<const std::byte> bytes, std::string_view name) {
    const auto opened = open_file(bytes, name);
    if (!opened) return std::unexpected(opened.error());
    if (*opened == nullptr) return std::vector<Member>();
    const auto members = (*opened)->members();
    return std::vector(members.begin(), members.end());
}

inline std::vector<std::byte> all_of(const ByteSource& source) {
    return read_range(source, 0, source.size()).value_or(std::vector<std::byte>());
}

/// The container with those changes; it must be one.
inline Result<std::vector<std::byte>> replaced(std::span<const std::byte> bytes, std::string_view name,
                                               std::span<const archives::Change> changes) {
    const auto opened = open_file(bytes, name);
    if (!opened) return std::unexpected(opened.error());
    const auto changed = (*opened)->change(changes);
    if (!changed) return std::unexpected(changed.error());
    return all_of(**changed);
}

/// A game in files called as `test::part_name` has it; those that are empty are not there.
inline Opened open_parts(const Parts& parts) {
    return engine().format().open_container(
        std::make_shared<MemorySource>(parts.front()), test::part_name(0),
        [&](const std::string& name) -> Result<std::shared_ptr<const ByteSource>> {
            for (std::size_t i = 1; i < parts.size(); ++i)
                if (name == test::part_name(i) && !parts[i].empty())
                    return std::make_shared<MemorySource>(parts[i]);
            return fail(vellum::codes::engine_unknown, "there is no such part");
        });
}

/// The parts of a game with those changes, read again and compared.
inline Result<Parts> replaced_parts(const Parts& parts, std::span<const archives::Change> changes) {
    const auto opened = open_parts(parts);
    if (!opened) return std::unexpected(opened.error());
    const auto files = (*opened)->put_back(changes);
    if (!files) return std::unexpected(files.error());
    Parts made = parts;
    for (const archives::ChangedFile& file : *files)
        for (std::size_t i = 0; i < made.size(); ++i)
            if (file.beside == (i == 0 ? std::string() : test::part_name(i))) made[i] = all_of(*file.bytes);
    return made;
}

} // namespace vellum::ags
