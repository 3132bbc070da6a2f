// Directives fill the tables; the shared assembler makes the code.
#include "engines/skrit/assembler.hpp"

#include <algorithm>
#include <bit>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/unit/tables.hpp"
#include "engines/skrit/verify.hpp"
#include "isa/assembler.hpp"
#include "isa/codes.hpp"

namespace vellum::skrit {

namespace {

class Reader final : public isa::DirectiveHandler, public isa::Resolver {
  public:
    explicit Reader(Unit& unit) : unit_(unit) {
        for (std::uint8_t kind = 0; kind < 5; ++kind)
            unit.types.push_back(
                {static_cast<TypeKind>(kind), std::string(to_string(static_cast<TypeKind>(kind)))});
    }

    // --- names in the code ---

    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        if (space == isa::SymbolSpace::state) {
            const std::uint32_t found = unit_.find_state(name);
            return found == none ? std::nullopt : std::optional(found);
        }
        if (space != isa::SymbolSpace::function) return std::nullopt;
        const std::size_t mark = name.rfind('@');
        if (mark != std::string_view::npos) return number_behind(name, mark);
        const std::uint32_t found = unit_.find_function(name);
        return found == none ? std::nullopt : std::optional(found);
    }

    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        if (space != isa::SymbolSpace::native) return std::nullopt;
        const std::size_t mark = text.rfind('@');
        if (mark != std::string_view::npos) return number_behind(text, mark);
        for (std::uint32_t i = 0; i < unit_.imports.size(); ++i)
            if (unit_.import_signature(i) == text) return i;
        return std::nullopt;
    }

    // --- directives ---

    bool directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                   isa::Assembler& assembler) override {
        using Handler = void (Reader::*)();
        struct Entry {
            std::string_view name;
            Handler handler;
        };
        static constexpr Entry entries[] = {{"skrit", &Reader::skrit},
                                            {"hash", &Reader::hash},
                                            {"stripped", &Reader::stripped},
                                            {"file", &Reader::file},
                                            {"source", &Reader::source},
                                            {"type", &Reader::type},
                                            {"string", &Reader::string},
                                            {"owner", &Reader::owner},
                                            {"macro", &Reader::macro},
                                            {"parameter", &Reader::parameter},
                                            {"import", &Reader::import},
                                            {"upcast", &Reader::upcast},
                                            {"instance", &Reader::instance},
                                            {"shared", &Reader::shared},
                                            {"variable", &Reader::variable},
                                            {"event", &Reader::event},
                                            {"takes", &Reader::takes},
                                            {"state", &Reader::state},
                                            {"poll", &Reader::poll},
                                            {"start", &Reader::start},
                                            {"filter", &Reader::filter},
                                            {"handler", &Reader::handler},
                                            {"trigger", &Reader::trigger},
                                            {"at", &Reader::at},
                                            {"transition", &Reader::transition},
                                            {"condition", &Reader::condition},
                                            {"term", &Reader::term},
                                            {"function", &Reader::function},
                                            {"local", &Reader::local},
                                            {"drop", &Reader::drop},
                                            {"line", &Reader::line}};
        lexer_ = &lexer;
        diagnostics_ = &diagnostics;
        here_ = assembler.here();
        for (const Entry& entry : entries)
            if (entry.name == name) {
                (this->*entry.handler)();
                return true;
            }
        return false;
    }

    /// The last function ends with the code.
    void finish(std::uint32_t end) {
        here_ = end;
        end_function();
    }

  private:
    static std::optional<std::uint32_t> number_behind(std::string_view text, std::size_t mark) {
        std::uint32_t value = 0;
        if (mark + 1 >= text.size() || text.size() - mark > 7) return std::nullopt;
        for (const char c : text.substr(mark + 1)) {
            if (c < '0' || c > '9') return std::nullopt;
            value = value * 10 + static_cast<std::uint32_t>(c - '0');
        }
        return value;
    }

    void fail(std::string message) {
        diagnostics_->add(vellum::codes::asm_directive, std::move(message), lexer_->peek().place());
    }
    std::uint64_t wide() {
        const Token token = lexer_->peek();
        if (!token.is(TokenKind::integer)) {
            fail("a number is wanted here");
            return 0;
        }
        static_cast<void>(lexer_->next());
        return token.negative ? static_cast<std::uint64_t>(token.integer()) : token.magnitude;
    }
    std::uint32_t number() {
        const std::uint64_t value = wide();
        if (value > 0xFFFFFFFFU) fail("the number does not fit in 32 bits");
        return static_cast<std::uint32_t>(value);
    }
    std::uint16_t small() {
        const std::uint64_t value = wide();
        if (value > 0xFFFF) fail("the number is at most 65535");
        return static_cast<std::uint16_t>(value);
    }
    std::uint32_t index() {
        if (word("none")) return none;
        return number();
    }
    bool word(std::string_view wanted) {
        if (!lexer_->peek().is(TokenKind::identifier) || lexer_->peek().text != wanted) return false;
        static_cast<void>(lexer_->next());
        return true;
    }
    template <std::size_t N> std::size_t one_of(const std::string_view (&words)[N]) {
        for (std::size_t i = 0; i < N; ++i)
            if (word(words[i])) return i;
        fail("an unknown word stands here");
        return 0;
    }
    std::string quoted() {
        const Token token = lexer_->peek();
        if (!token.is(TokenKind::string)) {
            fail("a text in quotes is wanted here");
            return {};
        }
        static_cast<void>(lexer_->next());
        return token.value;
    }
    SourceLine place() {
        SourceLine at;
        at.file = small();
        at.line = number();
        return at;
    }
    Constant constant() {
        Constant value;
        value.type = small();
        value.bits = number();
        return value;
    }
    Delay delay() {
        static constexpr std::string_view units[] = {"frames", "msec", "sec"};
        Delay value;
        value.unit = static_cast<TimeUnit>(one_of(units));
        const Token token = lexer_->peek();
        if (token.is(TokenKind::real))
            value.value = std::bit_cast<float>(token.float_bits);
        else
            fail("a floating-point number is wanted here");
        static_cast<void>(lexer_->next());
        value.function = index();
        return value;
    }

    void skrit() {
        static constexpr std::string_view modes[] = {"unit", "command", "formula"};
        unit_.source_name = quoted();
        unit_.mode = static_cast<UnitMode>(one_of(modes));
    }
    void hash() {
        unit_.source_hash = wide();
        unit_.exports_hash = wide();
    }
    void stripped() { unit_.stripped = true; }
    void file() { unit_.files.push_back({quoted(), {}, {}}); }
    void source() {
        const std::uint16_t index = small();
        const std::string text = quoted();
        if (index >= unit_.files.size())
            fail("there is no file of that number");
        else
            unit_.files[index].text += text;
    }
    void type() {
        static constexpr std::string_view kinds[] = {"enum", "pointer", "managed", "identifier", "value"};
        const std::size_t kind = one_of(kinds);
        unit_.types.push_back(
            {static_cast<TypeKind>(kind + static_cast<std::size_t>(TypeKind::enumeration)), quoted()});
    }
    void string() {
        unit_.string_starts.push_back(static_cast<std::uint32_t>(unit_.strings.size()));
        unit_.strings += quoted();
        unit_.strings += '\0';
    }
    void owner() { unit_.owner = small(); }
    void macro() { unit_.macros.push_back(quoted()); }
    void parameter() {
        UnitParameter entry;
        entry.type = small();
        entry.name = quoted();
        entry.in_out = word("in_out");
        entry.any = word("any");
        if (parameters_ == Parameters::import && !unit_.imports.empty())
            unit_.imports.back().parameters.push_back(std::move(entry));
        else if (parameters_ == Parameters::function && !unit_.functions_table.empty())
            unit_.functions_table.back().parameters.push_back(std::move(entry));
        else
            fail(".parameter follows .import or .function");
    }
    void import() {
        static constexpr std::string_view kinds[] = {"function", "singleton", "member"};
        Import entry;
        entry.kind = static_cast<ImportKind>(one_of(kinds));
        entry.owner = quoted();
        entry.name = quoted();
        entry.result = small();
        entry.variadic = word("variadic");
        entry.format = word("format");
        entry.inferred = word("inferred");
        unit_.imports.push_back(std::move(entry));
        parameters_ = Parameters::import;
    }
    void upcast() {
        Upcast entry;
        entry.from = small();
        entry.to = small();
        unit_.upcasts.push_back(entry);
    }
    void stores(StoreSizes& sizes) {
        sizes.general = small();
        sizes.text = small();
        sizes.handle = small();
    }
    void instance() { stores(unit_.instance); }
    void shared() { stores(unit_.shared); }
    void variable() {
        UnitVariable entry;
        entry.name = quoted();
        entry.type = small();
        entry.slot = small();
        entry.state = index();
        entry.initial = constant();
        entry.initialiser = index();
        entry.place = place();
        entry.documentation = quoted();
        entry.shared = word("shared");
        entry.property = word("property");
        entry.hidden = word("hidden");
        unit_.variables.push_back(std::move(entry));
    }
    void event() {
        UnitEvent entry;
        entry.name = quoted();
        entry.result = small();
        entry.inferred = word("inferred");
        unit_.events.push_back(std::move(entry));
    }
    void takes() {
        if (unit_.events.empty())
            fail(".takes follows .event");
        else
            unit_.events.back().parameters.push_back(small());
    }
    void state() {
        State entry;
        entry.name = quoted();
        entry.place = place();
        entry.startup = word("startup");
        unit_.states.push_back(std::move(entry));
    }
    void poll() {
        if (unit_.states.empty()) return fail(".poll follows .state");
        unit_.states.back().poll = delay();
        unit_.states.back().polls = !word("unused");
    }
    void start() {
        unit_.startup = index();
        unit_.first = index();
    }
    void filter() {
        const Constant value = constant();
        if (filters_ == Filters::handler && !unit_.handlers.empty())
            unit_.handlers.back().filter.push_back(value);
        else if (filters_ == Filters::term && !unit_.transitions.empty() &&
                 !unit_.transitions.back().terms.empty())
            unit_.transitions.back().terms.back().filter.push_back(value);
        else
            fail(".filter follows .trigger or .term");
    }
    void add_handler(bool trigger) {
        Handler entry;
        entry.trigger = trigger;
        entry.event = number();
        entry.function = number();
        entry.state = index();
        unit_.handlers.push_back(std::move(entry));
        filters_ = Filters::handler;
    }
    void handler() { add_handler(false); }
    void trigger() { add_handler(true); }
    void at() {
        AtFunction entry;
        entry.function = number();
        entry.state = index();
        entry.delay = delay();
        unit_.at_functions.push_back(entry);
    }
    void transition() {
        Transition entry;
        entry.from = number();
        entry.to = number();
        entry.handler = index();
        entry.place = place();
        unit_.transitions.push_back(std::move(entry));
    }
    void condition() {
        if (unit_.transitions.empty()) return fail(".condition follows .transition");
        Term entry;
        entry.condition = number();
        unit_.transitions.back().terms.push_back(std::move(entry));
        filters_ = Filters::none;
    }
    void term() {
        if (unit_.transitions.empty()) return fail(".term follows .transition");
        Term entry;
        entry.event = number();
        unit_.transitions.back().terms.push_back(std::move(entry));
        filters_ = Filters::term;
    }
    void end_function() {
        if (unit_.functions_table.empty()) return;
        UnitFunction& last = unit_.functions_table.back();
        last.end = here_;
        for (LocalSymbol& symbol : last.locals)
            if (symbol.end == none) symbol.end = here_;
    }
    void function() {
        static constexpr std::string_view kinds[] = {"function",  "event",  "trigger",     "transition",
                                                     "condition", "at",     "initialiser", "period",
                                                     "command",   "formula"};
        end_function();
        UnitFunction entry;
        entry.name = quoted();
        entry.kind = static_cast<FunctionKind>(one_of(kinds));
        entry.result = small();
        entry.state = index();
        entry.place = place();
        entry.documentation = quoted();
        entry.address = here_;
        unit_.functions_table.push_back(std::move(entry));
        parameters_ = Parameters::function;
    }
    void local() {
        if (unit_.functions_table.empty()) return fail(".local follows .function");
        LocalSymbol entry;
        entry.name = quoted();
        entry.type = small();
        entry.slot = small();
        entry.begin = here_;
        entry.end = word("empty") ? here_ : none;
        unit_.functions_table.back().locals.push_back(std::move(entry));
    }
    void drop() {
        const std::uint32_t local = number();
        if (unit_.functions_table.empty() || local >= unit_.functions_table.back().locals.size())
            return fail("there is no such local");
        unit_.functions_table.back().locals[local].end = here_;
    }
    void line() {
        LineEntry entry;
        entry.address = here_;
        entry.file = small();
        entry.line = number();
        unit_.line_table.push_back(entry);
    }

    enum class Parameters : std::uint8_t { none, import, function };
    enum class Filters : std::uint8_t { none, handler, term };
    Unit& unit_;
    LineLexer* lexer_ = nullptr;
    Diagnostics* diagnostics_ = nullptr;
    std::uint32_t here_ = 0;
    Parameters parameters_ = Parameters::none;
    Filters filters_ = Filters::none;
};

} // namespace

std::shared_ptr<Unit> assemble_unit(std::string_view text, std::string name, Diagnostics& diagnostics) {
    auto unit = std::make_shared<Unit>(name);
    const std::size_t errors = diagnostics.errors();
    Reader reader(*unit);
    isa::Assembler assembler(opcode_table, reader, reader, diagnostics);
    assembler.assemble(text);
    reader.finish(assembler.here());
    isa::Code code = assembler.take_code();
    if (diagnostics.errors() != errors) return nullptr;
    unit->bytes = isa::encode(code);
    if (!settle_tables(*unit, diagnostics) || !prepare_code(*unit, diagnostics, std::move(code.lines)))
        return nullptr;
    return unit;
}

} // namespace vellum::skrit
