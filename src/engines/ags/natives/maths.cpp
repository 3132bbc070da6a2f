// Maths, conversions and random numbers. Everything is computed in double and rounded once to single, as the
// engine does.
#include <cmath>

#include "base/rounding.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

namespace {

constexpr double pi = 3.14159265358979323846;

double argument(const BuiltinCall& call, std::size_t index) {
    return static_cast<double>(real_of(call.arguments[index]));
}

/// Doubles outside of the single range become infinities, which a plain conversion leaves undefined.
Word rounded(double value) {
    if (std::fabs(value) > 3.4028235677973366e38) return real_word(value > 0 ? HUGE_VALF : -HUGE_VALF);
    return real_word(static_cast<float>(value));
}

template <double (*Function)(double)> Word one(BuiltinCall& call) {
    return rounded(Function(argument(call, 0)));
}

double degrees_to_radians(double degrees) { return degrees * (pi / 180.0); }
double radians_to_degrees(double radians) { return radians * (180.0 / pi); }
// Named, because the library's own are overloaded.
double arc_cosine(double x) { return std::acos(x); }
double arc_sine(double x) { return std::asin(x); }
double arc_tangent(double x) { return std::atan(x); }
double cosine(double x) { return std::cos(x); }
double hyperbolic_cosine(double x) { return std::cosh(x); }
double exponential(double x) { return std::exp(x); }
double logarithm(double x) { return std::log(x); }
double decimal_logarithm(double x) { return std::log10(x); }
double sine(double x) { return std::sin(x); }
double hyperbolic_sine(double x) { return std::sinh(x); }
double tangent(double x) { return std::tan(x); }
double hyperbolic_tangent(double x) { return std::tanh(x); }

Word arc_tangent_of_two(BuiltinCall& call) {
    return rounded(std::atan2(argument(call, 0), argument(call, 1)));
}
Word raise_to_power(BuiltinCall& call) { return rounded(std::pow(argument(call, 0), argument(call, 1))); }

Word square_root(BuiltinCall& call) {
    const double value = argument(call, 0);
    if (value < 0.0)
        return call.fail(codes::api_error, "Sqrt: cannot perform square root of negative number");
    return rounded(std::sqrt(value));
}

Word get_pi(BuiltinCall&) { return rounded(pi); }

Word int_to_float(BuiltinCall& call) { return real_word(static_cast<float>(signed_of(call.arguments[0]))); }

Word float_to_int(BuiltinCall& call) {
    const float value = real_of(call.arguments[0]);
    const std::uint32_t direction = call.arguments.size() > 1 ? number_of(call.arguments[1]) : 0;
    double rounded_value = 0;
    if (direction == 0)
        rounded_value = std::floor(static_cast<double>(value));
    else if (direction == 1)
        rounded_value = round_half_away(static_cast<double>(value));
    else if (direction == 2)
        rounded_value = std::ceil(static_cast<double>(value));
    else
        return call.fail(codes::api_error, "FloatToInt: invalid round direction");
    if (!(rounded_value >= -2147483648.0 && rounded_value < 2147483648.0))
        return integer_word(INT32_MIN); // as x86 converts
    return integer_word(static_cast<std::int32_t>(rounded_value));
}

Word random(BuiltinCall& call) {
    const std::int32_t most = signed_of(call.arguments[0]);
    if (most < 0)
        return call.fail(codes::api_error, "Random: invalid parameter passed -- must be at least 0.");
    return integer_word(static_cast<std::uint32_t>(
        (std::uint64_t{call.environment.random()} * (static_cast<std::uint64_t>(most) + 1)) >> 32U));
}

Word array_length(BuiltinCall& call) {
    const Pool& pool = call.environment.pool();
    if (is_null(call.self)) return call.fail(codes::null_pointer, "Null pointer referenced");
    if (kind_of(call.self) != Tag::object || !pool.exists(object_of(call.self)) ||
        pool[object_of(call.self)].kind != ObjectKind::array)
        return call.fail(codes::bad_call, "Length was called on something other than a dynamic array");
    return integer_word(pool[object_of(call.self)].count);
}

constexpr BuiltinEntry entries[] = {
    {"Maths::ArcCos", 1, one<arc_cosine>},
    {"Maths::ArcSin", 1, one<arc_sine>},
    {"Maths::ArcTan", 1, one<arc_tangent>},
    {"Maths::ArcTan2", 2, arc_tangent_of_two},
    {"Maths::Cos", 1, one<cosine>},
    {"Maths::Cosh", 1, one<hyperbolic_cosine>},
    {"Maths::DegreesToRadians", 1, one<degrees_to_radians>},
    {"Maths::Exp", 1, one<exponential>},
    {"Maths::Log", 1, one<logarithm>},
    {"Maths::Log10", 1, one<decimal_logarithm>},
    {"Maths::RadiansToDegrees", 1, one<radians_to_degrees>},
    {"Maths::RaiseToPower", 2, raise_to_power},
    {"Maths::Sin", 1, one<sine>},
    {"Maths::Sinh", 1, one<hyperbolic_sine>},
    {"Maths::Sqrt", 1, square_root},
    {"Maths::Tan", 1, one<tangent>},
    {"Maths::Tanh", 1, one<hyperbolic_tangent>},
    {"Maths::get_Pi", 0, get_pi},
    {"IntToFloat", 1, int_to_float},
    {"FloatToInt", 2, float_to_int},
    {"FloatToInt", 1, float_to_int},
    {"Random", 1, random},
    {"__Builtin_DynamicArray::get_Length", 0, array_length},
};

} // namespace

std::span<const BuiltinEntry> maths_builtins() noexcept { return entries; }

} // namespace vellum::ags
