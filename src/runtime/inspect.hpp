// How engines fill in what `Scheduler::scopes` gives: one page of a scope, variables from values.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/json_writer.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/host.hpp"
#include "vellum/inspect.hpp"

namespace vellum {

/// A variable with its type's name and text; `host` may be null. An empty type: as the value has it.
[[nodiscard]] Variable variable(std::string name, const Value& value, std::string_view type = {},
                                const Host* host = nullptr);
/// The same with a text of the engine's own.
[[nodiscard]] Variable variable(std::string name, const Value& value, std::string_view type,
                                std::string_view text);

/// As a list of `{"name","type","text"}`.
void write_variables(JsonWriter& json, std::span<const Variable> variables);
/// Why a variable cannot be changed, for Scheduler::change_variable.
[[nodiscard]] std::unexpected<Diagnostic> no_variable();                      ///< There is none such.
[[nodiscard]] std::unexpected<Diagnostic> unchangeable(std::string_view why); ///< It is for the engine alone.
[[nodiscard]] std::unexpected<Diagnostic> wrong_type(std::string_view wanted, const Value& value);
/// Part of a block, for Scheduler::read_memory.
[[nodiscard]] std::vector<std::byte> part_of(std::span<const std::byte> block, std::uint64_t first,
                                             std::size_t count);
/// The same for Scheduler::write_memory.
[[nodiscard]] Result<void> write_part(std::span<std::byte> block, std::uint64_t first,
                                      std::span<const std::byte> bytes);

/// Asks `make(index)` for the page's variables of a scope that has `count`.
template <class Make>
[[nodiscard]] Scope fill_scope(std::string_view name, std::size_t count, const Page& page, Make&& make) {
    Scope scope{std::string(name), count, std::min(page.first, count), {}};
    const std::size_t wanted = std::min({page.count, most_variables, count - scope.first});
    scope.variables.reserve(wanted);
    for (std::size_t i = 0; i < wanted; ++i) scope.variables.push_back(make(scope.first + i));
    return scope;
}

} // namespace vellum
