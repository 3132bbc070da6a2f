// From words on the command line to the files to work on: names, folders, patterns, `-` for standard input
// and `container!member`. Nothing is opened here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/session.hpp"

namespace vellum::cli {

/// One file to work on.
struct Input {
    std::string path;     ///< "-" is standard input.
    std::string member;   ///< The part behind `!`, or empty.
    std::string relative; ///< Where it goes below an output folder.
    std::string root;     ///< Folder below which the script may read: the one named, or the file's own.
    bool named = true;    ///< False if it was found in a folder or by a pattern.
    std::optional<Diagnostic> problem = {}; ///< Why there is nothing to open; the word stands in `path`.

    /// As messages call it.
    [[nodiscard]] std::string display() const;
};

/// Finds the inputs and applies --shard. What is missing becomes an input with its problem, so that every
/// command tells of it in its place and form; only a wrong --shard gives another code than ok.
[[nodiscard]] ExitCode gather_inputs(Session& session, std::span<const std::string> words,
                                     std::vector<Input>& inputs);

} // namespace vellum::cli
