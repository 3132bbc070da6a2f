// Operand kinds that every engine needs: numbers, flags, floats, labels and named references. Engines add
// their own beside their table.
#pragma once

#include "isa/table.hpp"

namespace vellum::isa {

struct OperandView;

void print_signed(TextWriter& out, const Symbols& symbols, const OperandView& operand);
void print_unsigned(TextWriter& out, const Symbols& symbols, const OperandView& operand);
void print_hexadecimal(TextWriter& out, const Symbols& symbols, const OperandView& operand);
void print_real(TextWriter& out, const Symbols& symbols, const OperandView& operand);
void print_vector(TextWriter& out, const Symbols& symbols, const OperandView& operand);
void print_target(TextWriter& out, const Symbols& symbols, const OperandView& operand);
void print_reference(TextWriter& out, const Symbols& symbols, const OperandView& operand);

bool parse_integer(OperandParser& parser, std::span<std::uint32_t> values);
bool parse_real(OperandParser& parser, std::span<std::uint32_t> values);
bool parse_vector(OperandParser& parser, std::span<std::uint32_t> values);
bool parse_target(OperandParser& parser, std::span<std::uint32_t> values);
bool parse_reference(OperandParser& parser, std::span<std::uint32_t> values);

/// Numbers, the small ones ready to be copied.
inline constexpr OperandText signed_text{print_signed, parse_integer, {.plain = small_numbers, .marked = {}}};
inline constexpr OperandText unsigned_text{
    print_unsigned, parse_integer, {.plain = small_numbers, .marked = {}}};

/// Shorthands for engines' kind definitions.
constexpr OperandKind integer_kind(std::string_view name, Field field) {
    const bool is_signed = field == Field::i8 || field == Field::i16 || field == Field::i32;
    return {name, {field}, 1, Role::plain, SymbolSpace::none, is_signed ? &signed_text : &unsigned_text};
}
constexpr OperandKind real_kind(std::string_view name) {
    return {name, {Field::f32}, 1, Role::plain, SymbolSpace::none, &text_of<print_real, parse_real>};
}
constexpr OperandKind vector_kind(std::string_view name) {
    return {name,
            {Field::f32, Field::f32, Field::f32},
            3,
            Role::plain,
            SymbolSpace::none,
            &text_of<print_vector, parse_vector>};
}
constexpr OperandKind target_kind(Field field) {
    return {"label", {field}, 1, Role::target, SymbolSpace::label, &text_of<print_target, parse_target>};
}
constexpr OperandKind relative_kind(Field field) {
    return {"label", {field}, 1, Role::relative, SymbolSpace::label, &text_of<print_target, parse_target>};
}
/// A number that has a name or is a text; printed by name where the symbols know it.
constexpr OperandKind reference_kind(std::string_view name, Field field, SymbolSpace space) {
    return {name, {field}, 1, Role::reference, space, &text_of<print_reference, parse_reference>};
}

} // namespace vellum::isa
