// The printer; see the header.
#include "engines/pathologic/source/printer.hpp"

#include <bit>
#include <cmath>

#include "base/text_writer.hpp"
#include "engines/pathologic/source/print_tables.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::source {

namespace {

class Printer {
  public:
    Printer(const Tree& tree, const PrintOptions& options) : tree_(tree), options_(options) {}

    std::string script() {
        const bool alpha = tree_.numbering == Numbering::alpha;
        if (tree_.window || alpha) {
            out_.text("script");
            if (tree_.window) out_.text(" ui");
            if (alpha) out_.text(" alpha");
            out_.text(";\n\n");
        }
        const std::vector<std::uint32_t> order = prepare();
        if (print_tables(out_, tree_, order)) out_.newline();
        for (const Global& global : tree_.globals) this->global(global);
        blank_ = !tree_.globals.empty();
        std::uint32_t task = none;
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (function.task != task) {
                close(task);
                task = function.task;
                if (task != none) open(task);
            }
            aliases(task, i);
            separate();
            this->function(function, task == none ? 0 : 1);
            blank_ = true;
        }
        const auto end = static_cast<std::uint32_t>(tree_.functions.size());
        close(task);
        open_empty(static_cast<std::uint32_t>(tree_.tasks.size()));
        aliases(none, end);
        return out_.take();
    }

  private:
    /// Prepares for printing. Gives the tasks as they come in the text: those without functions stand in
    /// front of the next one, or at the end.
    std::vector<std::uint32_t> prepare() {
        std::vector<std::uint32_t> order;
        blocks_.assign(tree_.tasks.size(), 0);
        std::uint32_t task = none;
        for (const Function& function : tree_.functions) {
            if (function.task != task && function.task != none) ++blocks_[function.task];
            task = function.task;
        }
        std::vector<bool> seen(tree_.tasks.size(), false);
        for (const std::uint32_t count : blocks_) is_empty_.push_back(count == 0);
        const auto add_empty = [&](std::uint32_t until) {
            for (; empty_ < until; ++empty_)
                if (is_empty_[empty_]) order.push_back(empty_);
        };
        for (const Function& function : tree_.functions) {
            if (function.task == none || seen[function.task]) continue;
            add_empty(function.task);
            seen[function.task] = true;
            order.push_back(function.task);
        }
        add_empty(static_cast<std::uint32_t>(tree_.tasks.size()));
        empty_ = 0;
        opened_.assign(tree_.tasks.size(), false);
        aliases_.resize(tree_.tasks.size() + 1);
        for (std::size_t i = tree_.aliases.size(); i-- > 0;) {
            const Alias& alias = tree_.aliases[i];
            aliases_[alias.task == none ? tree_.tasks.size() : alias.task].push_back(&alias);
        }
        return order;
    }

    void separate() {
        if (blank_) out_.newline();
        blank_ = false;
    }

    /// Tasks without functions, up to that one.
    void open_empty(std::uint32_t until) {
        for (; empty_ < until; ++empty_)
            if (is_empty_[empty_]) {
                open(empty_);
                close(empty_);
            }
    }

    void close(std::uint32_t task) {
        if (task == none) return;
        if (blocks_[task] <= 1) aliases(task, static_cast<std::uint32_t>(tree_.functions.size()));
        if (blocks_[task] != 0) --blocks_[task];
        out_.text("}\n");
        blank_ = true;
    }

    /// Handlers of the task that stand in front of that function.
    void aliases(std::uint32_t task, std::uint32_t before) {
        std::vector<const Alias*>& waiting = aliases_[task == none ? tree_.tasks.size() : task];
        for (; !waiting.empty() && waiting.back()->before <= before; waiting.pop_back()) {
            const Alias& alias = *waiting.back();
            separate();
            out_.text(task == none ? "event " : "    event ");
            print_event(out_, alias.event, tree_.window);
            out_.ch('(');
            print_types(out_, alias.types);
            out_.text(") = ");
            print_function(out_, tree_, alias.function, task);
            out_.text(";\n");
            blank_ = true;
        }
    }

    void global(const Global& global) {
        if (global.property) {
            out_.text("property");
            if (global.flag != 1 || global.stored_name != none) {
                out_.ch('(');
                if (global.flag != 1) out_.hex0x(global.flag, 2);
                if (global.flag != 1 && global.stored_name != none) out_.text(", ");
                if (global.stored_name != none) print_stored_name(out_, tree_.text(global.stored_name));
                out_.ch(')');
            }
            out_.text(global.long_form ? " long " : " ");
        }
        variable(global.type, global.name);
    }

    void variable(VariableType type, TextId name) { out_.put(type_word(type), ' ', tree_.text(name), ";\n"); }

    void open(std::uint32_t number) {
        const Task& task = tree_.tasks[number];
        if (!is_empty_[number]) open_empty(number);
        separate();
        const bool again = opened_[number];
        opened_[number] = true;
        if (again) {
            out_.put("more task ", tree_.text(task.name), " {\n");
            return;
        }
        if (task.kept) out_.text("keep ");
        if (number == tree_.main) out_.text("main ");
        out_.put("task ", tree_.text(task.name));
        if (task.parameter_count) out_.put(" [parm ", *task.parameter_count, ']');
        out_.text(" {\n");
        for (const Variable& one : task.variables) {
            out_.text("    ");
            variable(one.type, one.name);
        }
        if (!task.event_order.empty()) {
            out_.text("    events ");
            print_events(out_, task.event_order, tree_.window);
            out_.text(";\n");
        }
        blank_ = !task.variables.empty() || !task.event_order.empty();
    }

    void function(const Function& function, std::uint32_t depth) {
        function_ = &function;
        depth_ = depth;
        indent();
        if (function.kept) out_.text("keep ");
        if (function.event)
            out_.text("event ");
        else {
            out_.put(function.result ? type_word(*function.result) : "void", ' ');
        }
        name(function);
        out_.ch('(');
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            if (i != 0) out_.text(", ");
            out_.put(type_word(function.parameters[i]), ' ', tree_.text(function.parameter_names[i]));
        }
        out_.ch(')');
        if (function.frame != Frame::twice) {
            out_.text(" [frame ");
            if (function.frame == Frame::once)
                print_types(out_, function.locals);
            else
                out_.text("none");
            out_.ch(']');
        }
        if (function.assembled) {
            out_.put(" asm {\n", function.assembly);
            indent();
            out_.text("}\n");
            return;
        }
        out_.ch(' ');
        block(function.body);
        out_.newline();
    }

    void name(const Function& function) {
        if (function.event) return print_event(out_, *function.event, tree_.window);
        out_.text(function.init ? "init" : tree_.text(function.name));
    }

    // --- Statements ---

    void indent() { out_.fill(std::size_t{4} * depth_, ' '); }

    void block(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        out_.text("{\n");
        ++depth_;
        if (stmt.kind == StmtKind::block)
            for (const NodeId one : tree_.items(stmt.a, stmt.b)) line(one);
        else
            line(id);
        --depth_;
        indent();
        out_.ch('}');
    }

    void line(NodeId id) {
        indent();
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::block: block(id); break;
        case StmtKind::condition: condition(stmt); break;
        case StmtKind::loop: loop(tree_.loops[stmt.a]); break;
        case StmtKind::repeat:
            out_.text("do ");
            block(stmt.a);
            out_.text(" while (");
            expression(stmt.b, Binding::conditional);
            out_.text(");");
            break;
        case StmtKind::result:
            out_.text("return");
            if (stmt.a != none) {
                out_.ch(' ');
                expression(stmt.a, Binding::conditional);
            }
            out_.ch(';');
            break;
        case StmtKind::leave: out_.text("break;"); break;
        case StmtKind::resume: out_.text("continue;"); break;
        case StmtKind::enable:
        case StmtKind::disable:
            out_.text(stmt.kind == StmtKind::enable ? "enable " : "disable ");
            print_event(out_, stmt.a, tree_.window);
            out_.ch(';');
            break;
        default: simple(id); out_.ch(';');
        }
        if (options_.addresses && stmt.kind != StmtKind::block) {
            out_.text(" // ");
            out_.hex0x(stmt.place);
        }
        out_.newline();
    }

    void condition(const Stmt& first) {
        const Stmt* stmt = &first;
        for (;;) {
            out_.text("if (");
            expression(stmt->a, Binding::conditional);
            out_.text(") ");
            block(stmt->b);
            if (stmt->c == none) return;
            out_.text(" else ");
            const Stmt* other = &tree_.stmts[stmt->c];
            if (other->kind == StmtKind::block && other->b == 1 &&
                tree_.stmts[tree_.lists[other->a]].kind == StmtKind::condition)
                other = &tree_.stmts[tree_.lists[other->a]];
            if (other->kind != StmtKind::condition) return block(stmt->c);
            stmt = other;
        }
    }

    void loop(const Loop& head) {
        if (head.counted) {
            out_.text("for (");
            if (head.start != none) simple(head.start);
            out_.ch(';');
            if (head.condition != none) out_.ch(' ');
        } else
            out_.text("while (");
        for (const NodeId one : tree_.items(head.first, head.before)) {
            simple(one);
            out_.text(", ");
        }
        if (head.condition != none) expression(head.condition, Binding::conditional);
        if (head.counted) {
            out_.ch(';');
            bool first = true;
            for (const NodeId one : tree_.items(head.step, head.steps)) {
                out_.text(first ? " " : ", ");
                simple(one);
                first = false;
            }
        }
        out_.text(") ");
        block(head.body);
    }

    void simple(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::declare:
            out_.put(type_word(function_->locals[stmt.a]), ' ');
            variable(Space::local, stmt.a);
            if (stmt.b != none) {
                out_.text(" = ");
                expression(stmt.b, Binding::conditional);
            }
            break;
        case StmtKind::assign: assign(stmt); break;
        case StmtKind::assign_global:
            out_.put(tree_.text(tree_.globals[stmt.a].name), " = ");
            expression(stmt.b, Binding::conditional);
            break;
        case StmtKind::update_global:
            out_.text(tree_.text(tree_.globals[stmt.a].name));
            update(stmt.op, stmt.b);
            break;
        case StmtKind::assign_component:
        case StmtKind::update_component:
            variable(stmt.space, stmt.a);
            out_.put('.', "xyz"[stmt.c]);
            if (stmt.kind == StmtKind::update_component) {
                update(stmt.op, stmt.b);
                break;
            }
            out_.text(" = ");
            expression(stmt.b, Binding::conditional);
            break;
        case StmtKind::native:
            out_.put('@', tree_.text(stmt.a));
            place_in_table('#', stmt.e);
            arguments(stmt.b, stmt.c);
            break;
        case StmtKind::method:
            expression(stmt.d, Binding::postfix);
            out_.put("->", tree_.text(stmt.a));
            place_in_table('@', stmt.e);
            arguments(stmt.b, stmt.c);
            break;
        case StmtKind::call: expression(stmt.a, Binding::conditional); break;
        default: break;
        }
    }

    void place_in_table(char mark, std::uint32_t place) {
        if (place == none) return;
        out_.put(mark, place);
    }

    void assign(const Stmt& stmt) {
        variable(stmt.space, stmt.a);
        const Expr& value = tree_.exprs[stmt.b];
        if (value.kind == ExprKind::binary) {
            const Expr& left = tree_.exprs[value.a];
            const BinaryOperator* const op = binary_operator(value.op);
            if (op != nullptr && op->assigns && left.kind == ExprKind::variable && left.space == stmt.space &&
                left.a == stmt.a)
                return update(value.op, value.b);
        }
        out_.text(" = ");
        expression(stmt.b, Binding::conditional);
    }

    void update(Op op, NodeId right) {
        const Expr& expr = tree_.exprs[right];
        if (op == Op::Add && expr.kind == ExprKind::integer && (expr.a == 1 || expr.a == 0xFFFFFFFF))
            return out_.text(expr.a == 1 ? "++" : "--");
        out_.put(' ', binary_operator(op)->text, "= ");
        expression(right, Binding::conditional);
    }

    // --- Expressions ---

    void variable(Space space, std::uint32_t number) {
        switch (space) {
        case Space::local: return out_.text(tree_.text(function_->local_names[number]));
        case Space::parameter: return out_.text(tree_.text(function_->parameter_names[number]));
        case Space::task: return out_.text(tree_.text(tree_.tasks[function_->task].variables[number].name));
        }
    }

    void arguments(std::uint32_t first, std::uint32_t count) {
        out_.ch('(');
        for (std::uint32_t i = 0; i < count; ++i) {
            if (i != 0) out_.text(", ");
            expression(tree_.lists[first + i], Binding::conditional);
        }
        out_.ch(')');
    }

    /// A component of a vector may go without its point.
    void component(NodeId id) {
        const Expr& expr = tree_.exprs[id];
        const float value = expr.kind == ExprKind::real ? std::bit_cast<float>(expr.a) : 0.5F;
        if (expr.kind != ExprKind::real || value != static_cast<float>(static_cast<std::int16_t>(value)) ||
            (value == 0 && std::signbit(value)))
            return expression(id, Binding::conditional);
        out_.dec(static_cast<std::int16_t>(value));
    }

    [[nodiscard]] static Binding binding_of(const Expr& expr) {
        switch (expr.kind) {
        case ExprKind::conditional: return Binding::conditional;
        case ExprKind::either: return Binding::either;
        case ExprKind::both: return Binding::both;
        case ExprKind::binary: {
            const BinaryOperator* const op = binary_operator(expr.op);
            return op != nullptr ? op->binding : Binding::postfix;
        }
        case ExprKind::unary:
            if (expr.op == Op::NullEq || expr.op == Op::NullNeq) return Binding::equality;
            return expr.op == Op::Neg || expr.op == Op::Not ? Binding::unary : Binding::postfix;
        case ExprKind::cast: return Binding::unary;
        case ExprKind::integer:
            return static_cast<std::int32_t>(expr.a) < 0 ? Binding::unary : Binding::postfix;
        case ExprKind::real: return (expr.a & 0x80000000U) != 0 ? Binding::unary : Binding::postfix;
        default: return Binding::postfix;
        }
    }

    void expression(NodeId id, Binding least) {
        const Expr& expr = tree_.exprs[id];
        const Binding own = binding_of(expr);
        const bool wrap = own < least;
        if (wrap) out_.ch('(');
        switch (expr.kind) {
        case ExprKind::boolean: out_.text(expr.a != 0 ? "true" : "false"); break;
        case ExprKind::integer: out_.dec(static_cast<std::int32_t>(expr.a)); break;
        case ExprKind::real: out_.real_bits(expr.a); break;
        case ExprKind::string:
            print_string(out_, tree_.text(expr.a));
            place_in_table('@', expr.b);
            break;
        case ExprKind::null: out_.text("null"); break;
        case ExprKind::vector:
            out_.ch('[');
            component(expr.a);
            out_.text(", ");
            component(expr.b);
            out_.text(", ");
            component(expr.c);
            out_.ch(']');
            break;
        case ExprKind::variable: variable(expr.space, expr.a); break;
        case ExprKind::global: out_.text(tree_.text(tree_.globals[expr.a].name)); break;
        case ExprKind::component:
            variable(expr.space, expr.a);
            out_.put('.', "xyz"[expr.b]);
            break;
        case ExprKind::call:
            callee(tree_.functions[expr.a]);
            arguments(expr.b, expr.c);
            break;
        case ExprKind::task_call:
            out_.text(tree_.text(tree_.tasks[expr.a].name));
            arguments(expr.b, expr.c);
            break;
        case ExprKind::unary: unary(expr); break;
        case ExprKind::binary: binary(expr); break;
        case ExprKind::both:
        case ExprKind::either:
            expression(expr.a, own);
            out_.text(expr.kind == ExprKind::both ? " && " : " || ");
            expression(expr.b, tighter(own));
            break;
        case ExprKind::conditional:
            expression(expr.a, Binding::either);
            out_.text(" ? ");
            expression(expr.b, Binding::conditional);
            out_.text(" : ");
            expression(expr.c, Binding::conditional);
            break;
        case ExprKind::exists:
            out_.text("exists(");
            expression(expr.a, Binding::conditional);
            out_.text(", ");
            print_string(out_, tree_.text(expr.b));
            out_.put(", ", static_cast<std::int32_t>(expr.c), ')');
            break;
        case ExprKind::cast:
            out_.put('(', type_word(expr.type), ')');
            expression(expr.a, Binding::unary);
            break;
        }
        if (wrap) out_.ch(')');
    }

    static Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

    /// A script-level function that the task's own hides, or one of another task.
    void callee(const Function& function) {
        if (function.task != none && function.task != function_->task) {
            out_.put(tree_.text(tree_.tasks[function.task].name), "::");
        } else if (function.task == none && function_->task != none && function.event)
            for (const Function& other : tree_.functions)
                if (other.task == function_->task && other.event == function.event) {
                    out_.text("::");
                    break;
                }
        name(function);
    }

    void unary(const Expr& expr) {
        switch (expr.op) {
        case Op::NullEq:
        case Op::NullNeq:
            expression(expr.a, Binding::equality);
            out_.text(expr.op == Op::NullEq ? " == null" : " != null");
            return;
        case Op::Not: out_.ch('!'); return expression(expr.a, Binding::unary);
        case Op::Neg: {
            // A minus in front of a number, or of another minus, would be read as something else.
            out_.ch('-');
            const Expr& inner = tree_.exprs[expr.a];
            const bool apart = inner.kind == ExprKind::integer || inner.kind == ExprKind::real ||
                               (inner.kind == ExprKind::unary && inner.op == Op::Neg);
            if (!apart) return expression(expr.a, Binding::unary);
            out_.ch('(');
            expression(expr.a, Binding::conditional);
            out_.ch(')');
            return;
        }
        default: break;
        }
        built_in(expr.op);
        out_.ch('(');
        expression(expr.a, Binding::conditional);
        out_.ch(')');
    }

    void built_in(Op op) {
        for (const BuiltIn& one : built_ins())
            if (one.op == op) out_.text(one.name);
    }

    void binary(const Expr& expr) {
        const BinaryOperator* const op = binary_operator(expr.op);
        if (op == nullptr) {
            built_in(expr.op);
            out_.ch('(');
            expression(expr.a, Binding::conditional);
            out_.text(", ");
            expression(expr.b, Binding::conditional);
            out_.ch(')');
            return;
        }
        expression(expr.a, op->binding);
        out_.put(' ', op->text, ' ');
        // `x == (null)` compares two objects; `x == null` is an operator of its own.
        const bool apart = op->binding == Binding::equality && tree_.exprs[expr.b].kind == ExprKind::null;
        if (apart) out_.ch('(');
        expression(expr.b, tighter(op->binding));
        if (apart) out_.ch(')');
    }

    const Tree& tree_;
    PrintOptions options_;
    TextWriter out_;
    const Function* function_ = nullptr;
    std::uint32_t depth_ = 0;
    bool blank_ = false;                ///< A line is to be left in front of what comes next.
    std::vector<std::uint32_t> blocks_; ///< Of each task, that are still to be closed.
    std::vector<bool> is_empty_, opened_;
    std::uint32_t empty_ = 0; ///< Tasks before this one that have no functions are printed.
    std::vector<std::vector<const Alias*>> aliases_; ///< Still to be printed, by task, the first one last.
};

} // namespace

std::string print(const Tree& tree, const PrintOptions& options) { return Printer(tree, options).script(); }

} // namespace vellum::pathologic::source
