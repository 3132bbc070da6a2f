// A packed game as a program: its scripts in link order and its rooms. It has no code of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engines/ags/format/game_parts.hpp"
#include "engines/ags/format/script.hpp"
#include "vellum/archive.hpp"
#include "vellum/engine.hpp"
#include "vellum/program.hpp"

namespace vellum::ags {

/// A script of a game and what it is there.
struct GameScript {
    std::string kind; ///< "script", or "room" if it is linked when the room is entered
    std::shared_ptr<const Script> script;
};

class Container;

class Game : public Program {
  public:
    Game(const Engine& engine, std::string name, std::vector<std::byte> bytes, const Container& container,
         std::vector<GameScript> scripts, std::shared_ptr<const GameParts> parts);
    /// What a game has besides its scripts, for a world that has got these; not null. It is saved as the hash
    /// of the parts.
    Game(const Engine& engine, std::string name, std::shared_ptr<const GameParts> parts);

    [[nodiscard]] Result<std::vector<std::byte>> save() const override;
    void check(Diagnostics& diagnostics) const override;
    [[nodiscard]] std::string disassemble(const ListingOptions& options) const override;
    [[nodiscard]] std::vector<Fact> facts() const override;
    [[nodiscard]] std::vector<Function> functions() const override { return {}; }
    /// In link order.
    [[nodiscard]] const std::vector<GameScript>& scripts() const noexcept { return scripts_; }
    [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }
    /// True if the game's makers chose UTF-8 for its texts.
    [[nodiscard]] bool utf8_texts() const noexcept { return utf8_texts_; }
    /// Null if its main data could not be read.
    [[nodiscard]] const std::shared_ptr<const GameParts>& parts() const noexcept { return parts_; }

  private:
    [[nodiscard]] Result<Decompiled> to_source(const SourceOptions& options) const override;

    std::vector<std::byte> bytes_;
    std::string format_; ///< Of the file.
    std::vector<archives::Member> members_;
    std::vector<GameScript> scripts_;
    bool utf8_texts_;
    std::shared_ptr<const GameParts> parts_;
};

/// Reads whatever kind of file it is: a script, a room (its script), or a game with all its scripts.
[[nodiscard]] Result<ProgramPtr> load_file(const Engine& engine, std::span<const std::byte> bytes,
                                           const LoadOptions& options, Diagnostics& diagnostics);

} // namespace vellum::ags
