// The templates that turn a C++ callable into a native: part of host.hpp, never included alone. Arguments are
// converted to the callable's parameter types and written back afterwards; a wrong type is converted as
// scripts convert it (number to number, anything to bool), never passed as garbage.
#pragma once

#include <bit>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "vellum/host.hpp"

namespace vellum::detail {

/// Number, boolean or object as an integer; 0 for anything else. Out-of-range reals give INT_MIN.
[[nodiscard]] VELLUM_API std::int32_t to_integer(const Value& value) noexcept;
/// As a real.
[[nodiscard]] VELLUM_API float to_real(const Value& value) noexcept;
/// Non-zero number, non-empty text, non-null object.
[[nodiscard]] VELLUM_API bool to_boolean(const Value& value) noexcept;

template <> struct Argument<bool> {
    static constexpr Type type = Type::boolean;
    static bool get(const Value& value) { return to_boolean(value); }
};
template <> struct Argument<std::int32_t> {
    static constexpr Type type = Type::integer;
    static std::int32_t get(const Value& value) {
        return value.is(Type::integer) ? value.integer() : to_integer(value);
    }
};
template <> struct Argument<float> {
    static constexpr Type type = Type::real;
    static float get(const Value& value) { return value.is(Type::real) ? value.real() : to_real(value); }
};
template <> struct Argument<std::string_view> {
    static constexpr Type type = Type::string;
    static std::string_view get(const Value& value) { return value.text(); }
};
template <> struct Argument<String> {
    static constexpr Type type = Type::string;
    static String get(const Value& value) { return value.string(); }
};
template <> struct Argument<std::string> {
    static constexpr Type type = Type::string;
    static std::string get(const Value& value) { return std::string(value.text()); }
};
template <> struct Argument<const char*> { // as a result only
    static constexpr Type type = Type::string;
};
template <> struct Argument<Vector3> {
    static constexpr Type type = Type::vector;
    static Vector3 get(const Value& value) { return value.is(Type::vector) ? value.vector() : Vector3{}; }
};
template <> struct Argument<ObjectId> {
    static constexpr Type type = Type::object;
    static ObjectId get(const Value& value) { return value.is(Type::object) ? value.object() : ObjectId{}; }
};
template <> struct Argument<MemoryView> {
    static constexpr Type type = Type::memory;
    static MemoryView get(const Value& value) { return value.memory(); }
};
template <> struct Argument<Value> {
    static constexpr Type type = Type::none;
    static Value get(const Value& value) { return value; }
};

template <class T>
constexpr bool is_out = std::is_lvalue_reference_v<T> && !std::is_const_v<std::remove_reference_t<T>>;

/// Holds one converted argument during the call and writes it back if the callable takes it by reference.
template <class P> struct Slot {
    using T = std::remove_cvref_t<P>;
    Value& target;
    T local;
    explicit Slot(Value& value) : target(value), local(Argument<T>::get(value)) {}
    decltype(auto) pass() {
        if constexpr (is_out<P>)
            return static_cast<T&>(local);
        else
            return static_cast<T&&>(local);
    }
    void finish() {
        if constexpr (is_out<P>) target = Value(std::move(local));
    }
};

template <class F> struct Callable : Callable<decltype(&F::operator())> {};
template <class R, class... P> struct Callable<R (*)(P...)> { // also what the member forms below come down to
    using Result = R;
    using Parameters = std::tuple<P...>;
};
template <class C, class R, class... P> struct Callable<R (C::*)(P...) const> : Callable<R (*)(P...)> {};
template <class C, class R, class... P> struct Callable<R (C::*)(P...)> : Callable<R (*)(P...)> {};
template <class R, class... P> struct Callable<R (*)(P...) noexcept> : Callable<R (*)(P...)> {};
template <class C, class R, class... P>
struct Callable<R (C::*)(P...) const noexcept> : Callable<R (*)(P...)> {};
template <class C, class R, class... P> struct Callable<R (C::*)(P...) noexcept> : Callable<R (*)(P...)> {};

template <class Tuple> constexpr bool takes_call = false;
template <class... P> constexpr bool takes_call<std::tuple<Call&, P...>> = true;

template <class Tuple> struct Rest {
    using type = Tuple;
};
template <class... P> struct Rest<std::tuple<Call&, P...>> {
    using type = std::tuple<P...>;
};

/// The return value of `run` is the call's result.
template <class Run> void answer(Call& call, Run&& run) {
    using R = std::invoke_result_t<Run&>;
    if constexpr (std::is_void_v<R>)
        run();
    else if constexpr (std::is_convertible_v<R, std::string_view>)
        call.result = Value(String(std::string_view(run())));
    else
        call.result = Value(run());
}

template <class F, bool WithCall, class... P, std::size_t... I>
void invoke_callable(F& callable, Call& call, std::tuple<P...>*, std::index_sequence<I...>) {
    std::tuple<Slot<P>...> slots{Slot<P>(call[I])...};
    answer(call, [&]() -> decltype(auto) {
        if constexpr (WithCall)
            return callable(call, std::get<I>(slots).pass()...);
        else
            return callable(std::get<I>(slots).pass()...);
    });
    if (call.outcome != Outcome::failed) (std::get<I>(slots).finish(), ...); // a failed call changes nothing
}

#if defined(__cpp_exceptions)
constexpr bool catches = true;
#else
constexpr bool catches = false;
#endif

/// Calls `run`. An exception becomes the call's failure, where exceptions exist: none passes through a
/// machine. `Catches` separates code compiled with exceptions from code compiled without.
template <bool Catches, class Run> void guarded([[maybe_unused]] Call& call, Run&& run) {
#if defined(__cpp_exceptions)
    if constexpr (Catches) {
        try {
            run();
        } catch (const std::exception& thrown) {
            call.fail(thrown.what());
        } catch (...) {
            call.fail("unknown exception");
        }
        return;
    }
#endif
    run();
}

/// Checked once, so that callables never see a short call.
inline bool enough(Call& call, std::size_t least) {
    if (call.size() >= least) return true;
    call.fail("the native was called with too few arguments");
    return false;
}

/// The function a Native points to.
template <class F, bool Catches = catches> void trampoline(void* self, Call& call) {
    using All = typename Callable<F>::Parameters;
    using Parameters = typename Rest<All>::type;
    constexpr std::size_t count = std::tuple_size_v<Parameters>;
    if (!enough(call, count)) return;
    guarded<Catches>(call, [&] {
        invoke_callable<F, takes_call<All>>(*static_cast<F*>(self), call, static_cast<Parameters*>(nullptr),
                                            std::make_index_sequence<count>{});
    });
}

/// A parameter or result that is one word as Native::plain has it.
template <class T>
constexpr bool is_word =
    std::is_same_v<T, bool> || std::is_same_v<T, std::int32_t> || std::is_same_v<T, float>;

template <class T> T from_word(std::uint32_t word) {
    if constexpr (std::is_same_v<T, float>)
        return canonical(std::bit_cast<float>(word));
    else
        return static_cast<T>(word);
}
template <class T> std::uint32_t to_word(T value) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(value);
    else
        return static_cast<std::uint32_t>(value);
}

template <class R, class Tuple> constexpr bool is_plain = false;
template <class R, class... P>
constexpr bool is_plain<R, std::tuple<P...>> =
    (std::is_void_v<R> || is_word<std::remove_cvref_t<R>>) && (is_word<std::remove_cvref_t<P>> && ...) &&
    (!is_out<P> && ...);

template <class F, class R, class... P, std::size_t... I>
std::uint32_t invoke_plain(F& callable, const std::uint32_t* words, std::tuple<P...>*,
                           std::index_sequence<I...>) {
    if constexpr (std::is_void_v<R>) {
        callable(from_word<std::remove_cvref_t<P>>(words[I])...);
        return 0;
    } else
        return to_word<std::remove_cvref_t<R>>(callable(from_word<std::remove_cvref_t<P>>(words[I])...));
}

/// The function a Native's `plain` points to; null if the callable's types do not allow one.
template <class F, bool Catches = catches> constexpr auto plain_trampoline() {
    using Parameters = typename Callable<F>::Parameters;
    using Result = typename Callable<F>::Result;
    using Function = bool (*)(void*, Call&, const std::uint32_t*, std::uint32_t&);
    if constexpr (is_plain<Result, Parameters>)
        return Function{[](void* self, [[maybe_unused]] Call& call, const std::uint32_t* words,
                           std::uint32_t& result) {
            bool done = false;
            guarded<Catches>(call, [&] {
                result =
                    invoke_plain<F, Result>(*static_cast<F*>(self), words, static_cast<Parameters*>(nullptr),
                                            std::make_index_sequence<std::tuple_size_v<Parameters>>{});
                done = true;
            });
            return done;
        }};
    else
        return Function{nullptr};
}

template <class... P> void describe(Signature& signature, std::tuple<P...>*) {
    (signature.parameters.push_back(
         {{}, Argument<std::remove_cvref_t<P>>::type, is_out<P> ? Direction::in_out : Direction::in}),
     ...);
}

template <class R> constexpr Type result_type() {
    if constexpr (std::is_void_v<R>)
        return Type::none;
    else
        return Argument<std::remove_cvref_t<R>>::type;
}

} // namespace vellum::detail

namespace vellum {

template <class F>
Library& Library::register_callable(NativeKind kind, std::string_view owner, std::string_view name,
                                    F callable, std::string_view documentation) {
    using All = typename detail::Callable<F>::Parameters;
    using Parameters = typename detail::Rest<All>::type;
    Signature signature;
    signature.kind = kind;
    signature.owner = owner;
    signature.name = name;
    signature.result = detail::result_type<typename detail::Callable<F>::Result>();
    signature.documentation = documentation;
    detail::describe(signature, static_cast<Parameters*>(nullptr));
    return keep(std::move(signature), std::move(callable), detail::plain_trampoline<F>());
}

template <class F> Library& Library::keep(Signature signature, F callable, Plain plain) {
    auto holder = std::make_shared<F>(std::move(callable));
    Native native{&detail::trampoline<F>, holder.get()};
    native.plain = plain;
    add_native(std::move(signature), native);
    keep(std::move(holder));
    return *this;
}

template <class F>
    requires std::is_invocable_v<F&, Call&>
Library& Library::add(Signature signature, F callable) {
    const std::size_t least = signature.parameters.size();
    return keep(std::move(signature), [callable = std::move(callable), least](Call& call) mutable {
        if (detail::enough(call, least))
            detail::answer(call, [&]() -> decltype(auto) { return callable(call); });
    });
}

template <class F>
    requires std::is_invocable_v<F&, Call&>
Library& Library::variadic(std::string_view name, F callable, std::string_view documentation) {
    Signature signature;
    signature.name = name;
    signature.variadic = true;
    signature.documentation = documentation;
    return add(std::move(signature), std::move(callable));
}

template <class F>
Library& Library::function(std::string_view name, F callable, std::string_view documentation) {
    return register_callable(NativeKind::function, {}, name, std::move(callable), documentation);
}

template <class F>
Library& Library::method(std::string_view owner, std::string_view name, F callable,
                         std::string_view documentation) {
    return register_callable(NativeKind::method, owner, name, std::move(callable), documentation);
}

} // namespace vellum
