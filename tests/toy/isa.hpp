// The toy engine's instructions: one table, nine rows. A small stack machine whose natives see the top of the
// stack by reference. The toy engine shows that an engine is one folder and one line, and lets tests of the
// shared layers run scripts without any real engine.
#pragma once

#include <cstdint>

#include "isa/table.hpp"

namespace vellum::toy {

enum Opcode : std::uint16_t { halt, push, add, load, store, branch, call, yield, drop, opcode_count };

[[nodiscard]] const isa::Table& table();

} // namespace vellum::toy
