// What is known only when the whole text was read: which function a call means, and whether the script is
// one.
#include <algorithm>

#include "base/suggest.hpp"
#include "engines/pathologic/compile/codes.hpp"
#include "engines/pathologic/compile/parser_state.hpp"

namespace vellum::pathologic::compile {

std::uint32_t Parser::look_up(std::uint32_t task, TextId name) const {
    const auto found = functions_.find(std::uint64_t{task} << 32U | name);
    return found == functions_.end() ? none : found->second;
}

void Parser::finish() {
    for (const Pending& one : pending_) resolve(one);
    find_calls();
    if (tree_.main == none && !tree_.tasks.empty())
        add(codes::source_main, 0, "there is no main task", "write 'main' before one of the tasks");
    if (tree_.tasks.empty() && diagnostics_.ok())
        add(vellum::codes::engine_library, 0, "the script has no task",
            "main task TMain { void init() { ... } }");
    finish_tables();
    for (const auto& [task, place] : uninitialised_)
        if (tree_.tasks[task].init == none && !tree_.tasks[task].kept &&
            (task != tree_.main || tree_.tables.run == none))
            add(codes::source_main, place, "the task has no init",
                "a task starts in its function 'void init()'");
    if (tree_.main != none && tree_.tasks[tree_.main].init != none && !tree_.tasks[tree_.main].kept &&
        !tree_.functions[tree_.tasks[tree_.main].init].parameters.empty())
        add(codes::source_main, tree_.functions[tree_.tasks[tree_.main].init].place,
            "the init of the main task has parameters", "nothing can pass them");
    check_events();
    parsed_.tree = std::move(tree_);
}

/// Adds functions that instructions name, and inits of tasks that they name.
void Parser::find_calls() {
    if (std::ranges::none_of(tree_.functions, &Function::assembled)) return;
    std::unordered_map<std::string, std::uint32_t> full_names; // `Name`, or `Task::Name`
    for (std::uint32_t i = 0; i < tree_.functions.size(); ++i) {
        const Function& function = tree_.functions[i];
        if (function.name == none) continue;
        std::string name(tree_.text(function.name));
        if (function.task != none && tree_.tasks[function.task].name != none)
            name = std::string(tree_.text(tree_.tasks[function.task].name)) + "::" + name;
        full_names.emplace(std::move(name), i);
    }
    const auto part = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == ':';
    };
    for (std::uint32_t number = 0; number < tree_.functions.size(); ++number) {
        const std::string_view text = tree_.functions[number].assembly;
        for (std::size_t i = 0; i < text.size();) {
            std::size_t end = i;
            while (end < text.size() && part(text[end])) ++end;
            const std::string name(text.substr(i, end - i));
            for (const std::string& full : {name, name + "::init"})
                if (const auto callee = full_names.find(full); callee != full_names.end())
                    parsed_.calls.push_back({number, callee->second});
            i = end + 1;
        }
    }
    std::ranges::sort(parsed_.calls);
}

void Parser::check_events() {
    std::unordered_map<std::uint64_t, std::uint32_t> seen;
    for (const Function& function : tree_.functions)
        if (function.event && !seen.emplace(std::uint64_t{function.task} << 32U | *function.event, 0).second)
            add(codes::source_twice, function.place, "the event has two handlers");
    for (const source::Alias& alias : tree_.aliases)
        if (!seen.emplace(std::uint64_t{alias.task} << 32U | alias.event, 0).second)
            add(codes::source_unreachable, alias.place, "the event already has a handler");
}

std::uint32_t Parser::find_function(const Reference& one) const {
    if (one.name == none) return none;
    const bool init = tree_.text(one.name) == "init";
    if (one.qualifier != none) {
        const auto task = tasks_.find(one.qualifier);
        if (task == tasks_.end()) return none;
        const std::uint32_t number = look_up(task->second, one.name);
        return number == none && init ? tree_.tasks[task->second].init : number;
    }
    std::uint32_t number = none;
    const bool inside = !one.outermost && one.task != none;
    if (inside) number = look_up(one.task, one.name);
    if (number == none) number = look_up(none, one.name);
    return number == none && inside && init ? tree_.tasks[one.task].init : number;
}

void Parser::resolve(const Pending& one) {
    Expr& expr = tree_.exprs[one.expr];
    expr.place = one.offset;
    const Function& caller = tree_.functions[one.caller];
    std::uint32_t number = find_function({one.qualifier, one.name, one.outermost, one.offset, caller.task});
    if (number == none && one.qualifier == none && !one.outermost) {
        if (const auto task = tasks_.find(one.name); number == none && task != tasks_.end()) {
            expr.kind = ExprKind::task_call;
            expr.a = task->second;
            number = tree_.tasks[task->second].init;
            if (number == none) return;
        }
    }
    if (number == none) {
        std::vector<std::string_view> all;
        for (const auto& [key, function] : functions_)
            if (static_cast<std::uint32_t>(key >> 32U) == none || (key >> 32U) == caller.task)
                all.push_back(tree_.text(static_cast<TextId>(key)));
        for (const auto& [task, index] : tasks_) all.push_back(tree_.text(task));
        std::erase(all, tree_.text(one.name)); // it is there, but not where the call looks
        std::sort(all.begin(), all.end());
        add(codes::source_name, one.offset,
            "there is no function '" + std::string(tree_.text(one.name)) + "' here." +
                did_you_mean(tree_.text(one.name), all));
        expr.a = 0;
        return;
    }
    if (expr.kind == ExprKind::call) expr.a = number;
    parsed_.calls.push_back({one.caller, number});
    const Function& target = tree_.functions[number];
    if (target.parameters.size() != expr.c)
        add(codes::source_arguments, one.offset,
            "'" + std::string(tree_.text(one.name)) + "' takes " + std::to_string(target.parameters.size()) +
                (target.parameters.size() == 1 ? " argument, not " : " arguments, not ") +
                std::to_string(expr.c));
    if (one.value && !target.result)
        add(codes::source_type, one.offset, "'" + std::string(tree_.text(one.name)) + "' has no result");
}

} // namespace vellum::pathologic::compile
