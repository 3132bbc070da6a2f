// What a host script declares is Lua's: functions, fields of tables, local names. What it may answer are the
// natives of all engines. What Lua itself would say about a text is left to Lua's own language servers, which
// run beside.
#include "engines/host_scripts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ending.hpp"
#include "base/suggest.hpp"
#include "engines/registry.hpp"
#include "language/natives.hpp"
#include "language/reader.hpp"
#include "vellum/engine.hpp"
#include "vellum/host.hpp"

namespace vellum {

namespace {

using language::Catalogue;
using language::DeclarationReader;
using language::Offset;
using language::Span;
using language::Symbol;
using language::SymbolId;
using language::SymbolKind;

constexpr auto keywords = std::to_array<std::string_view>(
    {"and", "break", "do",  "else", "elseif", "end",    "false",  "for",  "function", "goto",  "if",
     "in",  "local", "nil", "not",  "or",     "repeat", "return", "then", "true",     "until", "while"});

/// What host scripts have beside Lua; src/luahost gives it to them.
struct Helper {
    std::string_view name, declaration, documentation;
};
constexpr Helper helpers[] = {
    {"vec", "vec(x, y, z)", "A vector."},
    {"object", "object(id, name, class)",
     "An object of the host: `object(\"Burah\")`, `object(\"Burah\", \"Actor\")`, `object(5, \"front door\", "
     "\"Door\")`."},
    {"result", "result(value)", "The native's result, and nothing else."},
    {"out", "out(values...)",
     "The values of the native's out-arguments, in order; `out{[2] = a}`: exactly these."},
    {"wait", "wait(seconds, values...)", "Makes the script wait this many seconds, then returns the values."},
    {"wait_frames", "wait_frames(count, values...)",
     "Makes the script wait this many frames, then returns the values."},
    {"wait_until", "wait_until(ask)",
     "Calls `ask(seconds)` once a frame: nothing, `nil` or `false` keeps waiting, `true` ends the wait, any "
     "other values end it and are returned."},
    {"send", "send(name, values...)",
     "Sends an event to the world; returns its outcome, or `nil` and the reason."},
    {"log", "log(values...)", "Prints the values in the run's output."},
    {"print", "print(values...)", "Prints the values in the run's output."},
    {"methods", "methods", "Methods of objects of every class: `function methods.IsDead(self)`."},
};
/// Functions that Vellum itself calls.
constexpr auto called = std::to_array<std::string_view>({"on_frame"});

class HostScriptReader {
  public:
    HostScriptReader(DeclarationReader& reader, const Catalogue& catalogue)
        : in_(reader), catalogue_(catalogue) {}

    void run() {
        while (!in_.at_end()) {
            const bool fresh = std::exchange(fresh_, true);
            if (in_.at("local"))
                local();
            else if (in_.at("function"))
                function(false);
            else if (in_.at("for"))
                loop();
            else if (fresh && in_.at_word() && in_.at("=", 1) && !in_.at("=", 2))
                global();
            else
                other();
        }
        while (!blocks_.empty()) close();
    }

  private:
    struct Block {
        std::vector<SymbolId> names; ///< Their scope ends with it.
        SymbolId symbol = language::no_symbol;
    };

    void other() {
        const language::Token token = in_.next();
        const std::string_view word = in_.text(token.span);
        if (token.kind == language::TokenKind::keyword) {
            if (word == "if" || word == "repeat") open();
            if (word == "while") waits_for_do_ = true, open();
            if (word == "do" && !std::exchange(waits_for_do_, false)) open();
            if (word == "end" || word == "until") close();
            return;
        }
        // A name begins a statement behind the end of another; inside of a call or a table it does not.
        if (word == "(" || word == "{" || word == "[") ++inside_;
        if ((word == ")" || word == "}" || word == "]") && inside_ != 0) --inside_;
        fresh_ = inside_ == 0 && word != "." && word != "," && word != ":";
    }

    void open(SymbolId symbol = language::no_symbol) { blocks_.push_back({{}, symbol}); }
    void close() {
        if (blocks_.empty()) return;
        const Offset end = in_.before().span.end;
        for (const SymbolId id : blocks_.back().names) in_[id].scope.end = end;
        in_.ends(blocks_.back().symbol, end);
        blocks_.pop_back();
    }

    SymbolId declare_local(Span name, SymbolKind kind, std::string declaration) {
        Symbol symbol;
        symbol.kind = kind;
        symbol.declaration = std::move(declaration);
        symbol.scope = {name.begin, static_cast<Offset>(in_.input().text.size())};
        const SymbolId id = in_.declare(std::move(symbol), name, name);
        if (id != language::no_symbol && !blocks_.empty()) blocks_.back().names.push_back(id);
        return id;
    }

    void local() {
        static_cast<void>(in_.next());
        if (in_.at("function")) return function(true);
        while (in_.at_word()) {
            const Span name = in_.next().span;
            static_cast<void>(
                declare_local(name, SymbolKind::variable, "local " + std::string(in_.text(name))));
            while (in_.accept("<")) { // an attribute
                static_cast<void>(in_.next());
                static_cast<void>(in_.accept(">"));
            }
            if (!in_.accept(",")) break;
        }
    }

    void loop() {
        static_cast<void>(in_.next());
        open();
        waits_for_do_ = true;
        while (in_.at_word()) {
            const Span name = in_.next().span;
            static_cast<void>(declare_local(name, SymbolKind::variable, std::string(in_.text(name))));
            if (!in_.accept(",")) break;
        }
    }

    /// A table of methods is the class of its name.
    void global() {
        Symbol symbol;
        symbol.kind = SymbolKind::variable;
        symbol.type = in_.word();
        symbol.scope = DeclarationReader::everywhere;
        const Span name = in_.next().span;
        symbol.documentation = in_.comment_above(name.begin);
        static_cast<void>(in_.declare(std::move(symbol), name, name));
    }

    void function(bool is_local) {
        const Offset begin = in_.next().span.begin;
        Symbol symbol;
        symbol.kind = SymbolKind::function;
        symbol.callable = true;
        Span name{};
        if (in_.at_word()) {
            name = in_.next().span;
            while (in_.at(".") || in_.at(":")) {
                static_cast<void>(in_.next());
                if (!in_.at_word()) break;
                symbol.owner = in_.text(name);
                name = in_.next().span;
            }
        }
        Offset end = name.end;
        std::vector<Span> parameters;
        if (in_.accept("(")) {
            while (!in_.at_end() && !in_.at(")") && (in_.at_word() || in_.at(",") || in_.at("."))) {
                if (in_.at_word()) parameters.push_back(in_.peek().span);
                static_cast<void>(in_.next());
            }
            static_cast<void>(in_.accept(")"));
            end = in_.before().span.end;
        }
        SymbolId id = language::no_symbol;
        if (!name.empty()) {
            symbol.declaration = in_.one_line({begin, end});
            symbol.documentation = in_.comment_above(begin);
            for (const Span& one : parameters) symbol.parameters.push_back({std::string(in_.text(one)), {}});
            symbol.optional = true;
            const Span all{begin, end};
            if (is_local || (!symbol.owner.empty() && symbol.owner == in_.text(name))) {
                symbol.scope = {name.begin, static_cast<Offset>(in_.input().text.size())};
                id = in_.declare(std::move(symbol), name, all);
                if (id != language::no_symbol && !blocks_.empty()) blocks_.back().names.push_back(id);
            } else {
                answers(symbol, in_.text(name));
                symbol.scope = DeclarationReader::everywhere;
                id = in_.declare(std::move(symbol), name, all);
            }
        }
        open(id);
        for (const Span& one : parameters)
            static_cast<void>(declare_local(one, SymbolKind::parameter, std::string(in_.text(one))));
    }

    /// What is known of the native goes with what the author wrote.
    void answers(Symbol& symbol, std::string_view name) const {
        const std::string_view owner = symbol.owner == "methods" ? std::string_view() : symbol.owner;
        std::vector<SymbolId> natives = catalogue_.find(owner, name);
        if (natives.empty()) natives = catalogue_.find({}, name);
        for (const SymbolId id : natives) {
            const Symbol& native = catalogue_.symbols()[id];
            std::string one = "Answers `" + native.declaration + "`";
            one += native.documentation.empty() ? "." : ": " + native.documentation;
            if (symbol.documentation.contains(one)) continue; // a function and a method alike
            if (!symbol.documentation.empty()) symbol.documentation += "\n\n";
            symbol.documentation += one;
        }
    }

    DeclarationReader& in_;
    const Catalogue& catalogue_;
    std::vector<Block> blocks_;
    std::size_t inside_ = 0;    ///< Of parentheses, brackets and braces.
    bool waits_for_do_ = false; ///< The `do` of a loop that is open already.
    bool fresh_ = true;         ///< A statement may begin here.
};

Place place_of(std::string_view text, Offset offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t line = before.find_last_of('\n') + 1; // 0 without one
    return Place::at_line(static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
                          static_cast<std::uint32_t>(offset - line + 1));
}

class HostScriptLanguage final : public language::Language {
  public:
    HostScriptLanguage() {
        for (const Helper& one : helpers) {
            Symbol symbol;
            symbol.name = one.name;
            symbol.kind = SymbolKind::function;
            symbol.declaration = one.declaration;
            symbol.documentation = one.documentation;
            symbol.callable = one.declaration.contains('(');
            symbol.optional = symbol.more = true;
            catalogue_.add(std::move(symbol));
        }
        for (const Engine* engine : engines())
            engine->runtime().each_native([&](const NativeRow& row) { add(*engine, row); });
        for (const Symbol& symbol : catalogue_.symbols())
            if (symbol.kind == SymbolKind::native && symbol.owner.empty()) names_.push_back(symbol.name);
        std::ranges::sort(names_);
    }
    [[nodiscard]] std::string_view id() const override { return "lua"; }
    [[nodiscard]] bool takes(std::string_view name, std::string_view) const override {
        return has_ending(name, "host.lua");
    }
    [[nodiscard]] const language::Lexicon& lexicon() const override {
        static constexpr language::Lexicon lexicon{
            .line_comment = "--", .block_begin = "--[[", .block_end = "]]", .keywords = keywords};
        return lexicon;
    }
    [[nodiscard]] const Catalogue& catalogue() const override { return catalogue_; }
    void declarations(DeclarationReader& reader) const override {
        HostScriptReader(reader, catalogue_).run();
    }

    /// A function that no engine's scripts ask for is a helper, unless its name is nearly a native's.
    void diagnose(const language::Input& input, Diagnostics& diagnostics) const override {
        const language::Analysis analysis = language::analyse(*this, input);
        for (const Symbol& symbol : analysis.symbols) {
            if (symbol.kind != SymbolKind::function || symbol.places.empty() ||
                symbol.scope != DeclarationReader::everywhere)
                continue;
            const std::string_view name = symbol.name;
            if (std::ranges::binary_search(names_, name) || std::ranges::find(called, name) != called.end())
                continue;
            const std::string_view meant = nearest(name, names_);
            if (meant.empty()) continue;
            diagnostics.add(codes::host_unused, "no script uses the function " + symbol.name,
                            place_of(input.text, symbol.places.back().name.begin),
                            "did you mean '" + std::string(meant) + "'?");
        }
    }

  private:
    /// By its own name, which any function answers, and as a member of its class.
    void add(const Engine& engine, const NativeRow& row) {
        Symbol symbol = language::native_symbol(row);
        if (!symbol.callable) return;
        symbol.documentation += symbol.documentation.empty() ? "" : "\n\n";
        const std::string_view game = engine.title().substr(0, engine.title().find(" ("));
        symbol.documentation += "Used by scripts of " + std::string(game) + ".";
        if (!symbol.owner.empty()) {
            catalogue_.add(symbol);
            symbol.owner.clear();
        }
        catalogue_.add(std::move(symbol));
    }

    Catalogue catalogue_;
    std::vector<std::string_view> names_; ///< Of all natives.
};

} // namespace

const language::Language& host_script_language() {
    static const HostScriptLanguage language;
    return language;
}

} // namespace vellum
