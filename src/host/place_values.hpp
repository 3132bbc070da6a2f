// Where the values of an answer go that somebody gave for a native: its result and its arguments.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "vellum/host.hpp"

namespace vellum {

/// A value in the type of a variable or parameter, converted as scripts convert; nothing if that makes no
/// sense. `Type::none` takes anything.
[[nodiscard]] std::optional<Value> convert(const Value& value, Type wanted);

/// Writes a value into an argument, in its own type or in `wanted` unless that is none. Gives the reason why
/// it does not fit.
[[nodiscard]] std::optional<std::string> write_argument(Call& call, std::size_t index, const Value& value,
                                                        Type wanted = Type::none);

/// One of the natives of an engine is known to write into a variable, or the engine is unknown, null. Memory
/// is written in place.
[[nodiscard]] bool writes_variables(const Host* known);

/// Writes the values into the call, or gives the reason why they do not fit it. A native of a known signature
/// gets its result first, unless `arguments_only`, then what it writes, in order. Of another one nobody has
/// said which arguments are results: the first value is the result for engines that have one, and with
/// `variables` each value goes to the next argument that could have been meant.
[[nodiscard]] std::optional<std::string> place_values(std::span<const Value> values,
                                                      const Signature* signature, bool variables, Call& call,
                                                      bool arguments_only = false);

} // namespace vellum
