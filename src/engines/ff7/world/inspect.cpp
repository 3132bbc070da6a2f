// What a context holds, for debuggers: its entity, the shared stack, the banks and what points to entities.
// Reads the state and asks the game for nothing, so that special values, which the game gives, are not here.
#include <array>

#include "base/text_writer.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "engines/ff7/world/world.hpp"
#include "runtime/inspect.hpp"

namespace vellum::ff7 {

namespace {

template <class From> struct Field {
    std::string_view name;
    std::int32_t (*get)(const From&);
    std::string_view type = "int";
};

constexpr std::string_view entity_type = "entity"; ///< Another one's place.

constexpr Field<Entity> entity_fields[] = {
    {"model", [](const Entity& of) { return std::int32_t{of.model}; }},
    {"x", [](const Entity& of) { return of.position.x; }},
    {"y", [](const Entity& of) { return of.position.y; }},
    {"z", [](const Entity& of) { return of.position.z; }},
    {"facing", [](const Entity& of) { return std::int32_t{of.facing}; }},
    {"shown_facing", [](const Entity& of) { return std::int32_t{of.shown_facing}; }},
    {"move_direction", [](const Entity& of) { return std::int32_t{of.move_direction}; }},
    {"speed", [](const Entity& of) { return std::int32_t{of.speed}; }},
    {"walk", [](const Entity& of) { return std::int32_t{of.walk}; }, "bool"},
    {"rise1", [](const Entity& of) { return std::int32_t{of.rise1}; }},
    {"rise2", [](const Entity& of) { return std::int32_t{of.rise2}; }},
    {"y_offset", [](const Entity& of) { return std::int32_t{of.y_offset}; }},
    {"animation", [](const Entity& of) { return std::int32_t{of.animation}; }},
    {"once", [](const Entity& of) { return std::int32_t{of.once}; }, "bool"},
    {"flying", [](const Entity& of) { return std::int32_t{of.flying}; }, "bool"},
    {"hidden", [](const Entity& of) { return std::int32_t{of.hidden}; }, "bool"},
    {"scripts_off", [](const Entity& of) { return std::int32_t{of.scripts_off}; }, "bool"},
    {"moved", [](const Entity& of) { return std::int32_t{of.moved}; }, "bool"},
    {"terrain", [](const Entity& of) { return of.terrain & 0x1F; }},
    {"triangle_script", [](const Entity& of) { return of.terrain >> 5 & 7; }},
    {"ip", [](const Entity& of) { return std::int32_t{of.ip}; }},
    {"wait", [](const Entity& of) { return std::int32_t{of.wait}; }},
    {"priority", [](const Entity& of) { return std::int32_t{of.priority}; }},
    {"called", [](const Entity& of) { return std::int32_t{of.called}; }},
    {"interrupted", [](const Entity& of) { return std::int32_t{of.frame_count}; }},
    {"touched", [](const Entity& of) { return std::int32_t{of.touched}; }, entity_type},
    {"rider", [](const Entity& of) { return std::int32_t{of.rider}; }, entity_type},
};

constexpr Field<WorldState> world_fields[] = {
    {"active", [](const WorldState& of) { return std::int32_t{of.active}; }, entity_type},
    {"player", [](const WorldState& of) { return std::int32_t{of.player}; }, entity_type},
    {"running", [](const WorldState& of) { return std::int32_t{of.running}; }, entity_type},
    {"active_point", [](const WorldState& of) { return of.active_point; }},
    {"leaving", [](const WorldState& of) { return std::int32_t{of.leaving}; }, "bool"},
    {"wait_done", [](const WorldState& of) { return std::int32_t{of.wait_done}; }, "bool"},
    {"frame", [](const WorldState& of) { return static_cast<std::int32_t>(of.frame); }},
};

template <class From, std::size_t count>
Scope fields_of(std::string_view name, const Field<From> (&fields)[count], const From& from,
                const WorldState& state, const Page& page) {
    return fill_scope(name, count, page, [&](std::size_t i) {
        const std::int32_t number = fields[i].get(from);
        std::string label(fields[i].name);
        if (fields[i].type == "bool") return variable(std::move(label), Value(number != 0));
        if (fields[i].type != entity_type) return variable(std::move(label), Value(number));
        const auto id = static_cast<EntityId>(number);
        return variable(std::move(label), Value(number), entity_type,
                        entity_words(state, id < entity_count ? id : no_entity));
    });
}

Scope bytes_of(std::string_view name, std::span<const std::uint8_t> bytes, std::uint32_t base,
               const Page& page) {
    return fill_scope(name, bytes.size(), page, [&](std::size_t i) {
        TextWriter label;
        label.hex(base + i, 2);
        return variable(label.take(), Value(static_cast<std::int32_t>(bytes[i])), "byte");
    });
}

} // namespace

Result<std::vector<Scope>> RunningWorld::scopes(std::size_t index, std::size_t frame,
                                                const Page& page) const {
    const WorldState& state = interpreter_.state;
    const EntityId id = index == 0 ? system_entity : static_cast<EntityId>(index - 1);
    if (index >= machine_count() || frame >= std::max<std::size_t>(frames_of(state.entities[id]).size(), 1))
        return fail(vellum::codes::engine_unsupported, "there is no such context or frame");
    std::vector<Scope> result;
    result.push_back(fields_of("entity", entity_fields, state.entities[id], state, page));
    // Nothing on it is evaluated before it is taken.
    const std::size_t depth = std::min<std::size_t>(state.depth, state.stack.size());
    result.push_back(fill_scope("stack", depth, page, [&](std::size_t i) {
        const StackSlot& slot = state.stack[i];
        const isa::Row* const row = table().find(slot.tag);
        return variable("item " + std::to_string(i), Value(slot.value),
                        row == nullptr ? std::string_view("?") : row->mnemonic);
    }));
    result.push_back(bytes_of("temporary", state.temporary, 0, page));
    if (interpreter_.own_save()) result.push_back(bytes_of("save", state.save, save_base, page));
    result.push_back(fields_of("world", world_fields, state, state, page));
    return result;
}

std::optional<std::int32_t> RunningWorld::read_place(std::string_view place) const {
    const std::optional<PlaceRef> found = parse_place(place);
    if (!found) return std::nullopt;
    const bool saved = (found->code & 3U) == 0;
    if (saved && !interpreter_.own_save()) return std::nullopt;
    const WorldState& state = interpreter_.state;
    const std::span<const std::uint8_t> bank =
        saved ? std::span<const std::uint8_t>(state.save) : std::span<const std::uint8_t>(state.temporary);
    const unsigned kind = found->code & ~3U;
    const std::size_t at = kind == 0x114 ? found->operand >> 3U : found->operand;
    const std::size_t size = kind == 0x11C ? 2 : 1;
    if (at + size > bank.size()) return std::nullopt;
    if (kind == 0x114) return bank[at] >> (found->operand & 7U) & 1;
    if (kind == 0x118) return bank[at];
    return static_cast<std::int16_t>(bank[at] | bank[at + 1] << 8);
}

std::optional<std::int32_t> read_place(const World& world, std::string_view place) {
    return static_cast<const RunningWorld&>(world).read_place(place);
}

} // namespace vellum::ff7
