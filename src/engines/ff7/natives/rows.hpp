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

/// What the machine asks. Orders are public: Command.
enum class Query : std::uint8_t {
#define QUERY(name, parameters, result, text) name,
#define COMMAND(name, parameters, text)
#include "engines/ff7/natives/rows.def"
#undef QUERY
#undef COMMAND
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

/// By Query.
inline constexpr NativeName query_names[] = {
#define QUERY(name, parameters, result, text) {#name, count_parameters(parameters)},
#define COMMAND(name, parameters, text)
#include "engines/ff7/natives/rows.def"
#undef QUERY
#undef COMMAND
};

/// By Command.
inline constexpr NativeName command_names[] = {
#define QUERY(name, parameters, result, text)
#define COMMAND(name, parameters, text) {#name, count_parameters(parameters)},
#include "engines/ff7/natives/rows.def"
#undef QUERY
#undef COMMAND
};

inline constexpr std::size_t query_count = std::size(query_names);
static_assert(std::size(command_names) == command_count, "a row for every command");

consteval bool commands_stand_in_order() {
    constexpr Command rows[] = {
#define QUERY(name, parameters, result, text)
#define COMMAND(name, parameters, text) Command::name,
#include "engines/ff7/natives/rows.def"
#undef QUERY
#undef COMMAND
    };
    for (std::size_t i = 0; i < command_count; ++i)
        if (rows[i] != static_cast<Command>(i)) return false;
    return true;
}
static_assert(commands_stand_in_order(), "the rows of commands follow the order of Command");

/// All rows, queries first.
void each_row(const std::function<void(NativeRow&&)>& visit);
/// Signatures and documentation of every native, none of them implemented: for stand-ins, help and documents.
[[nodiscard]] const Host& described_natives();

} // namespace vellum::ff7
