// Answers of an index as JSON.
#pragma once

#include <string>

#include "index/query.hpp"

namespace vellum::questions {
class Request;
}

namespace vellum::index {

/// The row as an object.
[[nodiscard]] std::string to_json(std::span<const std::string> columns, const Cells& cells);

/// How many rows an answer has at most, and how many steps it may take, where nothing is said.
inline constexpr std::uint64_t usual_rows = 1000, usual_steps = 1'000'000'000;

/// The answer to the question `query`: an array of rows.
[[nodiscard]] Result<std::string> answer(const questions::Request& request);

} // namespace vellum::index
