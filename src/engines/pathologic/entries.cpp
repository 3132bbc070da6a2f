// Collects the entries from the tables and from what the code mentions.
#include "engines/pathologic/entries.hpp"

#include <algorithm>
#include <tuple>

#include "engines/pathologic/isa/tables.hpp"
#include "engines/pathologic/repetitions.hpp"
#include "engines/pathologic/script.hpp"

namespace vellum::pathologic {

namespace {

constexpr std::uint32_t none = FunctionEntry::none;

class Collector {
  public:
    explicit Collector(const Script& script) : script_(script), code_(script.instructions) {}

    Entries run() {
        taken_.assign(code_.instructions.size(), false);
        found_.targets = taken_;
        add(script_.run_address, EntryKind::run, script_.run_task, none);
        for (std::size_t t = 0; t < script_.tasks.size(); ++t)
            for (const EventHandler& handler : script_.tasks[t].events)
                add(handler.address, EntryKind::task_event, static_cast<std::uint32_t>(t), handler.id);
        for (const EventHandler& handler : script_.events)
            add(handler.address, EntryKind::global_event, none, handler.id);
        add_targets();
        make_unique();
        std::vector<FunctionEntry>& functions = found_.functions;
        std::ranges::sort(functions, {}, &FunctionEntry::address);
        for (std::size_t i = 0; i < functions.size(); ++i)
            functions[i].end = i + 1 < functions.size()
                                   ? functions[i + 1].address
                                   : static_cast<std::uint32_t>(code_.instructions.size());
        return std::move(found_);
    }

  private:
    /// Each address is one function, named after the first way in.
    void add(std::uint32_t address, EntryKind kind, std::uint32_t task, std::uint32_t event) {
        if (address >= code_.instructions.size()) return;
        found_.targets[address] = true;
        if (taken_[address]) return;
        taken_[address] = true;
        found_.functions.push_back({address, 0, kind, task, event});
    }

    /// Of several functions for the same task and event the first keeps them, so that names made of them are
    /// unique.
    void make_unique() {
        const std::vector<bool> repeated = repetitions(found_.functions, [](const FunctionEntry& entry) {
            const bool named = entry.kind != EntryKind::call && entry.kind != EntryKind::run;
            return std::tuple(entry.kind, named ? none : entry.address, entry.task, entry.event);
        });
        for (std::size_t i = 0; i < repeated.size(); ++i)
            if (repeated[i]) {
                FunctionEntry& entry = found_.functions[i];
                entry = {entry.address, 0, EntryKind::call, none, none};
            }
    }

    void add_targets() {
        std::vector<std::uint32_t> called;
        for (const Mention& mention : script_.mentions) {
            if (mention.kind != Mention::Kind::target || mention.value >= code_.instructions.size()) continue;
            found_.targets[mention.value] = true;
            const isa::Instruction* const instruction = &code_.instructions[mention.index];
            if (code_.row(*instruction).flow != isa::Flow::call) continue;
            if (mention.index > 0 && operation(script_.numbering, (instruction - 1)->row) == Op::TaskCall)
                add(mention.value, EntryKind::task_init, code_.values[(instruction - 1)->first], none);
            else
                called.push_back(mention.value);
        }
        for (const std::uint32_t target : called) add(target, EntryKind::call, none, none);
    }

    const Script& script_;
    const isa::Code& code_;
    Entries found_;
    std::vector<bool> taken_; // a function begins there
};

} // namespace

const FunctionEntry* Entries::function_at(std::uint32_t address) const noexcept {
    const auto found = std::ranges::lower_bound(functions, address, {}, &FunctionEntry::address);
    return found != functions.end() && found->address == address ? &*found : nullptr;
}

Entries find_entries(const Script& script) { return Collector(script).run(); }

} // namespace vellum::pathologic
