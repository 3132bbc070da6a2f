// A language server: messages in, messages out, no streams and no threads. It knows no language: what it
// answers follows from a text's analysis (src/language). A message that makes no sense gets an error or an
// empty answer; none stops the server.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "protocol/lsp/documents.hpp"
#include "vellum/workspace.hpp"

namespace vellum::protocol::lsp {

using language::Analysis, language::Declared, language::Span, language::Symbol, language::SymbolId;
using language::SymbolKind, language::Token, language::TokenKind;

class Server {
  public:
    /// `files`: that editors have paths of; not null.
    explicit Server(std::span<const language::Language* const> languages,
                    std::shared_ptr<const FileSystem> files = std::make_shared<const DiskFileSystem>());

    /// Answers a message; what there is to send stands in `out`, in order.
    void handle(const Json& message, std::vector<Json>& out);
    /// Nothing is waiting to be answered: tells what is wrong with the texts that changed.
    void idle(std::vector<Json>& out);
    /// Everything that can be asked and told.
    [[nodiscard]] static std::vector<std::string_view> methods();
    /// A message that was no JSON.
    [[nodiscard]] static Json parse_error(std::string_view why);

    /// The editor said good-bye.
    [[nodiscard]] bool exited() const noexcept { return exited_; }
    /// It did so in the right order.
    [[nodiscard]] bool in_order() const noexcept { return shut_down_; }

  private:
    using language_type = language::Language;
    struct Request {
        std::string_view method;
        Json (Server::*answer)(const Json& params);
    };
    struct Notice {
        std::string_view method;
        void (Server::*take)(const Json& params, std::vector<Json>& out);
    };
    /// A place in a text, found from a request's parameters.
    struct Here {
        Document* document = nullptr;
        language::Offset at = 0;
        const language::Analysis* analysis = nullptr;
        const language::Use* use = nullptr;

        [[nodiscard]] const language::Symbol& symbol() const { return analysis->symbol(use->symbol); }
    };
    /// A place where a name stands, in any text.
    struct Mention {
        std::string uri;
        Json range;
        bool declares = false, writes = false;
        std::size_t order = 0;
    };

    // --- server.cpp ---
    static std::span<const Request> requests();
    static std::span<const Notice> notices();
    void notice(std::string_view method, const Json& params, std::vector<Json>& out);
    Json initialize(const Json& params);
    Json shutdown(const Json& params);
    void open(const Json& params, std::vector<Json>& out);
    void change(const Json& params, std::vector<Json>& out);
    void close(const Json& params, std::vector<Json>& out);
    void change_folders(const Json& params, std::vector<Json>& out);
    void change_settings(const Json& params, std::vector<Json>& out);
    void change_files(const Json& params, std::vector<Json>& out);
    void tell(Document& document, std::vector<Json>& out);
    void all_untold();
    void changed(Document& document);
    [[nodiscard]] Json diagnostic(const Document& document, const NearbyFiles& around,
                                  const Diagnostic& one) const;
    [[nodiscard]] const language_type* language_of(std::string_view name, std::string_view text) const;
    void take_settings(const Json& options);
    void forget_projects();
    [[nodiscard]] std::shared_ptr<const Settings> settings(const Document& document) const;
    [[nodiscard]] NearbyFiles around(const std::string& path) const;
    [[nodiscard]] const language::Analysis& analysis(Document& document);
    [[nodiscard]] Document* document(const Json& params);
    [[nodiscard]] Here here(const Json& params);

    // --- look.cpp: what a name is and where it stands ---
    Json hover(const Json& params);
    Json definition(const Json& params);
    Json declaration(const Json& params);
    Json references(const Json& params);
    Json highlights(const Json& params);
    Json prepare_rename(const Json& params);
    Json rename(const Json& params);
    Json prepare_calls(const Json& params);
    Json incoming_calls(const Json& params);
    Json outgoing_calls(const Json& params);
    Json workspace_symbols(const Json& params);
    /// Paths of sources that have a function with a name like that, as far as indexes of the editor's folders
    /// know. `name`: in small letters.
    [[nodiscard]] std::vector<std::string> sources_with(std::string_view name) const;
    [[nodiscard]] Json locations(const Here& found, bool definition_only);
    [[nodiscard]] std::vector<Mention> mentions(const Here& at);
    void mentions_in(const std::string& uri, const language::Text& text, const language::Analysis& analysis,
                     const NearbyFiles& around, const std::vector<std::string>& wanted,
                     std::vector<Mention>& found) const;
    [[nodiscard]] Json call_item(const Document& document, const language::Analysis& analysis,
                                 language::SymbolId id) const;
    [[nodiscard]] Here called(const Json& params);

    // --- show.cpp: the text as a whole ---
    Json document_symbols(const Json& params);
    Json folding(const Json& params);
    Json semantic_tokens(const Json& params);
    Json semantic_tokens_range(const Json& params);

    // --- write.cpp: what may be written ---
    Json completion(const Json& params);
    Json signature_help(const Json& params);
    Json code_actions(const Json& params);
    Json formatting(const Json& params);

    std::span<const language_type* const> languages_;
    std::shared_ptr<const FileSystem> files_;
    Documents documents_;
    Settings settings_;                          ///< What the editor said.
    std::unique_ptr<const Workspace> workspace_; ///< Knows the projects around the texts.
    bool initialized_ = false, shut_down_ = false, exited_ = false;
};

// --- What answers are made of: shared by the files above. ---

[[nodiscard]] Json position_json(language::Position position);
[[nodiscard]] Json range_json(const language::Text& text, language::Span span);
[[nodiscard]] language::Position position_from(const Json& json);
/// Where a diagnostic of the text points: the word that begins there.
[[nodiscard]] language::Span span_of(const language::Text& text, const Place& place);
/// The protocol's numbers for kinds of symbols and of completions.
[[nodiscard]] int symbol_kind(language::SymbolKind kind);
[[nodiscard]] int completion_kind(language::SymbolKind kind);
/// A symbol in Markdown: its declaration, then what is written about it.
[[nodiscard]] Json documentation(const language::Symbol& symbol, std::string_view language);
/// Names of token types and modifiers, in the order of their numbers.
[[nodiscard]] Json token_legend();
/// The name that a diagnostic's message or hint proposes instead, or empty.
[[nodiscard]] std::string_view proposed_name(const Diagnostic& diagnostic);

} // namespace vellum::protocol::lsp
