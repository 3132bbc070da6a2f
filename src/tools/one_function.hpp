// A single function of a program, as text for people: it is not read again.
#pragma once

#include <string>
#include <string_view>

#include "vellum/tools.hpp"

namespace vellum::tools {

/// Its source, cut out of what decompiling `program` gave with the compiled program kept. Fails with
/// engine.function.
[[nodiscard]] Result<std::string> source_of_function(const Program& program, const Decompiled& made,
                                                     std::string_view name);

/// Its instructions; jumps go to labels, calls to names. Fails with engine.function.
[[nodiscard]] Result<std::string> listing_of_function(const Program& program, std::string_view name);

} // namespace vellum::tools
