// Fixups: places in code or data whose number the linker replaces. Their types, their words in listings, and
// which symbol space the number belongs to. Relies on nothing but the symbol spaces. Facts:
// docs/engines/ags.md, "SCOM".
#pragma once

#include <cstdint>
#include <string_view>

#include "isa/symbols.hpp"

namespace vellum::ags {

/// What a fixup's number means. Files may hold other types; they are kept and refused by the checker.
enum class FixupType : std::uint8_t { none, data, function, string, import, pointer, stack };
inline constexpr std::uint32_t fixup_type_count = 7;

/// How a fixup type is written.
struct FixupForm {
    std::string_view name;
    FixupType type;
    isa::SymbolSpace space; ///< Space of names that may stand for the number.
};

inline constexpr FixupForm fixup_forms[fixup_type_count] = {
    {"none", FixupType::none, isa::SymbolSpace::none},
    {"data", FixupType::data, isa::SymbolSpace::data},
    {"func", FixupType::function, isa::SymbolSpace::label},
    {"string", FixupType::string, isa::SymbolSpace::string},
    {"import", FixupType::import, isa::SymbolSpace::import},
    {"pointer", FixupType::pointer, isa::SymbolSpace::none},
    {"stack", FixupType::stack, isa::SymbolSpace::none},
};

/// The form with that word, or null.
[[nodiscard]] constexpr const FixupForm* find_fixup_form(std::string_view name) noexcept {
    for (const FixupForm& form : fixup_forms)
        if (form.name == name) return &form;
    return nullptr;
}

} // namespace vellum::ags
