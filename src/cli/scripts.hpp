// From the words of the command line to opened files: what is read, for which engine, and what scripts may
// read then.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/inputs.hpp"
#include "tools/open.hpp"

namespace vellum::cli {

/// What the user said about engines.
struct EngineChoice {
    const Engine* engine = nullptr; ///< Null: find out.
    std::string variant;
    std::vector<std::string> data;                         ///< Folders and archives of --data.
    Session* session = nullptr;                            ///< Told of what is read.
    std::shared_ptr<const Declarations> declarations = {}; ///< Of --exports; null without it.
    std::optional<Diagnostic> problem = {};                ///< Why those of --exports cannot be had.
    bool lint = false;                                     ///< Of --lint.
    std::vector<std::string> named = {}; ///< Files that the user named for sources: --header.

    [[nodiscard]] static EngineChoice of(Session& session);
    /// What the scripts of an input may read: below its own folder, or the one named, and below --data.
    [[nodiscard]] std::shared_ptr<const FileSystem> files(const Input& input) const;
};

/// The bytes of the input.
[[nodiscard]] Result<std::vector<std::byte>> read_input(const Input& input);

/// Reads the input and opens it. Fails with io.read, engine.unknown or cli.member. Of large containers only
/// the scripts are read.
[[nodiscard]] Result<tools::OpenedFile> open_input(const Input& input, const EngineChoice& choice);
/// The same, with all its bytes.
[[nodiscard]] Result<tools::OpenedFile> open_whole(const Input& input, const EngineChoice& choice);
/// Opens what can be opened without reading all of it; nothing for other files.
[[nodiscard]] Result<std::optional<tools::OpenedFile>> open_in_place(const Input& input,
                                                                     const EngineChoice& choice);

/// The same of bytes that were read. `files`: what its scripts may read.
[[nodiscard]] Result<tools::OpenedFile> open_bytes(std::vector<std::byte> bytes, const Input& input,
                                                   const EngineChoice& choice,
                                                   std::shared_ptr<const FileSystem> files);

/// Loads a script. `with_source`: and gives it the lines and names of its source, if there is one for its
/// engine.
[[nodiscard]] Result<ProgramPtr> load_script(const Input& input, const tools::OpenedFile& opened,
                                             const tools::Script& script, bool with_source,
                                             Diagnostics& diagnostics);

/// Where what is made of a script goes below an output folder.
[[nodiscard]] std::string relative_path(const Input& input, const tools::OpenedFile& opened,
                                        const tools::Script& script);

} // namespace vellum::cli
