// What the walker's parts name alike: temporaries, tags and places that machine code shares.
#pragma once

#include <cstddef>
#include <cstdint>

#include "code/form.hpp"
#include "engines/ags/machine/native/context.hpp"

namespace vellum::ags {

inline constexpr auto t0 = code::temporary(0);
inline constexpr auto t1 = code::temporary(1);
inline constexpr auto t2 = code::temporary(2);

inline constexpr std::uint32_t integer_tag = static_cast<std::uint32_t>(Tag::integer);
inline constexpr std::uint32_t real_tag = static_cast<std::uint32_t>(Tag::real);
inline constexpr std::uint32_t last_number_tag = real_tag;
inline constexpr std::uint32_t object_tag = static_cast<std::uint32_t>(Tag::object);

/// A member of NativeContext.
[[nodiscard]] constexpr code::Memory in_context(std::size_t offset) {
    return {code::context_base, {}, static_cast<std::int32_t>(offset)};
}
/// Where the argument of that number stands when something is called.
[[nodiscard]] constexpr code::Memory argument_place(std::int16_t number) {
    return in_context(offsetof(NativeContext, arguments) + sizeof(Word) * static_cast<std::size_t>(number));
}
/// A member of the object in the first temporary.
[[nodiscard]] constexpr code::Memory in_object(std::size_t offset) {
    return {t0, {}, static_cast<std::int32_t>(offset)};
}

} // namespace vellum::ags
