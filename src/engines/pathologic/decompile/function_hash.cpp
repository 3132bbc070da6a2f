// See the header. The numbering of a build does not count, so the same function has one number in all of
// them.
#include "engines/pathologic/decompile/function_hash.hpp"

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic::decompile {

namespace {

constexpr std::uint64_t unknown = 0;
constexpr std::uint64_t under_way = 1; ///< A function that calls itself, or one that calls it.
constexpr std::uint32_t most_depth = 200;

class Hashes {
  public:
    explicit Hashes(const Script& script)
        : script_(script), hashes_(script.entries.functions.size(), unknown) {}

    std::vector<std::uint64_t> run() {
        for (std::uint32_t i = 0; i < hashes_.size(); ++i) static_cast<void>(of(i, 0));
        return std::move(hashes_);
    }

  private:
    std::uint64_t of(std::uint32_t number, std::uint32_t depth) {
        if (hashes_[number] != unknown || depth > most_depth) return hashes_[number];
        hashes_[number] = under_way;
        ByteWriter out;
        const FunctionEntry& entry = script_.entries.functions[number];
        const isa::Code& code = script_.instructions;
        for (std::uint32_t i = entry.address; i < entry.end; ++i) {
            const isa::Instruction& instruction = code.instructions[i];
            const Op op = operation(script_.numbering, instruction.row);
            const auto values = code.operands(instruction);
            out.u8(static_cast<std::uint8_t>(op));
            isa::for_each_operand(code.row(instruction), values,
                                  [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> part) {
                                      operand(out, spec, part, entry, op == Op::Call, depth);
                                  });
        }
        const std::uint64_t hash = hash64(out.take());
        hashes_[number] = hash <= under_way ? under_way + 1 : hash;
        return hashes_[number];
    }

    void operand(ByteWriter& out, const isa::OperandSpec& spec, std::span<const std::uint32_t> values,
                 const FunctionEntry& entry, bool call, std::uint32_t depth) {
        if (call) {
            const FunctionEntry* const callee = script_.entries.function_at(values[0]);
            const std::uint64_t hash =
                callee == nullptr
                    ? unknown
                    : of(static_cast<std::uint32_t>(callee - script_.entries.functions.data()), depth + 1);
            out.u32(static_cast<std::uint32_t>(hash));
            out.u32(static_cast<std::uint32_t>(hash >> 32U));
            return;
        }
        switch (spec.kind->role) {
        case isa::Role::target: return out.u32(values[0] - entry.address);
        case isa::Role::reference: break;
        default:
            for (const std::uint32_t value : values) out.u32(value);
            return;
        }
        switch (spec.kind->space) {
        case isa::SymbolSpace::string: return out.bytes(as_bytes(script_.wide_string(values[0])));
        case isa::SymbolSpace::method: return out.bytes(as_bytes(script_.ascii_name(values[0])));
        case isa::SymbolSpace::native:
            if (values[0] < script_.imports.size()) {
                out.bytes(as_bytes(std::string_view(script_.imports[values[0]].name)));
                out.u32(script_.imports[values[0]].argument_count);
            }
            return;
        case isa::SymbolSpace::global:
        case isa::SymbolSpace::task: return; // which number they have differs from script to script
        default: return out.u32(values[0]);
        }
    }

    const Script& script_;
    std::vector<std::uint64_t> hashes_;
};

} // namespace

std::vector<std::uint64_t> function_hashes(const Script& script) { return Hashes(script).run(); }

} // namespace vellum::pathologic::decompile
