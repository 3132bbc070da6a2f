// Functions have no names but those of what they belong to: `system enter`, `model cloud tick`. Constants,
// places and functions get names by declarations; instructions, special values and models have theirs.
#include "engines/ff7/language.hpp"

#include "base/ascii.hpp"
#include "base/ending.hpp"
#include "base/text_writer.hpp"
#include "engines/ff7/engine.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "engines/ff7/source/words.hpp"
#include "language/diagnose.hpp"
#include "language/natives.hpp"
#include "language/reader.hpp"

namespace vellum::ff7 {

namespace {

using language::CLikeReader;
using language::Symbol;
using language::SymbolKind;

class WorldMapReader final : public CLikeReader {
  public:
    explicit WorldMapReader(language::DeclarationReader& reader) : CLikeReader(reader, {}) {}

  private:
    bool special() override {
        language::DeclarationReader& in = reader();
        if (block() == Block::body) {
            if (statement_begins() && in.at_word() && in.at(":", 1)) { // a label
                Symbol label;
                label.kind = SymbolKind::label;
                const language::Span name = in.next().span;
                static_cast<void>(declare_in_function(std::move(label), name, name.end));
                return true;
            }
            return false;
        }
        if ((in.at("const") || in.at("var") || in.at("name")) && in.at_word(1)) {
            Symbol symbol;
            symbol.kind = in.at("const") ? SymbolKind::constant
                          : in.at("var") ? SymbolKind::variable
                                         : SymbolKind::function;
            symbol.documentation = in.comment_above(statement_begin());
            static_cast<void>(in.next());
            const language::Span name = in.next().span;
            language::Offset end = name.end;
            while (!in.at_end() && !in.at(";") && !in.at("{") && !in.at("}")) end = in.next().span.end;
            symbol.declaration = in.one_line({statement_begin(), end});
            static_cast<void>(declare_here(std::move(symbol), name, end));
            return true;
        }
        if (statement_begins() &&
            (in.at("system") || in.at("model") || in.at("mesh") || in.at("id") || in.at("code")))
            return body_of();
        return false;
    }

    bool body_of() {
        language::DeclarationReader& in = reader();
        const language::Span first = in.next().span;
        language::Offset end = first.end;
        while (!in.at_end() && !in.at("{") && !in.at(";") && !in.at("asm")) end = in.next().span.end;
        Symbol symbol;
        symbol.name = in.one_line({first.begin, end});
        symbol.kind = SymbolKind::function;
        static_cast<void>(declare_function(std::move(symbol), {first.begin, end}));
        return true;
    }
};

void add(language::Catalogue& catalogue, std::string_view name, SymbolKind kind, std::string declaration,
         std::string documentation = {}) {
    if (name.empty() || !catalogue.find({}, name).empty()) return;
    Symbol symbol;
    symbol.name = name;
    symbol.kind = kind;
    symbol.declaration = std::move(declaration);
    symbol.documentation = std::move(documentation);
    catalogue.add(std::move(symbol));
}

/// "x y --" as parameters.
std::vector<language::Parameter> operands_of(const isa::Row& row) {
    std::vector<language::Parameter> made;
    std::string_view text = row.stack.text;
    text = text.substr(0, text.find("--"));
    while (!(text = trimmed(text)).empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        made.push_back({std::string(text.substr(0, end)), {}});
        text.remove_prefix(end);
    }
    return made;
}

language::Catalogue make_catalogue() {
    language::Catalogue catalogue;
    for (const std::string_view name : source::instruction_names()) {
        const auto code = source::instruction_code(name);
        const isa::Row* const row = code ? table().find(*code) : nullptr;
        Symbol symbol;
        symbol.name = name;
        symbol.kind = SymbolKind::native;
        symbol.callable = true;
        if (row != nullptr) {
            symbol.parameters = operands_of(*row);
            symbol.documentation =
                std::string(row->meaning) + "\n\nInstruction " + std::string(row->mnemonic) + ".";
        } else if (name == "wait") {
            symbol.parameters = {{"frames", {}}};
            symbol.documentation = "Waits this many frames.";
        } else if (name == "window") {
            symbol.parameters = {{"x", {}}, {"y", {}}, {"width", {}}, {"height", {}}};
            symbol.documentation = "Waits until the window is free and positions it.";
        } else if (name == "message") {
            symbol.parameters = {{"text", {}}};
            symbol.documentation = "Waits for the window and shows a text in it.";
        } else
            symbol.more = true;
        symbol.declaration = symbol.name + "(";
        for (std::size_t i = 0; i < symbol.parameters.size(); ++i)
            symbol.declaration += (i == 0 ? "" : ", ") + symbol.parameters[i].text;
        symbol.declaration += symbol.more ? "…)" : ")";
        catalogue.add(std::move(symbol));
    }
    for (const source::ComputingFunction& one : source::computing_functions()) {
        const isa::Row* const row = table().find(one.code);
        Symbol symbol;
        symbol.name = one.name;
        symbol.kind = SymbolKind::native;
        symbol.callable = true;
        symbol.declaration = symbol.name + "(…)";
        symbol.more = true;
        if (row != nullptr) symbol.documentation = row->meaning;
        catalogue.add(std::move(symbol));
    }
    constexpr std::uint32_t most = 256;
    for (std::uint32_t number = 0; number < most; ++number)
        add(catalogue, special_name(number), SymbolKind::property,
            std::string(special_name(number)) + " = special " + std::to_string(number), "A special value.");
    for (std::uint32_t model = 0; model < most; ++model)
        add(catalogue, model_word(model), SymbolKind::constant,
            std::string(model_word(model)) + " = " + std::to_string(model), "A model.");
    for (const KnownPlace& place : known_places())
        add(catalogue, place.name, SymbolKind::property,
            std::string(place.name) + " = " + place_words(place.code, place.operand()),
            "A place of the save map.");
    return catalogue;
}

class WorldMapLanguage final : public language::Language {
  public:
    [[nodiscard]] std::string_view id() const override { return "wms"; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view) const override {
        return has_ending(name, ".wms");
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static const language::Lexicon lexicon{.quotes = "\"", .keywords = source::keywords()};
        return lexicon;
    }
    [[nodiscard]] const language::Catalogue& catalogue() const override {
        static const language::Catalogue all = make_catalogue();
        return all;
    }
    void declarations(language::DeclarationReader& reader) const override { WorldMapReader(reader).run(); }
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        language::diagnose_source(engine(), input, diagnostics);
    }
};

} // namespace

const language::Language& source_language() {
    static const WorldMapLanguage language;
    return language;
}

} // namespace vellum::ff7
