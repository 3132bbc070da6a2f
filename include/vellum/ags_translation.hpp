// What C++ made of scripts by `vellum translate` is made of. A program compiles the translation, registers
// it, and runs its world as always, with the setting tier=native: a function whose translation was made of
// the same code runs as that, every other one in the library's own forms. What a script does, counts and
// reports is the same in all of them. docs/engines/ags.md, "Translating to C++".
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "vellum/diagnostic.hpp"
#include "vellum/engine.hpp"
#include "vellum/export.hpp"
#include "vellum/program.hpp"

namespace vellum::ags {

/// Where a translated function finds its values; the library's own, in this order.
struct TranslationContext {
    std::uint64_t* frame;
    std::byte* bytes;
    std::byte* data;
    std::uint32_t* calls;
    std::uint64_t count;
    std::uint64_t limit;
    const void* const* functions;
    const void* other;
};

/// `entry`: where it begins, 0 for the start. Gives the number of the operation that the library goes on at.
using TranslatedCode = std::uint32_t (*)(TranslationContext* context, std::uint32_t entry);

struct TranslatedFunction {
    std::uint64_t hash; ///< Of the code it was made of.
    TranslatedCode code;
};

/// Registers functions for all worlds of the process. Call it before worlds are made; the functions must
/// outlive them.
VELLUM_API void add_translation(std::span<const TranslatedFunction> functions);
/// Translated functions that worlds of this process have taken so far: 0 says that the translation is not of
/// these scripts.
[[nodiscard]] VELLUM_API std::size_t translations_used() noexcept;

struct TranslatedFile {
    std::string name;
    std::string content;
};
/// AGS scripts as C++: a file for each script, and translation.hpp and .cpp with what `add_translation`
/// takes. `options`: the settings of the worlds that will run them. Rooms are not translated. Fails as making
/// a world does.
[[nodiscard]] VELLUM_API Result<std::vector<TranslatedFile>> translate(std::span<const ProgramPtr> programs,
                                                                       const RunOptions& options);

/// What translated code is written with.
namespace translated {

/// Bit of a result that says: the function has returned.
inline constexpr std::uint32_t returned = 0x80000000U;

// What the library does for it; a result of 0 or more is where the library goes on.
[[nodiscard]] VELLUM_API std::int32_t call_native(TranslationContext* context, std::uint32_t number);
[[nodiscard]] VELLUM_API std::int32_t call_pure(TranslationContext* context, std::uint32_t number);
[[nodiscard]] VELLUM_API std::int32_t call_plain(TranslationContext* context, std::uint32_t number);
[[nodiscard]] VELLUM_API std::int32_t do_slowly(TranslationContext* context, std::uint32_t number);
[[nodiscard]] VELLUM_API std::int32_t find_array(TranslationContext* context, std::uint32_t number);
[[nodiscard]] VELLUM_API std::int32_t enter_other(TranslationContext* context, std::uint32_t number);
[[nodiscard]] VELLUM_API std::int32_t leave_other(TranslationContext* context, std::uint32_t number);

[[nodiscard]] inline std::byte* at(void* base, std::int64_t offset) {
    return static_cast<std::byte*>(base) + offset;
}
/// A place whose address is in a temporary.
[[nodiscard]] inline std::byte* at(std::uint64_t base, std::int64_t offset) {
    return reinterpret_cast<std::byte*>(static_cast<std::uintptr_t>(base)) + offset;
}
[[nodiscard]] inline std::uint64_t address(const void* pointer) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(pointer));
}
template <class T> [[nodiscard]] T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}
template <class T> void store(std::byte* to, std::uint64_t value) {
    const auto narrow = static_cast<T>(value);
    std::memcpy(to, &narrow, sizeof(T));
}
[[nodiscard]] inline std::uint32_t u32(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
[[nodiscard]] inline std::int32_t i32(std::uint64_t value) { return static_cast<std::int32_t>(u32(value)); }
[[nodiscard]] inline std::int64_t i64(std::uint64_t value) { return static_cast<std::int64_t>(value); }
[[nodiscard]] inline float f32(std::uint64_t value) { return std::bit_cast<float>(u32(value)); }
[[nodiscard]] inline std::uint32_t shift_right(std::uint32_t value, std::uint32_t by) {
    return u32(static_cast<std::uint64_t>(std::int64_t{i32(value)} >> (by & 31U)));
}
[[nodiscard]] inline std::uint32_t divide(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(i32(a) / i32(b));
}
[[nodiscard]] inline std::uint32_t remainder(std::uint32_t a, std::uint32_t b) {
    return static_cast<std::uint32_t>(i32(a) % i32(b));
}
/// A float result as the machine has it: of two NaNs the left one, a new one as x86 makes it.
[[nodiscard]] inline std::uint32_t number(float result, std::uint32_t a, std::uint32_t b) {
    if (result == result) return std::bit_cast<std::uint32_t>(result);
    const auto is_nan = [](std::uint32_t bits) { return (bits & 0x7FFFFFFFU) > 0x7F800000U; };
    return is_nan(a) ? a | 0x00400000U : is_nan(b) ? b | 0x00400000U : 0xFFC00000U;
}
[[nodiscard]] inline std::uint32_t fadd(std::uint32_t a, std::uint32_t b) {
    return number(f32(a) + f32(b), a, b);
}
[[nodiscard]] inline std::uint32_t fsub(std::uint32_t a, std::uint32_t b) {
    return number(f32(a) - f32(b), a, b);
}
[[nodiscard]] inline std::uint32_t fmul(std::uint32_t a, std::uint32_t b) {
    return number(f32(a) * f32(b), a, b);
}
[[nodiscard]] inline std::uint32_t fdiv(std::uint32_t a, std::uint32_t b) {
    return number(f32(a) / f32(b), a, b);
}

/// Calls another function of the script, whose frame begins so many bytes above.
[[nodiscard]] inline std::uint32_t call(TranslationContext* c, std::uint32_t function, std::uint32_t note,
                                        std::uint32_t frame, std::uint32_t bytes) {
    const auto code = reinterpret_cast<TranslatedCode>(const_cast<void*>(c->functions[function]));
    *c->calls++ = note;
    c->frame += frame / sizeof(std::uint64_t);
    c->bytes += bytes;
    const std::uint32_t left = code(c, 0);
    if ((left & returned) == 0) return left;
    --c->calls;
    c->frame -= frame / sizeof(std::uint64_t);
    c->bytes -= bytes;
    return returned;
}

/// Calls a function of another script.
[[nodiscard]] inline std::uint32_t call_other(TranslationContext* c, std::uint32_t operation) {
    if (const std::int32_t left = enter_other(c, operation); left >= 0)
        return static_cast<std::uint32_t>(left);
    const auto code = reinterpret_cast<TranslatedCode>(const_cast<void*>(c->other));
    if (const std::uint32_t left = code(c, 0); (left & returned) == 0) return left;
    const std::int32_t left = leave_other(c, operation);
    return left >= 0 ? static_cast<std::uint32_t>(left) : returned;
}

} // namespace translated
} // namespace vellum::ags
