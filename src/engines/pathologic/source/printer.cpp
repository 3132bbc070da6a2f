// The printer; see the header.
#include "engines/pathologic/source/printer.hpp"

#include <bit>
#include <cmath>

#include "base/text_writer.hpp"
#include "engines/pathologic/format/event_names.hpp"
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
        for (const Global& global : tree_.globals) {
            if (global.property) out_.text("property ");
            variable(global.type, global.name);
        }
        bool blank = !tree_.globals.empty();
        std::uint32_t task = none;
        std::vector<bool> printed(tree_.tasks.size(), false);
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (function.task != task) {
                if (task != none) out_.text("}\n");
                if (task != none) blank = true;
                task = function.task;
                if (task != none) {
                    if (blank) out_.newline();
                    blank = open(task);
                    printed[task] = true;
                }
            }
            if (blank) out_.newline();
            this->function(function, task == none ? 0 : 1);
            blank = true;
        }
        if (task != none) out_.text("}\n");
        return out_.take();
    }

  private:
    void variable(VariableType type, TextId name) {
        out_.text(type_word(type));
        out_.ch(' ');
        out_.text(tree_.text(name));
        out_.text(";\n");
    }

    bool open(std::uint32_t number) {
        const Task& task = tree_.tasks[number];
        if (number == tree_.main) out_.text("main ");
        out_.text("task ");
        out_.text(tree_.text(task.name));
        out_.text(" {\n");
        for (const Variable& one : task.variables) {
            out_.text("    ");
            variable(one.type, one.name);
        }
        return !task.variables.empty();
    }

    void event_name(std::uint32_t number) {
        const std::string_view name = pathologic::event_name(number, tree_.window);
        if (!name.empty()) return out_.text(name);
        out_.text("Event");
        out_.dec(number);
    }

    void function(const Function& function, std::uint32_t depth) {
        function_ = &function;
        depth_ = depth;
        indent();
        if (function.event)
            out_.text("event ");
        else {
            out_.text(function.result ? type_word(*function.result) : "void");
            out_.ch(' ');
        }
        name(function);
        out_.ch('(');
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            if (i != 0) out_.text(", ");
            out_.text(type_word(function.parameters[i]));
            out_.ch(' ');
            out_.text(tree_.text(function.parameter_names[i]));
        }
        out_.ch(')');
        if (function.assembled) {
            out_.text(" asm {\n");
            out_.text(function.assembly);
            indent();
            out_.text("}\n");
            return;
        }
        out_.ch(' ');
        block(function.body);
        out_.newline();
    }

    void name(const Function& function) {
        if (function.event) return event_name(*function.event);
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
            event_name(stmt.a);
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
            out_.text(type_word(function_->locals[stmt.a]));
            out_.ch(' ');
            variable(Space::local, stmt.a);
            if (stmt.b != none) {
                out_.text(" = ");
                expression(stmt.b, Binding::conditional);
            }
            break;
        case StmtKind::assign: assign(stmt); break;
        case StmtKind::assign_global:
            out_.text(tree_.text(tree_.globals[stmt.a].name));
            out_.text(" = ");
            expression(stmt.b, Binding::conditional);
            break;
        case StmtKind::update_global:
            out_.text(tree_.text(tree_.globals[stmt.a].name));
            update(stmt.op, stmt.b);
            break;
        case StmtKind::assign_component:
        case StmtKind::update_component:
            variable(stmt.space, stmt.a);
            out_.ch('.');
            out_.ch("xyz"[stmt.c]);
            if (stmt.kind == StmtKind::update_component) {
                update(stmt.op, stmt.b);
                break;
            }
            out_.text(" = ");
            expression(stmt.b, Binding::conditional);
            break;
        case StmtKind::native:
            out_.ch('@');
            out_.text(tree_.text(stmt.a));
            arguments(stmt.b, stmt.c);
            break;
        case StmtKind::method:
            expression(stmt.d, Binding::postfix);
            out_.text("->");
            out_.text(tree_.text(stmt.a));
            arguments(stmt.b, stmt.c);
            break;
        case StmtKind::call: expression(stmt.a, Binding::conditional); break;
        default: break;
        }
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
        out_.ch(' ');
        out_.text(binary_operator(op)->text);
        out_.text("= ");
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

    void string(std::string_view text) {
        out_.ch('"');
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            const auto byte = static_cast<unsigned char>(c);
            switch (c) {
            case '"': out_.text("\\\""); break;
            case '\\': out_.text("\\\\"); break;
            case '\n': out_.text("\\n"); break;
            case '\r': out_.text("\\r"); break;
            case '\t': out_.text("\\t"); break;
            default: {
                if (byte >= 0x20 && byte < 0x7F) {
                    out_.ch(c);
                    break;
                }
                std::uint32_t point = byte;
                std::size_t length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
                if (length > 1 && i + length <= text.size()) {
                    point = byte & (0x7FU >> length);
                    for (std::size_t k = 1; k < length; ++k)
                        point = point << 6U | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
                } else
                    length = 1;
                if (must_escape(point)) {
                    out_.text("\\u{");
                    out_.hex(point);
                    out_.ch('}');
                } else
                    out_.text(text.substr(i, length));
                i += length - 1;
            }
            }
        }
        out_.ch('"');
    }

    /// What a terminal or an editor would act on, and halves of pairs, which are no characters.
    static bool must_escape(std::uint32_t point) {
        return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x61C ||
               (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
               (point >= 0x2060 && point <= 0x206F) || (point >= 0xD800 && point < 0xE000) ||
               point == 0xFEFF || (point >= 0xFFF0 && point <= 0xFFFF);
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
        case ExprKind::string: string(tree_.text(expr.a)); break;
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
            out_.ch('.');
            out_.ch("xyz"[expr.b]);
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
            string(tree_.text(expr.b));
            out_.text(", ");
            out_.dec(static_cast<std::int32_t>(expr.c));
            out_.ch(')');
            break;
        case ExprKind::cast:
            out_.ch('(');
            out_.text(type_word(expr.type));
            out_.ch(')');
            expression(expr.a, Binding::unary);
            break;
        }
        if (wrap) out_.ch(')');
    }

    static Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

    /// A script-level function that the task's own hides, or one of another task.
    void callee(const Function& function) {
        if (function.task != none && function.task != function_->task) {
            out_.text(tree_.text(tree_.tasks[function.task].name));
            out_.text("::");
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
        out_.ch(' ');
        out_.text(op->text);
        out_.ch(' ');
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
};

} // namespace

std::string print(const Tree& tree, const PrintOptions& options) { return Printer(tree, options).script(); }

} // namespace vellum::pathologic::source
