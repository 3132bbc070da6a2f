// Making and freeing objects, binding imports, machines and errors.
#include "engines/skrit/world.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "base/ascii.hpp"
#include "base/number.hpp"
#include "engines/skrit/exports/base.hpp"
#include "engines/skrit/listing.hpp"
#include "engines/skrit/machine/codes.hpp"
#include "engines/skrit/objects/trace.hpp"

namespace vellum::skrit {

namespace {

std::string with_slashes(std::string_view path) {
    std::string text(path);
    std::ranges::replace(text, '\\', '/');
    return text;
}

bool parse_integer(std::string_view text, std::int32_t& value) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::uint32_t bits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits, base);
    if (error != std::errc() || end != text.data() + text.size() || text.empty()) return false;
    value = static_cast<std::int32_t>(negative ? 0U - bits : bits);
    return true;
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
    scheduler = this;
}

World::~World() {
    // nothing runs any more: cells are given back without a word to the scripts
    for (Object* object : objects()) free_cells(object->cells.get(), object->unit().instance);
    objects_.clear();
    for (auto& [name, implementation] : implementations_)
        free_cells(implementation->shared.get(), implementation->unit->shared);
    commands_.clear();
}

const Exports& World::exports() const noexcept {
    if (settings_.inferred != nullptr) return *settings_.inferred;
    return settings_.exports != nullptr ? *settings_.exports : base_exports();
}

// --- Surroundings ---

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
    if (settings_.signatures != nullptr)
        if (const Native found = settings_.signatures->find(lower_case(unit.import_signature(import))))
            return found;
    const std::int32_t count = wanted.variadic ? -1 : arity;
    const auto key = [&](std::int32_t arguments) {
        return lower_case(wanted.owner + "." + wanted.name) + "/" + std::to_string(arguments);
    };
    BuiltIn own = find_built_in(key(count));
    const bool language = same_name(wanted.owner, "SkritObject") || same_name(wanted.owner, "SkritMachine");
    if (own == nullptr || !language) {
        const NativeKey asked{wanted.kind == ImportKind::member ? NativeKind::method : NativeKind::function,
                              wanted.owner, wanted.name, count};
        const Native found = host_.resolve(asked);
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

// --- Machines and errors ---

Object* World::running_object() noexcept {
    return running_.empty() ? nullptr : static_cast<Object*>(running_.back()->invocation().object);
}

bool World::invoke(Object& object, std::uint32_t function, std::span<const Value> values, Value* result) {
    if (interrupted()) {
        report_fault(&object, nullptr, vellum::codes::run_interrupted, "the world was interrupted");
        return false;
    }
    const Entered entered(*this);
    if (idle_.empty()) {
        if (!memory_for(Machine::stack_cells * sizeof(StackCell))) {
            report_fault(&object, nullptr, codes::run_memory,
                         "the scripts hold more memory than the host allows");
            return false;
        }
        machines_.push_back(std::make_unique<Machine>(static_cast<Surroundings&>(*this)));
        idle_.push_back(machines_.back().get());
    }
    Machine& machine = *idle_.back();
    idle_.pop_back();
    const bool outermost = running_.empty();
    if (outermost) {
        remaining = 0;
        reserve = limits.instructions;
    }
    running_.push_back(&machine);
    const std::shared_ptr<Implementation> code = object.implementation; // a reload may replace it meanwhile
    const Invocation invocation{&code->code, object.cells.get(), code->shared.get(), &object,
                                object.id,   object.owner,       object.index};
    if (object.trace.calls)
        reports.write("skrit", "call " + code->unit->functions_table[function].name + "\n");
    // an object's switches hold for its own fragments only, from the next one on
    TraceObserver trace(*this, Scheduler::observer(), object.trace.opcodes, object.trace.natives);
    Observer* const around = Surroundings::observer;
    Surroundings::observer = object.trace.opcodes || object.trace.natives ? &trace : Scheduler::observer();
    const bool fine = machine.run(invocation, function, values, result);
    Surroundings::observer = around;
    running_.pop_back();
    if (outermost) executed += limits.instructions - reserve - remaining;
    if (!fine) report_fault(&object, &machine, *machine.fault().code, machine.fault().message);
    idle_.push_back(&machine);
    return fine;
}

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

// --- Objects ---

Object* World::find(std::uint64_t id) noexcept {
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : found->second.get();
}
const Object* World::find(std::uint64_t id) const noexcept {
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : found->second.get();
}

std::shared_ptr<Implementation> World::implementation(const UnitPtr& unit, const std::string& name) {
    const std::string key = lower_case(with_slashes(name));
    if (const auto found = implementations_.find(key); found != implementations_.end()) return found->second;
    auto made = std::make_shared<Implementation>();
    made->unit = unit;
    made->name = key;
    made->code = link(*unit, *this);
    made->prepare(event_names_, settings_.retail ? &exports() : nullptr);
    made->shared = std::make_unique<StackCell[]>(cell_count(unit->shared));
    fresh += made->footprint();
    implementations_.emplace(key, made);
    return made;
}

Object& World::add_object(std::shared_ptr<Implementation> implementation, std::uint64_t owner) {
    auto made = std::make_unique<Object>();
    Object& object = *made;
    object.implementation = std::move(implementation);
    const Unit& unit = object.unit();
    object.cells = std::make_unique<StackCell[]>(cell_count(unit.instance));
    object.id = object_tag | next_object_++;
    close_gaps();
    object.index = static_cast<std::uint32_t>(list_.size());
    object.owner = owner;
    object.name = base_name(unit.source_name);
    object.remembered.assign(object.implementation->term_count(), false);
    ++object.implementation->objects;
    objects_.emplace(object.id, std::move(made));
    list_.push_back(&object);
    return object;
}

void World::initialise(Object& object, bool shared, const std::function<bool(const UnitVariable&)>& known) {
    const Unit& unit = object.unit();
    for (const UnitVariable& variable : unit.variables) {
        if (variable.shared != shared || (known && known(variable))) continue;
        StackCell& cell =
            (shared ? object.implementation->shared : object.cells)[cell_of_variable(unit, variable)];
        const TypeKind kind = unit.types[variable.type].kind;
        if (variable.initialiser == none) {
            if (kind == TypeKind::string)
                cell.text() = String(unit.string_at(variable.initial.bits));
            else if (kind != TypeKind::managed)
                cell.set_bits(variable.initial.bits);
            continue;
        }
        Value value;
        if (invoke(object, variable.initialiser, {}, &value))
            static_cast<void>(set_variable(object, variable, value));
    }
}

void World::apply_property(Object& object, std::string_view name, std::string_view value) {
    const auto warn = [&](const std::string& message) {
        if (on_warning) on_warning(message);
        if (Observer* watcher = Scheduler::observer())
            watcher->note(*this, object.index, "warning: " + message);
    };
    const std::uint32_t variable = object.unit().find_variable(name);
    if (variable == none || !object.unit().variables[variable].property)
        warn(object.name + " has no property '" + std::string(name) + "'");
    else if (!set_variable(object, name, value))
        warn("property '" + std::string(name) + "' of " + object.name + " cannot be '" + std::string(value) +
             "'");
}

void World::apply_parameters(Object& object, std::string_view parameters) {
    while (!parameters.empty()) {
        // a quoted value may hold the separator
        std::size_t end = 0;
        bool quoted = false;
        for (; end < parameters.size() && (quoted || parameters[end] != '&'); ++end)
            if (parameters[end] == '"') quoted = !quoted;
        const std::string_view part = parameters.substr(0, end);
        parameters.remove_prefix(std::min(end + 1, parameters.size()));
        if (trimmed(part).empty()) continue;
        const std::size_t equals = part.find('=');
        const std::string_view name = trimmed(part.substr(0, equals));
        std::string_view value =
            equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
        if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
            value = value.substr(1, value.size() - 2);
        apply_property(object, name, value);
    }
}

std::uint64_t World::create(std::string_view name, std::uint64_t owner, Diagnostics& diagnostics,
                            std::span<const Property> fields) {
    const std::size_t question = name.find('?');
    const std::string_view parameters =
        question == std::string_view::npos ? std::string_view() : name.substr(question + 1);
    const Result<UnitPtr> unit = find_unit(name.substr(0, question), diagnostics);
    if (!unit) return 0;
    return create(*unit, parameters, owner, diagnostics, fields);
}

bool World::prepare(std::string_view name, Diagnostics& diagnostics) {
    const Result<UnitPtr> unit = find_unit(name, diagnostics);
    if (!unit) return false;
    static_cast<void>(implementation(*unit, (*unit)->name()));
    return true;
}

std::uint64_t World::create(const UnitPtr& wanted_unit, std::string_view parameters, std::uint64_t owner,
                            Diagnostics& diagnostics, std::span<const Property> fields) {
    // what runs under that name already is shared
    const auto known = implementations_.find(lower_case(with_slashes(wanted_unit->name())));
    const UnitPtr unit = known == implementations_.end() ? wanted_unit : known->second->unit;
    if (unit->source_hash != wanted_unit->source_hash ||
        (unit->source_hash == 0 && unit->bytes != wanted_unit->bytes)) {
        diagnostics.add(codes::run_other_text,
                        "objects of another text run under the name '" + wanted_unit->name() + "'");
        return 0;
    }
    if (objects_.size() >= limits.objects) {
        diagnostics.add(codes::run_objects, "the world has as many skrit objects as it may have");
        return 0;
    }
    const std::uint64_t waits = unit->at_functions.size() * 2 * sizeof(WaitingAt) + unit->transitions.size();
    if (!memory_for(sizeof(Object) + object_overhead + cell_count(unit->instance) * sizeof(StackCell) +
                    parameters.size() + waits)) {
        diagnostics.add(codes::run_memory, "the world has no memory left for another skrit object");
        return 0;
    }
    if (unit->owner != 0 && owner != 0) {
        const std::string_view is = host_.object_class({owner});
        const std::string& wanted = unit->types[unit->owner].name;
        const std::uint32_t derived = is.empty() ? no_index : exports().find_class(is);
        const std::uint32_t base = exports().find_class(wanted);
        if (derived != no_index && base != no_index && !exports().derives_from(derived, base)) {
            diagnostics.add(codes::run_owner,
                            "the owner is a " + std::string(is) + ", the skrit wants a " + wanted);
            return 0;
        }
    }
    const Entered entered(*this);
    Object& object = add_object(implementation(unit, unit->name()), owner);
    object.parameters = parameters;
    const std::uint64_t id = object.id;
    ++object.depth; // state changes wait until the object is complete
    Implementation& code = *object.implementation;
    const bool first = !code.made;
    code.made = true;
    if (first) initialise(object, true);
    initialise(object, false);
    apply_parameters(object, parameters);
    for (const auto& [name, text] : fields) apply_property(object, name, text);
    if (first) send_general(object, on_construct_shared);
    send_general(object, on_construct);
    arm(object, none);
    if (object.pending == none) object.pending = unit->startup;
    --object.depth;
    settle(object);
    return id;
}

void World::retain_object(std::uint64_t id) {
    if (Object* object = find(id)) ++object->references;
}

void World::release_object(std::uint64_t id) {
    Object* object = find(id);
    if (object == nullptr || object->references == 0 || --object->references != 0) return;
    object->going = true;
    if (object->depth == 0) drop(*object);
}

void World::free_cells(StackCell* cells, const StoreSizes& sizes) {
    StackCell* cell = cells + sizes.general;
    for (std::uint32_t i = 0; i < sizes.text; ++i, ++cell) cell->drop_text();
    for (std::uint32_t i = 0; i < sizes.handle; ++i, ++cell) {
        const std::uint64_t handle = cell->bits();
        cell->set_bits(0);
        if (handle != 0) release(handle);
    }
}

void World::drop(Object& object) {
    const Entered entered(*this);
    ++object.depth;
    object.pending = none;
    send_general(object, on_destroy);
    const std::shared_ptr<Implementation> code = object.implementation;
    if (--code->objects == 0) send_general(object, on_destroy_shared);
    free_cells(object.cells.get(), object.unit().instance);
    if (code->objects == 0) forget(*code); // unless OnDestroyShared made another object of it
    list_[object.index] = nullptr;
    ++gaps_;
    for (; !list_.empty() && list_.back() == nullptr; --gaps_) list_.pop_back();
    objects_.erase(object.id);
}

void World::forget(Implementation& code) {
    free_cells(code.shared.get(), code.unit->shared);
    const auto known = implementations_.find(code.name);
    if (known != implementations_.end() && known->second.get() == &code) implementations_.erase(known);
}

/// Objects keep their places while something runs; afterwards the gaps are closed, all at once.
void World::close_gaps() const {
    if (gaps_ == 0 || busy()) return;
    std::erase(list_, nullptr);
    for (std::size_t i = 0; i < list_.size(); ++i) list_[i]->index = static_cast<std::uint32_t>(i);
    gaps_ = 0;
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
