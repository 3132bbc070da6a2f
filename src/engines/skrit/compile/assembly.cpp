// Asm blocks: a function's body as instructions, and rows of the unit's tables outside of everything. They go
// through the assembler that listings go through. What they refer to by name is looked up as statements do.
#include <algorithm>
#include <optional>

#include "base/hash.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/compile/builder.hpp"
#include "engines/skrit/unit/directives.hpp"
#include "isa/assembler.hpp"

namespace vellum::skrit {

namespace {

constexpr std::string_view table_rows[] = {"type",   "string", "import", "parameter",
                                           "upcast", "event",  "takes"};
constexpr std::string_view body_rows[] = {"local", "drop"};

std::string_view without_dollar(std::string_view name) {
    while (name.ends_with('$')) name.remove_suffix(1);
    return name;
}

/// "Probe.Describe(int,string)", as Unit::import_signature.
std::string signature_text(const Exports& exports, const FunctionExport& function) {
    std::string text = function.owner == no_index ? "" : exports.class_at(function.owner).name + ".";
    text += function.name + "(";
    const char* separator = "";
    for (const ExportParameter& parameter : function.parameters) {
        text += separator + (parameter.any ? std::string("any") : exports.type_name(parameter.type));
        separator = ",";
    }
    if (function.variadic) text += std::string(separator) + "...";
    return text + ")";
}

} // namespace

/// Reads the rows of the tables, and the names that no source can spell.
class Builder::TableBlock final : public UnitDirectives, public isa::Resolver {
  public:
    explicit TableBlock(Builder& builder) : UnitDirectives(builder.unit_, table_rows), builder_(builder) {}

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                   isa::Assembler& assembler) override {
        const bool known = UnitDirectives::directive(name, lexer, diagnostics, assembler);
        if (known || name != "name") return known;
        const vellum::Token word = lexer.peek();
        if (!word.is(TokenKind::identifier) || !word.text.ends_with('$')) {
            fail("expected a name with $");
            return true;
        }
        static_cast<void>(lexer.next());
        const Symbol symbol = builder_.in_.tokens.names.intern(without_dollar(word.text));
        builder_.called_[symbol] = quoted();
        if (lexer.peek().is(TokenKind::string)) builder_.called_events_[symbol] = quoted();
        return true;
    }
    std::optional<std::uint32_t> find(isa::SymbolSpace, std::string_view) override { return {}; }
    std::optional<std::uint32_t> intern(isa::SymbolSpace, std::string_view) override { return {}; }

  private:
    Builder& builder_;
};

/// Reads the instructions of one function.
class Builder::BodyBlock final : public UnitDirectives, public isa::Resolver {
  public:
    BodyBlock(Builder& builder, std::uint32_t function)
        : UnitDirectives(builder.unit_, body_rows), builder_(builder), function_(function) {}

    /// `.text "words"` pushes a text, wherever the unit keeps it.
    bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                   isa::Assembler& assembler) override {
        const bool known = UnitDirectives::directive(name, lexer, diagnostics, assembler);
        if (known || name != "text") return known;
        const std::uint32_t offset = builder_.string_offset(quoted());
        const Op push = offset <= 0x7F ? Op::PUSH1 : offset <= 0x7FFF ? Op::PUSH2 : Op::PUSH4;
        for (const Op op : {push, Op::OFFTOPCC})
            assembler.append(opcode_table.rows[static_cast<std::size_t>(op)], static_cast<std::uint16_t>(op),
                             std::span(&offset, op == Op::OFFTOPCC ? 0 : 1));
        return true;
    }
    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        if (space == isa::SymbolSpace::function && name.contains('@')) return number_after_at(name);
        const Symbol symbol = builder_.in_.tokens.names.intern(without_dollar(name));
        if (space == isa::SymbolSpace::state) {
            const auto found = builder_.state_names_.find(symbol);
            if (found != builder_.state_names_.end()) return found->second;
        }
        if (space == isa::SymbolSpace::function && symbol < builder_.names_.size() &&
            builder_.names_[symbol].kind == NameKind::function)
            return builder_.names_[symbol].index;
        return std::nullopt;
    }
    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        if (space == isa::SymbolSpace::import) return upcast(text);
        if (space != isa::SymbolSpace::native) return std::nullopt;
        return text.contains('@') ? number_after_at(text) : builder_.import_called(text);
    }

  private:
    UnitFunction* open_function() override { return &builder_.unit_.functions_table[function_]; }
    std::optional<TypeIndex> type_named(std::string_view name) override {
        ExportType type;
        if (!builder_.exports_.find_type(name, type)) return std::nullopt;
        return builder_.type_index(type);
    }
    /// "Derived->Base".
    std::optional<std::uint32_t> upcast(std::string_view text) {
        const std::size_t arrow = text.find("->");
        if (arrow == std::string_view::npos) return std::nullopt;
        const Exports& exports = builder_.exports_;
        const std::uint32_t from = exports.find_class(text.substr(0, arrow));
        const std::uint32_t to = exports.find_class(text.substr(arrow + 2));
        if (from == no_index || to == no_index) return std::nullopt;
        return builder_.upcast_of(exports.class_type(from), to);
    }

    Builder& builder_;
    std::uint32_t function_;
};

/// The import of that signature, which the unit has already or the host declares.
std::optional<std::uint32_t> Builder::import_called(std::string_view signature) {
    for (; known_signatures_ < unit_.imports.size(); ++known_signatures_)
        signatures_.try_emplace(unit_.import_signature(known_signatures_), known_signatures_);
    if (const auto found = signatures_.find(std::string(signature)); found != signatures_.end())
        return found->second;
    const std::string_view path = signature.substr(0, signature.find('('));
    const std::size_t dot = path.rfind('.');
    std::uint32_t owner = no_index;
    if (dot != std::string_view::npos) {
        owner = exports_.find_class(path.substr(0, dot));
        if (owner == no_index) return std::nullopt;
    }
    std::vector<std::uint32_t> candidates;
    exports_.find_functions(owner, path.substr(dot + 1), candidates);
    for (const std::uint32_t one : candidates)
        if (signature_text(exports_, exports_.function_at(one)) == signature)
            return import_of(one, exports_.function_at(one).result);
    return std::nullopt;
}

/// Reads the lines of an asm block; false if something is wrong with them, which is told where they are.
bool Builder::assemble(const Node& at, isa::Assembler& assembler, const Diagnostics& told) {
    if (in_.options.game_only)
        report(codes::added, at.position, "the game's compiler has no asm blocks", "write statements");
    const std::size_t file = in_.sources.file_of(at.position);
    const SourceMap::File& source = in_.sources.file(file);
    const std::size_t brace = source.text.find('{', at.position - source.base);
    const SourceLine line = in_.sources.line(source.base + static_cast<Position>(brace));
    assembler.assemble(in_.tokens.strings[at.a]);
    for (Diagnostic one : told.all()) {
        one.place = Place{source.name, Place::unknown, one.place.line + line.line, one.place.column};
        diagnostics_.add(std::move(one));
    }
    assembly_line_ = line;
    return told.ok();
}

void Builder::tables() {
    if (in_.dry || in_.tree.tables.empty()) return;
    for (const NodeId id : in_.tree.tables) {
        Diagnostics told;
        TableBlock block(*this);
        isa::Assembler assembler(opcode_table, block, block, told);
        if (assemble(node(id), assembler, told) && assembler.here() != 0)
            report(codes::syntax, node(id).position, "instructions must be in functions",
                   "an asm block outside functions holds rows of tables");
    }
    const auto fits = [&](TypeIndex type) { return type < unit_.types.size(); };
    bool fine = true;
    for (const Import& import : unit_.imports) {
        fine = fine && fits(import.result);
        for (const UnitParameter& parameter : import.parameters) fine = fine && fits(parameter.type);
    }
    for (const Upcast& upcast : unit_.upcasts) fine = fine && fits(upcast.from) && fits(upcast.to);
    for (const UnitEvent& event : unit_.events) {
        fine = fine && fits(event.result);
        for (const TypeIndex type : event.parameters) fine = fine && fits(type);
    }
    if (!fine || unit_.types.size() > 0xFFFF) {
        report(codes::type, node(in_.tree.tables.front()).position, "the tables name types that do not exist",
               "types are numbered from 5 in the order of their .type rows");
        unit_.imports.clear();
        unit_.upcasts.clear();
        unit_.events.clear();
        unit_.types.resize(std::min<std::size_t>(unit_.types.size(), 0xFFFF));
    }
    for (std::uint32_t i = built_in_types; i < unit_.types.size(); ++i)
        given_types_.try_emplace(type_key(unit_.types[i].kind, unit_.types[i].name), i);
    for (std::uint32_t i = 0; i < unit_.imports.size(); ++i)
        given_imports_.try_emplace(import_key(unit_.imports[i]), i);
    for (std::uint32_t i = 0; i < unit_.upcasts.size(); ++i)
        upcast_indices_.try_emplace(upcast_key(unit_.upcasts[i]), i);
    for (std::uint32_t i = 0; i < unit_.events.size(); ++i)
        given_events_.try_emplace(unit_.events[i].name, i);
    for (std::uint32_t i = 0; i < unit_.string_starts.size(); ++i)
        string_numbers_.add(hash64(unit_.string_at(unit_.string_starts[i])), i);
}

void Builder::assembly(std::uint32_t function, const Node& at) {
    begin_function(function, unit_.functions_table[function].state);
    if (!dry()) {
        const auto begin = static_cast<std::uint32_t>(unit_.bytes.size());
        Diagnostics told;
        BodyBlock block(*this, function);
        isa::Assembler assembler(opcode_table, block, block, told);
        assembler.begin_at(begin);
        const bool fine = assemble(at, assembler, told);
        if (fine && assembler.here() == begin)
            report(codes::syntax, at.position, "the asm block has no instructions",
                   "RETURN0 ends a function");
        const std::uint32_t end = assembler.here();
        const isa::Code code = assembler.take_code();
        const std::vector<std::byte> bytes = isa::encode(code);
        unit_.bytes.insert(unit_.bytes.end(), bytes.begin(), bytes.end());
        for (const isa::TextLine& line : code.lines)
            unit_.line_table.push_back({line.address, assembly_line_.file, assembly_line_.line + line.line});
        block.finish(end);
    }
    end_function();
}

} // namespace vellum::skrit
