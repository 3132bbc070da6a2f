// See the header.
#include "engines/pathologic/decompile/descriptions.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/leading_text.hpp"

namespace vellum::pathologic::decompile {

std::string Descriptions::of_function(std::uint32_t number, std::string_view given_to, bool patient) const {
    const Function& function = tree_.functions[number];
    const auto body = items(function.body);
    if (body.empty()) return "DoNothing";
    if (body.size() == 1) {
        const Stmt& only = tree_.stmts[body[0]];
        if (only.kind == StmtKind::result) {
            if (only.a == none) return "DoNothing";
            if (std::string name = constant(only.a, given_to); !name.empty()) return name;
            return asked(only.a);
        }
    }
    if (std::string name = condition_as_result(body); !name.empty()) return name;
    if (std::string name = wrapper(body); !name.empty()) return name;
    if (std::string name = look_up(function, body); !name.empty()) return name;
    Surface surface;
    look(function.body, surface);
    if (patient && surface.waits) return {};
    std::string name = of(surface);
    return name.empty() && function.result ? answer(body, surface) : name;
}

std::string Descriptions::answer(std::span<const std::uint32_t> body, const Surface& surface) const {
    const Stmt& last = tree_.stmts[body.back()];
    if (last.kind != StmtKind::result || last.a == none || surface.statements > 12 ||
        std::ranges::any_of(surface.deeds, [](const Deed& one) { return !one.asks; }))
        return {};
    const Expr& given = tree_.exprs[last.a];
    if (given.kind != ExprKind::variable) return {};
    std::string name;
    for (const NodeId id : body) {
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::declare && stmt.b != none && given.space == source::Space::local &&
            stmt.a == given.a)
            return {};
        if (stmt.kind == StmtKind::assign && stmt.space == given.space && stmt.a == given.a) return {};
        if (stmt.kind != StmtKind::native && stmt.kind != StmtKind::method) continue;
        const auto arguments = tree_.items(stmt.b, stmt.c);
        if (std::ranges::any_of(arguments, [&](NodeId argument) {
                const Expr& expr = tree_.exprs[argument];
                return expr.kind == ExprKind::variable && expr.space == given.space && expr.a == given.a;
            }))
            name = deed(stmt).name;
    }
    return name;
}

std::span<const std::uint32_t> Descriptions::items(NodeId block) const {
    const Stmt& stmt = tree_.stmts[block];
    return tree_.items(stmt.a, stmt.b);
}

std::string Descriptions::constant(NodeId id, std::string_view given_to) const {
    const std::string text = constant_text(id);
    if (text.empty()) return {};
    if (!given_to.empty()) return "Get" + capital(given_to);
    return tree_.exprs[id].kind == ExprKind::string ? "Text_" + text : "Always" + capital(text);
}

std::string Descriptions::constant_text(NodeId id) const {
    const Expr& expr = tree_.exprs[id];
    switch (expr.kind) {
    case ExprKind::boolean: return expr.a != 0 ? "true" : "false";
    case ExprKind::integer: {
        const auto value = static_cast<std::int32_t>(expr.a);
        return value < 0 ? "Minus" + std::to_string(-std::int64_t{value}) : std::to_string(value);
    }
    case ExprKind::real: {
        const auto value = std::bit_cast<float>(expr.a);
        if (!(value >= 0 && value < 1e6F)) return {};
        std::string text = std::to_string(value);
        while (text.ends_with('0')) text.pop_back();
        if (text.ends_with('.')) text.pop_back();
        std::ranges::replace(text, '.', 'p');
        return text;
    }
    case ExprKind::string: return text_end(tree_.text(expr.a));
    case ExprKind::null: return "Null";
    default: return {};
    }
}

std::string Descriptions::text_end(std::string_view text) {
    if (text.empty()) return "Empty";
    while (text.ends_with('_')) text.remove_suffix(1);
    if (const std::size_t slash = text.find_last_of("/\\"); slash != std::string_view::npos)
        text.remove_prefix(slash + 1);
    if (const std::size_t point = text.find_last_of('.'); point != std::string_view::npos && point > 0)
        text = text.substr(0, point);
    std::string end(text.substr(0, 64));
    std::ranges::replace(end, '@', '_');
    return is_plain_end(end) ? end : std::string();
}

std::string Descriptions::condition_as_result(std::span<const std::uint32_t> body) const {
    if (body.size() != 2) return {};
    const Stmt& first = tree_.stmts[body[0]];
    const Stmt& last = tree_.stmts[body[1]];
    if (first.kind != StmtKind::condition || first.c != none || last.kind != StmtKind::result) return {};
    auto inner = items(first.b);
    if (inner.size() != 1) return {};
    NodeId second = none; // if (c) { if (d) return true; }
    if (const Stmt& nested = tree_.stmts[inner[0]]; nested.kind == StmtKind::condition && nested.c == none) {
        second = nested.a;
        inner = items(nested.b);
    }
    if (inner.size() != 1 || tree_.stmts[inner[0]].kind != StmtKind::result) return {};
    const std::optional<bool> yes = truth(tree_.stmts[inner[0]].a), no = truth(last.a);
    if (!yes || !no || *yes == *no) return {};
    std::string name = second == none ? asked(first.a) : joined(first.a, "And", second);
    return *yes ? name : negated(name);
}

std::optional<bool> Descriptions::truth(NodeId id) const {
    if (id == none || tree_.exprs[id].kind != ExprKind::boolean) return std::nullopt;
    return tree_.exprs[id].a != 0;
}

std::string Descriptions::asked(NodeId id) const {
    const Expr& expr = tree_.exprs[id];
    switch (expr.kind) {
    case ExprKind::call: return called(expr);
    case ExprKind::unary: return expr.op == Op::Not ? negated(asked(expr.a)) : std::string();
    case ExprKind::binary: {
        const auto relation = relation_word(expr.op);
        if (!relation) return {};
        const std::string subject = asked(expr.a), value = constant_text(expr.b);
        if (subject.empty()) return {};
        const Expr& with = tree_.exprs[expr.b]; // "IsDay" for GetDay() == day
        if (expr.op == Op::Eq && subject.starts_with("Get") && with.kind == ExprKind::variable &&
            with.space == source::Space::parameter)
            return "Is" + subject.substr(3);
        if (value.empty()) return {};
        return compared(subject, *relation, value);
    }
    case ExprKind::both:
    case ExprKind::either: return joined(expr.a, expr.kind == ExprKind::both ? "And" : "Or", expr.b);
    case ExprKind::task_call: {
        const std::string& name = tasks_[expr.a];
        return name.empty() ? name : "Start" + name;
    }
    case ExprKind::global:
        return tree_.globals[expr.a].property ? "Get" + capital(tree_.text(tree_.globals[expr.a].name))
                                              : std::string();
    default: return {};
    }
}

std::string Descriptions::negated(const std::string& name) {
    if (name.empty()) return name;
    if (name.starts_with("IsNot")) return "Is" + name.substr(5);
    if (name.starts_with("Is")) return "IsNot" + name.substr(2);
    if (name.starts_with("Can")) return "Cannot" + name.substr(3);
    return "Not" + name;
}

std::string Descriptions::joined(NodeId a, std::string_view word, NodeId b) const {
    std::string left = asked(a);
    if (left.empty() || left.ends_with("More")) return left;
    std::string right = asked(b);
    if (right.empty()) return right;
    left += word;
    return left + (left.size() + right.size() <= 42 ? right : "More");
}

std::optional<std::string_view> Descriptions::relation_word(Op op) {
    switch (op) {
    case Op::Eq: return "";
    case Op::Neq: return "Not";
    case Op::LT: return "Below";
    case Op::LE: return "AtMost";
    case Op::GT: return "Above";
    case Op::GE: return "From";
    default: return std::nullopt;
    }
}

std::string Descriptions::compared(std::string_view subject, std::string_view relation,
                                   std::string_view value) {
    constexpr std::string_view of_quest = "GetVariable_";
    if ((relation.empty() || relation == "Not") && subject.starts_with(of_quest))
        if (const QuestEnd* const end = quest_end(subject.substr(of_quest.size()), value); end != nullptr)
            return "Is" + std::string(relation) + std::string(end->state) +
                   std::string(subject.substr(of_quest.size() - 1));
    for (const std::string_view prefix : {"GetVariable", "GetProperty", "Get"})
        if (subject.size() > prefix.size() && subject.starts_with(prefix)) {
            subject.remove_prefix(prefix.size());
            break;
        }
    std::string name = relation == "Not" ? "IsNot" : "Is";
    name += subject;
    name += "_";
    if (relation != "Not") name += relation;
    return name + std::string(value);
}

std::string Descriptions::called(const Expr& expr) const {
    if (expr.kind != ExprKind::call || names_[expr.a].empty()) return {};
    std::string name = names_[expr.a];
    add_texts(name, expr.b, expr.c);
    return name;
}

bool Descriptions::add_texts(std::string& name, std::uint32_t first, std::uint32_t count) const {
    int texts = 0;
    for (const NodeId argument : tree_.items(first, count)) {
        const Expr& expr = tree_.exprs[argument];
        const std::string_view text = source::leading_text(tree_, expr);
        if (text.empty()) continue;
        const std::string end = text_end(text);
        if (end.empty() || end == "Empty" || name.size() + end.size() > longest - 6) continue;
        name += "_" + end;
        if (++texts == 2) break;
    }
    return texts != 0;
}

std::string Descriptions::wrapper(std::span<const std::uint32_t> body) const {
    NodeId asked = none;
    for (const NodeId id : body) {
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::declare && stmt.b == none) continue;
        if ((stmt.kind == StmtKind::native || stmt.kind == StmtKind::method) && asked == none)
            asked = id;
        else if (stmt.kind == StmtKind::result && asked != none && stmt.a != none &&
                 tree_.exprs[stmt.a].kind == ExprKind::variable)
            continue;
        else
            return {};
    }
    return asked == none ? std::string() : deed(tree_.stmts[asked]).name;
}

std::string Descriptions::look_up(const Function& function, std::span<const std::uint32_t> body) const {
    const Stmt* asked = nullptr;
    for (const NodeId id : body) {
        const Stmt& stmt = tree_.stmts[id];
        if (stmt.kind == StmtKind::declare && stmt.b == none) continue;
        if ((stmt.kind == StmtKind::native || stmt.kind == StmtKind::method) && asked == nullptr) {
            asked = &stmt;
            continue;
        }
        if (stmt.kind != StmtKind::result || stmt.a == none || asked == nullptr) return {};
        const Deed question = deed(*asked);
        if (!question.text || !question.asks) return {};
        const Expr& answer = tree_.exprs[stmt.a];
        const auto relation = answer.kind == ExprKind::binary ? relation_word(answer.op) : std::nullopt;
        if (relation && tree_.exprs[answer.a].kind == ExprKind::variable)
            if (const std::string value = constant_text(answer.b); !value.empty())
                return compared(question.name, *relation, value);
        if (function.result == VariableType::boolean && answer.kind == ExprKind::unary &&
            answer.op == Op::Not)
            return compared(question.name, "", "0");
        return {};
    }
    return {};
}

Descriptions::Deed Descriptions::call_deed(NodeId id) const {
    if (id == none || tree_.exprs[id].kind != ExprKind::call) return {};
    const Expr& expr = tree_.exprs[id];
    if (names_[expr.a].empty()) return {};
    Deed made{names_[expr.a], false, false};
    made.text = add_texts(made.name, expr.b, expr.c);
    made.asks = only_asks(made.name) || made.name == "DoNothing";
    return made;
}

bool Descriptions::calls_unnamed(const Stmt& stmt) const {
    const bool keeps = stmt.kind == StmtKind::declare || stmt.kind == StmtKind::assign;
    if (!keeps && stmt.kind != StmtKind::call) return false;
    const Expr& expr = tree_.exprs[keeps ? stmt.b : stmt.a];
    return expr.kind == ExprKind::call && names_[expr.a].empty() && !tree_.functions[expr.a].init;
}

Descriptions::Deed Descriptions::deed(const Stmt& stmt) const {
    switch (stmt.kind) {
    case StmtKind::native:
    case StmtKind::method: {
        const std::string_view native = tree_.text(stmt.a);
        if (native.empty() || (!is_letter(native.front()) && native.front() != '_')) return {};
        Deed made{capital(native), only_asks(native), false};
        made.text = add_texts(made.name, stmt.b, stmt.c);
        const auto arguments = tree_.items(stmt.b, stmt.c);
        const bool sets = native == "SetVariable" || native == "SetProperty";
        if (made.text == sets)
            for (const NodeId argument : arguments) {
                const ExprKind kind = tree_.exprs[argument].kind;
                if (kind != ExprKind::integer && !(sets && kind == ExprKind::boolean)) continue;
                const std::string value = constant_text(argument);
                const std::string_view variable =
                    std::string_view(made.name).substr(std::min(made.name.size(), sizeof "SetVariable"));
                const QuestEnd* const end = native == "SetVariable" ? quest_end(variable, value) : nullptr;
                made.name = end != nullptr ? std::string(end->order) + "_" + std::string(variable)
                                           : made.name + "_" + value;
                break;
            }
        return made;
    }
    case StmtKind::call:
        if (tree_.exprs[stmt.a].kind == ExprKind::task_call) return {asked(stmt.a), false, false};
        return call_deed(stmt.a);
    // What is kept of an order is an order all the same.
    case StmtKind::declare:
    case StmtKind::assign: {
        Deed made = call_deed(stmt.b);
        return made.asks ? Deed{} : made;
    }
    case StmtKind::enable:
    case StmtKind::disable: {
        const std::string_view name = event_name(stmt.a, tree_.window);
        if (name.empty()) return {};
        return {(stmt.kind == StmtKind::enable ? "Enable" : "Disable") + std::string(name), false, false};
    }
    case StmtKind::assign_global:
        if (!tree_.globals[stmt.a].property) return {};
        return {"Set" + capital(tree_.text(tree_.globals[stmt.a].name)), false, true};
    default: return {};
    }
}

void Descriptions::look(NodeId id, Surface& surface) const {
    constexpr std::size_t most = 40;
    const Stmt& stmt = tree_.stmts[id];
    if (surface.statements > most) return;
    switch (stmt.kind) {
    case StmtKind::block:
        for (const NodeId one : tree_.items(stmt.a, stmt.b)) look(one, surface);
        return;
    case StmtKind::condition:
        ++surface.statements;
        look(stmt.b, surface);
        if (stmt.c != none) look(stmt.c, surface);
        return;
    case StmtKind::loop: {
        ++surface.statements;
        look(tree_.loops[stmt.a].body, surface);
        return;
    }
    case StmtKind::repeat: ++surface.statements; return look(stmt.a, surface);
    case StmtKind::declare:
        if (stmt.b == none) return;
        break;
    default: break;
    }
    ++surface.statements;
    if (calls_unnamed(stmt) &&
        std::ranges::none_of(surface.deeds, [](const Deed& one) { return !one.asks && one.text; }))
        surface.waits = true;
    if (Deed made = deed(stmt); !made.name.empty()) surface.deeds.push_back(std::move(made));
}

std::string Descriptions::of(const Surface& surface) {
    std::vector<const Deed*> orders;
    for (const Deed& one : surface.deeds)
        if (!one.asks) orders.push_back(&one);
    for (const Deed* const one : orders)
        if (one->text) return one->name;
    if (orders.empty() && surface.deeds.size() == 1 && surface.statements == 1)
        return surface.deeds.front().name;
    if (orders.empty() || orders.size() > 3 || surface.statements > 10) return {};
    std::string name = orders.front()->name;
    if (orders.size() > 1 && name.size() + orders[1]->name.size() + 3 <= 36) name += "And" + orders[1]->name;
    return name;
}

std::string Descriptions::of_task(std::uint32_t task) const {
    const std::uint32_t init = tree_.tasks[task].init;
    if (init == none || tree_.functions[init].body == none) return {};
    Surface surface;
    look(tree_.functions[init].body, surface);
    std::string rest; // of timers and pauses, which many tasks begin with
    for (const Deed& one : surface.deeds) {
        if (one.asks || one.name == "Run" || one.name.starts_with("Start") || one.name.size() >= longest)
            continue;
        if (one.name == "CreateDialog") return "Talk";
        if (!one.name.starts_with("SetTimer") && !one.name.starts_with("KillTimer") &&
            !one.name.starts_with("Sleep") && !one.name.starts_with("Stop") &&
            !one.name.starts_with("Wait") && one.name != "Sync" && one.name != "Hold")
            return one.name;
        if (rest.empty()) rest = one.name;
    }
    return rest;
}

} // namespace vellum::pathologic::decompile
