// Hashes of what goes into a call; see the header.
#include "host/call_hash.hpp"

#include <bit>

#include "base/hash.hpp"

namespace vellum {

namespace {

void add(StateHash& hash, std::string_view text) {
    hash.u64(text.size());
    hash.update(text);
}

/// The number's bits; all NaNs are one, as everywhere outside of a machine.
void add(StateHash& hash, float number) { hash.u32(std::bit_cast<std::uint32_t>(canonical(number))); }

void add(StateHash& hash, const Value& value) {
    hash.u8(static_cast<std::uint8_t>(value.type()));
    switch (value.type()) {
    case Type::none: break;
    case Type::boolean: hash.u8(value.boolean() ? 1 : 0); break;
    case Type::integer: hash.u32(static_cast<std::uint32_t>(value.integer())); break;
    case Type::real: add(hash, value.real()); break;
    case Type::vector:
        add(hash, value.vector().x);
        add(hash, value.vector().y);
        add(hash, value.vector().z);
        break;
    case Type::object: hash.u64(value.object().id); break;
    case Type::memory: {
        const MemoryView memory = value.memory();
        hash.u32(memory.size);
        if (memory.data != nullptr) hash.update(std::span<const std::byte>(memory.data, memory.size));
        break;
    }
    case Type::string: add(hash, value.text()); break;
    }
}

} // namespace

std::uint64_t input_hash(const NativeKey& key, const Call& call) {
    StateHash hash;
    hash.u8(static_cast<std::uint8_t>(key.kind));
    add(hash, key.owner);
    add(hash, key.name);
    hash.u32(call.machine);
    hash.u64(call.receiver.id);
    hash.u8(call.resumed ? 1 : 0);
    add(hash, call.delta_time);
    hash.u64(call.size());
    for (const Value* argument : call.arguments) add(hash, *argument);
    if (call.state != nullptr) add(hash, *call.state);
    return hash.digest();
}

std::uint64_t input_hash(LogStep step, std::string_view name, std::span<const Value> values, float seconds) {
    StateHash hash;
    hash.u8(static_cast<std::uint8_t>(step));
    add(hash, name);
    add(hash, seconds);
    hash.u64(values.size());
    for (const Value& value : values) add(hash, value);
    return hash.digest();
}

} // namespace vellum
