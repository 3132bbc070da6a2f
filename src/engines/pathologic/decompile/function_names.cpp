// A function is named by what is known of it, by what it does if that is little, and in the end by who calls it.
// What its name says of other functions it knows from their names, so names are made until no new one comes.
#include "engines/pathologic/decompile/function_names.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/leading_text.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

using source::Expr;
using source::ExprKind;
using source::Function;
using source::NodeId;
using source::none;
using source::Stmt;
using source::StmtKind;
using source::Tree;

namespace {

constexpr std::size_t longest = 48;
constexpr int most_rounds = 6;

/// Something a function does, as a name says it.
struct Deed {
    std::string name;
    bool asks = false; ///< Changes nothing.
    bool text = false; ///< Says what it is done to.
};

/// What is on the surface of a function.
struct Surface {
    std::vector<Deed> deeds;
    std::size_t statements = 0;
    bool branches = false;
};

class FunctionNamer {
  public:
    FunctionNamer(Tree& tree, const std::vector<const KnownFunction*>& known, const std::vector<FunctionUse>& uses)
        : tree_(tree), uses_(uses), names_(tree.functions.size()), tasks_(tree.tasks.size()), talks_(tree.tasks.size()) {
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (function.init) continue;
            if (function.event) {
                names_[i] = source::own_name(tree_, function);
                if (function.task != none && names_[i] == "OnDialogReply") talks_[function.task] = true;
            }
            if (!function.event && known[i] != nullptr) names_[i] = known[i]->name;
        }
    }

    std::vector<bool> run() {
        bool changed = true;
        for (int round = 0; changed && round < most_rounds; ++round) {
            changed = by(&FunctionNamer::by_deeds);
            changed |= name_tasks();
        }
        changed = true;
        for (int round = 0; changed && round < most_rounds; ++round) changed = by(&FunctionNamer::by_caller);
        name_tasks();
        return give();
    }

  private:
    bool by(std::string (FunctionNamer::*rule)(std::uint32_t) const) {
        bool changed = false;
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (!names_[i].empty() || function.init || function.event || function.body == none) continue;
            std::string name = (this->*rule)(i);
            if (name.empty() || name.size() > longest || source::is_keyword(name) || name == "init" ||
                event_number(name) || is_digit(name.front()))
                continue;
            names_[i] = std::move(name);
            changed = true;
        }
        return changed;
    }

    [[nodiscard]] std::string by_caller(std::uint32_t number) const {
        const std::uint32_t caller = uses_[number].caller;
        if (caller >= names_.size() || caller == number) return {};
        // What gives something is more than a part of what asks for it.
        if (tree_.functions[number].result) return {};
        const Function& function = tree_.functions[caller];
        if (function.init) return "Run";
        const std::string& name = names_[caller];
        if (name.empty()) return {};
        if (function.event) return "Handle" + (name.starts_with("On") ? name.substr(2) : name);
        return name.ends_with("Part") ? std::string() : name + "Part";
    }

    // --- By what it does ---

    [[nodiscard]] std::string by_deeds(std::uint32_t number) const {
        const Function& function = tree_.functions[number];
        const auto body = items(function.body);
        if (body.empty()) return "DoNothing";
        if (body.size() == 1) {
            const Stmt& only = tree_.stmts[body[0]];
            if (only.kind == StmtKind::result) {
                if (only.a == none) return "DoNothing";
                if (std::string name = constant(only.a, uses_[number].given_to); !name.empty()) return name;
                return asked(only.a);
            }
        }
        if (std::string name = condition_as_result(body); !name.empty()) return name;
        if (std::string name = wrapper(body); !name.empty()) return name;
        if (std::string name = look_up(function, body); !name.empty()) return name;
        Surface surface;
        look(function.body, surface);
        std::string name = of(surface);
        return name.empty() && function.result ? answer(body, surface) : name;
    }

    /// What the engine was asked for, if the function only asks and gives one of the answers.
    [[nodiscard]] std::string answer(std::span<const std::uint32_t> body, const Surface& surface) const {
        const Stmt& last = tree_.stmts[body.back()];
        if (last.kind != StmtKind::result || last.a == none || surface.statements > 12 ||
            std::ranges::any_of(surface.deeds, [](const Deed& one) { return !one.asks; }))
            return {};
        const Expr& given = tree_.exprs[last.a];
        if (given.kind != ExprKind::variable) return {};
        std::string name;
        for (const NodeId id : body) {
            const Stmt& stmt = tree_.stmts[id];
            if (stmt.kind == StmtKind::declare && stmt.b != none && given.space == source::Space::local && stmt.a == given.a)
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

    [[nodiscard]] std::span<const std::uint32_t> items(NodeId block) const {
        const Stmt& stmt = tree_.stmts[block];
        return tree_.items(stmt.a, stmt.b);
    }

    /// "AlwaysTrue"; "GetNPCName" if that is what the number is for.
    [[nodiscard]] std::string constant(NodeId id, std::string_view given_to) const {
        const std::string text = constant_text(id);
        if (text.empty()) return {};
        if (!given_to.empty()) return "Get" + capital(given_to);
        return tree_.exprs[id].kind == ExprKind::string ? "Text_" + text : "Always" + capital(text);
    }

    /// "true", "5", "Minus1", "0p25", "kerosene"; empty for what is no constant or no part of a name.
    [[nodiscard]] std::string constant_text(NodeId id) const {
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

    /// "cot_alexandr@door1" to "cot_alexandr_door1", "ui/NPC_Laska.png" to "NPC_Laska".
    [[nodiscard]] static std::string text_end(std::string_view text) {
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

    /// if (c) return true; return false;
    [[nodiscard]] std::string condition_as_result(std::span<const std::uint32_t> body) const {
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
    [[nodiscard]] std::optional<bool> truth(NodeId id) const {
        if (id == none || tree_.exprs[id].kind != ExprKind::boolean) return std::nullopt;
        return tree_.exprs[id].a != 0;
    }

    /// What an expression asks for: "Is_b4q01_1", "HasItem_b4q01_sample".
    [[nodiscard]] std::string asked(NodeId id) const {
        const Expr& expr = tree_.exprs[id];
        switch (expr.kind) {
        case ExprKind::call: return called(expr);
        case ExprKind::unary:
            return expr.op == Op::Not ? negated(asked(expr.a)) : std::string();
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
            return tree_.globals[expr.a].property ? "Get" + capital(tree_.text(tree_.globals[expr.a].name)) : std::string();
        default: return {};
        }
    }

    [[nodiscard]] static std::string negated(const std::string& name) {
        if (name.empty()) return name;
        if (name.starts_with("IsNot")) return "Is" + name.substr(5);
        if (name.starts_with("Is")) return "IsNot" + name.substr(2);
        if (name.starts_with("Can")) return "Cannot" + name.substr(3);
        return "Not" + name;
    }

    [[nodiscard]] std::string joined(NodeId a, std::string_view word, NodeId b) const {
        std::string left = asked(a);
        if (left.empty() || left.ends_with("More")) return left;
        const std::string right = asked(b);
        if (right.empty()) return right;
        left += word;
        return left + (left.size() + right.size() <= 42 ? right : "More");
    }

    [[nodiscard]] static std::optional<std::string_view> relation_word(Op op) {
        switch (op) {
        case Op::Eq: return "";
        case Op::Neq: return "Not";
        case Op::LT: return "Below";
        case Op::LE: return "UpTo";
        case Op::GT: return "Above";
        case Op::GE: return "From";
        default: return std::nullopt;
        }
    }
    /// "GetVariable_b4q01" and 1 to "Is_b4q01_1".
    [[nodiscard]] static std::string compared(std::string_view subject, std::string_view relation, std::string_view value) {
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

    /// The callee's name and the first text it is given.
    [[nodiscard]] std::string called(const Expr& expr) const {
        if (expr.kind != ExprKind::call || names_[expr.a].empty()) return {};
        std::string name = names_[expr.a];
        add_texts(name, expr.b, expr.c);
        return name;
    }

    /// Up to two texts. True if there are some.
    bool add_texts(std::string& name, std::uint32_t first, std::uint32_t count) const {
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

    /// Nothing but one question or one order to the engine.
    [[nodiscard]] std::string wrapper(std::span<const std::uint32_t> body) const {
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

    /// Asks for something by a text and says something about the answer.
    [[nodiscard]] std::string look_up(const Function& function, std::span<const std::uint32_t> body) const {
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
            if (function.result == VariableType::boolean && answer.kind == ExprKind::unary && answer.op == Op::Not)
                return compared(question.name, "", "0");
            return {};
        }
        return {};
    }

    [[nodiscard]] Deed deed(const Stmt& stmt) const {
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
                    made.name += "_" + constant_text(argument);
                    break;
                }
            return made;
        }
        case StmtKind::call: {
            const Expr& expr = tree_.exprs[stmt.a];
            if (expr.kind == ExprKind::task_call) return {asked(stmt.a), false, false};
            if (expr.kind != ExprKind::call || names_[expr.a].empty()) return {};
            Deed made{names_[expr.a], false, false};
            made.text = add_texts(made.name, expr.b, expr.c);
            made.asks = only_asks(made.name) || made.name == "DoNothing";
            return made;
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

    void look(NodeId id, Surface& surface) const {
        constexpr std::size_t most = 40;
        const Stmt& stmt = tree_.stmts[id];
        if (surface.statements > most) return;
        switch (stmt.kind) {
        case StmtKind::block:
            for (const NodeId one : tree_.items(stmt.a, stmt.b)) look(one, surface);
            return;
        case StmtKind::condition:
            surface.branches = true;
            ++surface.statements;
            look(stmt.b, surface);
            if (stmt.c != none) look(stmt.c, surface);
            return;
        case StmtKind::loop: {
            surface.branches = true;
            ++surface.statements;
            look(tree_.loops[stmt.a].body, surface);
            return;
        }
        case StmtKind::repeat:
            surface.branches = true;
            ++surface.statements;
            return look(stmt.a, surface);
        case StmtKind::declare:
            if (stmt.b != none) ++surface.statements;
            return;
        default: break;
        }
        ++surface.statements;
        if (Deed made = deed(stmt); !made.name.empty()) surface.deeds.push_back(std::move(made));
    }

    [[nodiscard]] static std::string of(const Surface& surface) {
        std::vector<const Deed*> orders;
        for (const Deed& one : surface.deeds)
            if (!one.asks) orders.push_back(&one);
        for (const Deed* const one : orders)
            if (one->text) return one->name;
        if (orders.empty() && surface.deeds.size() == 1 && surface.statements == 1) return surface.deeds.front().name;
        if (orders.empty() || orders.size() > 3 || surface.statements > 10) return {};
        std::string name = orders.front()->name;
        if (orders.size() > 1 && name.size() + orders[1]->name.size() + 3 <= 36) name += "And" + orders[1]->name;
        return name;
    }

    // --- Giving them ---

    bool name_tasks() {
        bool changed = false;
        for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
            if (!tasks_[i].empty()) continue;
            tasks_[i] = i == tree_.main ? "Main" : of_task(i);
            changed |= !tasks_[i].empty();
        }
        return changed;
    }

    /// "FollowActor" for a task that begins with it.
    [[nodiscard]] std::string of_task(std::uint32_t task) const {
        if (talks_[task]) return "Dialog";
        const std::uint32_t init = tree_.tasks[task].init;
        if (init == none || tree_.functions[init].body == none) return {};
        Surface surface;
        look(tree_.functions[init].body, surface);
        std::string rest; // of timers and pauses, which many tasks begin with
        for (const Deed& one : surface.deeds) {
            if (one.asks || one.name == "Run" || one.name.starts_with("Start") || one.name.size() >= longest) continue;
            if (one.name == "CreateDialog") return "Talk";
            if (!one.name.starts_with("SetTimer") && !one.name.starts_with("KillTimer") && !one.name.starts_with("Sleep") &&
                !one.name.starts_with("Stop") && !one.name.starts_with("Wait") && one.name != "Sync" && one.name != "Hold")
                return one.name;
            if (rest.empty()) rest = one.name;
        }
        return rest;
    }

    /// Names that nothing else in their scope has; those of a task are different from the script's as well.
    class Scope {
      public:
        explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}
        bool take(const std::string& name) {
            return (outer_ == nullptr || !outer_->taken_.contains(name)) && taken_.insert(name).second;
        }
        std::string unique(const std::string& name) {
            std::string own = name;
            for (int& n = next_.try_emplace(name, 2).first->second; !take(own); ++n)
                own = name + "_" + std::to_string(n);
            return own;
        }

      private:
        const Scope* outer_;
        std::unordered_set<std::string> taken_;
        std::unordered_map<std::string, int> next_;
    };

    std::vector<bool> give() {
        Scope script;
        for (const source::Global& global : tree_.globals)
            if (global.property) script.take(std::string(tree_.text(global.name)));
        for (std::uint32_t i = 0; i < tasks_.size(); ++i)
            tree_.tasks[i].name =
                tree_.intern(script.unique("T" + (tasks_[i].empty() ? std::to_string(i) : tasks_[i])));
        std::vector<Scope> scopes(tasks_.size(), Scope(&script));
        std::vector<bool> made_up(names_.size());
        for (const bool of_task : {false, true})
            for (std::uint32_t i = 0; i < names_.size(); ++i) {
                Function& function = tree_.functions[i];
                if ((function.task != none) != of_task) continue;
                made_up[i] = names_[i].empty() || function.event;
                Scope& scope = of_task ? scopes[function.task] : script;
                function.name = tree_.intern(scope.unique(made_up[i] ? "Func" + std::to_string(i) : names_[i]));
            }
        return made_up;
    }

    Tree& tree_;
    const std::vector<FunctionUse>& uses_;
    std::vector<std::string> names_, tasks_;
    std::vector<bool> talks_; ///< Tasks that are dialogs.
};

} // namespace

std::vector<bool> name_functions(Tree& tree, const std::vector<const KnownFunction*>& known,
                                 const std::vector<FunctionUse>& uses) {
    return FunctionNamer(tree, known, uses).run();
}

} // namespace vellum::pathologic::decompile
