// A script that calls three functions of the game. The game registers ordinary C++ lambdas; types are deduced
// from their parameters, and a parameter taken by reference is one that the script gets back.
#include <vellum/vellum.hpp>

#include <cstdio>
#include <cstdlib>

using namespace vellum;

// Compiled scripts come from files; a listing in the assembler's syntax serves as well and can be read.
constexpr std::string_view script = R"(
.numbering hd
.run main, start
.task main, 0
start:
    PushV   object, float               ; two locals: S[2] an actor, S[1] the time
    PushS   "burah"
    Func    FindActor/2, S[3], S[1]     ; the native writes into the local
    Pop     1
    Func    GetGameTime/1, S[1]
    PushS   "he is here at "
    Add     S[1], S[2], 1               ; text + time
    Func    Trace/1, S[1]
    Pop     1
    Return  2
)";

int main() {
    const Engine* engine = find_engine("pathologic");
    Diagnostics diagnostics;
    const Result<ProgramPtr> program = engine->format().assemble(script, {"burah.vasm", {}}, diagnostics);
    if (!program) {
        for (const Diagnostic& diagnostic : diagnostics.all()) std::puts(format(diagnostic).c_str());
        return EXIT_FAILURE;
    }

    Library game("game");
    game.function("FindActor", [](ObjectId& actor, std::string_view name) {
        actor = ObjectId{name == "burah" ? 7U : 0U}; // any number that the game knows the object by
    });
    game.function("GetGameTime", [](float& hours) { hours = 12.5F; });
    game.function("Trace", [](std::string_view text) {
        std::printf("the script says: %.*s\n", static_cast<int>(text.size()), text.data());
    });

    const auto world = engine->runtime().instantiate(std::span(&*program, 1), game, {}, diagnostics);
    if (!world) {
        std::puts(format(world.error()).c_str());
        return EXIT_FAILURE;
    }
    (*world)->start();
    while (!(*world)->finished()) (*world)->frame(1.0F / 60);
    for (const Fault& fault : (*world)->take_faults()) std::puts(format(fault).c_str());
    std::printf("%llu instructions\n", static_cast<unsigned long long>((*world)->instructions()));
}
