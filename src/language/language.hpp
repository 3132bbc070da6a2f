// A language as editors know it: what its texts look like and which names they declare. Everything else that
// an editor asks for follows from these answers, so a language is one class. Nothing here is ever wrong about
// a text: half-written texts are the usual case, and what compilers say about them is `diagnose`.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "language/model.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/files.hpp"
#include "vellum/settings.hpp"

namespace vellum::language {

class DeclarationReader;

/// A text and where it stands.
struct Input {
    std::string_view text;
    std::string_view name;             ///< As files call it.
    EngineSettings engines = {};       ///< As in LoadOptions.
    const FileSystem* files = nullptr; ///< For what it includes; may be null.
};

/// One language. Stateless: one object serves all texts.
class Language {
  public:
    Language() = default;
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;
    virtual ~Language() = default;

    /// As editors call it: "skrit".
    [[nodiscard]] virtual std::string_view id() const = 0;
    /// The text is of this language.
    [[nodiscard]] virtual bool takes(std::string_view name, std::string_view text) const = 0;
    [[nodiscard]] virtual const Lexicon& lexicon() const = 0;
    [[nodiscard]] virtual const Catalogue& catalogue() const = 0;
    /// Reads the names that a text declares.
    virtual void declarations(DeclarationReader& reader) const = 0;
    /// What compiling the text tells.
    virtual void diagnose(const Input& input, Diagnostics& diagnostics) const = 0;
    /// Other texts may use its names: where they are used is looked for in the whole folder.
    [[nodiscard]] virtual bool shares_names() const { return false; }
    /// The owner of what stands behind `this.` and words like it; `inside`: the owner of the function.
    [[nodiscard]] virtual std::string owner_of_word(std::string_view, std::string_view) const { return {}; }
    /// The text laid out anew. Default: it is not known how.
    [[nodiscard]] virtual bool formats() const { return false; }
    [[nodiscard]] virtual Result<std::string> format(const Input& input, Diagnostics& diagnostics) const;
};

/// Reads a text with all it includes.
[[nodiscard]] Analysis analyse(const Language& language, const Input& input);

} // namespace vellum::language
