// From bytes to programs: finds the engine, looks into containers and loads what it finds, be it compiled, a
// listing or source text. Knows engines only through their interface and opens nothing itself.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"

namespace vellum::tools {

/// The ending of listings that `disasm -o` writes and that is taken as assembly text everywhere.
inline constexpr std::string_view listing_extension = ".vasm";
/// The comment by which `asm` knows the engine of a listing.
inline constexpr std::string_view engine_mark = "; engine: ";

/// How to open.
struct OpenOptions {
    const Engine* engine = nullptr; ///< Null: find out.
    std::string variant;            ///< As in LoadOptions.
    std::string member;             ///< This member of a container only; empty: all scripts in it.
    std::string shown;              ///< What messages call the file; empty: its name.
    std::shared_ptr<const FileSystem> files = {}; ///< For includes and the like; may be null.
};

/// One script inside an opened file.
struct Script {
    std::string name;         ///< For messages: "game.ags!room12".
    std::string member;       ///< Name inside the container; may be empty.
    std::uint64_t offset = 0; ///< Of its first byte in the file.
    std::span<const std::byte> bytes;
    bool is_listing = false;
};

/// A file in memory with the scripts in it.
struct OpenedFile {
    std::vector<std::byte> bytes;
    const Engine* engine = nullptr;
    std::vector<Member> members; ///< Of a container; empty for a plain script.
    std::vector<Script> scripts; ///< Views into `bytes`.
    std::string variant;
    std::shared_ptr<const FileSystem> files;
};

/// Finds out what the bytes of that file are. Fails with engine.unknown, cli.member or what the container's
/// reader says; the place's file is set.
[[nodiscard]] Result<OpenedFile> open(std::vector<std::byte> bytes, std::string_view path,
                                      const OpenOptions& options);

/// Loads, assembles or compiles a script, after its ending. Every diagnostic carries the script's name.
[[nodiscard]] Result<ProgramPtr> load(const OpenedFile& opened, const Script& script,
                                      Diagnostics& diagnostics);

/// The engine that a listing names in its first lines, or null.
[[nodiscard]] const Engine* engine_of_listing(std::string_view text);

} // namespace vellum::tools
