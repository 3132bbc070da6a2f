// What engines know of their hosts' natives and of their instructions, as names that texts may use.
#pragma once

#include "language/model.hpp"
#include "vellum/code.hpp"
#include "vellum/natives.hpp"

namespace vellum::language {

/// A native by its own name; one that reads or writes a property as that property.
[[nodiscard]] Symbol native_symbol(const NativeRow& row);
/// An instruction of a table by its mnemonic.
[[nodiscard]] Symbol instruction_symbol(const isa::Row& row);

} // namespace vellum::language
