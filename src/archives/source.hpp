// Reading numbers and tables from a source of bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/source.hpp"
#include "vellum/archive.hpp"

namespace vellum::archives {

using vellum::lies_inside;
using vellum::PartSource;
using vellum::read_range;
using vellum::SpanSource;

/// The text of a field of fixed length: what stands in front of its first zero.
[[nodiscard]] std::string until_nul(std::span<const std::byte> bytes);

} // namespace vellum::archives
