// How values become what a native's C++ parameter asks for: the way scripts convert, never an error.
#include <limits>

#include "vellum/host_binding.hpp"

namespace vellum::detail {

std::int32_t to_integer(const Value& value) noexcept {
    switch (value.type()) {
    case Type::boolean: return value.boolean() ? 1 : 0;
    case Type::integer: return value.integer();
    case Type::object: return static_cast<std::int32_t>(static_cast<std::uint32_t>(value.object().id));
    case Type::real: {
        // What x86 processors answer for values that do not fit; written out because C++ leaves it undefined.
        const float real = value.real();
        if (real >= -2147483648.0F && real < 2147483648.0F) return static_cast<std::int32_t>(real);
        return std::numeric_limits<std::int32_t>::min();
    }
    default: return 0;
    }
}

float to_real(const Value& value) noexcept {
    return value.is(Type::real) ? value.real() : static_cast<float>(to_integer(value));
}

bool to_boolean(const Value& value) noexcept {
    switch (value.type()) {
    case Type::boolean: return value.boolean();
    case Type::integer: return value.integer() != 0;
    case Type::real: return value.real() != 0.0F;
    case Type::object: return static_cast<bool>(value.object());
    case Type::vector: return value.vector() != Vector3{};
    case Type::memory: return value.memory().data != nullptr;
    case Type::string: return !value.text().empty();
    case Type::none: return false;
    }
    return false;
}

} // namespace vellum::detail
