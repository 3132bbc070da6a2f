// A function is named by what is known of it, by what it does if that is little, and in the end by who calls
// it. What its name says of other functions it knows from their names, so names are made until no new one
// comes.
#include "engines/pathologic/decompile/function_names.hpp"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "engines/pathologic/decompile/descriptions.hpp"
#include "engines/pathologic/decompile/name_words.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/source/full_name.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

using source::Function;
using source::none;
using source::Tree;

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
        for (int round = 0; changed && round < most_rounds; ++round) {
            changed = by([this](std::uint32_t i) { return descriptions_.of_function(i, uses_[i].given_to); });
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
                function.name =
                    tree_.intern(scope.unique(made_up[i] ? "Func" + std::to_string(i) : names_[i]));
            }
        return made_up;
    }

    Tree& tree_;
    const std::vector<FunctionUse>& uses_;
    std::vector<std::string> names_, tasks_;
    std::vector<bool> talks_; ///< Tasks that are dialogs.
    const Descriptions descriptions_;
};

} // namespace

std::vector<bool> name_functions(Tree& tree, const std::vector<const KnownFunction*>& known,
                                 const std::vector<FunctionUse>& uses) {
    return FunctionNamer(tree, known, uses).run();
}

} // namespace vellum::pathologic::decompile
