// Lowering one script: blocks are executed symbolically, step by step, and leave behind the operations that
// cannot be avoided. Everything a block relies on (the stack's shape at its start, registers nobody needs) is
// either verified here or the script is refused. Relies on liveness and symbols; writes FastCode; runs
// nothing.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engines/ags/machine/fast/code.hpp"
#include "engines/ags/machine/fast/liveness.hpp"
#include "engines/ags/machine/fast/symbol.hpp"

namespace vellum::ags {

/// Stands for "no entry" in operations that may have one.
inline constexpr std::int16_t no_entry = INT16_MIN;

class Lowering {
  public:
    Lowering(const Environment& environment, const Instance& instance, FastCode& code)
        : environment_(environment), instance_(instance), steps_(instance.steps), code_(code) {}

    /// False after `reason` was set.
    bool run();
    std::string reason;

  private:
    // --- the script (lower.cpp)
    bool refuse(std::uint32_t step, const char* why);
    bool find_functions();
    void find_leaders();
    bool lower_blocks();
    [[nodiscard]] std::uint32_t layout_number(const Layout& layout);
    /// Control may reach that leader with this stack. False if it was reached with another one.
    bool reach(std::uint32_t from, std::uint32_t leader, const Layout& layout);
    void patch_targets();
    bool check_parameters();
    void find_function_limits();

    // --- one block (block.cpp)
    bool lower_block(std::uint32_t leader);
    bool lower_step(std::uint32_t at);
    bool lower_push(std::uint32_t at);
    bool lower_pop(std::uint32_t at);
    bool lower_jump(std::uint32_t at);
    bool lower_branch(std::uint32_t at, bool if_set);
    bool finish_block(std::uint32_t at, std::uint32_t target);
    bool emit_condition(const Symbol& condition, bool if_set, std::uint32_t target,
                        std::uint32_t instructions);
    bool set(std::uint32_t at, std::uint8_t number, const Symbol& value);

    // --- values (values.cpp)
    std::size_t emit(FastOp op, std::int16_t d, std::int16_t a, std::int16_t b, std::uint32_t imm,
                     std::uint32_t step);
    /// The entry that holds a value, after making it if needed. The entry stays until `pins_` is empty.
    std::int16_t entry_of(Symbol& value);
    std::int16_t entry_of_register(std::uint8_t number);
    void make(Symbol& value, std::int16_t target);
    void make_comparison(const Symbol& value, std::int16_t target);
    std::int16_t scratch(RegisterSet held);
    std::int16_t result_entry(std::uint8_t number);
    [[nodiscard]] bool is_held(std::int16_t entry, RegisterSet held) const;
    void pin(std::int16_t entry) { pins_.push_back(entry); }
    /// Calls `visit(symbol)` for everything that may still need an entry or register.
    template <class Visit> void each_holder(RegisterSet held, Visit&& visit);
    /// Saves from a write to an entry what still needs its old content.
    void protect_entry(std::int16_t entry, const Symbol* except = nullptr);
    void protect_register(std::uint8_t number);
    void settle_stack();
    void settle_registers(RegisterSet wanted);
    void forget_register(std::uint8_t number);
    void write_register(std::uint8_t number, Symbol& value);
    [[nodiscard]] Symbol* entry_symbol(std::int16_t entry);
    [[nodiscard]] std::int16_t depth() const { return static_cast<std::int16_t>(layout_.entries.size()); }

    // --- arithmetic (arithmetic.cpp)
    bool lower_binary(std::uint32_t at, Arithmetic operation, bool keeps_kind);
    bool lower_binary(std::uint32_t at, Arithmetic operation, Symbol left, Symbol right, bool keeps_kind);
    bool lower_comparison(std::uint32_t at, Comparison comparison);
    bool lower_logic(std::uint32_t at, bool both);
    bool lower_not(std::uint32_t at);
    bool lower_add(std::uint32_t at, bool subtract);
    bool lower_scale(std::uint32_t at);
    bool lower_address_sum(std::uint32_t at);
    [[nodiscard]] std::optional<Word> fold(Arithmetic operation, Word left, Word right,
                                           bool keeps_kind) const;

    // --- managed objects (objects.cpp)
    bool lower_called_object(std::uint32_t at);
    [[nodiscard]] bool is_accessed_behind(std::uint32_t at) const;
    bool lower_null_check(std::uint32_t at, std::uint8_t number);
    bool lower_bounds_check(std::uint32_t at);
    bool lower_new_array(std::uint32_t at);
    bool lower_new_object(std::uint32_t at);
    bool lower_new_text(std::uint32_t at);
    bool lower_text_comparison(std::uint32_t at, FastOp comparison);

    // --- memory (memory.cpp)
    bool lower_stack_growth(std::uint32_t at, std::uint32_t bytes);
    bool lower_stack_drop(std::uint32_t at, std::uint32_t bytes);
    bool lower_offset(std::uint32_t at);
    bool lower_read(std::uint32_t at, std::uint32_t width);
    bool lower_write(std::uint32_t at, std::uint32_t width, Symbol value);
    bool write_local(std::uint32_t at, std::int16_t entry, std::uint32_t width, Symbol value);
    bool begin_tail(std::uint32_t at, std::uint32_t width, Symbol value);
    bool lower_element(std::uint32_t at);
    bool lower_pointer_read(std::uint32_t at);
    struct Place {
        std::int16_t entry;
        std::uint32_t offset;
    };
    Place place_of_address();
    [[nodiscard]] bool is_read_for_field(std::uint32_t at) const;
    Symbol* settle_local(std::int16_t entry);
    bool lower_pointer_write(std::uint32_t at, bool release_old);
    bool lower_pointer_clear(std::uint32_t at, bool keep_ax);
    [[nodiscard]] bool in_own_data(Word address, std::uint32_t width) const;
    [[nodiscard]] std::uint32_t raw_position(std::int16_t entry) const;
    [[nodiscard]] bool is_raw(std::int16_t entry) const {
        return entry >= 0 && entry < depth() && layout_.entries[static_cast<std::size_t>(entry)].raw;
    }

    // --- calls (calls.cpp)
    bool lower_call(std::uint32_t at);
    bool lower_external(std::uint32_t at);
    bool lower_far(std::uint32_t at);
    bool lower_return(std::uint32_t at);
    bool lower_parameter_drop(std::uint32_t at);
    void settle_parameters();
    void settle_arguments(std::size_t count, std::uint32_t at);
    [[nodiscard]] std::uint32_t add_stop(std::uint32_t at);
    /// The last operation accounts for so many steps, up to `last`, and for the hops of a branch.
    void account(std::uint32_t last, std::uint32_t count, std::uint32_t hops = 0);
    void settle_line(std::uint32_t target, bool may_stop);

    const Environment& environment_;
    const Instance& instance_;
    const std::vector<Step>& steps_;
    FastCode& code_;
    Liveness live_;
    std::vector<bool> leader_;
    std::vector<std::uint32_t> function_of_; ///< by leader step, or none
    std::vector<std::uint32_t> work_;
    std::unordered_map<std::uint32_t, std::uint32_t> function_at_; ///< start word -> function

    // State of the block being lowered.
    std::uint32_t at_ = 0;
    std::uint32_t function_ = 0;
    std::size_t block_start_ = 0; ///< First operation of the block.
    Layout layout_;
    std::vector<Symbol> stack_; ///< One per entry above the return address; raw ones are unknown.
    std::vector<Symbol> below_; ///< Parameters: entry -2-k.
    std::array<Symbol, register_count> registers_{};
    struct Tail {
        std::uint32_t size = 0;
        bool raw = false;
        Symbol value;
    };
    Tail tail_;
    std::vector<Symbol> parameters_;      ///< PUSHREALs of this block that are not in the machine's list
    std::uint32_t called_parameters_ = 0; ///< Of those: already passed to a native, waiting for SUBREALSTACK
    std::int32_t next_arguments_ = -1;
    bool object_call_ = false;
    std::int32_t line_ = -1; ///< Known line, -1: whatever it was when the block began
    bool line_told_ = true;
    std::uint32_t hops_ = 0;      ///< Of those: at further branches that a branch leads to
    std::uint32_t uncounted_ = 0; ///< Instructions since the last operation that accounted for them
    bool ended_ = false;
    std::uint32_t skip_ = 0; ///< Steps of an idiom that were lowered with its first
    std::vector<std::int16_t> pins_;
    std::int16_t most_scratch_ = 0;
    std::vector<std::int16_t> function_scratch_; ///< by function: highest entry index used
};

template <class Visit> void Lowering::each_holder(RegisterSet held, Visit&& visit) {
    for (std::uint8_t number = reg_mar; number < register_count; ++number)
        if ((held & in_set(number)) != 0) visit(registers_[number]);
    for (Symbol& symbol : stack_) visit(symbol);
    for (Symbol& symbol : below_) visit(symbol);
    for (Symbol& symbol : parameters_) visit(symbol);
    if (tail_.size != 0) visit(tail_.value);
}

} // namespace vellum::ags
