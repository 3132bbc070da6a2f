// What a context holds, for debuggers: its entity, the shared stack, the banks and what points to entities.
// Reads the state and asks the game for nothing: of special values those that the game gives have a name
// only.
#include <array>
#include <type_traits>

#include "base/text_writer.hpp"
#include "engines/ff7/isa/isa.hpp"
#include "engines/ff7/names/names.hpp"
#include "engines/ff7/names/places.hpp"
#include "engines/ff7/world/world.hpp"
#include "runtime/inspect.hpp"
#include "vellum/engine.hpp"

namespace vellum::ff7 {

namespace {

template <class From> struct Field {
    std::string_view name;
    std::int32_t (*get)(const From&);
    std::string_view type = "int";
    void (*set)(From&, std::int32_t) = nullptr; ///< Null: it is the machine's own.
};

/// A plain member, which may be changed.
template <auto member, class From>
constexpr Field<From> field(std::string_view name, std::string_view type = "int") {
    return {name, [](const From& of) { return static_cast<std::int32_t>(of.*member); }, type,
            [](From& of, std::int32_t value) {
                using Member = std::remove_reference_t<decltype(of.*member)>;
                if constexpr (std::is_same_v<Member, bool>)
                    of.*member = value != 0;
                else
                    of.*member = static_cast<Member>(value);
            }};
}

constexpr std::string_view entity_type = "entity"; ///< Another one's place.

constexpr Field<Entity> entity_fields[] = {
    {"model", [](const Entity& of) { return std::int32_t{of.model}; }},
    {"x", [](const Entity& of) { return of.position.x; }, "int",
     [](Entity& of, std::int32_t value) { of.position.x = value; }},
    {"y", [](const Entity& of) { return of.position.y; }, "int",
     [](Entity& of, std::int32_t value) { of.position.y = value; }},
    {"z", [](const Entity& of) { return of.position.z; }, "int",
     [](Entity& of, std::int32_t value) { of.position.z = value; }},
    field<&Entity::facing, Entity>("facing"),
    field<&Entity::shown_facing, Entity>("shown_facing"),
    field<&Entity::move_direction, Entity>("move_direction"),
    field<&Entity::speed, Entity>("speed"),
    field<&Entity::walk, Entity>("walk", "bool"),
    field<&Entity::rise1, Entity>("rise1"),
    field<&Entity::rise2, Entity>("rise2"),
    field<&Entity::y_offset, Entity>("y_offset"),
    field<&Entity::animation, Entity>("animation"),
    field<&Entity::once, Entity>("once", "bool"),
    field<&Entity::flying, Entity>("flying", "bool"),
    field<&Entity::hidden, Entity>("hidden", "bool"),
    field<&Entity::scripts_off, Entity>("scripts_off", "bool"),
    field<&Entity::moved, Entity>("moved", "bool"),
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

/// Only the game knows it, and is not asked.
Variable unknown(std::string name) {
    return variable(std::move(name), Value(), "int", std::string_view("what the game says"));
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
    const std::span<const NamedPlace> names = script_->variables;
    if (!names.empty())
        result.push_back(fill_scope("variables", names.size(), page, [&](std::size_t i) {
            const auto now = value_at(names[i].code, names[i].operand);
            return now ? variable(names[i].name, Value(*now)) : unknown(names[i].name);
        }));
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
    result.push_back(fill_scope("special", special_count(), page, [&](std::size_t i) {
        const auto number = static_cast<std::uint32_t>(i);
        const auto now = interpreter_.own_special(number);
        std::string name(special_name(number));
        return now ? variable(std::move(name), Value(*now)) : unknown(std::move(name));
    }));
    return result;
}

std::optional<std::int32_t> RunningWorld::read_place(std::string_view place) const {
    const std::optional<PlaceRef> found = parse_place(place);
    if (!found) return std::nullopt;
    return value_at(found->code, found->operand);
}

std::optional<std::string> RunningWorld::place_value(std::string_view place) const {
    const auto value = read_place(place);
    return value ? std::optional(std::to_string(*value)) : std::nullopt;
}

std::optional<std::int32_t> RunningWorld::value_at(std::uint16_t code, std::uint16_t operand) const {
    const bool saved = (code & 3U) == 0;
    if (saved && !interpreter_.own_save()) return std::nullopt;
    const WorldState& state = interpreter_.state;
    const std::span<const std::uint8_t> bank =
        saved ? std::span<const std::uint8_t>(state.save) : std::span<const std::uint8_t>(state.temporary);
    const unsigned kind = code & ~3U;
    const std::size_t at = kind == 0x114 ? operand >> 3U : operand;
    const std::size_t size = kind == 0x11C ? 2 : 1;
    if (at + size > bank.size()) return std::nullopt;
    if (kind == 0x114) return bank[at] >> (operand & 7U) & 1;
    if (kind == 0x118) return bank[at];
    return static_cast<std::int16_t>(bank[at] | bank[at + 1] << 8);
}

std::optional<std::int32_t> read_place(const World& world, std::string_view place) {
    return static_cast<const RunningWorld&>(world).read_place(place);
}

Result<void> RunningWorld::change_variable(std::size_t index, std::size_t, std::string_view scope,
                                           std::size_t number, const Value& value) {
    if (index >= machine_count()) return no_variable();
    if (!value.is(Type::integer) && !value.is(Type::boolean)) return wrong_type("an integer", value);
    const std::int32_t now = value.is(Type::boolean) ? std::int32_t{value.boolean()} : value.integer();
    WorldState& state = interpreter_.state;
    const auto set_byte = [&](std::span<std::uint8_t> bytes) -> Result<void> {
        if (number >= bytes.size()) return no_variable();
        if (now < 0 || now > 255) return unchangeable("a byte takes 0 to 255");
        bytes[number] = static_cast<std::uint8_t>(now);
        return {};
    };
    if (scope == "variables") {
        if (number >= script_->variables.size()) return no_variable();
        return set_place(script_->variables[number], now);
    }
    if (scope == "special")
        return number < special_count() ? unchangeable("the game says it") : no_variable();
    if (scope == "entity") {
        if (number >= std::size(entity_fields)) return no_variable();
        if (entity_fields[number].set == nullptr) return unchangeable("it belongs to the machine");
        entity_fields[number].set(
            state.entities[index == 0 ? system_entity : static_cast<EntityId>(index - 1)], now);
        return {};
    }
    if (scope == "stack") {
        if (number >= std::min<std::size_t>(state.depth, state.stack.size())) return no_variable();
        state.stack[number].value = now;
        return {};
    }
    if (scope == "temporary") return set_byte(state.temporary);
    if (scope == "save" && interpreter_.own_save()) return set_byte(state.save);
    if (scope == "world") return unchangeable("it belongs to the machine");
    return no_variable();
}

Result<void> RunningWorld::set_place(const NamedPlace& place, std::int32_t now) {
    WorldState& state = interpreter_.state;
    const bool saved = (place.code & 3U) == 0;
    if (saved && !interpreter_.own_save()) return unchangeable("the save block is the game's");
    const std::span<std::uint8_t> bank =
        saved ? std::span<std::uint8_t>(state.save) : std::span<std::uint8_t>(state.temporary);
    const unsigned kind = place.code & ~3U;
    const std::size_t at = kind == 0x114 ? place.operand >> 3U : place.operand;
    if (at + (kind == 0x11C ? 2 : 1) > bank.size()) return no_variable();
    const auto bits = static_cast<std::uint32_t>(now);
    if (kind == 0x114) {
        if (bits > 1) return unchangeable("a bit takes 0 and 1");
        const auto mask = static_cast<std::uint8_t>(1U << (place.operand & 7U));
        bank[at] = static_cast<std::uint8_t>(bits != 0 ? bank[at] | mask : bank[at] & ~mask);
    } else if (kind == 0x118) {
        if (bits > 255) return unchangeable("a byte takes 0 to 255");
        bank[at] = static_cast<std::uint8_t>(bits);
    } else {
        if (now < -32768 || now > 32767) return unchangeable("a word takes -32768 to 32767");
        bank[at] = static_cast<std::uint8_t>(bits);
        bank[at + 1] = static_cast<std::uint8_t>(bits >> 8U);
    }
    return {};
}

std::vector<MemoryBlock> RunningWorld::memory_blocks() const {
    std::vector<MemoryBlock> result{{"temporary", interpreter_.state.temporary.size()}};
    if (interpreter_.own_save()) result.push_back({"save", interpreter_.state.save.size()});
    return result;
}

Result<std::vector<std::byte>> RunningWorld::read_memory(std::string_view block, std::uint64_t first,
                                                         std::size_t count) const {
    const WorldState& state = interpreter_.state;
    if (block == "temporary") return part_of(std::as_bytes(std::span(state.temporary)), first, count);
    if (block == "save" && interpreter_.own_save())
        return part_of(std::as_bytes(std::span(state.save)), first, count);
    return fail(vellum::codes::engine_variable, "there is no such memory");
}

Result<void> RunningWorld::write_memory(std::string_view block, std::uint64_t first,
                                        std::span<const std::byte> bytes) {
    WorldState& state = interpreter_.state;
    if (block == "temporary")
        return write_part(std::as_writable_bytes(std::span(state.temporary)), first, bytes);
    if (block == "save" && interpreter_.own_save())
        return write_part(std::as_writable_bytes(std::span(state.save)), first, bytes);
    return fail(vellum::codes::engine_variable, "there is no such memory");
}

} // namespace vellum::ff7
