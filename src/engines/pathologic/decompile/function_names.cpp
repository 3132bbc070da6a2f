// A function is named by what is known of it, by what it does if that is little, and in the end by who calls
// it. What its name says of other functions it knows from their names, so names are made until no new one
// comes.
#include "engines/pathologic/decompile/function_names.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "engines/pathologic/decompile/descriptions.hpp"
#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr int most_rounds = 6;

class FunctionNamer {
  public:
    FunctionNamer(Tree& tree, const std::vector<const KnownFunction*>& known,
                  const std::vector<FunctionUse>& uses)
        : tree_(tree),
          uses_(uses),
          names_(tree.functions.size()),
          tasks_(tree.tasks.size()),
          talks_(tree.tasks.size()),
          descriptions_(tree, names_, tasks_) {
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
        for (const bool patient : {true, false})
            for (int round = 0; (changed || round == 0) && round < most_rounds; ++round) {
                changed = by([&](std::uint32_t i) {
                    return descriptions_.of_function(i, uses_[i].given_to, patient);
                });
                changed |= name_tasks();
            }
        changed = true;
        for (int round = 0; changed && round < most_rounds; ++round)
            changed = by([this](std::uint32_t i) { return by_caller(i); });
        name_tasks();
        return give();
    }

  private:
    template <class Rule> bool by(const Rule& rule) {
        bool changed = false;
        for (std::uint32_t i = 0; i < names_.size(); ++i) {
            const Function& function = tree_.functions[i];
            if (!names_[i].empty() || function.init || function.event || function.body == none) continue;
            std::string name = rule(i);
            if (name.empty() || name.size() > Descriptions::longest || source::is_keyword(name) ||
                name == "init" || event_number(name) || is_digit(name.front()))
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

    bool name_tasks() {
        bool changed = false;
        for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
            if (!tasks_[i].empty()) continue;
            tasks_[i] = i == tree_.main ? "Main" : talks_[i] ? "Dialog" : descriptions_.of_task(i);
            changed |= !tasks_[i].empty();
        }
        return changed;
    }

    std::vector<bool> give() {
        for (const source::Global& global : tree_.globals)
            if (global.property) take(none, global.name);
        for (std::uint32_t i = 0; i < tasks_.size(); ++i)
            tree_.tasks[i].name =
                unique(none, "T" + (tasks_[i].empty() ? std::to_string(i) : std::move(tasks_[i])));
        std::vector<std::uint32_t> order(names_.size()); // those of the script first, then task by task
        std::iota(order.begin(), order.end(), 0U);
        static_assert(none + 1 == 0);
        std::ranges::sort(order, {},
                          [&](std::uint32_t i) { return std::pair(tree_.functions[i].task + 1, i); });
        std::vector<bool> made_up(names_.size());
        for (const std::uint32_t i : order) {
            Function& function = tree_.functions[i];
            made_up[i] = names_[i].empty() || function.event;
            function.name = unique(function.task, made_up[i] ? "Func" + std::to_string(i) : names_[i]);
        }
        return made_up;
    }

    /// The name, with a number if something in the same scope has it. Those of a task are different from the
    /// script's as well. Nobody comes back to a scope when the next one was asked for.
    TextId unique(std::uint32_t task, const std::string& name) {
        const TextId base = tree_.intern(name);
        if (take(task, base)) return base;
        if (use(base).counted != task) {
            use(base).counted = task;
            use(base).next = 2;
        }
        for (;;) {
            const TextId own = tree_.intern(name + "_" + std::to_string(use(base).next++));
            if (take(task, own)) return own;
        }
    }
    bool take(std::uint32_t task, TextId name) {
        Use& one = use(name);
        if (one.by_script || one.taken == task) return false;
        if (task == none)
            one.by_script = true;
        else
            one.taken = task;
        return true;
    }

    /// What became of a name.
    struct Use {
        static constexpr std::uint32_t nobody = none - 1;
        bool by_script = false;
        std::uint32_t taken = nobody, counted = nobody; ///< The last task that did.
        int next = 0;                                   ///< Number for the next of its scope.
    };
    Use& use(TextId name) {
        if (name >= used_.size()) used_.resize(std::size_t{name} + 64);
        return used_[name];
    }

    Tree& tree_;
    const std::vector<FunctionUse>& uses_;
    std::vector<std::string> names_, tasks_;
    std::vector<bool> talks_; ///< Tasks that are dialogs.
    std::vector<Use> used_;   ///< By name.
    const Descriptions descriptions_;
};

} // namespace

std::vector<bool> name_functions(Tree& tree, const std::vector<const KnownFunction*>& known,
                                 const std::vector<FunctionUse>& uses) {
    return FunctionNamer(tree, known, uses).run();
}

} // namespace vellum::pathologic::decompile
