// Words that were meant to be keywords. The host's names can stand at most of these places, so a word counts
// as misspelt where it is near to a keyword, or where no name can stand. Each is told once and then read as
// meant.
#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "base/suggest.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/source/parser.hpp"

namespace vellum::skrit {

namespace {

/// One or two slips of the hand away, or the same letters in another order.
bool near_keyword(std::string_view word, std::string_view keyword) {
    constexpr std::size_t long_word = 8, short_word = 4;
    const std::string lower = lower_case(word);
    if (lower.size() < 2 || lower == keyword) return false;
    std::string letters = lower, meant(keyword);
    std::ranges::sort(letters);
    std::ranges::sort(meant);
    if (letters == meant) return true;
    const std::size_t most = lower.size() >= long_word ? 2 : lower.size() >= short_word ? 1 : 0;
    return most != 0 && edit_distance(lower, keyword, most) <= most;
}

/// What other languages say for setstate.
constexpr std::string_view state_changers[] = {"gotostate",   "changestate", "enterstate",
                                               "switchstate", "jumpstate",   "nextstate"};

} // namespace

Symbol Parser::slip(std::initializer_list<Symbol> keywords) const {
    if (!is(Tok::name)) return no_word;
    const std::string_view word = list_.names.text(peek().value);
    for (const Symbol keyword : keywords)
        if (near_keyword(word, list_.names.text(keyword))) return keyword;
    return no_word;
}

void Parser::misspelt(Symbol meant, std::string_view what, std::string_view otherwise) {
    std::string hint(otherwise);
    if (meant != no_word) hint = "did you mean '" + std::string(list_.names.text(meant)) + "'?";
    error_at(peek(),
             "syntax error near " + text_of(peek()) + ": there is no such " + std::string(what) + " in Skrit",
             std::move(hint));
    next();
    panic_ = false;
}

std::size_t Parser::behind_parentheses(std::size_t at) const {
    constexpr std::size_t longest = 200; // tokens of a condition
    std::size_t open = 0;
    for (std::size_t i = at; i < at + longest; ++i) {
        const Tok kind = peek(i).kind;
        if (kind == Tok::open_paren) ++open;
        if (kind == Tok::close_paren && --open == 0) return i + 1;
        if (kind == Tok::end || kind == Tok::semicolon || kind == Tok::open_brace) break;
    }
    return 0;
}

bool Parser::misspelt_statement(NodeId& node) {
    const Position position = peek().position;
    constexpr std::string_view statement = "statement";
    switch (peek(1).kind) {
    case Tok::open_brace:
        if (const Symbol meant = slip({word::else_, word::forever}); meant != no_word) {
            misspelt(meant, statement, {});
            node = block();
            return true;
        }
        return false;
    case Tok::open_paren: {
        const std::size_t behind = behind_parentheses(1);
        if (behind == 0 || peek(behind).kind != Tok::open_brace) return false;
        misspelt(slip({word::if_, word::while_}), statement,
                 "what has a body is if, else, while and forever; or a ; is missing after the )");
        const NodeId condition = expression();
        if (panic_) return node = error_node(position), true;
        const NodeId body = block();
        node = make(NodeKind::while_, position, condition, body);
        return true;
    }
    case Tok::user: {
        const std::string word = lower_case(list_.names.text(peek().value));
        const bool foreign = std::ranges::find(state_changers, word) != std::end(state_changers);
        const Symbol meant = foreign ? word::setstate : slip({word::setstate, word::return_});
        if (meant == no_word) return false;
        misspelt(meant, statement, {});
        if (meant == word::setstate) {
            const Token& state = next();
            node = make(NodeKind::setstate, state.position, state.value);
        } else
            node = make(NodeKind::return_, position, expression());
        if (!panic_) expect_semicolon();
        return true;
    }
    case Tok::semicolon: {
        const Symbol meant =
            slip({word::break_, word::continue_, word::return_, word::abort, word::sitnspin});
        if (meant == no_word) return false;
        misspelt(meant, statement, {});
        next();
        node = error_node(position);
        return true;
    }
    case Tok::integer:
    case Tok::real:
    case Tok::string: {
        const Symbol meant = slip({word::return_});
        if (meant == no_word) return false;
        misspelt(meant, statement, {});
        node = make(NodeKind::return_, position, expression());
        if (!panic_) expect_semicolon();
        return true;
    }
    default: return false;
    }
}

bool Parser::misspelt_declaration(std::uint32_t state) {
    if (!is(Tok::name)) return false;
    constexpr std::string_view declaration_ = "declaration";
    const bool outside = state == none;
    switch (peek(1).kind) {
    case Tok::keyword: {
        // two words: no declaration begins with a name that another word follows
        const Symbol meant =
            slip({word::startup, word::property, word::shared, word::hidden, word::transition, word::owner});
        misspelt(meant, declaration_, "remove the word");
        if (meant == word::property)
            property(false, false);
        else if (outside)
            declaration();
        else
            state_member(state);
        return true;
    }
    case Tok::user: {
        const Symbol meant = peek(2).kind == Tok::arrow
                                 ? slip({word::transition})
                                 : slip({word::event, word::trigger, word::state, word::startup});
        if (meant == no_word) return false;
        misspelt(meant, declaration_, {});
        if (meant == word::transition)
            transitions(state);
        else if (meant == word::event)
            routine(RoutineKind::event, {}, state);
        else if (meant == word::trigger)
            routine(RoutineKind::trigger, {}, state);
        else
            state_declaration(true);
        return true;
    }
    case Tok::arrow:
        misspelt(slip({word::transition}), declaration_, "a transition starts with the word transition");
        transitions(state);
        return true;
    case Tok::assign:
        if (slip({word::owner}) == no_word) return false;
        misspelt(word::owner, declaration_, {});
        --at_; // the word is read again in place of the right one
        owner_declaration();
        return true;
    default: return false;
    }
}

std::string_view Parser::usual_hint(std::string_view expected) {
    struct Row {
        std::string_view expected, hint;
    };
    static constexpr Row rows[] = {
        {"an expression", "a value is missing here"},
        {"a type", "types are bool, int, float, string and the host's classes"},
        {"'state'", "declare a state as startup state Name$ { ... }"},
        {"a state name with $", "names that a script defines end with $"},
        {"a name with $", "names that a script defines end with $"},
        {"an event name with $", "declare a handler as event OnTimer$( int id$, float time$ ) { ... }"},
        {"a property name", "declare a property as property int range$ = 5 doc = \"how far\";"},
        {"a member of the state",
         "a state contains events, triggers, transitions, at functions and variables"},
        {"a declaration", "expected a variable, property, function, event, trigger or state"},
        {"a string", "put strings in double quotes"},
        {"an event or 'if'", "write a transition as -> State$: OnTimer( 1 ) and if( x$ );"},
        {"'{'", "put a body in { }"},
        {"'(' or '{'", "put a body in { }"},
        {"'='", "give a value with ="},
        {"end of formula", "a formula is one expression"},
    };
    for (const Row& row : rows)
        if (row.expected == expected) return row.hint;
    return {};
}

std::string_view Parser::word_operator_hint() const {
    const Token& before = list_.tokens[at_ == 0 ? 0 : at_ - 1];
    const auto says = [&](const Token& token, std::string_view word) {
        return (token.kind == Tok::name || token.kind == Tok::keyword) &&
               same_name(list_.names.text(token.value), word);
    };
    const bool said = says(peek(), "and") || says(peek(), "or") || says(peek(), "mod") || says(before, "not");
    return said ? "operators are symbols: && for and, || for or, ! for not, % for the remainder"
                : std::string_view();
}

std::string_view Parser::semicolon_hint() const {
    const Tok before = at_ == 0 ? Tok::end : list_.tokens[at_ - 1].kind;
    switch (peek().kind) {
    case Tok::assign: return "assignments are statements; a comparison is ==";
    case Tok::arrow: return "use a dot to reach members";
    case Tok::equal: return "== compares; give a value with =";
    case Tok::colon: return "write an assignment with =";
    case Tok::close_paren: return "unexpected ) before this";
    case Tok::integer:
    case Tok::real:
    case Tok::string:
        if (before == Tok::name || before == Tok::user) return "put arguments in parentheses";
        break;
    default: break;
    }
    return "every statement and declaration ends with a semicolon";
}

} // namespace vellum::skrit
