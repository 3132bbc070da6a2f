// From words on the command line to the nodes to work on: those of the workspace, `-` for standard input, and
// --shard.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "vellum/workspace.hpp"

namespace vellum::cli {

/// Whether what is made of them goes into a folder: also a folder's only file does.
[[nodiscard]] bool means_several(std::span<const Node> nodes);

/// By the ending of a source, which compiled scripts may have as well.
[[nodiscard]] bool has_source_ending(const Node& node);

/// What of the files that are found, not named, a command is for.
enum class Takes : std::uint8_t {
    all,
    compiled, ///< no sources and listings
    sources,  ///< no compiled scripts and listings
    listings, ///< nothing else
    once      ///< no source or listing beside what is compiled from it: each script counts once
};

/// Finds the nodes and applies --shard. What is missing becomes a node with its problem, so that every
/// command tells of it in its place and form; only a wrong --shard gives another code than ok.
[[nodiscard]] ExitCode gather_inputs(Session& session, std::span<const std::string> words,
                                     std::vector<Node>& nodes, InArchives in_archives = InArchives::scripts,
                                     Takes takes = Takes::all);

} // namespace vellum::cli
