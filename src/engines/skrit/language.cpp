// What scripts declare is read from their words; classes, functions and events are those of the declarations
// that the compiler knows, and the compiler itself says what is wrong.
#include "engines/skrit/language.hpp"

#include <array>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/ascii.hpp"
#include "base/ending.hpp"
#include "engines/skrit/engine.hpp"
#include "engines/skrit/exports/declared.hpp"
#include "engines/skrit/fuel/file_includes.hpp"
#include "engines/skrit/source/token.hpp"
#include "language/diagnose.hpp"
#include "language/reader.hpp"
#include "vellum/skrit_content.hpp"

namespace vellum::skrit {

namespace {

using language::CLikeReader;
using language::Symbol;
using language::SymbolKind;

#define WORD(name, text) text,
constexpr auto keywords =
    std::to_array<std::string_view>({VELLUM_SKRIT_KEYWORDS(WORD) "seconds", "second", "sec", "msecs", "frame",
                                     "asm", "#include", "#only", "#option"});
#undef WORD
constexpr auto types = std::to_array<std::string_view>({"bool", "int", "float", "string", "void"});

class SkritReader final : public CLikeReader {
  public:
    explicit SkritReader(language::DeclarationReader& reader) : CLikeReader(reader, types) {}

  private:
    bool special() override {
        language::DeclarationReader& in = reader();
        if (in.at("#include") && in.peek(1).kind == language::TokenKind::text) {
            static_cast<void>(in.next());
            include(in.text(in.next().span));
            line_was_read();
            return true;
        }
        if (in.at("doc") && in.at("=", 1) && in.peek(2).kind == language::TokenKind::text) {
            const language::Span text = in.peek(2).span;
            if (last_ < in.count()) // it was declared twice otherwise
                in[last_].documentation = in.text({text.begin + 1, std::max(text.begin + 1, text.end - 1)});
            for (int i = 0; i < 3; ++i) static_cast<void>(in.next());
            return true;
        }
        if (block() == Block::body || block() == Block::members) return false;
        if (in.at("owner") && in.at("=", 1) && in.at_word(2)) {
            Symbol owner;
            owner.type = in.word(2);
            const language::Span name = in.next().span;
            static_cast<void>(declare_here(std::move(owner), name, in.peek(1).span.end));
            return true;
        }
        if (in.at("state") && in.at_word(1)) {
            static_cast<void>(in.next());
            Symbol state;
            state.kind = SymbolKind::state;
            static_cast<void>(declare_block(std::move(state), in.next().span, Block::names));
            return true;
        }
        if ((in.at("event") || in.at("trigger")) && in.at_word(1)) return handler();
        if (statement_begins() && in.at_word() && in.word().ends_with('$') && in.at("(", 1)) {
            static_cast<void>(declare_function(Symbol{}, in.next().span));
            return true;
        }
        return false;
    }

    bool handler() {
        language::DeclarationReader& in = reader();
        static_cast<void>(in.next());
        const language::Span name = in.next().span;
        Symbol event;
        event.kind = SymbolKind::event;
        const language::SymbolId id = declare_function(std::move(event), name);
        std::string_view known = in.text(name);
        while (known.ends_with('$')) known.remove_suffix(1);
        const language::Catalogue& catalogue = in.language().catalogue();
        if (const auto found = catalogue.find({}, known); !found.empty() && id != language::no_symbol) {
            const Symbol& offered = catalogue.symbols()[found.front()];
            if (in[id].documentation.empty()) in[id].documentation = offered.documentation;
        }
        return true;
    }

    void variable(Symbol& symbol, std::string_view head) override {
        if (head.contains("property")) symbol.kind = SymbolKind::property;
        last_ = static_cast<language::SymbolId>(reader().count());
    }

    void include(std::string_view quoted) {
        if (quoted.size() < 2 || !asked_.emplace(quoted).second) return;
        if (!includes_) includes_.emplace(reader().input().files);
        const auto found = includes_->include(quoted.substr(1, quoted.size() - 2), reader().input().name);
        if (found) reader().include(found->name);
    }

    language::SymbolId last_ = language::no_symbol;
    std::optional<FileIncludes> includes_;
    std::unordered_set<std::string> asked_; ///< As they stand in the text: each is looked for once.
};

/// Everything that scripts may name.
language::Catalogue make_catalogue(const Exports& exports) {
    language::Catalogue catalogue(true);
    const auto flags = [](std::uint32_t all) {
        return (all & export_added) != 0 ? std::string("Vellum only; not in the game.") : std::string();
    };
    const auto documents = [&](std::string text, std::uint32_t all) {
        const std::string more = flags(all);
        if (!text.empty() && !more.empty()) text += '\n';
        return text + more;
    };
    for (std::uint32_t i = 0; i < exports.class_count(); ++i) {
        const ClassExport& one = exports.class_at(i);
        Symbol symbol;
        symbol.name = symbol.type = one.name;
        symbol.kind = SymbolKind::type;
        symbol.declaration = std::string(to_string(one.kind)) + " class " + one.name;
        if (one.base != no_index) {
            symbol.declaration += ": " + exports.class_at(one.base).name;
            catalogue.add_base(one.name, exports.class_at(one.base).name);
        }
        symbol.documentation = documents(one.documentation, one.flags);
        catalogue.add(std::move(symbol));
    }
    const auto parameters = [&](const std::vector<ExportParameter>& from) {
        std::vector<language::Parameter> made;
        for (const ExportParameter& each : from) {
            std::string text = exports.type_name(each.type);
            if (!each.name.empty()) text += " " + each.name;
            made.push_back({std::move(text), each.documentation});
        }
        return made;
    };
    for (std::uint32_t i = 0; i < exports.function_count(); ++i) {
        const FunctionExport& one = exports.function_at(i);
        if ((one.flags & export_not_skrit) != 0) continue;
        Symbol symbol;
        symbol.name = one.name;
        symbol.kind = SymbolKind::native;
        symbol.callable = true;
        symbol.more = one.variadic;
        symbol.declaration = exports.signature(i);
        symbol.documentation = documents(one.documentation, one.flags);
        symbol.type = exports.type_name(one.result);
        if (one.owner != no_index) symbol.owner = exports.class_at(one.owner).name;
        symbol.parameters = parameters(one.parameters);
        const bool getter =
            one.parameters.empty() && one.name.size() > 3 && same_name(one.name.substr(0, 3), "get");
        if (getter) { // `x.Name` is `x.GetName()`
            Symbol property = symbol;
            property.name = one.name.substr(3);
            property.kind = SymbolKind::property;
            property.callable = false;
            property.declaration =
                symbol.type + " " + symbol.owner + (symbol.owner.empty() ? "" : ".") + property.name;
            if (catalogue.find(property.owner, property.name).empty()) catalogue.add(std::move(property));
        }
        catalogue.add(std::move(symbol));
    }
    for (std::uint32_t i = 0; i < exports.enum_count(); ++i) {
        const EnumExport& one = exports.enum_at(i);
        Symbol symbol;
        symbol.name = one.name;
        symbol.kind = SymbolKind::type;
        symbol.declaration = "enum " + one.name;
        symbol.documentation = one.documentation;
        catalogue.add(std::move(symbol));
        for (const EnumConstant& constant : one.constants) {
            Symbol value;
            value.name = constant.name;
            value.kind = SymbolKind::constant;
            value.type = one.name;
            value.declaration = one.name + " " + constant.name + " = " + std::to_string(constant.value);
            catalogue.add(std::move(value));
        }
    }
    for (std::uint32_t i = 0; i < exports.event_count(); ++i) {
        const EventExport& one = exports.event_at(i);
        Symbol symbol;
        symbol.name = one.name;
        symbol.kind = SymbolKind::event;
        symbol.callable = true;
        symbol.parameters = parameters(one.parameters);
        symbol.declaration = "event " + one.name + "$(";
        for (std::size_t p = 0; p < symbol.parameters.size(); ++p)
            symbol.declaration += (p == 0 ? " " : ", ") + symbol.parameters[p].text + "$";
        symbol.declaration += symbol.parameters.empty() ? ")" : " )";
        symbol.documentation = documents(one.documentation, one.flags);
        catalogue.add(std::move(symbol));
    }
    return catalogue;
}

class SkritLanguage final : public language::Language {
  public:
    [[nodiscard]] std::string_view id() const override { return "skrit"; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view) const override {
        return has_ending(name, ".skrit");
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static constexpr language::Lexicon lexicon{
            .word_begins = "#", .word_goes_on = "$", .ignore_case = true, .keywords = keywords};
        return lexicon;
    }
    [[nodiscard]] const language::Catalogue& catalogue() const override {
        static const language::Catalogue all = make_catalogue(exports_of(nullptr));
        return all;
    }
    void declarations(language::DeclarationReader& reader) const override { SkritReader(reader).run(); }
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        Diagnostics all;
        language::diagnose_source(engine(), input, all);
        for (const Diagnostic& one : all.all())
            if (!skrit_users_may_declare(input.name, one)) diagnostics.add(one);
    }
    [[nodiscard]] bool shares_names() const override { return true; }
    [[nodiscard]] std::string owner_of_word(std::string_view word, std::string_view) const override {
        if (same_name(word, "this")) return "SkritObject";
        return same_name(word, "vm") ? "SkritMachine" : "";
    }
    [[nodiscard]] bool formats() const override { return true; }
    [[nodiscard]] Result<std::string> format(const language::Input& input,
                                             Diagnostics& diagnostics) const override {
        return engine().formatter()->format(input.text, {.name = std::string(input.name)}, diagnostics);
    }
};

} // namespace

const language::Language& source_language() {
    static const SkritLanguage language;
    return language;
}

} // namespace vellum::skrit
