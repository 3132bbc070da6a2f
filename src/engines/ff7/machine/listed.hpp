// The walk along the list of entities, from the last that was loaded to the first.
#pragma once

#include <cstddef>

#include "vellum/ff7.hpp"

namespace vellum::ff7 {

/// Calls `visit(id, entity)` for every listed entity. A game may have written anything into the state, so it
/// ends after as many steps as there are slots.
void each_listed(auto& state, auto&& visit) {
    std::size_t steps = 0;
    for (EntityId id = state.head; id < no_entity && steps < entity_count;
         id = state.entities[id].next, ++steps)
        visit(id, state.entities[id]);
}

} // namespace vellum::ff7
