// The index that a command answers from, for files that are as they were when it was made. Without SQLite
// there is none, and everything is computed.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "tools/references.hpp"
#ifdef VELLUM_HAVE_INDEX
#include "index/known_files.hpp"
#endif

namespace vellum::cli {

/// What results depend on besides the files: options, and the content of files that options name.
[[nodiscard]] std::string options_given(Session& session);

#ifdef VELLUM_HAVE_INDEX
using IndexedScript = index::KnownScript;
#else
struct IndexedScript {
    std::string name;
    const Engine* engine = nullptr;
    std::size_t problems = 0, notes = 0;
    bool has_source = false;
};
#endif

class Indexed {
  public:
    /// Opens that of --index or, if the command may do without, the one beside the project file of the first
    /// place. `places` become the index's if there are none. Nothing if it cannot be used, which was
    /// reported.
    [[nodiscard]] bool open(Session& session, std::vector<std::string>& places);

    // As index::KnownFiles; without an index nothing.
    using Scripts = std::optional<std::vector<IndexedScript>>;
    [[nodiscard]] Scripts scripts(const Node& node);
    [[nodiscard]] Scripts good_scripts(const Node& node, bool with_notes);
    [[nodiscard]] Scripts scripts_with_uses(const Node& node);
    /// Counts a file that it did not answer for; the same value.
    [[nodiscard]] bool tell(bool answered);
    /// "; 2 files read anew", or nothing.
    [[nodiscard]] std::string told() const;

    [[nodiscard]] Result<void> find_uses(const tools::NamePattern& wanted, const tools::NamePattern* in);
    [[nodiscard]] std::span<const tools::Use> uses(const IndexedScript& script) const;
    [[nodiscard]] Result<void> find_text(const std::string& text);
    [[nodiscard]] bool may_have(const IndexedScript& script) const;
    [[nodiscard]] std::string source(const IndexedScript& script) const;
    [[nodiscard]] std::string code(const IndexedScript& script, std::string_view name) const;
    void look_again();
    [[nodiscard]] bool is_open() const noexcept;

  private:
#ifdef VELLUM_HAVE_INDEX
    std::unique_ptr<index::KnownFiles> known_;
#endif
    std::atomic<std::size_t> others_ = 0;
};

/// The option --index.
inline constexpr Option index_option{
    "--index", 0, "FILE",
    "Take what is known from this index of 'vellum index', as long as it still holds; only files that have "
    "changed since are read. Without files to look at: all places of the index. Default: vellum.vdb beside "
    "the project file.",
    ValueKind::file};

} // namespace vellum::cli
