// Token handling and declarations. After a mistake the parser goes on with the next declaration; what can
// only begin one is never skipped over.
#include "engines/skrit/source/parser.hpp"

#include "base/ascii.hpp"
#include "engines/skrit/codes.hpp"

namespace vellum::skrit {

std::string Parser::text_of(const Token& token) const { return describe(token, sources_); }

void Parser::error_at(const Token& token, std::string message, std::string hint) {
    if (panic_) return;
    panic_ = true;
    // the lexer has told about that one, and what follows it is not what it seems
    if (token.kind == Tok::invalid || (at_ != 0 && list_.tokens[at_ - 1].kind == Tok::invalid)) return;
    diagnostics_.add(codes::syntax, std::move(message), sources_.place(token.position), std::move(hint));
}

void Parser::syntax_error(std::string_view expected, std::string_view hint) {
    if (hint.empty()) hint = usual_hint(expected);
    error_at(peek(), "syntax error: expected " + std::string(expected) + " before " + text_of(peek()),
             std::string(hint));
}

bool Parser::expect(Tok kind, std::string_view hint) {
    if (accept(kind)) return true;
    if (hint.empty() && kind == Tok::close_paren) hint = "every opening parenthesis needs a closing one";
    if (hint.empty() && kind == Tok::open_paren) hint = "put parentheses around this";
    syntax_error("'" + std::string(spelling(kind)) + "'", hint);
    return false;
}

bool Parser::on_new_line() const {
    if (at_ == 0) return true;
    const Token& before = list_.tokens[at_ - 1];
    return sources_.line(before.position).line != sources_.line(peek().position).line ||
           sources_.file_of(before.position) != sources_.file_of(peek().position);
}

bool Parser::expect_semicolon(std::string_view hint) {
    if (accept(Tok::semicolon)) return true;
    if (hint.empty()) hint = semicolon_hint();
    if (at_ != 0 && !is(Tok::assign) && !is(Tok::arrow) &&
        (on_new_line() || is(Tok::end))) { // it belongs behind the line before
        const Token& before = list_.tokens[at_ - 1];
        Token gap = before;
        gap.position = before.position + before.length;
        error_at(gap, "syntax error: expected ';' before " + text_of(peek()),
                 "every statement and declaration ends with a semicolon");
    } else
        syntax_error("';'", hint);
    // A line that lacks its semicolon is complete otherwise: the next one is read as usual.
    if (!on_new_line() && !is(Tok::close_brace)) return false;
    panic_ = false;
    return true;
}

bool Parser::too_deep() {
    if (nesting_ < max_nesting) return false;
    if (!depth_reported_)
        diagnostics_.add(codes::limit, "blocks and parentheses are nested more than 200 deep",
                         sources_.place(peek().position));
    depth_reported_ = true;
    panic_ = true;
    return true;
}

NodeId Parser::make(NodeKind kind, Position position, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    Node node;
    node.kind = kind;
    node.position = position;
    node.a = a;
    node.b = b;
    node.c = c;
    tree_.nodes.push_back(node);
    return static_cast<NodeId>(tree_.nodes.size() - 1);
}

/// Takes the child's depth into account; turns the node into an error when it gets too deep.
NodeId Parser::join(NodeId node, NodeId child) {
    const std::uint16_t depth = static_cast<std::uint16_t>(tree_[child].depth + 1);
    if (depth <= tree_[node].depth) return node;
    if (depth > max_depth) {
        if (!depth_reported_)
            diagnostics_.add(codes::limit, "the expression has more than 400 levels",
                             sources_.place(tree_[node].position), "split it into several statements");
        depth_reported_ = true;
        panic_ = true;
        tree_[node].kind = NodeKind::error;
        tree_[node].depth = 1;
        return node;
    }
    tree_[node].depth = depth;
    return node;
}

void Parser::set_list(NodeId node, std::size_t first) {
    tree_[node].b = static_cast<std::uint32_t>(tree_.lists.size());
    tree_[node].c = static_cast<std::uint32_t>(scratch_.size() - first);
    tree_.lists.insert(tree_.lists.end(), scratch_.begin() + static_cast<std::ptrdiff_t>(first),
                       scratch_.end());
    scratch_.resize(first);
}

// --- The unit
// -------------------------------------------------------------------------------------------------

void Parser::unit() {
    while (!is(Tok::end)) {
        const std::size_t before = at_;
        declaration();
        if (panic_) {
            skip_declaration();
            panic_ = false;
        }
        if (at_ == before) next(); // nothing may stop the loop
    }
}

NodeId Parser::formula() {
    const NodeId node = expression();
    accept(Tok::semicolon);
    if (!is(Tok::end)) syntax_error("end of formula");
    return node;
}

/// Goes on to where a declaration can begin: behind a closed brace or a `;` at this level, or before a word
/// that only begins declarations.
void Parser::skip_declaration() {
    std::size_t open = 0;
    while (!is(Tok::end)) {
        const Token& token = peek();
        if (open <= 1 && begins_function()) return;
        if (token.kind == Tok::keyword && on_new_line()) {
            switch (token.value) {
            case word::property:
            case word::event:
            case word::trigger:
            case word::state:
            case word::startup:
                if (open <= 1 || token.value == word::startup || token.value == word::property) return;
                break;
            case word::owner:
                if (peek(1).kind == Tok::assign && open == 0) return;
                break;
            default: break;
            }
        }
        next();
        if (token.kind == Tok::open_brace) ++open;
        if (token.kind == Tok::close_brace) {
            if (open <= 1) {
                if (!is(Tok::close_brace)) return;
                open = 1; // more closes than opens: the mistake was inside a block
            }
            --open;
        }
        if (token.kind == Tok::semicolon && open == 0) return;
    }
}

bool Parser::at_type() const noexcept {
    const Token& token = peek();
    if (token.kind == Tok::name) return true;
    return token.kind == Tok::keyword && token.value >= word::bool_ && token.value <= word::void_;
}

bool Parser::type(TypeSyntax& type) {
    if (!at_type()) {
        syntax_error("a type");
        return false;
    }
    const Token& token = next();
    type = {token.position, token.value, true};
    return true;
}

bool Parser::user(Symbol& symbol, Position& position, std::string_view what) {
    if (is(Tok::user)) {
        const Token& token = next();
        symbol = token.value;
        position = token.position;
        return true;
    }
    std::string hint;
    if (is(Tok::name)) {
        const std::string text = text_of(peek());
        if (text.size() > 4 && same_name(std::string_view(text).substr(1, 3), "WE_"))
            hint = "a message arrives with an event: OnGoHandleMessage$( " + text.substr(1, text.size() - 2) +
                   " )";
        else
            hint = "names that a script defines end with $: " + text.substr(1, text.size() - 2) + "$";
    }
    syntax_error(what, hint);
    return false;
}

bool Parser::strings(std::vector<std::uint32_t>& numbers) {
    if (!is(Tok::string)) {
        syntax_error("a string");
        return false;
    }
    while (is(Tok::string)) numbers.push_back(next().value);
    return true;
}

void Parser::declaration() {
    const Token& token = peek();
    if (accept(Tok::semicolon)) return;
    if (token.kind == Tok::assembly) {
        next();
        tree_.tables.push_back(make(NodeKind::assembly, token.position, token.value));
        return;
    }
    if (token.kind == Tok::keyword) {
        switch (token.value) {
        case word::owner: owner_declaration(); return;
        case word::shared:
        case word::hidden:
        case word::property: property_or_variables(); return;
        case word::event:
            next();
            routine(RoutineKind::event, {}, none);
            return;
        case word::trigger:
            next();
            routine(RoutineKind::trigger, {}, none);
            return;
        case word::startup:
        case word::state: state_declaration(); return;
        case word::transition:
            next();
            transitions(none);
            return;
        default: break;
        }
    }
    if (token.kind == Tok::user) {
        const bool at = peek(1).kind == Tok::keyword && peek(1).value == word::at;
        if (peek(1).kind == Tok::assign) {
            error_at(peek(1), "syntax error: expected '(' or '{' before '='",
                     "a declaration starts with its type; assignments belong in functions");
            return;
        }
        routine(at ? RoutineKind::at : RoutineKind::function, {}, none);
        return;
    }
    if (misspelt_declaration(none)) return;
    if (at_type()) {
        variables(false, none);
        return;
    }
    std::string hint;
    if (token.kind == Tok::close_brace) hint = "unexpected } before this";
    syntax_error("a declaration", hint);
}

void Parser::owner_declaration() {
    OwnerSyntax owner;
    owner.position = next().position;
    if (!expect(Tok::assign, "declare an owner with owner = GoSkritComponent;") || !type(owner.type)) return;
    tree_.owners.push_back(owner);
    expect_semicolon();
}

void Parser::property_or_variables() {
    bool shared = false;
    bool hidden = false;
    for (;;) {
        if (accept_word(word::shared))
            shared = true;
        else if (accept_word(word::hidden))
            hidden = true;
        else
            break;
    }
    if (accept_word(word::property)) {
        property(shared, hidden);
        return;
    }
    if (hidden) {
        syntax_error("'property'", "only properties can be hidden");
        return;
    }
    variables(shared, none);
}

void Parser::property(bool shared, bool hidden) {
    VariableSyntax variable;
    variable.property = true;
    variable.shared = shared;
    variable.hidden = hidden;
    for (;;) {
        if (accept_word(word::shared))
            variable.shared = true;
        else if (accept_word(word::hidden))
            variable.hidden = true;
        else
            break;
    }
    if (!type(variable.type) || !user(variable.name, variable.position, "a property name")) return;
    if (accept(Tok::assign)) variable.initial = expression();
    while (!panic_) {
        if (accept_word(word::doc)) {
            if (!expect(Tok::assign) || !strings(variable.documentation)) break;
        } else if (accept_word(word::hidden))
            variable.hidden = true;
        else if (accept_word(word::shared))
            variable.shared = true;
        else
            break;
    }
    tree_.variables.push_back(std::move(variable));
    if (!panic_) expect_semicolon();
}

/// Variables, or a function with a result: only the token behind the name tells.
void Parser::variables(bool shared, std::uint32_t state) {
    TypeSyntax written;
    if (!type(written)) return;
    if (is(Tok::user) && (peek(1).kind == Tok::open_paren || at_body(1))) {
        if (state != none) {
            error_at(peek(), "a function cannot be declared inside a state", "move it out of the state");
            return;
        }
        if (shared) {
            error_at(peek(), "a function cannot be shared");
            return;
        }
        routine(RoutineKind::function, written, state);
        return;
    }
    for (;;) {
        VariableSyntax variable;
        variable.type = written;
        variable.shared = shared;
        variable.state = state;
        if (!user(variable.name, variable.position, "a name with $")) return;
        if (accept(Tok::assign)) variable.initial = expression();
        tree_.variables.push_back(std::move(variable));
        if (panic_) return;
        if (!accept(Tok::comma)) break;
    }
    expect_semicolon();
}

void Parser::parameters(RoutineSyntax& routine) {
    routine.has_parameters = true;
    if (accept(Tok::close_paren)) return;
    if (is_word(word::void_) && peek(1).kind == Tok::close_paren) {
        next();
        next();
        return;
    }
    do {
        ParameterSyntax parameter;
        if (!type(parameter.type)) return;
        parameter.position = parameter.type.position;
        if (is(Tok::user)) {
            parameter.position = peek().position;
            parameter.name = next().value;
            parameter.named = true;
        } else if (is(Tok::name)) {
            Symbol ignored = 0;
            user(ignored, parameter.position, "a name with $");
            return;
        }
        routine.parameters.push_back(parameter);
    } while (accept(Tok::comma));
    expect(Tok::close_paren);
}

/// From the name on. The kind says what may stand between name and body.
void Parser::routine(RoutineKind kind, TypeSyntax result, std::uint32_t state) {
    RoutineSyntax routine;
    routine.kind = kind;
    routine.result = result;
    routine.state = state;
    if (!user(routine.name, routine.position,
              kind == RoutineKind::event || kind == RoutineKind::trigger ? "an event name with $"
                                                                         : "a name with $"))
        return;
    if (kind == RoutineKind::at) {
        next(); // `at`
        if (!delay(routine.delay, TimeUnit::frames)) return;
    } else if (accept(Tok::open_paren)) {
        if (kind == RoutineKind::trigger) {
            if (!is(Tok::close_paren)) {
                do {
                    routine.arguments.push_back(expression());
                } while (!panic_ && accept(Tok::comma));
            }
            if (!panic_) expect(Tok::close_paren);
        } else
            parameters(routine);
    }
    if (panic_) return;
    if (!at_body()) {
        syntax_error(routine.has_parameters ? "'{'" : "'(' or '{'",
                     kind == RoutineKind::function ? "a declaration starts with its type; a body needs { }"
                                                   : "");
        return;
    }
    routine.body = body();
    tree_.routines.push_back(std::move(routine));
}

bool Parser::delay(DelaySyntax& delay, TimeUnit otherwise) {
    delay.unit = otherwise;
    if (!expect(Tok::open_paren)) return false;
    delay.value = expression();
    if (panic_) return false;
    if (is(Tok::keyword) || is(Tok::name)) {
        switch (peek().value) {
        case word::msec:
        case word::msecs: delay.unit = TimeUnit::milliseconds; break;
        case word::frames:
        case word::frame: delay.unit = TimeUnit::frames; break;
        case word::sec:
        case word::second:
        case word::seconds: delay.unit = TimeUnit::seconds; break;
        default:
            syntax_error("')' or a unit", "units are frames, frame, msec, msecs, sec, second and seconds");
            return false;
        }
        next();
    }
    return expect(Tok::close_paren);
}

// --- States and transitions
// -----------------------------------------------------------------------------------

void Parser::state_declaration(bool begun) {
    StateSyntax state;
    state.startup = !begun && accept_word(word::startup);
    if (!begun && !accept_word(word::state)) {
        syntax_error("'state'");
        if (!is(Tok::user)) return;
        panic_ = false; // only the word is missing
    }
    if (!user(state.name, state.position, "a state name with $")) return;
    if (accept_word(word::poll)) {
        state.polls = true;
        if (!delay(state.poll, TimeUnit::seconds)) return;
    }
    const auto index = static_cast<std::uint32_t>(tree_.state_bodies.size());
    tree_.state_bodies.push_back(state);
    if (accept(Tok::semicolon)) return;
    if (!accept(Tok::open_brace)) {
        state_member(index);
        return;
    }
    while (!is(Tok::close_brace) && !is(Tok::end)) {
        const std::size_t before = at_;
        state_member(index);
        if (panic_) {
            // go on with the next member if the mistake left us inside this state
            std::size_t open = 0;
            while (!is(Tok::end)) {
                if (is(Tok::close_brace) && open == 0) break;
                const bool member = peek().kind == Tok::keyword && on_new_line() && open <= 1 &&
                                    (peek().value == word::event || peek().value == word::trigger ||
                                     peek().value == word::transition);
                if (member && at_ != before) break;
                if (peek().kind == Tok::keyword && on_new_line() &&
                    (peek().value == word::state || peek().value == word::startup)) {
                    panic_ = false;
                    return; // the state's own brace is missing
                }
                if (is(Tok::open_brace)) ++open;
                if (is(Tok::close_brace)) --open;
                const bool ends = is(Tok::semicolon) && open == 0;
                next();
                if (ends) break;
            }
            panic_ = false;
        }
        if (at_ == before) next();
    }
    if (!accept(Tok::close_brace)) unclosed(state.position);
}

void Parser::state_member(std::uint32_t state) {
    if (accept(Tok::semicolon)) return;
    if (accept_word(word::event))
        routine(RoutineKind::event, {}, state);
    else if (accept_word(word::trigger))
        routine(RoutineKind::trigger, {}, state);
    else if (accept_word(word::transition))
        transitions(state);
    else if (is(Tok::user) && peek(1).kind == Tok::keyword && peek(1).value == word::at)
        routine(RoutineKind::at, {}, state);
    else if (misspelt_declaration(state))
        return;
    else if (at_type())
        variables(false, state);
    else if (is(Tok::user))
        error_at(peek(),
                 "syntax error: expected 'event', 'trigger', 'transition' or a variable before " +
                     text_of(peek()),
                 "declare functions outside states");
    else if (is_word(word::state) || is_word(word::startup)) {
        syntax_error("a member of the state", "states do not nest; or a } is missing before this");
        if (on_new_line() && sources_.place(peek().position).column == 1)
            return; // as if the brace were there
        panic_ = false;
        state_declaration();
    } else
        syntax_error("a member of the state");
}

void Parser::transitions(std::uint32_t state) {
    if (!accept(Tok::open_brace)) {
        transition_entry(state);
        return;
    }
    while (!is(Tok::close_brace) && !is(Tok::end) && !panic_) {
        if (accept(Tok::semicolon)) continue;
        transition_entry(state);
    }
    if (!panic_) expect(Tok::close_brace);
}

bool Parser::term(TermSyntax& term) {
    term.position = peek().position;
    if (accept_word(word::if_)) {
        if (!expect(Tok::open_paren)) return false;
        term.condition = expression();
        return !panic_ && expect(Tok::close_paren);
    }
    if (!is(Tok::name) && !is(Tok::user)) {
        syntax_error("an event or 'if'");
        return false;
    }
    term.event = next().value;
    if (!accept(Tok::open_paren)) return true;
    if (accept(Tok::close_paren)) return true;
    do {
        term.arguments.push_back(expression());
    } while (!panic_ && accept(Tok::comma));
    return !panic_ && expect(Tok::close_paren);
}

void Parser::transition_entry(std::uint32_t state) {
    TransitionSyntax entry;
    entry.state = state;
    entry.position = peek().position;
    if (is(Tok::user)) {
        entry.has_source = true;
        entry.source_position = peek().position;
        entry.source = next().value;
    }
    constexpr std::string_view form = "write a transition as -> State$: OnTimer( 1 ) and if( x$ );";
    if (!expect(Tok::arrow, form) || !user(entry.target, entry.target_position, "a state name with $") ||
        !expect(Tok::colon, form))
        return;
    do {
        TermSyntax one;
        if (!term(one)) return;
        entry.terms.push_back(std::move(one));
    } while (accept_word(word::and_));
    if (accept(Tok::assign)) {
        if (!at_body()) {
            syntax_error("'{'");
            return;
        }
        entry.handler = body();
        accept(Tok::semicolon);
    } else {
        expect_semicolon(is(Tok::close_brace) || on_new_line() ? std::string_view() : form);
    }
    tree_.transitions.push_back(std::move(entry)); // whatever is wrong behind it, its state counts as entered
}

} // namespace vellum::skrit
