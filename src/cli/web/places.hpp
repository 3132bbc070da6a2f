// The files that `vellum web` shows, under names as the page has them: the last part of a place's path, then
// the way from there. No name and no link leads out of a place.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"

namespace vellum::cli::web {

/// A folder or a file that the user named.
struct Place {
    std::string name; ///< "game", "game 2"
    std::string path; ///< On the disk, without links.
    bool folder = false;
};

/// A file as the page has it.
struct Listed {
    std::string path; ///< "game/data/Scripts.vfs"
    FileStamp stamp;
};

/// A stamp as text, to be compared.
[[nodiscard]] std::string text_of(const FileStamp& stamp);

class Places {
  public:
    /// Takes what the user named; fails with io.read if one of them is neither a file nor a folder.
    [[nodiscard]] Result<void> add(const std::string& word);

    [[nodiscard]] std::span<const Place> all() const noexcept { return places_; }
    /// All files, at most 200,000 of each place.
    [[nodiscard]] std::vector<Listed> list() const;
    /// Where a file is on the disk, for those who refuse links on the way. Fails with io.read if there is
    /// none.
    [[nodiscard]] Result<std::string> find(std::string_view path) const;
    /// That file, to be sent piece by piece.
    [[nodiscard]] Result<std::shared_ptr<const ByteSource>> open(std::string_view path) const;
    /// Where a new file of that name would be. Fails with io.write if the name is taken, leads out of its
    /// place or is none that every system takes.
    [[nodiscard]] Result<std::string> free(std::string_view path) const;

  private:
    /// The place and what follows its name.
    [[nodiscard]] const Place* place_of(std::string_view& path) const;

    std::vector<Place> places_;
};

} // namespace vellum::cli::web
