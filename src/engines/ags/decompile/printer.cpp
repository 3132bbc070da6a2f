// See the header.
#include "engines/ags/decompile/printer.hpp"

#include <algorithm>
#include <set>

#include "engines/ags/decompile/literals.hpp"
#include "engines/ags/decompile/words.hpp"

namespace vellum::ags::decompile {

namespace {
constexpr std::uint32_t most_nesting = 1500; ///< Of expressions; the compiler takes 2000.
} // namespace

/// Releases go by the order in which names were first seen, so the names are numbered in an order that fits.
void Printer::number_locals(std::uint32_t number) {
    const Function& function = tree_.functions[number];
    std::vector<std::vector<std::uint32_t>> behind(function.locals);
    std::vector<std::uint32_t> waits(function.locals);
    for (const auto& group : function.releases)
        for (std::size_t i = 0; i + 1 < group.size(); ++i) {
            behind[group[i] - function.first_local].push_back(group[i + 1] - function.first_local);
            ++waits[group[i + 1] - function.first_local];
        }
    std::set<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < function.locals; ++i)
        if (waits[i] == 0) ready.insert(i);
    std::uint32_t given = 0;
    while (!ready.empty()) {
        const std::uint32_t next = *ready.begin();
        ready.erase(ready.begin());
        names_[function.first_local + next] = layout_.local_name(++given);
        for (const std::uint32_t each : behind[next])
            if (--waits[each] == 0) ready.insert(each);
    }
    for (std::uint32_t i = 0; i < function.locals; ++i) // of code that contradicts itself
        if (std::string& name = names_[function.first_local + i]; name.empty())
            name = layout_.local_name(++given);
    most_locals_ = std::max(most_locals_, given);
}

std::string Printer::run() {
    names_.resize(tree_.locals.size());
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) number_locals(i);
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
        const Function& function = tree_.functions[i];
        go_to(lines_ && function.line == 0 ? line_ : function.line);
        put(head(i) + " {");
        ++depth_;
        body(function.body, i);
        --depth_;
        go_to(function.end_line);
        put("}");
    }
    out_ += '\n';
    return std::move(out_);
}

void Printer::go_to(std::int32_t line) {
    constexpr std::int32_t most_lines = 10'000'000;
    if (!lines_) {
        if (!at_begin_) out_ += '\n';
        ++line_;
        at_begin_ = true;
        return;
    }
    while (line_ < std::min(line, most_lines)) {
        out_ += '\n';
        ++line_;
        at_begin_ = true;
    }
}

void Printer::put(std::string_view text) {
    if (at_begin_)
        out_.append(static_cast<std::size_t>(2 * std::clamp(depth_, 0, 20)), ' ');
    else
        out_ += ' ';
    out_ += text;
    at_begin_ = false;
}

std::string Printer::head(std::uint32_t number) {
    const Extent& extent = block_.functions()[number];
    const Function& function = tree_.functions[number];
    bool array = false;
    std::string type = layout_.type_text(types_.result(number), Width::whole, array);
    std::string text =
        type + (array ? "[] " : " ") + (function.noloopcheck ? "noloopcheck " : "") + extent.name + "(";
    bool first = true;
    const auto add = [&](const std::string& each) {
        text += (first ? "" : ", ") + each;
        first = false;
    };
    if (!extent.type.empty())
        add((function.instance ? "this " : "static ") + std::string(extent.type) +
            (function.instance ? "*" : ""));
    for (std::int32_t i = 0; i < extent.parameters && static_cast<std::uint32_t>(i) < function.locals; ++i) {
        const TypeId of = types_.parameter(number, static_cast<std::uint32_t>(i));
        std::string name = layout_.type_text(of, Width::whole, array);
        add(name + " " + local_name(function.first_local + static_cast<std::uint32_t>(i)) +
            (array ? "[]" : ""));
    }
    if (extent.variadic) add("...");
    return text + ")";
}

void Printer::body(const Body& list, std::uint32_t function) {
    for (const std::uint32_t each : list) statement(tree_.stmts[each], function);
}

void Printer::braces(const Body& list, std::int32_t end_line, std::uint32_t function) {
    put("{");
    ++depth_;
    body(list, function);
    --depth_;
    go_to(end_line);
    put("}");
}

void Printer::statement(const Stmt& stmt, std::uint32_t function) {
    if (stmt.kind == StmtKind::nothing) return;
    go_to(stmt.line);
    switch (stmt.kind) {
    case StmtKind::block: braces(stmt.body, stmt.end_line, function); break;
    case StmtKind::if_:
        put("if (" + value(stmt.value, TypeKind::unknown) + ")");
        braces(stmt.body, stmt.end_line, function);
        if (!stmt.has_else) break;
        put("else");
        if (stmt.otherwise.size() == 1 && stmt.else_end_line == 0 &&
            tree_.stmts[stmt.otherwise.front()].kind == StmtKind::if_)
            statement(tree_.stmts[stmt.otherwise.front()], function);
        else
            braces(stmt.otherwise, stmt.else_end_line, function);
        break;
    case StmtKind::while_:
        put("while (" + value(stmt.value, TypeKind::unknown) + ")");
        braces(stmt.body, stmt.end_line, function);
        break;
    case StmtKind::for_: {
        std::string text = "for (";
        if (stmt.before != nowhere) text += simple(tree_.stmts[stmt.before], function);
        text += "; " + value(stmt.value, TypeKind::unknown) + "; ";
        text += simple(tree_.stmts[stmt.after], function);
        put(text + ")");
        braces(stmt.body, stmt.end_line, function);
        break;
    }
    case StmtKind::do_:
        put("do");
        braces(stmt.body, stmt.end_line, function);
        put("while (" + value(stmt.value, TypeKind::unknown) + ");");
        break;
    case StmtKind::switch_:
        put("switch (" + value(stmt.value, TypeKind::unknown) + ") {");
        for (const Case& each : stmt.cases) {
            go_to(each.line);
            put(each.test == no_expr ? std::string("default:")
                                     : "case " + value(each.test, kind_of(types_.type_of(stmt.value))) + ":");
            ++depth_;
            body(each.body, function);
            --depth_;
        }
        go_to(stmt.end_line);
        put("}");
        break;
    default: put(simple(stmt, function) + ";"); break;
    }
}

std::string Printer::simple(const Stmt& stmt, std::uint32_t function) {
    switch (stmt.kind) {
    case StmtKind::expression: return value(stmt.value, TypeKind::unknown);
    case StmtKind::assign: {
        std::string target = value(stmt.target, TypeKind::unknown);
        return target + " = " + value(stmt.value, kind_of(types_.type_of(stmt.target)));
    }
    case StmtKind::compound: {
        std::string target = value(stmt.target, TypeKind::unknown);
        return target + " " + std::string(operator_text(stmt.op).text) + "= " +
               value(stmt.value, kind_of(types_.type_of(stmt.target)));
    }
    case StmtKind::step:
        return value(stmt.target, TypeKind::unknown) + std::string(operator_text(stmt.op).text);
    case StmtKind::declare: {
        const Declared& declared = layout_.local(stmt.local);
        std::string text = declared.type + " " + local_name(stmt.local) + declared.behind;
        if (stmt.value != no_expr) {
            const RecordId record = types_.local(stmt.local);
            const auto found = types_.record(record).cells.find(CellKey{});
            const TypeKind wanted =
                found == types_.record(record).cells.end() ? TypeKind::unknown : kind_of(found->second.type);
            text += " = " + value(stmt.value, wanted);
        }
        return text;
    }
    case StmtKind::break_: return "break";
    case StmtKind::continue_: return "continue";
    case StmtKind::return_: return "return " + value(stmt.value, kind_of(types_.result(function)));
    default: return {};
    }
}

std::string Printer::number(std::int32_t number, TypeKind wanted) {
    switch (wanted) {
    case TypeKind::real: return real_text(static_cast<std::uint32_t>(number));
    case TypeKind::unknown: return std::to_string(number);
    default: return number == 0 ? "null" : std::to_string(number);
    }
}

std::string Printer::operand(ExprId id, TypeKind wanted, int level, bool right) {
    const Expr& expr = tree_.exprs[id];
    std::string text = value(id, wanted);
    bool wrap = false;
    if (expr.kind == ExprKind::binary || expr.kind == ExprKind::compound) {
        const int own = operator_text(expr.op).level;
        wrap = right ? own >= level : own > level;
    } else if (expr.kind == ExprKind::negate || expr.kind == ExprKind::not_ ||
               expr.kind == ExprKind::new_object || expr.kind == ExprKind::new_array) {
        wrap = true;
    } else if (expr.kind == ExprKind::number) {
        wrap = text.starts_with('-');
    }
    return wrap ? "(" + text + ")" : text;
}

std::string Printer::value(ExprId id, TypeKind wanted) {
    // What code takes twice is printed twice, which a file may not overdo.
    if (++nesting_ > most_nesting || ++printed_ > 4 * tree_.exprs.size() + 4096 ||
        written_ > 64 * block_.script().scom().code.size() + (std::size_t{1} << 20U)) {
        --nesting_;
        return "?";
    }
    const Expr& expr = tree_.exprs[id];
    std::string text;
    switch (expr.kind) {
    case ExprKind::none: text = "?"; break;
    case ExprKind::number: text = number(expr.value, wanted); break;
    case ExprKind::text:
        text = literal_mark(static_cast<std::size_t>(static_cast<std::uint32_t>(expr.value)));
        break;
    case ExprKind::this_: text = "this"; break;
    case ExprKind::access: text = place(expr.place, expr.width); break;
    case ExprKind::property: {
        const ImportName& name = block_.imports()[static_cast<std::size_t>(expr.value)];
        text = expr.left == no_expr ? std::string(name.type) : value(expr.left, TypeKind::unknown);
        text += "." + std::string(name.name);
        if (expr.right != no_expr) text += "[" + value(expr.right, TypeKind::unknown) + "]";
        break;
    }
    case ExprKind::call:
    case ExprKind::own_call: text = call(expr); break;
    case ExprKind::negate:
        text = "-" + operand(expr.left, expr.op == Op::fsubreg ? TypeKind::real : TypeKind::unknown, 0, true);
        if (tree_.exprs[expr.left].kind == ExprKind::number && expr.op != Op::fsubreg)
            text = "-(" + value(expr.left, TypeKind::unknown) + ")";
        break;
    case ExprKind::not_: text = "!" + operand(expr.left, TypeKind::unknown, 0, true); break;
    case ExprKind::binary: {
        const OperatorText op = operator_text(expr.op);
        const bool real = expr.op >= Op::fadd && expr.op <= Op::flte;
        const bool equality = expr.op == Op::isequal || expr.op == Op::notequal;
        const auto wants = [&](ExprId other) {
            return real ? TypeKind::real : equality ? kind_of(types_.type_of(other)) : TypeKind::unknown;
        };
        text = operand(expr.left, wants(expr.right), op.level, false);
        text += " " + std::string(op.text) + " ";
        text += operand(expr.right, wants(expr.left), op.level, true);
        break;
    }
    case ExprKind::compound:
    case ExprKind::step: text = "?"; break; // only as statements
    case ExprKind::new_object: {
        const RecordId record = types_.record_of(types_.type_of(id));
        text = "new " + (record == 0 ? std::string("?") : layout_.name_of(record));
        break;
    }
    case ExprKind::new_array: {
        bool array = false;
        std::string type = layout_.type_text(types_.type_of(id), Width::whole, array);
        if (type.ends_with('*')) type.pop_back();
        text = "new " + type + "[" + value(expr.left, TypeKind::unknown) + "]";
        break;
    }
    case ExprKind::make_string:
    case ExprKind::check_null: text = value(expr.left, wanted); break;
    }
    written_ += text.size();
    --nesting_;
    return text;
}

std::string Printer::place(const Place& place, Width width) {
    CellKey key;
    const RecordId record = types_.place(place, place.dynamic ? Width::handle : width, key);
    Spelling spelling = layout_.spelling(record, key);
    std::string text;
    switch (place.base) {
    case Place::Base::local: text = local_name(place.id); break;
    case Place::Base::import: text = block_.script().scom().imports[place.id]; break;
    case Place::Base::object: text = value(place.id, TypeKind::unknown) + "."; break;
    default: break;
    }
    text += spelling[0];
    for (std::size_t i = 0; i < place.indices.size(); ++i) {
        text += "[" + value(place.indices[i].value, TypeKind::unknown) + "]";
        text += i + 1 < spelling.size() ? spelling[i + 1] : "?";
    }
    return text;
}

std::string Printer::call(const Expr& expr) {
    const bool own = expr.kind == ExprKind::own_call;
    const auto slot = static_cast<std::size_t>(expr.value);
    const std::string_view type = own ? block_.functions()[slot].type : block_.imports()[slot].type;
    std::string text;
    if (expr.left != no_expr)
        text = value(expr.left, TypeKind::unknown) + ".";
    else if (!type.empty())
        text = std::string(type) + ".";
    text += own ? std::string_view(block_.functions()[slot].name) : block_.imports()[slot].name;
    if (!own && block_.imports()[slot].accessor()) {
        text.resize(text.size() - block_.imports()[slot].name.size());
        const std::string& import = block_.script().scom().imports[slot];
        text += import.substr(import.rfind("::") + 2);
    }
    text += "(";
    const std::size_t written = own ? expr.arguments.size() : types_.written_arguments(expr);
    for (std::size_t i = 0; i < written; ++i) {
        TypeKind wanted = TypeKind::unknown;
        if (own && i < static_cast<std::size_t>(block_.functions()[slot].parameters) &&
            i < tree_.functions[slot].locals)
            wanted =
                kind_of(types_.parameter(static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(i)));
        else if (!own && i < types_.import_parameters(static_cast<std::uint32_t>(slot)).size())
            wanted = kind_of(types_.import_parameters(static_cast<std::uint32_t>(slot))[i]);
        text += (i == 0 ? "" : ", ") + value(expr.arguments[i], wanted);
    }
    return text + ")";
}

} // namespace vellum::ags::decompile
