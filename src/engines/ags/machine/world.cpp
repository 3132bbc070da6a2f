// What contexts ask of a world while they run: memory behind addresses, fields of host objects, random
// numbers.
#include "engines/ags/machine/world.hpp"

#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"

namespace vellum::ags {

void World::call_native(const Native& native, std::span<Value> arguments, Value& result,
                        std::uint64_t receiver) {
    std::vector<Value*> pointers;
    for (Value& argument : arguments) pointers.push_back(&argument);
    Call call;
    call.arguments = pointers;
    call.receiver = ObjectId{receiver};
    native(call);
    result = call.outcome == Outcome::done ? call.result : Value();
}

std::uint32_t World::variable_object(Word address) {
    if (object_of(address) >= variables_.size()) return 0;
    const HostVariable& variable = variables_[object_of(address)];
    const std::uint32_t offset = number_of(address);
    std::uint64_t id = 0;
    if (variable.element_size == 0) {
        // Nobody knows the thing's shape: every offset is an object of its own, so that methods have a
        // receiver.
        id = std::uint64_t{1} << 63U | std::uint64_t{object_of(address)} << 32U | offset;
    } else {
        Value index(static_cast<std::int32_t>(offset / variable.element_size));
        Value result;
        call_native(variable.element, {&index, 1}, result, 0);
        id = result.object().id;
    }
    const std::uint32_t handle = pool_.host_object(id);
    if (handle != 0) pool_[handle].owned_by_host = true;
    return handle;
}

FieldAccess& World::fields(std::uint32_t handle) {
    const std::string owner(host_.object_class(ObjectId{pool_[handle].host_id}));
    const auto [entry, fresh] = fields_.try_emplace(owner);
    if (fresh && !owner.empty()) {
        entry->second.read = host_.resolve({NativeKind::getter, entry->first, "@field", 2});
        entry->second.write = host_.resolve({NativeKind::setter, entry->first, "@field", 3});
    }
    return entry->second;
}

bool World::read_field(std::uint32_t handle, std::uint32_t offset, std::uint32_t width,
                       std::uint32_t& value) {
    value = 0;
    if ((pool_[handle].host_id >> 63U) != 0) return true; // a stand-in: all fields are 0
    const FieldAccess& access = fields(handle);
    if (!access.read) return false;
    Value arguments[] = {Value(static_cast<std::int32_t>(offset)), Value(static_cast<std::int32_t>(width))};
    Value result;
    call_native(access.read, arguments, result, pool_[handle].host_id);
    value = static_cast<std::uint32_t>(detail::to_integer(result));
    if (result.is(Type::real)) value = std::bit_cast<std::uint32_t>(result.real());
    return true;
}

bool World::write_field(std::uint32_t handle, std::uint32_t offset, std::uint32_t width,
                        std::uint32_t value) {
    if ((pool_[handle].host_id >> 63U) != 0) return true;
    const FieldAccess& access = fields(handle);
    if (!access.write) return false;
    Value arguments[] = {Value(static_cast<std::int32_t>(offset)), Value(static_cast<std::int32_t>(width)),
                         Value(static_cast<std::int32_t>(value))};
    Value result;
    call_native(access.write, arguments, result, pool_[handle].host_id);
    return true;
}

std::span<const std::byte> World::readable(Word address) const {
    const std::uint32_t number = object_of(address);
    std::span<const std::byte> all;
    switch (kind_of(address)) {
    case Tag::data: all = instances_[number].data; break;
    case Tag::literal: all = instances_[number].script->scom().strings; break;
    case Tag::object:
        if (pool_.exists(number))
            all = {pool_[number].data, pool_[number].data == nullptr ? 0 : pool_[number].size};
        break;
    default: break;
    }
    const std::uint32_t offset = number_of(address);
    return offset <= all.size() ? all.subspan(offset) : std::span<const std::byte>{};
}

std::span<std::byte> World::writable(Word address) {
    const std::uint32_t number = object_of(address);
    const std::uint32_t offset = number_of(address);
    if (kind_of(address) == Tag::data) {
        std::vector<std::byte>& data = instances_[number].data;
        return offset <= data.size() ? std::span(data).subspan(offset) : std::span<std::byte>{};
    }
    if (kind_of(address) != Tag::object || !pool_.exists(number)) return {};
    const Object& object = pool_[number];
    if (object.kind != ObjectKind::array && object.kind != ObjectKind::user) return {}; // texts never change
    return offset <= object.size && object.data != nullptr
               ? std::span(object.data + offset, object.size - offset)
               : std::span<std::byte>{};
}

std::uint32_t World::random() {
    // SplitMix64: any state is a good one, and it is eight bytes in a snapshot.
    random_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = random_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 31U)) >> 32U);
}

} // namespace vellum::ags
