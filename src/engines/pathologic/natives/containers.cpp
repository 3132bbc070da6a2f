// Objects that need no game: the containers scripts create (vectors of each type and object sets), properties
// of stand-in actors, the story's variables, and the script's own actor. Elements and properties keep the
// type of what was put in; reading converts as stores do. Missing things answer with the default of the
// variable's type.
#include <algorithm>

#include "engines/pathologic/machine/operations.hpp"
#include "engines/pathologic/natives/implementations.hpp"
#include "engines/pathologic/world/world.hpp"

namespace vellum::pathologic {

namespace {

using detail::to_integer;

/// A method of a stand-in.
template <void (*run)(Call& call, RunningWorld& world, StandInObject& object)>
void on_object(void*, Call& call) {
    RunningWorld* world = world_of(call);
    if (world == nullptr) return;
    if (StandInObject* object = world->objects().find(call.receiver))
        run(call, *world, *object);
    else
        call.fail("the object is not a stand-in");
}

/// Converts into the variable's type; the default if it does not fit.
void answer(Value& variable, const Value* value) {
    const Type type = variable.type();
    variable = Value::default_of(type);
    if (value != nullptr) static_cast<void>(store(variable, *value, known_natives()));
}

std::size_t position(const Value& value, std::size_t size) {
    const std::int32_t index = to_integer(value);
    return index < 0 ? size : std::min(static_cast<std::size_t>(index), size);
}

template <Type Element> void create_vector(Call& call, RunningWorld& world) {
    call[0] = Value(world.objects().create("vector", {}, Element));
}
void create_set(Call& call, RunningWorld& world) {
    call[0] = Value(world.objects().create("set", {}, Type::object));
}

/// Charges for looking through a container for a value: its elements, and texts that may be compared.
void charge_search(Call& call, RunningWorld& world, const StandInObject& object, const Value& wanted) {
    const std::uint64_t texts = object.elements.size() * std::uint64_t{wanted.text().size()};
    call.charge(object.elements.size() + std::min<std::uint64_t>(texts, world.objects().texts()));
}

void add(Call& call, RunningWorld& world, StandInObject& object) {
    if (object.kind == "set") charge_search(call, world, object, call[0]);
    if (object.kind == "set" && std::ranges::find(object.elements, call[0]) != object.elements.end()) return;
    Value element = Value::default_of(object.element == Type::none ? call[0].type() : object.element);
    if (store(element, call[0], known_natives()) != Verdict::done)
        call.fail("the value does not fit the container");
    else if (!world.objects().add_element(object, std::move(element)))
        call.fail("the stand-in objects are full");
}
void get(Call& call, RunningWorld&, StandInObject& object) {
    const std::size_t index = position(call[1], object.elements.size());
    answer(call[0], index < object.elements.size() ? &object.elements[index] : nullptr);
}
void set(Call& call, RunningWorld& world, StandInObject& object) {
    const std::size_t index = position(call[0], object.elements.size());
    if (index >= object.elements.size())
        call.fail("there is no element with that number");
    else if (Value element = Value::default_of(object.element);
             store(element, call[1], known_natives()) != Verdict::done)
        call.fail("the value does not fit the container");
    else if (!world.objects().set_element(object, index, std::move(element)))
        call.fail("the stand-in objects are full");
}
void size(Call& call, RunningWorld&, StandInObject& object) {
    call[0] = Value(static_cast<std::int32_t>(object.elements.size()));
}
void clear(Call& call, RunningWorld& world, StandInObject& object) {
    call.charge(object.elements.size());
    world.objects().remove_elements(object, 0, object.elements.size());
}
void resize(Call& call, RunningWorld& world, StandInObject& object) {
    const std::int32_t wanted = std::max(to_integer(call[0]), 0);
    call.charge(object.elements.size() +
                std::min<std::size_t>(static_cast<std::size_t>(wanted), ObjectStore::most));
    if (object.element == Type::none || !world.objects().resize(object, static_cast<std::size_t>(wanted)))
        call.fail("the container cannot have that size");
}
void remove_elements(Call& call, RunningWorld& world, StandInObject& object) {
    call.charge(object.elements.size());
    const std::int32_t count = call.size() > 1 ? std::max(to_integer(call[1]), 0) : 1;
    world.objects().remove_elements(object, position(call[0], object.elements.size()),
                                    static_cast<std::size_t>(count));
}
void contains(Call& call, RunningWorld& world, StandInObject& object) {
    charge_search(call, world, object, call[1]);
    call[0] = Value(std::ranges::find(object.elements, call[1]) != object.elements.end());
}
void erase(Call& call, RunningWorld& world, StandInObject& object) {
    charge_search(call, world, object, call[0]);
    const auto found = std::ranges::find(object.elements, call[0]);
    if (found != object.elements.end())
        world.objects().remove_elements(object, static_cast<std::size_t>(found - object.elements.begin()), 1);
}
void iterator(Call& call, RunningWorld& world, StandInObject& object) {
    call.charge(object.elements.size());
    const ObjectId made = world.objects().create("iterator", {}, object.element);
    StandInObject* walker = world.objects().find(made);
    bool room = walker != nullptr;
    for (std::size_t i = object.elements.size(); room && i-- > 0;)
        room = world.objects().add_element(*walker, object.elements[i]);
    call[0] = Value(room ? made : ObjectId{});
    if (room) return;
    if (walker != nullptr) world.objects().remove_elements(*walker, 0, walker->elements.size());
    call.fail("the stand-in objects are full");
}
void next_element(Call& call, RunningWorld& world, StandInObject& object) {
    const bool more = !object.elements.empty();
    const Value next = more ? object.elements.back() : Value();
    if (more) world.objects().remove_elements(object, object.elements.size() - 1, 1);
    call[0] = Value(more);
    answer(call[1], more ? &next : nullptr);
}

// --- Properties and variables ---

/// Whose properties are meant: the receiver's, or for functions those of the script's own actor. Any object
/// will do, whoever gave it out.
ObjectId holder(Call& call, RunningWorld& world) {
    const ObjectId object = call.receiver ? call.receiver : world.owner(call.machine);
    if (!object) call.fail("the script has no actor");
    return object;
}
void get_property(Call& call, RunningWorld& world) {
    const ObjectId object = holder(call, world);
    if (!object) return;
    call.charge(call[0].text().size());
    const Value* value = nullptr;
    if (const NamedValues* properties = world.objects().properties(object); properties != nullptr)
        if (const auto found = properties->find(call[0].text()); found != properties->end())
            value = &found->second;
    answer(call[1], value);
}
void has_property(Call& call, RunningWorld& world) {
    const ObjectId object = holder(call, world);
    if (!object) return;
    const std::size_t name = call[0].is(Type::string) ? 0 : 1; // both orders are seen in method calls
    call.charge(call[name].text().size());
    const NamedValues* properties = world.objects().properties(object);
    call[1 - name] = Value(properties != nullptr && properties->contains(call[name].text()));
}
void set_property(Call& call, RunningWorld& world) {
    const ObjectId object = holder(call, world);
    if (!object) return;
    call.charge(call[0].text().size());
    if (!world.objects().set_property(object, call[0].text(), call[1]))
        call.fail("the stand-in objects are full");
}
void get_variable(void*, Call& call) {
    call.charge(call[0].text().size());
    if (RunningWorld* world = world_of(call)) answer(call[1], world->objects().variable(call[0].text()));
}
void set_variable(void*, Call& call) {
    call.charge(call[0].text().size());
    RunningWorld* world = world_of(call);
    if (world != nullptr && !world->objects().set_variable(call[0].text(), call[1]))
        call.fail("there are too many variables");
}
void self_object(Call& call, RunningWorld& world) { call[0] = Value(world.owner(call.machine)); }
void find_actor(Call& call, RunningWorld& world) {
    call.charge(call[1].text().size() + world.machine_count());
    call[0] = Value(world.actor_named(call[1].text()));
}

constexpr NativeKind function = NativeKind::function;
constexpr NativeKind method = NativeKind::method;
constexpr Implementation container_rows[] = {
    {function, "CreateBoolVector", 1, in_world<create_vector<Type::boolean>>},
    {function, "CreateIntVector", 1, in_world<create_vector<Type::integer>>},
    {function, "CreateFloatVector", 1, in_world<create_vector<Type::real>>},
    {function, "CreateStringVector", 1, in_world<create_vector<Type::string>>},
    {function, "CreateObjectVector", 1, in_world<create_vector<Type::object>>},
    {function, "CreateVectorVector", 1, in_world<create_vector<Type::vector>>},
    {function, "CreateObjectSet", 1, in_world<create_set>},
    {method, "add", 1, on_object<add>},
    {method, "get", 2, on_object<get>},
    {method, "set", 2, on_object<set>},
    {method, "size", 1, on_object<size>},
    {method, "clear", 0, on_object<clear>},
    {method, "resize", 1, on_object<resize>},
    {method, "remove", 1, on_object<remove_elements>},
    {method, "remove", 2, on_object<remove_elements>},
    {method, "in", 2, on_object<contains>},
    {method, "erase", 1, on_object<erase>},
    {method, "iterator", 1, on_object<iterator>},
    {method, "Next", 2, on_object<next_element>},
    {function, "GetProperty", 2, in_world<get_property>},
    {function, "HasProperty", 2, in_world<has_property>},
    {function, "SetProperty", 2, in_world<set_property>},
    {method, "GetProperty", 2, in_world<get_property>},
    {method, "HasProperty", 2, in_world<has_property>},
    {method, "SetProperty", 2, in_world<set_property>},
    {function, "GetVariable", 2, get_variable},
    {function, "SetVariable", 2, set_variable},
    {function, "self", 1, in_world<self_object>},
    {function, "FindActor", 2, in_world<find_actor>},
};

} // namespace

std::span<const Implementation> object_implementations() noexcept { return container_rows; }

} // namespace vellum::pathologic
