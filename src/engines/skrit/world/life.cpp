// Objects from their making to their end: implementations by name, initial values, start-up parameters,
// references.
#include <algorithm>
#include <utility>

#include "engines/skrit/codes.hpp"
#include "engines/skrit/world/world.hpp"

namespace vellum::skrit {

Object* World::find(std::uint64_t id) noexcept {
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : found->second.get();
}
const Object* World::find(std::uint64_t id) const noexcept {
    const auto found = objects_.find(id);
    return found == objects_.end() ? nullptr : found->second.get();
}

std::shared_ptr<Implementation> World::implementation(const UnitPtr& unit, const std::string& name) {
    const std::string key = implementation_key(name);
    if (const auto found = implementations_.find(key); found != implementations_.end()) return found->second;
    auto made = std::make_shared<Implementation>();
    made->unit = unit;
    made->name = key;
    made->code = link(*unit, *this);
    made->prepare(event_names_, settings_.retail ? &exports() : nullptr);
    make_ready(made->code);
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
    latest_ = object.implementation->unit;
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

Progress World::initialise(Object& object, Initialising& step,
                           const std::function<bool(const UnitVariable&)>& known) {
    const Unit& unit = object.unit();
    for (; step.next < unit.variables.size(); ++step.next) {
        const UnitVariable& variable = unit.variables[step.next];
        if (variable.shared != step.shared || (known && known(variable))) continue;
        StackCell& cell =
            (step.shared ? object.implementation->shared : object.cells)[cell_of_variable(unit, variable)];
        const TypeKind kind = unit.types[variable.type].kind;
        if (variable.initialiser == none) {
            if (kind == TypeKind::string)
                cell.text() = String(unit.string_at(variable.initial.bits));
            else if (kind != TypeKind::managed)
                cell.set_bits(variable.initial.bits);
            continue;
        }
        if (!step.asked) {
            step.asked = true;
            if (invoke(object, variable.initialiser, {}) == Progress::stopped) return Progress::stopped;
        }
        step.asked = false;
        if (answer_.fine) static_cast<void>(set_variable(object, variable, answer_.value));
    }
    return Progress::done;
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
    catch_up();
    const Entry entry(*this);
    Creation creation;
    creation.fields = fields;
    const std::uint64_t id = begin(creation, name, owner, diagnostics);
    if (id != 0) static_cast<void>(advance(creation));
    return id;
}

std::uint64_t World::begin(Creation& creation, std::string_view name, std::uint64_t owner,
                           Diagnostics& diagnostics) {
    const std::size_t question = name.find('?');
    const std::string_view parameters =
        question == std::string_view::npos ? std::string_view() : name.substr(question + 1);
    const Result<UnitPtr> unit = find_unit(name.substr(0, question), diagnostics);
    return unit ? begin(creation, *unit, parameters, owner, diagnostics) : 0;
}

bool World::prepare(std::string_view name, Diagnostics& diagnostics) {
    const Result<UnitPtr> unit = find_unit(name, diagnostics);
    if (!unit) return false;
    static_cast<void>(implementation(*unit, (*unit)->name()));
    return true;
}

std::uint64_t World::create(const UnitPtr& unit, std::string_view parameters, std::uint64_t owner,
                            Diagnostics& diagnostics, std::span<const Property> fields) {
    catch_up();
    const Entry entry(*this);
    Creation creation;
    creation.fields = fields;
    const std::uint64_t id = begin(creation, unit, parameters, owner, diagnostics);
    if (id != 0) static_cast<void>(advance(creation));
    return id;
}

/// The object, still without anything a script did; 0 after reporting.
std::uint64_t World::begin(Creation& creation, const UnitPtr& wanted_unit, std::string_view parameters,
                           std::uint64_t owner, Diagnostics& diagnostics) {
    // what runs under that name already is shared
    const auto known = implementations_.find(implementation_key(wanted_unit->name()));
    const UnitPtr unit = known == implementations_.end() ? wanted_unit : known->second->unit;
    if (unit->source_hash != wanted_unit->source_hash ||
        (unit->source_hash == 0 && unit->bytes != wanted_unit->bytes)) {
        diagnostics.add(codes::run_other_text,
                        "objects of a different script run under the name '" + wanted_unit->name() + "'");
        return 0;
    }
    if (objects_.size() >= limits.objects) {
        diagnostics.add(codes::run_objects, "the world has reached its limit of skrit objects");
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
                            "the owner is a " + std::string(is) + ", but the skrit needs a " + wanted);
            return 0;
        }
    }
    Object& object = add_object(implementation(unit, unit->name()), owner);
    object.parameters = parameters;
    ++object.depth; // state changes wait until the object is complete
    creation.object = &object;
    creation.first = !std::exchange(object.implementation->made, true);
    return object.id;
}

Progress World::advance(Creation& creation) {
    using enum Creation::At;
    Object& object = *creation.object;
    if (creation.at == shared_variables) {
        creation.variables.shared = true;
        if (creation.first && initialise(object, creation.variables) == Progress::stopped)
            return leave(creation);
        creation.variables = {};
        creation.at = variables;
    }
    if (creation.at == variables) {
        if (initialise(object, creation.variables) == Progress::stopped) return leave(creation);
        apply_parameters(object, object.parameters);
        for (const auto& [name, text] : creation.fields) apply_property(object, name, text);
        creation.fields = {};
        creation.at = construct;
        if (creation.first && tell(object, on_construct_shared) == Progress::stopped) return leave(creation);
    }
    if (creation.at == construct) {
        creation.at = arming;
        if (tell(object, on_construct) == Progress::stopped) return leave(creation);
    }
    if (arm(object, creation.arming) == Progress::stopped) return leave(creation);
    if (object.pending == none) object.pending = object.unit().startup;
    --object.depth;
    return settle(object);
}

void World::retain_object(std::uint64_t id) {
    if (Object* object = find(id)) ++object->references;
}

void World::release_object(std::uint64_t id) {
    catch_up();
    Object* object = find(id);
    if (object == nullptr) return;
    const Entry entry(*this);
    static_cast<void>(let_go(*object));
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

void World::free(Object& object) {
    const std::shared_ptr<Implementation> code = object.implementation;
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

} // namespace vellum::skrit
