// From an opened file to what an index knows of it. Everything is computed by the functions that commands
// use: checks, decompiling, uses, comparing, texts.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "index/record.hpp"
#include "vellum/workspace.hpp"

namespace vellum {
class CodePage;
}

namespace vellum::index {

/// What an index has already. Safe to ask from several threads.
class Known {
  public:
    virtual ~Known() = default;
    /// The file of that name has this content, and what was read for it, as `now` gives it for each name, is
    /// the same as then.
    [[nodiscard]] virtual bool has_file(const std::string& name, const std::string& content,
                                        const std::function<std::string(const std::string&)>& now) const = 0;
    /// The file of that name was examined with these settings, and all that was looked at for it is as it
    /// was.
    [[nodiscard]] virtual bool is_fresh(const std::string& name, std::uint64_t settings) const = 0;
    /// A script with that key.
    [[nodiscard]] virtual bool has_script(const std::string& key) const = 0;
};

/// How files are examined.
struct ExamineOptions {
    const CodePage* page = nullptr; ///< Of texts that are not UTF-8; null: the likely one.
    std::string settings;           ///< What else results depend on: settings of the command line.
};

/// Everything about an opened file. What is wrong with its scripts is part of them.
[[nodiscard]] FileRecord examine(const Workspace& workspace, const Node& node, tools::OpenedFile& opened,
                                 const Known& known, const ExamineOptions& options);

/// Everything about a table of texts for players (InArchives::texts finds them).
[[nodiscard]] FileRecord examine_texts(const Workspace& workspace, const Node& node, const Known& known,
                                       const ExamineOptions& options);

/// The name that an index has for a node's file.
[[nodiscard]] std::string name_of(const Node& node);

/// A file that cannot be opened.
[[nodiscard]] FileRecord unopened(const Node& node, std::vector<Diagnostic> problems);

} // namespace vellum::index
