// What is known of a text: its names, where they are declared and used, and what its language offers beside
// them. Plain data, the same for every language; language.hpp makes it, a server answers editors from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "language/scanner.hpp"
#include "language/text.hpp"

namespace vellum::language {

enum class SymbolKind : std::uint8_t {
    function,
    event,
    state,
    task,
    type,
    constant,
    variable,
    parameter,
    property, ///< of a class; also one that others see by its name
    label,
    text,   ///< one that a listing declares
    native, ///< a function of the host
    macro,
    instruction,
    directive,
    keyword
};

struct Parameter {
    std::string text; ///< "int count", as it stands in the declaration.
    std::string documentation;
};

using SymbolId = std::uint32_t;
inline constexpr SymbolId no_symbol = 0xFFFFFFFF;

/// Where a name is declared: in one of Analysis::files.
struct Declared {
    std::uint32_t file = 0;
    Span name; ///< The name itself.
    Span all;  ///< Everything that belongs to it.
};

/// Something that has a name.
struct Symbol {
    std::string name;
    SymbolKind kind = SymbolKind::variable;
    std::string declaration;   ///< In one line.
    std::string documentation; ///< What somebody wrote about it.
    std::string type;          ///< Of its value or result: the owner of what stands behind a dot.
    std::string owner;         ///< Class or structure that it is a member of.
    std::vector<Parameter> parameters;
    bool callable = false;
    bool more = false;            ///< More arguments may follow.
    bool optional = false;        ///< Arguments may be left out.
    bool indexed = false;         ///< The value is that behind `[…]`.
    Span scope{};                 ///< Where the bare name means this; empty for members.
    SymbolId parent = no_symbol;  ///< What it is written inside of.
    std::vector<Declared> places; ///< Empty for what the language itself offers; the definition last.
};

/// A place of the text where a name stands.
struct Use {
    Span span;
    SymbolId symbol = no_symbol; ///< In Analysis::symbols, or Catalogue::symbols + Analysis::symbols.size().
    bool declares = false;
    bool writes = false;
    bool calls = false;
};

/// What the language offers to every text: natives, classes, events, instructions, words.
class Catalogue {
  public:
    explicit Catalogue(bool ignore_case = false) : ignore_case_(ignore_case) {}

    void add(Symbol symbol);
    /// Members of `derived` are those of `base` too.
    void add_base(std::string_view derived, std::string_view base);

    [[nodiscard]] const std::vector<Symbol>& symbols() const noexcept { return symbols_; }
    /// All of that name and owner, overloads one behind the other.
    [[nodiscard]] std::vector<SymbolId> find(std::string_view owner, std::string_view name) const;
    /// The owner itself and what it stands on.
    [[nodiscard]] std::vector<std::string> with_bases(std::string_view owner) const;
    [[nodiscard]] const std::vector<SymbolId>& members(std::string_view owner) const;
    /// As names are compared.
    [[nodiscard]] std::string key(std::string_view name) const;

  private:
    bool ignore_case_;
    std::vector<Symbol> symbols_;
    std::unordered_map<std::string, std::vector<SymbolId>> names_; ///< By owner, a NUL and name.
    std::unordered_map<std::string, std::vector<SymbolId>> owners_;
    std::unordered_map<std::string, std::string> bases_;
};

/// Everything about a text.
struct Analysis {
    std::vector<Token> tokens;
    std::vector<Symbol> symbols;
    std::vector<Use> uses; ///< By place.
    /// Behind a dot: what the value before it is; for completion.
    std::vector<std::pair<Offset, std::string>> owners;
    std::vector<std::string> files; ///< The text itself, then what it includes, by the names it was read by.
    std::vector<Span> folds;        ///< From the end of the first line to the last one.
    const Catalogue* catalogue = nullptr;

    [[nodiscard]] const Symbol& symbol(SymbolId id) const {
        return id < symbols.size() ? symbols[id] : catalogue->symbols()[id - symbols.size()];
    }
    /// The use that a cursor there touches, or null.
    [[nodiscard]] const Use* use_at(Offset at) const;
    /// For each use the innermost callable symbol around it, or no_symbol.
    [[nodiscard]] std::vector<SymbolId> callers() const;
};

} // namespace vellum::language
