// Decoder and encoder over an instruction table. Bytes in, flat arrays out and back; nothing here knows an
// engine. Every length is checked against the bytes that are left before anything is reserved or read.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "base/bytes.hpp"
#include "base/text_writer.hpp"
#include "base/uninitialized_buffer.hpp"
#include "isa/code.hpp"
#include "isa/codes.hpp"

namespace vellum::isa {

namespace {

/// Reads one field; `at` has field_size(field) bytes.
std::uint32_t read_field(Field field, const std::byte* at) noexcept {
    switch (field) {
    case Field::u8: return std::to_integer<std::uint32_t>(*at);
    case Field::i8:
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::to_integer<std::int8_t>(*at)));
    case Field::u16: return load_u16(at);
    case Field::i16:
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(load_u16(at))));
    case Field::opcode: return 0;
    case Field::u32:
    case Field::i32:
    case Field::f32: break;
    }
    return load_u32(at);
}

void write_field(Field field, std::uint32_t value, std::vector<std::byte>& out) {
    const std::uint32_t size = field_size(field);
    for (std::uint32_t i = 0; i < size; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

std::uint32_t address_of(AddressUnit unit, std::size_t index, std::size_t offset) noexcept {
    switch (unit) {
    case AddressUnit::instruction: return static_cast<std::uint32_t>(index);
    case AddressUnit::byte: return static_cast<std::uint32_t>(offset);
    case AddressUnit::word16: return static_cast<std::uint32_t>(offset / 2);
    case AddressUnit::word32: return static_cast<std::uint32_t>(offset / 4);
    }
    return 0;
}

/// One decoding run: position in the bytes and the code being filled.
class Decoder {
  public:
    Decoder(const Table& table, std::span<const std::byte> bytes, const DecodeContext& context)
        : bytes_(bytes),
          context_(context),
          opcode_size_(field_size(table.opcode_field)),
          by_index_(table.unit == AddressUnit::instruction),
          shift_(table.unit == AddressUnit::word32   ? 2
                 : table.unit == AddressUnit::word16 ? 1
                                                     : 0),
          instructions_(
              std::min<std::size_t>(bytes.size() / (opcode_size_ + 2) + 1, context.max_instructions)),
          values_(std::min(instructions_.size() * 3, bytes.size()) + Layout::most) {
        code_.table = &table;
    }

    Result<Code> run(std::size_t* consumed) {
        while (true) {
            usual_instructions();
            if (count_ == context_.max_instructions || position_ == bytes_.size()) break;
            if (!instruction()) return std::unexpected(std::move(*failure_));
        }
        if (consumed != nullptr) *consumed = position_;
        code_.size = static_cast<std::uint32_t>(position_);
        code_.instructions = instructions_.take(count_);
        code_.values = values_.take(used_);
        return std::move(code_);
    }

  private:
    static constexpr std::int64_t longest_list =
        16384; // longer ones may have too many values: see instruction()

    [[nodiscard]] Place place(std::size_t offset) const {
        return Place::at_offset(context_.base_offset + offset);
    }
    /// Keeps the diagnostic for run().
    bool fail(const DiagnosticCode& code, std::string message, std::size_t offset, std::string hint = {}) {
        failure_ = make_diagnostic(code, std::move(message), place(offset), std::move(hint));
        return false;
    }
    /// Room for `count` more values behind the used ones.
    void make_room(std::size_t count) {
        if (values_.size() - used_ < count) values_.grow(used_, (used_ + count) * 2);
    }

    void usual_instructions() {
        const Field width = code_.table->opcode_field; // one of three
        if (width == Field::u8) return usual_instructions<Field::u8>();
        if (width == Field::u16) return usual_instructions<Field::u16>();
        usual_instructions<Field::u32>();
    }

    /// Decodes up to the next instruction that is unknown, lies near the end or does not fit into what the
    /// vectors have room for; that one is left to instruction(). Everything it needs is in local variables:
    /// values may alias nothing then.
    template <Field opcode_field> void usual_instructions() {
        constexpr std::size_t opcode_size = field_size(opcode_field);
        const Table& table = *code_.table;
        if (table.layouts == nullptr || bytes_.size() - position_ < opcode_size) return;
        const std::uint16_t* const rows = table.index.data();
        const std::size_t row_count = table.index.size();
        const Layout* const layouts = table.layouts;
        const std::byte* const begin = bytes_.data();
        const std::byte* const end = begin + bytes_.size();
        const std::byte* const last = end - opcode_size;
        const std::byte* at = begin + position_;
        Instruction* const first = instructions_.data();
        const Instruction* const full =
            first + std::min<std::size_t>(instructions_.size(), context_.max_instructions);
        Instruction* instruction = first + count_;
        std::uint32_t* const values = values_.data();
        const std::uint32_t* const values_last = values + values_.size() - Layout::most;
        std::uint32_t* to = values + used_;
        for (; instruction < full && at <= last && to <= values_last; ++instruction) {
            const std::uint32_t opcode = read_field(opcode_field, at);
            if (opcode >= row_count || rows[opcode] == 0) break;
            const auto row = static_cast<std::uint16_t>(rows[opcode] - 1U);
            const Layout& layout = layouts[row];
            const std::byte* fields = at + opcode_size;
            if (layout.touched > end - fields) break;
            if (layout.masked) [[likely]] {
                for (std::size_t f = 0; f < Layout::usual; ++f) to[f] = layout.fields[f].bits(fields);
                for (std::size_t f = Layout::usual; f < layout.count; ++f)
                    to[f] = layout.fields[f].bits(fields);
            } else {
                const std::uint32_t in_opcode = opcode - table.rows[row].opcode;
                for (std::size_t f = 0; f < layout.count; ++f)
                    to[f] = layout.fields[f].value(fields, in_opcode);
            }
            const std::uint32_t* const values_of_this = to;
            fields += layout.size;
            to += layout.count;
            if (layout.list_count != 0) {
                const std::ptrdiff_t times = read_list(layout, values_of_this[layout.count_from], fields, to);
                if (times < 0) {
                    to = values + (values_of_this - values);
                    break;
                }
                fields += static_cast<std::size_t>(times) * layout.list_size;
                to += static_cast<std::size_t>(times) * layout.list_count;
            }
            const auto offset = static_cast<std::uint32_t>(at - begin);
            instruction->address =
                by_index_ ? static_cast<std::uint32_t>(instruction - first) : offset >> shift_;
            instruction->offset = offset;
            instruction->first = static_cast<std::uint32_t>(values_of_this - values);
            instruction->count = static_cast<std::uint16_t>(to - values_of_this);
            instruction->row = row;
            instruction->opcode = static_cast<std::uint16_t>(opcode);
            at = fields;
        }
        position_ = static_cast<std::size_t>(at - begin);
        used_ = static_cast<std::size_t>(to - values);
        count_ = static_cast<std::size_t>(instruction - first);
    }

    /// Reads the list at the end of an instruction and answers how often it repeats, or -1 if instruction()
    /// has to see to it: it does not fit into the bytes or the values that are left.
    [[gnu::noinline]] std::ptrdiff_t read_list(const Layout& layout, std::uint32_t told, const std::byte* at,
                                               std::uint32_t* to) const {
        const std::int64_t times = !layout.external             ? std::int64_t{told}
                                   : context_.repeat != nullptr ? context_.repeat(context_.self, told)
                                                                : -1;
        if (times < 0 || times > longest_list) return -1;
        const std::size_t list_size = layout.list_size, list_count = layout.list_count;
        const auto bytes = static_cast<std::size_t>(bytes_.data() + bytes_.size() - at);
        const auto room = static_cast<std::size_t>(values_.data() + values_.size() - to);
        const auto wanted = static_cast<std::size_t>(times);
        if (wanted * list_size + Layout::beyond > bytes || wanted * list_count > room) return -1;
        for (std::size_t f = 0; f < list_count; ++f) {
            const FieldRead field = layout.list[f];
            for (std::size_t i = 0; i < wanted; ++i)
                to[i * list_count + f] = field.value(at + i * list_size, 0);
        }
        return static_cast<std::ptrdiff_t>(times);
    }

    bool instruction() {
        const Table& table = *code_.table;
        const std::size_t start = position_;
        if (bytes_.size() - start < opcode_size_)
            return fail(codes::isa_truncated, "the code ends inside an opcode", start);
        const std::uint32_t opcode = read_field(table.opcode_field, bytes_.data() + start);
        const Row* row = table.find(opcode);
        if (row == nullptr) return unknown(opcode, start);
        position_ += opcode_size_;
        const std::size_t first = used_;
        for (const OperandSpec& operand : row->operands)
            if (!read_operand(operand, opcode - row->opcode, first, start, row->mnemonic)) return false;
        if (used_ - first > 0xFFFF)
            return fail(codes::isa_repeat,
                        std::string(row->mnemonic) + " has a list of more than 65535 values", start);
        if (count_ == instructions_.size()) instructions_.grow(count_, count_ * 2 + 1);
        instructions_.data()[count_] = {address_of(table.unit, count_, start),
                                        static_cast<std::uint32_t>(start),
                                        static_cast<std::uint32_t>(first),
                                        static_cast<std::uint16_t>(used_ - first),
                                        static_cast<std::uint16_t>(row - table.rows.data()),
                                        static_cast<std::uint16_t>(opcode)};
        ++count_;
        return true;
    }

    bool read_operand(const OperandSpec& operand, std::uint32_t in_opcode, std::size_t first,
                      std::size_t start, std::string_view mnemonic) {
        const OperandKind& kind = *operand.kind;
        const std::uint32_t size = kind.encoded_size();
        std::uint64_t times = 1;
        if (operand.repeat != Repeat::once) {
            const std::uint32_t count_value = values_.data()[first + operand.count_from];
            if (operand.repeat == Repeat::counted)
                times = count_value;
            else {
                const std::int64_t answer =
                    context_.repeat == nullptr ? -1 : context_.repeat(context_.self, count_value);
                if (answer < 0)
                    return fail(codes::isa_repeat,
                                std::string(mnemonic) + " refers to number " + std::to_string(count_value) +
                                    ", which does not exist, so its operands cannot be counted",
                                start);
                times = static_cast<std::uint64_t>(answer);
            }
        }
        if (times * size > bytes_.size() - position_)
            return fail(codes::isa_truncated,
                        "the code ends inside " + std::string(mnemonic) + ": " +
                            std::to_string(times * size) + " bytes of operands expected, " +
                            std::to_string(bytes_.size() - position_) + " left",
                        start);
        make_room(static_cast<std::size_t>(times) * kind.field_count);
        const std::byte* at = bytes_.data() + position_;
        for (std::uint64_t i = 0; i < times; ++i)
            for (std::uint8_t f = 0; f < kind.field_count; ++f) {
                const Field field = kind.fields[f];
                values_.data()[used_++] = field == Field::opcode ? in_opcode : read_field(field, at);
                at += field_size(field);
            }
        position_ += static_cast<std::size_t>(times * size);
        return true;
    }

    bool unknown(std::uint32_t opcode, std::size_t start) {
        std::string hex;
        for (std::uint32_t shift = 32; shift != 0;) {
            shift -= 4;
            const std::uint32_t digit = (opcode >> shift) & 15U;
            if (!hex.empty() || digit != 0 || shift == 0) hex.push_back("0123456789abcdef"[digit]);
        }
        return fail(codes::isa_unknown_opcode,
                    "opcode 0x" + hex + " is not one of " + std::string(code_.table->title) +
                        " (instruction " + std::to_string(count_) + ")",
                    start, "the file may be damaged, of another build or of another engine");
    }

    std::span<const std::byte> bytes_;
    const DecodeContext& context_;
    const std::size_t opcode_size_;
    const bool by_index_;  // how addresses count
    const unsigned shift_; // or from byte offsets
    // Room for what an instruction usually takes: two to three values. A wrong guess only costs a copy.
    UninitializedBuffer<Instruction> instructions_;
    UninitializedBuffer<std::uint32_t> values_;
    Code code_;
    std::size_t count_ = 0; // instructions decoded
    std::size_t used_ = 0;  // values decoded
    std::size_t position_ = 0;
    std::optional<Diagnostic> failure_;
};

} // namespace

Result<Code> decode(const Table& table, std::span<const std::byte> bytes, const DecodeContext& context,
                    std::size_t* consumed) {
    return Decoder(table, bytes, context).run(consumed);
}

void encode(const Table& table, std::uint16_t opcode, const Row& row, std::span<const std::uint32_t> values,
            std::vector<std::byte>& out) {
    write_field(table.opcode_field, opcode, out);
    for_each_operand(row, values, [&](const OperandSpec& operand, std::span<const std::uint32_t> part) {
        for (std::uint8_t f = 0; f < operand.kind->field_count; ++f)
            write_field(operand.kind->fields[f], part[f], out);
    });
}

std::vector<std::byte> encode(const Code& code) {
    std::vector<std::byte> out;
    out.reserve(code.size);
    for (const Instruction& instruction : code.instructions)
        encode(*code.table, instruction.opcode, code.row(instruction), code.operands(instruction), out);
    return out;
}

std::uint32_t encoded_size(const Table& table, const Row& row, std::size_t value_count) {
    std::uint32_t size = field_size(table.opcode_field);
    for (const OperandSpec& operand : row.operands) {
        const std::size_t width = operand.kind->field_count;
        const std::size_t times = operand.repeat == Repeat::once ? 1 : value_count / width;
        size += static_cast<std::uint32_t>(times) * operand.kind->encoded_size();
        value_count -= times * width;
    }
    return size;
}

std::string address_text(std::uint64_t address) {
    TextWriter out;
    out.put("0x", Hex{address, 4});
    return out.take();
}

std::string Code::words_for(const Instruction& instruction) const {
    return std::string(row(instruction).mnemonic) + " at " + address_text(instruction.address);
}

Place Code::place_of(std::uint32_t address, std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(lines, address, {}, &TextLine::address);
    if (after == lines.begin()) return lines.empty() ? Place::at_offset(offset) : Place();
    const TextLine& entry = *std::prev(after);
    return Place::at_line(entry.line, entry.column);
}

std::ptrdiff_t Code::at(std::int64_t address) const noexcept {
    if (address < 0 || address > 0xFFFFFFFF) return -1;
    const auto wanted = static_cast<std::uint32_t>(address);
    if (table != nullptr && table->unit == AddressUnit::instruction)
        return wanted < instructions.size() ? static_cast<std::ptrdiff_t>(wanted) : -1;
    const auto found = std::lower_bound(
        instructions.begin(), instructions.end(), wanted,
        [](const Instruction& instruction, std::uint32_t first) { return instruction.address < first; });
    if (found == instructions.end() || found->address != wanted) return -1;
    return found - instructions.begin();
}

std::uint32_t Code::end_address() const noexcept {
    return table == nullptr ? 0 : address_of(table->unit, instructions.size(), size);
}

std::uint32_t next_address(const Code& code, std::size_t index) {
    return index + 1 < code.instructions.size() ? code.instructions[index + 1].address : code.end_address();
}

std::optional<std::int64_t> target_of(const Code& code, std::size_t index) {
    const Instruction& instruction = code.instructions[index];
    const Row& row = code.row(instruction);
    std::optional<std::int64_t> target;
    for_each_operand(row, code.operands(instruction),
                     [&](const OperandSpec& operand, std::span<const std::uint32_t> part) {
                         if (operand.kind->role == Role::target) target = part[0];
                         if (operand.kind->role == Role::relative)
                             target =
                                 std::int64_t{next_address(code, index)} + static_cast<std::int32_t>(part[0]);
                     });
    return target;
}

} // namespace vellum::isa
