// How much a world holds. Texts are shared and counted by nobody, so what scripts ask for is added up, and
// when that comes near the limit everything is counted anew: every text once, however many variables refer to
// it. An account is as cheap as its frequency is low: at least a sixteenth of the limit must be asked for
// between two, so a world may hold that much more than its limit, never more.
#include <algorithm>
#include <unordered_set>

#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

std::uint64_t World::object_bytes(const Object& object) {
    return sizeof(Object) + object_overhead + cell_count(object.unit().instance) * sizeof(StackCell) +
           object.timers.capacity() * sizeof(Timer) + object.waiting.capacity() * sizeof(WaitingAt) +
           object.name.capacity() + object.parameters.capacity() + object.remembered.size() / 8;
}

bool World::account_memory(std::uint64_t wanted) {
    std::unordered_set<const char*> seen;
    std::uint64_t held = wanted + machines_.size() * Machine::stack_cells * sizeof(StackCell);
    const auto add = [&](const String& text) {
        if (!text.empty() && seen.insert(text.view().data()).second) held += text.footprint() + text_overhead;
    };
    const auto add_cells = [&](const StackCell* cells, const StoreSizes& sizes) {
        for (std::uint32_t i = 0; i < sizes.text; ++i) add(cells[sizes.general + i].text());
    };
    for (const Object* object : list_) {
        if (object == nullptr) continue;
        held += object_bytes(*object);
        add_cells(object->cells.get(), object->unit().instance);
    }
    for (const auto& [name, implementation] : implementations_) {
        held += implementation->footprint();
        add_cells(implementation->shared.get(), implementation->unit->shared);
    }
    held += reports.held() + event_names_.held() + bots.held() + stand_in.held() + command_bytes_;
    if (settings_.inferred != nullptr) held += settings_.inferred->held();
    for (const auto& [asked, name] : resolved_)
        held += 2 * sizeof(std::string) + asked.size() + name.size() + 32;
    for (const vellum::Fault& fault : faults()) {
        held += sizeof fault + fault.message.size() + fault.frames.capacity() * sizeof(Frame);
        for (const Frame& frame : fault.frames) held += frame.function.size() + frame.source.size();
    }
    for (const Machine* machine : running_) {
        const auto* object = static_cast<const Object*>(machine->invocation().object);
        if (object->id == 0) add_cells(object->cells.get(), object->unit().instance); // of a command
        machine->each_text(add);
    }
    fresh = 0;
    const bool fine = held <= limits.memory;
    allowance = fine ? std::max(limits.memory - held, limits.memory / 16) : 0;
    return fine;
}

bool World::memory_for(std::uint64_t bytes) {
    fresh += bytes;
    return fresh <= allowance || account_memory(bytes);
}

} // namespace vellum::skrit
