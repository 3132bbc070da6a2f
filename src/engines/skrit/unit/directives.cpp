// One row a directive: what it reads, in the order of its operands.
#include "engines/skrit/unit/directives.hpp"

#include <algorithm>
#include <bit>

#include "isa/codes.hpp"

namespace vellum::skrit {

struct UnitDirectives::Rows {
    std::string_view name;
    void (*read)(UnitDirectives& in);

    using In = UnitDirectives;

    static void filter(In& in) {
        Constant value;
        in.read(value);
        Unit& unit = in.unit_;
        if (in.filters_ == Filters::handler && !unit.handlers.empty())
            unit.handlers.back().filter.push_back(value);
        else if (in.filters_ == Filters::term && !unit.transitions.empty() &&
                 !unit.transitions.back().terms.empty())
            unit.transitions.back().terms.back().filter.push_back(value);
        else
            in.fail(".filter follows .trigger or .term");
    }
    static void function(In& in) {
        static constexpr std::string_view kinds[] = {"function",  "event",  "trigger",     "transition",
                                                     "condition", "at",     "initialiser", "period",
                                                     "command",   "formula"};
        in.end_function();
        UnitFunction row;
        in.read(row.name);
        row.kind = in.one_of<FunctionKind>(kinds);
        in.read(row.result, OrNone{row.state}, row.place, row.documentation);
        row.address = in.here_;
        in.unit_.functions_table.push_back(std::move(row));
        in.parameters_ = Parameters::function;
    }
    static void handler(In& in, bool trigger) {
        Handler row;
        row.trigger = trigger;
        in.read(row.event, row.function, OrNone{row.state});
        in.unit_.handlers.push_back(std::move(row));
        in.filters_ = Filters::handler;
    }
    static void import(In& in) {
        static constexpr std::string_view kinds[] = {"function", "singleton", "member"};
        Import row;
        row.kind = in.one_of<ImportKind>(kinds);
        in.read(row.owner, row.name, row.result, Flag{"variadic", row.variadic}, Flag{"format", row.format},
                Flag{"inferred", row.inferred});
        in.unit_.imports.push_back(std::move(row));
        in.parameters_ = Parameters::import;
    }
    static void local(In& in) {
        UnitFunction* const function = in.open_function();
        if (function == nullptr) return in.fail(".local follows .function");
        LocalSymbol row;
        in.read(row.name);
        row.type = in.type_of_local();
        in.read(row.slot);
        row.begin = in.here_;
        row.end = in.word("empty") ? in.here_ : none;
        function->locals.push_back(std::move(row));
    }
    static void drop(In& in) {
        std::uint32_t local = 0;
        in.read(local);
        UnitFunction* const function = in.open_function();
        if (function == nullptr || local >= function->locals.size()) return in.fail("there is no such local");
        function->locals[local].end = in.here_;
    }
    static void parameter(In& in) {
        UnitParameter row;
        in.read(row.type, row.name, Flag{"in_out", row.in_out}, Flag{"any", row.any});
        Unit& unit = in.unit_;
        if (in.parameters_ == Parameters::import && !unit.imports.empty())
            unit.imports.back().parameters.push_back(std::move(row));
        else if (in.parameters_ == Parameters::function && !unit.functions_table.empty())
            unit.functions_table.back().parameters.push_back(std::move(row));
        else
            in.fail(".parameter follows .import or .function");
    }
    static void poll(In& in) {
        if (in.unit_.states.empty()) return in.fail(".poll follows .state");
        State& state = in.unit_.states.back();
        in.read(state.poll);
        state.polls = !in.word("unused");
    }
    static void skrit(In& in) {
        static constexpr std::string_view modes[] = {"unit", "command", "formula"};
        in.read(in.unit_.source_name);
        in.unit_.mode = in.one_of<UnitMode>(modes);
    }
    static void source(In& in) {
        std::uint16_t index = 0;
        std::string text;
        in.read(index, text);
        if (index >= in.unit_.files.size())
            in.fail("there is no file of that number");
        else
            in.unit_.files[index].text += text;
    }
    static void string(In& in) {
        in.unit_.string_starts.push_back(static_cast<std::uint32_t>(in.unit_.strings.size()));
        in.unit_.strings += in.quoted();
        in.unit_.strings += '\0';
    }
    /// A condition, or an event and what is compared with its parameters.
    static void term(In& in, std::uint32_t Term::* number, Filters filters) {
        Term row;
        in.read(row.*number);
        in.unit_.transitions.back().terms.push_back(std::move(row));
        in.filters_ = filters;
    }
    static void type(In& in) {
        static constexpr std::string_view kinds[] = {"enum", "pointer", "managed", "identifier", "value"};
        const auto kind = in.one_of(kinds, TypeKind::enumeration);
        in.unit_.types.push_back({kind, in.quoted()});
    }
    static const Rows all[];
};

constexpr UnitDirectives::Rows UnitDirectives::Rows::all[] = {
    {"skrit", skrit},
    {"hash", [](In& in) { in.read(in.unit_.source_hash, in.unit_.exports_hash); }},
    {"stripped", [](In& in) { in.unit_.stripped = true; }},
    {"file", [](In& in) { in.unit_.files.push_back({in.quoted(), {}, {}}); }},
    {"source", source},
    {"type", type},
    {"string", string},
    {"owner", [](In& in) { in.read(in.unit_.owner); }},
    {"macro", [](In& in) { in.unit_.macros.push_back(in.quoted()); }},
    {"parameter", parameter},
    {"import", import},
    {"upcast",
     [](In& in) {
         Upcast row;
         in.read(row.from, row.to);
         in.unit_.upcasts.push_back(row);
     }},
    {"instance", [](In& in) { in.read(in.unit_.instance); }},
    {"shared", [](In& in) { in.read(in.unit_.shared); }},
    {"variable",
     [](In& in) {
         UnitVariable row;
         in.read(row.name, row.type, row.slot, OrNone{row.state}, row.initial, OrNone{row.initialiser},
                 row.place, row.documentation, Flag{"shared", row.shared}, Flag{"property", row.property},
                 Flag{"hidden", row.hidden});
         in.unit_.variables.push_back(std::move(row));
     }},
    {"event",
     [](In& in) {
         UnitEvent row;
         in.read(row.name, row.result, Flag{"inferred", row.inferred});
         in.unit_.events.push_back(std::move(row));
     }},
    {"takes",
     [](In& in) {
         if (in.unit_.events.empty()) return in.fail(".takes follows .event");
         in.read(in.unit_.events.back().parameters.emplace_back());
     }},
    {"state",
     [](In& in) {
         State row;
         in.read(row.name, row.place, Flag{"startup", row.startup});
         in.unit_.states.push_back(std::move(row));
     }},
    {"poll", poll},
    {"start", [](In& in) { in.read(OrNone{in.unit_.startup}, OrNone{in.unit_.first}); }},
    {"filter", filter},
    {"handler", [](In& in) { handler(in, false); }},
    {"trigger", [](In& in) { handler(in, true); }},
    {"at",
     [](In& in) {
         AtFunction row;
         in.read(row.function, OrNone{row.state}, row.delay);
         in.unit_.at_functions.push_back(row);
     }},
    {"transition",
     [](In& in) {
         Transition row;
         in.read(row.from, row.to, OrNone{row.handler}, row.place);
         in.unit_.transitions.push_back(std::move(row));
     }},
    {"condition",
     [](In& in) {
         if (in.unit_.transitions.empty()) return in.fail(".condition follows .transition");
         term(in, &Term::condition, Filters::none);
     }},
    {"term",
     [](In& in) {
         if (in.unit_.transitions.empty()) return in.fail(".term follows .transition");
         term(in, &Term::event, Filters::term);
     }},
    {"function", function},
    {"local", local},
    {"drop", drop},
    {"line",
     [](In& in) {
         LineEntry row{.address = in.here_};
         in.read(row.file, row.line);
         in.unit_.line_table.push_back(row);
     }},
};

bool UnitDirectives::directive(std::string_view name, LineLexer& lexer, Diagnostics& diagnostics,
                               isa::Assembler& assembler) {
    lexer_ = &lexer;
    diagnostics_ = &diagnostics;
    here_ = assembler.here();
    if (!known_.empty() && std::ranges::find(known_, name) == known_.end()) return false;
    const auto* const row = std::ranges::find(Rows::all, name, &Rows::name);
    if (row == std::end(Rows::all)) return false;
    row->read(*this);
    return true;
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

std::uint64_t UnitDirectives::number(std::uint64_t most, std::string_view otherwise) {
    const Token token = lexer_->peek();
    if (!token.is(TokenKind::integer)) {
        fail("expected a number");
        return 0;
    }
    static_cast<void>(lexer_->next());
    const std::uint64_t value =
        token.negative ? static_cast<std::uint64_t>(token.integer()) : token.magnitude;
    if (value > most) fail(std::string(otherwise));
    return value;
}

void UnitDirectives::one(std::uint64_t& value) { value = number(~std::uint64_t{0}, {}); }

void UnitDirectives::one(std::uint32_t& value) {
    value = static_cast<std::uint32_t>(number(0xFFFFFFFFU, "the number does not fit in 32 bits"));
}

void UnitDirectives::one(std::uint16_t& value) {
    value = static_cast<std::uint16_t>(number(0xFFFF, "the number must be at most 65535"));
}

void UnitDirectives::one(const OrNone& index) {
    if (word("none"))
        index.value = none;
    else
        one(index.value);
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

void UnitDirectives::one(Delay& delay) {
    static constexpr std::string_view units[] = {"frames", "msec", "sec"};
    delay.unit = one_of<TimeUnit>(units);
    const Token token = lexer_->peek();
    if (token.is(TokenKind::real))
        delay.value = std::bit_cast<float>(token.float_bits);
    else
        fail("expected a floating-point number");
    static_cast<void>(lexer_->next());
    read(OrNone{delay.function});
}

void UnitDirectives::end_function() {
    UnitFunction* const last = open_function();
    if (last == nullptr) return;
    last->end = here_;
    for (LocalSymbol& symbol : last->locals)
        if (symbol.end == none) symbol.end = here_;
}

TypeIndex UnitDirectives::type_of_local() {
    if (!lexer_->peek().is(TokenKind::string)) {
        TypeIndex type = 0;
        read(type);
        return type;
    }
    const std::string name = quoted();
    const std::optional<TypeIndex> found = type_named(name);
    if (!found) fail("there is no type '" + name + "'");
    return found.value_or(0);
}

} // namespace vellum::skrit
