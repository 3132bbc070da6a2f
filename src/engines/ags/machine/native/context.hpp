// What machine code of a script shares with the fast loop that started it, and how the calls it has made
// become the fast loop's own when it leaves. Relies on FastState; knows no processor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "code/form.hpp"
#include "engines/ags/machine/fast/state.hpp"

namespace vellum::ags {

struct NativeContext {
    /// How the fast loop goes on at the operation that code left at.
    enum class Leave : std::uint8_t {
        repeat,
        called_native,
        faulted,
        out_of_budget ///< Behind a call of another script.
    };
    // Written before they are read: no value before, because there is a context for every entry of the fast
    // form.
    code::Context code; // first: code gets its address
    Object* table;
    std::byte* const* data_places; ///< Environment::data_places
    std::uint32_t table_size;
    std::uint32_t loops;
    Word* registers;
    std::uint32_t* unchecked_from; ///< Calls noted from there on count no loops.
    std::uint32_t* calls_end;      ///< No call is made from there on.
    const Word* frames_end;
    const std::byte* bytes_end;
    std::int32_t line;
    Leave leave;
    CallOutcome outcome;
    bool calls_pure;
    FastState* state;
    MachineFields* fields; ///< The machine, as code sees it.
    MachineView* view;
    Call* plain_call;             ///< Machine::plain_call
    const std::uint32_t* changes; ///< Pool::changes
    std::uint32_t known_changes;
    std::uint32_t step;         ///< Of the native that was called last.
    std::uint32_t plain_result; ///< Of the native of numbers that was called last.
    bool plain_done;            ///< It did not fail.
    std::uint32_t* far_end;     ///< A call of another script that could make calls beyond it is not made.
    std::uint32_t* made;        ///< Behind the last call of another script that has its run in the machine.
    // Where code was entered.
    const FastCode* first_code;
    std::uint32_t most_calls;
    std::uint32_t first_call;
    std::uint32_t first_floor;
    std::uint32_t first_unnested;
    Word* first_frame;
    std::uint32_t first_bytes;
    /// Arrays of the scripts that were used last, with how many elements, or offsets for elements of so many
    /// bytes, there are. They are forgotten when an object's memory is given back.
    struct Arrays {
        static constexpr std::uint32_t count = 8;
        std::uint32_t handles[count];
        std::uint32_t limits[count];
        std::byte* data[count];
    };
    enum ArrayUse : std::uint8_t { by_index, by_offset, checked, array_uses };
    Arrays arrays[array_uses];
    std::uint32_t freed; ///< What Pool::freed gave.
    // Written before they are read: no value before, because there is a context for every entry of the fast
    // form.
    Word arguments[256];
    std::uint32_t plain_arguments[most_plain_arguments];
    std::uint32_t notes[most_fast_calls + 1]; ///< The stop of each open call.
    std::int32_t lines[most_fast_calls + 1];  ///< Its line, where the stop does not say.
    // Of a call of another script, what its caller's run had; places by their distance from the context.
    std::uint32_t loops_of[most_fast_calls + 1];
    std::uint32_t unchecked_of[most_fast_calls + 1];
    std::uint32_t ends_of[most_fast_calls + 1];
    std::uint32_t instance_of[most_fast_calls + 1]; ///< Written by translations only, which need it.

    /// Code is about to be entered: what it reads of the state.
    void enter(FastState& s, Word* frame, std::uint32_t bytes, std::uint64_t executed,
               std::uint32_t most_calls);
    /// The machine's limit and tables, which anything that is not code may change.
    void refresh() noexcept;
    /// Nothing is known of arrays.
    void forget_arrays() noexcept;
    /// Calls, line and counters become the state's, and the script that runs.
    void settle() const;
    /// The runs of calls of other scripts and their parameters become the machine's.
    void make_runs();
    /// The last of them has ended.
    void run_ended();
    /// The state's script is that of the machine.
    void follow() const noexcept;
    [[nodiscard]] std::uint32_t distance(const void* place) const noexcept {
        return static_cast<std::uint32_t>(static_cast<const std::byte*>(place) -
                                          reinterpret_cast<const std::byte*>(this));
    }
    /// The number of a note's place at that distance.
    [[nodiscard]] static constexpr std::uint32_t note_at(std::uint32_t distance) noexcept {
        return static_cast<std::uint32_t>((distance - offsetof(NativeContext, notes)) /
                                          sizeof(std::uint32_t));
    }
    [[nodiscard]] std::uint32_t* note(std::int64_t number) {
        return notes + std::clamp<std::int64_t>(number, 0, most_fast_calls);
    }
    /// Byte of the second stack at which the frame begins.
    [[nodiscard]] std::uint32_t bytes_now() const noexcept;
    /// How many calls are open since the one at which a run's checks went off, that one included; 0: they are
    /// on. `entered`: it is the run in which code was entered.
    [[nodiscard]] std::uint32_t unchecked_at(std::uint32_t call, bool entered,
                                             const std::uint32_t* from) const;

  private:
    /// A call that is open, and where its caller's run began: a number of calls.
    struct Open {
        std::uint32_t call;
        const FastStop& stop;
        const FastCode& caller;
        Word* frame;
        std::uint32_t bytes;
        std::uint32_t begun;
    };
    /// Calls `visit` for each of them; gives where the present run began, and its code.
    template <class Visit> std::uint32_t each_call(Visit&& visit, const FastCode*& fast) const;
    void count_unchecked(std::uint32_t first, std::uint32_t last, const std::uint32_t* from) const;
};
static_assert(offsetof(NativeContext, code) == 0);
static_assert(std::is_standard_layout_v<MachineFields> && std::is_standard_layout_v<MachineView>);

} // namespace vellum::ags
