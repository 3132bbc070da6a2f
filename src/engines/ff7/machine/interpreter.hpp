// Executes world map code: one context's turn at a time over the shared state. Knows instructions, values and
// the starting of functions; frames, events and snapshots are the scheduler's. Allocates nothing while it
// runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engines/ff7/format/script.hpp"
#include "engines/ff7/isa/ops.hpp"
#include "vellum/diagnostic.hpp"
#include "vellum/ff7.hpp"
#include "vellum/observer.hpp"

namespace vellum::ff7 {

/// How a machine differs from the documented default.
struct MachineOptions {
    std::uint32_t capacity = 8;     ///< Stack slots, 1 to stack_limit.
    bool clean = false;             ///< Unknown computing codes do nothing and WRITE leaves nothing.
    std::uint64_t budget = 100'000; ///< Instructions of one context in one frame.
};

/// One executed instruction, for whoever watches.
struct Executed {
    std::span<const std::int32_t>
        arguments;           ///< Evaluated, in push order; of WRITE the address and the value.
    std::uint16_t place = 0; ///< Of WRITE: the push code that says which kind of place the address names.
    bool has_result = false; ///< It pushed one.
    std::int32_t result = 0; ///< What it pushed.
    std::uint32_t depth = 0; ///< Stack depth afterwards.
};

/// Where a machine tells what it meets.
class MachineContext {
  public:
    virtual ~MachineContext() = default;
    /// The running context's function ends; `ip` is the instruction.
    virtual void fault(const DiagnosticCode& code, EntityId context, std::uint32_t ip,
                       std::string message) = 0;
    /// Called once per kind and instruction.
    virtual void warning(const DiagnosticCode& code, EntityId context, std::uint32_t ip,
                         std::string message) = 0;
    /// Only in watched turns: before and after an instruction. True: the turn pauses in front of it.
    [[nodiscard]] virtual bool before(EntityId context, std::uint32_t ip) = 0;
    /// Instructions until a pause when so many have been executed; Scheduler::no_pause.
    virtual std::uint64_t pause_left(std::uint64_t executed) = 0;
    virtual void after(const Executed& what, const DecodedInstruction& word) = 0;
};

/// Places of the save block, in bank 0, that the machine itself reads and writes.
namespace save_place {
inline constexpr std::uint32_t position_records = 0x3B8; ///< Six of 8 bytes.
inline constexpr std::uint32_t camera = 0x3F8;           ///< Bits 0-11 angle, 12-13 view, 14-15 map state.
inline constexpr std::uint32_t caught_chocobo = 0x3FC;
inline constexpr std::uint32_t ridden_model = 0x3FD; ///< When the map was left.
inline constexpr std::uint32_t map_number = 0x3FE;
} // namespace save_place

/// Models that carry a rider; everything else takes its place.
[[nodiscard]] constexpr bool is_chocobo(std::uint8_t model) noexcept {
    return model == 4 || model == 19 || model == 41 || model == 42;
}

inline constexpr std::string_view no_room = "no room for another entity: the map holds 16";

/// What each entity has executed.
using InstructionCounts = std::array<std::uint64_t, entity_count>;

class Interpreter {
  public:
    Interpreter(const Script& script, Game& game, World& world, MachineContext& context);

    WorldState state;
    MachineOptions options;

    /// Starts a function as events, calls and ends of functions do. `refusable`: scripts-off refuses it.
    Delivery start(EntityId id, std::uint16_t function, std::uint8_t priority, bool refusable);
    /// Priority that goes with a system or model function number.
    [[nodiscard]] static std::uint8_t priority_of(std::uint32_t function) noexcept {
        return static_cast<std::uint8_t>(function <= 2 ? 0 : function >= 5 ? 3 : function - 2);
    }

    /// Runs the context, which must have something to run, until it suspends, ends or faults. False if it
    /// paused; `state.running` stays until `go_on` has run the rest.
    [[nodiscard]] bool turn(EntityId context, bool watched);
    /// The rest of a turn, with what was left of its budget.
    [[nodiscard]] bool go_on(std::uint64_t budget, bool watched);
    /// Code that holds stops: a turn that comes to it goes on watched.
    void plant(std::span<const CodeRange> ranges);
    /// After a pause: what the turn may still execute.
    [[nodiscard]] std::uint64_t budget_left() const noexcept { return budget_left_; }
    /// A pause was asked for: whoever runs asks for `pause_left` behind the present instruction.
    void look_up() noexcept { attention_ = awaits_pause_ = true; }

    /// Work of a native, taken off the running context's budget after the instruction that called it.
    void charge(std::uint64_t work) noexcept {
        charged_ = charged_ + work < charged_ ? ~std::uint64_t{0} : charged_ + work;
        attention_ = true;
    }

    [[nodiscard]] std::uint64_t instructions() const noexcept { return instructions_; }
    [[nodiscard]] const InstructionCounts& instructions_by_entity() const noexcept { return per_entity_; }
    void set_instructions(std::uint64_t count, const InstructionCounts& by_entity) noexcept {
        instructions_ = count;
        per_entity_ = by_entity;
    }
    [[nodiscard]] std::uint64_t instructions_of(EntityId entity) const noexcept {
        return per_entity_[entity];
    }

    // --- What the game does around scripts ---
    /// The map opens: the camera as the save block has it.
    void load_camera();
    /// Behind the opening turns: after a battle or the menu the player rides on.
    void board_again();
    /// The player asks to leave the vehicle.
    void ask_to_alight();
    /// The two steps of leaving that belong to a frame: where it is tried whether there is room, and where
    /// the rider gets off.
    void step_out();
    void go_on_leaving();
    static void stop_entity(Entity& entity);
    /// Asks the game for the ground below it.
    void stand_on_ground(Entity& entity);
    /// The shown facing of whoever is active goes a quarter of the shorter way to the context's facing.
    void ease_facing(const Entity& context);
    /// The turn of a context that runs nothing.
    void idle_turn(EntityId context);
    /// What the game keeps of the map when it is left.
    void store();

    /// False if the save block is the game's.
    [[nodiscard]] bool own_save() const noexcept { return own_save_; }
    [[nodiscard]] std::uint8_t read_save(std::uint32_t address);
    void write_save(std::uint32_t address, std::uint8_t value);

    [[nodiscard]] std::int32_t special(std::uint32_t number);
    /// What the world itself knows of them, without asking the game; nothing for the others.
    [[nodiscard]] std::optional<std::int32_t> own_special(std::uint32_t number) const;

  private:
    enum class After : std::uint8_t { go_on, suspend, fault };

    template <bool Watched> bool run(EntityId id, std::uint64_t budget);
    After world_instruction(const DecodedInstruction& word, std::span<const std::int32_t> arguments);
    After waiting_instruction(WaitingOp op, std::span<const std::int32_t> arguments);
    After entity_instruction(EntityOp op, std::span<const std::int32_t> arguments);
    void map_instruction(MapOp op, std::span<const std::int32_t> arguments);
    void picture_instruction(PictureOp op, std::span<const std::int32_t> arguments);
    After wait();
    /// A waiting instruction that the original repeats by stepping the active entity back.
    After hold(bool waiting);
    /// One that steps the running context back.
    After hold_running(bool waiting);
    /// A new entity at the head of the list, at its saved position, active; no_entity if there is no room.
    EntityId create(std::uint8_t model);
    After load_model(std::uint8_t model);
    void unload_active();
    void mount(std::uint8_t model);
    void split_rider();
    EntityId let_off(EntityId carrier);
    void enter_vehicle();
    void board();
    void leave_chocobo(const Position& spot);
    void leave_vehicle(const Position& spot);
    static void place(Entity& entity, const Position& spot);
    void give_controls(bool on, std::uint8_t owner);
    /// Saved position record of a model read into the entity.
    void load_position(Entity& entity);
    void store_position(const Entity& entity);
    void call(std::uint8_t function, std::int32_t operand);
    /// The tick that follows a function's end; as start() of function 2, which is what happens most.
    static void start_tick(Entity& entity, std::uint16_t ip);
    /// RETURN; false when the run ends.
    bool finish_function(Entity& context, EntityId id);
    void stop_function(Entity& context);
    /// Makes the starts good that were held back while the running context's instruction was executed.
    void deliver_held();
    /// Reports why this instruction cannot be executed: nothing is left of the budget, or the stack does not
    /// allow it.
    void stop(const DecodedInstruction& word, std::uint64_t left);

    /// Instructions until a pause; turns are short, so nobody is asked while none was asked for.
    [[nodiscard]] std::uint64_t pause_left(std::uint64_t executed) {
        if (!awaits_pause_) return ~std::uint64_t{0};
        const std::uint64_t left = context_.pause_left(executed);
        awaits_pause_ = left != ~std::uint64_t{0};
        return left;
    }

    [[nodiscard]] std::int32_t evaluate(const StackSlot& slot) {
        if (slot.tag == code::push_const) [[likely]]
            return slot.value;
        return evaluate_place(slot);
    }
    [[nodiscard]] std::int32_t evaluate_place(const StackSlot& slot);
    [[nodiscard]] std::uint8_t bank_byte(unsigned bank, std::uint32_t address);
    void write_place(const StackSlot& place, std::int32_t value);
    void write_bank(unsigned bank, std::uint32_t address, std::uint8_t value);

    bool choose_point(std::int32_t point);
    [[nodiscard]] std::int32_t distance_to_point(std::int32_t point);
    [[nodiscard]] std::int32_t distance_to_model(std::int32_t model);
    [[nodiscard]] std::int32_t distance_to_stored(std::int32_t index);
    [[nodiscard]] std::int32_t direction_to_point(std::int32_t point);

    /// The active entity, for an instruction that changes it.
    Entity& touch_active();
    /// Something asked about the active entity, and there is none: the running function ends after this
    /// instruction.
    void miss_active();
    /// Items that the instruction takes now: some take less when no entity is active.
    [[nodiscard]] std::uint32_t items_taken(const DecodedInstruction& word) const noexcept;
    [[nodiscard]] Entity& active() noexcept { return state.entity(state.active); }
    [[nodiscard]] EntityId allocate();
    void release(EntityId entity);
    [[nodiscard]] bool listed(EntityId entity) const;
    void link(EntityId entity);
    void unlink(EntityId entity);
    /// Takes it off the list, and nobody refers to it any more.
    void detach(EntityId entity);
    [[nodiscard]] Point* chosen_point();
    void command(Command what, std::span<const std::int32_t> arguments);
    void command(Command what, std::initializer_list<std::int32_t> arguments) {
        command(what, std::span<const std::int32_t>(arguments.begin(), arguments.size()));
    }
    void fault(const DiagnosticCode& code, std::string message);
    void warn(const DiagnosticCode& code, std::uint32_t bit, const char* message);

    const Script& script_;
    Game& game_;
    World& world_;
    MachineContext& context_;
    bool own_save_ = false;
    /// Starts on the running context while an operand is evaluated: they wait for the instruction's end, for
    /// only then the context's pointer stands in the state.
    struct Held {
        std::uint16_t function;
        std::uint8_t priority;
        bool refusable;
    };
    bool evaluating_ = false;
    bool missed_active_ = false; ///< See miss_active.
    bool attention_ = false; ///< Something was held back or charged: the loop looks after the instruction.
    bool awaits_pause_ = false;
    std::vector<DecodedInstruction> planted_; ///< The code with marks where it holds stops; empty: none.
    bool met_stop_ = false;                   ///< Why `run` came back.
    std::uint64_t charged_ = 0;
    std::uint64_t budget_left_ = 0;
    std::uint8_t held_count_ = 0;
    std::array<Held, 4> held_{};
    std::uint32_t ip_ = 0; ///< Of the instruction being executed, for messages.
    std::uint64_t instructions_ = 0;
    InstructionCounts per_entity_{};
    std::vector<std::uint16_t> warned_; ///< Bits per code word.
};

} // namespace vellum::ff7
