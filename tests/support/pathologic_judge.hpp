// What must hold for every script, whatever its bytes: it runs inside its budget, only explained faults end
// it, the fast loop does what the precise step does, and a world put back from a snapshot goes on as if it
// had never stopped. Each judgment answers with an empty text or with what is wrong.
#pragma once

#include <string>

#include "support/pathologic_driver.hpp"

namespace vellum::test {

/// Small limits for scripts that may be hostile.
inline pathologic::WorldOptions small_budget() {
    pathologic::WorldOptions options;
    options.budget.instructions = 20'000;
    options.budget.memory = std::uint64_t{4} << 20U;
    options.budget.call_depth = 500;
    options.stack_limit = 20'000;
    return options;
}

/// State of a world without what differs between two worlds of the same run: a hash of its snapshot.
inline std::uint64_t state_of(const Scheduler& world) {
    const Result<std::vector<std::byte>> bytes = world.snapshot();
    return bytes ? hash64(*bytes) : 0;
}

/// Every fault has a code, a message and, if the script had begun, a place.
inline std::string explained(const Scheduler& world) {
    for (const Fault& fault : world.faults())
        if (fault.code == nullptr || fault.message.empty())
            return "a fault without code or message: " + format(fault);
    return {};
}

/// Runs the script twice, fast and checked, with all its events; state, trace and counts must be the same.
inline std::string same_in_both_loops(const ProgramPtr& program, pathologic::WorldOptions options,
                                      int frames) {
    PathologicRun fast(program, options);
    options.checked = true;
    PathologicRun checked(program, options);
    HashingObserver heard_fast(false);
    HashingObserver heard_checked(false);
    fast.world->add_observer(heard_fast);
    checked.world->add_observer(heard_checked);
    fast.world->start();
    checked.world->start();
    const std::vector<Event> events = all_events(program, 7);
    for (int frame = 0; frame < frames; ++frame) {
        for (PathologicRun* run : {&fast, &checked}) {
            if (!events.empty())
                static_cast<void>(run->world->send(events[static_cast<std::size_t>(frame) % events.size()]));
            run->world->frame(0.05F);
        }
        if (fast.world->instructions() != checked.world->instructions())
            return "frame " + std::to_string(frame) + ": the loops executed " +
                   std::to_string(fast.world->instructions()) + " and " +
                   std::to_string(checked.world->instructions()) + " instructions";
    }
    if (heard_fast.digest() != heard_checked.digest()) return "the loops told different stories";
    if (fast.world->faults().empty() && state_of(*fast.world) != state_of(*checked.world))
        return "the loops left different states";
    return explained(*fast.world);
}

/// Stops after `stop` instructions (somewhere in a frame or event), takes a snapshot, restores it into a
/// fresh world and lets both go on; the same run without any stop is the judge.
inline std::string same_after_restore(const ProgramPtr& program, const pathologic::WorldOptions& options,
                                      int frames, std::uint64_t stop) {
    const std::vector<Event> events = all_events(program, 3);
    PathologicRun straight(program, options);
    straight.world->start();
    drive(*straight.world, events, frames);

    PathologicRun stopped(program, options);
    stopped.world->start();
    stopped.world->pause_after(stop);
    int frame = 0;
    bool sent = false;
    for (; frame < frames && !stopped.world->paused(); ++frame) {
        sent = false;
        if (!events.empty()) {
            static_cast<void>(stopped.world->send(events[static_cast<std::size_t>(frame) % events.size()]));
            if (stopped.world->paused()) {
                sent = true;
                break;
            }
        }
        stopped.world->frame(0.05F);
    }
    const Result<std::vector<std::byte>> saved = stopped.world->snapshot();
    if (!saved) return "no snapshot: " + format(saved.error());
    PathologicRun fresh(program, options);
    if (const Result<void> restored = fresh.world->restore(*saved); !restored)
        return "not restored: " + format(restored.error());
    const Result<std::vector<std::byte>> again = fresh.world->snapshot();
    if (!again || *again != *saved) return "a restored world gives another snapshot";
    fresh.world->resume();
    if (sent) { // the pause fell into the event before this frame
        fresh.world->frame(0.05F);
        ++frame;
    }
    for (; frame < frames; ++frame) {
        if (!events.empty())
            static_cast<void>(fresh.world->send(events[static_cast<std::size_t>(frame) % events.size()]));
        fresh.world->frame(0.05F);
    }
    if (fresh.world->instructions() != straight.world->instructions())
        return "executed " + std::to_string(fresh.world->instructions()) + " instructions instead of " +
               std::to_string(straight.world->instructions());
    if (state_of(*fresh.world) != state_of(*straight.world)) return "another state than without stopping";
    return {};
}

/// Runs whatever the bytes are: refused or run inside small limits. With snapshots taken, damaged and put
/// back.
inline std::string survives(std::span<const std::byte> bytes, int frames) {
    const ProgramPtr program = load_pathologic(bytes);
    if (program == nullptr) return {};
    for (const bool native : {false, true}) {
        pathologic::WorldOptions options = small_budget();
        options.native = native;
        options.native_after = 1;
        if (std::string wrong = same_in_both_loops(program, options, frames); !wrong.empty())
            return (native ? "machine code: " : "") + wrong;
    }
    PathologicRun run(program, small_budget());
    run.world->start();
    run.world->pause_after(137);
    drive(*run.world, all_events(program, 5), 3);
    Result<std::vector<std::byte>> saved = run.world->snapshot();
    if (!saved) return "no snapshot: " + format(saved.error());
    PathologicRun other(program, small_budget());
    if (const Result<void> restored = other.world->restore(*saved); !restored)
        return "its own snapshot is refused: " + format(restored.error());
    drive(*other.world, all_events(program, 5), 2);
    return {};
}

/// Small deterministic random numbers for tests that must repeat.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}
    std::uint32_t below(std::uint32_t limit) {
        state_ ^= state_ << 13U;
        state_ ^= state_ >> 7U;
        state_ ^= state_ << 17U;
        return limit == 0 ? 0 : static_cast<std::uint32_t>((state_ >> 16U) % limit);
    }

  private:
    std::uint64_t state_;
};

/// A damaged copy: bytes changed, bits flipped, numbers replaced by telling ones, pieces cut out, doubled or
/// cut off.
inline std::vector<std::byte> damaged(std::vector<std::byte> bytes, Dice& dice) {
    const std::uint32_t changes = 1 + dice.below(8);
    for (std::uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
        const std::uint32_t at = dice.below(static_cast<std::uint32_t>(bytes.size()));
        switch (dice.below(6)) {
        case 0: bytes[at] = static_cast<std::byte>(dice.below(256)); break;
        case 1: bytes[at] ^= static_cast<std::byte>(1U << dice.below(8)); break;
        case 2: {
            static constexpr std::uint32_t telling[] = {0,    1,          2,          0x7F,      0x80,
                                                        0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
            if (bytes.size() - at >= 4) store_u32(bytes.data() + at, telling[dice.below(9)]);
            break;
        }
        case 3:
            bytes.erase(
                bytes.begin() + at,
                bytes.begin() + at +
                    std::min<std::ptrdiff_t>(dice.below(9), static_cast<std::ptrdiff_t>(bytes.size() - at)));
            break;
        case 4: {
            const std::uint32_t size =
                std::min(dice.below(17), static_cast<std::uint32_t>(bytes.size()) - at);
            const std::vector<std::byte> piece(bytes.begin() + at, bytes.begin() + at + size);
            bytes.insert(bytes.begin() + dice.below(static_cast<std::uint32_t>(bytes.size())), piece.begin(),
                         piece.end());
            break;
        }
        default:
            if (dice.below(20) == 0)
                bytes.resize(at);
            else
                bytes[at] = static_cast<std::byte>(dice.below(0x5A));
            break;
        }
    }
    return bytes;
}

} // namespace vellum::test
