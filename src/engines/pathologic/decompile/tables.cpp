// The lines of the tables; see the header. Pool and imports are filled by first use, so that all that has to
// be said is what was there before and what came behind.
#include "engines/pathologic/decompile/tables.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "engines/pathologic/format/pool.hpp"

namespace vellum::pathologic::decompile {

namespace {

/// Finds out how much of a table has to be there beforehand, if every use takes the place that it has or, if
/// it has none yet, the next one at the end.
class Head {
  public:
    /// The next use lies there.
    void use(std::uint64_t at, std::uint64_t size) {
        const std::uint64_t end = at + size;
        if (end <= filled_) return;
        if (at < filled_)
            demand(end);
        else {
            demand(at > filled_ ? at : 0);
            appended_.emplace_back(at, end);
        }
        filled_ = end;
    }
    /// At least so much.
    void demand(std::uint64_t size) { least_ = std::max(least_, size); }

    [[nodiscard]] std::size_t size() {
        std::ranges::sort(appended_);
        for (const auto& [begin, end] : appended_) // the end of the head lies in none of them
            if (begin < least_ && least_ < end) least_ = end;
        return static_cast<std::size_t>(least_);
    }
    /// With the last use.
    [[nodiscard]] std::size_t filled() { return std::max(size(), static_cast<std::size_t>(filled_)); }

  private:
    std::uint64_t least_ = 0, filled_ = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> appended_;
};

void read_pool(const Script& script, Texts& texts, source::Tables& tables) {
    Head head;
    const PoolMap map(script.pool);
    for (const CodeReference& reference : script.code_references.texts) {
        const bool wide = reference.kind == CodeReference::Kind::wide_text;
        if (!texts.is_usual_text(wide, reference.value)) continue;
        head.use(reference.value, (wide ? map.wide(reference.value) : map.name(reference.value)).size());
    }
    const std::span<const std::byte> pool = script.pool;
    const auto begin = pool.first(head.size()), end = pool.subspan(head.filled());
    tables.pool_begin.assign(begin.begin(), begin.end());
    tables.pool_end.assign(end.begin(), end.end());
}

void read_imports(const Script& script, Texts& texts, source::Tree& tree) {
    Head head;
    for (std::uint32_t i = 0; i < script.imports.size(); ++i)
        if (script.imports[i].long_form) head.demand(i + std::uint64_t{1});
    for (const CodeReference& reference : script.code_references.natives) {
        if (reference.value >= script.imports.size()) continue;
        if (texts.is_usual_native(reference.value))
            head.use(reference.value, 1);
        else
            head.demand(reference.value + std::uint64_t{1});
    }
    const auto add = [&](std::size_t first, std::size_t last, std::vector<source::Import>& list) {
        for (std::size_t i = first; i < last; ++i) {
            const pathologic::Import& import = script.imports[i];
            list.push_back({tree.intern(import.name), import.argument_count, import.long_form});
        }
    };
    add(0, head.size(), tree.tables.imports_begin);
    add(head.filled(), script.imports.size(), tree.tables.imports_end);
}

[[nodiscard]] std::uint32_t function_number(const Script& script, std::uint32_t address) {
    const FunctionEntry* const entry = script.entries.function_at(address);
    return entry == nullptr ? none : static_cast<std::uint32_t>(entry - script.entries.functions.data());
}

/// One table of handlers.
class EventTable {
  public:
    EventTable(const Script& script, source::Tree& tree, std::vector<bool>& handles)
        : script_(script), tree_(tree), handles_(handles) {}

    void read(std::uint32_t task, const std::vector<EventHandler>& table, std::vector<std::uint32_t>& order) {
        const std::size_t first = tree_.aliases.size();
        std::uint32_t next = 0;
        bool sorted = true;
        for (const EventHandler& handler : table) {
            const std::uint32_t function = function_number(script_, handler.address);
            if (function == none) return; // no source says that
            if (is_own(function, task, handler)) {
                handles_[function] = true;
                sorted = sorted && function >= next;
                next = function + 1;
            } else
                tree_.aliases.push_back({task, handler.id, handler.variables, function, next});
        }
        if (sorted) return;
        for (std::size_t i = first; i < tree_.aliases.size(); ++i)
            tree_.aliases[i].before = static_cast<std::uint32_t>(tree_.functions.size());
        for (const EventHandler& handler : table) order.push_back(handler.id);
    }

  private:
    [[nodiscard]] bool is_own(std::uint32_t function, std::uint32_t task, const EventHandler& handler) const {
        const FunctionEntry& entry = script_.entries.functions[function];
        const source::Function& made = tree_.functions[function];
        return entry.event == handler.id && entry.task == task && made.task == task && !handles_[function] &&
               made.parameters == handler.variables;
    }

    const Script& script_;
    source::Tree& tree_;
    std::vector<bool>& handles_;
};

/// Marks functions that would not come into the file, because neither a table nor anything that comes leads
/// to them.
void keep_uncalled(const Script& script, source::Tree& tree) {
    const std::vector<FunctionEntry>& entries = script.entries.functions;
    std::vector<std::vector<std::uint32_t>> callees(entries.size());
    for (const CodeReference& reference : script.code_references.targets) {
        const isa::Instruction& instruction = script.instructions.instructions[reference.index];
        const std::uint32_t callee = function_number(script, reference.value);
        if (script.instructions.row(instruction).flow != isa::Flow::call || callee == none) continue;
        const auto caller =
            std::ranges::upper_bound(entries, reference.index, {}, &FunctionEntry::address) - entries.begin();
        if (caller != 0) callees[static_cast<std::size_t>(caller) - 1].push_back(callee);
    }
    std::vector<bool> comes(entries.size(), false);
    std::vector<std::uint32_t> open;
    const auto reach = [&](std::uint32_t function) {
        if (function == none || comes[function]) return;
        comes[function] = true;
        open.push_back(function);
        while (!open.empty()) {
            const std::uint32_t one = open.back();
            open.pop_back();
            for (const std::uint32_t callee : callees[one])
                if (!comes[callee]) {
                    comes[callee] = true;
                    open.push_back(callee);
                }
        }
    };
    for (const source::Alias& alias : tree.aliases) reach(alias.function);
    reach(tree.tables.run);
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        if (tree.functions[i].event || tree.functions[i].init) reach(i);
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        tree.functions[i].kept = !comes[i];
        reach(i);
    }
}

} // namespace

void read_event_tables(const Script& script, source::Tree& tree) {
    std::vector<bool> handles(tree.functions.size(), false);
    EventTable table(script, tree, handles);
    for (std::uint32_t i = 0; i < script.tasks.size(); ++i)
        table.read(i, script.tasks[i].events, tree.tasks[i].event_order);
    table.read(none, script.events, tree.tables.event_order);
    for (std::size_t i = 0; i < handles.size(); ++i)
        if (!handles[i]) tree.functions[i].event.reset();
}

void read_tables(const Script& script, Texts& texts, source::Tree& tree) {
    read_pool(script, texts, tree.tables);
    read_imports(script, texts, tree);
    const std::uint32_t run = function_number(script, script.run_address);
    if (tree.main != none && run != tree.tasks[tree.main].init) tree.tables.run = run;
    keep_uncalled(script, tree);
    for (std::uint32_t i = 0; i < tree.tasks.size(); ++i) {
        source::Task& task = tree.tasks[i];
        const bool main = i == tree.main;
        std::uint32_t usual = 0;
        if (task.init != none) {
            const source::Function& init = tree.functions[task.init];
            usual = static_cast<std::uint32_t>(init.parameters.size() + (init.result ? 1 : 0));
            task.kept = main && !init.parameters.empty();
        } else
            task.kept = true;
        if (script.tasks[i].parameter_count != usual) task.parameter_count = script.tasks[i].parameter_count;
    }
}

Entries with_uncalled(const Script& script, const std::vector<bool>& suspect) {
    Entries found = script.entries;
    const std::vector<FunctionEntry>& known = script.entries.functions;
    const isa::Code& code = script.instructions;
    const auto op_at = [&](std::uint32_t at) {
        return operation(script.numbering, code.instructions[at].row);
    };
    std::vector<std::int32_t> jumps; // how many more lead over a place than over the one before
    const auto split = [&](std::uint32_t begin, std::uint32_t end) {
        jumps.assign(end - begin + std::size_t{1}, 0);
        for (std::uint32_t i = begin; i < end; ++i) {
            const isa::Row& row = code.row(code.instructions[i]);
            if (!isa::jumps(row.flow)) continue;
            const std::uint32_t to =
                code.operands(code.instructions[i])[static_cast<std::size_t>(row.target_operand())];
            if (to < begin || to >= end) continue;
            ++jumps[std::min(i, to) + 1 - begin];
            --jumps[std::max(i, to) + 1 - begin];
        }
        std::int32_t over = 0;
        bool ended = false;
        for (std::uint32_t at = begin; at < end; ++at) {
            over += jumps[at - begin];
            const Op op = op_at(at);
            // A function ends with a Return, and with objects whose scope ends after it.
            const bool goes_on =
                op == Op::SetNull || (op == Op::Return && code.operands(code.instructions[at])[0] != 0);
            if (at == begin || (ended && over == 0 && !goes_on)) found.functions.push_back({.address = at});
            ended = op == Op::Return || (ended && op == Op::SetNull);
        }
    };
    found.functions.clear();
    if (!known.empty()) split(0, known.front().address);
    for (std::size_t i = 0; i < known.size(); ++i) {
        const std::size_t first = found.functions.size();
        if (suspect[i])
            split(known[i].address, known[i].end);
        else
            found.functions.push_back(known[i]);
        found.functions[first] = known[i];
    }
    for (std::size_t i = 0; i < found.functions.size(); ++i) {
        FunctionEntry& one = found.functions[i];
        one.end = i + 1 < found.functions.size()
                      ? found.functions[i + 1].address
                      : static_cast<std::uint32_t>(script.instructions.instructions.size());
        found.numbers[one.address] = static_cast<std::uint32_t>(i + 1);
    }
    return found;
}

} // namespace vellum::pathologic::decompile
