// See the header.
#include "engines/skrit/unit/directives.hpp"

#include <algorithm>
#include <bit>

#include "isa/codes.hpp"

namespace vellum::skrit {

bool UnitDirectives::directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                               isa::Assembler& assembler) {
    using Handler = void (UnitDirectives::*)();
    struct Entry {
        std::string_view name;
        Handler handler;
    };
    static constexpr Entry entries[] = {{"skrit", &UnitDirectives::skrit},
                                        {"hash", &UnitDirectives::hash},
                                        {"stripped", &UnitDirectives::stripped},
                                        {"file", &UnitDirectives::file},
                                        {"source", &UnitDirectives::source},
                                        {"type", &UnitDirectives::type},
                                        {"string", &UnitDirectives::string},
                                        {"owner", &UnitDirectives::owner},
                                        {"macro", &UnitDirectives::macro},
                                        {"parameter", &UnitDirectives::parameter},
                                        {"import", &UnitDirectives::import},
                                        {"upcast", &UnitDirectives::upcast},
                                        {"instance", &UnitDirectives::instance},
                                        {"shared", &UnitDirectives::shared},
                                        {"variable", &UnitDirectives::variable},
                                        {"event", &UnitDirectives::event},
                                        {"takes", &UnitDirectives::takes},
                                        {"state", &UnitDirectives::state},
                                        {"poll", &UnitDirectives::poll},
                                        {"start", &UnitDirectives::start},
                                        {"filter", &UnitDirectives::filter},
                                        {"handler", &UnitDirectives::handler},
                                        {"trigger", &UnitDirectives::trigger},
                                        {"at", &UnitDirectives::at},
                                        {"transition", &UnitDirectives::transition},
                                        {"condition", &UnitDirectives::condition},
                                        {"term", &UnitDirectives::term},
                                        {"function", &UnitDirectives::function},
                                        {"local", &UnitDirectives::local},
                                        {"drop", &UnitDirectives::drop},
                                        {"line", &UnitDirectives::line}};
    lexer_ = &lexer;
    diagnostics_ = &diagnostics;
    here_ = assembler.here();
    if (!known_.empty() && std::ranges::find(known_, name) == known_.end()) return false;
    for (const Entry& entry : entries)
        if (entry.name == name) {
            (this->*entry.handler)();
            return true;
        }
    return false;
}

void UnitDirectives::finish(std::uint32_t end) {
    here_ = end;
    end_function();
}

std::optional<std::uint32_t> UnitDirectives::number_after_at(std::string_view text) {
    const std::size_t mark = text.rfind('@');
    std::uint32_t value = 0;
    if (mark == std::string_view::npos || mark + 1 == text.size() || text.size() - mark > 7)
        return std::nullopt;
    for (const char c : text.substr(mark + 1)) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
}

void UnitDirectives::fail(std::string message) {
    diagnostics_->add(vellum::codes::asm_directive, std::move(message), lexer_->peek().place());
}

std::uint64_t UnitDirectives::wide() {
    const Token token = lexer_->peek();
    if (!token.is(TokenKind::integer)) {
        fail("expected a number");
        return 0;
    }
    static_cast<void>(lexer_->next());
    return token.negative ? static_cast<std::uint64_t>(token.integer()) : token.magnitude;
}

std::uint32_t UnitDirectives::number() {
    const std::uint64_t value = wide();
    if (value > 0xFFFFFFFFU) fail("the number does not fit in 32 bits");
    return static_cast<std::uint32_t>(value);
}

std::uint16_t UnitDirectives::small() {
    const std::uint64_t value = wide();
    if (value > 0xFFFF) fail("the number must be at most 65535");
    return static_cast<std::uint16_t>(value);
}

std::uint32_t UnitDirectives::index() {
    if (word("none")) return none;
    return number();
}

bool UnitDirectives::word(std::string_view wanted) {
    if (!lexer_->peek().is(TokenKind::identifier) || lexer_->peek().text != wanted) return false;
    static_cast<void>(lexer_->next());
    return true;
}

std::string UnitDirectives::quoted() {
    const Token token = lexer_->peek();
    if (!token.is(TokenKind::string)) {
        fail("expected a text in quotes");
        return {};
    }
    static_cast<void>(lexer_->next());
    return token.value;
}

SourceLine UnitDirectives::place() {
    SourceLine at;
    at.file = small();
    at.line = number();
    return at;
}

Constant UnitDirectives::constant() {
    Constant value;
    value.type = small();
    value.bits = number();
    return value;
}

Delay UnitDirectives::delay() {
    static constexpr std::string_view units[] = {"frames", "msec", "sec"};
    Delay value;
    value.unit = static_cast<TimeUnit>(one_of(units));
    const Token token = lexer_->peek();
    if (token.is(TokenKind::real))
        value.value = std::bit_cast<float>(token.float_bits);
    else
        fail("expected a floating-point number");
    static_cast<void>(lexer_->next());
    value.function = index();
    return value;
}

void UnitDirectives::skrit() {
    static constexpr std::string_view modes[] = {"unit", "command", "formula"};
    unit_.source_name = quoted();
    unit_.mode = static_cast<UnitMode>(one_of(modes));
}

void UnitDirectives::hash() {
    unit_.source_hash = wide();
    unit_.exports_hash = wide();
}

void UnitDirectives::stripped() { unit_.stripped = true; }

void UnitDirectives::file() { unit_.files.push_back({quoted(), {}, {}}); }

void UnitDirectives::source() {
    const std::uint16_t index = small();
    const std::string text = quoted();
    if (index >= unit_.files.size())
        fail("there is no file with that number");
    else
        unit_.files[index].text += text;
}

void UnitDirectives::type() {
    static constexpr std::string_view kinds[] = {"enum", "pointer", "managed", "identifier", "value"};
    const std::size_t kind = one_of(kinds);
    unit_.types.push_back(
        {static_cast<TypeKind>(kind + static_cast<std::size_t>(TypeKind::enumeration)), quoted()});
}

void UnitDirectives::string() {
    unit_.string_starts.push_back(static_cast<std::uint32_t>(unit_.strings.size()));
    unit_.strings += quoted();
    unit_.strings += '\0';
}

void UnitDirectives::owner() { unit_.owner = small(); }

void UnitDirectives::macro() { unit_.macros.push_back(quoted()); }

void UnitDirectives::parameter() {
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

void UnitDirectives::import() {
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

void UnitDirectives::upcast() {
    Upcast entry;
    entry.from = small();
    entry.to = small();
    unit_.upcasts.push_back(entry);
}

void UnitDirectives::stores(StoreSizes& sizes) {
    sizes.general = small();
    sizes.text = small();
    sizes.handle = small();
}

void UnitDirectives::instance() { stores(unit_.instance); }

void UnitDirectives::shared() { stores(unit_.shared); }

void UnitDirectives::variable() {
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

void UnitDirectives::event() {
    UnitEvent entry;
    entry.name = quoted();
    entry.result = small();
    entry.inferred = word("inferred");
    unit_.events.push_back(std::move(entry));
}

void UnitDirectives::takes() {
    if (unit_.events.empty())
        fail(".takes follows .event");
    else
        unit_.events.back().parameters.push_back(small());
}

void UnitDirectives::state() {
    State entry;
    entry.name = quoted();
    entry.place = place();
    entry.startup = word("startup");
    unit_.states.push_back(std::move(entry));
}

void UnitDirectives::poll() {
    if (unit_.states.empty()) return fail(".poll follows .state");
    unit_.states.back().poll = delay();
    unit_.states.back().polls = !word("unused");
}

void UnitDirectives::start() {
    unit_.startup = index();
    unit_.first = index();
}

void UnitDirectives::filter() {
    const Constant value = constant();
    if (filters_ == Filters::handler && !unit_.handlers.empty())
        unit_.handlers.back().filter.push_back(value);
    else if (filters_ == Filters::term && !unit_.transitions.empty() &&
             !unit_.transitions.back().terms.empty())
        unit_.transitions.back().terms.back().filter.push_back(value);
    else
        fail(".filter follows .trigger or .term");
}

void UnitDirectives::add_handler(bool trigger) {
    Handler entry;
    entry.trigger = trigger;
    entry.event = number();
    entry.function = number();
    entry.state = index();
    unit_.handlers.push_back(std::move(entry));
    filters_ = Filters::handler;
}

void UnitDirectives::handler() { add_handler(false); }

void UnitDirectives::trigger() { add_handler(true); }

void UnitDirectives::at() {
    AtFunction entry;
    entry.function = number();
    entry.state = index();
    entry.delay = delay();
    unit_.at_functions.push_back(entry);
}

void UnitDirectives::transition() {
    Transition entry;
    entry.from = number();
    entry.to = number();
    entry.handler = index();
    entry.place = place();
    unit_.transitions.push_back(std::move(entry));
}

void UnitDirectives::condition() {
    if (unit_.transitions.empty()) return fail(".condition follows .transition");
    Term entry;
    entry.condition = number();
    unit_.transitions.back().terms.push_back(std::move(entry));
    filters_ = Filters::none;
}

void UnitDirectives::term() {
    if (unit_.transitions.empty()) return fail(".term follows .transition");
    Term entry;
    entry.event = number();
    unit_.transitions.back().terms.push_back(std::move(entry));
    filters_ = Filters::term;
}

void UnitDirectives::end_function() {
    UnitFunction* const last = open_function();
    if (last == nullptr) return;
    last->end = here_;
    for (LocalSymbol& symbol : last->locals)
        if (symbol.end == none) symbol.end = here_;
}

void UnitDirectives::function() {
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

TypeIndex UnitDirectives::type_of_local() {
    if (!lexer_->peek().is(TokenKind::string)) return small();
    const std::string name = quoted();
    const std::optional<TypeIndex> found = type_named(name);
    if (!found) fail("there is no type '" + name + "'");
    return found.value_or(0);
}

void UnitDirectives::local() {
    UnitFunction* const function = open_function();
    if (function == nullptr) return fail(".local follows .function");
    LocalSymbol entry;
    entry.name = quoted();
    entry.type = type_of_local();
    entry.slot = small();
    entry.begin = here_;
    entry.end = word("empty") ? here_ : none;
    function->locals.push_back(std::move(entry));
}

void UnitDirectives::drop() {
    const std::uint32_t local = number();
    UnitFunction* const function = open_function();
    if (function == nullptr || local >= function->locals.size()) return fail("there is no such local");
    function->locals[local].end = here_;
}

void UnitDirectives::line() {
    LineEntry entry;
    entry.address = here_;
    entry.file = small();
    entry.line = number();
    unit_.line_table.push_back(entry);
}

} // namespace vellum::skrit
