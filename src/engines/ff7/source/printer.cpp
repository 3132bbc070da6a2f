// The printer; see the header. What has a shorter form is printed in it wherever the tree has exactly that
// form, so that printing and reading stay inverse.
#include "engines/ff7/source/printer.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text_writer.hpp"
#include "engines/ff7/format/game_data.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "engines/ff7/source/words.hpp"
#include "vellum/ff7.hpp"

namespace vellum::ff7::source {

namespace {

/// So many conditions in a row about one item are a `switch`.
constexpr std::size_t least_cases = 3;

class Printer {
  public:
    Printer(const Tree& tree, std::span<const Declaration> names, const PrintOptions& options)
        : tree_(tree), names_(names), options_(options) {}

    std::string run() {
        out_.text("// engine: ff7\n");
        file_options();
        if (!names_.empty()) out_.newline();
        for (const Declaration& one : names_) {
            out_.put(one.function ? "name " : "var ", tree_.text(one.name), " = ");
            if (one.function)
                function_place(one.operand, one.code);
            else
                place(one.code, one.operand);
            out_.text(";\n");
        }
        entries();
        for (const Function& one : tree_.functions) function(one);
        return out_.take();
    }

  private:
    // --- The file ---

    void file_options() {
        number_option("layout", tree_.layout, table_entries);
        number_option("words", tree_.words, code_words);
        if (tree_.bare_start) out_.text("bare_start;\n");
        if (tree_.no_trailing_return) out_.text("no_trailing_return;\n");
        const auto& tail = tree_.tail;
        if (std::ranges::all_of(tail, [](std::byte one) { return one == std::byte{0}; }))
            return number_option("tail", tail.size(), 0);
        constexpr std::size_t line = 64;
        for (std::size_t i = 0; i < tail.size(); i += line) {
            out_.text("tail \"");
            for (std::size_t k = i; k < std::min(i + line, tail.size()); ++k)
                tail_byte(std::to_integer<unsigned char>(tail[k]));
            out_.text("\";\n");
        }
    }

    void number_option(std::string_view word, std::size_t value, std::size_t usual) {
        if (value == usual) return;
        out_.put(word, ' ', value, ";\n");
    }

    void tail_byte(unsigned char byte) {
        if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\')
            return out_.ch(static_cast<char>(byte));
        out_.put("\\x", Hex{byte, 2});
    }

    void entries() {
        if (!tree_.entries.empty()) out_.newline();
        for (const EntryLine& one : tree_.entries) {
            out_.put("entry ", one.index, ", ");
            out_.hex0x(one.id, 4);
            out_.text(", ");
            if (one.body != none)
                out_.text(tree_.text(one.body));
            else
                out_.hex0x(one.address, 4);
            out_.ch(';');
            if (one.id != unused_id) out_.put("    // ", function_title(one.id));
            out_.newline();
        }
    }

    void function(const Function& function) {
        out_.newline();
        if (function.raw) return raw(function.words);
        if (function.headers.empty()) out_.put("code ", tree_.text(function.name));
        for (std::size_t i = 0; i < function.headers.size(); ++i) {
            if (i != 0) out_.text(", ");
            out_.text(source_words(function.headers[i].id));
        }
        for (const Header& one : function.headers)
            if (std::string ground = ground_of(options_.data, one.id); !ground.empty() && ground_.empty())
                ground_ = std::move(ground);
        if (function.block != none) {
            ground_.clear();
            out_.put(" asm {\n", tree_.blocks[function.block].text, "}\n");
            return;
        }
        out_.ch(' ');
        block(function.body);
        out_.newline();
    }

    void raw(std::span<const std::uint16_t> words) {
        out_.text("raw {");
        for (std::size_t i = 0; i < words.size(); ++i) {
            out_.text(i % 12 == 0 ? "\n    " : " ");
            out_.hex0x(words[i], 3);
        }
        out_.text("\n}\n");
    }

    void model(std::uint32_t number) {
        const std::string_view word = model_word(number);
        if (word.empty())
            out_.dec(number);
        else
            out_.text(word);
    }

    // --- Statements ---

    void indent() { out_.fill(std::size_t{4} * depth_, ' '); }

    /// `head`: the statement it is the body of, if its address is to be told.
    void block(NodeId id, const Stmt* head = nullptr) {
        out_.ch('{');
        if (head != nullptr) address(*head);
        comment(std::exchange(ground_, {}));
        out_.newline();
        ++depth_;
        items(id);
        --depth_;
        indent();
        out_.ch('}');
    }

    /// The statements of a block, or the one there is.
    void items(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::block)
            for (const NodeId one : tree_.items(stmt)) line(one);
        else
            line(id);
    }

    void line(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::label) {
            out_.fill(std::size_t{4} * (depth_ - 1), ' ');
            out_.put(tree_.text(stmt.label), ":\n");
            return;
        }
        indent();
        switch (stmt.kind) {
        case StmtKind::block: block(id); break;
        case StmtKind::instruction: instruction(stmt); break;
        case StmtKind::push:
            if (stmt.bare) out_.text("bare ");
            out_.text("push");
            operands(stmt);
            end(stmt);
            break;
        case StmtKind::reset: simple("reset", stmt); break;
        case StmtKind::condition:
            if (!choice(id)) condition(stmt);
            break;
        case StmtKind::loop: loop(stmt); break;
        case StmtKind::leave: simple("break", stmt); break;
        case StmtKind::resume: simple("continue", stmt); break;
        case StmtKind::result: simple("return", stmt); break;
        case StmtKind::result_here: simple("return here", stmt); break;
        case StmtKind::label: break; // stands in front of the line
        case StmtKind::jump:
            out_.put("goto ", tree_.text(stmt.label));
            end(stmt);
            break;
        case StmtKind::unless:
            head("unless", stmt);
            out_.put(" goto ", tree_.text(stmt.label));
            end(stmt);
            break;
        case StmtKind::assembly: break; // written by people only
        }
        out_.newline();
    }

    void simple(std::string_view word, const Stmt& stmt) {
        out_.text(word);
        end(stmt);
    }

    void address(const Stmt& stmt) {
        if (!options_.addresses) return;
        out_.put(" // ", Hex{stmt.place, 4});
    }

    void end(const Stmt& stmt) {
        out_.ch(';');
        address(stmt);
        if (options_.data == nullptr || stmt.kind != StmtKind::instruction) return;
        const auto items = tree_.items(stmt);
        if (items.empty() || items.size() != taken_constants(stmt.code)) return;
        std::array<std::uint32_t, 3> taken{};
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Expr& expr = tree_.exprs[items[i]];
            if (expr.kind != ExprKind::push || expr.code != code::push_const) return;
            taken[i] = expr.operand;
        }
        comment(data_comment(*options_.data, stmt.code, taken));
    }

    void comment(const std::string& text) {
        if (text.empty()) return;
        out_.put("  // ", text);
    }

    void instruction(const Stmt& stmt) {
        const auto items = tree_.items(stmt);
        if (stmt.bare && !items.empty()) out_.text("bare ");
        if (stmt.code == code::write && items.size() == 2 && is_place(items[0])) {
            assignment(items[0], items[1]);
        } else if (is_call(stmt.code)) {
            call(stmt, items[0]);
        } else {
            switch (stmt.form) {
            case Form::plain: write_instruction_name(out_, stmt.code); break;
            case Form::wait: out_.text("wait"); break;
            case Form::opened: out_.text(stmt.code == code::set_message ? "message" : "window"); break;
            case Form::prompt: out_.text("prompt"); break;
            }
            operands(stmt);
        }
        const auto afters = tree_.afters(stmt);
        for (std::size_t i = 0; i < afters.size(); ++i) {
            out_.text(i == 0 ? " after " : ", ");
            write_instruction_name(out_, static_cast<std::uint16_t>(afters[i]));
            out_.text("()");
        }
        end(stmt);
    }

    [[nodiscard]] bool is_place(NodeId id) const {
        const Expr& expr = tree_.exprs[id];
        return expr.kind == ExprKind::push && place_kind(expr.code) != nullptr;
    }

    void assignment(NodeId to, NodeId value) {
        expression(to, Binding::either);
        const Expr& expr = tree_.exprs[value];
        const bool step = expr.kind == ExprKind::binary && (expr.code == 0x040 || expr.code == 0x041) &&
                          same_item(tree_, to, expr.a);
        out_.text(!step ? " = " : expr.code == 0x040 ? " += " : " -= ");
        expression(step ? expr.b : value, Binding::either);
    }

    void call(const Stmt& stmt, NodeId owner) {
        out_.text("call ");
        const Expr& expr = tree_.exprs[owner];
        const bool constant = expr.kind == ExprKind::push && expr.code == code::push_const;
        if (constant) {
            for (const Declaration& one : names_)
                if (one.function && one.operand == expr.operand && one.code == called_function(stmt.code))
                    return out_.text(tree_.text(one.name));
            if (expr.operand == 0xFFFF || !model_name_of(expr.operand).empty())
                return function_place(expr.operand, called_function(stmt.code));
        }
        out_.ch('(');
        expression(owner, Binding::either);
        out_.put(").", called_function(stmt.code));
    }

    static std::string_view model_name_of(std::uint32_t owner) {
        return owner < 0x40 ? model_word(owner) : std::string_view{};
    }

    /// "highwind.29"
    void function_place(std::uint32_t owner, std::uint32_t function) {
        if (owner == 0xFFFF)
            out_.text("system");
        else if (const std::string_view word = model_name_of(owner); !word.empty())
            out_.text(word);
        else
            out_.dec(owner);
        out_.put('.', function);
    }

    /// In parentheses, models by name where the instruction takes one.
    void operands(const Stmt& stmt) {
        const auto items = tree_.items(stmt);
        out_.ch('(');
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i != 0) out_.text(", ");
            if (stmt.kind != StmtKind::instruction || !takes_model(stmt.code, i) || !as_model(items[i]))
                expression(items[i], Binding::either);
        }
        out_.ch(')');
    }

    /// Prints a constant as a model if it is one.
    bool as_model(NodeId id) {
        const Expr& expr = tree_.exprs[id];
        if (expr.kind != ExprKind::push || expr.code != code::push_const) return false;
        const std::string_view word = model_word(expr.operand);
        if (!word.empty()) out_.text(word);
        return !word.empty();
    }

    /// `if (c)` up to the parenthesis.
    void head(std::string_view word, const Stmt& stmt) {
        out_.put(word, stmt.bare ? " (bare " : " (");
        const auto items = tree_.items(stmt);
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i != 0) out_.text(", ");
            expression(items[i], Binding::either);
        }
        out_.ch(')');
    }

    /// The condition that is all of an `else`, or none.
    [[nodiscard]] NodeId only_condition(NodeId body) const {
        const Stmt& stmt = tree_.stmts[body];
        if (stmt.kind == StmtKind::condition) return body;
        if (stmt.kind != StmtKind::block || stmt.count != 1) return none;
        const NodeId only = tree_.lists[stmt.first];
        return tree_.stmts[only].kind == StmtKind::condition ? only : none;
    }

    void condition(const Stmt& first) {
        for (const Stmt* stmt = &first;;) {
            head("if", *stmt);
            out_.ch(' ');
            block(stmt->a, stmt);
            if (stmt->b == none) return;
            out_.text(" else ");
            const NodeId next = only_condition(stmt->b);
            if (next == none) return block(stmt->b);
            if (!cases(next).empty()) { // a switch is printed as one, in braces
                block(stmt->b);
                return;
            }
            stmt = &tree_.stmts[next];
        }
    }

    void loop(const Stmt& stmt) {
        if (stmt.count == 0)
            out_.text("loop");
        else
            head("while", stmt);
        out_.ch(' ');
        block(stmt.a, &stmt);
    }

    // --- switch ---

    /// The constants that an expression compares one item with: `a == c || a == d`.
    bool compared(NodeId id, NodeId& item, std::vector<NodeId>& constants) const {
        std::vector<NodeId> rights;
        while (tree_.exprs[id].kind == ExprKind::binary && tree_.exprs[id].code == 0x0C0) {
            rights.push_back(tree_.exprs[id].b);
            id = tree_.exprs[id].a;
        }
        rights.push_back(id);
        for (auto one = rights.rbegin(); one != rights.rend(); ++one) {
            const Expr& equal = tree_.exprs[*one];
            if (equal.kind != ExprKind::binary || equal.code != 0x070) return false;
            const Expr& left = tree_.exprs[equal.a];
            const Expr& right = tree_.exprs[equal.b];
            if (left.kind != ExprKind::push || left.code == code::push_const ||
                right.kind != ExprKind::push || right.code != code::push_const)
                return false;
            if (item != none && !same_item(tree_, item, equal.a)) return false;
            item = equal.a;
            constants.push_back(equal.b);
        }
        return true;
    }

    struct Case {
        std::vector<NodeId> constants;
        NodeId body;
    };

    /// The cases of a chain of conditions; empty if it is no `switch`. `item` and `otherwise` are set with
    /// it.
    std::vector<Case> cases(NodeId id) {
        std::vector<Case> list;
        NodeId item = none;
        NodeId otherwise = none;
        for (NodeId next = id; next != none;) {
            const Stmt& stmt = tree_.stmts[next];
            Case one{{}, stmt.a};
            if (stmt.bare || stmt.count != 1 || !compared(tree_.lists[stmt.first], item, one.constants)) {
                otherwise = next;
                break;
            }
            list.push_back(std::move(one));
            otherwise = stmt.b;
            next = stmt.b == none ? none : only_condition(stmt.b);
        }
        if (list.size() < least_cases) list.clear();
        item_ = item;
        otherwise_ = otherwise;
        return list;
    }

    bool choice(NodeId id) {
        const std::vector<Case> list = cases(id);
        if (list.empty()) return false;
        const NodeId otherwise = otherwise_;
        const NodeId item = item_;
        out_.text("switch (");
        expression(item, Binding::either);
        out_.text(") {");
        address(tree_.stmts[id]);
        out_.newline();
        const Expr& what = tree_.exprs[item];
        const bool models = is_model_value(what.code, what.operand);
        for (const Case& one : list) {
            indent();
            out_.text("case ");
            constants(one.constants, models);
            out_.ch(':');
            case_body(one.body);
        }
        if (otherwise != none) {
            indent();
            out_.text("default:");
            case_body(otherwise);
        }
        indent();
        out_.ch('}');
        return true;
    }

    void case_body(NodeId body) {
        out_.newline();
        ++depth_;
        items(body);
        --depth_;
    }

    void constants(const std::vector<NodeId>& list, bool models) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i != 0) out_.text(", ");
            if (!models || !as_model(list[i])) expression(list[i], Binding::either);
        }
    }

    // --- Expressions ---

    void expression(NodeId id, Binding around) {
        const Expr& expr = tree_.exprs[id];
        switch (expr.kind) {
        case ExprKind::push: return item(expr);
        case ExprKind::pop: return out_.text("pop");
        case ExprKind::stale:
            out_.text("stale(");
            out_.hex0x(expr.code, 3);
            return out_.ch(')');
        case ExprKind::unary: return unary(expr);
        case ExprKind::binary: return binary(id, expr, around);
        }
    }

    void unary(const Expr& expr) {
        for (const ComputingFunction& one : computing_functions())
            if (one.code == expr.code) {
                out_.put(one.name, '(');
                if (!takes_model(expr.code, 0) || !as_model(expr.a)) expression(expr.a, Binding::either);
                return out_.ch(')');
            }
        out_.ch(expr.code == 0x015 ? '-' : '!');
        const Expr& inner = tree_.exprs[expr.a];
        const bool sign = inner.kind == ExprKind::unary && expr.code == 0x015 && inner.code == 0x015;
        if (sign) out_.ch('('); // two signs in a row are one token
        expression(expr.a, Binding::unary);
        if (sign) out_.ch(')');
    }

    void binary(NodeId id, const Expr& expr, Binding around) {
        std::vector<NodeId> list;
        NodeId item = none;
        if (expr.code == 0x0C0 && compared(id, item, list)) {
            const bool close = around > Binding::equality;
            if (close) out_.ch('(');
            const Expr& what = tree_.exprs[item];
            this->item(what);
            out_.text(" in (");
            constants(list, is_model_value(what.code, what.operand));
            out_.ch(')');
            if (close) out_.ch(')');
            return;
        }
        const BinaryOperator& op = *binary_operator(expr.code);
        const bool close = op.binding < around;
        if (close) out_.ch('(');
        expression(expr.a, op.binding);
        out_.put(' ', op.text, ' ');
        const Expr& beside = tree_.exprs[expr.a];
        const bool model = (expr.code == 0x070 || expr.code == 0x071) && beside.kind == ExprKind::push &&
                           is_model_value(beside.code, beside.operand) && as_model(expr.b);
        if (!model) expression(expr.b, static_cast<Binding>(static_cast<int>(op.binding) + 1));
        if (close) out_.ch(')');
    }

    void item(const Expr& expr) {
        for (const Declaration& one : names_)
            if (!one.function && one.code == expr.code && one.operand == expr.operand)
                return out_.text(tree_.text(one.name));
        if (expr.code == code::push_const) return out_.dec(expr.operand);
        place(expr.code, expr.operand);
    }

    /// A push by what it reads.
    void place(std::uint16_t code, std::uint16_t operand) {
        if (write_place(out_, code, operand)) return;
        if ((code & ~0xCU) == 0x113) {
            const std::string_view name = special_name(operand);
            const bool usual = code == code_of_special(operand);
            if (usual && !name.empty()) return out_.text(name);
            out_.put("special(", operand);
            if (!usual) {
                out_.text(", ");
                out_.hex0x(code, 3);
            }
            return out_.ch(')');
        }
        out_.text("item(");
        out_.hex0x(code, 3);
        out_.text(", ");
        out_.hex0x(operand);
        out_.ch(')');
    }

    const Tree& tree_;
    std::span<const Declaration> names_;
    PrintOptions options_;
    std::string ground_; ///< To be said behind the next brace.
    TextWriter out_;
    std::uint32_t depth_ = 0;
    NodeId item_ = none, otherwise_ = none; ///< Of the cases found last.
};

} // namespace

std::string print(const Tree& tree, std::span<const Declaration> names, const PrintOptions& options) {
    return Printer(tree, names, options).run();
}

} // namespace vellum::ff7::source
