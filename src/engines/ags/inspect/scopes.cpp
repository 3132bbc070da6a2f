// What a machine holds, for debuggers: registers, stack, parameters of calls into other scripts, and the
// global data of a frame's script, with the names that the script exports. Reads only, and never what only a
// native could tell.
#include <algorithm>
#include <iterator>
#include <map>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "engines/ags/inspect/members.hpp"
#include "engines/ags/inspect/named.hpp"
#include "engines/ags/inspect/words.hpp"
#include "engines/ags/isa/isa.hpp"
#include "engines/ags/world/world.hpp"
#include "runtime/inspect.hpp"

namespace vellum::ags {

namespace {

/// Those of the source; without one the words of the data, and a place that is not exported is named by its
/// offset.
Scope globals_of(const Environment& environment, std::uint32_t number, const Page& page) {
    const Instance& instance = environment.instances()[number];
    if (const Variables* const known = instance.script->variables()) {
        NamedRows rows(environment, *known, Home{instance.data});
        for (const SourceVariable& one : known->globals) rows.add(one);
        return fill_scope("globals", rows.count(), page, [&](std::size_t i) { return rows.at(i); });
    }
    std::map<std::uint32_t, std::string_view> names;
    for (const Export& one : instance.script->scom().exports)
        if (one.kind() == export_data) names.try_emplace(one.offset(), one.name);
    return fill_scope("globals", instance.data.size() / 4, page, [&](std::size_t i) {
        const auto offset = static_cast<std::uint32_t>(4 * i);
        std::string name;
        const auto after = names.upper_bound(offset);
        if (after != names.begin()) {
            const auto& [start, known] = *std::prev(after);
            name = known;
            if (start != offset) name += " + " + std::to_string(offset - start);
        } else
            name = "data " + std::to_string(offset);
        const Word word = integer_word(load_u32(instance.data.data() + offset));
        const bool pointer = std::ranges::binary_search(instance.pointer_globals, offset);
        return shown(environment, std::move(name), pointer ? as_pointer(environment, word) : word);
    });
}

/// Managed objects by their handles, with their reference counts; behind them what is inside of them.
Scope objects_of(const Environment& environment, const Page& page) {
    const Pool& pool = environment.pool();
    std::vector<std::uint32_t> handles;
    for (std::uint32_t handle = 1; handle < pool.table_size(); ++handle)
        if (pool.exists(handle)) handles.push_back(handle);
    MemberRows rows(environment, handles);
    return fill_scope("objects", handles.size() + rows.count(), page, [&](std::size_t i) {
        if (i >= handles.size()) return rows.at(i - handles.size());
        return variable("handle " + std::to_string(handles[i]), Value(), kind_name(pool[handles[i]]),
                        std::string_view(described(environment, handles[i])));
    });
}

/// What scripts keep where there is no game: global integers, timers, properties.
Scope kept_of(const Environment& environment, const Page& page) {
    const auto& all = environment.properties().all();
    auto at = std::next(all.begin(), static_cast<std::ptrdiff_t>(std::min(page.first, all.size())));
    return fill_scope("kept", all.size(), page, [&](std::size_t) {
        const auto& [key, value] = *at++;
        std::string name = key.object != 0 ? environment.stand_in_name(key.object) : std::string();
        if (key.object != 0 && name.empty()) name = "object " + std::to_string(key.object);
        return shown(environment, (name.empty() ? "" : name + ".") + name_of(key), value);
    });
}

} // namespace

Result<std::vector<Scope>> World::scopes(std::size_t index, std::size_t frame, const Page& page) const {
    const auto nothing = [] {
        return fail(vellum::codes::engine_unsupported, "there is no such machine or frame");
    };
    if (index >= machines_.size()) return nothing();
    const Machine& machine = *machines_[index];
    const std::vector<Machine::OpenFrame> frames = machine.open_frames();
    if (frame >= std::max<std::size_t>(frames.size(), 1)) return nothing();
    std::vector<Scope> result;
    if (frame < frames.size())
        for (const LocalKind kind : {LocalKind::parameters, LocalKind::locals})
            if (NamedRows rows = local_rows(environment_, machine, frames[frame], kind); rows.count() != 0)
                result.push_back(
                    fill_scope(name_of(kind), rows.count(), page, [&](std::size_t i) { return rows.at(i); }));
    // While the fast form calls a native it has registers and stack in its own hands.
    if (frame == 0 && machine.active() && machine.fast_state == nullptr) {
        result.push_back(fill_scope("registers", register_count - 1U, page, [&](std::size_t i) {
            const auto number = static_cast<std::uint32_t>(i + 1);
            return shown(environment_, std::string(register_name(number)),
                         number == reg_sp ? machine.stack_pointer() : machine.registers[number]);
        }));
        const Stack& stack = machine.stack;
        result.push_back(fill_scope("stack", stack.count, page, [&](std::size_t i) {
            const std::size_t entry = stack.count - 1 - i;
            std::string name = "entry " + std::to_string(entry);
            if (!stack.raw[entry]) return shown(environment_, std::move(name), stack.values[entry]);
            TextWriter bytes;
            const auto content = std::span(stack.bytes).subspan(stack.offsets[entry], stack.sizes[entry]);
            for (const std::byte one :
                 content.first(std::min<std::size_t>(content.size(), most_variable_text)))
                bytes.hex(std::to_integer<unsigned>(one), 2);
            return variable(std::move(name), Value(), std::to_string(content.size()) + " bytes",
                            bytes.view());
        }));
        if (!machine.parameters.empty())
            result.push_back(fill_scope("passed", machine.parameters.size(), page, [&](std::size_t i) {
                return shown(environment_, std::to_string(i),
                             machine.parameters[machine.parameters.size() - 1 - i]);
            }));
    }
    const auto last = static_cast<std::uint32_t>(environment_.instances().size() - 1);
    result.push_back(globals_of(environment_, frames.empty() ? last : frames[frame].instance, page));
    if (Scope objects = objects_of(environment_, page); objects.count != 0)
        result.push_back(std::move(objects));
    if (Scope kept = kept_of(environment_, page); kept.count != 0) result.push_back(std::move(kept));
    return result;
}

Result<void> World::change_variable(std::size_t index, std::size_t frame, std::string_view scope,
                                    std::size_t number, const Value& value) {
    if (index >= machines_.size()) return no_variable();
    Machine& machine = *machines_[index];
    const bool real = value.is(Type::real);
    if (!real && !value.is(Type::integer) && !value.is(Type::boolean)) return wrong_type("a number", value);
    const std::uint32_t bits = real ? std::bit_cast<std::uint32_t>(canonical(value.real()))
                               : value.is(Type::boolean) ? std::uint32_t{value.boolean()}
                                                         : static_cast<std::uint32_t>(value.integer());
    const std::vector<Machine::OpenFrame> frames = machine.open_frames();
    for (const LocalKind kind : {LocalKind::parameters, LocalKind::locals}) {
        if (scope != name_of(kind) || frame >= frames.size()) continue;
        NamedRows rows = local_rows(environment_, machine, frames[frame], kind);
        if (number >= rows.count()) return no_variable();
        auto done = rows.set(number, {environment_.pool(), {}, &machine.stack}, value);
        if (done) machine.restored = true; // nothing that is known about its code counts any more
        return done;
    }
    if (scope == "globals") {
        const std::size_t last = environment_.instances().size() - 1;
        Instance& instance = environment_.instances()[frame < frames.size() ? frames[frame].instance : last];
        if (const Variables* const known = instance.script->variables()) {
            NamedRows rows(environment_, *known, Home{instance.data});
            for (const SourceVariable& one : known->globals) rows.add(one);
            return number < rows.count() ? rows.set(number, {environment_.pool(), instance.data}, value)
                                         : no_variable();
        }
        if (number >= instance.data.size() / 4) return no_variable();
        if (std::ranges::binary_search(instance.pointer_globals, static_cast<std::uint32_t>(4 * number)))
            return unchangeable("it holds a pointer");
        store_u32(instance.data.data() + 4 * number, bits);
        return {};
    }
    if (scope == "objects") return unchangeable("it is a managed object");
    if (scope == "kept") return unchangeable("the stand-in game keeps it");
    Word* place = nullptr;
    if (frame == 0 && machine.active() && machine.fast_state == nullptr) {
        if (scope == "registers" && number + 1 < register_count && number + 1 != reg_sp)
            place = &machine.registers[number + 1];
        if (scope == "stack" && number < machine.stack.count) {
            const std::size_t entry = machine.stack.count - 1 - number;
            if (machine.stack.raw[entry]) return unchangeable("it holds raw bytes");
            place = &machine.stack.values[entry];
        }
    }
    if (place == nullptr) return no_variable();
    if (!is_number(*place)) return unchangeable("it holds an address");
    *place = real ? real_word(value.real()) : integer_word(bits);
    machine.restored = true; // nothing that is known about its code counts any more
    return {};
}

std::vector<MemoryBlock> World::memory_blocks() const {
    std::vector<MemoryBlock> result;
    for (const Instance& one : environment_.instances())
        result.push_back({one.script->name(), one.data.size()});
    return result;
}

Result<std::vector<std::byte>> World::read_memory(std::string_view block, std::uint64_t first,
                                                  std::size_t count) const {
    for (const Instance& one : environment_.instances())
        if (one.script->name() == block)
            return part_of(std::span(one.data.data(), one.data.size()), first, count);
    return fail(vellum::codes::engine_variable, "there is no such memory");
}

Result<void> World::write_memory(std::string_view block, std::uint64_t first,
                                 std::span<const std::byte> bytes) {
    for (Instance& one : environment_.instances())
        if (one.script->name() == block)
            return write_part(std::span(one.data.data(), one.data.size()), first, bytes);
    return fail(vellum::codes::engine_variable, "there is no such memory");
}

} // namespace vellum::ags
