// See the header.
#include "engines/pathologic/decompile/function_hash.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "base/hash.hpp"
#include "engines/pathologic/isa/tables.hpp"

namespace vellum::pathologic::decompile {

namespace {

/// Numbers things by the order in which a function first uses them. Few are different in one function; those
/// behind the last place share it.
class Order {
  public:
    void clear() { seen_.clear(); }
    std::uint32_t of(std::uint32_t thing) {
        constexpr std::size_t most = 32;
        const auto found = std::ranges::find(seen_, thing);
        const auto number = static_cast<std::uint32_t>(found - seen_.begin());
        if (found == seen_.end() && seen_.size() < most) seen_.push_back(thing);
        return number;
    }

  private:
    std::vector<std::uint32_t> seen_;
};

class Hashes {
  public:
    Hashes(const Script& script, const source::Tree& tree, Texts& texts)
        : script_(script), tree_(tree), texts_(texts) {}

    std::vector<std::uint64_t> run() {
        std::vector<std::uint64_t> hashes;
        hashes.reserve(script_.entries.functions.size());
        for (const FunctionEntry& entry : script_.entries.functions) hashes.push_back(of(entry));
        return hashes;
    }

  private:
    std::uint64_t of(const FunctionEntry& entry) {
        const isa::Code& code = script_.instructions;
        std::size_t most = 0;
        for (std::uint32_t i = entry.address; i < entry.end; ++i)
            most += 1 + most_for_value * std::size_t{code.instructions[i].count};
        if (most > out_.size()) out_.resize(most);
        next_ = out_.data();
        for (Order* const order : {&functions_, &globals_, &tasks_}) order->clear();
        for (std::uint32_t i = entry.address; i < entry.end; ++i) {
            const isa::Instruction& instruction = code.instructions[i];
            const Op op = operation(script_.numbering, instruction.row);
            *next_++ = static_cast<char>(op);
            isa::for_each_operand(code.row(instruction), code.operands(instruction),
                                  [&](const isa::OperandSpec& spec, std::span<const std::uint32_t> values) {
                                      operand(spec, values, entry, op == Op::Call);
                                  });
        }
        return hash64({out_.data(), next_});
    }

    void operand(const isa::OperandSpec& spec, std::span<const std::uint32_t> values,
                 const FunctionEntry& entry, bool call) {
        if (call) return number(functions_.of(values[0]));
        switch (spec.kind->role) {
        case isa::Role::target: return number(values[0] - entry.address);
        case isa::Role::reference: break;
        default:
            for (const std::uint32_t value : values)
                number(spec.kind->fields[0] == isa::Field::f32 ? rounded(value) : value);
            return;
        }
        switch (spec.kind->space) {
        case isa::SymbolSpace::string: return text(texts_.wide(values[0]));
        case isa::SymbolSpace::method: return text(texts_.name(values[0]));
        case isa::SymbolSpace::native: return text(texts_.native(values[0]));
        case isa::SymbolSpace::global: return number(globals_.of(values[0]));
        case isa::SymbolSpace::task: return number(tasks_.of(values[0]));
        default: return number(values[0]);
        }
    }

    /// Files that were made from listings have fewer digits than the game's.
    static std::uint32_t rounded(std::uint32_t bits) {
        const auto value = std::bit_cast<float>(bits);
        if (!(value > -1e6F && value < 1e6F)) return bits;
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lround(value * 1000)));
    }

    void number(std::uint32_t value) {
        for (; value >= 0x80; value >>= 7U) *next_++ = static_cast<char>(value | 0x80U);
        *next_++ = static_cast<char>(value);
    }
    /// By its own hash, made once: the same long text may be used often. `none`: it is no text.
    void text(source::TextId id) {
        if (id == source::none) return number(0);
        if (id >= hashes_.size()) hashes_.resize(tree_.text_count());
        std::optional<std::uint64_t>& hash = hashes_[id];
        if (!hash) hash = hash64(tree_.text(id));
        number(static_cast<std::uint32_t>(*hash));
        number(static_cast<std::uint32_t>(*hash >> 32U));
    }

    /// A text is two numbers, and a number has seven bits a byte.
    static constexpr std::size_t most_for_value = 10;

    const Script& script_;
    const source::Tree& tree_;
    Texts& texts_;
    std::vector<char> out_;                            ///< Long enough for the function.
    char* next_ = nullptr;                             ///< Behind what is written of it.
    std::vector<std::optional<std::uint64_t>> hashes_; ///< By text.
    Order functions_, globals_, tasks_;
};

} // namespace

std::vector<std::uint64_t> function_hashes(const Script& script, const source::Tree& tree, Texts& texts) {
    return Hashes(script, tree, texts).run();
}

} // namespace vellum::pathologic::decompile
