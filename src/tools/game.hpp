// Which game a folder is, and where its scripts lie. Facts about the games stand in game.cpp; disks are the
// business of whoever asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "vellum/archive.hpp"
#include "vellum/engine.hpp"

namespace vellum::tools {

/// A folder as recognition needs it.
class GameFolder {
  public:
    GameFolder() = default;
    GameFolder(const GameFolder&) = delete;
    GameFolder& operator=(const GameFolder&) = delete;
    virtual ~GameFolder() = default;

    /// All files below it, from it, with '/' between folders, sorted.
    [[nodiscard]] virtual std::span<const std::string> files() const = 0;
    /// The archive that a file is; null if it is none, or damaged.
    [[nodiscard]] virtual std::shared_ptr<const archives::Archive> archive(const std::string& file) const = 0;
    /// The file, to be read here and there.
    [[nodiscard]] virtual std::shared_ptr<const ByteSource> open(const std::string& file) const = 0;
};

/// Where scripts of a game lie.
struct GamePlace {
    enum class Kind : std::uint8_t { folder, archive, container };
    std::string path; ///< From the game's folder.
    Kind kind = Kind::archive;
    std::string format;      ///< "vfs", "folder", "packed game".
    std::size_t scripts = 0; ///< Of a container only if details were asked for.
};

/// A script of a game, or a container with some.
struct GameScript {
    std::size_t place = 0; ///< Among the game's.
    std::string name;      ///< Inside the place; empty: the container itself.
    std::size_t entry = 0; ///< Of an archive.
};

/// A game that was recognised.
struct Game {
    const Engine* engine = nullptr;
    std::string title;             ///< "Pathologic"
    std::string version;           ///< Empty: not known.
    std::string language;          ///< Empty: not known.
    std::vector<GamePlace> places; ///< Of two that have a script the first gives it.
    /// In the order of the places, without those that one before hides.
    std::vector<GameScript> scripts;
    /// Members of archives with nothing but texts, by the archive's path and the member's number.
    std::vector<std::pair<std::string, std::size_t>> text_tables;
    std::size_t hidden = 0; ///< Scripts that another of the same name hides.
    /// Folder, ending with '/', whose files the game prefers to members of its archives; empty: none.
    std::string loose;
    std::vector<std::string> way_back; ///< How a changed script gets into the game, the cheapest way first.

    [[nodiscard]] std::size_t script_count() const;
};

/// The engine whose game keeps its scripts in archives of that format; null for those of any program.
[[nodiscard]] const Engine* engine_of_archive(std::string_view format);

/// The folder below which a game looks up the files of its content, for a file at a path that only content
/// has: "mods/lamps" of "mods/lamps/world/ai/jobs/light.skrit", "." where nothing is above. Else empty.
[[nodiscard]] std::string_view content_root(std::string_view path);

/// Finds out. `details`: also what has to be read for: versions, languages, scripts inside of containers.
[[nodiscard]] std::optional<Game> recognise_game(const GameFolder& folder, bool details);

} // namespace vellum::tools
