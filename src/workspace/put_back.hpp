// Changed scripts go back into what they lie in: a container such as a packed game, an archive, or a
// container or archive in an archive. Everything else in there stays.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum {

/// True if an archive has the member, as a change names it: "quest.bin", or "inner.vfs!quest.bin" for one of
/// an archive or container inside it.
[[nodiscard]] bool has_member(const archives::Archive& archive, std::string_view name);

/// The files that change if members of an archive become others. The changes name them as `has_member` does.
[[nodiscard]] Result<std::vector<archives::ChangedFile>> put_back(const archives::Archive& archive,
                                                                  std::span<const archives::Change> changes);

/// The same of the archive or container that is the file at `path`.
[[nodiscard]] Result<std::vector<archives::ChangedFile>>
put_back(const Workspace& workspace, const std::string& path, std::span<const archives::Change> changes);

/// What becomes of `node` in the archive around it. `files`: the node as it will be.
[[nodiscard]] Result<archives::Change> change_in_archive(const Node& node,
                                                         std::span<const archives::ChangedFile> files);

/// The files that change if a script of `node` becomes `bytes`. `container`: what the script lies in, as its
/// `member`; may be null.
[[nodiscard]] Result<std::vector<archives::ChangedFile>>
put_back(const Workspace& workspace, const Node& node, const archives::Archive* container,
         const std::string& member, std::vector<std::byte> bytes);

} // namespace vellum
