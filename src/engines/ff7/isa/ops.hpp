// The instructions as enumerations, made from instructions.def: all of them, and for each part of the machine
// those that it executes. A switch over one of them without `default` does not compile when a row is missing.
#pragma once

#include <array>
#include <cstdint>

#include "isa/subset.hpp"

namespace vellum::ff7 {

/// All rows; the value is the number of the row, as in DecodedInstruction::row.
enum class Op : std::uint8_t {
#define ROW(part, mnemonic, ...) mnemonic,
#include "engines/ff7/isa/instructions.def"
#undef ROW
    code_end = 0xFF ///< No row: what stands behind the code, see end_row.
};

/// Which part of the machine executes an instruction.
enum class Part : std::uint8_t {
    computing, ///< The loop itself: stack, arithmetic, jumps, calls.
    junk,      ///< Unknown computing codes, which leave a stale constant.
    waiting,   ///< What may end a turn.
    entity,    ///< Entities on the map.
    map,       ///< The map, vehicles, departures, points.
    picture,   ///< Camera, light, sound and windows.
    nothing,   ///< Unknown world codes.
};

/// By row.
inline constexpr auto part_of_row = std::to_array<Part>({
#define ROW(part, mnemonic, ...) Part::part,
#include "engines/ff7/isa/instructions.def"
#undef ROW
});

#define VELLUM_SAME_computing_computing ~, 1
#define VELLUM_SAME_junk_junk ~, 1
#define VELLUM_SAME_waiting_waiting ~, 1
#define VELLUM_SAME_entity_entity ~, 1
#define VELLUM_SAME_map_map ~, 1
#define VELLUM_SAME_picture_picture ~, 1
#define VELLUM_SAME_nothing_nothing ~, 1

enum class WaitingOp : std::uint8_t {
#define ROW(part, mnemonic, ...)                                                                             \
    VELLUM_WHEN(waiting, part, mnemonic = static_cast<std::uint8_t>(Op::mnemonic), )
#include "engines/ff7/isa/instructions.def"
#undef ROW
};
enum class EntityOp : std::uint8_t {
#define ROW(part, mnemonic, ...)                                                                             \
    VELLUM_WHEN(entity, part, mnemonic = static_cast<std::uint8_t>(Op::mnemonic), )
#include "engines/ff7/isa/instructions.def"
#undef ROW
};
enum class MapOp : std::uint8_t {
#define ROW(part, mnemonic, ...) VELLUM_WHEN(map, part, mnemonic = static_cast<std::uint8_t>(Op::mnemonic), )
#include "engines/ff7/isa/instructions.def"
#undef ROW
};
enum class PictureOp : std::uint8_t {
#define ROW(part, mnemonic, ...)                                                                             \
    VELLUM_WHEN(picture, part, mnemonic = static_cast<std::uint8_t>(Op::mnemonic), )
#include "engines/ff7/isa/instructions.def"
#undef ROW
};

} // namespace vellum::ff7
