// The texts that an editor has open, and the files around them: what an editor has not saved yet counts, and
// no name leads out of the folders that it named or that the texts lie in.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/language.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/workspace.hpp"

namespace vellum::protocol::lsp {

/// "file:///home/x/a%20b.skrit" as "/home/x/a b.skrit"; nothing for other URIs.
[[nodiscard]] std::optional<std::string> path_of(std::string_view uri);
/// Paths of a tree that has no root are below '/'.
[[nodiscard]] std::string uri_of(std::string_view path);

/// An open text.
struct Document {
    std::string uri;
    std::string path; ///< Empty if it is in no file.
    std::int64_t version = 0;
    language::Text text;
    const language::Language* language = nullptr; ///< Null: nothing is known of it.
    std::unique_ptr<language::Analysis> analysis; ///< Of the present text, once somebody asked.
    std::vector<Diagnostic> diagnostics;          ///< What was told last.
    bool told = false;                            ///< Of the present text.
    std::vector<std::string> includes; ///< As files call them; of the text when it was analysed last.

    /// Its name without the folder.
    [[nodiscard]] std::string_view name() const noexcept;
};

class Documents {
  public:
    static constexpr std::size_t most = 1000;

    /// `rooted`: paths begin with '/', as a disk's do.
    explicit Documents(bool rooted) : rooted_(rooted) {}

    /// The path of a URI in the tree, or nothing.
    [[nodiscard]] std::optional<std::string> path(std::string_view uri) const;
    [[nodiscard]] Document* find(std::string_view uri);
    /// Null if there are too many.
    Document* open(std::string uri);
    void close(std::string_view uri);
    [[nodiscard]] std::map<std::string, Document, std::less<>>& all() noexcept { return all_; }
    /// An open text by the path of its file, or null.
    [[nodiscard]] const Document* at_path(std::string_view path) const;

    void add_folder(std::string path);
    void remove_folder(std::string_view path);
    [[nodiscard]] const std::vector<std::string>& folders() const noexcept { return folders_; }

  private:
    bool rooted_;
    std::map<std::string, Document, std::less<>> all_; ///< By URI.
    std::map<std::string, std::string, std::less<>> paths_;
    std::vector<std::string> folders_;
};

/// The files that one text may name: those beside and below it, then those of the folder that the editor has
/// open around it.
class NearbyFiles final : public FileSystem {
  public:
    /// `more`: what is asked for names that are not there, such as a header's path; may be null.
    NearbyFiles(const Documents& documents, const Workspace& workspace, std::string_view path,
                std::shared_ptr<const FileSystem> more);

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view name) const override;
    [[nodiscard]] Result<std::vector<std::byte>> read_at_most(std::string_view name,
                                                              std::uint64_t most) const override;
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const override;
    /// Where a name was read from, or nothing.
    [[nodiscard]] std::optional<std::string> path(std::string_view name) const;

  private:
    const Documents& documents_;
    struct Root {
        std::string path; ///< With a slash behind it.
        std::shared_ptr<const FileSystem> files;
    };
    std::vector<Root> roots_;
    std::shared_ptr<const FileSystem> more_;
    /// Of path(): a text may be wrong in a thousand places.
    mutable std::map<std::string, std::optional<std::string>, std::less<>> found_;
};

} // namespace vellum::protocol::lsp
