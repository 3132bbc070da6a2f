// How values and operators are written in source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engines/ags/isa/isa.hpp"

namespace vellum::ags::decompile {

/// An operator as source has it; empty for what is none.
struct OperatorText {
    std::string_view text;
    int level = 0; ///< 1 binds tightest.
};
[[nodiscard]] OperatorText operator_text(Op op) noexcept;

/// The literal that is read as the float with these bits: "0.5". The sign is left out.
[[nodiscard]] std::string real_text(std::uint32_t bits);

} // namespace vellum::ags::decompile
