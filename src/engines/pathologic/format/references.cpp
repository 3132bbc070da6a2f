// Which rows reference something is worked out from the kinds of their operands.
#include "engines/pathologic/format/references.hpp"

#include <algorithm>
#include <array>

#include "engines/pathologic/isa/operands.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic {

namespace {

using Kind = CodeReference::Kind;

/// The lists of CodeReferences, and one for instructions that reference nothing.
enum List : std::uint8_t { texts, targets, natives, events, nothing };
constexpr std::size_t list_count = 5;

/// What the instructions of a row reference.
struct RowReference {
    std::uint32_t from = 0; ///< All bits if they reference something: which of a value's place count.
    Kind kind{};
    List list = nothing;
    std::uint8_t at = 0; ///< Where it stands among their values.
    bool some = false;
};

/// A row that has an operand of that kind references it.
struct Rule {
    const isa::OperandKind* operand;
    Kind kind;
    List list;
};
constexpr Rule rules[] = {{&operands::string, Kind::wide_text, texts},
                          {&operands::method, Kind::name, texts},
                          {&operands::target, Kind::target, targets},
                          {&operands::native, Kind::native, natives},
                          {&operands::event, Kind::event, events}};

std::vector<RowReference> references_of_rows(const isa::Table& table) {
    std::vector<RowReference> rows(table.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::uint8_t at = 0;
        for (const isa::OperandSpec& spec : table.rows[i].operands) {
            if (spec.repeat != isa::Repeat::once) break; // what is looked for stands before the lists
            for (const Rule& rule : rules)
                if (spec.kind == rule.operand) rows[i] = {0xFFFFFFFF, rule.kind, rule.list, at, true};
            at = static_cast<std::uint8_t>(at + spec.kind->field_count);
        }
    }
    return rows;
}

/// By row of a numbering's table.
const std::vector<RowReference>& rows_with_references(Numbering numbering) {
    static const std::array<std::vector<RowReference>, 2> both{references_of_rows(table_of(Numbering::alpha)),
                                                               references_of_rows(table_of(Numbering::hd))};
    return both[static_cast<std::size_t>(numbering)];
}

} // namespace

CodeReferences find_references(const isa::Code& code, Numbering numbering) {
    CodeReferences found;
    if (code.values.empty()) return found;
    const RowReference* const rows = rows_with_references(numbering).data();
    const std::uint32_t* const values = code.values.data();
    const auto size = static_cast<std::uint32_t>(code.instructions.size());
    // Which instruction references what cannot be foreseen, so nothing branches on it: each writes to the end
    // of its list, where the next one writes over what was nothing.
    constexpr std::uint32_t piece = 512;
    std::array<std::array<CodeReference, piece + 1>, list_count>
        lists; // NOLINT(*-member-init): written before it is read
    for (std::uint32_t index = 0; index < size;) {
        std::array<CodeReference*, list_count> ends;
        for (std::size_t list = 0; list < list_count; ++list) ends[list] = lists[list].data();
        for (const std::uint32_t end = std::min(size, index + piece); index < end; ++index) {
            const isa::Instruction& instruction = code.instructions[index];
            const RowReference& row = rows[instruction.row];
            CodeReference*& last = ends[row.list];
            *last = {index, values[(instruction.first + row.at) & row.from], row.kind};
            last += row.some ? 1 : 0;
        }
        const auto keep = [&](std::vector<CodeReference>& all, List list) {
            all.insert(all.end(), lists[list].data(), ends[list]);
        };
        keep(found.texts, texts);
        keep(found.targets, targets);
        keep(found.natives, natives);
        keep(found.events, events);
    }
    return found;
}

std::size_t value_index(const isa::Code& code, const CodeReference& reference, Numbering numbering) {
    const isa::Instruction& instruction = code.instructions[reference.index];
    return std::size_t{instruction.first} + rows_with_references(numbering)[instruction.row].at;
}

} // namespace vellum::pathologic
