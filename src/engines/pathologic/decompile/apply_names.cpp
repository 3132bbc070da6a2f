// Names given by somebody stay as they are if they can; made-up ones give way to them.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/text_writer.hpp"
#include "engines/pathologic/compile/outline.hpp"
#include "engines/pathologic/decompile/user_names.hpp"
#include "engines/pathologic/source/words.hpp"

namespace vellum::pathologic::decompile {

namespace {

using Taken = std::unordered_set<std::string>;

/// The name, or the name with a number that nothing has.
std::string unique(std::string_view name, const Taken& taken, const Taken& also) {
    std::string made(name);
    for (int n = 2; taken.contains(made) || also.contains(made); ++n)
        made = std::string(name) + std::to_string(n);
    return made;
}

/// A place of the tree that has a name, and whether somebody gave it.
struct Named {
    TextId* id;
    bool given = false;
};

class Applier {
  public:
    Applier(const Script& script, const Names& names, source::Tree& tree)
        : script_(script), tree_(tree), keys_(function_keys(script, tree)) {
        for (const FunctionKey& key : keys_) {
            const auto found = names.functions.find(key);
            found_.push_back(found == names.functions.end() ? nullptr : &found->second);
        }
    }

    void run() {
        if (std::ranges::all_of(found_, [](const FunctionNames* one) { return one == nullptr; })) return;
        collect();
        for (const source::Global& global : tree_.globals)
            if (global.property) file_.insert(std::string(tree_.text(global.name)));
        settle(globals_, file_, {});
        Taken callable; // what is called has names of its own
        settle(functions_, callable, {});
        for (auto& variables : tasks_) {
            Taken own;
            settle(variables, own, file_);
        }
        for (std::uint32_t i = 0; i < tree_.functions.size(); ++i)
            if (found_[i] != nullptr || tree_.functions[i].task != none || renamed_) locals(i);
    }

  private:
    void give(Named& place, const std::string& name) {
        if (place.given || place.id == nullptr) return; // the first function says it
        *place.id = tree_.intern(name);
        place.given = true;
        renamed_ = true;
    }

    /// Names of the script and of tasks, and what somebody calls them.
    void collect() {
        for (source::Global& global : tree_.globals)
            globals_.push_back({global.property ? nullptr : &global.name});
        for (source::Task& task : tree_.tasks) {
            functions_.push_back({&task.name});
            auto& variables = tasks_.emplace_back();
            for (source::Variable& variable : task.variables) variables.push_back({&variable.name});
        }
        for (source::Function& function : tree_.functions)
            functions_.push_back({function.event || function.init ? nullptr : &function.name});
        for (std::uint32_t i = 0; i < found_.size(); ++i) {
            if (found_[i] == nullptr) continue;
            const source::Function& function = tree_.functions[i];
            if (!found_[i]->name.empty()) give(functions_[tree_.tasks.size() + i], found_[i]->name);
            if (!found_[i]->task.empty() && function.init) give(functions_[function.task], found_[i]->task);
            const std::vector<std::uint32_t> globals = globals_in(script_, script_.entries.functions[i]);
            for (const auto& [slot, name] : found_[i]->slots) {
                if (slot.kind == SlotKind::global && slot.number < globals.size())
                    give(globals_[globals[slot.number]], name);
                if (slot.kind == SlotKind::variable && function.task != none &&
                    slot.number < tasks_[function.task].size())
                    give(tasks_[function.task][slot.number], name);
            }
        }
    }

    /// Given names first, so that made-up ones give way.
    void settle(std::vector<Named>& places, Taken& taken, const Taken& also) {
        for (const bool given : {true, false})
            for (const Named& place : places) {
                if (place.id == nullptr || place.given != given) continue;
                const std::string name = unique(tree_.text(*place.id), taken, also);
                taken.insert(name);
                *place.id = tree_.intern(name);
            }
    }

    void locals(std::uint32_t number) {
        source::Function& function = tree_.functions[number];
        Taken outer;
        if (function.task != none)
            for (const source::Variable& variable : tree_.tasks[function.task].variables)
                outer.insert(std::string(tree_.text(variable.name)));
        std::vector<Named> places;
        places.reserve(function.parameter_names.size() + function.local_names.size());
        for (TextId& name : function.parameter_names) places.push_back({&name});
        for (TextId& name : function.local_names) places.push_back({&name});
        if (found_[number] != nullptr)
            for (const auto& [slot, name] : found_[number]->slots) {
                const bool local = slot.kind == SlotKind::local;
                const auto& names = local ? function.local_names : function.parameter_names;
                if ((!local && slot.kind != SlotKind::parameter) || slot.number >= names.size()) continue;
                give(places[slot.number + (local ? function.parameter_names.size() : 0)], name);
            }
        // Two locals may have one name, each in its block: what was so stays so.
        Taken given;
        for (const Named& place : places) {
            if (!place.given) continue;
            const std::string name = unique(tree_.text(*place.id), outer, file_);
            given.insert(name);
            *place.id = tree_.intern(name);
        }
        Taken all = given;
        for (const Named& place : places) all.insert(std::string(tree_.text(*place.id)));
        for (const Named& place : places) {
            if (place.given) continue;
            const std::string name(tree_.text(*place.id));
            if (!given.contains(name) && !outer.contains(name) && !file_.contains(name)) continue;
            outer.insert(all.begin(), all.end());
            const std::string other = unique(name, outer, file_);
            all.insert(other);
            *place.id = tree_.intern(other);
        }
    }

    const Script& script_;
    source::Tree& tree_;
    std::vector<FunctionKey> keys_;
    std::vector<const FunctionNames*> found_; ///< By function.
    std::vector<Named> globals_, functions_;  ///< Tasks stand before the functions.
    std::vector<std::vector<Named>> tasks_;   ///< Their variables.
    Taken file_;                              ///< Names of globals.
    bool renamed_ = false;
};

} // namespace

void apply_names(const Script& script, const Names& names, source::Tree& tree) {
    Applier(script, names, tree).run();
}

std::string with_comments(const Script& script, const Names& names, const source::Tree& tree,
                          std::string text) {
    const std::vector<FunctionKey> keys = function_keys(script, tree);
    const std::vector<SourceFunction> outline = compile::outline(text);
    if (outline.size() != keys.size()) return text;
    TextWriter out;
    std::size_t done = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto found = names.functions.find(keys[i]);
        if (found == names.functions.end() || found->second.comments.empty()) continue;
        // Those of one line stay in their order.
        std::multimap<std::pair<std::uint32_t, bool>, std::string_view> comments;
        for (const Comment& comment : found->second.comments)
            comments.emplace(std::pair(comment.line, comment.behind), comment.text);
        // Instructions have comments of another sort.
        const bool assembled = tree.functions[i].assembled;
        std::size_t line = text.rfind('\n', outline[i].begin) + 1; // npos + 1 is 0: the first line
        out.text(std::string_view(text).substr(done, line - done));
        for (std::uint32_t number = 0; line < outline[i].end; ++number) {
            const std::size_t end = std::min(text.find('\n', line), text.size());
            const std::string_view whole = std::string_view(text).substr(line, end - line);
            std::size_t indent = std::min(whole.find_first_not_of(' '), whole.size());
            if (number != 0 && whole.substr(indent).starts_with('}'))
                indent += 4; // the block's, not its end's
            const auto [first, last] = comments.equal_range({number, false});
            for (auto above = first; above != last && (!assembled || number == 0); ++above) {
                out.fill(indent, ' ');
                out.put("//", above->second, '\n');
            }
            out.text(whole);
            const auto [begin, stop] = comments.equal_range({number, true});
            for (auto behind = begin; behind != stop && !assembled; ++behind) out.put(" //", behind->second);
            out.newline();
            line = std::min(end + 1, text.size());
        }
        done = line;
    }
    out.text(std::string_view(text).substr(done));
    return out.take();
}

} // namespace vellum::pathologic::decompile
