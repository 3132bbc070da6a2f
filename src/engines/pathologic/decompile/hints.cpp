// Looks at a tree once; see the header.
#include "engines/pathologic/decompile/hints.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/children.hpp"
#include "engines/pathologic/source/leading_text.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

/// What has such a method.
struct Receives {
    std::string_view method, is;
};
constexpr auto receivers = std::to_array<Receives>({
    {"AddChild", "entry"},
    {"AddItem", "container"},
    {"AddMark", "map"},
    {"AddReply", "dialog"},
    {"AddStationaryActor", "scene"},
    {"AddStationaryActorByType", "scene"},
    {"BlockPolygons", "scene"},
    {"ClearReplies", "dialog"},
    {"Compare", "item"},
    {"FindMark", "map"},
    {"GetAttackDistance", "actor"},
    {"GetDirection", "actor"},
    {"GetEyesHeight", "actor"},
    {"GetGroupActors", "scene"},
    {"GetItem", "container"},
    {"GetItemAmount", "container"},
    {"GetItemCount", "container"},
    {"GetItemID", "item"},
    {"GetLocator", "scene"},
    {"GetMap", "scene"},
    {"GetPFPosition", "actor"},
    {"GetPosition", "actor"},
    {"GetRegionByPt", "scene"},
    {"GetReturnValue", "dialog"},
    {"GetScene", "actor"},
    {"HasItem", "container"},
    {"IsAttacking", "actor"},
    {"IsDead", "actor"},
    {"IsDialogEnd", "dialog"},
    {"IsWeaponHolstered", "actor"},
    {"Next", "iterator"},
    {"RemoveItem", "container"},
    {"RemoveItemByType", "container"},
    {"RemoveStationaryActor", "scene"},
    {"SetItemName", "item"},
    {"SetMapParams", "map"},
    {"SetMessage", "dialog"},
    {"SetReturnValue", "dialog"},
    {"ShowMap", "dialog"},
    {"UnblockPolygons", "scene"},
    {"add", "list"},
    {"clear", "list"},
    {"get", "list"},
    {"in", "set"},
    {"remove", "list"},
    {"set", "list"},
    {"size", "list"},
});
static_assert(std::ranges::is_sorted(receivers, {}, &Receives::method));

/// What anything with properties can be called at least.
constexpr auto properties =
    std::to_array<std::string_view>({"GetProperty", "HasProperty", "RemoveProperty", "SetProperty"});

/// A row's own word is used unless any native could use it.
bool says_nothing(std::string_view word) {
    static constexpr auto vague =
        std::to_array<std::string_view>({"element", "found", "number", "object", "set", "value", "vector"});
    return word.empty() || std::ranges::binary_search(vague, word);
}

/// What natives give whatever the text that they look up.
struct Kind {
    std::string_view by, is;
};
constexpr auto kinds = std::to_array<Kind>({
    {"FindActor", "actor"},
    {"FindGeometry", "geometry"},
    {"FindMark", "mark"},
    {"GetInvItemByName", "id"},
    {"GetItemCountOfType", "count"},
    {"GetProperty", "value"},
    {"GetScene", "scene"},
    {"GetSceneByName", "scene"},
    {"GetVariable", "value"},
    {"HasItem", "found"},
    {"HasProperty", "found"},
});
static_assert(std::ranges::is_sorted(kinds, {}, &Kind::by));

std::string_view kind_of(std::string_view native, std::string_view word) {
    const auto known = std::ranges::lower_bound(kinds, native, {}, &Kind::by);
    return known != kinds.end() && known->by == native ? known->is : word;
}

bool is_number(VariableType type) {
    return type == VariableType::boolean || type == VariableType::integer || type == VariableType::real;
}

bool may_be_same(VariableType a, VariableType b) { return a == b || (is_number(a) && is_number(b)); }

} // namespace

Hints::Hints(source::Tree& tree, const source::NativeIndex& natives,
             const std::vector<const KnownFunction*>& known)
    : tree_(tree),
      natives_(natives),
      known_(known),
      dead_(tree.exprs.size()),
      partners_(tree.functions.size()),
      uses_(tree.functions.size()) {
    const auto begin = [this](std::size_t count) {
        const std::uint32_t first = end_;
        end_ += static_cast<std::uint32_t>(count);
        return first;
    };
    for (const Function& function : tree.functions) {
        parameters_.push_back(begin(function.parameters.size()));
        locals_.push_back(begin(function.locals.size()));
    }
    outer_ = end_;
    for (const source::Task& task : tree.tasks) tasks_.push_back(begin(task.variables.size()));
    globals_ = begin(tree.globals.size());
    results_ = begin(tree.functions.size());
    hints_.resize(end_);
    mentioned_.resize(end_);
    defined_.resize(end_);
    stored_.resize(outer_);
}

std::vector<FunctionUse> Hints::look() {
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) look_at(i);
    drop_half_truths();
    name_partners();
    return std::move(uses_);
}

void Hints::look_at(std::uint32_t number) {
    function_ = number;
    const Function& function = tree_.functions[number];
    if (function.event) {
        const EventName* const event = find_event(*function.event, tree_.window);
        std::string_view words = event == nullptr ? std::string_view{} : event->values;
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            const std::size_t end = words.find(' ');
            suggest(parameters_[number] + static_cast<std::uint32_t>(i), worth::event, words.substr(0, end));
            words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
        }
    }
    if (known_[number] != nullptr) take_known(number);
    if (function.body == none) return;
    part(function.body);
    block(function.body);
}

void Hints::take_known(std::uint32_t number) {
    const auto take = [this](std::uint32_t first, std::size_t count, std::string_view words) {
        for (std::uint32_t i = 0; i < count && !words.empty(); ++i) {
            const std::size_t end = words.find(',');
            suggest(first + i, worth::known, words.substr(0, end));
            words = end == std::string_view::npos ? std::string_view{} : words.substr(end + 1);
        }
    };
    const Function& function = tree_.functions[number];
    take(parameters_[number], function.parameters.size(), known_[number]->parameters);
    take(locals_[number], function.locals.size(), known_[number]->locals);
}

void Hints::block(NodeId id) {
    const Stmt& stmt = tree_.stmts[id];
    for (const NodeId one : tree_.items(stmt.a, stmt.b)) statement(one);
}

void Hints::statement(NodeId id) {
    const Stmt& stmt = tree_.stmts[id];
    switch (stmt.kind) {
    case StmtKind::block: return block(id);
    case StmtKind::declare:
        return store(locals_[function_] + stmt.a, tree_.functions[function_].locals[stmt.a], stmt.b);
    case StmtKind::assign: {
        const std::uint32_t to = place(stmt.space, stmt.a);
        mentioned_[to] = true;
        return store(to, type(stmt.space, stmt.a), stmt.b);
    }
    case StmtKind::assign_global:
        mentioned_[globals_ + stmt.a] = true;
        return store(globals_ + stmt.a, tree_.globals[stmt.a].type, stmt.b);
    case StmtKind::update_global: mentioned_[globals_ + stmt.a] = true; return expression(stmt.b);
    case StmtKind::assign_component:
    case StmtKind::update_component: mentioned_[place(stmt.space, stmt.a)] = true; return expression(stmt.b);
    case StmtKind::native:
    case StmtKind::method: return native(stmt);
    case StmtKind::condition:
        expression(stmt.a);
        statement(stmt.b);
        if (stmt.c != none) statement(stmt.c);
        return;
    case StmtKind::loop: {
        const Loop& head = tree_.loops[stmt.a];
        if (head.start != none) {
            statement(head.start);
            count(head);
        }
        for (const NodeId one : tree_.items(head.first, head.before)) statement(one);
        expression(head.condition);
        block(head.body);
        for (const NodeId one : tree_.items(head.step, head.steps)) statement(one);
        return;
    }
    case StmtKind::repeat: block(stmt.a); return expression(stmt.b);
    case StmtKind::call: return expression(stmt.a);
    case StmtKind::result:
        expression(stmt.a);
        if (stmt.a != none) {
            define(results_ + function_, none, {});
            same(results_ + function_, place(tree_.exprs[stmt.a]), worth::copied, worth::copied);
        }
        return;
    default: return;
    }
}

/// The variable of a counting loop: i, j, k.
void Hints::count(const Loop& head) {
    const Stmt& start = tree_.stmts[head.start];
    if (start.kind != StmtKind::declare ||
        tree_.functions[function_].locals[start.a] != VariableType::integer)
        return;
    suggest(locals_[function_] + start.a, worth::counter, "i");
}

void Hints::store(std::uint32_t to, VariableType type, NodeId from) {
    if (from == none) return;
    expression(from);
    const Expr& expr = tree_.exprs[from];
    switch (expr.kind) {
    case ExprKind::variable:
    case ExprKind::global:
    case ExprKind::call:
    case ExprKind::task_call:
        define(to, expr.kind == ExprKind::call ? first_text(expr, {}) : none, {});
        if (dead_[from]) return;
        if (may_be_same(type, this->type(expr))) same(to, place(expr), worth::copied, worth::copied);
        if (expr.kind == ExprKind::call) made_from(to, expr);
        return;
    case ExprKind::component:
        if (type == VariableType::real) suggest(to, worth::computed, std::array{"x", "y", "z"}[expr.b]);
        return;
    case ExprKind::boolean: return flag(to, type, from);
    case ExprKind::string: return define(to, expr.a, {});
    case ExprKind::cast:
        if (is_number(type)) same(to, place(tree_.exprs[expr.a]), worth::copied, worth::nothing);
        return;
    case ExprKind::exists: return suggest(to, worth::computed, "present");
    case ExprKind::unary:
        if (expr.op == Op::Sqrt) suggest(to, worth::computed, "length");
        return;
    case ExprKind::binary: return step(to, type, expr);
    default: return;
    }
}

/// What a function of the script makes or looks up is what the first text says that it is given.
void Hints::made_from(std::uint32_t to, const Expr& call) {
    if (const source::TextId text = first_text(call, {}); text != none) made_.push_back({to, call.a, text});
}

/// The first text among the arguments of a call that begins so; none if there is none.
source::TextId Hints::first_text(const Expr& call, std::string_view prefix) const {
    for (const NodeId argument : tree_.items(call.b, call.c)) {
        const Expr& expr = tree_.exprs[argument];
        if (expr.kind == ExprKind::string && tree_.text(expr.a).starts_with(prefix)) return expr.a;
    }
    return none;
}

/// The variable is set to what a text says, or, with none, to something else.
void Hints::define(std::uint32_t place, source::TextId text, std::string_view kind) {
    if (place == none) return;
    Defined& one = defined_[place];
    if (one.kind.empty()) one.kind = kind;
    if (one.count == Defined::Count::never)
        one.text = text;
    else if (text != none && one.text == text)
        return;
    one.count = one.count == Defined::Count::never ? Defined::Count::once : Defined::Count::variously;
}

/// A variable that holds one thing here and another there is not named after the first of them.
void Hints::drop_half_truths() {
    for (std::uint32_t i = 0; i < end_; ++i) {
        if (!hints_[i].text || !is_various(i)) continue;
        const std::string kind(defined_[i].kind);
        hints_[i] = {};
        suggest(i, worth::native, kind);
    }
}

/// What is computed.
void Hints::step(std::uint32_t to, VariableType type, const Expr& value) {
    const VariableType left = this->type(tree_.exprs[value.a]), right = this->type(tree_.exprs[value.b]);
    if (type == VariableType::vector) {
        if (value.op == Op::Sub && left == type && right == type) suggest(to, worth::computed, "offset");
        if (value.op == Op::Xor) suggest(to, worth::computed, "cross");
        if (value.op == Op::Div && left == type) suggest(to, worth::computed, "direction");
        return;
    }
    if (type == VariableType::real && value.op == Op::Or)
        return suggest(to, worth::computed, same_variable(value.a, value.b) ? "squaredLength" : "dot");
    const Expr& by = tree_.exprs[value.b];
    if (type == VariableType::integer && place(tree_.exprs[value.a]) == to && by.kind == ExprKind::integer) {
        if (value.op == Op::Add && by.a == 1) suggest(to, worth::computed, "count");
    }
    if (type == VariableType::string && value.op == Op::Add)
        if (const std::string_view text = leading_text(tree_, value); camel(text).size() > 3) {
            define(to, tree_.intern(text), {});
            suggest(to, worth::computed, camel(text), true);
        }
}

/// Something that outlives its function and is made true there.
void Hints::flag(std::uint32_t to, VariableType type, NodeId value) {
    if (type == VariableType::boolean && to >= outer_ && tree_.exprs[value].a != 0)
        flags_.push_back({to, function_});
}

bool Hints::same_variable(NodeId a, NodeId b) const {
    const std::uint32_t left = place(tree_.exprs[a]);
    return left != none && left == place(tree_.exprs[b]) && tree_.exprs[a].kind == ExprKind::variable;
}

/// squaredLength < f * f
void Hints::square(const Expr& comparison) {
    if (comparison.op < Op::LT || comparison.op > Op::GE) return;
    for (const auto& [one, other] :
         {std::pair{comparison.a, comparison.b}, std::pair{comparison.b, comparison.a}}) {
        const Expr& product = tree_.exprs[one];
        if (product.kind != ExprKind::binary || product.op != Op::Mult ||
            !same_variable(product.a, product.b))
            continue;
        const Expr& square = tree_.exprs[other];
        const std::uint32_t from = place(square);
        const bool squared = square.kind == ExprKind::binary
                                 ? square.op == Op::Or && same_variable(square.a, square.b)
                                 : from != none && hints_[from].name != none &&
                                       tree_.text(hints_[from].name).find("quared") != std::string_view::npos;
        if (squared) suggest(place(tree_.exprs[product.a]), worth::computed, "distance");
    }
}

Hints::Receiver Hints::receiver_of(std::string_view method) {
    if (method.starts_with('@')) method.remove_prefix(1);
    const auto known = std::ranges::lower_bound(receivers, method, {}, &Receives::method);
    if (known != receivers.end() && known->method == method) return {worth::receiver, known->is};
    if (std::ranges::binary_search(properties, method)) return {worth::receiver - 1, "actor"};
    return {};
}

void Hints::receiver(const Expr& expr, const Receiver& is) {
    if (expr.kind == ExprKind::variable || expr.kind == ExprKind::global)
        suggest(place(expr), is.worth, is.name);
}

/// Looked up once as long as a native is called in the same way.
const Hints::Found& Hints::find(const Stmt& stmt) {
    if (stmt.a >= found_.size()) found_.resize(tree_.text_count());
    Found& last = found_[stmt.a];
    if (last.kind == stmt.kind && last.arguments == stmt.c) return last;
    const std::string_view name = tree_.text(stmt.a);
    const bool method = stmt.kind == StmtKind::method;
    last = {stmt.kind, stmt.c, natives_.find(name, stmt.c, method), method ? receiver_of(name) : Receiver{}};
    return last;
}

/// Some objects are asked the other way round: item->GetProperty(durability, "durability").
bool Hints::is_turned(const Stmt& stmt) const {
    const auto arguments = tree_.items(stmt.b, stmt.c);
    return arguments.size() == 2 && tree_.exprs[arguments[1]].kind == ExprKind::string &&
           type(tree_.exprs[arguments[0]]) != VariableType::string && is_look_up(tree_.text(stmt.a));
}

void Hints::native(const Stmt& stmt) {
    const bool method = stmt.kind == StmtKind::method;
    const std::string_view name = tree_.text(stmt.a);
    const Found& found = find(stmt);
    const vellum::Signature* const known = found.signature;
    if (method) {
        expression(stmt.d);
        receiver(tree_.exprs[stmt.d], found.receiver);
    }
    const auto arguments = tree_.items(stmt.b, stmt.c);
    std::string_view text;
    std::size_t outs = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Expr& expr = tree_.exprs[arguments[i]];
        expression(arguments[i]);
        if (text.empty()) text = leading_text(tree_, expr);
        if (known != nullptr && known->parameters[i].direction == Direction::out &&
            expr.kind == ExprKind::variable)
            ++outs;
    }
    const bool turned = is_turned(stmt);
    const std::uint32_t list = method ? place(tree_.exprs[stmt.d]) : none;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Expr& expr = tree_.exprs[arguments[i]];
        if (i == 0 && list != none && (name == "add" || name == "get"))
            if (const std::uint32_t member = place(expr); member != none) {
                const bool made = expr.kind == ExprKind::call;
                members_.push_back({member, list, name == "add", made ? expr.a : none,
                                    made ? first_text(expr, {}) : none,
                                    made ? first_text(expr, actor_kind) : none});
            }
        std::string_view word =
            known != nullptr ? std::string_view(known->parameters[i].name) : std::string_view{};
        // Numbers are said as well, by natives that take any value.
        if (word == "text" && known->parameters[i].type != Type::integer &&
            type(expr) != VariableType::string)
            word = {};
        if (expr.kind == ExprKind::call) {
            std::string_view& given_to = uses_[expr.a].given_to;
            if (given_to.empty() && name.starts_with("Set") && arguments.size() == 1)
                given_to = name.substr(3);
            if (given_to.empty() && !says_nothing(word)) given_to = word;
        }
        const std::uint32_t to = expr.kind == ExprKind::component ? none : place(expr);
        if (to == none) continue;
        if (turned && i == 0) word = {};
        const bool vague = says_nothing(word);
        const bool out = known != nullptr && (known->parameters[i].direction != Direction::in || turned) &&
                         expr.kind == ExprKind::variable;
        // Beside the value, whether there is one.
        const bool answer = out && (outs < 2 || known->parameters[i].type != Type::boolean) &&
                            (known->parameters[i].direction == Direction::out || vague || turned);
        const bool looked_up = answer && !text.empty() && is_look_up(name);
        if (looked_up || (answer && known->parameters[i].direction == Direction::out))
            define(to, looked_up ? tree_.intern(text) : none, kind_of(name, word));
        if (dead_[arguments[i]]) continue;
        if (looked_up && hints_[to].worth < worth::text) {
            std::string base = camel(text.substr(0, text.find('.')));
            if (name.starts_with("Has") && !base.empty()) base = camel("has_" + base);
            suggest(to, worth::text, base, true);
        }
        if (!vague && !(out && known->parameters[i].direction == Direction::out))
            suggest(to, word == "actor" || word.size() == 1 ? worth::passed : worth::argument, word);
        else if (out && !vague)
            suggest(to, worth::native, word);
        else if (out && known->parameters[i].direction == Direction::out && hints_[to].worth < worth::native)
            suggest(to, outs == 1 || word.empty() ? worth::native : worth::argument,
                    outs > 1 && word == "found" ? std::string(word) : given_by(name));
        else if (out && word.empty() && arguments.size() == 1 && only_asks(name))
            suggest(to, worth::passed, given_by(name));
        else if (!word.empty())
            suggest(to, worth::passed, word);
    }
}

void Hints::expression(NodeId id) {
    if (id == none) return;
    const Expr& expr = tree_.exprs[id];
    switch (expr.kind) {
    case ExprKind::variable:
    case ExprKind::global:
    case ExprKind::component: mentioned_[place(expr)] = true; return;
    case ExprKind::call:
    case ExprKind::task_call: return call(expr);
    case ExprKind::exists:
        expression(expr.a);
        return receiver(tree_.exprs[expr.a], receiver_of(tree_.text(expr.b)));
    case ExprKind::binary:
        expression(expr.a);
        expression(expr.b);
        return square(expr);
    default: source::each_child(tree_, expr, [this](NodeId child) { expression(child); });
    }
}

/// Arguments and parameters name each other.
void Hints::call(const Expr& expr) {
    const std::uint32_t callee = expr.kind == ExprKind::call ? expr.a : tree_.tasks[expr.a].init;
    if (callee != function_) {
        std::uint32_t& caller = uses_[callee].caller;
        caller = caller == none || caller == function_ ? function_ : FunctionUse::several;
    }
    const Function& function = tree_.functions[callee];
    const auto arguments = tree_.items(expr.b, expr.c);
    of_conversation(callee, arguments);
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
        expression(arguments[i]);
        const Expr& argument = tree_.exprs[arguments[i]];
        if (argument.kind == ExprKind::component || i >= function.parameters.size()) continue;
        const std::uint32_t mine = place(argument);
        define(parameters_[callee] + i, none, {});
        if (mine != none && may_be_same(type(argument), function.parameters[i]))
            same(parameters_[callee] + i, mine, worth::passed, worth::passed);
    }
}

/// What a conversation does is given its two sides, which its task holds: the player and the dialog.
void Hints::of_conversation(std::uint32_t callee, std::span<const std::uint32_t> arguments) {
    if (arguments.size() != 2) return;
    const Function& function = tree_.functions[function_];
    const bool sides = std::ranges::all_of(arguments, [&](NodeId argument) {
        const Expr& expr = tree_.exprs[argument];
        return expr.kind == ExprKind::variable && expr.space == Space::task &&
               type(expr) == VariableType::object;
    });
    if (sides && function.event && event_name(*function.event, tree_.window) == "OnDialogReply")
        partners_[callee].conversations = true;
    else
        partners_[callee].others = true;
}

void Hints::name_partners() {
    for (std::uint32_t i = 0; i < partners_.size(); ++i) {
        if (!partners_[i].conversations || tree_.functions[i].parameters.size() != 2) continue;
        const auto call = [&](std::uint32_t number, std::string_view name) {
            hints_[parameters_[i] + number] = {worth::event, tree_.intern(name)};
        };
        call(0, partners_[i].others ? "actor" : "player");
        call(1, "dialog");
    }
}

std::uint32_t Hints::place(Space space, std::uint32_t number) const {
    switch (space) {
    case Space::local: return locals_[function_] + number;
    case Space::parameter: return parameters_[function_] + number;
    case Space::task: break;
    }
    return tasks_[tree_.functions[function_].task] + number;
}

std::uint32_t Hints::place(const Expr& expr) const {
    switch (expr.kind) {
    case ExprKind::variable:
    case ExprKind::component: return place(expr.space, expr.a);
    case ExprKind::global: return globals_ + expr.a;
    case ExprKind::call: return results_ + expr.a;
    case ExprKind::task_call: return results_ + tree_.tasks[expr.a].init;
    default: return none;
    }
}

VariableType Hints::type(Space space, std::uint32_t number) const {
    const Function& function = tree_.functions[function_];
    switch (space) {
    case Space::local: return function.locals[number];
    case Space::parameter: return function.parameters[number];
    case Space::task: break;
    }
    return tree_.tasks[function.task].variables[number].type;
}

VariableType Hints::type(const Expr& expr) const {
    switch (expr.kind) {
    case ExprKind::variable: return type(expr.space, expr.a);
    case ExprKind::global: return tree_.globals[expr.a].type;
    case ExprKind::call: return tree_.functions[expr.a].result.value_or(VariableType::boolean);
    case ExprKind::task_call:
        return tree_.functions[tree_.tasks[expr.a].init].result.value_or(VariableType::boolean);
    case ExprKind::vector: return VariableType::vector;
    case ExprKind::string: return VariableType::string;
    case ExprKind::integer: return VariableType::integer;
    case ExprKind::real: return VariableType::real;
    case ExprKind::null: return VariableType::object;
    default: return VariableType::boolean;
    }
}

void Hints::suggest(std::uint32_t place, std::uint8_t worth, std::string_view name, bool text) {
    if (place == none || name.empty() || name.size() > 40) return;
    Hint& hint = hints_[place];
    if (hint.worth >= worth) return;
    if (source::is_keyword(name))
        hint = {worth, tree_.intern(std::string(name) + (name == "vector" ? "Value" : "Name")), text};
    else
        hint = {worth, tree_.intern(name), text};
}

void Hints::same(std::uint32_t a, std::uint32_t b, std::uint8_t to_a, std::uint8_t to_b) {
    if (a != none && b != none && a != b) same_.push_back({a, b, to_a, to_b});
}

} // namespace vellum::pathologic::decompile
