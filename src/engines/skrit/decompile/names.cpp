// See the header.
#include "engines/skrit/decompile/names.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/ascii.hpp"

namespace vellum::skrit::decompile {

namespace {

constexpr std::size_t longest = 40;

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

/// "SendFrom" gives "send_from".
std::string in_words(std::string_view name) {
    std::string words;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool capital = name[i] >= 'A' && name[i] <= 'Z';
        const bool follows_small = i != 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z';
        if (capital && follows_small) words += '_';
        words += lower_ascii(name[i]);
    }
    return words;
}

class Namer {
  public:
    Namer(const Unit& unit, Tree& tree, const Types& types, const Exports& exports, ChosenNames& chosen)
        : unit_(unit), tree_(tree), types_(types), exports_(exports), chosen_(chosen) {
        for (const UnitVariable& one : unit.variables) global_.insert(lower_case(one.name));
        for (const UnitFunction& one : unit.functions_table) global_.insert(lower_case(one.name));
    }

    void function(std::uint32_t index) {
        taken_.clear();
        numbers_.clear();
        FunctionTree& at = tree_.functions[index];
        for (const std::uint32_t variable : at.locals)
            if (is_user_name(tree_.variables[variable].name))
                taken_.insert(lower_case(tree_.variables[variable].name));
        const std::uint32_t event = event_of(index);
        for (std::size_t i = 0; i < at.parameters.size(); ++i) {
            if (at.parameters[i] == none) continue;
            std::string wanted;
            if (event != no_index && i < exports_.event_at(event).parameters.size())
                wanted = in_words(exports_.event_at(event).parameters[i].name);
            name(at.parameters[i], wanted);
        }
        first_values(at.body);
        for (const std::uint32_t variable : at.locals) name(variable, {});
    }

  private:
    [[nodiscard]] std::uint32_t event_of(std::uint32_t index) const {
        const UnitFunction& row = unit_.functions_table[index];
        if (row.kind != FunctionKind::event) return no_index;
        return exports_.find_event(std::string_view(row.name).substr(0, row.name.size() - 1));
    }

    void first_values(std::span<const StmtId> list) {
        for (const StmtId id : list) {
            const Stmt& at = tree_.stmts[id];
            if (at.kind == StmtKind::declare && at.a != none) name(at.value, source_of(at.a));
            first_values(at.body);
            first_values(at.otherwise);
        }
    }

    /// What a call's value may be named after: the function without its Get.
    [[nodiscard]] std::string source_of(ExprId id) const {
        const Expr* at = &tree_.exprs[id];
        while (at->kind == ExprKind::convert || at->kind == ExprKind::upcast) at = &tree_.exprs[at->a];
        if (at->kind != ExprKind::call) return {};
        std::string_view name = unit_.imports[at->value].name;
        for (const std::string_view prefix : {"Get", "Make", "Create", "Find"})
            if (name.size() > prefix.size() && name.starts_with(prefix)) {
                name.remove_prefix(prefix.size());
                break;
            }
        return in_words(name);
    }

    [[nodiscard]] std::string of_type(TypeIndex type) const {
        switch (types_.kind(type)) {
        case TypeKind::boolean: return "flag";
        case TypeKind::integer: return "n";
        case TypeKind::real: return "value";
        case TypeKind::string: return "text";
        default: break;
        }
        std::string_view name = types_.name(type);
        if (types_.kind(type) == TypeKind::enumeration && name.starts_with("e")) name.remove_prefix(1);
        return in_words(name);
    }

    void name(std::uint32_t variable, std::string wanted) {
        Variable& at = tree_.variables[variable];
        if (is_user_name(at.name)) return;
        if (!at.hidden) ++chosen_.count;
        if (wanted.empty() || wanted.size() > longest ||
            !std::ranges::all_of(wanted, [](char c) { return letter(c) || digit(c); })) {
            if (!at.hidden) ++chosen_.made_up;
            wanted = of_type(at.type);
        }
        if (wanted.empty() || !letter(wanted[0]) || wanted.size() > longest) wanted = "value";
        std::uint32_t& number = numbers_[lower_case(wanted)];
        do {
            at.name = (number == 0 ? wanted : wanted + std::to_string(number + 1)) + "$";
            ++number;
        } while (global_.contains(lower_case(at.name)) || !taken_.insert(lower_case(at.name)).second);
    }

    const Unit& unit_;
    Tree& tree_;
    const Types& types_;
    const Exports& exports_;
    ChosenNames& chosen_;
    std::unordered_set<std::string> global_; ///< In lower case.
    std::unordered_set<std::string> taken_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

} // namespace

bool is_user_name(std::string_view name) {
    if (name.size() < 2 || !name.ends_with('$') || !letter(name[0])) return false;
    return std::ranges::all_of(name.substr(0, name.size() - 1), [](char c) { return letter(c) || digit(c); });
}

void name_variables(const Unit& unit, Tree& tree, const Types& types, const Exports& exports,
                    ChosenNames& chosen) {
    Namer namer(unit, tree, types, exports, chosen);
    if (unit.mode == UnitMode::formula) return; // its macros have names
    for (std::uint32_t i = 0; i < tree.functions.size(); ++i) namer.function(i);
}

} // namespace vellum::skrit::decompile
