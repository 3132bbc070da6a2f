// A game that editors can attach to: the server replaces the world in the game's loop. The game
// keeps drawing while its scripts are stopped. usage: debugger [serve]     without a word it shows ten
// frames and ends
#include <vellum/debug.hpp>
#include <vellum/vellum.hpp>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

using namespace vellum;

constexpr std::string_view source = R"(main task TMain {
    int m_seen;

    void init() {
        for (;;) {
            @Hold();
        }
    }

    event OnUse(object user) {
        m_seen++;
        Greet(m_seen);
    }

    void Greet(int times) {
        @Trace("guest number " + times);
    }
}
)";

int main(int argc, char** argv) {
    const bool serves = argc > 1 && std::string_view(argv[1]) == "serve";
    const Engine& engine = *find_engine("pathologic");
    Diagnostics diagnostics;
    const auto program = engine.language()->compile(source, {"guard.patho", {}}, diagnostics);
    if (!program) return std::puts(format(program.error()).c_str()), 1;

    Library game("game");
    game.function("Trace", [](std::string_view text) {
        std::printf("%.*s\n", static_cast<int>(text.size()), text.data());
    });
    game.function("Hold", [](Call& call) { call.suspend(); }).latent("Hold");

    // What the game answers is written down, so that debuggers can go back; without it they can do the rest.
    debug::History history(game, engine);
    auto world = engine.runtime().instantiate(std::span(&*program, 1), history.host(), {}, diagnostics);
    if (!world) return std::puts(format(world.error()).c_str()), 1;
    debug::ServeOptions options;
    options.history = &history;
    options.allow = [] { return true; }; // a game may ask its player here
    options.source = [](const Program&, std::string_view) {
        return debug::SourceFile{std::string(source), {}};
    };
    const auto server = debug::serve(**world, std::span(&*program, 1), options);
    if (!server) return std::puts(format(server.error()).c_str()), 1;
    if (serves) std::printf("port %u, token %s\n", (*server)->port(), (*server)->token().c_str());
    std::fflush(stdout);

    (*server)->start();
    for (int turn = 0; serves || turn < 10; ++turn) {
        // The window is drawn here, whether the scripts are stopped or not.
        if (turn % 5 == 0 && !(*server)->stopped()) (*server)->send({"OnUse", {Value(ObjectId{})}});
        (*server)->frame(1.0F / 30);
        if (serves) std::this_thread::sleep_for(std::chrono::milliseconds(30));
        std::fflush(stdout);
    }
    for (const Fault& fault : (*server)->take_faults()) std::puts(format(fault).c_str());
    std::printf("%llu frames\n", static_cast<unsigned long long>((*world)->frames()));
}
