// What machines ask of their environment while they run: memory behind addresses, fields of host objects,
// random numbers.
#include "engines/ags/machine/environment.hpp"

#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/machine.hpp"
#include "engines/ags/play/play.hpp"
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

// Stand-in objects: of a variable, with its number and offset below; or made while running, with a number.
constexpr std::string_view name_of_made = "(name)";
constexpr std::string_view made_so_far = "(made)";
constexpr std::string_view field_name = "(field)"; ///< By offset.

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
    const auto thing = variable.get || play == nullptr ? std::nullopt : play->variable(variable.name, offset);
    if (thing) {
        id = id_of(*thing);
    } else if (!variable.get) {
        // Nobody knows the thing's shape: every offset is an object of its own, so that methods have a
        // receiver.
        id = stand_in_bit | std::uint64_t{object_of(address)} << 32U | offset;
    } else
        id = variable_value(variable, offset).object().id;
    const std::uint32_t handle = handle_of(id);
    if (handle != 0 && pool_[handle].kind == ObjectKind::host) pool_[handle].owned_by_host = true;
    return handle;
}

std::uint64_t Environment::host_id(Word word) {
    const std::uint32_t handle = kind_of(word) == Tag::variable ? variable_object(word)
                                 : kind_of(word) == Tag::object ? object_of(word)
                                                                : 0;
    return pool_.exists(handle) ? pool_[handle].host_id : 0;
}

std::uint32_t Environment::make_stand_in(std::string_view name) {
    const Word* last = properties_.find(0, made_so_far);
    const std::uint32_t number = last == nullptr ? 1 : number_of(*last) + 1;
    const std::uint64_t id = stand_in_bit | made_bit | number;
    const std::uint32_t text = pool_.make_string(name);
    const std::uint32_t handle = text == 0 ? 0 : pool_.host_object(id);
    if (handle == 0 || !properties_.set(pool_, 0, made_so_far, 0, integer_word(number)) ||
        !properties_.set(pool_, id, name_of_made, 0, address_word(Tag::object, text)))
        return 0;
    return handle;
}

bool Environment::is_stand_in(std::uint32_t handle) const noexcept {
    return pool_[handle].kind == ObjectKind::host && (pool_[handle].host_id & stand_in_bit) != 0;
}

std::string Environment::stand_in_name(std::uint64_t id) const {
    if (play != nullptr && is_thing(id)) return play->name(thing_of(id));
    if ((id & stand_in_bit) != 0 && (id & made_bit) != 0) {
        const Word* name = properties_.find(id, name_of_made);
        return name == nullptr ? std::string() : std::string(pool_.text_of(*name));
    }
    if ((id & stand_in_bit) == 0 && (id & script_object) != 0)
        return "script object " + std::to_string(id & ~script_object);
    const auto number = static_cast<std::size_t>((id & ~stand_in_bit) >> 32U);
    if ((id & stand_in_bit) == 0 || number >= variables_.size()) return {};
    const auto offset = static_cast<std::uint32_t>(id);
    return variables_[number].name + (offset != 0 ? " + " + std::to_string(offset) : std::string());
}

namespace {

/// A field lies in the whole variable, whichever of the objects in it is asked.
PropertyKey field_key(std::uint64_t id, std::uint32_t offset) {
    if ((id & made_bit) == 0) {
        offset += static_cast<std::uint32_t>(id);
        id &= ~std::uint64_t{0xFFFFFFFF};
    }
    return {id, std::string(field_name), static_cast<std::int32_t>(offset)};
}

std::uint64_t variable_id(Word address) noexcept {
    return stand_in_bit | std::uint64_t{object_of(address)} << 32U;
}

} // namespace

bool Environment::read_kept_field(std::uint64_t id, std::uint32_t offset, std::uint32_t& value) const {
    current->work(properties_.look_up_work(field_name));
    const PropertyKey key = field_key(id, offset);
    const Word* kept = properties_.find(key.object, key.name, key.index);
    value = kept != nullptr ? number_of(*kept) : 0;
    return kept != nullptr;
}

bool Environment::write_kept_field(std::uint64_t id, std::uint32_t offset, std::uint32_t value) {
    current->work(properties_.look_up_work(field_name) + BuiltinCall::object_work);
    const PropertyKey key = field_key(id, offset);
    return properties_.set(pool_, key.object, key.name, key.index, integer_word(value)) ||
           current->fault(codes::out_of_memory, "script objects need more memory than the budget allows");
}

bool Environment::read_stand_in(Word address, std::uint32_t& value) const {
    return read_kept_field(variable_id(address), number_of(address), value);
}

bool Environment::write_stand_in(Word address, std::uint32_t value) {
    return write_kept_field(variable_id(address), number_of(address), value);
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
    if (is_stand_in(handle)) {
        read_kept_field(pool_[handle].host_id, offset, value);
        return true;
    }
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
    if (is_stand_in(handle)) return write_kept_field(pool_[handle].host_id, offset, value);
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

bool Environment::word_of(const Value& value, Word& word) {
    word = value.is(Type::integer)   ? integer_word(value.integer())
           : value.is(Type::boolean) ? integer_word(value.boolean())
                                     : 0;
    const bool object = value.is(Type::object) && value.object().id != 0;
    if (!object && !value.is(Type::string)) return true;
    const std::uint32_t handle = object ? handle_of(value.object().id) : pool_.make_string(value.text());
    word = address_word(Tag::object, handle);
    return handle != 0;
}

void Environment::set_number(std::string_view variable, std::uint32_t offset, std::int32_t value) {
    for (std::size_t i = 0; i < variables_.size(); ++i)
        if (variables_[i].name == variable && !variables_[i].get)
            static_cast<void>(properties_.set(
                pool_, variable_id(address_word(Tag::variable, static_cast<std::uint32_t>(i))), field_name,
                static_cast<std::int32_t>(offset), integer_word(value)));
}

std::int32_t Environment::number_in(std::string_view variable, std::uint32_t offset) const {
    for (std::size_t i = 0; i < variables_.size(); ++i)
        if (variables_[i].name == variable && !variables_[i].get)
            if (const Word* const kept =
                    properties_.find(variable_id(address_word(Tag::variable, static_cast<std::uint32_t>(i))),
                                     field_name, static_cast<std::int32_t>(offset)))
                return signed_of(*kept);
    return 0;
}

void Environment::tick(float seconds) noexcept {
    properties_.count_down(0, timer_name);
    constexpr float longest = 1e6F; // what is none, or absurd, moves no clock
    if (seconds > 0 && seconds <= longest) clock_ += static_cast<std::uint64_t>(double{seconds} * 1e6);
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
