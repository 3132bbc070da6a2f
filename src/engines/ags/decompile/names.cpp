// See the header.
#include "engines/ags/decompile/names.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/concat.hpp"

namespace vellum::ags::decompile {

namespace {

constexpr std::uint32_t deepest = 100;
constexpr std::string_view counters[] = {"i", "j", "k"};

bool is_upper(char letter) noexcept { return letter >= 'A' && letter <= 'Z'; }

bool is_word(std::string_view text) noexcept {
    if (text.empty() || text.size() > 32 || (text.front() >= '0' && text.front() <= '9')) return false;
    return std::ranges::all_of(text, [](char letter) {
        return (letter >= 'a' && letter <= 'z') || is_upper(letter) || (letter >= '0' && letter <= '9') ||
               letter == '_';
    });
}

/// "itemCount" for "ItemCount", "id" for "ID", "guiName" for "GUIName".
std::string lowered(std::string_view name) {
    std::string made(name);
    for (std::size_t i = 0; i < made.size() && is_upper(made[i]); ++i) {
        if (i > 0 && i + 1 < made.size() && !is_upper(made[i + 1]) && made[i + 1] != '_') break;
        made[i] = static_cast<char>(made[i] - 'A' + 'a');
    }
    return made;
}

/// "Color" for "ColorFromRGB".
std::string_view without_tail(std::string_view name) {
    for (std::size_t i = 0; i + 2 < name.size(); ++i)
        for (const std::string_view word : {"From", "For", "At", "By", "Of", "In", "With", "As"})
            if (name.substr(i).starts_with(word) && name.size() > i + word.size() &&
                is_upper(name[i + word.size()]))
                return name.substr(0, i);
    return name;
}

/// "Count" for "GetCount".
std::string_view without_verb(std::string_view name) {
    for (const std::string_view verb : {"Get", "get_", "Create", "Find", "Calculate", "Read"})
        if (name.starts_with(verb) && name.size() > verb.size() && is_upper(name[verb.size()]))
            return name.substr(verb.size());
    return name;
}

bool is_question(std::string_view name) {
    return std::ranges::any_of(std::array<std::string_view, 3>{"Is", "Has", "Can"}, [&](const auto verb) {
        return name.starts_with(verb) && name.size() > verb.size() && is_upper(name[verb.size()]);
    });
}

} // namespace

LocalNames::LocalNames(const Block& block, const Tree& tree, Types& types, Layout& layout)
    : block_(block),
      tree_(tree),
      types_(types),
      layout_(layout),
      hints_(tree.locals.size()),
      counters_(tree.locals.size()),
      names_(tree.locals.size()) {}

void LocalNames::run(const std::map<std::uint32_t, std::string>& given) {
    // What is passed from function to function is known after the functions were looked at.
    for (int times = 0; times < 2 && types_.api() != nullptr; ++times)
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) look(i);
    for (const auto& [local, name] : given)
        if (local < hints_.size()) hints_[local] = {-1, name};
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) name(i);
}

void LocalNames::hint(std::uint32_t local, int rank, std::string_view name) {
    if (local < hints_.size() && rank < hints_[local].rank && is_word(name))
        hints_[local] = {rank, std::string(name)};
}

/// The local that an expression is, whole; null for any other.
const Expr* LocalNames::local_in(ExprId id) const {
    const Expr& of = tree_.exprs[id];
    const bool whole = of.kind == ExprKind::access && of.place.base == Place::Base::local &&
                       of.place.indices.empty() && of.place.offset == 0;
    return whole ? &of : nullptr;
}

/// If the expression is a variable, or one and a number: an x and 10 is an x.
void LocalNames::hint_value(ExprId expr, int rank, std::string_view name) {
    constexpr int farther = 3;
    const Expr& of = tree_.exprs[expr];
    if (of.kind == ExprKind::make_string || of.kind == ExprKind::check_null)
        return hint_value(of.left, rank, name);
    if (of.kind == ExprKind::binary && (of.op == Op::addreg || of.op == Op::subreg) &&
        tree_.exprs[of.right].kind == ExprKind::number)
        if (const Expr* const local = local_in(of.left)) return hint(local->place.id, rank + farther, name);
    if (const Expr* const local = local_in(expr)) hint(local->place.id, rank, name);
}

/// What is in a variable of the API has a name: that of mouse.x.
std::string LocalNames::place_name(const Expr& access) const {
    if (access.place.base != Place::Base::import || !access.place.indices.empty()) return {};
    CellKey key;
    const RecordId record = types_.place(access.place, access.width, key);
    const Spelling spelling = layout_.spelling(record, key);
    const std::string_view member = spelling[0];
    // Those of unknown structs are m0, m4; and a thing's own name is not that of whatever is it once.
    return member.size() > 1 && member[1] != 'm' ? lowered(member.substr(1)) : std::string();
}

/// What a value would be called.
std::string LocalNames::source_name(ExprId id, std::uint32_t depth) const {
    constexpr std::uint32_t most = 6; // nobody calls a longer sum after what is in it
    if (id == no_expr || depth > most) return {};
    const Expr& expr = tree_.exprs[id];
    switch (expr.kind) {
    case ExprKind::property: return lowered(block_.imports()[static_cast<std::size_t>(expr.value)].name);
    case ExprKind::access: return place_name(expr);
    case ExprKind::call:
    case ExprKind::own_call: {
        const auto number = static_cast<std::size_t>(expr.value);
        const bool imported = expr.kind == ExprKind::call;
        const std::string_view name =
            imported ? block_.imports()[number].name : std::string_view(block_.functions()[number].name);
        const std::string_view noun = without_tail(without_verb(name));
        return noun.size() < name.size() || is_question(name) ? lowered(noun) : std::string();
    }
    case ExprKind::make_string:
    case ExprKind::negate: return source_name(expr.left, depth + 1);
    case ExprKind::binary: { // a width divided by two, an x and half a width
        constexpr Op sums[] = {Op::addreg,  Op::subreg,  Op::mulreg,  Op::divreg,
                               Op::faddreg, Op::fsubreg, Op::fmulreg, Op::fdivreg};
        if (std::ranges::find(sums, expr.op) == std::end(sums)) return {};
        std::string name = source_name(expr.left, depth + 1);
        return name.empty() ? source_name(expr.right, depth + 1) : name;
    }
    default: return {};
    }
}

/// "set_Width(value)", "seti_Cell(index, value)".
void LocalNames::accessor(std::uint32_t number) {
    constexpr int rank = 61;
    const std::string_view name = block_.functions()[number].name;
    const Function& function = tree_.functions[number];
    const std::int32_t parameters = block_.functions()[number].parameters;
    if (parameters <= 0 || std::cmp_greater(parameters, function.locals)) return;
    if (name.starts_with("set_") || name.starts_with("seti_"))
        hint(function.first_local + static_cast<std::uint32_t>(parameters) - 1, rank, "value");
    if (name.starts_with("geti_") || name.starts_with("seti_")) hint(function.first_local, rank, "index");
}

/// "i < count".
void LocalNames::bound(ExprId condition) {
    constexpr int rank = 72;
    const Expr& test = tree_.exprs[condition];
    if (test.kind != ExprKind::binary || (test.op != Op::lessthan && test.op != Op::lte)) return;
    if (const Expr* const left = local_in(test.left); left != nullptr && counters_[left->place.id])
        hint_value(test.right, rank, "count");
}

void LocalNames::look(std::uint32_t number) {
    const Function& function = tree_.functions[number];
    const Extent& extent = block_.functions()[number];
    if (const ApiEntry* const handler = types_.api()->handler(extent.name, extent.parameters);
        handler != nullptr)
        for (std::uint32_t i = 0; i < handler->parameters.size() && i < function.locals; ++i)
            hint(function.first_local + i, 0, handler->parameters[i].name);
    accessor(number);
    body(function.body, 0);
    for (std::uint32_t i = 0; i < function.locals; ++i) by_type(function.first_local + i);
}

void LocalNames::body(const Body& list, std::uint32_t depth) {
    if (depth > deepest) return;
    for (const std::uint32_t each : list) statement(tree_.stmts[each], depth);
}

void LocalNames::statement(const Stmt& stmt, std::uint32_t depth) {
    expression(stmt.value, 0);
    expression(stmt.target, 0);
    if (stmt.kind == StmtKind::declare && stmt.value != no_expr)
        hint(stmt.local, 40, source_name(stmt.value));
    if (stmt.kind == StmtKind::assign) {
        hint_value(stmt.target, 45, source_name(stmt.value));
        if (tree_.exprs[stmt.target].kind == ExprKind::property)
            hint_value(stmt.value, 50, source_name(stmt.target));
        if (const Expr* const given = local_in(stmt.value); given != nullptr && counters_[given->place.id])
            hint_value(stmt.target, 71, "found");
    }
    if (stmt.kind == StmtKind::compound) {
        const Expr& sum = tree_.exprs[stmt.value];
        hint_value(stmt.target, 56, source_name(sum.right));
        if (sum.op == Op::addreg && tree_.exprs[sum.right].kind != ExprKind::number)
            hint_value(stmt.target, 82, "total");
    }
    if (stmt.kind == StmtKind::step && depth > 0) {
        const Expr& counted = tree_.exprs[stmt.target];
        if (counted.kind == ExprKind::access && counted.place.base == Place::Base::local &&
            counted.place.indices.empty() && !tree_.locals[counted.place.id].parameter &&
            tree_.locals[counted.place.id].size == 4)
            hint(counted.place.id, 70, "count");
    }
    if (stmt.kind == StmtKind::return_) {
        const Expr& given = tree_.exprs[stmt.value];
        if (given.kind == ExprKind::access && given.place.base == Place::Base::local &&
            !tree_.locals[given.place.id].parameter)
            hint_value(stmt.value, 85, "result");
    }
    if (stmt.kind == StmtKind::for_ && stmt.after != nowhere) {
        const Expr& counted = tree_.exprs[tree_.stmts[stmt.after].target];
        if (counted.kind == ExprKind::access && counted.place.base == Place::Base::local &&
            counted.place.indices.empty() && counted.place.id < counters_.size() &&
            !tree_.locals[counted.place.id].parameter && !tree_.locals[counted.place.id].handle &&
            tree_.locals[counted.place.id].size == 4) {
            counters_[counted.place.id] = true;
            hint(counted.place.id, 5, counters[0]);
        }
        bound(stmt.value);
    }
    for (const Case& each : stmt.cases) {
        expression(each.test, 0);
        body(each.body, depth + 1);
    }
    for (const std::uint32_t part : {stmt.before, stmt.after})
        if (part != nowhere) statement(tree_.stmts[part], depth + 1);
    body(stmt.body, depth + 1);
    body(stmt.otherwise, depth + 1);
}

void LocalNames::expression(ExprId id, std::uint32_t depth) {
    if (id == no_expr || depth > deepest) return;
    const Expr& expr = tree_.exprs[id];
    if (expr.kind == ExprKind::call)
        if (const ApiEntry* const known = types_.import_known(static_cast<std::uint32_t>(expr.value)))
            for (std::size_t i = 0; i < known->parameters.size() && i < expr.arguments.size(); ++i)
                hint_value(expr.arguments[i], 30, known->parameters[i].name);
    if (expr.kind == ExprKind::call && expr.arguments.size() == 1) {
        const std::string_view name = block_.imports()[static_cast<std::size_t>(expr.value)].name;
        if (name.starts_with("Set") && name.size() > 3 && is_upper(name[3]))
            hint_value(expr.arguments[0], 66, lowered(name.substr(3)));
    }
    if (expr.kind == ExprKind::own_call) {
        const Function& called = tree_.functions[static_cast<std::size_t>(expr.value)];
        const auto parameters = static_cast<std::uint32_t>(
            std::max(block_.functions()[static_cast<std::size_t>(expr.value)].parameters, 0));
        for (std::uint32_t i = 0; i < parameters && i < expr.arguments.size() && i < called.locals; ++i) {
            const Hint& known = hints_[called.first_local + i];
            if (known.rank < 64) hint_value(expr.arguments[i], known.rank + 15, std::string(known.name));
            hint(called.first_local + i, 62, source_name(expr.arguments[i]));
            if (const Expr* const given = local_in(expr.arguments[i]))
                if (const Hint& own = hints_[given->place.id]; own.rank < 50)
                    hint(called.first_local + i, own.rank + 15, std::string(own.name));
        }
    }
    if (expr.kind == ExprKind::binary && expr.op >= Op::isequal && expr.op <= Op::lte) {
        hint_value(expr.left, 55, source_name(expr.right));
        hint_value(expr.right, 55, source_name(expr.left));
    }
    if (expr.kind == ExprKind::new_array) hint_value(expr.left, 65, "count");
    expression(expr.left, depth + 1);
    expression(expr.right, depth + 1);
    for (const ExprId each : expr.arguments) expression(each, depth + 1);
    for (const Index& index : expr.place.indices) {
        hint_value(index.value, 75, "index");
        expression(index.value, depth + 1);
    }
    if (expr.place.base == Place::Base::object) expression(expr.place.id, depth + 1);
}

void LocalNames::by_type(std::uint32_t local) {
    const auto& cells = types_.record(types_.local(local)).cells;
    const auto cell = cells.find(CellKey{});
    if (tree_.locals[local].text) return hint(local, 80, "buffer");
    if (cell == cells.end() || cell->second.type == 0) return;
    const TypeId type = cell->second.type;
    if (types_.words(type) != nullptr && types_.words(type)->name != "bool") {
        std::string_view name = types_.words(type)->name;
        if (name.size() > 1 && name.front() == 'e' && is_upper(name[1])) name.remove_prefix(1);
        return hint(local, 60, lowered(name));
    }
    switch (types_.kind(type)) {
    case TypeKind::string:
    case TypeKind::text: return hint(local, 80, "text");
    case TypeKind::handle:
        if (const RecordId record = types_.record_of(type); record != 0) {
            const std::string_view name = types_.record(record).name;
            hint(local, 80, name == "String" ? "text" : lowered(name));
        }
        return;
    case TypeKind::real: return hint(local, 90, "value");
    default: return;
    }
}

/// The function's locals in an order in which they can be released as the code does it. `bound` gets which of
/// them are.
std::vector<std::uint32_t> LocalNames::in_order(const Function& function, std::vector<bool>& bound) const {
    std::vector<std::vector<std::uint32_t>> behind(function.locals);
    std::vector<std::uint32_t> waits(function.locals);
    bound.assign(function.locals, false);
    for (const auto& group : function.releases)
        for (std::size_t i = 0; i < group.size(); ++i) {
            bound[group[i] - function.first_local] = true;
            if (i + 1 == group.size()) break;
            behind[group[i] - function.first_local].push_back(group[i + 1] - function.first_local);
            ++waits[group[i + 1] - function.first_local];
        }
    std::set<std::uint32_t> ready;
    for (std::uint32_t i = 0; i < function.locals; ++i)
        if (waits[i] == 0) ready.insert(i);
    std::vector<std::uint32_t> order;
    std::vector<bool> taken(function.locals);
    while (!ready.empty()) {
        const std::uint32_t next = *ready.begin();
        ready.erase(ready.begin());
        order.push_back(next);
        taken[next] = true;
        for (const std::uint32_t each : behind[next])
            if (--waits[each] == 0) ready.insert(each);
    }
    for (std::uint32_t i = 0; i < function.locals; ++i) // of code that contradicts itself
        if (!taken[i]) order.push_back(i);
    return order;
}

void LocalNames::name(std::uint32_t number) {
    const Function& function = tree_.functions[number];
    std::vector<bool> bound;
    std::set<std::string, std::less<>> here;
    std::map<std::string, std::uint32_t, std::less<>> used; // how many of a name there are
    std::size_t last = 0;                                   // ranks count from 1
    std::uint32_t nameless = 0;
    std::uint32_t counting = 0;
    for (const std::uint32_t each : in_order(function, bound)) {
        const std::uint32_t local = function.first_local + each;
        std::string begin = hints_[local].name;
        const bool chosen = !begin.empty();
        ++counts_.count;
        if (!chosen) ++counts_.made_up;
        if (counters_[local] && begin == counters[0] && counting < std::size(counters))
            begin = counters[counting++];
        // Of "m1" no number behind it makes a name that a local can have.
        const std::string_view divider = layout_.is_made_up(begin + "2") ? "_" : "";
        std::uint32_t& count = chosen ? used[begin] : nameless;
        while (true) {
            std::string name = begin;
            ++count;
            if (!chosen)
                name = layout_.local_prefix() + std::to_string(count);
            else if (count > 1)
                name += concat(divider, count);
            if ((chosen && layout_.is_taken(name)) || here.contains(name)) continue;
            if (bound[each] && layout_.given() != nullptr && layout_.given()->has_word(name)) continue;
            if (bound[each]) {
                const auto [rank, is_new] = ranks_.try_emplace(name, order_.size() + 1);
                if (is_new)
                    order_.push_back(name);
                else if (rank->second <= last)
                    continue;
                last = rank->second;
            }
            here.insert(name);
            names_[local] = std::move(name);
            break;
        }
    }
}

} // namespace vellum::ags::decompile
