// A game loop with ten thousand machines: every villager runs the same script with its own variables. Each
// frame the game resumes waiting machines and sends events to some; the scripts answer by calling the game.
#include <vellum/pathologic.hpp>
#include <vellum/vellum.hpp>

#include <cstdio>
#include <cstdlib>

using namespace vellum;

constexpr std::string_view villager = R"(
.numbering hd
.run Life, start
.task Life, 0, int                      ; T[0]: how often this villager was greeted
    .event OnUse, on_use, object
start:
    PushV
    Func    Hold/0                      ; nothing to do but to listen
    Jump    start
on_use:                                 ; S[1] is the visitor
    PushI   1
    Add2    T[0], S[1], T[0], 1         ; T[0] = T[0] + 1
    Func    Greeted/2, S[1], T[0]
    Return  0
)";

int main() {
    constexpr std::uint32_t villagers = 10'000;
    constexpr int frames = 60;
    Diagnostics diagnostics;
    const auto program =
        find_engine("pathologic")->format().assemble(villager, {"villager", {}}, diagnostics);
    if (!program) {
        for (const Diagnostic& diagnostic : diagnostics.all()) std::puts(format(diagnostic).c_str());
        return EXIT_FAILURE;
    }

    std::uint64_t greetings = 0;
    std::int32_t most = 0;
    Library game("game");
    game.function("Hold", [](Call& call) { call.suspend(); }).latent("Hold");
    game.function("Greeted", [&](ObjectId, std::int32_t times) {
        ++greetings;
        if (times > most) most = times;
    });

    const auto world = pathologic::make_world(game);
    std::vector<std::uint32_t> machines;
    for (std::uint32_t number = 0; number < villagers; ++number) {
        const auto machine = world->add(*program, "villager " + std::to_string(number));
        if (!machine) {
            std::puts(format(machine.error()).c_str());
            return EXIT_FAILURE;
        }
        machines.push_back(*machine);
    }

    constexpr std::uint32_t on_use = 0; // the event's number; docs/engines/pathologic.md lists them
    const Value visitor(ObjectId{1});
    world->start();
    for (int frame = 0; frame < frames; ++frame) {
        world->frame(1.0F / 60);
        for (std::uint32_t number = 0; number < villagers; number += 10) // every tenth is greeted
            static_cast<void>(world->send_to(machines[number], on_use, std::span(&visitor, 1)));
    }
    for (const Fault& fault : world->take_faults()) std::puts(format(fault).c_str());
    std::printf("%zu machines, %d frames, %llu greetings, at most %d for one villager\n",
                world->machine_count(), frames, static_cast<unsigned long long>(greetings), most);
}
