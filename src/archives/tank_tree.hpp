// A tank's folders and files as a tree, and both of its sets as the makers' builder writes them: entries back
// to back, depth first, children by their names without regard to case. Facts: docs/archives.md, "Tanks".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "archives/tank.hpp"

namespace vellum::archives::tank {

/// The directory set and the file set.
struct Sets {
    std::vector<std::byte> directories, files;
    std::vector<std::size_t> order; ///< Files of the tree as they stand.
};

class Tree {
  public:
    Tree() { folders_.emplace_back(); } ///< Of an empty root.

    /// The tree of a tank whose file set follows its directory set and ends the file; `files` has its
    /// entries. Nothing if `write` would not give the same bytes: what else is there, nobody knows.
    [[nodiscard]] static std::optional<Tree> read(const ByteSource& source, std::uint64_t directories_at,
                                                  std::uint64_t files_at, std::vector<FileEntry> files);

    /// Adds a file under its full path, and the folders that it needs with the file's time. Gives its number.
    [[nodiscard]] Result<std::size_t> add(std::string_view path, FileEntry entry);
    /// Takes a file out, and the folders that are empty then.
    void remove(std::size_t file);
    /// The file of that name in the folder of another, or nothing.
    [[nodiscard]] std::optional<std::size_t> beside(std::size_t file, std::string_view name) const;

    /// Entries by number; those taken out are still there, but in no folder.
    [[nodiscard]] std::vector<FileEntry>& files() noexcept { return files_; }
    /// Makes both sets; gives the files' entries their folders.
    [[nodiscard]] Sets write();

  private:
    struct Folder {
        std::string name;
        std::uint64_t time = 0;
        std::size_t parent = 0;
        std::uint32_t offset = 0;                         ///< In the directory set, when that is made.
        std::map<std::string, std::size_t> children = {}; ///< Folder number, or `is_file` and the file's.
    };
    static constexpr std::size_t is_file = ~(~std::size_t{0} >> 1U);

    /// Folders and files depth first; folders get their offsets.
    void number(std::vector<std::size_t>& folders, std::vector<std::size_t>& files);

    std::vector<Folder> folders_;
    std::vector<FileEntry> files_;
    std::vector<std::size_t> folder_of_; ///< By file.
    std::uint32_t folders_size_ = 0;     ///< Of the directory set without what stands behind its entries.
    std::vector<std::byte> behind_folders_ = std::vector<std::byte>(16);
    bool root_by_offset_ = false; ///< Files in the root name its offset as their folder; the game's say 0.
};

} // namespace vellum::archives::tank
