// Operand kinds of Pathologic beside the common ones: variables on the stack and in the task, typed
// constants, type lists, natives and pops. The addressing of a variable may hang on a bit of another operand
// (the mode byte) or on a byte of its own; in text it is always spelled out, `S[1]` for the stack's top and
// `T[0]` for the task's first variable. Every kind prints every value it can hold, also those no compiler
// writes, and reads it back exactly.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "isa/kinds.hpp"
#include "isa/table.hpp"

namespace vellum::pathologic::operands {

void print_stack_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_task_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_mode_slot(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_argument(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_mode_pops(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_keep_flags(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_boolean(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_component(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);
void print_variable_type(TextWriter& out, const isa::Symbols& symbols, const isa::OperandView& operand);

bool parse_stack_slot(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_task_slot(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_mode_slot(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_argument(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_mode_pops(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_keep_flags(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_boolean(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_component(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_variable_type(isa::OperandParser& parser, std::span<std::uint32_t> values);
bool parse_native(isa::OperandParser& parser, std::span<std::uint32_t> values);

/// A kind of one value that is no label and no reference.
constexpr isa::OperandKind plain_kind(std::string_view name, isa::Field field, const isa::OperandText& text) {
    return {name, {field}, 1, isa::Role::plain, isa::SymbolSpace::none, &text};
}

inline constexpr std::array<std::string_view, 2> boolean_words{"false", "true"};
inline constexpr std::array<std::string_view, 3> component_words{"x", "y", "z"};
/// By tag; no type has tag 0.
inline constexpr std::array<std::string_view, 7> type_names{"",       "bool",   "int",    "float",
                                                            "string", "object", "cvector"};

inline constexpr auto stack_texts = isa::numbered_texts<100>("S[", "]");
inline constexpr auto task_texts = isa::numbered_texts<100>("T[", "]");
inline constexpr auto boolean_texts = isa::word_texts(boolean_words);
inline constexpr auto component_texts = isa::word_texts(component_words);
inline constexpr auto type_texts = isa::word_texts(type_names);

using isa::OperandText;
using isa::text_of;
using Mark = isa::PreformattedOperands::Mark;

inline constexpr OperandText stack_slot_text{
    print_stack_slot, parse_stack_slot, {.plain = stack_texts, .marked = {}}};
inline constexpr OperandText task_slot_text{
    print_task_slot, parse_task_slot, {.plain = task_texts, .marked = {}}};
inline constexpr OperandText mode_slot_text{
    print_mode_slot, parse_mode_slot, {.plain = stack_texts, .marked = task_texts, .mark = Mark::last_value}};
inline constexpr OperandText argument_text{
    print_argument, parse_argument, {.plain = stack_texts, .marked = task_texts, .mark = Mark::second_value}};
inline constexpr OperandText mode_pops_text{
    print_mode_pops, parse_mode_pops, {.plain = isa::small_numbers, .marked = {}, .masked = true}};
inline constexpr OperandText boolean_text{
    print_boolean, parse_boolean, {.plain = boolean_texts, .marked = {}}};
inline constexpr OperandText component_text{
    print_component, parse_component, {.plain = component_texts, .marked = {}}};
inline constexpr OperandText variable_type_text{
    print_variable_type, parse_variable_type, {.plain = type_texts, .marked = {}}};

/// A u32 variable on the stack, counted from the top: `S[1]` is the top.
inline constexpr isa::OperandKind stack_slot = plain_kind("stack variable", isa::Field::u32, stack_slot_text);
/// A u32 variable of the current task, counted from its first: `T[0]`.
inline constexpr isa::OperandKind task_slot = plain_kind("task variable", isa::Field::u32, task_slot_text);
/// A u32 variable whose addressing is the bit OperandSpec::param of the instruction's last value; set means
/// task.
inline constexpr isa::OperandKind mode_slot = plain_kind("variable", isa::Field::u32, mode_slot_text);
/// A variable with an addressing byte of its own (u32, u8): `S[3]`, `T[2]`; a byte above 1 is added as in
/// `T[2]:7`.
inline constexpr isa::OperandKind argument{
    "variable",    {isa::Field::u32, isa::Field::u8}, 2, isa::Role::plain, isa::SymbolSpace::none,
    &argument_text};
/// The pop count in the low bits (OperandSpec::param is their mask) of a mode byte.
inline constexpr isa::OperandKind mode_pops = plain_kind("pop count", isa::Field::u8, mode_pops_text);
/// Flags of PopE and PopGE: `pop` or `keep` (bit OperandSpec::param); unknown higher bits are added as in
/// `pop|64`.
inline constexpr isa::OperandKind keep_flags =
    plain_kind("pop or keep", isa::Field::u8, text_of<print_keep_flags, parse_keep_flags>);
/// `false`, `true` or the number of another byte.
inline constexpr isa::OperandKind boolean = plain_kind("bool", isa::Field::u8, boolean_text);
/// Vector component as i32: `x`, `y`, `z` or a number.
inline constexpr isa::OperandKind component = plain_kind("component", isa::Field::i32, component_text);
/// A type tag: `bool`, `int`, `float`, `string`, `object`, `cvector` or the number of another byte.
inline constexpr isa::OperandKind variable_type = plain_kind("type", isa::Field::u8, variable_type_text);
/// Length of a list that follows; not shown.
inline constexpr isa::OperandKind list_length{"list length",
                                              {isa::Field::u32},
                                              1,
                                              isa::Role::plain,
                                              isa::SymbolSpace::none,
                                              &text_of<isa::print_unsigned, isa::parse_integer>,
                                              false};
/// An import as `Name/argumentCount`, or its index.
inline constexpr isa::OperandKind native{"native",
                                         {isa::Field::u32},
                                         1,
                                         isa::Role::reference,
                                         isa::SymbolSpace::native,
                                         &text_of<isa::print_reference, parse_native>};

inline constexpr isa::OperandKind integer = isa::integer_kind("int", isa::Field::i32);
inline constexpr isa::OperandKind count = isa::integer_kind("count", isa::Field::u32);
inline constexpr isa::OperandKind short_count = isa::integer_kind("count", isa::Field::u16);
inline constexpr isa::OperandKind real = isa::real_kind("float");
inline constexpr isa::OperandKind vector = isa::vector_kind("cvector");
inline constexpr isa::OperandKind target = isa::target_kind(isa::Field::u32);
inline constexpr isa::OperandKind string =
    isa::reference_kind("wide string", isa::Field::u32, isa::SymbolSpace::string);
inline constexpr isa::OperandKind method =
    isa::reference_kind("method name", isa::Field::u32, isa::SymbolSpace::method);
inline constexpr isa::OperandKind global =
    isa::reference_kind("global", isa::Field::u32, isa::SymbolSpace::global);
inline constexpr isa::OperandKind task = isa::reference_kind("task", isa::Field::u32, isa::SymbolSpace::task);
inline constexpr isa::OperandKind event =
    isa::reference_kind("event", isa::Field::u32, isa::SymbolSpace::event);

/// What `native` makes of its text for a resolver.
struct NativeKey {
    std::string_view name;
    std::uint32_t arguments = 0;
};
/// Takes `Name/argumentCount` apart.
[[nodiscard]] NativeKey native_key(std::string_view text) noexcept;

/// "bool" … "cvector" for tags 1 to 6, empty for others.
[[nodiscard]] std::string_view type_name(std::uint32_t tag) noexcept;
/// The tag with that name, 0 if there is none.
[[nodiscard]] std::uint8_t type_tag(std::string_view name) noexcept;

} // namespace vellum::pathologic::operands
