// What of an opened file has texts: its scripts, and what else of a game's data players read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vellum/engine.hpp"
#include "vellum/tools.hpp"

namespace vellum::tools {

/// A script or a table of texts.
struct TextSource {
    std::string name;   ///< For messages: "game.ags!room12".
    std::string member; ///< Name inside the container; empty for the file itself.
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
    bool table = false; ///< Texts besides those of scripts; what scripts it holds are sources of their own.
};

/// True for names of an engine's tables of texts. Those that it names by their endings may hold scripts too,
/// and their texts have the encoding of the game's scripts; others have their own.
[[nodiscard]] bool is_text_table(const Engine& engine, std::string_view name);
[[nodiscard]] bool has_own_encoding(const Engine& engine);

/// The scripts of a file, then its tables, each in the file's order. Members that the file's end cuts off, or
/// that are in a part that is not there, are left out.
[[nodiscard]] Result<std::vector<TextSource>> text_sources(const OpenedFile& opened);

/// Names the functions of the texts' places as these are named.
void name_functions(std::span<GameText> texts, std::span<const Function> functions);

} // namespace vellum::tools
