// From words on the command line to the files to work on: names, folders, patterns, `-` for standard input,
// `container!member`, the scripts inside archives and those of an installed game. Only archives are opened
// here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/session.hpp"

namespace vellum::cli {

/// One file to work on.
struct Input {
    std::string path;     ///< "-" is standard input.
    std::string inside;   ///< Member of the archive at `path`, or empty.
    std::string member;   ///< Member of the container, or empty.
    std::string relative; ///< Where it goes below an output folder.
    std::string root; ///< Folder or archive in which the script may read: the one named, or the file's own.
    /// Where it may read then: the places of the game that it is of, in the game's order. May be null.
    std::shared_ptr<const std::vector<std::string>> mounts = {};
    bool named = true; ///< False if it was found in a folder, an archive or by a pattern.
    std::shared_ptr<const archives::Archive> archive = {}; ///< That `path` is; null for other files.
    std::size_t entry = 0;                                 ///< `inside` among its members.
    bool one_of_many = false;               ///< Its word may mean several: a folder, a pattern, an archive.
    std::optional<Diagnostic> problem = {}; ///< Why there is nothing to open; the word stands in `path`.

    /// As messages call it.
    [[nodiscard]] std::string display() const;
};

/// Whether what is made of them goes into a folder: also a folder's only file does.
[[nodiscard]] bool means_several(std::span<const Input> inputs);

/// What becomes of archives among the words.
enum class InArchives : std::uint8_t {
    scripts, ///< each script in one is an input
    texts,   ///< the same, and each table of a game's texts
    whole    ///< an archive is one input; a member or pattern behind `!` stands in `inside`
};

/// What stands in front of a file's name, or the current folder.
[[nodiscard]] std::string folder_of(const std::string& path);
/// The members of an archive that a name or a pattern means, in their order; all for an empty one.
[[nodiscard]] std::vector<std::size_t> members_meant(const archives::Archive& archive,
                                                     std::string_view wanted);
/// True for names with an ending of a script: of that engine, or of any.
[[nodiscard]] bool may_be_script(std::string_view path, const Engine* wanted);
/// True for members of an archive that are scripts by their names, and by their bytes where an archive may
/// hold files of any program: `may_read` says how many of these may still be looked at.
[[nodiscard]] bool may_be_script(const archives::Archive& archive, std::size_t entry, const Engine* wanted,
                                 std::uint64_t& may_read);

/// True for names of a game's tables of texts.
[[nodiscard]] bool may_be_texts(std::string_view path);

/// Finds the inputs and applies --shard. What is missing becomes an input with its problem, so that every
/// command tells of it in its place and form; only a wrong --shard gives another code than ok.
[[nodiscard]] ExitCode gather_inputs(Session& session, std::span<const std::string> words,
                                     std::vector<Input>& inputs,
                                     InArchives in_archives = InArchives::scripts);

} // namespace vellum::cli
