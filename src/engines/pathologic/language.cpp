// Tasks hold variables, functions and handlers; natives stand behind `@`, methods behind `->`.
#include "engines/pathologic/language.hpp"

#include "base/ending.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/engine.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/words.hpp"
#include "language/diagnose.hpp"
#include "language/natives.hpp"
#include "language/reader.hpp"

namespace vellum::pathologic {

namespace {

using language::CLikeReader;
using language::Symbol;
using language::SymbolKind;

constexpr auto types =
    std::to_array<std::string_view>({"bool", "int", "float", "string", "object", "vector", "void"});

class PathologicReader final : public CLikeReader {
  public:
    explicit PathologicReader(language::DeclarationReader& reader) : CLikeReader(reader, types) {}

  private:
    bool special() override {
        language::DeclarationReader& in = reader();
        if (in.at("#") && in.at("include", 1) && in.peek(2).kind == language::TokenKind::text) {
            static_cast<void>(in.next());
            static_cast<void>(in.next());
            const std::string_view quoted = in.text(in.next().span);
            if (quoted.size() > 2) in.include(quoted.substr(1, quoted.size() - 2));
            line_was_read();
            return true;
        }
        if (block() == Block::body) return false;
        if (in.at("task") && in.at_word(1)) {
            static_cast<void>(in.next());
            Symbol task;
            task.kind = SymbolKind::task;
            task.callable = true; // entering it is a call
            static_cast<void>(declare_block(std::move(task), in.next().span, Block::names));
            return true;
        }
        if (in.at("event") && in.at_word(1)) {
            static_cast<void>(in.next());
            const language::Span name = in.next().span;
            Symbol event;
            event.kind = SymbolKind::event;
            const language::SymbolId id = declare_function(std::move(event), name);
            if (const auto known = in.language().catalogue().find({}, in.text(name));
                !known.empty() && id != language::no_symbol && in[id].documentation.empty())
                in[id].documentation = in.language().catalogue().symbols()[known.front()].documentation;
            return true;
        }
        return false;
    }
    void variable(Symbol& symbol, std::string_view head) override {
        if (head.starts_with("property")) symbol.kind = SymbolKind::property;
        if (head.starts_with("const")) symbol.kind = SymbolKind::constant;
    }
};

language::Catalogue make_catalogue() {
    language::Catalogue catalogue;
    engine().runtime().each_native([&](const NativeRow& row) {
        Symbol symbol = language::native_symbol(row);
        // Methods are found by their names alone: every object is of the type `object`.
        symbol.owner = row.signature.kind == NativeKind::method ? "object" : "";
        catalogue.add(std::move(symbol));
    });
    for (const EventName& one : event_names()) {
        Symbol event;
        event.name = one.name;
        event.kind = SymbolKind::event;
        event.declaration = "event " + event.name + "(" + std::string(one.values) + ")";
        event.documentation = one.window ? "An event of a window's script." : "An event of the game.";
        event.documentation += " Number " + std::to_string(one.id) + ".";
        if (!one.values.empty()) event.documentation += " Handlers get: " + std::string(one.values) + ".";
        catalogue.add(std::move(event));
    }
    for (const source::BuiltIn& one : source::built_ins()) {
        Symbol function;
        function.name = one.name;
        function.kind = SymbolKind::native;
        function.declaration = std::string(one.name) + (one.name == "pow" ? "(base, exponent)" : "(value)");
        function.documentation = "A function of the machine.";
        function.callable = true;
        catalogue.add(std::move(function));
    }
    for (const std::string_view component : {"x", "y", "z"}) {
        Symbol part;
        part.name = component;
        part.owner = "vector";
        part.kind = SymbolKind::property;
        part.type = "float";
        part.declaration = "float vector." + part.name;
        catalogue.add(std::move(part));
    }
    return catalogue;
}

class PathologicLanguage final : public language::Language {
  public:
    [[nodiscard]] std::string_view id() const override { return "patho"; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view) const override {
        return has_ending(name, ".patho");
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static const language::Lexicon lexicon{.quotes = "\"", .keywords = source::keywords()};
        return lexicon;
    }
    [[nodiscard]] const language::Catalogue& catalogue() const override {
        static const language::Catalogue all = make_catalogue();
        return all;
    }
    void declarations(language::DeclarationReader& reader) const override { PathologicReader(reader).run(); }
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        Diagnostics found;
        language::diagnose_source(engine(), input, found);
        for (const Diagnostic& each : found.all()) // in an editor any text may be for others to include
            if (each.code != &vellum::codes::engine_library) diagnostics.add(each);
    }
    [[nodiscard]] bool shares_names() const override { return true; }
};

} // namespace

const language::Language& source_language() {
    static const PathologicLanguage language;
    return language;
}

} // namespace vellum::pathologic
