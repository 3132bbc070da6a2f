// What `info` says, in JSON.
#pragma once

#include "tools/game.hpp"
#include "workspace/questions/question.hpp"

namespace vellum::questions {

/// An installed game.
[[nodiscard]] std::string game_json(const std::string& folder, const tools::Game& game);

} // namespace vellum::questions
