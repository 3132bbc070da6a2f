// The loop: stack, arithmetic, jumps, calls and returns. Depth is checked once per instruction from its row;
// what the world instructions do stands in machine_world.cpp and machine_memory.cpp.
#include "engines/ff7/machine/interpreter.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/plural.hpp"
#include "engines/ff7/codes.hpp"
#include "engines/ff7/isa/ops.hpp"
#include "engines/ff7/machine/geometry.hpp"
#include "engines/ff7/machine/listed.hpp"

/// The loop's small parts must not become calls: left to itself, a compiler keeps their captured variables in
/// memory, which costs a third of the speed.
#if defined(__GNUC__)
#define VELLUM_INLINE __attribute__((always_inline))
#else
#define VELLUM_INLINE
#endif

namespace vellum::ff7 {

namespace {

constexpr std::uint32_t original_slots = 4; ///< Room on the original's stack.

/// Instructions between two looks whether the world was interrupted.
constexpr std::uint64_t piece = 1'000'000;

/// Pops of a mark: more than any stack holds, so that it costs the check for underflow alone.
constexpr std::uint8_t mark_pops = 0xFF;

std::int32_t truth(bool value) noexcept { return value ? 1 : 0; }

} // namespace

Interpreter::Interpreter(const Script& script, Game& game, World& world, MachineContext& context)
    : script_(script),
      game_(game),
      world_(world),
      context_(context),
      own_save_(!game.owns_save()),
      warned_(script.decoded.size(), 0) {
    state.entities[system_entity].used = true;
    state.entities[propeller_entity].used = true;
    state.entities[propeller_entity].model = 9;
}

void Interpreter::fault(const DiagnosticCode& code, std::string message) {
    context_.fault(code, state.running, ip_, std::move(message));
}

void Interpreter::warn(const DiagnosticCode& code, std::uint32_t bit, const char* message) {
    const auto mask = static_cast<std::uint16_t>(1U << bit);
    if (ip_ >= warned_.size() || (warned_[ip_] & mask) != 0) return;
    warned_[ip_] = static_cast<std::uint16_t>(warned_[ip_] | mask);
    context_.warning(code, state.running, ip_, message);
}

void Interpreter::command(Command what, std::span<const std::int32_t> arguments) {
    game_.command(world_, what, arguments);
}

void Interpreter::stop_function(Entity& context) {
    context.ip = 0;
    context.priority = 0;
    context.wait = 0;
    context.frame_count = 0;
}

Delivery Interpreter::start(EntityId id, std::uint16_t function, std::uint8_t priority, bool refusable) {
    Entity& entity = state.entity(id);
    if (refusable && entity.scripts_off) return Delivery::scripts_off;
    if (entity.ip != 0 && entity.priority >= priority && !(entity.priority == 3 && priority == 3))
        return Delivery::lost;
    const std::optional<std::uint16_t> ip = script_.find(function);
    const bool interrupts = entity.ip != 0;
    if (!ip) {
        if (!interrupts) entity.priority = 0;
        return Delivery::missing;
    }
    if (evaluating_ && id == state.running) {
        if (held_count_ == held_.size()) return Delivery::lost;
        attention_ = true;
        held_[held_count_++] = {function, priority, refusable};
        return Delivery::interrupting;
    }
    if (interrupts) {
        if (entity.frame_count >= entity.frames.size()) {
            // The original writes over what lies behind its four frames.
            context_.fault(codes::frames_full, id, entity.ip,
                           "no call frame is left to interrupt " + script_.function_at(entity.ip) + " for " +
                               function_title(function));
            stop_function(entity);
            return Delivery::lost;
        }
        entity.frames[entity.frame_count++] = {entity.ip, entity.wait, entity.priority};
    }
    entity.ip = *ip;
    entity.priority = priority;
    return interrupts ? Delivery::interrupting : Delivery::started;
}

void Interpreter::deliver_held() {
    for (std::uint8_t i = 0; i < held_count_; ++i)
        start(state.running, held_[i].function, held_[i].priority, held_[i].refusable);
    held_count_ = 0;
}

void Interpreter::start_tick(Entity& entity, std::uint16_t ip) {
    // Priority 0 is only taken by an entity that runs nothing.
    if (entity.ip != 0) return;
    entity.ip = ip;
    entity.priority = 0;
}

void Interpreter::call(std::uint8_t function, std::int32_t operand) {
    const auto model = static_cast<std::uint8_t>(operand);
    Entity& context = state.entity(state.running);
    const std::uint8_t priority = priority_of(function);
    if (model < 0x40) {
        const EntityId found = state.find(model);
        if (found != no_entity)
            state.active = found;
        else
            warn(codes::not_loaded, 0,
                 "CALL of a model that is not on the map: its function runs on the active entity");
        context.called = model;
        if (state.active != no_entity) start(state.active, model_id(model, function), priority, true);
    } else {
        if (state.active == no_entity) return miss_active();
        context.called = active().model;
        start(state.active, system_id(function), priority, true);
    }
}

bool Interpreter::finish_function(Entity& context, EntityId id) {
    if (context.frame_count != 0) {
        const CallFrame frame = context.frames[--context.frame_count];
        context.ip = frame.ip;
        context.wait = frame.wait;
        context.priority = frame.priority;
        return true;
    }
    context.ip = 0;
    context.priority = 0;
    // What the original starts here, it makes active.
    if (id == system_entity && !state.leaving) {
        state.active = system_entity;
        start_tick(context, script_.system_tick); // without a look at its switch
    } else if (id == system_entity) {
        each_listed(state, [this](EntityId, const Entity& entity) {
            state.active = state.find(entity.model);
            start(state.active, model_id(entity.model, 1), 0, true);
        });
    } else if (!state.leaving) {
        // It finds the owner again by its model.
        if (const EntityId found = state.find(context.model); found != no_entity) state.active = found;
        if (state.active != no_entity && !active().scripts_off)
            start_tick(active(), script_.ticks[context.model & 0x3FU]);
    }
    return false;
}

void Interpreter::ease_facing(const Entity& context) {
    if (state.active == no_entity) return;
    Entity& entity = active();
    const std::int32_t shown = eased_facing(entity.shown_facing, context.facing);
    // Rounding keeps one that comes from below a step short for ever: that is no change to tell a game of.
    if (shown == entity.shown_facing) return;
    entity.shown_facing = static_cast<std::int16_t>(shown);
    entity.changed = true;
}

void Interpreter::stand_on_ground(Entity& entity) {
    const Ground below = game_.terrain_info(world_, entity.position.x, entity.position.z, entity.model);
    entity.terrain = static_cast<std::uint16_t>((entity.terrain & 0xFF00) | (below.terrain & 0x1F) |
                                                (below.script & 7) << 5);
    entity.ground = below.height;
    if (entity.flying || entity.position.y == below.height) return;
    entity.position.y = below.height;
    entity.changed = true;
}

bool Interpreter::turn(EntityId context, bool watched) {
    state.running = context;
    state.active = context;
    state.wait_done = false;
    state.removed = false;
    return go_on(options.budget, watched);
}

bool Interpreter::go_on(std::uint64_t budget, bool watched) {
    const EntityId context = state.running;
    charged_ = 0;
    attention_ = false;
    // A game may have written anything into the state.
    state.depth = std::min(state.depth, options.capacity);
    Entity& entity = state.entities[context];
    entity.frame_count = std::min(entity.frame_count, static_cast<std::uint8_t>(entity.frames.size()));
    const std::uint64_t before = instructions_;
    bool done = watched ? run<true>(context, budget) : run<false>(context, budget);
    if (std::exchange(met_stop_, false)) done = run<true>(context, budget_left_);
    per_entity_[context] += instructions_ - before;
    if (!done) return false;
    ease_facing(entity);
    state.running = no_entity;
    // A removed entity's slot is kept from reuse until its turn is over.
    if (state.removed && !entity.used) entity = Entity{};
    return true;
}

void Interpreter::plant(std::span<const CodeRange> ranges) {
    planted_.clear();
    for (const CodeRange& range : ranges) {
        if (range.program != &script_) continue;
        if (planted_.empty()) planted_ = script_.decoded;
        const std::size_t end = std::min<std::size_t>(range.end, planted_.size());
        for (std::size_t i = range.begin; i < end; ++i) {
            planted_[i] = {};
            planted_[i].opcode = code::reset; // neither pushed nor jumped ahead with
            planted_[i].pops = mark_pops;
        }
    }
}

void Interpreter::stop(const DecodedInstruction& word, std::uint64_t left) {
    const std::string mnemonic(table().rows[word.row].mnemonic);
    if (left == 0 && world_.interrupted())
        fault(vellum::codes::run_interrupted, "the world was interrupted");
    else if (left == 0)
        fault(codes::budget, "ran " + std::to_string(options.budget) + " instructions without waiting");
    else if (state.depth < word.pops)
        fault(codes::underflow, mnemonic + " takes " + plural(word.pops, "item") + " from a stack of " +
                                    std::to_string(state.depth));
    else
        fault(codes::overflow, mnemonic + " at depth " + std::to_string(state.depth) + " of " +
                                   std::to_string(options.capacity));
}

template <bool Watched> bool Interpreter::run(EntityId id, const std::uint64_t budget) {
    WorldState& world = state;
    Entity& context = world.entities[id];
    const DecodedInstruction* const words =
        Watched || planted_.empty() ? script_.decoded.data() : planted_.data();
    const auto size = static_cast<std::uint32_t>(script_.decoded.size() - 1); // the word behind the end
    const std::uint32_t capacity = options.capacity;
    StackSlot* const stack = world.stack.data();
    // Counting down keeps one number in a register rather than two.
    std::uint64_t left = std::min({budget, piece, pause_left(instructions_)});
    std::uint64_t later = budget - left; // of the budget, when `left` is spent
    std::uint64_t spent_elsewhere = 0;   // what natives charged is no instruction
    auto executed = [&]() VELLUM_INLINE { return budget - later - left - spent_elsewhere; };
    std::uint32_t depth = world.depth;
    // The pointer may come from a snapshot, or from an entity that was stepped back below 0.
    std::uint32_t ip = std::min<std::uint32_t>(context.ip, size);
    std::array<std::int32_t, 4>
        arguments; // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
    [[maybe_unused]] const std::uint8_t model = context.model;

    // Depth and pointer live in registers; whatever may look at the state finds them there after this.
    auto show = [&]() VELLUM_INLINE {
        world.depth = depth;
        ip_ = ip;
    };
    // Set by whatever asks the game, which may have started functions on this very context (see Held),
    // charged for its work or interrupted the world.
    bool held = false;
    auto pop = [&]() VELLUM_INLINE {
        const StackSlot& slot = stack[--depth];
        if (slot.tag == code::push_const) [[likely]]
            return slot.value;
        show();
        const std::int32_t value = evaluate_place(slot);
        held = attention_;
        return value;
    };
    auto push = [&](std::int32_t value) VELLUM_INLINE { stack[depth++] = {value, code::push_const}; };

    // Two of three instructions reset the stack or push, and most conditions stand right before their jump.
    // Those that need no warning and leave some budget are done here, without going through the switch; only
    // while nobody watches, for a watcher is told of every instruction.
    [[maybe_unused]] const std::uint32_t free_slots = std::min(capacity, original_slots);
    [[maybe_unused]] auto run_ahead = [&](std::uint32_t at) VELLUM_INLINE {
        for (; depth < free_slots && left != 0; --left) {
            const DecodedInstruction word = words[at];
            if (!is_push(word.opcode)) break;
            stack[depth++] = {word.operand, word.opcode};
            at += 2;
        }
        return at;
    };

    // The whole of an `if`, see DecodedInstruction::outcomes. Leaves the stack, values above its top
    // included, as its instructions would.
    [[maybe_unused]] auto statement = [&](std::uint8_t outcomes) VELLUM_INLINE {
        stack[depth++] = {words[ip + 1].operand, words[ip + 1].opcode};
        if (outcomes == outcome::not_zero) {
            ip += 3;
            left -= 2;
            return pop() != 0 ? ip + 2 : words[ip].operand;
        }
        stack[depth++] = {words[ip + 3].operand, words[ip + 3].opcode};
        ip += 5;
        left -= 4;
        const std::int32_t b = pop();
        const std::int32_t a = pop();
        const std::uint8_t met = a < b ? outcome::less : a == b ? outcome::equal : outcome::greater;
        const bool holds = (outcomes & met) != 0;
        stack[depth] = {truth(holds), code::push_const}; // the jump takes it at once
        if (held) [[unlikely]] {                         // not before somebody has looked
            ++depth;
            ++left;
            return ip + 1;
        }
        return holds ? ip + 3 : words[ip + 1].operand;
    };

    for (;;) {
        const DecodedInstruction word = words[ip];
        // Depth is below 2^32, so 64 bits hold a borrow: one comparison finds underflow and overflow.
        if (std::uint64_t{depth - word.pops} + word.pushes > capacity || left == 0) [[unlikely]] {
            show();
            if constexpr (!Watched) {
                if (word.pops == mark_pops) {
                    context.ip = static_cast<std::uint16_t>(ip);
                    budget_left_ = later + left;
                    instructions_ += executed();
                    met_stop_ = true;
                    return false;
                }
            }
            if (left == 0 && !world_.interrupted()) {
                const std::uint64_t pause = pause_left(instructions_ + executed());
                if (pause == 0) {
                    context.ip = static_cast<std::uint16_t>(ip);
                    budget_left_ = later;
                    instructions_ += executed();
                    return false;
                }
                left = std::min({later, piece, pause});
                later -= left;
            }
            const std::uint32_t takes = items_taken(words[ip]);
            const bool fits = depth >= takes && depth - takes + word.pushes <= capacity;
            if (word.row != end_row && !(fits && left != 0)) {
                stop(words[ip], left);
                stop_function(context);
                break;
            }
        }
        if constexpr (Watched) {
            show();
            context.ip = static_cast<std::uint16_t>(ip);
            if (context_.before(id, ip)) {
                budget_left_ = later + left;
                instructions_ += executed();
                return false;
            }
        }
        --left;
        std::uint32_t next = ip + 1;
        bool ends = false;
        [[maybe_unused]] bool faulted = false;
        [[maybe_unused]] std::uint32_t taken = word.pops;
        [[maybe_unused]] std::uint16_t place_tag = 0;
        [[maybe_unused]] bool has_result = false;
        [[maybe_unused]] std::int32_t result = 0;

        auto unary = [&](std::int32_t a, std::int32_t value) VELLUM_INLINE {
            push(value);
            if constexpr (Watched) {
                arguments[0] = a;
                has_result = true;
                result = value;
            }
        };
        auto binary = [&](auto compute) VELLUM_INLINE {
            const std::int32_t b = pop(); // the later operand first: it matters for the random special value
            const std::int32_t a = pop();
            const std::int32_t value = compute(a, b);
            push(value);
            if constexpr (Watched) {
                arguments[0] = a;
                arguments[1] = b;
                has_result = true;
                result = value;
            }
        };
        auto condition = [&](auto compute) VELLUM_INLINE {
            binary(compute);
            if constexpr (!Watched) {
                const DecodedInstruction jump = words[next];
                if (jump.opcode != code::jump_if_false || left == 0 || held) return;
                --left;
                next = stack[--depth].value == 0 ? jump.operand : next + 2;
            }
        };
        auto one = [&](auto compute) VELLUM_INLINE {
            const std::int32_t a = pop();
            unary(a, compute(a));
        };
        auto place = [&](auto compute) VELLUM_INLINE { // asks about the active entity
            const std::int32_t a = pop();
            show();
            unary(a, compute(a));
            held = attention_;
        };

        switch (static_cast<Op>(word.row)) {
        case Op::PUSH_CONST:
        case Op::PUSH_CONST1:
        case Op::PUSH_CONST2:
        case Op::PUSH_SPECIAL_CONST:
        case Op::PUSH_SAVE_BIT:
        case Op::PUSH_TEMP_BIT:
        case Op::PUSH_TEMP2_BIT:
        case Op::PUSH_SPECIAL_BIT:
        case Op::PUSH_SAVE_BYTE:
        case Op::PUSH_TEMP_BYTE:
        case Op::PUSH_TEMP2_BYTE:
        case Op::PUSH_SPECIAL_BYTE:
        case Op::PUSH_SAVE_WORD:
        case Op::PUSH_TEMP_WORD:
        case Op::PUSH_TEMP2_WORD:
        case Op::PUSH_SPECIAL_WORD:
        case Op::PUSH_ODD_101:
        case Op::PUSH_ODD_120:
            stack[depth++] = {word.operand, word.opcode};
            if (depth > original_slots) [[unlikely]] {
                show();
                warn(codes::stack_depth, 1, "a fifth item on the stack: the original program has 4 slots");
            }
            next = ip + 2;
            if constexpr (!Watched) {
                ip = run_ahead(next);
                continue;
            }
            break;
        case Op::RESET:
            depth = 0;
            if constexpr (!Watched) {
                if (word.outcomes == 0 || free_slots < 2 || left < 4) {
                    ip = run_ahead(next);
                    continue;
                }
                next = statement(word.outcomes);
            }
            break;
        case Op::NEG: one([](std::int32_t a) { return wrapping_sub(0, a); }); break;
        case Op::NOT: one([](std::int32_t a) { return truth(a == 0); }); break;
        case Op::DIST_POINT: place([&](std::int32_t a) { return distance_to_point(a); }); break;
        case Op::DIST_MODEL: place([&](std::int32_t a) { return distance_to_model(a); }); break;
        case Op::DIST_STORED: place([&](std::int32_t a) { return distance_to_stored(a); }); break;
        case Op::DIR_POINT: place([&](std::int32_t a) { return direction_to_point(a); }); break;
        case Op::MUL:
            binary([](std::int32_t a, std::int32_t b) {
                return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) *
                                                 static_cast<std::uint32_t>(b));
            });
            break;
        case Op::ADD: binary(wrapping_add); break;
        case Op::SUB: binary(wrapping_sub); break;
        case Op::SHL: binary(shift_left); break;
        case Op::SHR:
            binary([](std::int32_t a, std::int32_t b) { return a >> (static_cast<std::uint32_t>(b) & 31U); });
            break;
        case Op::LT: condition([](std::int32_t a, std::int32_t b) { return truth(a < b); }); break;
        case Op::GT: condition([](std::int32_t a, std::int32_t b) { return truth(a > b); }); break;
        case Op::LE: condition([](std::int32_t a, std::int32_t b) { return truth(a <= b); }); break;
        case Op::GE: condition([](std::int32_t a, std::int32_t b) { return truth(a >= b); }); break;
        case Op::EQ: condition([](std::int32_t a, std::int32_t b) { return truth(a == b); }); break;
        case Op::NE: condition([](std::int32_t a, std::int32_t b) { return truth(a != b); }); break;
        case Op::AND: binary([](std::int32_t a, std::int32_t b) { return a & b; }); break;
        case Op::OR: binary([](std::int32_t a, std::int32_t b) { return a | b; }); break;
        case Op::LAND:
            condition([](std::int32_t a, std::int32_t b) { return truth(a != 0 && b != 0); });
            break;
        case Op::LOR:
            condition([](std::int32_t a, std::int32_t b) { return truth(a != 0 || b != 0); });
            break;
        case Op::WRITE: {
            const std::int32_t value = pop();
            if (held && missed_active_) break;
            const StackSlot place_slot = stack[--depth];
            show();
            write_place(place_slot, value);
            held = attention_;
            if (!options.clean) {
                // Reference: the value stays, and above it the stale slot becomes a constant.
                push(value);
                push(stack[depth].value);
            }
            if constexpr (Watched) {
                place_tag = place_slot.tag;
                arguments[0] = place_slot.value;
                arguments[1] = value;
            }
            break;
        }
        case Op::GOTO: next = word.operand; break;
        case Op::GOTO_IF_FALSE: {
            const std::int32_t value = pop();
            if constexpr (Watched) arguments[0] = value;
            next = value == 0 ? word.operand : ip + 2;
            break;
        }
        case Op::CALL_254:
        case Op::CALL: {
            const std::int32_t operand = pop();
            if (held && missed_active_) break;
            if constexpr (Watched) arguments[0] = operand;
            show();
            context.ip = static_cast<std::uint16_t>(next);
            call(called_function(word.opcode), operand);
            ends = true;
            break;
        }
        case Op::RETURN:
            context.ip = static_cast<std::uint16_t>(next);
            ends = !finish_function(context, id);
            next = std::min<std::uint32_t>(context.ip, size);
            break;
        case Op::code_end:
            show();
            fault(codes::code_end, "execution reached the end of the code");
            stop_function(context);
            instructions_ += executed() - 1;
            return true;
#define ROW(part, mnemonic, ...) VELLUM_WHEN(junk, part, case Op::mnemonic:)
#include "engines/ff7/isa/instructions.def"
#undef ROW
            if (!options.clean) unary(0, stack[depth].value);
            break;
#define ROW(part, mnemonic, ...)                                                                             \
    VELLUM_WHEN(waiting, part, case Op::mnemonic:)                                                           \
    VELLUM_WHEN(entity, part, case Op::mnemonic:)                                                            \
    VELLUM_WHEN(map, part, case Op::mnemonic:)                                                               \
    VELLUM_WHEN(picture, part, case Op::mnemonic:)                                                           \
    VELLUM_WHEN(nothing, part, case Op::mnemonic:)
#include "engines/ff7/isa/instructions.def"
#undef ROW
            taken = items_taken(words[ip]);
            for (std::uint32_t i = taken; i-- > 0;) arguments[i] = pop();
            if (held && missed_active_) break;
            // The host may start functions on this very context, so its pointer is in the state during the
            // call.
            show();
            context.ip = static_cast<std::uint16_t>(next);
            {
                const After after = world_instruction(words[ip], std::span(arguments).first(taken));
                faulted = after == After::fault;
                if (faulted) stop_function(context);
                ends = after != After::go_on;
            }
            held = attention_ || world_.interrupted();
            next = std::min<std::uint32_t>(context.ip, size);
            break;
        }
        if (held && missed_active_) [[unlikely]] {
            missed_active_ = false;
            stop_function(context);
            next = 0;
            faulted = ends = true;
        }
        if (Watched && !faulted) { // what could not be executed is told as a fault
            Executed what;
            what.arguments = std::span<const std::int32_t>(arguments).first(
                word.opcode < code::reset && word.pushes > word.pops ? 0 : taken);
            if (static_cast<Op>(word.row) == Op::WRITE) what.place = place_tag;
            what.has_result = has_result;
            what.result = result;
            what.depth = depth;
            context_.after(what, words[ip]);
        }
        if constexpr (Watched) held = held || attention_; // whoever watches may ask for a pause
        if (held) [[unlikely]] {
            held = attention_ = false;
            if (!ends) context.ip = static_cast<std::uint16_t>(next);
            deliver_held();
            next = std::min<std::uint32_t>(context.ip, size);
            // What was charged for comes off the budget, and all of it when the world is interrupted: the
            // next instruction then has nothing left.
            std::uint64_t price = std::exchange(charged_, 0) / work_per_instruction;
            if (world_.interrupted()) price = left + later;
            const std::uint64_t now = std::min(left, price), then = std::min(later, price - now);
            left -= now;
            later -= then;
            spent_elsewhere += now + then;
            later += std::exchange(left, 0); // a pause may have been asked for
        }
        if (ends) break;
        ip = next;
    }
    world.depth = depth;
    instructions_ += executed();
    return true;
}

} // namespace vellum::ff7

#undef VELLUM_INLINE
