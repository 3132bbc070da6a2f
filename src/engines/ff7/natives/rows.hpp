// The natives of a game, made from rows.def: what the machine asks on its own account and what scripts
// order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string_view>

#include "vellum/ff7.hpp"
#include "vellum/natives.hpp"

namespace vellum::ff7 {

/// What the machine asks. Orders are public: Order.
enum class Question : std::uint8_t {
#define QUESTION(name, parameters, result, text) name,
#define ORDER(name, parameters, text)
#include "engines/ff7/natives/rows.def"
#undef QUESTION
#undef ORDER
};

/// What a host is asked by.
struct NativeName {
    std::string_view name;
    std::int32_t arity;
};

/// Parameters in a list as rows.def writes it.
consteval std::int32_t count_parameters(std::string_view list) {
    return list.empty() ? 0 : static_cast<std::int32_t>(std::ranges::count(list, ',')) + 1;
}

/// By Question.
inline constexpr NativeName question_names[] = {
#define QUESTION(name, parameters, result, text) {#name, count_parameters(parameters)},
#define ORDER(name, parameters, text)
#include "engines/ff7/natives/rows.def"
#undef QUESTION
#undef ORDER
};

/// By Order.
inline constexpr NativeName order_names[] = {
#define QUESTION(name, parameters, result, text)
#define ORDER(name, parameters, text) {#name, count_parameters(parameters)},
#include "engines/ff7/natives/rows.def"
#undef QUESTION
#undef ORDER
};

inline constexpr std::size_t question_count = std::size(question_names);
static_assert(std::size(order_names) == order_count, "a row for every order");

consteval bool orders_stand_in_order() {
    constexpr Order rows[] = {
#define QUESTION(name, parameters, result, text)
#define ORDER(name, parameters, text) Order::name,
#include "engines/ff7/natives/rows.def"
#undef QUESTION
#undef ORDER
    };
    for (std::size_t i = 0; i < order_count; ++i)
        if (rows[i] != static_cast<Order>(i)) return false;
    return true;
}
static_assert(orders_stand_in_order(), "the rows of orders stand in the order of Order");

/// All rows, questions first.
void each_row(const std::function<void(NativeRow&&)>& visit);
/// Signatures and documentation of every native, none of them implemented: for stand-ins, help and documents.
[[nodiscard]] const Host& described_natives();

} // namespace vellum::ff7
