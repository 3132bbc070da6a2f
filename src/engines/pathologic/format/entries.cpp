// Collects the entries from the tables and from what the code references.
#include "engines/pathologic/format/entries.hpp"

#include <tuple>

#include "engines/pathologic/format/repetitions.hpp"
#include "engines/pathologic/format/script.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::uint32_t none = FunctionEntry::none;

class Collector {
  public:
    explicit Collector(const Script& script) : script_(script), code_(script.instructions) {}

    Entries run() {
        std::size_t handlers = script_.events.size();
        for (const Task& task : script_.tasks) handlers += task.events.size();
        found_.functions.reserve(1 + handlers);
        found_.numbers.assign(code_.instructions.size(), 0);
        found_.targets.assign(code_.instructions.size(), false);
        add(script_.run_address, EntryKind::run, script_.run_task, none);
        for (std::size_t t = 0; t < script_.tasks.size(); ++t)
            for (const EventHandler& handler : script_.tasks[t].events)
                add(handler.address, EntryKind::task_event, static_cast<std::uint32_t>(t), handler.id);
        for (const EventHandler& handler : script_.events)
            add(handler.address, EntryKind::global_event, none, handler.id);
        add_targets();
        sort();
        return std::move(found_);
    }

  private:
    /// Each address is one function, named after the first way in.
    void add(std::uint32_t address, EntryKind kind, std::uint32_t task, std::uint32_t event) {
        if (address >= code_.instructions.size()) return;
        found_.targets[address] = true;
        if (found_.numbers[address] != 0) return;
        found_.functions.push_back({address, 0, kind, task, event});
        found_.numbers[address] = static_cast<std::uint32_t>(found_.functions.size());
    }

    /// Of several functions for the same task and event the first keeps them, so that names made of them are
    /// unique.
    void make_unique() {
        const std::vector<bool> repeated = repetitions(found_.functions, [](const FunctionEntry& entry) {
            return std::tuple(entry.kind, entry.task, entry.event);
        });
        for (std::size_t i = 0; i < repeated.size(); ++i)
            if (repeated[i]) {
                FunctionEntry& entry = found_.functions[i];
                entry = {entry.address, 0, EntryKind::call, none, none};
            }
    }

    /// By address, which the numbers tell without comparing.
    void sort() {
        std::vector<FunctionEntry> sorted;
        sorted.reserve(found_.functions.size());
        for (std::uint32_t& number : found_.numbers) {
            if (number == 0) continue;
            const FunctionEntry& entry = found_.functions[number - 1];
            if (!sorted.empty()) sorted.back().end = entry.address;
            sorted.push_back(entry);
            number = static_cast<std::uint32_t>(sorted.size());
        }
        if (!sorted.empty()) sorted.back().end = static_cast<std::uint32_t>(code_.instructions.size());
        found_.functions = std::move(sorted);
    }

    void add_targets() {
        std::vector<std::uint32_t> called;
        called.reserve(script_.code_references.targets.size());
        for (const CodeReference& reference : script_.code_references.targets) {
            if (reference.value >= code_.instructions.size()) continue;
            found_.targets[reference.value] = true;
            const isa::Instruction* const instruction = &code_.instructions[reference.index];
            if (code_.row(*instruction).flow != isa::Flow::call) continue;
            if (reference.index > 0 && operation(script_.numbering, (instruction - 1)->row) == Op::TaskCall)
                add(reference.value, EntryKind::task_init, code_.values[(instruction - 1)->first], none);
            else
                called.push_back(reference.value);
        }
        make_unique(); // functions that are only called have nothing but their address
        found_.functions.reserve(found_.functions.size() + called.size());
        for (const std::uint32_t target : called) add(target, EntryKind::call, none, none);
    }

    const Script& script_;
    const isa::Code& code_;
    Entries found_;
};

} // namespace

Entries find_entries(const Script& script) { return Collector(script).run(); }

} // namespace vellum::pathologic
