// See the header.
#include "engines/pathologic/compile/entered.hpp"

#include <algorithm>
#include <utility>

namespace vellum::pathologic::compile {

std::vector<bool> entered_tasks(const Parsed& parsed) {
    const Tree& tree = parsed.tree;
    std::vector<std::uint32_t> task_of(tree.functions.size(), none); // by init
    std::vector<std::uint32_t> entries(tree.tasks.size(), 0);
    std::vector<std::vector<std::uint32_t>> functions(tree.tasks.size());
    for (std::uint32_t i = 0; i < tree.tasks.size(); ++i)
        if (tree.tasks[i].init != none) task_of[tree.tasks[i].init] = i;
    const auto each_entry = [&](std::uint32_t function, const auto& what) {
        for (const Parsed::Call& call : parsed.calls_of(function))
            if (task_of[call.callee] != none) what(task_of[call.callee]);
    };
    for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
        if (tree.functions[i].task != none) functions[tree.functions[i].task].push_back(i);
        each_entry(i, [&](std::uint32_t task) { ++entries[task]; });
    }
    std::vector<bool> entered(tree.tasks.size(), true);
    std::vector<std::uint32_t> open;
    const auto look_at = [&](std::uint32_t task) {
        const source::Task& one = tree.tasks[task];
        if (entries[task] != 0 || task == tree.main || one.kept || one.init == none) return;
        entered[task] = false;
        open.push_back(task);
    };
    for (std::uint32_t i = 0; i < tree.tasks.size(); ++i) look_at(i);
    while (!open.empty()) {
        const std::uint32_t left = open.back();
        open.pop_back();
        for (const std::uint32_t function : functions[left])
            each_entry(function, [&](std::uint32_t task) {
                --entries[task];
                look_at(task);
            });
    }
    return entered;
}

void number_tasks(Tree& tree, const std::vector<bool>& kept) {
    std::vector<std::uint32_t>& order = tree.tables.task_order;
    if (order.empty()) {
        if (std::ranges::find(kept, false) == kept.end()) return;
        for (std::uint32_t i = 0; i < kept.size(); ++i) order.push_back(i);
    }
    std::vector<std::uint32_t> number(kept.size(), none);
    std::vector<source::Task> tasks;
    for (const std::uint32_t i : std::exchange(order, {})) {
        if (!kept[i]) continue;
        number[i] = static_cast<std::uint32_t>(tasks.size());
        tasks.push_back(std::move(tree.tasks[i]));
    }
    tree.tasks = std::move(tasks);
    if (tree.main != none) tree.main = number[tree.main];
    for (source::Function& function : tree.functions)
        if (function.task != none) function.task = number[function.task];
    std::erase_if(tree.aliases,
                  [&](const source::Alias& one) { return one.task != none && number[one.task] == none; });
    for (source::Alias& alias : tree.aliases)
        if (alias.task != none) alias.task = number[alias.task];
    for (source::Expr& expr : tree.exprs)
        if (expr.kind == source::ExprKind::task_call) expr.a = number[expr.a];
}

} // namespace vellum::pathologic::compile
