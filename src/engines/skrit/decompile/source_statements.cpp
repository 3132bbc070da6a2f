// Statements as source text.
#include "engines/skrit/decompile/source_printer.hpp"

namespace vellum::skrit::decompile {

void SourcePrinter::block(const std::vector<StmtId>& list) {
    line("{");
    ++indent_;
    statements(list);
    --indent_;
    line("}");
}

void SourcePrinter::statements(const std::vector<StmtId>& list) {
    for (const StmtId id : list) statement(tree_.stmts[id]);
}

void SourcePrinter::end_line(const Stmt& at) {
    if (form_.addresses) {
        out_.text(" // ");
        out_.hex0x(at.address, 4);
    }
    out_.newline();
}

void SourcePrinter::statement(const Stmt& at) {
    const auto word = [&](std::string_view text) {
        begin_line();
        out_.text(text);
        end_line(at);
    };
    const auto head = [&](std::string_view text) {
        begin_line();
        out_.text(text);
        if (at.a != none) {
            out_.text(" ( ");
            values_.condition(at.a);
            out_.text(" )");
        }
        end_line(at);
        block(at.body);
    };
    switch (at.kind) {
    case StmtKind::declare:
    case StmtKind::assign:
    case StmtKind::combine: return assignment(at);
    case StmtKind::call:
        begin_line();
        values_.call(at.a);
        out_.ch(';');
        return end_line(at);
    case StmtKind::returns:
        if (at.a == none) return word("return;");
        begin_line();
        out_.text("return ");
        values_.value(at.a, result_);
        out_.ch(';');
        return end_line(at);
    case StmtKind::setstate:
        begin_line();
        out_.put("SetState ", tree_.states[at.value], ';');
        return end_line(at);
    case StmtKind::sitnspin: return word("sitnspin;");
    case StmtKind::abort: return word("abort;");
    case StmtKind::stop_loop: return word("break;");
    case StmtKind::next_loop: return word("continue;");
    case StmtKind::block: return block(at.body);
    case StmtKind::choice: return choice(at);
    case StmtKind::loop_while: return head("while");
    case StmtKind::forever: return head("forever");
    }
}

/// An else that holds nothing but another `if` goes on in its line.
void SourcePrinter::choice(const Stmt& first) {
    const Stmt* at = &first;
    begin_line();
    for (;;) {
        out_.text("if ( ");
        values_.condition(at->a);
        out_.text(" )");
        end_line(*at);
        block(at->body);
        if (!at->has_else) return;
        begin_line();
        out_.text("else");
        const Stmt* next = at->otherwise.size() == 1 ? &tree_.stmts[at->otherwise[0]] : nullptr;
        if (next == nullptr || next->kind != StmtKind::choice) break;
        out_.ch(' ');
        at = next;
    }
    out_.newline();
    block(at->otherwise);
}

void SourcePrinter::assignment(const Stmt& at) {
    begin_line();
    if (at.kind == StmtKind::combine)
        values_.combined(tree_.stmts[at.body[1]].a, tree_.stmts[at.body[0]].a);
    else {
        const Variable& variable = tree_.variables[at.value];
        const bool declares = at.kind == StmtKind::declare;
        if (declares) out_.put(types_.name(variable.type), ' ');
        if (declares || !values_.compound(at.value, at.a)) {
            out_.text(variable.name);
            if (at.a != none) {
                out_.text(" = ");
                values_.value(at.a, variable.type);
            }
        }
    }
    out_.ch(';');
    end_line(at);
}

} // namespace vellum::skrit::decompile
