// Names from what is known: events, natives and the texts that go with them, copies and calls; types last.
// See the header.
#include "engines/pathologic/decompile/naming.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <utility>

#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/children.hpp"
#include "engines/pathologic/source/native_index.hpp"
#include "engines/pathologic/source/words.hpp"
#include "vellum/engine.hpp"

namespace vellum::pathologic::decompile {

using source::Expr;
using source::ExprKind;
using source::Function;
using source::Loop;
using source::NodeId;
using source::none;
using source::Space;
using source::Stmt;
using source::StmtKind;
using source::TextId;
using source::Tree;

namespace {

/// How good a name is: what an engine's table says beats what a copy suggests.
enum class Worth : std::uint8_t { nothing, type, argument, parameter, copy, given, native, text, event };

struct Hint {
    Worth worth = Worth::nothing;
    std::string name;
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char large(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// "ActiveScene" and "active_scene" to "activeScene", "NPC_Klara" to "npcKlara"; empty if nothing is left.
std::string camel(std::string_view text) {
    std::string name;
    bool begins = false;
    for (std::size_t i = 0; i < text.size() && name.size() < 32; ++i) {
        const char c = text[i];
        if (!is_letter(c) && !is_digit(c)) {
            begins = !name.empty();
            continue;
        }
        if (name.empty() && is_digit(c)) return {};
        name += begins ? large(c) : c;
        begins = false;
    }
    // The first word in small letters.
    std::size_t end = 0;
    while (end < name.size() && name[end] >= 'A' && name[end] <= 'Z') ++end;
    const std::size_t lower = end > 1 && end < name.size() && is_letter(name[end]) ? end - 1 : end;
    for (std::size_t i = 0; i < lower; ++i) name[i] = small(name[i]);
    return name;
}

/// What a native or method gives: "GetActiveScene" gives an "activeScene".
std::string given_by(std::string_view native) {
    if (native.starts_with("_")) native.remove_prefix(1);
    for (const std::string_view prefix : {"Get", "Find", "Create", "Add", "Choose", "Calc"})
        if (native.size() > prefix.size() && native.starts_with(prefix) && native[prefix.size()] >= 'A' &&
            native[prefix.size()] <= 'Z')
            return camel(native.substr(prefix.size()));
    if (native == "size") return "count";
    if (native == "irand" || native == "rand") return "random";
    if (native == "get") return "element";
    if (native == "Next") return "element";
    if (native == "in") return "found";
    return camel(native);
}

/// Natives that look something up by a text that says what it is.
bool is_look_up(std::string_view native) {
    return native.starts_with("Get") || native.starts_with("Find") || native.starts_with("Has") ||
           native.starts_with("Create");
}

class Namer {
  public:
    Namer(const Script& script, Tree& tree) : tree_(tree), natives_(source::native_index(script.engine())) {}

    NameCounts run() {
        parameters_.resize(tree_.functions.size());
        locals_.resize(tree_.functions.size());
        tasks_.resize(tree_.tasks.size());
        globals_.resize(tree_.globals.size());
        for (std::size_t i = 0; i < tree_.tasks.size(); ++i)
            tasks_[i].resize(tree_.tasks[i].variables.size());
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            parameters_[i].resize(tree_.functions[i].parameters.size());
            locals_[i].resize(tree_.functions[i].locals.size());
        }
        name_functions();
        // Twice: what a call gives may name what another call gets.
        for (int round = 0; round < 2; ++round)
            for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) look_at(i);
        name_globals();
        name_tasks();
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) name_variables(i);
        return counts_;
    }

  private:
    // --- Functions ---

    void name_functions() {
        std::unordered_set<std::string> taken;
        for (std::uint32_t i = 0; i < tree_.tasks.size(); ++i) {
            std::string name = i == tree_.main ? "TMain" : "T" + std::to_string(i);
            taken.insert(name);
            tree_.tasks[i].name = tree_.intern(name);
        }
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
            Function& function = tree_.functions[i];
            std::string name = wrapper(function);
            const bool made_up =
                name.empty() || source::is_keyword(name) || name == "init" || event_number(name);
            if (made_up) name = "Func" + std::to_string(i);
            if (!function.init && !function.event) count(counts_.functions, made_up);
            std::string unique = name;
            for (int n = 2; !taken.insert(unique).second; ++n) unique = name + "_" + std::to_string(n);
            function.name = tree_.intern(unique);
        }
    }

    /// "FindActor_player" for a function that does nothing but ask a native.
    [[nodiscard]] std::string wrapper(const Function& function) const {
        if (function.body == none || function.init || function.event) return {};
        const Stmt& body = tree_.stmts[function.body];
        NodeId asked = none;
        for (const NodeId id : tree_.items(body.a, body.b)) {
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
        if (asked == none) return {};
        const Stmt& stmt = tree_.stmts[asked];
        std::string name(tree_.text(stmt.a));
        if (!is_letter(name.front())) return {};
        std::size_t texts = 0;
        for (const NodeId argument : tree_.items(stmt.b, stmt.c)) {
            const Expr& expr = tree_.exprs[argument];
            if (expr.kind != ExprKind::string) continue;
            const std::string_view text = tree_.text(expr.a);
            const bool plain = !text.empty() && text.size() <= 24 && std::ranges::all_of(text, [](char c) {
                return is_letter(c) || is_digit(c) || c == '_';
            });
            if (++texts == 1 && plain) name += "_" + std::string(text);
        }
        return name;
    }

    // --- Hints ---

    Hint* hint(const Expr& expr) {
        if (expr.kind == ExprKind::global)
            return tree_.globals[expr.a].property ? nullptr : &globals_[expr.a];
        if (expr.kind != ExprKind::variable && expr.kind != ExprKind::component) return nullptr;
        return hint(expr.space, expr.a);
    }
    Hint* hint(Space space, std::uint32_t number) {
        switch (space) {
        case Space::local: return &locals_[function_][number];
        case Space::parameter: return &parameters_[function_][number];
        case Space::task: break;
        }
        const std::uint32_t task = tree_.functions[function_].task;
        return &tasks_[task][number];
    }

    static void suggest(Hint* to, Worth worth, std::string name) {
        if (to == nullptr || name.empty() || name.size() > 40 || to->worth >= worth) return;
        if (source::is_keyword(name)) name += "Value";
        *to = {worth, std::move(name)};
    }

    void look_at(std::uint32_t number) {
        function_ = number;
        const Function& function = tree_.functions[number];
        if (function.event) {
            const EventName* const event = find_event(*function.event, tree_.window);
            std::string_view words = event == nullptr ? std::string_view{} : event->values;
            for (Hint& one : parameters_[number]) {
                const std::size_t end = words.find(' ');
                suggest(&one, Worth::event, std::string(words.substr(0, end)));
                words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
            }
        }
        if (function.body != none) block(function.body);
    }

    void block(NodeId id) {
        const Stmt& stmt = tree_.stmts[id];
        for (const NodeId one : tree_.items(stmt.a, stmt.b)) statement(one);
    }

    void statement(NodeId id) {
        const Stmt stmt = tree_.stmts[id];
        switch (stmt.kind) {
        case StmtKind::block: block(id); break;
        case StmtKind::declare:
            copy(hint(Space::local, stmt.a), tree_.functions[function_].locals[stmt.a], stmt.b);
            break;
        case StmtKind::assign: copy(hint(stmt.space, stmt.a), type_of(stmt.space, stmt.a), stmt.b); break;
        case StmtKind::assign_global:
            copy(tree_.globals[stmt.a].property ? nullptr : &globals_[stmt.a], tree_.globals[stmt.a].type,
                 stmt.b);
            break;
        case StmtKind::native:
        case StmtKind::method: native(stmt); break;
        case StmtKind::condition:
            expression(stmt.a);
            statement(stmt.b);
            if (stmt.c != none) statement(stmt.c);
            break;
        case StmtKind::loop: {
            const Loop head = tree_.loops[stmt.a];
            if (head.start != none) {
                statement(head.start);
                count(head);
            }
            for (const NodeId one : tree_.items(head.first, head.before)) statement(one);
            expression(head.condition);
            block(head.body);
            for (const NodeId one : tree_.items(head.step, head.steps)) statement(one);
            break;
        }
        case StmtKind::repeat:
            block(stmt.a);
            expression(stmt.b);
            break;
        case StmtKind::call:
        case StmtKind::result: expression(stmt.a); break;
        default: break;
        }
    }

    /// The variable of a counting loop: i, j, k.
    void count(const Loop& head) {
        const Stmt& start = tree_.stmts[head.start];
        if (start.kind != StmtKind::declare ||
            tree_.functions[function_].locals[start.a] != VariableType::integer)
            return;
        suggest(&locals_[function_][start.a], Worth::copy, "i");
    }

    [[nodiscard]] VariableType type_of(Space space, std::uint32_t number) const {
        const Function& function = tree_.functions[function_];
        switch (space) {
        case Space::local: return function.locals[number];
        case Space::parameter: return function.parameters[number];
        case Space::task: break;
        }
        return tree_.tasks[function.task].variables[number].type;
    }

    void copy(Hint* to, VariableType type, NodeId from) {
        expression(from);
        if (from == none) return;
        const Expr& expr = tree_.exprs[from];
        if (Hint* const other = hint(expr); other != nullptr && expr.kind != ExprKind::component) {
            if (other->worth > Worth::copy) suggest(to, Worth::copy, other->name);
            if (to != nullptr && to->worth > Worth::copy) suggest(other, Worth::copy, to->name);
        }
        if (expr.kind == ExprKind::global && tree_.globals[expr.a].property)
            suggest(to, Worth::copy, camel(tree_.text(tree_.globals[expr.a].name)));
        if (expr.kind == ExprKind::call) {
            const std::string_view name = tree_.text(tree_.functions[expr.a].name);
            if (!name.starts_with("Func")) suggest(to, Worth::given, from_function(name));
        }
        if (expr.kind == ExprKind::binary && expr.op == Op::Or && type == VariableType::real)
            suggest(to, Worth::argument, "dot");
        if (expr.kind == ExprKind::unary && expr.op == Op::Sqrt) suggest(to, Worth::copy, "length");
    }

    /// "player" for FindActor_player.
    static std::string from_function(std::string_view name) {
        const std::size_t line = name.find('_');
        if (line != std::string_view::npos && line + 1 < name.size() && !is_digit(name[line + 1]) &&
            is_look_up(name))
            return camel(name.substr(line + 1));
        return given_by(name.substr(0, line));
    }

    void native(const Stmt& stmt) {
        const bool method = stmt.kind == StmtKind::method;
        if (method) expression(stmt.d);
        const std::string_view name = tree_.text(stmt.a);
        const vellum::Signature* const known = natives_.find(name, stmt.c, method);
        const auto arguments = tree_.items(stmt.b, stmt.c);
        std::string_view text;
        std::size_t outs = 0;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Expr& expr = tree_.exprs[arguments[i]];
            if (expr.kind == ExprKind::string && text.empty()) text = tree_.text(expr.a);
            if (is_out(known, i, expr)) ++outs;
        }
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Expr& expr = tree_.exprs[arguments[i]];
            expression(arguments[i]);
            Hint* const to = expr.kind == ExprKind::variable ? hint(expr) : nullptr;
            if (to == nullptr) continue;
            const std::string_view named =
                known != nullptr ? std::string_view(known->parameters[i].name) : std::string_view{};
            if (is_out(known, i, expr)) {
                if (!text.empty() && is_look_up(name)) {
                    std::string base = camel(text.substr(0, text.find('.')));
                    if (name.starts_with("Has") && !base.empty()) base = camel("has_" + base);
                    suggest(to, Worth::text, std::move(base));
                }
                if (outs == 1 || named.empty())
                    suggest(to, Worth::native, given_by(name));
                else
                    suggest(to, Worth::native, camel(named));
            } else if (!named.empty() && known->parameters[i].type == value_type(type_of(expr.space, expr.a)))
                suggest(to, Worth::parameter, camel(named));
        }
    }

    static bool is_out(const vellum::Signature* known, std::size_t i, const Expr& expr) {
        if (expr.kind != ExprKind::variable) return false;
        return known != nullptr && known->parameters[i].direction == Direction::out;
    }

    void expression(NodeId id) {
        if (id == none) return;
        const Expr expr = tree_.exprs[id];
        if (expr.kind == ExprKind::call || expr.kind == ExprKind::task_call) return call(expr);
        each_child(tree_, expr, [this](NodeId child) { expression(child); });
    }

    /// Arguments and parameters name each other.
    void call(const Expr& expr) {
        const std::uint32_t callee = expr.kind == ExprKind::call ? expr.a : tree_.tasks[expr.a].init;
        const auto arguments = tree_.items(expr.b, expr.c);
        for (std::uint32_t i = 0; i < arguments.size(); ++i) {
            expression(arguments[i]);
            const Expr& argument = tree_.exprs[arguments[i]];
            Hint& parameter = parameters_[callee][i];
            Hint* const mine = argument.kind == ExprKind::component ? nullptr : hint(argument);
            if (mine != nullptr) {
                if (mine->worth > Worth::parameter && mine->name != "i")
                    suggest(&parameter, Worth::argument, mine->name);
                if (parameter.worth > Worth::parameter) suggest(mine, Worth::parameter, parameter.name);
            }
            if (argument.kind == ExprKind::call) {
                const std::string_view name = tree_.text(tree_.functions[argument.a].name);
                if (!name.starts_with("Func")) suggest(&parameter, Worth::argument, from_function(name));
            }
        }
    }

    // --- Giving them ---

    static std::string_view by_type(VariableType type) {
        static constexpr std::array<std::string_view, 6> names{"flag", "n", "f", "str", "obj", "vec"};
        return names[static_cast<std::size_t>(type) - 1];
    }

    using Taken = std::unordered_set<std::string>;

    static std::string unique(const std::string& base, const Taken& taken, const Taken& also) {
        std::string name = base;
        const bool digit = is_digit(base.back());
        for (int n = 2; taken.contains(name) || also.contains(name) || source::is_keyword(name); ++n)
            name = base + (digit ? "_" : "") + std::to_string(n);
        return name;
    }

    static void count(ChosenNames& names, bool made_up) {
        ++names.count;
        if (made_up) ++names.made_up;
    }

    std::string prefixed(std::string_view prefix, const Hint& hint, VariableType type) {
        count(counts_.variables, hint.name.empty());
        const std::string base = hint.name.empty() ? std::string(by_type(type)) : hint.name;
        std::string name(prefix);
        name += base;
        return name;
    }

    void name_globals() {
        for (const source::Global& global : tree_.globals)
            if (global.property) file_names_.insert(std::string(tree_.text(global.name)));
        for (std::size_t i = 0; i < tree_.globals.size(); ++i) {
            source::Global& global = tree_.globals[i];
            if (global.property) continue;
            const std::string name = unique(prefixed("g_", globals_[i], global.type), file_names_, {});
            file_names_.insert(name);
            global.name = tree_.intern(name);
        }
    }

    void name_tasks() {
        for (std::size_t i = 0; i < tree_.tasks.size(); ++i) {
            Taken taken;
            for (std::size_t v = 0; v < tree_.tasks[i].variables.size(); ++v) {
                source::Variable& variable = tree_.tasks[i].variables[v];
                const std::string name =
                    unique(prefixed("m_", tasks_[i][v], variable.type), file_names_, taken);
                taken.insert(name);
                variable.name = tree_.intern(name);
            }
        }
    }

    void name_variables(std::uint32_t number) {
        function_ = number;
        Function& function = tree_.functions[number];
        Taken taken;
        function.parameter_names.clear();
        function.local_names.assign(function.locals.size(), none);
        if (function.task != none)
            for (const source::Variable& variable : tree_.tasks[function.task].variables)
                taken.insert(std::string(tree_.text(variable.name)));
        for (std::size_t i = 0; i < function.parameters.size(); ++i)
            function.parameter_names.push_back(give(parameters_[number][i], function.parameters[i], taken));
        if (function.body != none) declarations(function.body, taken);
        for (std::uint32_t i = 0; i < function.locals.size(); ++i)
            if (function.local_names[i] == none)
                function.local_names[i] = give(locals_[number][i], function.locals[i], taken);
    }

    TextId give(const Hint& hint, VariableType type, Taken& taken) {
        count(counts_.variables, hint.name.empty());
        std::string base = hint.name.empty() ? std::string(by_type(type)) : hint.name;
        if (base == "i")
            for (const char c : std::string_view("ijkl")) {
                base = std::string(1, c);
                if (!taken.contains(base)) break;
            }
        const std::string name = unique(base, file_names_, taken);
        taken.insert(name);
        return tree_.intern(name);
    }

    /// Names of a block's variables are free again behind it.
    void declarations(NodeId id, Taken& taken) {
        std::vector<std::string> mine;
        const Stmt block = tree_.stmts[id];
        for (const NodeId child : tree_.items(block.a, block.b)) {
            const Stmt stmt = tree_.stmts[child];
            switch (stmt.kind) {
            case StmtKind::declare: declare(stmt.a, taken, mine); break;
            case StmtKind::block: declarations(child, taken); break;
            case StmtKind::condition:
                declarations_in(stmt.b, taken);
                if (stmt.c != none) declarations_in(stmt.c, taken);
                break;
            case StmtKind::loop: {
                std::vector<std::string> inner;
                const Loop head = tree_.loops[stmt.a];
                if (head.start != none && tree_.stmts[head.start].kind == StmtKind::declare)
                    declare(tree_.stmts[head.start].a, taken, inner);
                declarations(head.body, taken);
                for (const std::string& name : inner) taken.erase(name);
                break;
            }
            case StmtKind::repeat: declarations(stmt.a, taken); break;
            default: break;
            }
        }
        for (const std::string& name : mine) taken.erase(name);
    }

    void declarations_in(NodeId id, Taken& taken) {
        if (tree_.stmts[id].kind == StmtKind::block) declarations(id, taken);
    }

    void declare(std::uint32_t local, Taken& taken, std::vector<std::string>& mine) {
        Function& function = tree_.functions[function_];
        function.local_names[local] = give(locals_[function_][local], function.locals[local], taken);
        mine.emplace_back(tree_.text(function.local_names[local]));
    }

    Tree& tree_;
    const source::NativeIndex& natives_;
    std::uint32_t function_ = 0;
    NameCounts counts_;
    std::vector<std::vector<Hint>> parameters_, locals_, tasks_;
    std::vector<Hint> globals_;
    Taken file_names_;
};

} // namespace

NameCounts give_names(const Script& script, Tree& tree) { return Namer(script, tree).run(); }

} // namespace vellum::pathologic::decompile
