// Looking into worlds across the C border: machines, their frames, variables and memory.
#include "base/bytes.hpp"
#include "capi/handles.hpp"

using namespace vellum;
using namespace vellum::capi;

std::size_t vellum_world_machine_count(const vellum_world* world) {
    return world == nullptr ? 0 : world->scheduler->machine_count();
}

vellum_status vellum_world_machine(vellum_world* world, std::size_t index, vellum_machine* out) {
    static_assert(static_cast<int>(MachineState::faulted) == VELLUM_MACHINE_FAULTED);
    if (world == nullptr || out == nullptr || index >= world->scheduler->machine_count())
        return VELLUM_BAD_ARGUMENT;
    const MachineInfo& info = world->machine = world->scheduler->machine(index);
    *out = {info.name.c_str(), static_cast<std::int32_t>(info.state), info.instructions, info.frames.size()};
    return VELLUM_OK;
}

vellum_status vellum_world_machine_frame(vellum_world* world, std::size_t machine, std::size_t index,
                                         vellum_frame* out) {
    if (world == nullptr || out == nullptr || machine >= world->scheduler->machine_count())
        return VELLUM_BAD_ARGUMENT;
    world->machine = world->scheduler->machine(machine);
    if (index >= world->machine.frames.size()) return VELLUM_BAD_ARGUMENT;
    *out = to_c(world->machine.frames[index]);
    return VELLUM_OK;
}

vellum_status vellum_world_scopes_json(const vellum_world* world, std::size_t machine, std::size_t frame,
                                       std::size_t first, std::size_t count, vellum_buffer* out,
                                       vellum_error** error) {
    if (world == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    auto scopes = world->scheduler->scopes(machine, frame, {first, count});
    if (!scopes) return fail_with(error, std::move(scopes.error()));
    return fill(out, to_json(*scopes));
}

vellum_status vellum_world_scopes(const vellum_world* world, std::size_t machine, std::size_t frame,
                                  std::size_t first, std::size_t count, vellum_scopes** scopes,
                                  vellum_error** error) {
    if (world == nullptr || scopes == nullptr) return VELLUM_BAD_ARGUMENT;
    auto found = world->scheduler->scopes(machine, frame, {first, count});
    if (!found) return fail_with(error, std::move(found.error()));
    *scopes = new vellum_scopes{std::move(*found)};
    return VELLUM_OK;
}

std::size_t vellum_scopes_count(const vellum_scopes* scopes) {
    return scopes == nullptr ? 0 : scopes->list.size();
}

vellum_status vellum_scopes_get(const vellum_scopes* scopes, std::size_t scope, vellum_scope* out) {
    if (out == nullptr || scope >= vellum_scopes_count(scopes)) return VELLUM_BAD_ARGUMENT;
    const Scope& found = scopes->list[scope];
    *out = {found.name.c_str(), found.count, found.first, found.variables.size()};
    return VELLUM_OK;
}

vellum_status vellum_scopes_variable(const vellum_scopes* scopes, std::size_t scope, std::size_t index,
                                     vellum_variable* out) {
    if (out == nullptr || scope >= vellum_scopes_count(scopes) ||
        index >= scopes->list[scope].variables.size())
        return VELLUM_BAD_ARGUMENT;
    const Variable& found = scopes->list[scope].variables[index];
    *out = {found.name.c_str(), found.type.c_str(), found.text.c_str(), to_c(found.value)};
    return VELLUM_OK;
}

void vellum_scopes_free(vellum_scopes* scopes) { delete scopes; }

vellum_status vellum_world_change_variable(vellum_world* world, std::size_t machine, std::size_t frame,
                                           const char* scope, std::size_t index, const vellum_value* value,
                                           vellum_error** error) {
    if (world == nullptr || scope == nullptr || value == nullptr) return VELLUM_BAD_ARGUMENT;
    auto done = world->scheduler->change_variable(machine, frame, scope, index, from_c(*value));
    if (!done) return fail_with(error, std::move(done.error()));
    return VELLUM_OK;
}

std::size_t vellum_world_memory_count(const vellum_world* world) {
    return world == nullptr ? 0 : world->scheduler->memory_blocks().size();
}

vellum_status vellum_world_memory(vellum_world* world, std::size_t index, vellum_memory* out) {
    if (world == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    auto blocks = world->scheduler->memory_blocks();
    if (index >= blocks.size()) return VELLUM_BAD_ARGUMENT;
    world->memory = std::move(blocks[index]);
    *out = {world->memory.name.c_str(), world->memory.size};
    return VELLUM_OK;
}

vellum_status vellum_world_read_memory(const vellum_world* world, const char* name, std::uint64_t first,
                                       std::size_t count, vellum_buffer* out, vellum_error** error) {
    if (world == nullptr || name == nullptr || out == nullptr) return VELLUM_BAD_ARGUMENT;
    auto bytes = world->scheduler->read_memory(name, first, count);
    if (!bytes) return fail_with(error, std::move(bytes.error()));
    return fill(out, as_text(*bytes));
}
