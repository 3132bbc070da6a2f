// Machine code of scripts. Operations `hot` stand in a copy of the fast form, where functions and loops begin
// and behind calls; a function in which they are passed often is written in the register form and compiled.
// Whatever code cannot do it leaves to the fast loop, at the same instruction, or asks the precise step for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "code/compile.hpp"
#include "engines/pathologic/machine/fast_code.hpp"
#include "engines/pathologic/machine/prepared.hpp"
#include "engines/pathologic/machine/types.hpp"

namespace vellum::pathologic {

class Machine;
enum class Progress : std::uint8_t;

/// Machine code of one script in one world.
class NativeCode {
  public:
    /// A script's code takes no more memory than this.
    static constexpr std::size_t most_bytes = std::size_t{32} << 20U;
    static constexpr std::uint32_t no_depth = 0xFFFFFFFF;

    /// `after`: how often hot places of a function are passed before it is compiled.
    NativeCode(const Prepared& code, std::uint32_t after, bool perf_map);

    [[nodiscard]] const FastOp* ops() const noexcept { return ops_.data(); }
    /// Where code may be entered at a hot operation, compiled if it is time; null: go on in the fast form.
    [[nodiscard]] const void* entry(std::uint32_t address);
    /// Code that was entered there has left: it executed so many instructions, and asked the machine that
    /// often.
    void settle(std::uint32_t address, std::uint64_t executed, std::uint64_t asked) {
        Place& place = places_[address];
        if (!place.worth.settle(executed, asked)) give_up(address);
    }
    /// Values of a compiled function's frame before an instruction, those of its caller that it may touch
    /// included.
    [[nodiscard]] std::uint32_t depth(std::uint32_t address) const noexcept { return depths_[address]; }
    [[nodiscard]] const void* const* table() const noexcept { return table_.data(); }

  private:
    struct Passed {
        std::uint32_t times = 0;
        bool tried = false;
    };
    struct Place {
        const void* code = nullptr;
        code::Worth worth;
    };
    void make(std::uint32_t function);
    void mark(std::size_t address);
    /// Nobody need ask there again.
    void give_up(std::uint32_t address) {
        places_[address].code = nullptr;
        ops_[address].op = code_.fast->ops[address].op;
    }

    const Prepared& code_;
    std::uint32_t after_;
    bool perf_map_;
    std::vector<FastOp> ops_;
    std::vector<Place> places_; ///< by address
    std::vector<std::uint32_t> depths_;
    std::vector<Passed> passed_;     ///< by function
    std::vector<const void*> table_; ///< Code by function, null while there is none.
    std::unique_ptr<TypeInference> types_;
    code::Executable memory_{most_bytes};
};

/// What code shares with the machine that runs it.
struct NativeContext {
    static constexpr std::uint32_t most_calls = 64;

    code::Context code; // first: code gets its address
    const Value* room_end;
    std::uint32_t* calls_end; ///< No call is made from there on.
    Machine* machine;
    const NativeCode* native;
    std::uint64_t asked; ///< How often the machine executed an instruction.
    float delta_time;
    bool stepped; ///< The machine's own state is where it has to go on; `progress` says how.
    Progress progress;
    std::uint32_t notes[most_calls]; ///< The return address of each open call.
};
static_assert(offsetof(NativeContext, code) == 0 && std::is_standard_layout_v<NativeContext>);

/// Writes a function in the register form. Exits are addresses.
struct NativeForm {
    code::Function function;
    std::vector<std::uint32_t>
        entries; ///< By label: the address of an entry, NativeCode::no_depth for others.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> depths; ///< Address and depth of each instruction.
};
/// False if the function is too large or nothing is known of its types.
[[nodiscard]] bool write_form(const Prepared& code, TypeInference& types, std::uint32_t function,
                              NativeForm& form);

// What code calls (code::Helper).
/// Lets the machine execute one instruction.
[[nodiscard]] std::int32_t step_for_native(code::Context* context, std::uint32_t address);
/// The same of one that appends to a text.
[[nodiscard]] std::int32_t append_for_native(code::Context* context, std::uint32_t address);
/// Executes an instruction that moves texts about.
[[nodiscard]] std::int32_t text_for_native(code::Context* context, std::uint32_t address);

/// Where the jump of an operation leads, and whether it leads back.
struct FastJump {
    std::uint32_t target;
    bool back;
};
/// How many instructions an operation is.
[[nodiscard]] std::uint32_t length_of(Fast op) noexcept;
[[nodiscard]] bool is_jump(Fast op) noexcept;
[[nodiscard]] FastJump jump_of(const FastOp& op, std::uint32_t address) noexcept;

} // namespace vellum::pathologic
