// Declarations of the source language: headings, globals, tasks, functions.
#include <cmath>

#include "base/number.hpp"
#include "base/suggest.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"
#include "engines/pathologic/format/event_names.hpp"

namespace vellum::pathologic::compile {

/// What kind of script it is: `script ui alpha;`.
void Parser::heading() {
    while (!lexer_.peek().is(";") && lexer_.peek().kind != TokenKind::end) {
        if (lexer_.accept("ui"))
            tree_.window = true;
        else if (lexer_.accept("alpha"))
            tree_.numbering = Numbering::alpha;
        else if (lexer_.accept("hd"))
            tree_.numbering = Numbering::hd;
        else
            return syntax("expected 'ui', 'alpha' or 'hd', not " + shown(),
                          "ui: a script of a window; alpha, hd: the build it is for");
    }
    expect(";");
}

/// Up to the end of the text.
void Parser::declarations() {
    while (lexer_.peek().kind != TokenKind::end) {
        const std::uint32_t before = lexer_.peek().offset;
        top_level();
        if (lexer_.peek().offset == before && lexer_.peek().kind != TokenKind::end) {
            if (!recovering_) syntax("expected a declaration");
            recovering_ = false;
            static_cast<void>(lexer_.next());
        }
    }
}

void Parser::top_level() {
    const std::uint32_t offset = lexer_.peek().offset;
    if (lexer_.accept("#")) return include(offset);
    if (lexer_.accept("const")) return constant();
    if (table_line()) return;
    if (lexer_.accept("more")) return more_of_task();
    const bool kept = lexer_.accept("keep");
    const bool main = lexer_.accept("main");
    if (lexer_.accept("task")) return task(main, kept, offset);
    if (main) return syntax("'task' is missing");
    const bool property = !kept && lexer_.accept("property");
    if (!property && (lexer_.peek().is("void") || lexer_.peek().is("event"))) return function(none, kept);
    source::Global global{.property = property};
    if (property) property_form(global);
    const auto wanted = type();
    if (!wanted) return syntax("expected a declaration, not " + shown(), "a task, a function or a variable");
    const Token at = lexer_.peek();
    const TextId id = name("a name");
    if (!property && lexer_.peek().is("(")) return rest_of_function(none, wanted, id, offset, kept);
    bind(id, {Meaning::Kind::global, static_cast<std::uint32_t>(tree_.globals.size())}, at.offset);
    global.type = *wanted;
    global.name = id;
    tree_.globals.push_back(global);
    if (!expect(";")) skip_statement();
}

/// `const type NAME = value;` behind the first word. A constant is no variable: its value stands wherever its
/// name does.
void Parser::constant() {
    const auto wanted = type();
    if (!wanted) {
        syntax("expected the type of the constant before " + shown());
        return skip_statement();
    }
    const Token at = lexer_.peek();
    const TextId id = name("the name of a constant");
    NodeId value = none;
    if (expect("=")) value = constant_value(*wanted, lexer_.peek().offset);
    if (value == none)
        value = literal(tree_, Value(std::int32_t{0}), at.offset); // the name is known all the same
    bind(id, {Meaning::Kind::constant, static_cast<std::uint32_t>(constants_.size())}, at.offset);
    constants_.push_back(value);
    if (!expect(";")) skip_statement();
}

NodeId Parser::constant_value(VariableType wanted, std::uint32_t place) {
    folding_ = true;
    const NodeId read = expression();
    folding_ = false;
    if (read == none) return none;
    std::string why;
    std::optional<Value> value = evaluate(tree_, read, constant_room_, why);
    if (value) value = converted(*value, wanted, why);
    if (value && value->is(Type::real) && !std::isfinite(value->real())) {
        why = "the value is too large or not a number";
        value.reset();
    }
    if (value) return literal(tree_, *value, place);
    add(codes::source_constant, place, std::move(why));
    return none;
}

void Parser::task(bool main, bool kept, std::uint32_t offset) {
    const auto number = static_cast<std::uint32_t>(tree_.tasks.size());
    tree_.tasks.emplace_back();
    const Token at = lexer_.peek();
    const TextId id = name("the name of a task");
    if (id != none) {
        tree_.tasks[number].name = id;
        if (!tasks_.emplace(id, number).second)
            add(codes::source_twice, at.offset, "there are two tasks '" + std::string(tree_.text(id)) + "'");
    }
    if (main) {
        if (tree_.main != none) add(codes::source_main, offset, "there is a second main task");
        tree_.main = number;
    }
    tree_.tasks[number].kept = kept;
    parameter_count(tree_.tasks[number]);
    if (task_body(number) && tree_.tasks[number].init == none) uninitialised_.emplace_back(number, offset);
}

/// `more task T {`, behind the first word: functions of a task that is there already.
void Parser::more_of_task() {
    if (!expect("task")) return;
    const Token at = lexer_.peek();
    const auto found = tasks_.find(name("the name of a task"));
    if (found == tasks_.end()) {
        add(codes::source_name, at.offset, "unknown task '" + std::string(at.text) + "' yet");
        return skip_statement();
    }
    static_cast<void>(task_body(found->second));
}

/// False if it does not even begin.
bool Parser::task_body(std::uint32_t number) {
    if (!expect("{")) {
        skip_statement();
        return false;
    }
    const std::size_t mark = open_scope();
    const std::vector<source::Variable>& known = tree_.tasks[number].variables;
    for (std::uint32_t i = 0; i < known.size(); ++i)
        bind(known[i].name, {Meaning::Kind::task, i}, lexer_.peek().offset);
    while (!lexer_.peek().is("}") && lexer_.peek().kind != TokenKind::end) {
        const std::uint32_t start = lexer_.peek().offset;
        const bool kept = lexer_.accept("keep");
        if (lexer_.peek().is("void") || lexer_.peek().is("event")) {
            function(number, kept);
            continue;
        }
        if (!kept && lexer_.accept("const")) {
            constant();
            continue;
        }
        if (!kept && lexer_.accept("events")) {
            events(tree_.tasks[number].event_order);
            if (!expect(";")) skip_statement();
            continue;
        }
        const auto wanted = type();
        if (!wanted) {
            syntax("expected a variable or a function of the task, not " + shown());
            skip_statement();
            if (lexer_.peek().offset == start) break;
            continue;
        }
        const Token where = lexer_.peek();
        const TextId variable = name("a name");
        if (lexer_.peek().is("(")) {
            rest_of_function(number, wanted, variable, start, kept);
            continue;
        }
        auto& variables = tree_.tasks[number].variables;
        bind(variable, {Meaning::Kind::task, static_cast<std::uint32_t>(variables.size())}, where.offset);
        variables.push_back({*wanted, variable});
        if (!expect(";")) skip_statement();
    }
    close_scope(mark);
    expect("}");
    return true;
}

void Parser::function(std::uint32_t task, bool kept) {
    const std::uint32_t offset = lexer_.peek().offset;
    const bool event = lexer_.accept("event");
    if (!event) static_cast<void>(lexer_.accept("void"));
    const Token at = lexer_.peek();
    const TextId id = name(event ? "the name of an event" : "the name of a function");
    std::optional<std::uint32_t> number;
    if (event && id != none) number = event_of(tree_.text(id), at.offset);
    rest_of_function(task, std::nullopt, id, offset, kept, number);
}

std::optional<std::uint32_t> Parser::event_of(std::string_view name, std::uint32_t offset) {
    for (const EventName& known : event_names())
        if (known.window == tree_.window && known.name == name) return known.id;
    if (name.starts_with("Event"))
        if (const auto number = whole_number<std::uint32_t>(name.substr(5))) return number;
    std::vector<std::string_view> all;
    bool other = false;
    for (const EventName& known : event_names()) {
        if (known.window == tree_.window) all.push_back(known.name);
        other = other || (known.window != tree_.window && known.name == name);
    }
    std::string hint =
        other ? (tree_.window ? "it is an event of the game, but this script begins with 'script ui;'"
                              : "it is an event of windows; their scripts begin with 'script ui;'")
              : std::string{};
    add(codes::source_name, offset, "unknown event '" + std::string(name) + "'." + did_you_mean(name, all),
        std::move(hint));
    return 0;
}

void Parser::rest_of_function(std::uint32_t task, std::optional<VariableType> result, TextId id,
                              std::uint32_t offset, bool kept, std::optional<std::uint32_t> event) {
    Function made;
    made.name = id;
    made.result = result;
    made.event = event;
    made.task = task;
    made.kept = kept;
    made.place = offset;
    made.init = task != none && id != none && tree_.text(id) == "init";
    const std::size_t mark = open_scope();
    const Token at = lexer_.peek();
    const bool named = parameters(made);
    if (event && !recovering_ && lexer_.accept("=")) {
        close_scope(mark);
        return alias(task, *event, std::move(made.parameters), offset);
    }
    if (!named) add(codes::source_syntax, at.offset, "a parameter has no name");
    frame(made);
    number_ = static_cast<std::uint32_t>(tree_.functions.size());
    tree_.functions.push_back(std::move(made));
    declare(number_);
    if (lexer_.accept("asm")) {
        assembly();
    } else if (lexer_.peek().is("{")) {
        recovering_ = false;
        tree_.functions[number_].body = block();
    } else {
        syntax("the body of the function is missing");
        skip_statement();
    }
    if (tree_.functions[number_].body == none && !tree_.functions[number_].assembled)
        tree_.functions[number_].body = make_block({}, offset);
    close_scope(mark);
}

/// In parentheses. Of an event that stands elsewhere they have no names: false if one has none.
bool Parser::parameters(Function& made) {
    bool named = true;
    if (!expect("(") || lexer_.accept(")")) return named;
    do {
        const auto wanted = type();
        if (!wanted) {
            syntax("expected the type of a parameter before " + shown());
            break;
        }
        const Token at = lexer_.peek();
        const bool nameless = made.event && (at.is(",") || at.is(")"));
        named = named && !nameless;
        const TextId parameter = nameless ? none : name("the name of a parameter");
        bind(parameter, {Meaning::Kind::parameter, static_cast<std::uint32_t>(made.parameters.size())},
             at.offset);
        made.parameters.push_back(*wanted);
        made.parameter_names.push_back(parameter);
    } while (lexer_.accept(","));
    expect(")");
    return named;
}

/// Makes a function known by its name.
void Parser::declare(std::uint32_t number) {
    const Function& made = tree_.functions[number];
    if (made.init) {
        if (tree_.tasks[made.task].init != none)
            add(codes::source_main, made.place, "the task has a second init");
        tree_.tasks[made.task].init = number;
    } else if (made.name != none) {
        const std::uint64_t key = std::uint64_t{made.task} << 32U | made.name;
        if (!functions_.emplace(key, number).second)
            add(codes::source_twice, made.place,
                "'" + std::string(tree_.text(made.name)) + "' appears twice");
    }
}

void Parser::assembly() {
    if (!lexer_.peek().is("{")) return syntax("'{' is missing");
    Function& function = tree_.functions[number_];
    static_cast<void>(lexer_.next());
    function.assembled = true;
    std::uint32_t offset = 0;
    function.assembly = std::string(lexer_.raw_block(offset));
    function.assembly_line = texts_.place(offset).line;
    function.assembly_at = offset + 1;
}

} // namespace vellum::pathologic::compile
