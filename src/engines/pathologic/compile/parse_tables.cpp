// What a text says about the tables of its file where they are not what the text itself makes: lines of
// the pool and the imports, the order of tasks and handlers, where the run begins, handlers that stand
// elsewhere, and what stands in brackets behind a head. Their words are none of the language elsewhere.
#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.hpp"
#include "base/bytes.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"
#include "engines/pathologic/format/pool.hpp"

namespace vellum::pathologic::compile {

/// One of the lines of the tables, if one stands here.
bool Parser::table_line() {
    const bool known = lexer_.peek().is("pool") || lexer_.peek().is("import") || lexer_.peek().is("tasks") ||
                       lexer_.peek().is("events") || lexer_.peek().is("run");
    if (!known) return false;
    const Token word = lexer_.next();
    if (word.is("pool"))
        pool();
    else if (word.is("import"))
        imports();
    else if (word.is("tasks"))
        task_order();
    else if (word.is("events"))
        events(tree_.tables.event_order);
    else
        run_from();
    if (!expect(";")) skip_statement();
    return true;
}

/// What no name can be: a text in quotes, or bytes behind `hex`. Nothing if a name stands here.
std::optional<std::string> Parser::stored_name() {
    if (lexer_.peek().is("hex")) return hex();
    if (lexer_.peek().kind != TokenKind::string) return std::nullopt;
    static_cast<void>(lexer_.next());
    return lexer_.value();
}

/// Behind `hex`, which has not been taken: digits in pairs. Nothing if `hex` is a name here.
std::optional<std::string> Parser::hex() {
    const std::uint32_t offset = lexer_.peek().offset;
    const std::string_view digits = lexer_.raw_word();
    if (digits.empty()) return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        const auto high = hex_digit(digits[i]), low = hex_digit(digits[i + 1]);
        if (!high || !low) break;
        bytes += static_cast<char>(*high * 16 + *low);
    }
    if (2 * bytes.size() != digits.size())
        add(codes::source_syntax, offset, "write bytes as pairs of hexadecimal digits", "hex 00ff");
    return bytes;
}

/// `pool "wide", 'narrow', hex 00ff;` and the same behind `pool end`.
void Parser::pool() {
    std::vector<std::byte>& pool = lexer_.accept("end") ? tree_.tables.pool_end : tree_.tables.pool_begin;
    do {
        const Token token = lexer_.peek();
        std::optional<std::vector<std::byte>> bytes;
        if (token.kind == TokenKind::string) {
            static_cast<void>(lexer_.next());
            bytes = token.text.starts_with('"') ? encode_wide(lexer_.value()) : encode_name(lexer_.value());
            if (!bytes) add(codes::source_type, token.offset, "a text cannot be written into the pool");
        } else if (token.is("hex")) {
            const std::string raw = hex().value_or(std::string());
            const auto view = as_bytes(raw);
            bytes.emplace(view.begin(), view.end());
        } else
            return syntax("expected a text or bytes, not " + shown(), R"(pool "wide", 'narrow', hex 00ff;)");
        if (bytes) pool.insert(pool.end(), bytes->begin(), bytes->end());
    } while (lexer_.accept(","));
}

/// `import Hold/0, long Trace/1;` and the same behind `import end`.
void Parser::imports() {
    std::vector<source::Import>& imports =
        lexer_.accept("end") ? tree_.tables.imports_end : tree_.tables.imports_begin;
    do {
        source::Import one;
        one.long_form = lexer_.accept("long");
        const bool hex = lexer_.peek().is("hex");
        const std::optional<std::string> stored = stored_name();
        one.name = stored ? tree_.intern(*stored) : hex ? tree_.intern("hex") : name("the name of a native");
        if (!expect("/")) return;
        if (lexer_.peek().kind != TokenKind::integer || lexer_.peek().magnitude > 0xFFFFFFFF)
            return syntax("expected the number of its arguments, not " + shown());
        one.arguments = static_cast<std::uint32_t>(lexer_.next().magnitude);
        if (one.name != none) imports.push_back(one);
    } while (lexer_.accept(","));
}

/// `run TMain at OnUse;`
void Parser::run_from() {
    run_task_ = name("the name of a task");
    if (expect("at")) run_ = function_reference(none);
}

void Parser::task_order() {
    do task_order_.push_back({none, name("the name of a task"), false, lexer_.peek().offset});
    while (lexer_.accept(","));
}

void Parser::events(std::vector<std::uint32_t>& order) {
    do {
        const std::uint32_t offset = lexer_.peek().offset;
        const TextId id = name("the name of an event");
        if (id == none) return;
        order.push_back(event_of(tree_.text(id), offset).value_or(0));
    } while (lexer_.accept(","));
}

/// `OnUse`, `::OnUse` or `TMain::OnUse`.
Parser::Reference Parser::function_reference(std::uint32_t task) {
    Reference made{.offset = lexer_.peek().offset, .task = task};
    made.outermost = lexer_.accept("::");
    made.name = name("the name of a function");
    if (!made.outermost && lexer_.accept("::"))
        made.qualifier = std::exchange(made.name, name("the name of a function"));
    return made;
}

/// `event OnSee(object) = OnUse;` from the `=` on, which has been taken.
void Parser::alias(std::uint32_t task, std::uint32_t event, std::vector<VariableType> types,
                   std::uint32_t offset) {
    tree_.aliases.push_back({.task = task,
                             .event = event,
                             .types = std::move(types),
                             .before = static_cast<std::uint32_t>(tree_.functions.size()),
                             .place = offset});
    targets_.push_back(function_reference(task));
    if (!expect(";")) skip_statement();
}

/// `(0x80, "odd name") long` behind `property`.
void Parser::property_form(source::Global& global) {
    if (lexer_.accept("(")) {
        do {
            const Token token = lexer_.peek();
            if (const std::optional<std::string> stored = stored_name())
                global.stored_name = tree_.intern(*stored);
            else if (token.kind == TokenKind::integer && token.magnitude > 0 && token.magnitude <= 0xFF)
                global.flag = static_cast<std::uint8_t>(lexer_.next().magnitude);
            else
                return syntax("expected a flag or the bytes of a name, not " + shown());
        } while (lexer_.accept(","));
        expect(")");
    }
    global.long_form = lexer_.accept("long");
}

/// `[frame int, bool]` or `[frame none]` behind the parameters. Which locals there are is known at the end.
void Parser::frame(source::Function& function) {
    if (!lexer_.accept("[")) return;
    if (!lexer_.accept("frame")) return syntax("expected 'frame', not " + shown());
    function.frame = lexer_.accept("none") ? source::Frame::nothing : source::Frame::once;
    Framed made{static_cast<std::uint32_t>(tree_.functions.size()), {}, lexer_.peek().offset};
    while (!lexer_.peek().is("]")) {
        const auto one = type();
        if (!one) {
            syntax("expected a type, not " + shown());
            break;
        }
        made.types.push_back(*one);
        if (!lexer_.accept(",")) break;
    }
    framed_.push_back(std::move(made));
    expect("]");
}

/// `[parm 3]` behind the name of a task.
void Parser::parameter_count(source::Task& task) {
    if (!lexer_.accept("[")) return;
    if (!lexer_.accept("parm")) return syntax("expected 'parm', not " + shown());
    if (lexer_.peek().kind != TokenKind::integer || lexer_.peek().magnitude > 0xFFFFFFFF)
        return syntax("expected a number, not " + shown());
    task.parameter_count = static_cast<std::uint32_t>(lexer_.next().magnitude);
    expect("]");
}

/// What the lines name, when the whole text was read.
void Parser::finish_tables() {
    for (const Framed& one : framed_)
        if (one.function < tree_.functions.size() && !tree_.functions[one.function].assembled &&
            tree_.functions[one.function].locals != one.types)
            add(codes::source_type, one.offset, "the locals of the function differ from those of its frame",
                "a frame lists the locals in the order of their declaration");
    for (std::size_t i = 0; i < targets_.size(); ++i) tree_.aliases[i].function = find_target(targets_[i]);
    if (run_) {
        const auto task = tasks_.find(run_task_);
        if (task != tasks_.end()) run_->task = task->second;
        tree_.tables.run = find_target(*run_);
    }
    std::vector<bool> seen(tree_.tasks.size(), false);
    for (const Reference& one : task_order_) {
        const auto found = tasks_.find(one.name);
        if (found == tasks_.end() || seen[found->second]) {
            add(codes::source_name, one.offset, "the order of tasks must name each task once");
            break;
        }
        seen[found->second] = true;
        tree_.tables.task_order.push_back(found->second);
    }
    if (!task_order_.empty() && tree_.tables.task_order.size() != tree_.tasks.size())
        add(codes::source_name, task_order_.front().offset, "the order of tasks leaves a task out");
    check_event_orders();
}

/// Zero and an error if there is none.
std::uint32_t Parser::find_target(const Reference& one) {
    const std::uint32_t found = find_function(one);
    if (found != none) return found;
    if (one.name != none)
        add(codes::source_name, one.offset,
            "there is no function '" + std::string(tree_.text(one.name)) + "' here");
    return 0;
}

/// Every handler of a table stands in its order once.
void Parser::check_event_orders() {
    std::vector<std::vector<std::uint32_t>> handled(tree_.tasks.size() + 1); // the script's are the last
    const auto add_to = [&](std::uint32_t task, std::uint32_t event) {
        handled[task == none ? tree_.tasks.size() : task].push_back(event);
    };
    for (const Function& function : tree_.functions)
        if (function.event) add_to(function.task, *function.event);
    for (const source::Alias& alias : tree_.aliases) add_to(alias.task, alias.event);
    for (std::size_t i = 0; i < handled.size(); ++i) {
        std::vector<std::uint32_t> order =
            i < tree_.tasks.size() ? tree_.tasks[i].event_order : tree_.tables.event_order;
        if (order.empty()) continue;
        std::ranges::sort(order);
        std::ranges::sort(handled[i]);
        if (order != handled[i])
            add(codes::source_name, 0, "the order of events does not name every handler of its table once");
    }
}

} // namespace vellum::pathologic::compile
