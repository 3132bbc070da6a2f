// Fuzz target: snapshots of all engines that were changed and given the right checksum again. The input
// chooses a script that ships, how far it runs, and the changes. A snapshot is refused, and the world stays
// as it was, or it is taken, and the world can be saved, restored and run on.
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "worlds.hpp"

using namespace vellum;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 8) return 0;
    const std::size_t index = data[0] % fuzz::script_count;
    StandInHost host(nullptr, fuzz::program(index)->engine().known_natives());
    const auto world = fuzz::world(index, host, 20 + 8U * data[1]);
    world->start();
    for (std::size_t i = 0; i < data[2] % 8U; ++i) fuzz::step(*world, index, data[3 + i % 3]);
    const auto good = world->snapshot();
    test::demand(good.has_value() && good->size() > 8, "a world can be saved");

    // Three bytes a change: where, and what. Small numbers of places are reached best from both ends.
    std::vector<std::byte> bytes(good->begin(), good->end() - 8);
    for (std::size_t at = 6; at + 4 <= size && !bytes.empty(); at += 4) {
        const std::size_t place = (data[at] | std::size_t{data[at + 1]} << 8U) % bytes.size();
        const auto byte = static_cast<std::byte>(data[at + 3]);
        const auto where = bytes.begin() + static_cast<std::ptrdiff_t>(place);
        switch (data[at + 2] % 8) {
        case 0: bytes.insert(where, byte); break;
        case 1: bytes.erase(where); break;
        case 2: bytes.resize(place); break;
        case 3: *where = std::byte{0xFF}; break;
        case 4: *where ^= std::byte{1} << (data[at + 3] % 8U); break;
        default: *where = byte;
        }
    }
    bytes.resize(bytes.size() + 8);
    store_u64(bytes.data() + bytes.size() - 8, hash64(std::span(bytes).first(bytes.size() - 8)));

    if (world->restore(bytes)) {
        const auto taken = world->snapshot();
        test::demand(taken.has_value() && world->restore(*taken).has_value(),
                     "what was taken can be saved and restored");
        const auto again = world->snapshot();
        test::demand(again.has_value() && *again == *taken, "restoring what was saved changes nothing");
    } else {
        const auto now = world->snapshot();
        test::demand(now.has_value() && *now == *good, "a refused snapshot leaves the world as it was");
    }
    for (std::size_t i = 0; i < 6; ++i) fuzz::step(*world, index, data[i]);
    for (std::size_t i = 0; i < world->machine_count(); ++i) static_cast<void>(world->machine(i));
    static_cast<void>(world->snapshot());
    return 0;
}
