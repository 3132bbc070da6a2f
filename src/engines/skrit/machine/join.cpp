// Sequences that run as one instruction: comparisons with their branch, arithmetic with local variables and
// constants, appending to a text in place. What a sequence does is exactly what its instructions would do one
// after the other; none of them can fault but the first. Only the first is replaced, so that every
// instruction keeps its place and jumps into the middle of a sequence would find it as it was; none leads
// there.
#include <algorithm>
#include <limits>
#include <optional>

#include "engines/skrit/machine/code.hpp"

namespace vellum::skrit {

namespace {

/// One way to compare, as it stands alone and in its four sequences.
struct Comparison {
    Do alone, cells, constant, local_constant, locals;
};
constexpr Comparison comparisons[] = {
#define PLAIN(name)
#define OPERATION(name)
#include "engines/skrit/machine/operations.def"
#define ROW(name, opcode, accessor, sign)                                                                    \
    {Do::opcode, Do::unless_##name, Do::unless_##name##_constant, Do::unless_##name##_local_constant,        \
     Do::unless_##name##_locals},
    COMPARISONS(ROW)
#undef ROW
};

struct Arithmetic {
    Do alone, local, locals, locals_to;
};
constexpr Arithmetic arithmetics[] = {
#define ROW(opcode, setter, expression)                                                                      \
    {Do::opcode, Do::opcode##_local, Do::opcode##_locals, Do::opcode##_locals_to},
    ARITHMETIC(ROW)
#undef ROW
};

class Fuser {
  public:
    Fuser(LinkedCode& code, const std::vector<bool>& targets) : code_(code), targets_(targets) {}

    void fuse(std::size_t i) {
        const Instruction first = at(i, true);
        if (first.op == Do::refused) return;
        const Instruction second = at(i + 1);
        const Instruction third = second.op == Do::refused ? second : at(i + 2);
        const Instruction fourth = third.op == Do::refused ? third : at(i + 3);
        const Instruction fifth = fourth.op == Do::refused ? fourth : at(i + 4);
        Instruction& out = code_.fused[i];
        if (first.op == Do::load_local) {
            if (second.op == Do::load_local)
                local_and_local(out, first, second, third, fourth);
            else if (second.op == Do::push_integer)
                local_and_constant(out, first, second, third, fourth);
            else if (second.op == Do::store_local && fits(second.b))
                out = make(Do::move_local, second.b, first.b, 0);
            else if (second.op == Do::RETURN && fits(first.b))
                out = make(Do::return_local, first.b, 0, 0);
            else if (fits(first.b))
                for (const Arithmetic& row : arithmetics)
                    if (second.op == row.alone) out = make(row.local, first.b, 0, 0);
        } else if (first.op == Do::load_instance) {
            if (second.op == Do::push_integer && sum(third, second.b) && fourth.op == Do::store_instance &&
                fits(fourth.b))
                out = make(Do::add_constant_to_instance, fourth.b, first.b, *sum(third, second.b));
        } else if (first.op == Do::push_integer) {
            if (second.op == Do::constant_text)
                out = make(Do::push_text, 0, text_number(first.b), 0);
            else if (second.op == Do::store_local && fits(second.b))
                out = make(Do::set_local, second.b, 0, first.b);
            else if (const auto constant = sum(second, first.b))
                out = make(Do::add_constant, 0, 0, *constant);
            else if (third.op == Do::branch_zero_to)
                for (const Comparison& row : comparisons)
                    if (second.op == row.alone) out = make(row.constant, 0, third.b, first.b);
        } else if (first.op == Do::load_text_local) {
            if (second.op == Do::push_integer && third.op == Do::constant_text && fourth.op == Do::ADDSC &&
                fifth.op == Do::store_text_local && fifth.b == first.b && fits(first.b))
                out = make(Do::append_text_local, first.b, text_number(second.b), 0);
        } else {
            if (second.op == Do::branch_zero_to)
                for (const Comparison& row : comparisons)
                    if (first.op == row.alone) out = make(row.cells, 0, second.b, 0);
        }
    }

  private:
    /// The instruction, or `refused` if it may not stand inside a sequence.
    [[nodiscard]] Instruction at(std::size_t i, bool begins = false) const {
        return i < code_.unfused.size() && (begins || !targets_[i]) ? code_.unfused[i] : Instruction{};
    }
    static bool fits(std::int32_t offset) {
        return offset >= std::numeric_limits<std::int16_t>::min() &&
               offset <= std::numeric_limits<std::int16_t>::max();
    }
    static Instruction make(Do op, std::int32_t a, std::int32_t b, std::int32_t c) {
        return {op, static_cast<std::int16_t>(a), b, c};
    }
    [[nodiscard]] std::int32_t text_number(std::int32_t start) const {
        return static_cast<std::int32_t>(
            std::ranges::lower_bound(code_.unit->string_starts, static_cast<std::uint32_t>(start)) -
            code_.unit->string_starts.begin());
    }
    /// What an addition or subtraction of a constant adds.
    static std::optional<std::int32_t> sum(const Instruction& operation, std::int32_t constant) {
        if (operation.op == Do::ADDI) return constant;
        if (operation.op == Do::SUBTRACTI)
            return static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(constant));
        return std::nullopt;
    }

    static void local_and_local(Instruction& out, const Instruction& first, const Instruction& second,
                                const Instruction& third, const Instruction& fourth) {
        if (!fits(first.b)) return;
        out = make(Do::load_locals, first.b, second.b, 0);
        for (const Arithmetic& row : arithmetics) {
            if (third.op != row.alone) continue;
            out = make(row.locals, first.b, second.b, 0);
            if (fourth.op == Do::store_local && fits(fourth.b))
                out = make(row.locals_to, fourth.b, first.b, second.b);
        }
        if (fourth.op == Do::branch_zero_to)
            for (const Comparison& row : comparisons)
                if (third.op == row.alone) out = make(row.locals, first.b, fourth.b, second.b);
    }

    static void local_and_constant(Instruction& out, const Instruction& first, const Instruction& second,
                                   const Instruction& third, const Instruction& fourth) {
        if (!fits(first.b) || third.op == Do::constant_text) return;
        out = make(Do::load_local_push, first.b, 0, second.b);
        if (const auto constant = sum(third, second.b)) {
            out = make(Do::load_add_constant, first.b, 0, *constant);
            if (fourth.op == Do::store_local && fits(fourth.b))
                out = make(Do::add_constant_to, fourth.b, first.b, *constant);
        }
        if (fourth.op == Do::branch_zero_to)
            for (const Comparison& row : comparisons)
                if (third.op == row.alone) out = make(row.local_constant, first.b, fourth.b, second.b);
    }

    LinkedCode& code_;
    const std::vector<bool>& targets_;
};

} // namespace

void fuse_sequences(LinkedCode& code, const std::vector<bool>& targets) {
    Fuser fuser(code, targets);
    for (std::size_t i = 0; i < code.unfused.size(); ++i) fuser.fuse(i);
}

} // namespace vellum::skrit
