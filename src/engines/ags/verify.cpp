// The checks, one per kind of thing, each with the byte offset of what is wrong.
#include "engines/ags/verify.hpp"

#include <vector>

#include "analysis/verify_flow.hpp"
#include "base/bytes.hpp"
#include "engines/ags/codes.hpp"
#include "engines/ags/isa/isa.hpp"

namespace vellum::ags {

namespace {

void check_registers(const Script& script, std::uint64_t base, Diagnostics& diagnostics) {
    const isa::Code& code = *script.code();
    for (const isa::Instruction& instruction : code.instructions) {
        const isa::Row& row = code.row(instruction);
        std::size_t position = 0;
        isa::for_each_operand(
            row, code.operands(instruction),
            [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                ++position;
                // Only register operands have an access; literals, numbers and jumps have
                // none.
                if (spec.access != isa::Access::none && register_name(values[0]).empty())
                    diagnostics.add(
                        codes::scom_register,
                        code.words_for(instruction) + " names register " +
                            std::to_string(static_cast<std::int32_t>(values[0])),
                        code.place_of(instruction.address, base + instruction.offset + 4 * position),
                        "registers are 1 to 7");
            });
    }
}

void check_fixup_values(const Script& script, std::uint64_t base, Diagnostics& diagnostics) {
    const Scom& scom = script.scom();
    for (const Fixup& fixup : scom.fixups) {
        const bool pointer = fixup.type == static_cast<std::uint8_t>(FixupType::pointer);
        if (pointer ? fixup.position >= 0 && static_cast<std::size_t>(fixup.position) + 4 <= scom.data.size()
                    : script.is_regular(fixup))
            continue;
        diagnostics.add(codes::scom_fixup, "a fixup of type " + std::to_string(fixup.type) +
                                               " points at word " + std::to_string(fixup.position) +
                                               ", which has nothing to fix up");
    }
    for (std::uint32_t word = 0; word < script.words(); ++word) {
        const std::uint8_t type = script.fixup_at(word);
        if (type == Script::no_fixup) continue;
        const std::uint32_t value = load_u32(scom.code.data() + std::size_t{word} * 4);
        const char* outside = nullptr;
        if (type == static_cast<std::uint8_t>(FixupType::import) && value >= scom.imports.size())
            outside = "import";
        if (type == static_cast<std::uint8_t>(FixupType::string) && value >= scom.strings.size())
            outside = "string";
        if (type == static_cast<std::uint8_t>(FixupType::data) && value >= scom.data.size())
            outside = "global data";
        if (type == static_cast<std::uint8_t>(FixupType::function) && script.code()->at(value) < 0)
            outside = "code";
        if (outside != nullptr)
            diagnostics.add(codes::scom_fixup,
                            "number " + std::to_string(value) + " is outside the script's " + outside,
                            script.code()->place_of(word, base + std::uint64_t{word} * 4));
    }
}

void check_exports(const Script& script, Diagnostics& diagnostics) {
    for (const Export& entry : script.scom().exports) {
        const bool good = entry.kind() == export_function
                              ? script.code()->at(entry.offset()) >= 0
                              : entry.kind() == export_data && entry.offset() <= script.scom().data.size();
        if (!good) diagnostics.add(codes::scom_export, "export '" + entry.name + "' leads nowhere");
    }
}

} // namespace

void check_script(const Script& script, Diagnostics& diagnostics) {
    const std::uint64_t base = script.code_offset();
    check_registers(script, base, diagnostics);
    check_fixup_values(script, base, diagnostics);
    check_exports(script, diagnostics);
    if (const auto said = read_reflection(script.scom()); !said) diagnostics.add(said.error());
    std::vector<analysis::EntryPoint> entries;
    for (const auto& [address, name] : script.entries()) entries.push_back({address, 0});
    // The stack is memory here, not operands.
    static_cast<void>(
        analysis::verify_flow(*script.code(), entries, analysis::OperandStack::none, diagnostics, base));
}

} // namespace vellum::ags
