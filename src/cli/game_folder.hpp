// A game's folder on the disk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "tools/game.hpp"

namespace vellum::cli {

/// Which game a folder is; nothing if it is none that is known. `details` as for tools::recognise_game;
/// `problems` gets what is wrong with its archives.
[[nodiscard]] std::optional<tools::Game> recognise_folder(Session& session, const std::string& folder,
                                                          bool details, std::vector<Diagnostic>& problems);

/// A file of a folder.
[[nodiscard]] std::string path_below(const std::string& folder, const std::string& file);

} // namespace vellum::cli
