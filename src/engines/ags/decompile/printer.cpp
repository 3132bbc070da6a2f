// See the header.
#include "engines/ags/decompile/printer.hpp"

#include <algorithm>
#include <span>

#include "engines/ags/decompile/literals.hpp"
#include "engines/ags/decompile/words.hpp"
#include "engines/ags/source/preprocessor.hpp"

namespace vellum::ags::decompile {

namespace {
constexpr std::uint32_t most_nesting = 1500; ///< Of expressions; the compiler takes 2000.
} // namespace

std::string Printer::run() {
    // Instructions keep the lines that they name, but take none from the sources that follow.
    constexpr std::int32_t most_behind = 200; // where none follows
    std::vector<std::int32_t> following(tree_.functions.size() + 1);
    for (std::size_t i = tree_.functions.size(); i-- > 1;) {
        const Function& function = tree_.functions[i];
        const bool ends = begins_part(block_, marks_, static_cast<std::uint32_t>(i));
        following[i] = ends ? 0 : !function.kept && function.line > 0 ? function.line : following[i + 1];
    }
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
        const Function& function = tree_.functions[i];
        parts(block_[block_.functions()[i].first].at);
        limit_ = !function.kept         ? most_lines
                 : following[i + 1] > 0 ? following[i + 1] - 1
                                        : line_ + most_behind;
        go_to(lines_ && function.line == 0 ? line_ : function.line);
        begins_.push_back(out_.size());
        put(head(i) + (function.kept ? " asm {" : " {"));
        ++depth_;
        if (function.kept)
            instructions(i);
        else
            body(function.body, i);
        --depth_;
        go_to(function.end_line);
        put("}");
    }
    parts(nowhere);
    out_ += '\n';
    return std::move(out_);
}

/// The marks of parts up to the one that begins at an address.
void Printer::parts(std::uint32_t address) {
    std::size_t end = next_part_;
    if (address == nowhere) {
        end = marks_.parts.size();
    } else {
        for (const Section& section : block_.script().scom().sections)
            if (std::cmp_equal(section.offset, address))
                for (std::size_t i = next_part_; i < marks_.parts.size(); ++i)
                    if (marks_.parts[i].name == section.name) end = i + 1;
    }
    for (; next_part_ < end; ++next_part_) {
        if (!at_begin_) out_ += '\n';
        const Marks::Part& part = marks_.parts[next_part_];
        out_ +=
            (part.offset == std::string::npos ? "\"" + std::string(source::section_mark) + part.name + "\""
                                              : literal_mark(part.offset)) +
            "\n";
        line_ = 1;
        at_begin_ = true;
    }
}

void Printer::instructions(std::uint32_t number) {
    const Extent& extent = block_.functions()[number];
    for (std::uint32_t at = extent.first; at < extent.end; ++at) {
        go_to(block_[at].op == Op::linenum ? block_[at].a : line_);
        put(assembly_.instruction(number, at));
    }
    if (!assembly_.order(number).empty()) put(assembly_.order(number));
}

void Printer::go_to(std::int32_t line) {
    if (!lines_) {
        if (!at_begin_) out_ += '\n';
        ++line_;
        at_begin_ = true;
        return;
    }
    line = std::min(line, limit_);
    if (line <= line_) return;
    // Lines that the code does not name are for the braces; those that find none stay behind the statement.
    std::size_t moved = 0;
    const auto room = static_cast<std::size_t>(line - line_ - 1);
    for (const Brace& brace : std::span(free_).last(std::min(room, free_.size()))) {
        std::string begin =
            "\n" + std::string(static_cast<std::size_t>(2 * std::clamp(brace.depth, 0, 20)), ' ');
        out_.replace(brace.at + moved, 1, begin);
        moved += begin.size() - 1;
        ++line_;
    }
    free_.clear();
    while (line_ < line) {
        out_ += '\n';
        ++line_;
        at_begin_ = true;
    }
}

void Printer::put(std::string_view text) {
    free_.clear();
    if (at_begin_)
        out_.append(2 * static_cast<std::size_t>(std::clamp(depth_, 0, 20)), ' ');
    else
        out_ += ' ';
    out_ += text;
    at_begin_ = false;
}

/// What something is to be that is compared with an expression or given to it.
Wanted Printer::wants_of_value(ExprId id) {
    Wanted made = wants_of(types_.type_of(id));
    const Expr& expr = tree_.exprs[id];
    if (made.words != nullptr || (expr.kind != ExprKind::property && expr.kind != ExprKind::call))
        return made;
    auto slot = static_cast<std::uint32_t>(expr.value);
    const ImportName::Form form = block_.imports()[slot].form;
    const bool sets = form == ImportName::Form::set || form == ImportName::Form::indexed_set;
    if (sets && slot > 0) --slot; // the getter says it
    made.words = types_.words_given(slot);
    return made;
}

bool Printer::is_procedure(std::uint32_t function) const {
    return types_.api() != nullptr && types_.gives_nothing(function) && !tree_.functions[function].kept &&
           types_.kind(types_.result(function)) == TypeKind::unknown;
}

std::string Printer::head(std::uint32_t number) {
    const Extent& extent = block_.functions()[number];
    const Function& function = tree_.functions[number];
    bool array = false;
    std::string type = layout_.type_text(types_.result(number), Width::whole, array);
    if (is_procedure(number) && type == "int") type = "function";
    std::string text = type + (array ? "[] " : " ") + (function.noloopcheck ? "noloopcheck " : "");
    const bool member = types_.is_declared_inside(number);
    if (member && !types_.is_placeless(number) && !function.instance) text = "static " + text;
    if (member) text += std::string(extent.type) + "::";
    text += extent.name + "(";
    bool first = true;
    const auto add = [&](const std::string& each) {
        text += (first ? "" : ", ") + each;
        first = false;
    };
    if (!extent.type.empty() && !member)
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

/// The line of the first statement, or 0 if it begins on the line of what stands before it.
std::int32_t Printer::first_line(const Body& list) const {
    for (const std::uint32_t each : list)
        if (tree_.stmts[each].kind != StmtKind::nothing) return lines_ ? tree_.stmts[each].line : 0;
    return 0;
}

/// An "else" does no more for the code than an opening brace: it stands with what follows it.
void Printer::go_to_else(std::int32_t first) {
    if (first <= line_) return;
    const std::size_t begin = out_.rfind('\n') + 1;
    const bool alone = out_.find_first_not_of(' ', begin) == out_.size() - 1; // the brace in front
    if (first > line_ + 2)
        go_to(line_ + 1);
    else if (first == line_ + 2 || !alone)
        go_to(std::max(first - 1, line_ + 1));
}

void Printer::braces(const Body& list, std::int32_t end_line, std::uint32_t function, bool free) {
    if (first_line(list) > line_ + 1) go_to(line_ + 1); // no empty line behind it
    put("{");
    const std::int32_t begin = line_;
    ++depth_;
    body(list, function);
    --depth_;
    go_to(end_line);
    // What was declared in the braces is released at their end.
    free = free && std::ranges::none_of(
                       list, [&](std::uint32_t each) { return tree_.stmts[each].kind == StmtKind::declare; });
    if (!free || line_ == begin || end_line != 0 || list.empty()) return put("}");
    std::vector<Brace> waiting = std::move(free_);
    waiting.push_back({out_.size(), depth_});
    put("}");
    free_ = std::move(waiting);
}

void Printer::statement(const Stmt& stmt, std::uint32_t function) {
    if (stmt.kind == StmtKind::nothing) return;
    go_to(stmt.line);
    switch (stmt.kind) {
    case StmtKind::block: braces(stmt.body, stmt.end_line, function); break;
    case StmtKind::if_:
        put("if (" + value(stmt.value, {}) + ")");
        braces(stmt.body, stmt.end_line, function, !stmt.has_else);
        if (!stmt.has_else) break;
        if (stmt.otherwise.size() == 1 && stmt.else_end_line == 0 &&
            tree_.stmts[stmt.otherwise.front()].kind == StmtKind::if_) {
            go_to(tree_.stmts[stmt.otherwise.front()].line);
            put("else");
            statement(tree_.stmts[stmt.otherwise.front()], function);
        } else {
            go_to_else(first_line(stmt.otherwise));
            put("else");
            braces(stmt.otherwise, stmt.else_end_line, function, true);
        }
        break;
    case StmtKind::while_:
        put("while (" + value(stmt.value, {}) + ")");
        braces(stmt.body, stmt.end_line, function);
        break;
    case StmtKind::for_: {
        std::string text = "for (";
        if (stmt.before != nowhere) text += simple(tree_.stmts[stmt.before], function);
        text += "; " + value(stmt.value, {}) + "; ";
        text += simple(tree_.stmts[stmt.after], function);
        put(text + ")");
        braces(stmt.body, stmt.end_line, function);
        break;
    }
    case StmtKind::do_:
        put("do");
        braces(stmt.body, stmt.end_line, function);
        put("while (" + value(stmt.value, {}) + ");");
        break;
    case StmtKind::switch_:
        put("switch (" + value(stmt.value, {}) + ") {");
        for (const Case& each : stmt.cases) {
            go_to(each.line);
            put(each.test == no_expr
                    ? std::string("default:")
                    : "case " + value(each.test, wants_of(types_.type_of(stmt.value))) + ":");
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
    case StmtKind::expression: return value(stmt.value, {});
    case StmtKind::assign: {
        std::string target = value(stmt.target, {});
        return target + " = " + value(stmt.value, wants_of_value(stmt.target));
    }
    case StmtKind::compound: {
        std::string target = value(stmt.target, {});
        return target + " " + std::string(operator_text(stmt.op).text) + "= " +
               value(stmt.value, wants_of(types_.type_of(stmt.target)));
    }
    case StmtKind::step: return value(stmt.target, {}) + std::string(operator_text(stmt.op).text);
    case StmtKind::declare: {
        const Declared& declared = layout_.local(stmt.local);
        std::string text = declared.type + " " + local_name(stmt.local) + declared.behind;
        if (stmt.value != no_expr) {
            const RecordId record = types_.local(stmt.local);
            const auto found = types_.record(record).cells.find(CellKey{});
            text += " = " + value(stmt.value, found == types_.record(record).cells.end()
                                                  ? Wanted{}
                                                  : wants_of(found->second.type));
        }
        return text;
    }
    case StmtKind::break_: return "break";
    case StmtKind::continue_: return "continue";
    case StmtKind::return_:
        if (is_procedure(function)) return "return";
        return "return " + value(stmt.value, wants_of(types_.result(function)));
    default: return {};
    }
}

std::string Printer::number(std::int32_t number, Wanted wanted) {
    switch (wanted.kind) {
    case TypeKind::real: return real_text(static_cast<std::uint32_t>(number));
    case TypeKind::unknown:
        if (wanted.words != nullptr)
            if (const std::string_view word = wanted.words->word(number);
                !word.empty() &&
                (layout_.given() == nullptr || !layout_.given()->lacks(*wanted.words, word))) {
                layout_.use_word(*wanted.words, word, number);
                return std::string(word);
            }
        return std::to_string(number);
    default: return number == 0 ? "null" : std::to_string(number);
    }
}

std::string Printer::operand(ExprId id, Wanted wanted, int level, bool right) {
    const Expr& expr = tree_.exprs[id];
    std::string text = value(id, wanted);
    bool wrap = false;
    if (expr.kind == ExprKind::binary || expr.kind == ExprKind::compound) {
        const int own = operator_text(expr.op).level;
        wrap = right ? own >= level : own > level;
    } else if (expr.kind == ExprKind::new_object || expr.kind == ExprKind::new_array) {
        wrap = true;
    } else if (expr.kind == ExprKind::not_) {
        wrap = level == 0; // "!!a" is refused
    } else if (text.starts_with('-')) {
        // Comparisons and what binds weaker leave a minus in peace.
        constexpr int sums = 5;
        wrap = level <= sums;
    }
    return wrap ? "(" + text + ")" : text;
}

std::string Printer::value(ExprId id, Wanted wanted) {
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
        text = expr.left == no_expr ? std::string(name.type) : value(expr.left, {});
        text += "." + std::string(name.name);
        if (expr.right != no_expr) text += "[" + value(expr.right, {}) + "]";
        break;
    }
    case ExprKind::call:
    case ExprKind::own_call: text = call(expr); break;
    case ExprKind::negate:
        text = "-" + operand(expr.left, Wanted{expr.op == Op::fsubreg ? TypeKind::real : TypeKind::unknown},
                             0, true);
        // A literal takes its minus, and old compilers calculated no -0.
        if (tree_.exprs[expr.left].kind == ExprKind::number && expr.op != Op::fsubreg &&
            (!old_negatives_ || tree_.exprs[expr.left].value <= 0))
            text = "-(" + value(expr.left, {}) + ")";
        break;
    case ExprKind::not_: text = "!" + operand(expr.left, {}, 0, true); break;
    case ExprKind::binary: {
        const OperatorText op = operator_text(expr.op);
        const bool real = expr.op >= Op::fadd && expr.op <= Op::flte;
        const bool equality = expr.op == Op::isequal || expr.op == Op::notequal;
        // Keys are counted from another: "keycode - eKey0".
        const auto subtracts_key = [&] {
            const ApiEnum* const of = wants_of_value(expr.left).words;
            return expr.op == Op::subreg && of != nullptr && of->name == "eKeyCode";
        };
        const bool order =
            (expr.op >= Op::greater && expr.op <= Op::lte) || expr.op == Op::bitand_ || subtracts_key();
        const auto wants = [&](ExprId other) {
            if (real) return Wanted{TypeKind::real};
            const Wanted of = equality || order ? wants_of_value(other) : Wanted{};
            return order && (of.kind != TypeKind::unknown || types_.is_truth(of.words)) ? Wanted{} : of;
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
        text = "new " + type + "[" + value(expr.left, {}) + "]";
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
    case Place::Base::object: text = value(place.id, {}) + "."; break;
    default: break;
    }
    text += spelling[0];
    for (std::size_t i = 0; i < place.indices.size(); ++i) {
        const Wanted wants = i == 0 ? wants_of(types_.index_of(record, key)) : Wanted{};
        text += "[" + value(place.indices[i].value, wants) + "]";
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
        text = value(expr.left, {}) + ".";
    else if (!type.empty())
        text = std::string(type) + ".";
    text += own ? std::string_view(block_.functions()[slot].name) : block_.imports()[slot].name;
    if (!own && block_.imports()[slot].accessor()) {
        text.resize(text.size() - block_.imports()[slot].name.size());
        const std::string& import = block_.script().scom().imports[slot];
        text += import.substr(import.rfind("::") + 2);
    }
    text += "(";
    const std::size_t written = types_.written_arguments(expr);
    for (std::size_t i = 0; i < written; ++i) {
        Wanted wants;
        if (own && i < static_cast<std::size_t>(block_.functions()[slot].parameters) &&
            i < tree_.functions[slot].locals)
            wants =
                wants_of(types_.parameter(static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(i)));
        else if (!own && i < types_.import_parameters(static_cast<std::uint32_t>(slot)).size())
            wants = wants_of(types_.import_parameters(static_cast<std::uint32_t>(slot))[i]);
        if (!own && wants.words == nullptr && types_.is_like_before(static_cast<std::uint32_t>(slot), i)) {
            const Expr& before = tree_.exprs[expr.arguments[i - 1]];
            wants.words = wants_of_value(expr.arguments[i - 1]).words;
            if (wants.words != nullptr && before.kind == ExprKind::property &&
                types_.is_guessed(static_cast<std::uint32_t>(before.value), *wants.words))
                wants.words = nullptr;
        }
        text += (i == 0 ? "" : ", ") + value(expr.arguments[i], wants);
    }
    return text + ")";
}

} // namespace vellum::ags::decompile
