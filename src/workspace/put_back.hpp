// Changed scripts go back into what they lie in: a container such as a packed game, an archive, or a
// container in an archive. Everything else in there stays.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum {

/// What becomes of `node` in the archive around it. `files`: the node as it will be. Fails for an archive in
/// another, which could only be changed as a whole.
[[nodiscard]] Result<archives::Change> change_in_archive(const Node& node,
                                                         std::span<const archives::ChangedFile> files);

/// The files that change if a script of `node` becomes `bytes`. `container`: what the script lies in, as its
/// `member`; may be null.
[[nodiscard]] Result<std::vector<archives::ChangedFile>> put_back(const Node& node,
                                                                  const archives::Archive* container,
                                                                  const std::string& member,
                                                                  std::vector<std::byte> bytes);

} // namespace vellum
