// The generic assembler: two maps, one pass, and a patch of forward labels at the end.
#include "isa/assembler.hpp"

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "base/suggest.hpp"
#include "isa/codes.hpp"

namespace vellum::isa {

namespace {

/// True if `token` fits the field in either signedness that the field allows.
bool fits(Field field, const Token& token) {
    switch (field) {
    case Field::u8: return token.fits_unsigned(8);
    case Field::i8: return token.fits_signed(8);
    case Field::u16: return token.fits_unsigned(16);
    case Field::i16: return token.fits_signed(16);
    case Field::i32: return token.fits_signed(32);
    case Field::u32:
    case Field::f32:
    case Field::opcode: return token.fits_unsigned(32);
    }
    return false;
}

std::string_view range_of(Field field) {
    switch (field) {
    case Field::u8: return "0 to 255";
    case Field::i8: return "-128 to 127";
    case Field::u16: return "0 to 65535";
    case Field::i16: return "-32768 to 32767";
    case Field::i32: return "-2147483648 to 2147483647";
    case Field::u32:
    case Field::f32:
    case Field::opcode: break;
    }
    return "0 to 4294967295";
}

bool fits_value(Field field, std::int64_t value) {
    switch (field) {
    case Field::u8: return value >= 0 && value <= 0xFF;
    case Field::i8: return value >= -0x80 && value <= 0x7F;
    case Field::u16: return value >= 0 && value <= 0xFFFF;
    case Field::i16: return value >= -0x8000 && value <= 0x7FFF;
    case Field::i32: return value >= INT32_MIN && value <= INT32_MAX;
    case Field::u32:
    case Field::f32:
    case Field::opcode: break;
    }
    return value >= 0 && value <= 0xFFFFFFFF;
}

/// How far `value_count` values of an instruction advance the address.
std::uint32_t advance(const Table& table, const Row& row, std::size_t value_count) {
    const std::uint32_t bytes = encoded_size(table, row, value_count);
    switch (table.unit) {
    case AddressUnit::instruction: return 1;
    case AddressUnit::byte: return bytes;
    case AddressUnit::word16: return bytes / 2;
    case AddressUnit::word32: return bytes / 4;
    }
    return 0;
}

} // namespace

Resolver& OperandParser::resolver() noexcept { return assembler_.resolver(); }

bool OperandParser::fail(std::string_view message) {
    if (!lexer_.peek().is(TokenKind::invalid)) // the lexer has told about that one
        assembler_.diagnostics().add(
            codes::asm_operand, std::string(spec_.name) + ": " + std::string(message), lexer_.peek().place());
    return false;
}

bool OperandParser::integer(Field field, std::uint32_t& value) {
    const Token& token = lexer_.peek();
    if (!token.is(TokenKind::integer)) return fail("expected a number");
    if (!fits(field, token)) return fail("the number must be " + std::string(range_of(field)));
    value = static_cast<std::uint32_t>(token.integer());
    static_cast<void>(lexer_.next());
    return true;
}

bool OperandParser::real(std::uint32_t& bits) {
    const Token& token = lexer_.peek();
    if (token.is(TokenKind::real))
        bits = token.float_bits;
    else if (token.is(TokenKind::integer)) {
        const auto magnitude = static_cast<float>(token.magnitude);
        bits = std::bit_cast<std::uint32_t>(token.negative ? -magnitude : magnitude);
    } else
        return fail("expected a floating-point number");
    static_cast<void>(lexer_.next());
    return true;
}

bool OperandParser::label(std::uint32_t& value) {
    const Token& token = lexer_.peek();
    if (token.is(TokenKind::integer)) return integer(spec_.kind->fields[0], value);
    if (!token.is(TokenKind::identifier)) return fail("expected a label or an address");
    // Even backward labels are patched at the end: one way to be right instead of two.
    assembler_.pending_label_ = true;
    assembler_.pending_name_ = std::string(token.text);
    assembler_.pending_place_ = token.place();
    assembler_.pending_value_ = static_cast<std::uint32_t>(position_);
    value = 0;
    static_cast<void>(lexer_.next());
    return true;
}

bool OperandParser::name_or_integer(SymbolSpace space, Field field, std::uint32_t& value) {
    const Token& token = lexer_.peek();
    if (token.is(TokenKind::integer)) return integer(field, value);
    std::optional<std::uint32_t> found;
    if (token.is(TokenKind::string))
        found = resolver().intern(space, token.value);
    else if (token.is(TokenKind::identifier))
        found = resolver().find(space, token.text);
    else
        return fail("a name or expected a number");
    if (!found) return fail("'" + std::string(token.text) + "' is unknown here");
    if (!fits_value(field, *found))
        return fail("'" + std::string(token.text) + "' has a number that does not fit");
    value = *found;
    static_cast<void>(lexer_.next());
    return true;
}

Assembler::Assembler(const Table& table, Resolver& resolver, DirectiveHandler& directives,
                     Diagnostics& diagnostics)
    : resolver_(resolver), directives_(directives), diagnostics_(diagnostics) {
    set_table(table);
}

bool Assembler::set_table(const Table& table) {
    if (!code_.instructions.empty()) return false;
    code_.table = &table;
    mnemonics_.clear();
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        mnemonics_.emplace(std::string(table.rows[i].mnemonic), static_cast<std::uint16_t>(i));
    return true;
}

std::optional<std::uint32_t> Assembler::label(std::string_view name) const {
    const auto found = labels_.find(std::string(name));
    if (found == labels_.end()) return std::nullopt;
    return found->second;
}

void Assembler::when_known(std::string name, Place place, std::uint32_t* out) {
    wanted_.push_back({std::move(name), std::move(place), out});
}

void Assembler::assemble(std::string_view text) {
    LineLexer lexer(text, diagnostics_);
    while (!lexer.at_end()) {
        if (lexer.accept(TokenKind::newline)) continue;
        line(lexer);
    }
    patch();
}

void Assembler::line(LineLexer& lexer) {
    const Token first = lexer.peek();
    if (!first.is(TokenKind::identifier)) {
        if (!first.is(TokenKind::invalid))
            diagnostics_.add(codes::asm_syntax, "expected an instruction, a label or a directive",
                             first.place());
        lexer.skip_line();
        return;
    }
    static_cast<void>(lexer.next());
    if (first.text.starts_with('.')) {
        const std::size_t errors_before = diagnostics_.errors();
        if (!directives_.directive(first.text.substr(1), lexer, diagnostics_, *this))
            diagnostics_.add(codes::asm_directive, "unknown directive '" + std::string(first.text) + "'",
                             first.place());
        if (diagnostics_.errors() == errors_before)
            static_cast<void>(lexer.end_line());
        else
            lexer.skip_line();
        return;
    }
    if (lexer.accept(':')) { // more may follow on the same line
        define_label(first.text, first.place());
        return;
    }
    const auto found = mnemonics_.find(std::string(first.text));
    if (found == mnemonics_.end()) {
        diagnostics_.add(codes::asm_unknown_mnemonic,
                         "unknown instruction '" + std::string(first.text) + "' in " +
                             std::string(table().title) + suggestion(first.text),
                         first.place(), "labels end with a colon, directives begin with a dot");
        lexer.skip_line();
        return;
    }
    instruction(lexer, table().rows[found->second], first.place());
}

/// Comparing with every row costs more than a line should, so only the first mistakes get it.
std::string Assembler::suggestion(std::string_view mnemonic) {
    if (suggestions_left_ == 0) return {};
    --suggestions_left_;
    std::vector<std::string_view> known;
    for (const Row& row : table().rows) known.push_back(row.mnemonic);
    const std::string meant = did_you_mean(mnemonic, known);
    return meant.empty() ? meant : "." + meant;
}

void Assembler::instruction(LineLexer& lexer, const Row& row, const Place& at) {
    const std::size_t errors_before = diagnostics_.errors();
    const Place operands_at = lexer.peek().place();
    scratch_.clear();
    std::size_t fixed = 0;
    for (const OperandSpec& operand : row.operands)
        if (operand.repeat == Repeat::once) fixed += operand.kind->field_count;
    scratch_.assign(fixed,
                    0); // later operands exist while earlier ones are read: mode bits live in a later one
    std::size_t position = 0;
    bool first = true;
    pending_label_ = false;
    std::uint32_t in_opcode = 0;
    auto read_one = [&](const OperandSpec& operand) {
        OperandParser parser(*this, lexer, operand, scratch_, position);
        std::array<std::uint32_t, 3> values{};
        for (std::uint8_t f = 0; f < operand.kind->field_count; ++f) values[f] = scratch_[position + f];
        if (!operand.kind->text->parse(parser, std::span(values).first(operand.kind->field_count)))
            return false;
        for (std::uint8_t f = 0; f < operand.kind->field_count; ++f) {
            scratch_[position + f] = values[f];
            if (operand.kind->fields[f] == Field::opcode) in_opcode = values[f];
        }
        position += operand.kind->field_count;
        return true;
    };
    for (const OperandSpec& operand : row.operands) {
        if (operand.repeat != Repeat::once) {
            // The list goes to the end of the line; its length is written to the count operand if that is not
            // shown.
            std::uint32_t times = 0;
            while (!lexer.peek().ends_line()) {
                if (!first && !lexer.accept(',')) {
                    diagnostics_.add(codes::asm_operand, "separate operands with commas",
                                     lexer.peek().place());
                    break;
                }
                first = false;
                scratch_.resize(position + operand.kind->field_count, 0);
                if (!read_one(operand)) break;
                ++times;
            }
            const OperandSpec& counter = row.operands[operand.count_from];
            if (operand.repeat == Repeat::counted && !counter.kind->shown)
                scratch_[operand.count_from] = times;
            else if (operand.repeat == Repeat::counted && scratch_[operand.count_from] != times &&
                     diagnostics_.errors() == errors_before)
                diagnostics_.add(codes::asm_operand, "the list does not have the stated length",
                                 lexer.peek().place());
            continue;
        }
        if (!operand.kind->shown) {
            position += operand.kind->field_count;
            continue;
        }
        if (!first && !lexer.accept(',')) {
            diagnostics_.add(codes::asm_operand,
                             std::string(row.mnemonic) + " also needs " + std::string(operand.name) + " (" +
                                 std::string(operand.kind->name) + ")",
                             lexer.peek().place());
            break;
        }
        first = false;
        if (!read_one(operand)) break;
    }
    if (diagnostics_.errors() != errors_before) {
        lexer.skip_line();
        return;
    }
    static_cast<void>(lexer.end_line());
    if (row.opcode + in_opcode > row.opcode_last) {
        diagnostics_.add(codes::asm_operand, std::string(row.mnemonic) + " has no such number", operands_at);
        return;
    }
    if (scratch_.size() > 0xFFFF) {
        diagnostics_.add(codes::asm_operand, "an instruction has at most 65535 operand values",
                         lexer.peek().place());
        return;
    }
    if (pending_label_) {
        const int target = row.target_operand();
        const bool relative =
            target >= 0 && row.operands[static_cast<std::size_t>(target)].kind->role == Role::relative;
        const Field field =
            target >= 0 ? row.operands[static_cast<std::size_t>(target)].kind->fields[0] : Field::u32;
        fixups_.push_back({std::move(pending_name_), std::move(pending_place_),
                           code_.values.size() + pending_value_, code_.instructions.size(), relative, field});
    }
    code_.lines.push_back({here_, at.line, at.column});
    append(row, static_cast<std::uint16_t>(row.opcode + in_opcode), scratch_);
}

void Assembler::append(const Row& row, std::uint16_t opcode, std::span<const std::uint32_t> values) {
    const Table& numbering = table();
    code_.instructions.push_back({here_, code_.size, static_cast<std::uint32_t>(code_.values.size()),
                                  static_cast<std::uint16_t>(values.size()),
                                  static_cast<std::uint16_t>(&row - numbering.rows.data()), opcode});
    code_.values.insert(code_.values.end(), values.begin(), values.end());
    code_.size += encoded_size(numbering, row, values.size());
    here_ += advance(numbering, row, values.size());
}

void Assembler::define_label(std::string_view name, Place place) {
    if (!labels_.emplace(std::string(name), here_).second)
        diagnostics_.add(codes::asm_duplicate, "label '" + std::string(name) + "' is defined twice",
                         std::move(place));
    else
        directives_.label(name, here_);
}

void Assembler::patch() {
    for (const Fixup& fixup : fixups_) {
        const auto found = labels_.find(fixup.name);
        const auto outside = found == labels_.end() ? directives_.outside(fixup.name) : std::nullopt;
        if (found == labels_.end() && !outside) {
            diagnostics_.add(codes::asm_unknown_name, "label '" + fixup.name + "' is never defined",
                             fixup.place);
            continue;
        }
        std::int64_t value = outside ? *outside : found->second;
        if (fixup.relative) // the code's own end counts from 0, wherever it begins
            value -= fixup.instruction + 1 < code_.instructions.size()
                         ? next_address(code_, fixup.instruction)
                         : here_;
        if (!fits_value(fixup.field, value)) {
            diagnostics_.add(codes::asm_operand, "label '" + fixup.name + "' is too far away", fixup.place);
            continue;
        }
        code_.values[fixup.value] = static_cast<std::uint32_t>(value);
    }
    for (const Wanted& wanted : wanted_) {
        const auto found = labels_.find(wanted.name);
        if (found == labels_.end())
            diagnostics_.add(codes::asm_unknown_name, "label '" + wanted.name + "' is never defined",
                             wanted.place);
        else
            *wanted.out = found->second;
    }
    fixups_.clear();
    wanted_.clear();
}

} // namespace vellum::isa
