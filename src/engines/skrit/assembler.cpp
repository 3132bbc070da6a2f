// Directives fill the tables; the shared assembler makes the code.
#include "engines/skrit/assembler.hpp"

#include "engines/skrit/isa/isa.hpp"
#include "engines/skrit/unit/directives.hpp"
#include "engines/skrit/unit/tables.hpp"
#include "engines/skrit/verify.hpp"

namespace vellum::skrit {

namespace {

class Reader final : public UnitDirectives, public isa::Resolver {
  public:
    explicit Reader(Unit& unit) : UnitDirectives(unit) {
        for (std::uint8_t kind = 0; kind < 5; ++kind)
            unit.types.push_back(
                {static_cast<TypeKind>(kind), std::string(to_string(static_cast<TypeKind>(kind)))});
    }

    std::optional<std::uint32_t> find(isa::SymbolSpace space, std::string_view name) override {
        std::uint32_t found = none;
        if (space == isa::SymbolSpace::state) found = unit().find_state(name);
        if (space == isa::SymbolSpace::function) {
            if (name.contains('@')) return number_after_at(name);
            found = unit().find_function(name);
        }
        return found == none ? std::nullopt : std::optional(found);
    }

    std::optional<std::uint32_t> intern(isa::SymbolSpace space, std::string_view text) override {
        if (space != isa::SymbolSpace::native) return std::nullopt;
        if (text.contains('@')) return number_after_at(text);
        for (std::uint32_t i = 0; i < unit().imports.size(); ++i)
            if (unit().import_signature(i) == text) return i;
        return std::nullopt;
    }
};

} // namespace

std::shared_ptr<Unit> assemble_unit(std::string_view text, std::string name, Diagnostics& diagnostics) {
    auto unit = std::make_shared<Unit>(name);
    const std::size_t errors = diagnostics.errors();
    Reader reader(*unit);
    isa::Assembler assembler(opcode_table, reader, reader, diagnostics);
    assembler.assemble(text);
    reader.finish(assembler.here());
    isa::Code code = assembler.take_code();
    if (diagnostics.errors() != errors) return nullptr;
    unit->bytes = isa::encode(code);
    if (!settle_tables(*unit, diagnostics) || !prepare_code(*unit, diagnostics, std::move(code.lines)))
        return nullptr;
    return unit;
}

} // namespace vellum::skrit
