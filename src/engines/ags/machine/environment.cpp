// What machines ask of their environment while they run: memory behind addresses, fields of host objects,
// random numbers.
#include "engines/ags/machine/environment.hpp"

#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/machine.hpp"
#include "vellum/ags.hpp"

namespace vellum::ags {

bool Environment::call_native(const Native& native, std::span<Value> arguments, Value& result,
                              std::uint64_t receiver, std::string* error) {
    std::vector<Value*> pointers;
    for (Value& argument : arguments) pointers.push_back(&argument);
    Call call;
    call.arguments = pointers;
    call.receiver = ObjectId{receiver};
    native(call);
    if (call.work != 0 && current != nullptr) current->work(call.work);
    const bool done = call.outcome == Outcome::done;
    result = done ? call.result : Value();
    if (!done && error != nullptr) *error = call.error;
    return done;
}

namespace {

constexpr std::uint64_t stand_in_bit = std::uint64_t{1} << 63U;

} // namespace

Value Environment::variable_value(const HostVariable& variable, std::uint32_t offset) {
    Value result;
    if (variable.element_size == 0) {
        call_native(variable.get, {}, result, 0);
        return result;
    }
    Value index(static_cast<std::int32_t>(offset / variable.element_size));
    call_native(variable.get, {&index, 1}, result, 0);
    return result;
}

bool Environment::set_variable(const HostVariable& variable, Value value, std::string& error) {
    error = "'" + variable.name + "' cannot be written to";
    Value nothing;
    return variable.set && call_native(variable.set, {&value, 1}, nothing, 0, &error);
}

std::uint32_t Environment::handle_of(std::uint64_t id) {
    if ((id & stand_in_bit) != 0 || (id & script_object) == 0) return pool_.host_object(id);
    const std::uint64_t plain = id & ~script_object;
    const bool there = plain < most_objects && pool_.exists(static_cast<std::uint32_t>(plain));
    return there ? static_cast<std::uint32_t>(plain) : 0;
}

std::uint32_t Environment::variable_object(Word address) {
    if (object_of(address) >= variables_.size()) return 0;
    const HostVariable& variable = variables_[object_of(address)];
    const std::uint32_t offset = number_of(address);
    std::uint64_t id = 0;
    if (!variable.get) {
        // Nobody knows the thing's shape: every offset is an object of its own, so that methods have a
        // receiver.
        id = stand_in_bit | std::uint64_t{object_of(address)} << 32U | offset;
    } else
        id = variable_value(variable, offset).object().id;
    const std::uint32_t handle = handle_of(id);
    if (handle != 0 && pool_[handle].kind == ObjectKind::host) pool_[handle].owned_by_host = true;
    return handle;
}

std::string Environment::stand_in_name(std::uint64_t id) const {
    const auto number = static_cast<std::size_t>((id & ~stand_in_bit) >> 32U);
    if ((id & stand_in_bit) == 0 || number >= variables_.size()) return {};
    const auto offset = static_cast<std::uint32_t>(id);
    return variables_[number].name + (offset != 0 ? " + " + std::to_string(offset) : std::string());
}

FieldAccess& Environment::fields(std::uint32_t handle) {
    const std::string owner(host_.object_class(ObjectId{pool_[handle].host_id}));
    const auto [entry, fresh] = fields_.try_emplace(owner);
    if (fresh && !owner.empty()) {
        entry->second.read = host_.resolve({NativeKind::getter, entry->first, "@field", 2});
        entry->second.write = host_.resolve({NativeKind::setter, entry->first, "@field", 3});
    }
    return entry->second;
}

bool Environment::read_field(std::uint32_t handle, std::uint32_t offset, std::uint32_t width,
                             std::uint32_t& value) {
    value = 0;
    if ((pool_[handle].host_id & stand_in_bit) != 0) return true; // a stand-in: all fields are 0
    const FieldAccess& access = fields(handle);
    if (!access.read) return false;
    Value arguments[] = {Value(static_cast<std::int32_t>(offset)), Value(static_cast<std::int32_t>(width))};
    Value result;
    call_native(access.read, arguments, result, pool_[handle].host_id);
    value = static_cast<std::uint32_t>(detail::to_integer(result));
    if (result.is(Type::real)) value = std::bit_cast<std::uint32_t>(result.real());
    return true;
}

bool Environment::write_field(std::uint32_t handle, std::uint32_t offset, std::uint32_t width,
                              std::uint32_t value) {
    if ((pool_[handle].host_id & stand_in_bit) != 0) return true;
    const FieldAccess& access = fields(handle);
    if (!access.write) return false;
    Value arguments[] = {Value(static_cast<std::int32_t>(offset)), Value(static_cast<std::int32_t>(width)),
                         Value(static_cast<std::int32_t>(value))};
    Value result;
    call_native(access.write, arguments, result, pool_[handle].host_id);
    return true;
}

std::span<const std::byte> Environment::readable(Word address) const {
    const std::uint32_t number = object_of(address);
    std::span<const std::byte> all;
    switch (kind_of(address)) {
    case Tag::data: all = instances_[number].data; break;
    case Tag::literal: all = instances_[number].script->scom().strings; break;
    case Tag::object:
        if (pool_.exists(number))
            all = {pool_[number].data, pool_[number].data == nullptr ? 0 : pool_[number].size};
        break;
    case Tag::integer:
    case Tag::real:
    case Tag::stack:
    case Tag::variable:
    case Tag::code: break;
    }
    const std::uint32_t offset = number_of(address);
    return offset <= all.size() ? all.subspan(offset) : std::span<const std::byte>{};
}

std::span<std::byte> Environment::writable(Word address) {
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

std::uint32_t Environment::random() {
    // SplitMix64: any state is a good one, and it is eight bytes in a snapshot.
    random_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = random_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 31U)) >> 32U);
}

} // namespace vellum::ags
