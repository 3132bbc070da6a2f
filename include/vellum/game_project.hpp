// Projects of games' own editors: one file that says which scripts a game has and what they are compiled
// with. An engine whose games are made that way builds all of them at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/archive.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/export.hpp"
#include "vellum/files.hpp"

namespace vellum {

/// What became of one script of a project.
struct BuiltScript {
    std::string name;        ///< "GlobalScript", "room12".
    std::string source = {}; ///< Its text below the project's folder; empty if the project file has it.
    std::string file = {};   ///< What it is called as a file of its own: "room12.o".
    std::string home =
        {}; ///< The file in the project's folder that it belongs into: "room12.crm"; may be empty.
    ProgramPtr program = {}; ///< With the lines and names of its text; null if it could not be compiled.
    std::vector<std::byte> bytes = {};     ///< Empty if it could not be compiled.
    std::vector<Diagnostic> problems = {}; ///< Places have paths as the file system knows them.
};

/// How alike two compiled scripts are.
enum class Likeness : std::uint8_t {
    identical, ///< The same bytes.
    same_code, ///< Only numbers of imports differ, or bytes that mean nothing.
    different
};

/// The projects of an engine's games, a capability of engines.
class VELLUM_API GameProjects {
  public:
    static constexpr std::string_view purpose = "build a game's project"; ///< For Engine::require.
    virtual ~GameProjects() = default;
    [[nodiscard]] virtual std::string_view file_name() const = 0; ///< "Game.agf".
    /// True for files with its ending. Lines of the scripts in such a file are those of their own texts.
    [[nodiscard]] bool is_file(std::string_view path) const;
    /// Endings of the files in a game's folder that hold compiled scripts, with the dot, lower-case.
    [[nodiscard]] virtual std::span<const std::string_view> homes() const = 0;
    /// Compiles every script of a project in the order of its editor and hands it to `done`, which returns
    /// false to stop. `file`: the project file, by the name that `files` knows; everything in its folder may
    /// be read. `settings`: what the user says instead of the project. Returns the version of the editor.
    /// Fails if the project itself makes no sense.
    [[nodiscard]] virtual Result<std::string>
    build(const std::string& file, const FileSystem& files, const EngineSettings& settings,
          const std::function<bool(BuiltScript script)>& done) const = 0;
    /// What a project's game has besides its scripts: a program without code, which a world that has got all
    /// scripts of the game plays it with. Null if there is nothing. `said` gets what could not be read.
    /// Default: null.
    [[nodiscard]] virtual ProgramPtr data(const std::string& file, const FileSystem& files,
                                          Diagnostics& said) const {
        static_cast<void>(file), static_cast<void>(files), static_cast<void>(said);
        return nullptr;
    }
    /// The same of a packed game, or another container that has it.
    [[nodiscard]] virtual ProgramPtr data_in(const archives::Archive& container, const std::string& name,
                                             Diagnostics& said) const {
        static_cast<void>(container), static_cast<void>(name), static_cast<void>(said);
        return nullptr;
    }
    /// First words of the events that are what a player does in such a game: "click". Default: none.
    [[nodiscard]] virtual std::span<const std::string_view> steps() const { return {}; }
    /// How alike two compiled scripts are; what is no script differs.
    [[nodiscard]] virtual Likeness compare(std::span<const std::byte> one,
                                           std::span<const std::byte> other) const = 0;
};

} // namespace vellum
