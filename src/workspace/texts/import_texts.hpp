// Translations put into nodes of a workspace.
#pragma once

#include <functional>
#include <span>

#include "workspace/texts/game_texts.hpp"

namespace vellum {

/// Gets the changed files of the nodes that lie in one file on the disk, the first of which is `node`.
using TextsChanged = std::function<void(const Node& node, std::span<const archives::ChangedFile> files)>;

/// Puts the translations of a file of that form into the nodes; what comes of each goes to `changed`, what is
/// wrong to the report of `texts`. How many texts were changed.
std::size_t import_texts(GameTexts& texts, tools::TextFile file, tools::TextForm form,
                         std::span<const Node> nodes, const TextsChanged& changed);

/// True for the forms that know a text by itself, not by its place: those of AGS.
[[nodiscard]] bool knows_by_text(tools::TextForm form) noexcept;

} // namespace vellum
