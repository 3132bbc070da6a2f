// Writing a function of the fast form in the register form. The number of an entry is a variable, its tag
// stays in memory and is written only where it changes; what tags are known to be is found first, by walking
// the function quietly until nothing new is learnt.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "code/builder.hpp"
#include "engines/ags/machine/native/native.hpp"

namespace vellum::ags {

class Walk {
  public:
    Walk(const Environment& environment, const Instance& instance, std::uint32_t function, bool translates);
    /// False if the function is too large.
    bool run(NativeForm& form);

  private:
    using Operand = code::Operand;
    using Memory = code::Memory;
    using Condition = code::Condition;
    using Op = code::Op;
    /// What is not known to be always the same.
    static constexpr std::uint32_t any_tag = 0xFFFFFFFF;
    using Tags = std::vector<std::uint32_t>; ///< by variable

    struct Block {
        std::uint32_t first = 0;
        std::uint32_t label = 0;
        std::uint32_t keep = 0; ///< Variables of its layout.
        bool entry = false;
        bool reached = false;
        Tags tags;
    };

    // --- the function (walk.cpp)
    bool find_blocks();
    void find_variables();
    void walk_block(Block& block);
    void reach(std::uint32_t op);
    bool merge(Block& block);
    [[nodiscard]] std::uint32_t original(std::uint32_t op) const {
        return code_.code[op].op == FastOp::hot ? code_.code[op].imm : op;
    }
    void write_cold();
    void remark(const FastInstruction& i);

    // --- pieces (walk.cpp)
    [[nodiscard]] std::uint32_t index_of(std::int16_t entry);
    [[nodiscard]] Operand number(std::int16_t entry) { return {Operand::Kind::variable, index_of(entry)}; }
    [[nodiscard]] static Memory tag_place(std::int16_t entry) {
        return {code::frame_base, {}, 8 * entry + 4};
    }
    [[nodiscard]] std::uint32_t known_tag(std::int16_t entry) { return tags_[index_of(entry)]; }
    void set_tag(std::int16_t entry, std::uint32_t tag);
    void copy_tag(std::int16_t to, std::int16_t from);
    /// A value that nobody knows the tag of is in its entry now.
    void forget_tag(std::int16_t entry);
    /// True if an entry and a number added to it are known to be at most `last`.
    [[nodiscard]] bool stays_within(std::int16_t entry, std::uint32_t more, std::uint32_t last);
    [[nodiscard]] std::uint32_t exit();
    /// Leaves for good: the rest of the block is the fast form's, which may read the first `keep` variables.
    void leave(std::uint32_t keep);
    /// The same in the middle of a block, where entries above those of its start are open.
    void leave() { leave(static_cast<std::uint32_t>(b_.function.variables.size())); }
    void cold_helper(code::Helper helper, std::uint32_t label, std::uint32_t back, Operand d, Operand a,
                     Operand b);
    [[nodiscard]] std::uint32_t taken(std::uint32_t target, std::uint32_t instructions);

    // --- operations (operations.cpp)
    void operation(const FastInstruction& i);
    void note_most(const FastInstruction& i);
    void arithmetic(const FastInstruction& i);
    void comparison(const FastInstruction& i);
    void equality(const FastInstruction& i, bool wanted);
    void null_branch(const FastInstruction& i, bool if_null, std::uint32_t label);
    void move(std::int16_t to, std::int16_t from);
    void set_word(std::int16_t to, Word word);
    void put(const Memory& to, std::int16_t entry);
    void put_word(Memory to, Word word);
    void memory_load(std::int16_t to, const Memory& memory, std::uint32_t width);

    // --- memory (memory.cpp)
    void raw_at(const FastInstruction& i, bool stores);
    void data_at(const FastInstruction& i, std::uint32_t width, bool stores);
    void field(const FastInstruction& i, std::uint32_t width, bool stores);
    void known_element(const FastInstruction& i, bool stores);
    void element(const FastInstruction& i, std::uint32_t width, bool stores);
    void object_at(Operand handle, std::uint32_t least_kind, std::uint32_t most_kind,
                   std::uint32_t otherwise);
    [[nodiscard]] Memory place(const FastInstruction& i, std::uint32_t width, bool numbers,
                               std::uint32_t otherwise);
    void load(const FastInstruction& i, std::uint32_t width);
    void store(const FastInstruction& i, std::uint32_t width);
    void handle_to_pointer(const FastInstruction& i, std::uint32_t otherwise);
    void pointer_load_at(const FastInstruction& i);
    void object_of_handle(Operand handle, std::uint32_t otherwise);
    void object_with_others(Operand handle, std::uint32_t otherwise);
    void add_to_references(std::uint32_t change);
    void pointer_store(const FastInstruction& i);
    void pointer_clear(const FastInstruction& i);

    // --- calls (calls.cpp)
    void slow(const FastInstruction& i, Operand d, Operand a, Operand b);
    void settle_arguments();
    [[nodiscard]] bool leaves_arguments(const FastInstruction& i) const;
    [[nodiscard]] std::uint32_t kept_at(const FastStop& stop) const;
    void native_call(const FastInstruction& i);
    void pure_call(const FastStop& stop);
    [[nodiscard]] bool plain_call(const FastStop& stop);
    void take_result(const FastStop& stop, Operand from);
    void cold_call(const FastStop& stop, code::Helper helper, std::uint32_t label, std::uint32_t back);
    void call(const FastInstruction& i);
    [[nodiscard]] bool arguments_cross(std::int16_t first) const;
    void call_far(const FastInstruction& i);
    void ret(const FastInstruction& i);
    void jump_back(const FastInstruction& i);

    const Environment& environment_;
    const Instance& instance_;
    const FastCode& code_;
    std::uint32_t number_ = 0;
    const FastFunction& function_;
    std::int16_t parameters_ = 0;
    bool turns_checks_off_ = false;
    std::vector<std::uint32_t> order_;      ///< First operations of the blocks, in the order of the code.
    std::map<std::uint32_t, Block> blocks_; ///< by first operation
    code::Builder b_;
    Tags tags_;
    static constexpr std::uint32_t any_number = 0xFFFFFFFF;
    std::vector<std::uint32_t> most_; ///< By variable: no number above it is there, as the block has checked.
    bool learnt_ = false;
    bool strange_ = false; ///< An operation names an entry that the function does not have.
    bool ended_ = false;
    /// Functions of numbers are called from code, which a translation cannot do.
    const bool calls_itself_;
    std::vector<FastInstruction> given_; ///< Operations `argument` that nothing was written for yet.
    std::uint32_t op_ = 0;
    std::uint32_t line_ = 0; ///< Of the last remark.
    bool has_exit_ = false;
    std::uint32_t exit_ = 0;
    /// What stands behind everything else.
    struct Cold {
        std::uint32_t label = 0;
        std::uint32_t to = 0; ///< Label it goes on at.
        std::uint32_t instructions = 0;
        code::Helper helper = nullptr;
        std::uint32_t op = 0;
        Operand d;
        Operand a;
        Operand b;
        std::uint32_t keep = 0;
        std::vector<FastInstruction> given; ///< Arguments that it needs.
    };
    std::vector<Cold> cold_;
};

} // namespace vellum::ags
