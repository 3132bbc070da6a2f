// What names of files say before anything is opened.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/workspace.hpp"

namespace vellum {

/// What stands in front of a file's name, or the current folder.
[[nodiscard]] std::string folder_of(const std::string& path);
/// The image that a cue sheet names first; other paths as they are.
[[nodiscard]] std::string disc_image(const FileSystem& files, const std::string& path);
/// A file's path.
[[nodiscard]] std::string path_below(const std::string& folder, const std::string& file);
/// The source of that name beside a compiled script; empty: it can have none, or is one itself.
[[nodiscard]] std::string source_beside(const std::string& path, const Engine& engine);
/// True if there is one.
[[nodiscard]] bool has_source_beside(const FileSystem& files, const std::string& path, const Engine& engine);
/// The members of an archive that a name or a pattern means, in their order; all for an empty one.
[[nodiscard]] std::vector<std::size_t> members_meant(const archives::Archive& archive,
                                                     std::string_view wanted);
/// True for names with an ending of a script: of that engine, or of any.
[[nodiscard]] bool may_be_script(std::string_view path, const Engine* wanted);
/// True for members of an archive that are scripts by their names, and by their bytes where an archive may
/// hold files of any program: `may_read` says how many of these may still be looked at.
[[nodiscard]] bool may_be_script(const archives::Archive& archive, std::size_t entry, const Engine* wanted,
                                 std::uint64_t& may_read);
/// Takes out of the nodes that were found, not named, a source or listing beside what is compiled from it:
/// each script counts once.
void take_each_once(std::vector<Node>& nodes);
/// Where what is made of a script goes below an output folder.
[[nodiscard]] std::string relative_path(const Node& node, const tools::OpenedFile& opened,
                                        const tools::Script& script);
/// True for names of a game's tables of texts.
[[nodiscard]] bool may_be_texts(std::string_view path);

} // namespace vellum
