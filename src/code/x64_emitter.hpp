// How x64.cpp keeps its work together: where values are, and the instructions that move and use them.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "code/flow.hpp"
#include "code/machine_code.hpp"
#include "code/x64_assembler.hpp"

namespace vellum::code {

// Pinned: what a call may not change. rax, xmm0 and xmm1 are the emitter's.
inline constexpr Register context_register = rbx;
inline constexpr Register frame_register = rbp;
inline constexpr Register calls_register = r13;
inline constexpr Register count_register = r14;
inline constexpr Register bytes_register = r15;
inline constexpr Register data_register = r12;
inline constexpr std::array temporary_registers{rcx, rdx, rsi};
static_assert(temporary_registers.size() == temporaries);
inline constexpr std::array integer_registers{rdi, r8, r9, r10, r11};
inline constexpr std::uint32_t first_real = 2;
inline constexpr std::uint32_t real_registers = 14;

[[nodiscard]] constexpr Assembler::Address in_context(std::size_t offset) {
    return {context_register, rsp, static_cast<std::int32_t>(offset)};
}

/// What follows 0F 8x and 0F 9x.
[[nodiscard]] unsigned flags_of(Condition condition);
/// The same with its sides exchanged.
[[nodiscard]] Condition swapped(Condition condition);

class Emitter {
  public:
    using Kind = Operand::Kind;
    using Address = Assembler::Address;

    explicit Emitter(const Function& function)
        : f_(function),
          flow_(find_flow(function, integer_registers.size(), real_registers)),
          places_(function.labels.size(), unplaced) {}
    MachineCode run();

  private:
    static constexpr std::uint32_t unplaced = 0xFFFFFFFF;
    /// Where a value is.
    struct Value {
        enum class In : std::uint8_t { integer, real, home, constant };
        In in = In::constant;
        unsigned reg = 0;
        std::uint32_t number = 0;
        Address home;
    };

    [[nodiscard]] Address home_of(std::uint32_t variable) const {
        return {frame_register, rsp, f_.variables[variable].home};
    }
    [[nodiscard]] Value value(const Operand& operand, std::uint32_t web) const;
    [[nodiscard]] bool in_register(const Value& one, Register reg) const {
        return one.in == Value::In::integer && one.reg == reg;
    }
    [[nodiscard]] static Value fixed(std::uint32_t number) {
        Value result;
        result.number = number;
        return result;
    }
    /// The register of a value, which is put into `otherwise` if it has none.
    Register integer(const Value& one, Register otherwise);
    unsigned real(const Value& one, unsigned otherwise);
    void load_integer(Register to, const Value& one);
    void load_real(unsigned to, const Value& one);
    void put_integer(const Value& to, Register from);
    void put_real(const Value& to, unsigned from);
    /// `opcode` is that of OP r32, r/m32; `group` the one for constants.
    void with(std::uint32_t opcode, unsigned group, Register left, const Value& right, bool wide = false);
    [[nodiscard]] Address address(const Memory& memory);
    /// The same of a load or store, whose index may be a variable.
    [[nodiscard]] Address address(const Instruction& one, const Value& index);
    void go(unsigned flags, std::uint32_t label);
    void go(std::uint32_t label);

    void emit(std::uint32_t at);
    void arithmetic(const Instruction& one, const Value& d, Value a, Value b);
    void shift(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void divide(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void reals(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void integer_below(const Value& d, const Value& a);
    void load(const Instruction& one, const Value& d, const Value& a);
    void store(const Instruction& one, const Value& a, const Value& b);
    void add_wide(const Instruction& one, const Value& d, const Value& a, const Value& b);
    void compare(const Value& a, const Value& b, Condition& condition, bool wide);
    unsigned compare_reals(const Instruction& one, const Value& a, const Value& b);
    void branch_memory(const Instruction& one, const Value& a);
    void store_all(const Place& place);
    void load_all(const Place& place);
    void helper(const Instruction& one, const Place& place);
    void invoke(const Instruction& one, const Value& a, const Value& b, const Place& place);
    void call(const Instruction& one, const Place& place);
    void call_function(std::uint64_t address);
    void call_helper(Helper function, std::uint32_t number);
    /// What was called has an exit if it did not go on.
    void leave_if_exit();
    void leave() {
        as_.registers(0x83, 0, rsp, true); // add rsp, 8
        as_.byte(8);
        as_.byte(0xC3);
    }

    const Function& f_;
    Flow flow_;
    Assembler as_;
    std::vector<std::uint32_t> places_; ///< by label
    struct Fixup {
        std::uint32_t at = 0;
        std::uint32_t label = 0;
    };
    std::vector<Fixup> fixups_;
    std::vector<std::uint32_t> unwinds_; ///< Jumps to where a callee's exit goes on.
    /// Jumps of charges that are taken back.
    struct Charge {
        std::uint32_t at = 0;
        std::uint32_t number = 0;
        std::uint32_t label = 0;
    };
    std::vector<Charge> charges_;
};

} // namespace vellum::code
