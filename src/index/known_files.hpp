// What an index knows of the files that are as they were when it was made: commands take it from there, and
// look at all others themselves.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "index/fresh.hpp"
#include "tools/references.hpp"

namespace vellum {
class Engine;
struct Node;
} // namespace vellum

namespace vellum::index {

/// A script of a file.
struct KnownScript {
    std::int64_t id = 0;
    std::string name;                    ///< `game.ags!room12`
    const Engine* engine = nullptr;      ///< Not null.
    std::size_t problems = 0, notes = 0; ///< That a check has.
    bool has_source = false;
};

/// Safe to use from several threads.
class KnownFiles {
  public:
    /// Opens an index that was finished. `said`: the settings, without the encoding of texts, which is the
    /// index's. Fails with index.version, index.database or index.unfinished.
    [[nodiscard]] static Result<std::unique_ptr<KnownFiles>>
    open(const std::string& path, const FileSystem& files, std::string_view said);

    /// The places that the index is about, from here.
    [[nodiscard]] const std::vector<std::string>& places() const noexcept { return names_.places(); }

    /// The scripts of a file that has not changed and holds nothing else.
    [[nodiscard]] std::optional<std::vector<KnownScript>> scripts(const Node& node);
    /// The same, if a check would say nothing of them; `with_notes`: nor note anything.
    [[nodiscard]] std::optional<std::vector<KnownScript>> good_scripts(const Node& node, bool with_notes);
    /// The same, if `uses` are all of them: a source beside the file knows more.
    [[nodiscard]] std::optional<std::vector<KnownScript>> scripts_with_uses(const Node& node);
    [[nodiscard]] std::string source(const KnownScript& script);
    /// What the question "code" answers of a script, under that name; without the last lines of functions and
    /// other names that lead to them.
    [[nodiscard]] std::string code(const KnownScript& script, std::string_view name);
    /// Looks again whether files are as they were.
    void look_again();

    /// Searches the index for uses; `uses` has those of a script.
    [[nodiscard]] Result<void> find_uses(const tools::NamePattern& wanted, const tools::NamePattern* in);
    [[nodiscard]] const std::vector<tools::Use>& uses(const KnownScript& script) const;

    /// Searches the index for a text; `may_have` is false for scripts whose source does not have it.
    [[nodiscard]] Result<void> find_text(const std::string& text);
    [[nodiscard]] bool may_have(const KnownScript& script) const;

  private:
    KnownFiles(std::unique_ptr<Database> database, const std::string& path, const FileSystem& files,
               std::uint64_t settings);

    std::mutex mutex_;
    std::unique_ptr<Database> database_;
    const FileSystem& tree_;
    std::uint64_t settings_;
    NamesHere names_;
    Fresh fresh_;
    Statement scripts_, source_, functions_, references_;
    std::map<std::int64_t, std::vector<tools::Use>> uses_;       ///< By number of the script.
    std::optional<std::unordered_set<std::int64_t>> candidates_; ///< Nothing: all.
};

} // namespace vellum::index
