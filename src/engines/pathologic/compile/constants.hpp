// Values that are known while compiling, computed by the machine's own operators.
#pragma once

#include <string>

#include "engines/pathologic/source/tree.hpp"
#include "vellum/value.hpp"

namespace vellum::pathologic::compile {

/// Bytes of text that the constants of one compilation may make, so that a short source makes no long work.
inline constexpr std::uint64_t most_constant_text = std::uint64_t{4} << 20U;

/// What a constant expression gives. Nothing after saying `why` not. Texts that are made on the way are taken
/// off `room`.
[[nodiscard]] std::optional<Value> evaluate(const source::Tree& tree, source::NodeId expr,
                                            std::uint64_t& room, std::string& why);
/// The value as a variable of that type would hold it.
[[nodiscard]] std::optional<Value> converted(const Value& value, VariableType type, std::string& why);
/// The literal that stands for a value.
[[nodiscard]] source::NodeId literal(source::Tree& tree, const Value& value, std::uint32_t place);

} // namespace vellum::pathologic::compile
