// Maths, conversions and random numbers. Everything is computed in double and rounded once to single, as the
// engine does.
#include <bit>
#include <cmath>

#include "base/rounding.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/machine/environment.hpp"

namespace vellum::ags {

namespace {

constexpr double pi = 3.14159265358979323846;

// What follows is as PureBuiltin says: numbers by their bits.

double real(std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); }

/// Doubles outside of the single range become infinities, which a plain conversion leaves undefined.
std::int64_t rounded(double value) {
    const bool fits = !(std::fabs(value) > 3.4028235677973366e38);
    return std::bit_cast<std::uint32_t>(fits        ? static_cast<float>(value)
                                        : value > 0 ? HUGE_VALF
                                                    : -HUGE_VALF);
}

template <double (*Function)(double)> std::int64_t one(std::uint32_t number, std::uint32_t) {
    return rounded(Function(real(number)));
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

std::int64_t arc_tangent_of_two(std::uint32_t y, std::uint32_t x) {
    return rounded(std::atan2(real(y), real(x)));
}
std::int64_t raise_to_power(std::uint32_t base, std::uint32_t exponent) {
    return rounded(std::pow(real(base), real(exponent)));
}

std::int64_t square_root(std::uint32_t number, std::uint32_t) {
    const double value = real(number);
    return value < 0.0 ? no_number : rounded(std::sqrt(value));
}
constexpr char no_square_root[] = "Sqrt: cannot perform square root of negative number";

std::int64_t get_pi(std::uint32_t, std::uint32_t) { return rounded(pi); }

std::int64_t int_to_float(std::uint32_t number, std::uint32_t) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(number)));
}

std::int64_t float_to_int(std::uint32_t number, std::uint32_t direction) {
    double value = real(number);
    if (direction == 0)
        value = std::floor(value);
    else if (direction == 1)
        value = round_half_away(value);
    else if (direction == 2)
        value = std::ceil(value);
    else
        return no_number;
    const bool fits = value >= -2147483648.0 && value < 2147483648.0;
    return static_cast<std::uint32_t>(fits ? static_cast<std::int32_t>(value) : INT32_MIN); // as x86 converts
}
constexpr char no_direction[] = "FloatToInt: invalid round direction";

constexpr char never[] = "";

/// The row of a pure function; `complaint`: what it says where it gives no result.
template <PureBuiltin Function, const char* Complaint = never>
constexpr BuiltinEntry pure(std::string_view name, std::int32_t arity,
                            Computes computes = Computes::something) {
    const Builtin called = [](BuiltinCall& call) {
        Word result = 0;
        return call.callee->compute(call.arguments, result) ? result : call.fail(codes::api_error, Complaint);
    };
    return {name, arity, called, false, Function, computes != Computes::integer_below, computes};
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

constexpr BuiltinEntry maths_entries[] = {
    pure<one<arc_cosine>>("Maths::ArcCos", 1),
    pure<one<arc_sine>>("Maths::ArcSin", 1),
    pure<one<arc_tangent>>("Maths::ArcTan", 1),
    pure<arc_tangent_of_two>("Maths::ArcTan2", 2),
    pure<one<cosine>>("Maths::Cos", 1),
    pure<one<hyperbolic_cosine>>("Maths::Cosh", 1),
    pure<one<degrees_to_radians>>("Maths::DegreesToRadians", 1),
    pure<one<exponential>>("Maths::Exp", 1),
    pure<one<logarithm>>("Maths::Log", 1),
    pure<one<decimal_logarithm>>("Maths::Log10", 1),
    pure<one<radians_to_degrees>>("Maths::RadiansToDegrees", 1),
    pure<raise_to_power>("Maths::RaiseToPower", 2),
    pure<one<sine>>("Maths::Sin", 1),
    pure<one<hyperbolic_sine>>("Maths::Sinh", 1),
    pure<square_root, no_square_root>("Maths::Sqrt", 1, Computes::square_root),
    pure<one<tangent>>("Maths::Tan", 1),
    pure<one<hyperbolic_tangent>>("Maths::Tanh", 1),
    pure<get_pi>("Maths::get_Pi", 0),
    pure<int_to_float>("IntToFloat", 1, Computes::real_of_integer),
    pure<float_to_int, no_direction>("FloatToInt", 2, Computes::integer_below),
    pure<float_to_int, no_direction>("FloatToInt", 1, Computes::integer_below),
    {"Random", 1, random},
    {"__Builtin_DynamicArray::get_Length", 0, array_length},
};

} // namespace

std::span<const BuiltinEntry> maths_builtins() noexcept { return maths_entries; }

} // namespace vellum::ags
