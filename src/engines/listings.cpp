// What listings of all engines have in common is their syntax: labels, instructions of the engine's tables,
// directives, `;` in front of comments. What directives declare is what stands behind them.
#include "engines/listings.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "base/ending.hpp"
#include "engines/registry.hpp"
#include "language/diagnose.hpp"
#include "language/natives.hpp"
#include "language/reader.hpp"
#include "vellum/engine.hpp"

namespace vellum {

namespace {

using language::DeclarationReader;
using language::Offset;
using language::Span;
using language::Symbol;
using language::SymbolId;
using language::SymbolKind;
using language::TokenKind;

constexpr std::string_view engine_mark = "; engine:";
constexpr std::size_t first_lines = 5;

/// The engine that the first lines name; empty if none does.
std::string_view named_engine(std::string_view text) {
    for (std::size_t line = 0; line < first_lines && !text.empty();) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view first = text.substr(0, end);
        if (first.starts_with(engine_mark)) {
            first.remove_prefix(std::min(first.find_first_not_of(' ', engine_mark.size()), first.size()));
            return first.substr(0, first.find_first_of(" \r\t,"));
        }
        line += first.find_first_not_of(" \r\t") == std::string_view::npos ? 0 : 1; // blank ones do not count
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

class ListingReader {
  public:
    explicit ListingReader(DeclarationReader& reader) : in_(reader) {}

    void run() {
        while (!in_.at_end()) line();
        end_label(static_cast<Offset>(in_.input().text.size()));
    }

  private:
    [[nodiscard]] bool line_ends() const { return in_.at_end() || in_.peek().kind == TokenKind::line_end; }

    void line() {
        const bool name = in_.peek().kind == TokenKind::word || in_.peek().kind == TokenKind::keyword;
        if (name && in_.at(":", 1))
            label();
        else if (name && in_.word().starts_with('.'))
            directive();
        while (!line_ends()) static_cast<void>(in_.next());
        static_cast<void>(in_.next());
    }

    /// Labels that a disassembler made for jumps belong to the one that stands above.
    void label() {
        const Span name = in_.next().span;
        Symbol symbol;
        symbol.kind = SymbolKind::label;
        symbol.callable = true;
        symbol.scope = DeclarationReader::everywhere;
        symbol.declaration = std::string(in_.text(name)) + ":";
        symbol.documentation = in_.comment_above(name.begin);
        const bool inner =
            label_ != language::no_symbol && (in_function_ || in_.text(name).starts_with("L_"));
        if (!inner) end_label(name.begin);
        symbol.parent = inner ? label_ : language::no_symbol;
        const SymbolId id = in_.declare(std::move(symbol), name, name);
        if (!inner) label_ = id;
    }
    void end_label(Offset end) {
        if (label_ == language::no_symbol) return;
        const std::string_view text =
            in_.input().text; // without the blank lines and comments in front of the next
        while (end != 0) {
            const std::size_t begin = text.find_last_of('\n', end - 1) == std::string_view::npos
                                          ? 0
                                          : text.find_last_of('\n', end - 1);
            const std::string_view last = text.substr(begin, end - begin);
            const std::size_t first = last.find_first_not_of(" \t\r\n");
            if (first != std::string_view::npos && last[first] != ';') break;
            end = static_cast<Offset>(begin);
            if (begin == 0) break;
        }
        in_.ends(label_, end);
        label_ = language::no_symbol;
    }

    /// `.global bool Lit`, `.import "LibAdd^2"`, `.task task0, 0, int`: names and texts that stand nowhere
    /// yet are declared here, those that are known are used.
    void directive() {
        const Span all = in_.next().span;
        const std::string_view name = in_.text(all);
        constexpr auto declaring = std::to_array<std::string_view>(
            {".global", ".import", ".string", ".task", ".variable", ".state", ".native", ".local",
             ".function", ".event", ".data", ".property", ".method"});
        if (std::ranges::find(declaring, name) == declaring.end()) return;
        Span last{};
        TokenKind kind = TokenKind::mark;
        while (!line_ends() && !in_.at(",") && in_.peek().kind != TokenKind::number) {
            kind = in_.peek().kind;
            last = in_.next().span;
            if (kind == TokenKind::text && name == ".function") break;
        }
        const Span end = rest();
        Symbol symbol;
        symbol.declaration = in_.one_line({all.begin, end.end});
        symbol.scope = DeclarationReader::everywhere;
        if (name == ".function") {
            symbol.kind = SymbolKind::function;
            symbol.callable = true;
            if (kind != TokenKind::text) { // "system 0": what it belongs to and its number
                last.begin = all.end + 1;
                last.end = end.end;
                symbol.name = in_.one_line(last);
            }
            end_label(all.begin);
            label_ = in_.declare(std::move(symbol), last, {all.begin, end.end});
            in_function_ = true;
            return;
        }
        if (last.empty()) return;
        symbol.kind = kind == TokenKind::text ? SymbolKind::text
                      : name == ".task"       ? SymbolKind::task
                                              : SymbolKind::variable;
        static_cast<void>(in_.declare(std::move(symbol), last, {all.begin, end.end}));
    }
    /// To the end of the line; where its last token ends.
    Span rest() {
        while (!line_ends()) static_cast<void>(in_.next());
        return in_.before().span;
    }

    DeclarationReader& in_;
    SymbolId label_ = language::no_symbol; ///< A function, or a label that begins one.
    bool in_function_ = false;
};

class ListingLanguage final : public language::Language {
  public:
    ListingLanguage(const Engine& engine, bool usual) : engine_(engine), usual_(usual) {
        id_ = "vellum-" + std::string(engine.id());
    }
    [[nodiscard]] std::string_view id() const override { return id_; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view text) const override {
        if (!has_ending(name, ".vasm")) return false;
        const std::string_view named = named_engine(text);
        return named == engine_.id() || (usual_ && find_engine(named) == nullptr);
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static constexpr language::Lexicon lexicon{.line_comment = ";",
                                                   .block_begin = {},
                                                   .block_end = {},
                                                   .word_begins = ".$@?^",
                                                   .word_goes_on = ".$@?^",
                                                   .quotes = "\"",
                                                   .lines = true,
                                                   .scopes = true};
        return lexicon;
    }
    [[nodiscard]] const language::Catalogue& catalogue() const override { return catalogue_; }
    void declarations(language::DeclarationReader& reader) const override { ListingReader(reader).run(); }
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        language::diagnose_listing(engine_, input, diagnostics);
    }

    /// Instructions of all tables, each mnemonic once, and natives by their names alone.
    void fill() {
        std::set<std::string_view> known;
        for (const isa::Table* table : engine_.format().tables())
            for (const isa::Row& row : table->rows)
                if (known.insert(row.mnemonic).second) catalogue_.add(language::instruction_symbol(row));
        engine_.runtime().each_native([&](const NativeRow& row) {
            Symbol symbol = language::native_symbol(row);
            symbol.owner.clear();
            if (!known.contains(symbol.name)) catalogue_.add(std::move(symbol));
        });
    }

  private:
    const Engine& engine_;
    bool usual_; ///< Takes listings that name no engine.
    std::string id_;
    language::Catalogue catalogue_;
};

} // namespace

const std::vector<std::unique_ptr<const language::Language>>& listing_languages() {
    static const std::vector<std::unique_ptr<const language::Language>> all = [] {
        std::vector<std::unique_ptr<const language::Language>> made;
        for (const Engine* engine : engines()) {
            auto language = std::make_unique<ListingLanguage>(*engine, made.empty());
            language->fill();
            made.push_back(std::move(language));
        }
        return made;
    }();
    return all;
}

} // namespace vellum
