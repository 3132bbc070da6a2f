// What machines ask of a world, errors, variables.
#include "engines/skrit/world/world.hpp"

#include <cmath>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "engines/skrit/codes.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/listing/listing.hpp"

namespace vellum::skrit {

namespace {

bool parse_integer(std::string_view text, std::int32_t& value) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    const auto bits = whole_number<std::uint32_t>(text, base);
    if (bits) value = static_cast<std::int32_t>(negative ? 0U - *bits : *bits);
    return bits.has_value();
}

} // namespace

std::string base_name(std::string_view path) {
    const std::size_t slash = path.find_last_of("/\\");
    if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
    const std::size_t point = path.find_last_of('.');
    return std::string(point == std::string_view::npos || point == 0 ? path : path.substr(0, point));
}

bool parse_constant(std::string_view text, const UnitType& type, const Exports& exports, Value& value) {
    if (type.kind == TypeKind::string) {
        value = Value(String(text));
        return true;
    }
    text = trimmed(text);
    switch (type.kind) {
    case TypeKind::boolean:
        if (same_name(text, "true") || text == "1")
            value = true;
        else if (same_name(text, "false") || text == "0")
            value = false;
        else
            return false;
        return true;
    case TypeKind::real: {
        if (text.starts_with('+')) text.remove_prefix(1);
        if (text.ends_with('f') || text.ends_with('F')) text.remove_suffix(1);
        if (text.empty() || number_prefix(text) != text.size()) return false;
        const float number = read_float(text);
        if (!std::isfinite(number)) return false;
        value = number;
        return true;
    }
    case TypeKind::enumeration:
        if (const ConstantRef constant = exports.find_constant(text);
            constant && same_name(exports.enum_at(constant.enumeration).name, type.name)) {
            value = exports.constant_at(constant).value;
            return true;
        }
        [[fallthrough]];
    case TypeKind::integer:
    case TypeKind::identifier: {
        std::int32_t number = 0;
        if (!parse_integer(text, number)) return false;
        value = number;
        return true;
    }
    default: return false;
    }
}

World::World(Host& host, WorldSettings settings) : host_(host), settings_(std::move(settings)) {
    reports.may_hold = [this](std::uint64_t bytes) { return memory_for(bytes); };
    limits = settings_.limits;
    random = settings_.seed;
    stand_in.object = settings_.stand_in;
    scheduler = this;
    precise_only = settings_.tier.most == Tier::precise;
}

World::~World() {
    // nothing runs any more: cells are given back without a word to the scripts
    abandon();
    for (Object* object : objects()) free_cells(object->cells.get(), object->unit().instance);
    objects_.clear();
    for (auto& [name, implementation] : implementations_)
        free_cells(implementation->shared.get(), implementation->unit->shared);
    commands_.clear();
}

const Exports& World::exports() const noexcept {
    return settings_.inferred != nullptr ? *settings_.inferred : declared();
}

const Exports& World::declared() const noexcept {
    return settings_.exports != nullptr ? *settings_.exports : base_exports();
}

// --- MachineContext ---

void World::retain(std::uint64_t handle) {
    if (settings_.signatures != nullptr) settings_.signatures->retain({handle});
}
void World::release(std::uint64_t handle) {
    if (settings_.signatures != nullptr) settings_.signatures->release({handle});
}
void World::set_state(void* object, std::uint32_t state) {
    set_pending(*static_cast<Object*>(object), state);
}

/// The embedder's exact signatures, then a host that really knows the function, then the engine's own
/// classes, then whatever stands in.
Native World::bind(const Unit& unit, std::uint32_t import, std::int32_t arity) {
    const Import& wanted = unit.imports[import];
    const std::int32_t count = wanted.variadic ? -1 : arity;
    const NativeKind kind = wanted.kind == ImportKind::member ? NativeKind::method : NativeKind::function;
    if (settings_.signatures != nullptr) {
        const std::string signature = unit.import_signature(import);
        const std::size_t owner = wanted.owner.empty() ? 0 : wanted.owner.size() + 1;
        const std::string_view name = std::string_view(signature).substr(owner);
        if (const Native found = settings_.through_host ? host_.resolve({kind, wanted.owner, name, count})
                                                        : settings_.signatures->find(lower_case(signature)))
            return found;
    }
    const auto key = [&](std::int32_t arguments) {
        return lower_case(wanted.owner + "." + wanted.name) + "/" + std::to_string(arguments);
    };
    BuiltIn own = settings_.built_in == nullptr ? nullptr : settings_.built_in(key(count));
    const bool language = same_name(wanted.owner, "SkritObject") || same_name(wanted.owner, "SkritMachine");
    if (own == nullptr || !language) {
        const NativeKey asked{kind, wanted.owner, wanted.name, count};
        const Native found = host_.resolve(asked);
        if (own == nullptr && stand_in.object != 0 && (!found || found.stand_in))
            return bind_stand_in(unit, import, found);
        if (found && (!found.stand_in || own == nullptr)) return found;
    }
    if (own == nullptr) return {};
    const auto [entry, fresh] = built_in_.try_emplace(key(count));
    if (fresh) {
        bound_.push_back(std::make_unique<Bound>(Bound{this, own}));
        entry->second.invoke = [](void* self, Call& call) {
            const Bound& bound = *static_cast<const Bound*>(self);
            bound.function(*bound.world, call);
        };
        entry->second.self = bound_.back().get();
        entry->second.shared = true;
    }
    return entry->second;
}

Native World::bind_stand_in(const Unit& unit, std::uint32_t import, const Native& found) {
    queries_.push_back(std::make_unique<Query>(Query{this, stand_in.query(unit, unit.imports[import])}));
    Native native = found; // what is known of it stays known
    native.invoke = [](void* self, Call& call) {
        const auto& [world, asked] = *static_cast<const Query*>(self);
        std::uint64_t letters = 0;
        for (const Value* each : call.arguments)
            if (each->is(Type::string)) letters += each->text().size();
        call.charge(letters + 64);
        if (!world->stand_in.answer(asked, call, world->exports(), world->limits.memory / 16))
            call.fail("the stand-in is full");
    };
    native.self = queries_.back().get();
    native.stand_in = true;
    native.shared = true;
    return native;
}

Object* World::running_object() noexcept {
    return running_.empty() ? nullptr : static_cast<Object*>(running_.back()->invocation().object);
}

// --- Errors ---

std::string World::listing_around(const Unit& unit, std::uint32_t instruction) {
    constexpr std::size_t around = 12; // instructions before and behind
    const isa::Code& code = unit.instructions;
    if (instruction >= code.instructions.size()) return {};
    return list_around(unit, code.instructions[instruction].address, around);
}

void World::report_fault(const Object* object, const Machine* machine, const DiagnosticCode& code,
                         std::string message) {
    vellum::Fault fault;
    fault.code = &code;
    fault.message = std::move(message);
    std::string box;
    if (object != nullptr) {
        fault.machine = object->index;
        fault.machine_name = object->name;
    }
    if (machine != nullptr && machine->invocation().code != nullptr) {
        fault.frames = machine->frames();
        if (!settings_.retail)
            box = listing_around(*machine->invocation().code->unit, machine->instruction());
    }
    if (fault.frames.empty() && object != nullptr && object->state != none) { // where the state is declared
        const State& state = object->unit().states[object->state];
        Frame frame;
        frame.function = state.name;
        frame.line = state.place.line;
        frame.source = state.place.file < object->unit().files.size()
                           ? object->unit().files[state.place.file].shown()
                           : object->unit().name();
        fault.frames.push_back(std::move(frame));
    }
    if (!settings_.retail) {
        if (on_fault) on_fault(fault, box);
        if (on_log)
            on_log(fault.frames.empty() ? fault.message
                                        : fault.message + " in " + place_text(fault.frames.front()));
    }
    report(std::move(fault));
}

// --- Variables ---

/// A variable of the object, else of its present state, else of whichever state has one.
std::uint32_t World::variable_of(const Object& object, std::string_view name) {
    const Unit& unit = object.unit();
    std::uint32_t found = unit.find_variable(name);
    if (found != none) return found;
    if (name.ends_with('$')) name.remove_suffix(1);
    for (std::uint32_t i = 0; i < unit.variables.size(); ++i) {
        std::string_view is = unit.variables[i].name;
        if (is.ends_with('$')) is.remove_suffix(1);
        if (!same_name(is, name)) continue;
        if (unit.variables[i].state == object.state) return i;
        if (found == none) found = i;
    }
    return found;
}

bool World::get_variable(const Object& object, std::string_view name, Value& value) const {
    const std::uint32_t index = variable_of(object, name);
    if (index == none) return false;
    value = value_of_variable(object, object.unit().variables[index]);
    return true;
}

Value World::value_of_variable(const Object& object, const UnitVariable& variable) const {
    const Unit& unit = object.unit();
    return value_of(
        (variable.shared ? object.implementation->shared : object.cells)[cell_of_variable(unit, variable)],
        unit.types[variable.type].kind);
}

bool World::set_variable(Object& object, std::string_view name, const Value& value) {
    const std::uint32_t index = variable_of(object, name);
    return index != none && set_variable(object, object.unit().variables[index], value);
}

bool World::set_variable(Object& object, const UnitVariable& variable, const Value& value) {
    const Unit& unit = object.unit();
    StackCell& cell =
        (variable.shared ? object.implementation->shared : object.cells)[cell_of_variable(unit, variable)];
    switch (unit.types[variable.type].kind) {
    case TypeKind::none: return false;
    case TypeKind::boolean: cell.set_bool(vellum::detail::to_boolean(value)); break;
    case TypeKind::real: cell.set_real(canonical(vellum::detail::to_real(value))); break;
    case TypeKind::string:
        if (value.text().size() > limits.text) return false;
        fresh += value.string().footprint() + text_overhead;
        cell.text() = value.string();
        break;
    case TypeKind::pointer:
    case TypeKind::value: cell.set_bits(value.is(Type::object) ? value.object().id : 0); break;
    case TypeKind::managed: {
        const std::uint64_t old = cell.bits();
        cell.set_bits(value.is(Type::object) ? value.object().id : 0);
        if (cell.bits() != 0) retain(cell.bits());
        if (old != 0) release(old);
        break;
    }
    default:
        cell.set_integer(value.is(Type::object)
                             ? static_cast<std::int32_t>(static_cast<std::uint32_t>(value.object().id))
                             : vellum::detail::to_integer(value));
        break;
    }
    return true;
}

bool World::set_variable(Object& object, std::string_view name, std::string_view text) {
    const std::uint32_t index = variable_of(object, name);
    if (index == none) return false;
    Value value;
    if (!parse_constant(text, object.unit().types[object.unit().variables[index].type], exports(), value))
        return false;
    return set_variable(object, object.unit().variables[index], value);
}

} // namespace vellum::skrit
