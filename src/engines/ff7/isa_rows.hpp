// The rows of the instruction table, for the table itself (isa.cpp) and for the machine, whose switch is over
// row numbers. Gaps between known codes are rows too: below 0x100 they leave a stale constant, from 0x300 on
// they do nothing. Nothing else includes this.
#pragma once

#include <array>
#include <iterator>
#include <span>

#include "engines/ff7/isa.hpp"
#include "isa/kinds.hpp"
#include "isa/table.hpp"

namespace vellum::ff7::table_rows {

void print_constant(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_special(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_exact(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
bool parse_special(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_exact(isa::OperandParser& parser, std::span<std::uint32_t> values);

inline constexpr isa::OperandKind constant_kind{"constant",        {isa::Field::u16},      1,
                                                isa::Role::plain,  isa::SymbolSpace::none, print_constant,
                                                isa::parse_integer};
inline constexpr isa::OperandKind address_kind{
    "bank address",         {isa::Field::u16}, 1, isa::Role::plain, isa::SymbolSpace::none,
    isa::print_hexadecimal, isa::parse_integer};
inline constexpr isa::OperandKind special_kind{"special value",      {isa::Field::u16},         1,
                                               isa::Role::reference, isa::SymbolSpace::special, print_special,
                                               parse_special};
inline constexpr isa::OperandKind function_kind{
    "function",          {isa::Field::opcode}, 1, isa::Role::plain, isa::SymbolSpace::none,
    isa::print_unsigned, isa::parse_integer};
inline constexpr isa::OperandKind exact_kind{
    "code", {isa::Field::opcode}, 1, isa::Role::plain, isa::SymbolSpace::none, print_exact, parse_exact};
inline constexpr isa::OperandKind word_kind{"operand",         {isa::Field::u16},      1,
                                            isa::Role::plain,  isa::SymbolSpace::none, isa::print_hexadecimal,
                                            isa::parse_integer};
inline constexpr isa::OperandKind label_kind = isa::target_kind(isa::Field::u16);

inline constexpr isa::OperandSpec constant_operands[] = {{"value", &constant_kind}};
inline constexpr isa::OperandSpec address_operands[] = {{"address", &address_kind}};
inline constexpr isa::OperandSpec special_operands[] = {{"number", &special_kind}};
inline constexpr isa::OperandSpec function_operands[] = {{"function", &function_kind}};
inline constexpr isa::OperandSpec exact_operands[] = {{"code", &exact_kind}};
inline constexpr isa::OperandSpec exact_word_operands[] = {{"code", &exact_kind}, {"operand", &word_kind}};
inline constexpr isa::OperandSpec label_operands[] = {{"target", &label_kind}};

struct Definition {
    isa::Row row;
    Wording wording;
    std::uint8_t outcomes = 0; ///< Of a comparison: when it gives 1, see Word::outcomes.
    /// It keeps all 32 bits of what it takes, so a constant from 0x8000 on is no negative number to it.
    bool keeps_32_bits = false;
};

// clang-format off
inline constexpr Definition definitions[] = {
    {{"JUNK_000", 0x000, 0x014, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"NEG", 0x015, 0x015, {}, {1, 1, "a -- -a"}, isa::Flow::next, "Negates."}, {""}},
    {{"JUNK_016", 0x016, 0x016, {}, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"NOT", 0x017, 0x017, {}, {1, 1, "a -- a==0"}, isa::Flow::next, "1 if the value is 0, else 0."}, {""}},
    {{"DIST_POINT", 0x018, 0x018, {}, {1, 1, "point -- distance"}, isa::Flow::next, "Chooses a point (0-15) and gives the distance to the chosen one, in 32 units."}, {""}},
    {{"DIST_MODEL", 0x019, 0x019, {}, {1, 1, "model -- distance"}, isa::Flow::next, "Distance to a model, in 16 units; 0 if it is not loaded."}, {""}},
    {{"DIST_STORED", 0x01A, 0x01A, {}, {1, 1, "index -- distance"}, isa::Flow::next, "Distance to a stored position (0-2), in 16 units, height ignored."}, {""}},
    {{"DIR_POINT", 0x01B, 0x01B, {}, {1, 1, "point -- direction"}, isa::Flow::next, "Chooses a point and gives the direction to it, -128 to 128."}, {""}},
    {{"JUNK_01C", 0x01C, 0x02F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"MUL", 0x030, 0x030, {}, {2, 1, "a b -- a*b"}, isa::Flow::next, "Multiplies."}, {""}},
    {{"JUNK_031", 0x031, 0x03F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"ADD", 0x040, 0x040, {}, {2, 1, "a b -- a+b"}, isa::Flow::next, "Adds."}, {""}},
    {{"SUB", 0x041, 0x041, {}, {2, 1, "a b -- a-b"}, isa::Flow::next, "Subtracts."}, {""}},
    {{"JUNK_042", 0x042, 0x04F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"SHL", 0x050, 0x050, {}, {2, 1, "a b -- a<<b"}, isa::Flow::next, "Shifts left; the count counts modulo 32."}, {""}},
    {{"SHR", 0x051, 0x051, {}, {2, 1, "a b -- a>>b"}, isa::Flow::next, "Shifts right and keeps the sign."}, {""}},
    {{"JUNK_052", 0x052, 0x05F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"LT", 0x060, 0x060, {}, {2, 1, "a b -- a<b"}, isa::Flow::next, "1 if less."}, {""}, outcome::less},
    {{"GT", 0x061, 0x061, {}, {2, 1, "a b -- a>b"}, isa::Flow::next, "1 if greater."}, {""}, outcome::greater},
    {{"LE", 0x062, 0x062, {}, {2, 1, "a b -- a<=b"}, isa::Flow::next, "1 if less or equal."}, {""}, outcome::less | outcome::equal},
    {{"GE", 0x063, 0x063, {}, {2, 1, "a b -- a>=b"}, isa::Flow::next, "1 if greater or equal."}, {""}, outcome::greater | outcome::equal},
    {{"JUNK_064", 0x064, 0x06F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"EQ", 0x070, 0x070, {}, {2, 1, "a b -- a==b"}, isa::Flow::next, "1 if equal."}, {""}, outcome::equal},
    {{"NE", 0x071, 0x071, {}, {2, 1, "a b -- a!=b"}, isa::Flow::next, "1 if different."}, {""}, outcome::less | outcome::greater},
    {{"JUNK_072", 0x072, 0x07F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"AND", 0x080, 0x080, {}, {2, 1, "a b -- a&b"}, isa::Flow::next, "Bits set in both."}, {""}},
    {{"JUNK_081", 0x081, 0x09F, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"OR", 0x0A0, 0x0A0, {}, {2, 1, "a b -- a|b"}, isa::Flow::next, "Bits set in either."}, {""}},
    {{"JUNK_0A1", 0x0A1, 0x0AF, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"LAND", 0x0B0, 0x0B0, {}, {2, 1, "a b -- a&&b"}, isa::Flow::next, "1 if neither is 0; both are evaluated, b first."}, {""}},
    {{"JUNK_0B1", 0x0B1, 0x0BF, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"LOR", 0x0C0, 0x0C0, {}, {2, 1, "a b -- a||b"}, isa::Flow::next, "1 if one is not 0; both are evaluated, b first."}, {""}},
    {{"JUNK_0C1", 0x0C1, 0x0DF, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"WRITE", 0x0E0, 0x0E0, {}, {2, 2, "place value -- value stale"}, isa::Flow::next, "Writes to the place that the first item names, unevaluated; leaves the value and the slot above it."}, {"{written}"}},
    {{"JUNK_0E1", 0x0E1, 0x0FF, exact_operands, {0, 1, "-- stale"}, isa::Flow::next, "Unknown computing code: takes nothing and makes a constant of what the slot last held."}, {""}},
    {{"RESET", 0x100, 0x100, {}, {0, 0, "... --"}, isa::Flow::next, "Empties the shared stack."}, {""}},
    {{"PUSH_ODD_101", 0x101, 0x10F, exact_word_operands, {0, 1, "-- item"}, isa::Flow::next, "Unknown push code: an item that reads as 0, or as a special value if the low two bits are 3."}, {""}},
    {{"PUSH_CONST", 0x110, 0x110, constant_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a constant, 0 to 65535."}, {""}},
    {{"PUSH_CONST1", 0x111, 0x111, constant_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a constant; as PUSH_CONST."}, {""}},
    {{"PUSH_CONST2", 0x112, 0x112, constant_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a constant; as PUSH_CONST."}, {""}},
    {{"PUSH_SPECIAL_CONST", 0x113, 0x113, special_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a special value. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_SAVE_BIT", 0x114, 0x114, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a bit of the save block. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_TEMP_BIT", 0x115, 0x115, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a bit of the temporary bank. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_TEMP2_BIT", 0x116, 0x116, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a bit of the temporary bank. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_SPECIAL_BIT", 0x117, 0x117, special_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a special value. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_SAVE_BYTE", 0x118, 0x118, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a byte of the save block. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_TEMP_BYTE", 0x119, 0x119, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a byte of the temporary bank. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_TEMP2_BYTE", 0x11A, 0x11A, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a byte of the temporary bank. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_SPECIAL_BYTE", 0x11B, 0x11B, special_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a special value. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_SAVE_WORD", 0x11C, 0x11C, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a signed 16-bit word of the save block. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_TEMP_WORD", 0x11D, 0x11D, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a signed 16-bit word of the temporary bank. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_TEMP2_WORD", 0x11E, 0x11E, address_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a signed 16-bit word of the temporary bank. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_SPECIAL_WORD", 0x11F, 0x11F, special_operands, {0, 1, "-- item"}, isa::Flow::next, "Pushes a special value. Evaluated when it is taken from the stack."}, {""}},
    {{"PUSH_ODD_120", 0x120, 0x1FF, exact_word_operands, {0, 1, "-- item"}, isa::Flow::next, "Unknown push code: an item that reads as 0, or as a special value if the low two bits are 3."}, {""}},
    {{"GOTO", 0x200, 0x200, label_operands, {0, 0, ""}, isa::Flow::jump, "Goes on at the label."}, {""}},
    {{"GOTO_IF_FALSE", 0x201, 0x201, label_operands, {1, 0, "condition --"}, isa::Flow::branch, "Goes on at the label if the condition is 0."}, {""}},
    {{"CALL_254", 0x202, 0x202, {}, {1, 0, "model --"}, isa::Flow::suspend, "Starts function 254 with priority 0; see CALL."}, {""}},
    {{"RETURN", 0x203, 0x203, {}, {0, 0, ""}, isa::Flow::ret, "Ends the function; what it interrupted goes on at once, else the tick follows next frame."}, {""}},
    {{"CALL", 0x204, 0x2FF, function_operands, {1, 0, "model --"}, isa::Flow::suspend, "Starts a function of a model, or of the system for 64 and above, and waits for the next frame."}, {"calls function {n} of {target}"}},
    {{"LOAD_MODEL", 0x300, 0x300, {}, {1, 0, "model --"}, isa::Flow::next, "Makes a model active; loads it at its saved position and starts its function 0 if it is not on the map."}, {"{model} loaded"}},
    {{"NOP_301", 0x301, 0x301, {}, {0, 0, ""}, isa::Flow::next, "Unknown world code: does nothing and takes nothing."}, {""}},
    {{"SET_PLAYER", 0x302, 0x302, {}, {0, 0, ""}, isa::Flow::next, "Makes the active entity the player."}, {"the player is {entity}"}},
    {{"SET_SPEED", 0x303, 0x303, {}, {1, 0, "speed --"}, isa::Flow::next, "Speed of WAIT steps."}, {""}},
    {{"SET_DIR", 0x304, 0x304, {}, {1, 0, "direction --"}, isa::Flow::next, "Facing and direction of movement, 0 to 255 a turn."}, {"{entity} turns to {0}"}},
    {{"WAIT_FRAMES", 0x305, 0x305, {}, {1, 0, "frames --"}, isa::Flow::next, "Sets the wait counter of the running context."}, {""}},
    {{"WAIT", 0x306, 0x306, {}, {0, 0, ""}, isa::Flow::suspend, "Moves the active entity one step and waits until the counter is used up."}, {""}},
    {{"SET_CONTROLS", 0x307, 0x307, {}, {1, 0, "on --"}, isa::Flow::next, "Takes the controls from the player or gives them back."}, {"controls {controls}"}},
    {{"SET_MESH_POS", 0x308, 0x308, {}, {2, 0, "mesh_x mesh_z --"}, isa::Flow::next, "Puts the active entity into a mesh; its place inside the mesh stays."}, {"{entity} placed at {place}"}},
    {{"SET_LOCAL_POS", 0x309, 0x309, {}, {2, 0, "x z --"}, isa::Flow::next, "Place inside the mesh, 0 to 8191."}, {"{entity} placed at {place}"}},
    {{"SET_VERT_SPEED", 0x30A, 0x30A, {}, {1, 0, "speed --"}, isa::Flow::next, "Taken from the height of the drawn model by each WAIT step."}, {""}},
    {{"SET_Y_OFFSET", 0x30B, 0x30B, {}, {1, 0, "offset --"}, isa::Flow::next, "Height of the drawn model."}, {""}},
    {{"ENTER_VEHICLE", 0x30C, 0x30C, {}, {0, 0, ""}, isa::Flow::next, "The player boards the active entity."}, {"the player boards {entity}"}},
    {{"STOP", 0x30D, 0x30D, {}, {0, 0, ""}, isa::Flow::next, "Puts the active entity back where it was in the previous frame."}, {"{entity} stopped"}},
    {{"PLAY_ANIM", 0x30E, 0x30E, {}, {2, 0, "animation loop --"}, isa::Flow::next, "Plays an animation of the active entity; -1 leaves the choice to the game."}, {"{entity} plays animation {0}"}},
    {{"NOP_30F", 0x30F, 0x30F, {}, {0, 0, ""}, isa::Flow::next, "Unknown world code: does nothing and takes nothing."}, {""}},
    {{"SET_POINT", 0x310, 0x310, {}, {2, 0, "point type --"}, isa::Flow::next, "Chooses a point (0-15) and sets its type unless that is -1."}, {""}, 0, true},
    {{"SET_POINT_MESH", 0x311, 0x311, {}, {2, 0, "mesh_x mesh_z --"}, isa::Flow::next, "Puts the chosen point into a mesh."}, {""}},
    {{"SET_POINT_LOCAL", 0x312, 0x312, {}, {2, 0, "x z --"}, isa::Flow::next, "Place of the chosen point inside its mesh."}, {""}},
    {{"SET_TERRAIN_COLOR", 0x313, 0x313, {}, {3, 0, "red green blue --"}, isa::Flow::next, "Colour of the light at the chosen point."}, {""}},
    {{"SET_RADIUS", 0x314, 0x314, {}, {2, 0, "outer inner --"}, isa::Flow::next, "Radii of the light at the chosen point, in 1024 units."}, {""}, 0, true},
    {{"SET_SKY_TOP", 0x315, 0x315, {}, {3, 0, "red green blue --"}, isa::Flow::next, "Upper colour of the sky."}, {""}},
    {{"SET_SKY_BOTTOM", 0x316, 0x316, {}, {3, 0, "red green blue --"}, isa::Flow::next, "Lower colour of the sky."}, {""}},
    {{"BATTLE", 0x317, 0x317, {}, {1, 0, "scene --"}, isa::Flow::next, "Starts a battle."}, {"battle {0}"}},
    {{"ENTER_FIELD", 0x318, 0x318, {}, {2, 0, "record scenario --"}, isa::Flow::next, "Leaves the map to a field by its record (from 1) and scenario."}, {"leaves to field record {0}, scenario {1}"}},
    {{"SET_MAP_OPTIONS", 0x319, 0x319, {}, {1, 0, "bits --"}, isa::Flow::next, "View mode (bits 0-1) and map state (bits 2-3)."}, {"map options {0}"}},
    {{"UNLOAD_MODEL", 0x31A, 0x31A, {}, {0, 0, ""}, isa::Flow::next, "Takes the active entity off the map; nothing is active then."}, {"takes the active entity off the map"}},
    {{"NOP_31B", 0x31B, 0x31B, {}, {0, 0, ""}, isa::Flow::next, "Does nothing; what a script pushes for it stays on the stack."}, {""}},
    {{"SET_CAM_LOCK", 0x31C, 0x31C, {}, {1, 0, "mode --"}, isa::Flow::next, "Camera: 0 normal, 1 scripted tilt and zoom, 2 stays."}, {"camera mode {0}"}},
    {{"PLAY_SFX", 0x31D, 0x31D, {}, {1, 0, "sound --"}, isa::Flow::next, "Plays a sound."}, {"sound {0}"}},
    {{"TURN_CAM", 0x31E, 0x31E, {}, {1, 0, "direction --"}, isa::Flow::next, "The camera turns towards a direction."}, {"camera turns towards {0}"}},
    {{"SET_CAM_SPEED", 0x31F, 0x31F, {}, {1, 0, "speed --"}, isa::Flow::next, "Rotation of the camera per frame."}, {""}, 0, true},
    {{"RESET_ZOLOM", 0x320, 0x320, {}, {0, 0, ""}, isa::Flow::next, "Places the Midgar Zolom again if it is not there."}, {"the Midgar Zolom is reset"}},
    {{"FACE_POINT", 0x321, 0x321, {}, {1, 0, "point --"}, isa::Flow::next, "Chooses a point and turns the active entity to the chosen one."}, {"{entity} faces point {0}"}},
    {{"NOP_322", 0x322, 0x323, exact_operands, {0, 0, ""}, isa::Flow::next, "Unknown world code: does nothing and takes nothing."}, {""}},
    {{"SET_WINDOW_SIZE", 0x324, 0x324, {}, {4, 0, "x y width height --"}, isa::Flow::next, "Place and size of the next window."}, {""}},
    {{"SET_MESSAGE", 0x325, 0x325, {}, {1, 0, "text --"}, isa::Flow::next, "Opens the window with a text, unless one is open."}, {"window text {0}"}},
    {{"SET_PROMPT", 0x326, 0x326, {}, {3, 0, "text first last --"}, isa::Flow::next, "Opens the window with a choice of lines, unless one is open."}, {"window text {0} asks for a choice of lines {1} to {2}"}},
    {{"WAIT_PROMPT", 0x327, 0x327, {}, {0, 0, ""}, isa::Flow::suspend, "Waits until the choice is made."}, {""}},
    {{"SET_MOVE_DIR", 0x328, 0x328, {}, {1, 0, "direction --"}, isa::Flow::next, "Direction of movement only."}, {""}},
    {{"SET_CAM_TILT", 0x329, 0x329, {}, {1, 0, "speed --"}, isa::Flow::next, "Tilt of the camera per frame in mode 1."}, {""}, 0, true},
    {{"SET_CAM_ZOOM", 0x32A, 0x32A, {}, {1, 0, "speed --"}, isa::Flow::next, "Distance of the camera per frame in mode 1."}, {""}, 0, true},
    {{"SET_ENCOUNTERS", 0x32B, 0x32B, {}, {1, 0, "on --"}, isa::Flow::next, "Random battles are possible."}, {"random battles {on0}"}},
    {{"SET_WINDOW_STYLE", 0x32C, 0x32C, {}, {2, 0, "style fixed --"}, isa::Flow::next, "Style of the next window: 0 normal, 1 bare, 2 translucent."}, {""}},
    {{"WAIT_WINDOW", 0x32D, 0x32D, {}, {0, 0, ""}, isa::Flow::suspend, "Asks the window to close and waits until it has."}, {""}},
    {{"WAIT_DISMISS", 0x32E, 0x32E, {}, {0, 0, ""}, isa::Flow::suspend, "Waits until the player has closed the window."}, {""}},
    {{"SET_CAM_DIR", 0x32F, 0x32F, {}, {1, 0, "direction --"}, isa::Flow::next, "Turns the camera at once."}, {"camera turned to {0}"}},
    {{"SET_ENTITY", 0x330, 0x330, {}, {1, 0, "model --"}, isa::Flow::next, "Makes a model active if it is on the map."}, {""}},
    {{"EXIT_VEHICLE", 0x331, 0x331, {}, {0, 0, ""}, isa::Flow::next, "The player asks to leave the vehicle."}, {"the player wants to leave the vehicle"}},
    {{"CHOCOBO_RUN", 0x332, 0x332, {}, {0, 0, ""}, isa::Flow::next, "The chocobo runs away."}, {"{entity} runs away"}},
    {{"FACE_MODEL", 0x333, 0x333, {}, {2, 0, "model offset --"}, isa::Flow::next, "Turns the active entity to a model, plus an offset of 256 a turn."}, {"{entity} faces {model}"}},
    {{"WAIT_FUNC", 0x334, 0x334, {}, {0, 0, ""}, isa::Flow::suspend, "Waits while the model called last runs something with a priority above 0."}, {""}},
    {{"SPLIT_RIDER", 0x335, 0x335, {}, {0, 0, ""}, isa::Flow::next, "The player's rider is put on the map and becomes the player."}, {"the rider gets off"}},
    {{"SET_WALK_SPEED", 0x336, 0x336, {}, {1, 0, "speed --"}, isa::Flow::next, "Speed of WAIT steps, which are 16 times as long."}, {""}},
    {{"SET_BRONCO_FLY", 0x337, 0x337, {}, {1, 0, "on --"}, isa::Flow::next, "The Tiny Bronco may fly."}, {"the Tiny Bronco may fly: {0}"}},
    {{"SHOW_MODEL", 0x338, 0x338, {}, {0, 0, ""}, isa::Flow::next, "Shows the active entity."}, {"{entity} shown"}},
    {{"HIDE_MODEL", 0x339, 0x339, {}, {0, 0, ""}, isa::Flow::next, "Hides the active entity."}, {"{entity} hidden"}},
    {{"SET_VERT_SPEED2", 0x33A, 0x33A, {}, {1, 0, "speed --"}, isa::Flow::next, "Added to the height of the active entity by each WAIT step."}, {""}},
    {{"FADE_OUT", 0x33B, 0x33B, {}, {2, 0, "step unused --"}, isa::Flow::next, "The picture fades to black."}, {"fade out in steps of {0}"}},
    {{"EXIT_UNDERWATER", 0x33C, 0x33C, {}, {0, 0, ""}, isa::Flow::next, "Surfaces: leaves the map under water for the one above."}, {"leaves to the surface"}},
    {{"SET_FIELD_ENTRY_ID", 0x33D, 0x33D, {}, {1, 0, "field --"}, isa::Flow::next, "Enters the world map again as if from that field."}, {"enters the map again as from field {0}"}},
    {{"PLAY_MUSIC", 0x33E, 0x33E, {}, {1, 0, "song --"}, isa::Flow::next, "Plays and holds a song; 0 lets the map choose again."}, {"music {0}"}},
    {{"FARM_FLAG", 0x33F, 0x33F, {}, {0, 0, ""}, isa::Flow::next, "Starts loading the chocobo farm."}, {"loads the chocobo farm"}},
    {{"CHOCOBO_STATE", 0x340, 0x340, {}, {1, 0, "state --"}, isa::Flow::next, "State of a farm chocobo."}, {"{entity} gets chocobo state {0}"}},
    {{"WAIT_CHOCOBO_READY", 0x341, 0x341, {}, {0, 0, ""}, isa::Flow::suspend, "Waits until the chocobo farm is loaded."}, {""}},
    {{"WAIT_CHOCOBO_IDLE", 0x342, 0x342, {}, {0, 0, ""}, isa::Flow::suspend, "Waits until no farm chocobo is busy."}, {""}},
    {{"MOUNT_MODEL", 0x343, 0x343, {}, {1, 0, "model --"}, isa::Flow::next, "The active entity becomes the rider of a model."}, {"mounts {model}"}},
    {{"STORE_POS", 0x344, 0x344, {}, {1, 0, "index --"}, isa::Flow::next, "Stores the place of the active entity (0-2)."}, {""}},
    {{"FACE_STORED", 0x345, 0x345, {}, {1, 0, "index --"}, isa::Flow::next, "Turns the active entity to a stored place."}, {"{entity} faces stored place {0}"}},
    {{"SET_MODEL_ID", 0x346, 0x346, {}, {1, 0, "model --"}, isa::Flow::next, "The active entity becomes another model."}, {"{entity} is the new form"}},
    {{"MOVE_TO_MODEL", 0x347, 0x347, {}, {1, 0, "model --"}, isa::Flow::next, "Puts the active entity where a model is."}, {"{entity} placed at {place}"}},
    {{"FADE_IN", 0x348, 0x348, {}, {2, 0, "step unused --"}, isa::Flow::next, "The picture comes back."}, {"fade in in steps of {0}"}},
    {{"SET_PROGRESS", 0x349, 0x349, {}, {1, 0, "progress --"}, isa::Flow::next, "How far the world has changed, 0 to 4."}, {"world progress {0}"}},
    {{"PLAY_LAYER_ANIM", 0x34A, 0x34A, {}, {1, 0, "effect --"}, isa::Flow::next, "Plays an effect at the active entity."}, {"effect {0} at {entity}"}},
    {{"SET_CHOCOBO", 0x34B, 0x34B, {}, {1, 0, "type --"}, isa::Flow::next, "Kind of chocobo: 0 yellow, 1 green, 2 blue, 3 black, 4 gold."}, {"chocobo type {0}"}},
    {{"SET_SUBMARINE", 0x34C, 0x34C, {}, {1, 0, "tint --"}, isa::Flow::next, "Tint of the submarine: 0 red, 1 blue."}, {"submarine tint {0}"}},
    {{"SHOW_LAYER", 0x34D, 0x34D, {}, {3, 0, "layer effect interval --"}, isa::Flow::next, "Repeats an effect at the active entity."}, {"effect {1} repeated at {entity}"}},
    {{"HIDE_LAYER", 0x34E, 0x34E, {}, {1, 0, "layer --"}, isa::Flow::next, "Stops a repeated effect."}, {"effect layer {0} stopped"}},
    {{"SET_Y_POS", 0x34F, 0x34F, {}, {1, 0, "y --"}, isa::Flow::next, "Height of the active entity, which flies then."}, {""}, 0, true},
    {{"SHOW_METEOR", 0x350, 0x350, {}, {1, 0, "on --"}, isa::Flow::next, "Shows the meteor."}, {"meteor: {0}"}},
    {{"SET_MUSIC_VOL", 0x351, 0x351, {}, {1, 0, "volume --"}, isa::Flow::next, "Volume of the music, 0 to 127."}, {"music volume {0}"}},
    {{"SHAKE_CAM", 0x352, 0x352, {}, {1, 0, "on --"}, isa::Flow::next, "Earthquake."}, {"camera shakes: {0}"}},
    {{"ADJUST_POS", 0x353, 0x353, {}, {0, 0, ""}, isa::Flow::next, "Puts the player at the spot where the vehicle was left."}, {"the player goes back to where the vehicle was left"}},
    {{"SET_VEHICLE_USABLE", 0x354, 0x354, {}, {1, 0, "on --"}, isa::Flow::next, "0: the active entity takes no functions and cannot be boarded."}, {"{entity} scripts {on0}"}},
    {{"SET_BATTLE_TIMER", 0x355, 0x355, {}, {1, 0, "seconds --"}, isa::Flow::next, "Starts and shows a countdown."}, {"battle timer {0} seconds"}},
    {{"NOP_356", 0x356, 0xFFFF, exact_operands, {0, 0, ""}, isa::Flow::next, "Unknown world code: does nothing and takes nothing."}, {""}},
};
// clang-format on

inline constexpr std::size_t row_count = std::size(definitions);
static_assert(row_count < end_row, "Word::row is a byte");

inline constexpr auto rows = [] {
    std::array<isa::Row, row_count> result{};
    for (std::size_t i = 0; i < row_count; ++i) result[i] = definitions[i].row;
    return result;
}();
static_assert(isa::well_formed(rows));

consteval bool complete() {
    std::uint32_t next = 0;
    for (const isa::Row& row : rows) {
        if (row.opcode != next) return false;
        next = row.opcode_last + 1U;
    }
    return next == 0x10000;
}
static_assert(complete(), "every code has a row, in order");

/// Row index of a code, for `case` labels.
consteval std::uint8_t number_of(std::uint32_t opcode) {
    for (std::size_t i = 0; i < row_count; ++i)
        if (opcode >= rows[i].opcode && opcode <= rows[i].opcode_last) return static_cast<std::uint8_t>(i);
    return 0xFF;
}

} // namespace vellum::ff7::table_rows
