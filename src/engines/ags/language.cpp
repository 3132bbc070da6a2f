// Names come from the headers that a script is compiled with, and from a header of its own name; what no
// header declares is looked for among the functions of the game's own interface.
#include "engines/ags/language.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <unordered_map>
#include <vector>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "base/concat.hpp"
#include "base/ending.hpp"
#include "engines/ags/api/index.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/compile/compile.hpp"
#include "engines/ags/compile/game.hpp"
#include "engines/ags/engine.hpp"
#include "language/diagnose.hpp"
#include "language/natives.hpp"
#include "language/reader.hpp"

namespace vellum::ags {

namespace {

using language::CLikeReader;
using language::Symbol;
using language::SymbolKind;

constexpr auto types =
    std::to_array<std::string_view>({"int", "char", "long", "short", "string", "void", "float"});

/// Words of words.def, and those of the preprocessor.
const std::vector<std::string_view>& keywords() {
    static const std::vector<std::string_view> all = [] {
        std::vector<std::string_view> made{"#define",    "#undef", "#ifdef", "#ifndef", "#if",
                                           "#endif",     "#else",  "#ifver", "#ifnver", "#region",
                                           "#endregion", "#error", "this"};
        constexpr auto words = std::to_array<std::string_view>({
#define WORD(kind, text, value) text,
#include "engines/ags/source/words.def"
#undef WORD
        });
        for (const std::string_view word : words)
            if ((word[0] >= 'a' && word[0] <= 'z') || word[0] == '_') made.push_back(word);
        return made;
    }();
    return all;
}

class AgsReader final : public CLikeReader {
  public:
    explicit AgsReader(language::DeclarationReader& reader) : CLikeReader(reader, types) {}

  private:
    bool special() override {
        language::DeclarationReader& in = reader();
        if (in.at("#define") && in.at_word(1)) {
            static_cast<void>(in.next());
            const language::Span name = in.next().span;
            const language::Span value = in.rest_of_line();
            Symbol macro;
            macro.kind = SymbolKind::macro;
            macro.declaration = "#define " + in.one_line({name.begin, value.end});
            macro.scope = language::DeclarationReader::everywhere;
            static_cast<void>(in.declare(std::move(macro), name, {name.begin, value.end}));
            line_was_read();
            return true;
        }
        if (in.word().starts_with('#')) {
            static_cast<void>(in.next());
            static_cast<void>(in.rest_of_line());
            line_was_read();
            return true;
        }
        // The type that a function extends: `int Neg(this Pt*)`.
        if (in.at("this") && in.at_word(1) && in.text(in.before().span) == "(" &&
            around() != language::no_symbol) {
            in[around()].owner = in.word(1);
            in[around()].scope = {};
            static_cast<void>(in.next());
            static_cast<void>(in.next());
            return true;
        }
        if (block() == Block::body) return false;
        if (in.at("struct") && in.at_word(1)) {
            static_cast<void>(in.next());
            const std::string name(in.word());
            Symbol symbol;
            symbol.kind = SymbolKind::type;
            symbol.type = name;
            static_cast<void>(declare_block(std::move(symbol), in.next().span, Block::members, name));
            return true;
        }
        if (in.at("enum") && in.at_word(1)) return enumeration();
        return false;
    }

    bool enumeration() {
        language::DeclarationReader& in = reader();
        static_cast<void>(in.next());
        Symbol type;
        type.kind = SymbolKind::type;
        const std::string name(in.word());
        const language::SymbolId id = declare_block(std::move(type), in.next().span, Block::names);
        if (!in.accept("{")) return true;
        bool wanted = true;
        while (!in.at_end() && !in.at("}") && !in.at("{") && !in.at(";")) {
            if (std::exchange(wanted, in.at(",")) && in.at_word()) {
                Symbol value;
                value.kind = SymbolKind::constant;
                value.type = name;
                value.parent = id;
                value.scope = language::DeclarationReader::everywhere;
                const language::Span span = in.peek().span;
                value.declaration = "enum " + name + " { " + std::string(in.text(span)) + " }";
                static_cast<void>(in.declare(std::move(value), span, span));
            }
            static_cast<void>(in.next());
        }
        in.ends(id, in.peek().span.end);
        static_cast<void>(in.accept("}"));
        forget_block();
        return true;
    }
};

/// The type whose members are behind a dot: "Character" for "Character*" and "Character[]".
std::string_view plain_type(std::string_view type) { return type.substr(0, type.find_first_of("*[")); }

std::string joined(std::initializer_list<std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        if (word.empty()) continue;
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

/// A declaration of the script API; nothing for what declares no name.
std::optional<Symbol> api_symbol(const api::Row& row) {
    using enum api::RowKind;
    Symbol made;
    made.name = row.name;
    const std::string whole = row.owner.empty() ? made.name : std::string(row.owner) + "." + made.name;
    switch (row.kind) {
    case undefine:
    case forward:
    case end: return std::nullopt;
    case macro:
        made.kind = SymbolKind::macro;
        made.declaration = joined({"#define", row.name, row.value});
        return made;
    case enumeration:
    case structure:
        made.kind = SymbolKind::type;
        made.type = made.name;
        made.declaration =
            row.kind == enumeration
                ? joined({"enum", row.name})
                : joined({row.words, "struct", row.name, row.value.empty() ? "" : "extends", row.value});
        return made;
    case constant:
        made.kind = SymbolKind::constant;
        made.type = row.owner;
        made.declaration =
            joined({"enum", row.owner, "{", row.name, row.value.empty() ? "" : "=", row.value, "}"});
        return made;
    case function: {
        made.kind = SymbolKind::native;
        made.owner = row.owner;
        made.type = plain_type(row.type);
        made.callable = true;
        made.declaration = joined({row.words, row.type, whole}) + "(";
        for (std::string_view rest = row.parameters; !rest.empty();) {
            const std::string_view text = api::take_word(rest, ',');
            made.declaration += made.declaration.ends_with('(') ? "" : ", ";
            made.declaration += text;
            made.more |= text == "...";
            made.optional |= text.contains('=');
            if (text != "...") made.parameters.push_back({std::string(text), {}});
        }
        made.declaration += ")";
        return made;
    }
    case property:
    case field:
    case variable:
        made.kind = SymbolKind::property;
        made.owner = row.owner;
        made.type = plain_type(row.type);
        made.indexed = !row.index.empty();
        made.declaration = joined({row.words, row.type, whole}) + std::string(row.index);
        return made;
    }
    return std::nullopt;
}

/// What the newest release declares of every name of the script API, and natives of games that it does not.
language::Catalogue make_catalogue() {
    language::Catalogue catalogue;
    std::unordered_map<std::string, std::string> documented; // by full name
    engine().runtime().each_native([&](const NativeRow& row) {
        documented.try_emplace(full_name(row.signature), row.signature.documentation);
    });
    const api::Index& index = api::Index::all();
    for (const api::Row& row : index.rows()) {
        const auto of_name = index.find(row.owner, row.name);
        const auto newest =
            std::ranges::find_if(of_name, [&](const api::Row* each) { return each->kind == row.kind; });
        const bool ends = std::ranges::any_of( // a macro of the header's own
            of_name, [](const api::Row* each) { return each->kind == api::RowKind::undefine; });
        if (*newest != &row || ends || row.is(api::Hint::hidden)) continue;
        auto symbol = api_symbol(row);
        if (!symbol) continue;
        if (row.kind == api::RowKind::structure && !row.value.empty())
            catalogue.add_base(row.name, row.value);
        const auto known =
            documented.find(row.owner.empty() ? symbol->name : symbol->owner + "." + symbol->name);
        if (known != documented.end()) symbol->documentation = known->second;
        catalogue.add(std::move(*symbol));
    }
    engine().runtime().each_native([&](const NativeRow& row) {
        const Signature& signature = row.signature;
        if (!catalogue.find(signature.owner, signature.name).empty() &&
            !index.find(signature.owner, signature.name).empty())
            return;
        if (!signature.owner.empty() && catalogue.find({}, signature.owner).empty()) {
            Symbol type;
            type.name = type.type = signature.owner;
            type.kind = SymbolKind::type;
            type.declaration = "struct " + type.name;
            catalogue.add(std::move(type));
        }
        catalogue.add(language::native_symbol(row));
    });
    return catalogue;
}

/// Where a name of a text made of the project file is in that file: in the line that it comes from.
class PlacesInProject {
  public:
    PlacesInProject(const compile::Source& made, std::string_view project)
        : made_(made),
          made_lines_(lines_of(made.text)),
          project_(project),
          project_lines_(lines_of(project)) {}

    [[nodiscard]] language::Span operator()(language::Span span) const {
        const auto line =
            static_cast<std::size_t>(std::ranges::upper_bound(made_lines_, span.begin) - made_lines_.begin());
        const std::uint32_t from = line != 0 && line <= made_.lines.size() ? made_.lines[line - 1] : 0;
        if (from == 0 || from > project_lines_.size()) return {};
        const language::Offset begin = project_lines_[from - 1];
        const std::string_view there = project_.substr(begin, project_.find('\n', begin) - begin);
        // A macro is the name in capitals, an enumeration's constant has one in it.
        const std::size_t at =
            lower_case(there).find(lower_case(made_.text.substr(span.begin, span.end - span.begin)));
        if (at == std::string_view::npos) return {begin, begin};
        const auto first = static_cast<language::Offset>(begin + at);
        return {first, first + (span.end - span.begin)};
    }

  private:
    static std::vector<language::Offset> lines_of(std::string_view text) {
        std::vector<language::Offset> lines{0};
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            lines.push_back(static_cast<language::Offset>(at + 1));
        return lines;
    }
    const compile::Source& made_;
    std::vector<language::Offset> made_lines_;
    std::string_view project_;
    std::vector<language::Offset> project_lines_;
};

/// Reads the headers of a script of a project. The script API is left out: the catalogue has it.
void names_of_game(language::DeclarationReader& reader, const std::string& file,
                   std::vector<std::string> headers) {
    const language::Input& input = reader.input();
    if (input.files == nullptr) return;
    std::erase(headers, file);
    auto game = compile::GameSources::read(file, *input.files, headers);
    const auto bytes = input.files->read(file);
    if (!game || !bytes) return;
    const auto sources = (*game)->headers_of((*game)->script_of(input.name));
    if (!sources) return;
    for (const compile::Source& source : *sources | std::views::drop(1)) {
        if (!source.lines.empty())
            reader.include_made(file, source.text, PlacesInProject(source, as_text(*bytes)));
        else if (source.file == source.script && source.file.starts_with("__Plugin"))
            reader.include_made(file, source.text, {});
        else
            reader.include(source.file);
    }
}

language::Input as_module(language::Input input) {
    input.engines.ags.api = api::releases()[api::newest_release()];
    const std::string header = concat(input.name.substr(0, input.name.rfind('.')), ".ash");
    if (has_ending(input.name, ".asc") && input.files != nullptr && input.files->read(header))
        input.engines.ags.headers = {header};
    return input;
}

class AgsLanguage final : public language::Language {
  public:
    [[nodiscard]] std::string_view id() const override { return "ags"; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view) const override {
        return has_ending(name, ".asc") || has_ending(name, ".ash");
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static const language::Lexicon lexicon{.word_begins = "#", .keywords = keywords()};
        return lexicon;
    }
    [[nodiscard]] const language::Catalogue& catalogue() const override {
        static const language::Catalogue all = make_catalogue();
        return all;
    }
    void declarations(language::DeclarationReader& reader) const override {
        if (!reader.included()) {
            const language::Input& input = reader.input();
            const auto said = compile::said_of(input.text, input.engines);
            const std::string* const game = said ? compile::project_among(said->headers) : nullptr;
            if (game != nullptr)
                names_of_game(reader, *game, said->headers);
            else if (said)
                for (const std::string& header : said->headers) reader.include(header);
            if (game == nullptr && has_ending(input.name, ".asc"))
                reader.include(std::string(input.name.substr(0, input.name.rfind('.'))) + ".ash");
        }
        AgsReader(reader).run();
    }
    /// That its project cannot be built makes no script wrong. One of no project may be a module, which the
    /// editor puts behind the script API and its own header; what it uses of other modules and of its game is
    /// not known, nor is what follows from that.
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        Diagnostics found;
        language::diagnose_source(engine(), input, found);
        const auto said = compile::said_of(input.text, input.engines);
        const bool lone = said && said->headers.empty() && !said->api;
        if (!found.ok() && lone) {
            Diagnostics other;
            language::diagnose_source(engine(), as_module(input), other);
            if (other.errors() <= found.errors()) found = std::move(other);
        }
        bool unknown = false;
        for (Diagnostic each : found.all()) {
            const bool of_project = each.code == &codes::project_file || each.code == &codes::project_plugin;
            const bool names_it =
                lone && (each.code == &codes::source_name || each.code == &codes::source_demand);
            unknown = unknown || names_it;
            if (names_it && each.hint.empty()) each.hint = "its game or another module may declare it";
            if (of_project || unknown) each.severity = Severity::warning;
            diagnostics.add(std::move(each));
        }
    }
    [[nodiscard]] bool shares_names() const override { return true; }
    [[nodiscard]] std::string owner_of_word(std::string_view word, std::string_view inside) const override {
        return word == "this" ? std::string(inside) : std::string();
    }
};

/// Game.agf: what is wrong with its dialogs. Nothing else of it is a script.
class AgsProjectLanguage final : public language::Language {
  public:
    [[nodiscard]] std::string_view id() const override { return "ags-project"; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view) const override {
        return has_ending(name, ".agf");
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static const language::Lexicon lexicon{
            .line_comment = "<?", .block_begin = "<!--", .block_end = "-->", .quotes = {}};
        return lexicon;
    }
    [[nodiscard]] const language::Catalogue& catalogue() const override {
        static const language::Catalogue none;
        return none;
    }
    void declarations(language::DeclarationReader&) const override {}
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        language::diagnose_source(engine(), input, diagnostics);
    }
};

} // namespace

const language::Language& project_language() {
    static const AgsProjectLanguage language;
    return language;
}

const language::Language& source_language() {
    static const AgsLanguage language;
    return language;
}

} // namespace vellum::ags
