// The block goes through the assembler that listings go through; see the header.
#include "engines/pathologic/compile/assembly.hpp"

#include "base/lines.hpp"
#include "engines/pathologic/format/event_names.hpp"
#include "engines/pathologic/isa/operands.hpp"
#include "isa/assembler.hpp"

namespace vellum::pathologic::compile {

namespace {

/// Marks the number of a function where an address will stand.
constexpr std::uint32_t function_mark = 0x80000000;

class Names final : public isa::Resolver, public isa::DirectiveHandler {
  public:
    explicit Names(AssemblyLink& link) : link_(link) {}

    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        switch (space) {
        case isa::SymbolSpace::native: {
            const operands::NativeKey key = operands::native_key(name);
            return link_.native(key.name, key.arguments);
        }
        case isa::SymbolSpace::method: return link_.method(name);
        case isa::SymbolSpace::event: return event_number(name);
        case isa::SymbolSpace::task: return link_.task(name);
        case isa::SymbolSpace::global: return link_.global(name);
        default: return std::nullopt;
        }
    }
    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        if (space == isa::SymbolSpace::string) return link_.wide_text(text);
        return space == isa::SymbolSpace::method ? link_.method(text) : std::nullopt;
    }
    bool directive(std::string_view, LineLexer&, Diagnostics&, isa::Assembler&) override { return false; }
    std::optional<std::uint32_t> outside(std::string_view name) override {
        const auto number = link_.function(name);
        if (!number) return std::nullopt;
        return function_mark | *number;
    }

  private:
    AssemblyLink& link_;
};

} // namespace

void assemble(const source::Function& function, AssemblyLink& link, isa::Code& code,
              std::vector<std::uint32_t>* places, Diagnostics& diagnostics) {
    Diagnostics own;
    Names names(link);
    isa::Assembler assembler(*code.table, names, names, own);
    assembler.begin_at(static_cast<std::uint32_t>(code.instructions.size()));
    assembler.assemble(function.assembly);
    for (Diagnostic one : own.all()) {
        one.place.line += function.assembly_line;
        diagnostics.add(std::move(one));
    }
    const isa::Code block = assembler.take_code();
    const std::vector<std::size_t> begins = line_begins(function.assembly);
    auto line = block.lines.begin();
    for (const isa::Instruction& instruction : block.instructions) {
        const auto first = static_cast<std::uint32_t>(code.values.size());
        const auto values = block.operands(instruction);
        code.values.insert(code.values.end(), values.begin(), values.end());
        const int target = block.row(instruction).target_operand();
        if (target >= 0) {
            const std::size_t at = first + static_cast<std::size_t>(target);
            if ((code.values[at] & function_mark) != 0)
                code.values[at] = link.address(code.values[at] & ~function_mark, at);
        }
        isa::Instruction made = instruction;
        made.first = first;
        made.address = static_cast<std::uint32_t>(code.instructions.size());
        code.instructions.push_back(made);
        if (places == nullptr) continue;
        while (line != block.lines.end() && line->address < made.address) ++line;
        const bool known = line != block.lines.end() && line->address == made.address;
        places->push_back(known ? function.assembly_at + static_cast<std::uint32_t>(begins[line->line - 1]) +
                                      line->column - 1
                                : function.place);
    }
}

} // namespace vellum::pathologic::compile
