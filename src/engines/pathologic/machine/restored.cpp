// Whether a state that came from outside is one that the verified code could have made. Walks the calls from
// the innermost outwards and compares every variable of every frame with the type that inference gives for
// its place. A run that does not pass goes on with all checks; nothing is refused here.
#include <algorithm>
#include <map>

#include "engines/pathologic/machine/machine.hpp"
#include "engines/pathologic/machine/types.hpp"

namespace vellum::pathologic {

namespace {

/// What inference knows at one address.
struct Place {
    bool reachable = false;
    std::vector<Type> frame;
    std::uint32_t parameters = 0;
    std::uint32_t task = TypeInference::unknown_task;
};

} // namespace

bool Machine::entry_fits(std::uint32_t address, std::span<const Value> values) const {
    if (code->fast == nullptr) return true;
    const auto entry = std::ranges::find(code->fast->entries, address, &FastCode::Entry::address);
    if (entry == code->fast->entries.end() || entry->parameters.size() > values.size()) return false;
    if (entry->task != TypeInference::unknown_task && entry->task != tasks.back().task) return false;
    const std::span<const Value> top = values.last(entry->parameters.size());
    for (std::size_t i = 0; i < top.size(); ++i)
        if (entry->parameters[i] != Type::none && entry->parameters[i] != top[i].type()) return false;
    return true;
}

bool Machine::fits_verification() const {
    if (code->fast == nullptr || tasks.empty()) return true; // there is nothing to rely on
    if (state == MachineState::finished || state == MachineState::faulted || state == MachineState::idle)
        return true;

    // The addresses that matter, innermost first, and the task that is current there.
    struct Position {
        std::uint32_t address;
        std::uint32_t task;
        std::uint32_t extra_pop; ///< Values that go away when the frame inside this one returns.
    };
    std::vector<Position> positions{{ip, tasks.back().task, 0}};
    std::size_t task = tasks.size() - 1;
    for (std::size_t i = calls.size(); i-- > 0;) {
        while (task > 0 && tasks[task].first_call > i) --task;
        if (calls[i].return_address == ended_address) {
            if (i != 0) return false;
            break;
        }
        positions.push_back({calls[i].return_address, tasks[task].task, calls[i].extra_pop});
    }

    TypeInference types(*code);
    if (!types.settle()) return false;
    std::map<std::uint32_t, Place> places;
    for (const Position& position : positions) places.try_emplace(position.address);
    const std::vector<FunctionFacts>& functions = code->script->verification().functions;
    std::map<std::uint32_t, bool> visited;
    for (const Position& position : positions) {
        const FunctionFacts* function = code->script->verification().function_of(position.address);
        if (function == nullptr) return false;
        const auto number = static_cast<std::uint32_t>(function - functions.data());
        if (!types.reached(number)) return false;
        if (!visited.emplace(number, true).second) continue;
        const auto parameters = static_cast<std::uint32_t>(types.parameters(number).size());
        types.visit(number, [&](std::uint32_t address, std::span<const Type> frame, std::uint32_t at_task) {
            const auto place = places.find(address);
            if (place != places.end())
                place->second = {true, std::vector<Type>(frame.begin(), frame.end()), parameters, at_task};
        });
    }

    std::uint64_t size = stack.size();
    for (const Position& position : positions) {
        if (position.extra_pop > size) return false;
        size -= position.extra_pop;
        const Place& place = places.at(position.address);
        const std::vector<Type>& frame = place.frame;
        if (!place.reachable || frame.size() > size || frame.size() < place.parameters) return false;
        if (place.task != TypeInference::unknown_task && place.task != position.task) return false;
        for (std::size_t i = 0; i < frame.size(); ++i)
            if (frame[i] != Type::none &&
                frame[i] != stack[static_cast<std::size_t>(size) - frame.size() + i].type())
                return false;
        size -= frame.size() - place.parameters;
    }
    // Task variables have the types their tasks declare, wherever the base points to.
    for (const TaskCall& call : tasks) {
        const std::span<const Type> variables = code->list(code->task_variables[call.task]);
        if (std::uint64_t{call.base} + variables.size() > stack.size()) return false;
        for (std::size_t i = 0; i < variables.size(); ++i)
            if (stack[call.base + i].type() != variables[i]) return false;
    }
    return true;
}

} // namespace vellum::pathologic
