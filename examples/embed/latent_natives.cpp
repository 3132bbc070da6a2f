// Natives that take time. A script calls Walk and Say one after the other, as if they were done at once; the
// game suspends the call and is asked again each frame until the walk is over. Other scripts run meanwhile.
#include <vellum/pathologic.hpp>
#include <vellum/vellum.hpp>

#include <cstdio>
#include <cstdlib>

using namespace vellum;

constexpr std::string_view script = R"(
.numbering hd
.run main, start
.task main, 0
start:
    PushV
    PushF   1.0
    Func    Walk/1, S[1]
    PushS   "I am there"
    Func    Say/1, S[1]
    PushF   0.5
    Func    Walk/1, S[1]
    PushS   "and back again"
    Func    Say/1, S[1]
    Return  4
)";

int main() {
    Diagnostics diagnostics;
    const auto program = find_engine("pathologic")->format().assemble(script, {"walker", {}}, diagnostics);
    if (!program) {
        for (const Diagnostic& diagnostic : diagnostics.all()) std::puts(format(diagnostic).c_str());
        return EXIT_FAILURE;
    }

    float now = 0;
    Library game("game");
    game.function("Walk", [](Call& call, float seconds) {
        // A suspended call keeps its data in call.state, which is saved with the script.
        const float left = call.resumed ? call.state->real() - call.delta_time : seconds;
        if (left <= 0) return; // arrived: the script continues
        *call.state = Value(left);
        call.suspend();
    });
    game.latent("Walk"); // for documents and stand-ins; calling works without it
    game.function("Say", [&](Call& call, std::string_view text) {
        const std::string who = call.scheduler.get()->machine(call.machine).name;
        std::printf("%.2f s, %s: %.*s\n", now, who.c_str(), static_cast<int>(text.size()), text.data());
    });

    const auto world = pathologic::make_world(game);
    for (const char* name : {"Anna", "Yulia"})
        if (const auto machine = world->add(*program, name); !machine) {
            std::puts(format(machine.error()).c_str());
            return EXIT_FAILURE;
        }
    world->start();
    for (; !world->finished(); now += 0.25F) world->frame(0.25F);
    for (const Fault& fault : world->take_faults()) std::puts(format(fault).c_str());
}
