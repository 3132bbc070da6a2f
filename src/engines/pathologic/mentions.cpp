// Which rows mention something is worked out from the kinds of their operands.
#include "engines/pathologic/mentions.hpp"

#include <array>
#include <utility>

#include "base/fitted.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic {

namespace {

/// What the instructions of a row mention, and where it stands among their values.
struct Mentioned {
    Mention::Kind kind = Mention::Kind::none;
    std::uint8_t at = 0;
};

Mention::Kind kind_of(const isa::OperandKind* kind) {
    if (kind == &operands::string) return Mention::Kind::wide_text;
    if (kind == &operands::method) return Mention::Kind::name;
    if (kind == &operands::target) return Mention::Kind::target;
    if (kind == &operands::native) return Mention::Kind::native;
    if (kind == &operands::event) return Mention::Kind::event;
    return Mention::Kind::none;
}

std::vector<Mentioned> mentioned_by(const isa::Table& table) {
    std::vector<Mentioned> rows(table.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::uint8_t at = 0;
        for (const isa::OperandSpec& spec : table.rows[i].operands) {
            if (spec.repeat != isa::Repeat::once) break; // what is looked for stands before the lists
            if (const Mention::Kind kind = kind_of(spec.kind); kind != Mention::Kind::none)
                rows[i] = {kind, at};
            at = static_cast<std::uint8_t>(at + spec.kind->field_count);
        }
    }
    return rows;
}

/// By row of a numbering's table.
const std::vector<Mentioned>& mentioned_in(Numbering numbering) {
    static const std::array<std::vector<Mentioned>, 2> both{mentioned_by(table_of(Numbering::alpha)),
                                                            mentioned_by(table_of(Numbering::hd))};
    return both[static_cast<std::size_t>(numbering)];
}

} // namespace

std::vector<Mention> find_mentions(const isa::Code& code, Numbering numbering) {
    const Mentioned* const rows = mentioned_in(numbering).data();
    const auto size = static_cast<std::uint32_t>(code.instructions.size());
    const isa::Instruction* const instructions = code.instructions.data();
    const std::uint32_t* const values = code.values.data();
    // Every instruction is written, and the next one over it if it mentions nothing: a branch could not be
    // foreseen.
    std::vector<Mention> mentions(size + std::size_t{1});
    Mention* mention = mentions.data();
    for (std::uint32_t index = 0; index < size; ++index) {
        const isa::Instruction& instruction = instructions[index];
        const Mentioned row = rows[instruction.row];
        const bool some = row.kind != Mention::Kind::none;
        *mention = {index, some ? values[instruction.first + row.at] : 0, row.kind};
        mention += some ? 1 : 0;
    }
    const auto count = static_cast<std::size_t>(mention - mentions.data());
    return fitted(std::move(mentions), count);
}

} // namespace vellum::pathologic
