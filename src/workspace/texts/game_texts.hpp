// The texts for players in nodes of a workspace, as translators see them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/code_page.hpp"
#include "tools/texts/text_file.hpp"
#include "tools/texts/translation.hpp"
#include "vellum/workspace.hpp"

namespace vellum {

class GameTexts {
  public:
    struct Options {
        const CodePage* page = nullptr;                ///< Of texts whose game does not say it; null: UTF-8.
        bool page_is_said = false;                     ///< `page` counts whatever the game says.
        bool places = false;                           ///< Functions have the names of the script's source.
        std::string list = {};                         ///< Name of the file of translations, for messages.
        std::function<void(const Diagnostic&)> report; ///< Gets what is wrong.
    };
    /// Something with texts: a script or a table.
    struct Source {
        std::string key;    ///< As files for translators call it.
        std::string member; ///< Of the container it is in, or empty.
        const Engine* engine = nullptr;
        std::vector<std::byte> bytes;
        bool table = false;                   ///< Texts besides those of scripts.
        const CodePage* page = nullptr;       ///< Of its texts; null: UTF-8, not known, or the engine knows.
        std::vector<Function> functions = {}; ///< With `places`: those of a script.
    };
    /// What a node holds.
    struct Opened {
        std::vector<Source> sources;
        std::shared_ptr<const archives::Archive> container; ///< That the sources are members of; may be null.
    };

    GameTexts(const Workspace& workspace, Options options)
        : workspace_(workspace), options_(std::move(options)) {}

    /// Reads a node; says what is wrong with it.
    [[nodiscard]] std::optional<Opened> open(const Node& node);
    /// Reads a file of translations, in UTF-8 where its encoding is known.
    [[nodiscard]] Result<tools::TextFile> translation(const Node& node);
    /// The texts of a source as translators see them, taken from `bytes`. `tell`: says what is doubtful in a
    /// table.
    [[nodiscard]] Result<std::vector<tools::TextRow>>
    rows(const Node& node, const Source& source, std::span<const std::byte> bytes, bool tell = false) const;

    [[nodiscard]] const Workspace& workspace() const noexcept { return workspace_; }
    /// What the nodes opened so far say of their game.
    [[nodiscard]] const tools::TranslatedGame& game() const noexcept { return game_; }
    /// For loading a source of a node.
    [[nodiscard]] LoadOptions load_options(const Node& node, const Source& source,
                                           const FileSystem* files) const;

    void report(const Diagnostic& diagnostic) const { options_.report(diagnostic); }
    std::nullopt_t refuse(const Node& node, Diagnostic diagnostic) const;
    /// Says that a row of the file of translations may be wrong, or is.
    void warn(const tools::TextRow& row, std::string_view what) const;
    std::nullopt_t refuse_row(const tools::TextRow& row, std::string_view what) const;
    /// What is doubtful in a table; what is in a script is no matter of its texts.
    void report(const Node& node, const Source& source, const Diagnostics& told) const;
    [[nodiscard]] Place place(const tools::TextRow& row) const {
        return {options_.list, Place::unknown, row.line, 1};
    }

  private:
    const Workspace& workspace_;
    Options options_;
    tools::TranslatedGame game_;
};

} // namespace vellum
