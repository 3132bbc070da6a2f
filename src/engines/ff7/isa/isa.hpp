// The instruction table of the world map scripts: a computing half that works on the shared stack, and world
// instructions that move entities, camera and windows. Every one of the 65536 codes has a row, because the
// original runs unknown ones too. Facts and names are those of docs/engines/ff7.md, "Instructions".
#pragma once

#include <cstdint>
#include <string_view>

#include "isa/table.hpp"

namespace vellum::ff7 {

/// What a row says beyond isa::Row: how a run tells of the instruction in plain words. Holds `{0}` for the
/// first argument, `{model}` for the first argument as a model, `{entity}` for the active entity and
/// `{place}` for where it is; empty where there is nothing to tell. Runs parallel to table().rows.
struct Wording {
    std::string_view phrase;
};

/// The one table of this engine.
[[nodiscard]] const isa::Table& table() noexcept;

/// Words for the row with that index in the table.
[[nodiscard]] const Wording& wording(std::uint16_t row) noexcept;

/// True for codes with an operand word.
[[nodiscard]] constexpr bool has_operand(std::uint16_t opcode) noexcept {
    return opcode > 0x100 && opcode <= 0x201;
}

/// True for codes that push their operand word unevaluated.
[[nodiscard]] constexpr bool is_push(std::uint16_t opcode) noexcept {
    return opcode > 0x100 && opcode < 0x200;
}

/// A decoded code word: what the machine looks at. Any word may be jumped to, so every word is decoded on its
/// own.
struct DecodedInstruction {
    std::uint16_t opcode = 0;
    std::uint16_t operand = 0; ///< The following word; 0 behind the end.
    std::uint8_t row = 0;      ///< end_row: the code ends here.
    std::uint8_t pops = 0;
    std::uint8_t pushes = 0;
    /// Of a RESET that begins `if (item)` or `if (item compared with item)`, which is two of three: when the
    /// GOTO_IF_FALSE at its end does not jump. A set of the bits in `outcome`; 0 for everything else.
    std::uint8_t outcomes = 0;
};
namespace outcome {
inline constexpr std::uint8_t less = 1, equal = 2, greater = 4, not_zero = 8;
}
inline constexpr std::uint8_t end_row = 0xFF;

/// Codes that other files have to name.
namespace code {
inline constexpr std::uint16_t write = 0x0E0, reset = 0x100, push_const = 0x110, jump = 0x200,
                               jump_if_false = 0x201, call_254 = 0x202, ret = 0x203, call_0 = 0x204,
                               call_last = 0x2FF, load_model = 0x300, set_player = 0x302, wait_frames = 0x305,
                               wait = 0x306, unload_model = 0x31A, mount_model = 0x343,
                               set_mesh_position = 0x308, set_local_position = 0x309, set_window_size = 0x324,
                               enter_field = 0x318, set_message = 0x325, set_prompt = 0x326,
                               wait_prompt = 0x327, wait_window = 0x32D, wait_dismiss = 0x32E,
                               set_entity = 0x330, wait_function = 0x334, wait_chocobo_ready = 0x341,
                               wait_chocobo_idle = 0x342;
}

[[nodiscard]] constexpr bool is_call(std::uint16_t opcode) noexcept {
    return opcode == code::call_254 || (opcode >= code::call_0 && opcode <= code::call_last);
}
/// The function a CALL asks for.
[[nodiscard]] constexpr std::uint8_t called_function(std::uint16_t opcode) noexcept {
    return static_cast<std::uint8_t>(opcode - code::call_0); // 0x202 gives 254, as in the original
}

} // namespace vellum::ff7
