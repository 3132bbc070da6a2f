// What a command and a question both need to build an index.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "index/examine.hpp"

namespace vellum::index {

/// What became of a node.
struct Examined {
    std::optional<FileRecord> file;    ///< Nothing: found, not named, and no script.
    std::optional<Diagnostic> problem; ///< Why it could not be opened.
};

/// Opens a node and examines it. Safe to use from several threads.
[[nodiscard]] Examined examine(const Workspace& workspace, const Node& node, const Known& known,
                               const ExamineOptions& options);

/// How an index tells settings apart.
[[nodiscard]] std::uint64_t hash_of(std::string_view settings);

/// What ExamineOptions::settings is made of: what was set, and the encoding by name.
[[nodiscard]] std::string settings_text(std::string_view said, std::string_view encoding);

} // namespace vellum::index
