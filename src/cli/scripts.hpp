// From an input to programs: reads the file, finds its engine, looks into containers and loads what it finds,
// be it compiled, a listing or source text. Knows engines only through their interface.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "vellum/engine.hpp"

namespace vellum::cli {

/// What the user said about engines.
struct EngineChoice {
    const Engine* engine = nullptr; ///< Null: find out.
    std::string variant;
    std::vector<std::string> data; ///< Folders of --data.
    Outputs* outputs = nullptr;    ///< Told of what is read.

    [[nodiscard]] static EngineChoice of(Session& session);
    /// What the scripts of an input may read: below its own folder, or the one named, and below --data.
    [[nodiscard]] std::shared_ptr<const FileSystem> files(const Input& input) const;
};

/// One script inside an opened input.
struct Script {
    std::string name;     ///< For messages: "game.ags!room12".
    std::string relative; ///< Below an output folder.
    std::span<const std::byte> bytes;
    bool is_listing = false;
};

/// A file in memory with the scripts in it.
struct OpenedInput {
    std::vector<std::byte> bytes;
    const Engine* engine = nullptr;
    std::vector<Member> members; ///< Of a container; empty for a plain script.
    std::vector<Script> scripts; ///< Views into `bytes`.
    std::string variant;
    std::shared_ptr<const FileSystem> files; ///< For includes and the like.
};

/// The comment by which `asm` knows the engine of a listing.
inline constexpr std::string_view engine_mark = "; engine: ";

/// Reads the input. Fails with io.read, engine.unknown or cli.member.
[[nodiscard]] Result<OpenedInput> open_input(const Input& input, const EngineChoice& choice);

/// Loads, assembles or compiles a script, after its ending. Every diagnostic carries the script's name.
[[nodiscard]] Result<ProgramPtr> load_script(const OpenedInput& opened, const Script& script,
                                             Diagnostics& diagnostics);

/// The engine that a listing names in its first lines, or null.
[[nodiscard]] const Engine* engine_of_listing(std::string_view text);

} // namespace vellum::cli
