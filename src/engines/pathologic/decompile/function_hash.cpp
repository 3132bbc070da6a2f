// See the header.
#include "engines/pathologic/decompile/function_hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
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

/// What a value counts as.
enum class As : std::uint8_t { number, real, target, function, global, task, string, method, native };

As meaning(const isa::OperandKind& kind) {
    assert(kind.field_count == 1 || kind.role == isa::Role::plain);
    if (kind.role == isa::Role::target) return As::target;
    if (kind.role != isa::Role::reference) return kind.fields[0] == isa::Field::f32 ? As::real : As::number;
    switch (kind.space) {
    case isa::SymbolSpace::global: return As::global;
    case isa::SymbolSpace::task: return As::task;
    case isa::SymbolSpace::string: return As::string;
    case isa::SymbolSpace::method: return As::method;
    case isa::SymbolSpace::native: return As::native;
    default: return As::number;
    }
}

/// By place in an instruction. What stands behind is a list, and all lists are of numbers.
using Plan = std::array<As, isa::Layout::most>;

std::array<Plan, hd_row_count> make_plans() {
    std::array<Plan, hd_row_count> plans{};
    for (std::size_t op = 0; op < plans.size(); ++op) {
        std::size_t at = 0;
        for (const isa::OperandSpec& operand : hd_table.rows[op].operands) {
            const As as = meaning(*operand.kind);
            if (operand.repeat != isa::Repeat::once) {
                assert(as == As::number);
                break;
            }
            assert(at + operand.kind->field_count <= plans[op].size());
            for (std::uint8_t f = 0; f < operand.kind->field_count; ++f) plans[op][at++] = as;
        }
    }
    plans[static_cast<std::size_t>(Op::Call)][0] = As::function;
    return plans;
}

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
            const Plan& plan = plans_[static_cast<std::size_t>(op)];
            const auto values = code.operands(instruction);
            for (std::size_t v = 0; v < values.size(); ++v)
                value(v < plan.size() ? plan[v] : As::number, values[v], entry);
        }
        return hash64({out_.data(), next_});
    }

    void value(As as, std::uint32_t value, const FunctionEntry& entry) {
        switch (as) {
        case As::number: return number(value);
        case As::real: return number(rounded(value));
        case As::target: return number(value - entry.address);
        case As::function: return number(functions_.of(value));
        case As::global: return number(globals_.of(value));
        case As::task: return number(tasks_.of(value));
        case As::string: return text(texts_.wide(value));
        case As::method: return text(texts_.name(value));
        case As::native: return text(texts_.native(value));
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

    static const std::array<Plan, hd_row_count>& plans() {
        static const auto made = make_plans();
        return made;
    }

    /// A text is two numbers, and a number has seven bits a byte.
    static constexpr std::size_t most_for_value = 10;

    const std::array<Plan, hd_row_count>& plans_ = plans();
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
