// Numbers of a script by the names its source gave them, for people. Nothing here is ever read back.
#pragma once

#include <cstdint>
#include <string_view>

#include "isa/symbols.hpp"

namespace vellum::pathologic {

class Script;

/// What the source calls the variable that the instruction at `address` names as S[number], or T[number] if
/// `in_task`. Empty for temporaries, and where the source is not known.
[[nodiscard]] std::string_view variable_name(const Script& script, std::uint32_t address, bool in_task,
                                             std::uint32_t number);

/// The script's own names where the source has none.
class DebugNames final : public isa::Symbols {
  public:
    explicit DebugNames(const Script& script) : script_(script) {}
    bool write(TextWriter& out, isa::SymbolSpace space, std::uint32_t id) const override;
    bool write_variable(TextWriter& out, std::uint32_t address, bool in_task,
                        std::uint32_t number) const override;

  private:
    const Script& script_;
};

} // namespace vellum::pathologic
