// Fuzz target: snapshots of all engines. The input chooses a script that ships, how far it runs, where it is
// paused, and changes. A world that is paused, saved, restored into another and goes on, again and again, is
// in the end the one that never stood still. A snapshot that was changed and given the right checksum again
// is refused, and the world stays as it was, or it is taken, and the world can be saved, restored and run on.
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "base/codes.hpp"
#include "base/hash.hpp"
#include "worlds.hpp"

using namespace vellum;

namespace {

/// Worlds of one script, all alike.
class Worlds {
  public:
    Worlds(std::size_t index, std::uint64_t instructions, bool precise)
        : index_(index),
          instructions_(instructions),
          host_(nullptr, fuzz::program(index)->engine().runtime().known_natives()) {
        if (fuzz::program(index)->engine().id() != "ags") return;
        settings_ = {{"tier", precise ? "precise" : "fast"}};
        same_bytes_ = precise;
    }

    [[nodiscard]] std::unique_ptr<Scheduler> make() {
        return fuzz::world(index_, host_, instructions_, settings_);
    }
    /// Registers that nothing reads any more are left as they are by AGS's fast form.
    [[nodiscard]] bool same_bytes() const noexcept { return same_bytes_; }
    void step(Scheduler& world, std::uint8_t what) const { fuzz::step(world, index_, what); }

    /// Until the world stands still no more; where it does, another one takes its place.
    void go_on(std::unique_ptr<Scheduler>& world, std::uint64_t every) {
        for (int pauses = 0; world->paused(); ++pauses) {
            if (const auto saved = world->snapshot()) {
                auto next = make();
                test::demand(next->restore(*saved).has_value(), "a paused world can be restored");
                const auto again = next->snapshot();
                test::demand(again.has_value() && *again == *saved && next->paused(),
                             "the restored world stands where the other did");
                world = std::move(next);
            } else {
                test::demand(saved.error().code == &codes::snapshot_busy, "only a native is in the way");
            }
            if (pauses < 20) world->pause_after(every);
            world->resume();
        }
        world->pause_after(Scheduler::no_pause);
    }

  private:
    std::size_t index_;
    std::uint64_t instructions_;
    StandInHost host_;
    std::vector<std::pair<std::string, std::string>> settings_;
    bool same_bytes_ = true;
};

/// What anybody can see of a world.
std::string seen(const Scheduler& world) {
    std::string text = std::to_string(world.instructions()) + " " + std::to_string(world.frames()) + "\n";
    for (std::size_t i = 0; i < world.machine_count(); ++i) {
        const MachineInfo info = world.machine(i);
        text +=
            info.name + " " + std::string(to_string(info.state)) + " " + std::to_string(info.instructions);
        for (const Frame& frame : info.frames)
            text += " " + frame.function + ":" + std::to_string(frame.address);
        text += "\n";
    }
    return text;
}

/// Three bytes a change: where, and what. Small numbers of places are reached best from both ends.
std::vector<std::byte> changed(std::span<const std::byte> good, std::span<const std::uint8_t> changes) {
    std::vector<std::byte> bytes(good.begin(), good.end() - 8);
    for (; changes.size() >= 4 && !bytes.empty(); changes = changes.subspan(4)) {
        const std::size_t place = (changes[0] | std::size_t{changes[1]} << 8U) % bytes.size();
        const auto byte = static_cast<std::byte>(changes[3]);
        const auto where = bytes.begin() + static_cast<std::ptrdiff_t>(place);
        switch (changes[2] % 8) {
        case 0: bytes.insert(where, byte); break;
        case 1: bytes.erase(where); break;
        case 2: bytes.resize(place); break;
        case 3: *where = std::byte{0xFF}; break;
        case 4: *where ^= std::byte{1} << (changes[3] % 8U); break;
        default: *where = byte;
        }
    }
    bytes.resize(bytes.size() + 8);
    store_u64(bytes.data() + bytes.size() - 8, hash64(std::span(bytes).first(bytes.size() - 8)));
    return bytes;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 8) return 0;
    Worlds worlds(data[0] % fuzz::script_count, 20 + 8U * data[1], data[2] >= 128);
    const std::uint64_t first = data[6];
    const std::uint64_t every = 1U + data[7];

    const auto straight = worlds.make();
    auto world = worlds.make();
    world->pause_after(first);
    straight->start();
    world->start();
    worlds.go_on(world, every);
    for (std::size_t i = 0; i < data[2] % 8U; ++i) {
        const std::uint8_t what = data[3 + i % 3];
        world->pause_after(first);
        worlds.step(*straight, what);
        worlds.step(*world, what);
        worlds.go_on(world, every);
    }
    const auto whole = straight->snapshot();
    const auto pieces = world->snapshot();
    test::demand(whole.has_value() && pieces.has_value() && whole->size() > 8, "a world can be saved");
    test::demand(seen(*straight) == seen(*world), "pauses change nothing", seen(*straight) + seen(*world));
    test::demand(*whole == *pieces || !worlds.same_bytes(), "pauses change no byte");

    // What is changed is half the time the snapshot of a world that stands still.
    world->pause_after(first);
    worlds.step(*world, data[5]);
    auto good = world->snapshot();
    if (!good) {
        worlds.go_on(world, every);
        good = world->snapshot();
    }
    test::demand(good.has_value(), "a world can be saved");
    if (world->restore(changed(*good, {data + 8, size - 8}))) {
        const auto taken = world->snapshot();
        test::demand(taken.has_value() && world->restore(*taken).has_value(),
                     "what was taken can be saved and restored");
        const auto again = world->snapshot();
        test::demand(again.has_value() && *again == *taken, "restoring what was saved changes nothing");
    } else {
        const auto now = world->snapshot();
        test::demand(now.has_value() && *now == *good, "a refused snapshot leaves the world as it was");
    }
    for (std::size_t i = 0; i < 6; ++i) worlds.step(*world, data[i]);
    for (std::size_t i = 0; i < world->machine_count(); ++i) static_cast<void>(world->machine(i));
    static_cast<void>(world->snapshot());
    return 0;
}
